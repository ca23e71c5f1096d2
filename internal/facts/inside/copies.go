package inside

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// copied adds the row about files with equal content: directories that are copies, then files that are copies by their
// names.
func copied(scan *luminos.Scan, add func(label string, parts ...string)) {
	dup := &scan.Duplicates
	if dup.Total == 0 {
		return
	}
	var parts []string
	for _, d := range dup.Directories[:min(len(dup.Directories), 2)] {
		in := make([]string, 0, len(d.In))
		for _, p := range d.In[:min(len(d.In), 2)] {
			in = append(in, dirText(p))
		}
		if more := d.Dirs - len(in); more > 0 {
			in = append(in, words.Count(more)+" more")
		}
		parts = append(parts, words.All(d.Files, "file")+" of "+dirText(d.Path)+" are also in "+words.List(in))
	}
	var by []luminos.Path
	for _, g := range dup.Groups {
		by = append(by, copiesByName(g.Paths)...)
	}
	if len(by) > 0 {
		parts = append(parts, words.Plural(len(by), "copy", "copies")+" by name: "+named(by))
	}
	const least = 1 << 20 // a few small files say nothing about a target
	if len(parts) == 0 && dup.Wasted < least {
		return
	}
	text := words.Plural(dup.Total, "group") + " of equal files, " + words.Bytes(dup.Wasted) + " more than once"
	add("Copies", strings.Join(append([]string{text}, parts...), "; ")) // the sum first: a long path is cut off
}

// copiesOf returns the files with the content of another one, which is no copy by its name.
func copiesOf(scan *luminos.Scan) map[luminos.Path]bool {
	copies := map[luminos.Path]bool{}
	for _, g := range scan.Duplicates.Groups {
		named := map[luminos.Path]bool{}
		for _, c := range copiesByName(g.Paths) {
			named[c] = true
		}
		original := slices.IndexFunc(g.Paths, func(c luminos.Path) bool { return !named[c] })
		for i, c := range g.Paths {
			copies[c] = original >= 0 && i != original
		}
	}
	return copies
}

// signedCopies adds to the copies the signed forms of documents that lie there without the signature, too.
func signedCopies(copies map[luminos.Path]bool, files []luminos.FileInside) map[luminos.Path]bool {
	type key struct {
		name  string
		pages int64
	}
	plain := map[key]bool{}
	for i := range files {
		plain[key{files[i].Path.Base(), files[i].Number("pages")}] = true
	}
	for i := range files {
		p := files[i].Path
		if name, ok := strings.CutSuffix(p.Base(), ".p7m"); ok && plain[key{name, files[i].Number("pages")}] {
			copies[p] = true
		}
	}
	return copies
}

// dirText returns the name of a directory in a sentence.
func dirText(p luminos.Path) string {
	if p == luminos.Root {
		return "the top directory"
	}
	return words.Name(string(p)) + "/"
}

// copyName matches the name of a copy that a browser or a file manager made, without its extension.
var copyName = lazyregexp.Lazy(
	`^(?:Copy of (.+)|(.+?)(?: \(\d{1,2}\)| - Copy(?: \(\d{1,2}\))?| copy(?: \d{1,2})?| - Kopie))$`)

// copiesByName returns the paths of equal files that are copies of another one of them by their names.
func copiesByName(paths []luminos.Path) []luminos.Path {
	names := map[string]bool{}
	for _, p := range paths {
		names[bare(p)] = true
	}
	var out []luminos.Path
	for _, p := range paths {
		if m := copyName().FindStringSubmatch(bare(p)); m != nil && names[m[1]+m[2]] {
			out = append(out, p)
		}
	}
	return out
}

// bare returns the name of a file without its extension. The extension in small letters can be longer than in the name.
func bare(p luminos.Path) string {
	base := p.Base()
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		return base[:i]
	}
	return base
}
