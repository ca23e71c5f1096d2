package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
)

// framework is a test framework with how much of the tests use it.
type framework struct {
	name   string
	weight int // test files
	ev     []luminos.Evidence
}

// frameworks works out which test frameworks the target uses.
func (r *reader) frameworks() {
	r.goTests()
	slices.SortStableFunc(r.tests, func(a, b framework) int {
		return cmp.Or(-cmp.Compare(a.weight, b.weight), cmp.Compare(a.name, b.name))
	})
	for _, f := range r.tests {
		if slices.Contains(r.res.TestFrameworks, f.name) {
			continue
		}
		r.res.TestFrameworks = append(r.res.TestFrameworks, f.name)
		r.res.Evidence["test_frameworks/"+f.name] = f.ev
	}
}

func (r *reader) goTests() {
	var n int
	var first luminos.Path
	for _, f := range r.tree.byLanguage("Go") {
		if strings.HasSuffix(string(f.Path), "_test.go") && !f.Vendored {
			if n++; first == "" {
				first = f.Path
			}
		}
	}
	if n > 0 {
		r.tests = append(r.tests, framework{name: "go test", weight: n, ev: r.citeMain(first, "func Test")})
	}
}
