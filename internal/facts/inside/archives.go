package inside

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Bounds on the statements about archives.
const (
	archivesShown = 3
	topsShown     = 2 // entries at the top of one archive
	besideLeast   = 2 // files of an archive that lie beside it
)

func archives(s *sum, add func(string, ...string)) {
	if s.numbers["entries"] == 0 { // single files that are compressed, as the manuals of a package are
		return
	}
	unpacked, newest := int64(0), ""
	var large []*luminos.FileInside
	for _, f := range s.all {
		if f.Number("entries") > 0 {
			large = append(large, f)
		}
		if !inflates(f) {
			unpacked += f.Number("unpacked bytes")
		}
	}
	size := ""
	if unpacked > 0 {
		size = words.Bytes(unpacked) + " unpacked"
	}
	if s.last != "" {
		newest = "newest entry of " + s.last
	}
	total, formats := amounts(s.numbers, "entries"), s.formats(5, "entries")
	if len(s.nouns) == 1 {
		total, formats = formats, "" // it has the entries
	}
	add("Archives", total, size, newest, amounts(s.numbers, "encrypted entries"), formats) // the longest last
	slices.SortStableFunc(large, func(a, b *luminos.FileInside) int {
		return cmp.Compare(b.Number("entries"), a.Number("entries"))
	})
	var parts []string
	for _, f := range large[:min(len(large), archivesShown)] {
		parts = append(parts, archiveText(f))
	}
	if len(large) > 1 {
		add("Entries", parts...)
	}
	add("Nested", nested(s.all))
}

// inflates reports whether the unpacked size of an archive says nothing about its content: the archive is a bomb.
func inflates(f *luminos.FileInside) bool {
	return slices.ContainsFunc(f.Risks, func(r string) bool {
		return strings.HasPrefix(r, "unpacks to more than") || strings.HasPrefix(r, "entries overlap")
	})
}

// archiveText returns the content of one archive: "home.tar.gz 183 (Notes/, Mail/ and 2 more; 1.6 MiB)".
func archiveText(f *luminos.FileInside) string {
	var in []string
	top := topOf(f, "top")
	var names []string
	for _, c := range top.Top[:min(len(top.Top), topsShown)] {
		names = append(names, words.Name(words.Line(c.Name, 60)))
	}
	if more := top.Distinct - len(names); more > 0 {
		names = append(names, words.Count(more)+" more")
	}
	if len(names) > 0 {
		in = append(in, words.List(names))
	}
	if n := f.Number("unpacked bytes"); n > 0 && !inflates(f) {
		in = append(in, words.Bytes(n))
	}
	text := words.Name(f.Path.Base()) + " " + words.Count(f.Number("entries"))
	if len(in) > 0 {
		text += " (" + strings.Join(in, "; ") + ")"
	}
	return text
}

// archiveExtensions are the extensions of archives in archives.
var archiveExtensions = map[string]bool{
	".zip": true, ".tar": true, ".tgz": true, ".7z": true, ".rar": true, ".gz": true, ".bz2": true, ".xz": true,
	".zst": true, ".iso": true, ".tbz2": true, ".txz": true, ".cab": true,
}

// nested returns the archives that hold archives: "everything.zip holds nested.zip".
func nested(files []*luminos.FileInside) string {
	var parts []string
	for _, f := range files {
		var names []string
		for _, e := range f.Entries {
			if !e.Dir && archiveExtensions[strings.ToLower(path.Ext(e.Name))] {
				names = append(names, words.Name(words.Line(path.Base(e.Name), 60)))
			}
		}
		if len(names) > 0 {
			parts = append(parts, words.Name(f.Path.Base())+" holds "+words.Some(names, 2))
		}
	}
	return strings.Join(parts[:min(len(parts), archivesShown)], ", ")
}

// besides finds the archives whose files also lie unpacked beside them.
type besides struct {
	sizes map[luminos.Path]int64 // of the files of the target
	found []luminos.InsideRow
}

// add adds a row for an archive if all its listed files lie, with their sizes, in its directory, or in a directory of
// its name.
func (b *besides) add(p luminos.Path, x *luminos.Extraction) {
	for _, dir := range []string{string(p.Dir()), strings.TrimSuffix(string(p), path.Ext(string(p)))} {
		n := 0
		for _, e := range x.Entries {
			if e.Dir {
				continue
			}
			size, ok := b.sizes[luminos.Path(path.Join(dir, e.Name))]
			if !ok || size != e.Size {
				n = 0
				break
			}
			n++
		}
		if n >= besideLeast {
			in := words.Name(dir + "/")
			if dir == string(luminos.Root) {
				in = "the top directory"
			}
			what := "all " + words.Count(n) + " files"
			if int64(n) < x.Number("files") {
				what = "the first " + words.Count(n) + " files"
			}
			text := what + " of " + words.Name(string(p)) + " also lie in " + in + ", with equal sizes"
			b.found = append(b.found, luminos.InsideRow{Label: "Unpacked", Text: text, Files: []luminos.Path{p}})
			return
		}
	}
}
