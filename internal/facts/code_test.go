package facts

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

// TestCodeSizeIsByPurpose checks that tests, examples and vendored code are not counted as the target's own code, that
// scripts below public are, and that dialects count for their language, and scores for none.
func TestCodeSizeIsByPurpose(t *testing.T) {
	src, scan := factstest.Archive(t, `
-- a.ts --
let a = 1
-- b.tsx --
let b = 1
let c = 2
-- a.test.ts --
let t = 1
-- tests/deep/helper.py --
x = 1
y = 2
-- examples/e.py --
x = 1
-- docs/conf.py --
x = 1
-- third_party/v.py --
x = 1
-- public/index.html --
<p>x</p>
-- public/style.css --
p { color: red }
-- public/js/own.js --
let d = 1
-- chant.ly --
\version "2.18"
{ c d e }
-- README.md --
# Title
`)
	f, err := Of(t.Context(), src, scan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := luminos.CodeSize{Own: 4, Tests: 3, Other: 2, Languages: []luminos.LanguageCode{{Name: "TypeScript", Code: 3}, {Name: "JavaScript", Code: 1}}}
	if diff := gocmp.Diff(want, f.Code); diff != "" {
		t.Error(diff)
	}
	sum, roles := luminos.CodeSize{Languages: f.Code.Languages}, luminos.CodeRoles(f.Directories)
	for _, d := range f.Directories {
		sum.Add(roles[d.Path], d.Code, d.TestCode)
	}
	if diff := gocmp.Diff(f.Code, sum); diff != "" {
		t.Errorf("the directories add up to other numbers: %s", diff)
	}
}
