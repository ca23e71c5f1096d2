package scan

import (
	"slices"
	"strings"

	"luminos"
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
