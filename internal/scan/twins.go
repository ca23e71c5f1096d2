package scan

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
)

// compiled are the extensions of scripts and the extensions of the sources from which compilers write them beside these.
var compiled = map[string][]string{".lua": {".tl", ".moon", ".fnl"}, ".js": {".coffee"}}

// A compiler writes at most grown times the bytes of a source, and the helpers of its language.
const (
	grown   = 6
	helpers = 4 << 10
)

// markTwins marks a script as generated if the source of a compiler with its name lies beside it: the twin that people
// do not write. A script that is too long for the source is work of its own, such as a test beside a small sample.
func markTwins(s *luminos.Scan) {
	for i := range s.Files {
		f := &s.Files[i]
		stem := luminos.Path(strings.TrimSuffix(string(f.Path), f.Path.Ext()))
		f.Generated = f.Generated || f.Counted() && slices.ContainsFunc(compiled[f.Path.Ext()], func(ext string) bool {
			at, found := slices.BinarySearchFunc(s.Files, stem+luminos.Path(ext), atPath)
			return found && f.Size <= grown*s.Files[at].Size+helpers
		})
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
