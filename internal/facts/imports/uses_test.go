package imports

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos/internal/outline"
)

// TestUsesOfFiles compares the imports of files with the names that they use.
func TestUsesOfFiles(t *testing.T) {
	r := read(t, "-- go.mod --\nmodule m\n-- a/a.go --\npackage a\n\nimport \"m/b\"\nimport (\n\told \"m/c\"\n\t\"m/d/v2\"\n)\n\n"+
		"func F() { b.Z(); b.A(b.A, b.small, x.b.No); old.C(); d.D() }\n-- b/b.go --\npackage b\n\nfunc Z() {}\n-- c/c.go --\npackage c\n-- d/v2/d.go --\npackage d\n"+
		"-- p/three.py --\nimport p.q.two\nimport p.q.two as other\nfrom p.q import two as t\n"+
		"p.q.two.f(p.q.two.x); other.g(other._h); t.z()\n-- w/index.js --\nexport const a = 1\n-- w/v/use.js --\n"+
		"import * as w from '../index.js'\nconst old = require('../index.js')\nimport {a} from '../index.js'\nw.a(w.b); old.c(); a.d\n"+
		"-- p/__init__.py --\n-- p/one.py --\nfrom p.q.two import (\n    first,\n    second)\nfrom p.q import two\n"+
		"-- p/four.py --\nfrom p.q import (\n    two as deux,  # French\n)\ndeux.g(two.f)\n"+
		"-- p/q/__init__.py --\n-- p/q/two.py --\nx = 1\n")
	var got []string
	for _, u := range r.Graph.Uses {
		got = append(got, fmt.Sprintf("%s -> %s %q %s", u.File, u.To, u.Text, strings.Join(u.Names, ",")))
	}
	want := []string{
		`a/a.go -> b "import \"m/b\"" A,No,Z`, `a/a.go -> c "old \"m/c\"" C`, `a/a.go -> d/v2 "\"m/d/v2\"" D`,
		`p/four.py -> p/q "from p.q import (" g`,
		`p/one.py -> p/q "from p.q.two import (" first,second`, `p/one.py -> p/q "from p.q import two" `,
		`p/three.py -> p/q "import p.q.two" f,x`, `p/three.py -> p/q "import p.q.two as other" g`,
		`p/three.py -> p/q "from p.q import two as t" z`,
		`w/v/use.js -> w "import * as w from '../index.js'" a,b`, `w/v/use.js -> w "const old = require('../index.js')" c`,
		`w/v/use.js -> w "import {a} from '../index.js'" `,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("uses (-want +got):\n%s", diff)
	}
	many := ""
	for i := range 50 {
		many += fmt.Sprintf("x.N%02d ", 49-i)
	}
	if names := selectors(outline.Go, many+".Y 1.Z a.b", []outline.HeadImport{{Spec: "m/x"}})["x"]; len(names) != useNames || !slices.IsSorted(names) {
		t.Errorf("%d names: %q", len(names), names)
	}
}
