package imports

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/outline"
	"luminos/internal/pathrole"
)

// source is one source file.
type source struct {
	path   luminos.Path
	size   int64
	family outline.Family
	head   *outline.Head
	used   map[string][]string // by qualifier: the public names that the file selects from it, sorted
}

// choose returns the files to read, files near the root first, and the number of
// files over the budget. It skips vendored, generated and test files: they are not
// the structure of the target.
func choose(scan *luminos.Scan) (files []*source, over int) {
	for i := range scan.Files {
		f := &scan.Files[i]
		family := outline.FamilyOf(f.Path)
		if family == "" || f.Vendored || f.Generated || !f.Regular() || !f.Text || isTest(f.Path) {
			continue
		}
		files = append(files, &source{path: f.Path, size: f.Size, family: family, head: &outline.Head{}})
	}
	slices.SortFunc(files, func(a, b *source) int {
		return cmp.Or(cmp.Compare(a.path.Depth(), b.path.Depth()), cmp.Compare(a.path, b.path))
	})
	var total int64
	kept := files[:0]
	for _, f := range files {
		total += min(f.size, headLimit)
		if len(kept) >= maxFiles || total > totalLimit {
			over++
			continue
		}
		kept = append(kept, f)
	}
	return kept, over
}

// isTest reports whether a file is a test, or is below a directory of tests, fixtures or vendored code.
func isTest(p luminos.Path) bool {
	return pathrole.TestFile(p) || pathrole.Under(p, luminos.DirTests, luminos.DirFixtures, luminos.DirVendored)
}

// PythonModule returns the name under which the result has a module of Python, unlike packages of npm.
func PythonModule(name string) string { return "python:" + name }

// testHelpers matches the paths of files of Go in directories such as testutil, whose packages tests import.
var testHelpers = lazyregexp.Lazy(`(?:^|/)test[^/]*/.*\.go$`)

// modules counts the files that import each package of Go or npm, or each module of Python at the top, except files in
// directories such as examples, and in the directories in support, which are for tests.
func modules(files []*source, support map[luminos.Path]bool) map[string]int {
	found := map[string]int{}
	for _, f := range files {
		python := f.path.Ext() == ".py"
		if f.head.Package == "tools" && f.path.Base() == "tools.go" { // it pins the versions of programs of developers
			continue
		}
		if !python && f.path.Ext() != ".go" && f.family != outline.Script || pathrole.Aside(f.path) ||
			testHelpers().MatchString(string(f.path)) || within(f.path.Dir(), support) {
			continue
		}
		in := map[string]bool{}
		for i := range f.head.Imports {
			name := f.head.Imports[i].Spec
			if python {
				top, _, _ := strings.Cut(name, ".")
				name = PythonModule(top)
			}
			in[name] = true
		}
		for name := range in {
			found[name]++
		}
	}
	return found
}
