package scan

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
)

// claimTested marks the files that are vendored by their own name alone as own if their test lies beside them, as
// cpplint_unittest.py beside cpplint.py. Who copies a program leaves its tests.
func claimTested(s *luminos.Scan) {
	for i := range s.Files {
		f := &s.Files[i]
		dir, stem, ext := f.Path.Dir(), strings.TrimSuffix(f.Path.Base(), f.Path.Ext()), f.Path.Ext()
		if !f.Vendored || !content.IsVendored(f.Path) || content.IsVendored(dir.Join("x")) {
			continue
		}
		for _, name := range []string{stem + "_test", stem + "_unittest", "test_" + stem, stem + ".test", stem + "_spec"} {
			if _, found := slices.BinarySearchFunc(s.Files, dir.Join(name+ext), atPath); found {
				f.Vendored = false
			}
		}
	}
}

// claimNamed marks the files that are vendored only because a directory above them has the name of a well-known library
// as own if this is the name of the target's package: src/js/select2 in select2.
func (n *notices) claimNamed(s *luminos.Scan) {
	for _, o := range n.owned[luminos.Root] {
		for _, name := range o.names {
			name = letters(luminos.Path(name).Base()) // without the scope of the package
			own := func(element string) bool { return name != "" && letters(element) == name }
			for i := range s.Files {
				f := &s.Files[i]
				elements := strings.Split(string(f.Path), "/")
				if !f.Vendored || !content.IsVendored(f.Path) || !slices.ContainsFunc(elements[:len(elements)-1], own) {
					continue
				}
				for at := range elements {
					if own(elements[at]) {
						elements[at] = "own"
					}
				}
				f.Vendored = content.IsVendored(luminos.Path(strings.Join(elements, "/")))
			}
		}
	}
}

// claimMaterial marks all files and directories as own if no file is code: among photographs and invoices a directory
// named vendor holds no code of others.
func claimMaterial(s *luminos.Scan) {
	if content.AnyCode(s.Files) {
		return
	}
	for i := range s.Files {
		s.Files[i].Vendored = false
	}
	for i := range s.Dirs {
		s.Dirs[i].Vendored = false
	}
}
