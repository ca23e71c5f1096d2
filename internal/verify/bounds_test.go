package verify_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/verify"
)

// The work for a document grows as its length: each kind of statement takes time by its own text, not by the number of
// the others.
func TestHostileDocumentsAreBounded(t *testing.T) {
	before := map[string]string{"a.py": "def load_rows():\n", "kit/a.py": "x", "Makefile": "all:\n", ".gitignore": "b*\n",
		"package.json": `{"scripts": {"dev": "x"}}`, "go.mod": "module a.org/x\n"}
	for i := range 500 {
		before["Makefile"] += fmt.Sprintf("target%d:\n", i)
	}
	const pieces, asked, compared = "only the first 10000 links and pieces of code in sentences are checked",
		"only the first 50000 paths that are not listed are looked for",
		"not every finding has the nearest statement: there are too many names to compare"
	for _, test := range []struct {
		name, head, form string
		size             int // KiB
		notes            []string
	}{
		{"spans in a list", "- `kit/*.py`\n", "- `kit/x%d.py`\n", 192, []string{pieces}},
		{"links elsewhere", "", "[row_%d](https://x.y/z) `row_%[1]d`\n", 384, []string{pieces}},
		{"commands", "```sh\n", "npm run t%d\nmake t%[1]d\n./x%[1]d.sh\ngo run ./kit/x%[1]d\n", 576,
			[]string{asked, compared}},
		{"names", "```python\n", "x = load_rows(kit.load_rows, row_%d)\n", 128, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			older := maps.Clone(before)
			older["README.md"] = test.head + strings.Repeat(fmt.Sprintf(test.form, 7), 3)
			var text strings.Builder
			text.WriteString(test.head)
			for i := 0; text.Len() < test.size<<10; i++ {
				fmt.Fprintf(&text, test.form, i)
			}
			src := changed(t, true, older, map[string]string{"a.py": "\n", "README.md": text.String()})
			var start, end runtime.MemStats
			runtime.ReadMemStats(&start)
			r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
			runtime.ReadMemStats(&end)
			if err != nil {
				t.Fatal(err)
			}
			if used := (end.TotalAlloc - start.TotalAlloc) >> 20; used > uint64(2*test.size) {
				t.Errorf("took %d MiB", used)
			}
			var notes []string
			for _, n := range r.Notes {
				notes = append(notes, n.Text)
			}
			if !slices.Equal(notes, test.notes) {
				t.Errorf("got the notes %v", r.Notes)
			}
		})
	}
}

// The work for a change that is not committed grows as the documents and as the number of things that it takes.
func TestUncommittedChangesTakeLinearWork(t *testing.T) {
	allocated := func(things, docs int) uint64 {
		var source, text strings.Builder
		before := map[string]string{}
		for i := range things {
			fmt.Fprintf(&source, "def load_row_%d(): p.add_argument('--flag-%[1]d')\n", i)
			fmt.Fprintf(&text, "`load_row_%d` kit/f%[1]d.py --flag-%[1]d node 1.%[1]d.2\n\n", i)
			before[fmt.Sprintf("kit/f%d.py", i)] = "x"
		}
		after := maps.Clone(before)
		for i := range min(things, 2000) { // fewer than make the work tree a part
			after[fmt.Sprintf("kit/f%d.py", i)] = ""
			after[fmt.Sprintf("own/f%d.py", i)] = "x"
		}
		before["a.py"], after["a.py"] = source.String(), "x"
		var names []luminos.Path
		for i := range docs {
			names = append(names, luminos.PathFromOS(fmt.Sprintf("docs/d%d.md", i)))
			before[names[i].OS()] = text.String()
		}
		src := uncommitted(t, before, after)
		var start, end runtime.MemStats
		runtime.ReadMemStats(&start)
		r, err := verify.Documents(t.Context(), src, names, src)
		runtime.ReadMemStats(&end)
		if err != nil || len(r.Findings) == 0 {
			t.Fatal(len(r.Findings), err)
		}
		return end.TotalAlloc - start.TotalAlloc
	}
	one := allocated(400, 2)
	if more := allocated(800, 2); more > 3*one {
		t.Errorf("twice the things took %d times the memory", more/one)
	}
	if more := allocated(400, 4); more > 3*one {
		t.Errorf("twice the documents took %d times the memory", more/one)
	}
}
