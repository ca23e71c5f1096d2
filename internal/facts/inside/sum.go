package inside

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// sum adds up extractions.
type sum struct {
	files   int
	all     []*luminos.FileInside
	numbers map[string]int64
	values  map[string]map[string]int
	first   string // of the periods
	last    string
	nouns   map[string]*noun
	sizes   map[luminos.Path]int64 // of all files of the target
	newest  string                 // the day of its newest file, or ""
	copies  map[luminos.Path]bool  // files with the content of another one, whose numbers are not counted
}

// noun is the number of files in a format, and the sums of their numbers.
type noun struct {
	files   int
	numbers map[string]int64
	stated  map[string]int // the files that have each number
}

// add adds one extraction.
func (s *sum) add(f *luminos.FileInside) {
	x := &f.Extraction
	if s.numbers == nil {
		s.numbers, s.values, s.nouns = map[string]int64{}, map[string]map[string]int{}, map[string]*noun{}
	}
	s.files++
	s.all = append(s.all, f)
	name := nounOf(x.Format)
	if name == "" && x.State == luminos.ExtractDamaged { // a row of its own names it
		return
	}
	n := s.nouns[name]
	if n == nil {
		n = &noun{numbers: map[string]int64{}, stated: map[string]int{}}
		s.nouns[name] = n
	}
	n.files++
	unread := x.State == luminos.ExtractDamaged || x.State == luminos.ExtractEncrypted
	for _, a := range x.Numbers {
		if s.copies[f.Path] || a.Name == "pages" && unread {
			continue // the head of a damaged file can state any number, and the pages of a closed one are not known
		}
		if a.Name == "seconds" && (x.State == luminos.ExtractDamaged || x.Number("cues") > 0) {
			continue // its head can state any length, or it is the length of a film
		}
		s.numbers[a.Name] += a.N
		n.numbers[a.Name] += a.N
		n.stated[a.Name]++
	}
	for _, v := range x.Values {
		if v.Name == "author" {
			continue
		}
		m := s.values[v.Name]
		if m == nil {
			m = map[string]int{}
			s.values[v.Name] = m
		}
		for _, c := range v.Top {
			if v.Name == "list" && strings.Contains(c.Name, "@") {
				continue // some programs name a list by the address of a person
			}
			m[c.Name] += c.Files
		}
	}
	for _, a := range authorsOf(f) {
		if s.values["author"] == nil {
			s.values["author"] = map[string]int{}
		}
		s.values["author"][a]++
	}
	if p := x.Period; p != nil {
		if s.first == "" || p.First < s.first {
			s.first = p.First
		}
		s.last = max(s.last, p.Last)
	}
}

const spreadsheet, ebook = "spreadsheet", "e-book"

// nouns are the names of formats in sums, by the beginning of the format.
var nouns = []struct{ begin, name string }{
	{"Word", "Word document"}, {"Excel", spreadsheet}, {"OpenDocument spreadsheet", spreadsheet},
	{"PowerPoint", "presentation"}, {"OpenDocument presentation", "presentation"},
	{"OpenDocument text", "OpenDocument text"},
	{"OpenDocument", "OpenDocument file"}, {"Rich Text Format", "RTF document"}, {"EPUB", ebook},
	{"FictionBook", ebook}, {"encrypted Office", "closed office document"}, {"Visio", "Visio drawing"},
	{"text, compressed", "compressed text"}, {"data, compressed", "compressed file"},
	{"tar", "tar archive"}, {"ISO 9660", "ISO image"}, {"safetensors", "safetensors file"}, {"GGUF", "GGUF model"},
	{"OLE compound", "other office file"}, {"GPX", "GPX file"}, {"KML", "KML file"}, {"KMZ", "KMZ file"},
	{"Shapefile", "shapefile"},
}

// nounOf returns the name of a format without its version and remarks: "PDF 1.7" is a "PDF".
func nounOf(format string) string {
	for _, n := range nouns {
		if strings.HasPrefix(format, n.begin) {
			return n.name
		}
	}
	name, _, _ := strings.Cut(format, ",")
	name, _, _ = strings.Cut(name, " (")
	if i := strings.IndexAny(name, "0123456789"); i > 0 && name[i-1] == ' ' {
		name = name[:i-1]
	}
	return strings.TrimSpace(name)
}

// formats returns the most frequent formats with the number of files, and in brackets the named numbers of each, with
// the number of files that state it if others do not: "33 PDFs (139 pages, versions 1.3 to 1.7), 10 presentations (64
// slides in 8)".
func (s *sum) formats(most int, numbers ...string) string {
	names := slices.SortedFunc(maps.Keys(s.nouns), func(a, b string) int {
		return cmp.Or(s.nouns[b].files-s.nouns[a].files, cmp.Compare(a, b))
	})
	var out []string
	rest := 0
	for i, name := range names {
		n := s.nouns[name]
		if i >= most {
			rest += n.files
			continue
		}
		text := words.Plural(n.files, cmp.Or(name, "file"))
		in := n.amounts(name, numbers)
		if name == "PDF" {
			in = append(in, s.versionsOf(name)...)
		}
		if len(in) > 0 {
			text += " (" + strings.Join(in, ", ") + ")"
		}
		out = append(out, text)
	}
	if rest > 0 {
		out = append(out, words.Plural(rest, "other"))
	}
	return strings.Join(out, ", ")
}

// statedPages are the formats whose files state the number of pages that a program counted when it saved them: a copy
// of a template says 1.
var statedPages = map[string]bool{"Word document": true, "OpenDocument text": true}

// amounts returns the named numbers of files in a format that are not 0.
func (n *noun) amounts(format string, names []string) (out []string) {
	for _, name := range names {
		if n.numbers[name] == 0 {
			continue
		}
		text := counted(n.numbers[name], name)
		if name == "pages" && statedPages[format] {
			text += " stated"
		}
		if n.stated[name] < n.files {
			text += " in " + words.Count(n.stated[name])
		}
		out = append(out, text)
	}
	return out
}

// versionsOf returns "versions 1.3 to 1.7" of a format, or nothing if all files have the same.
func (s *sum) versionsOf(format string) []string {
	var versions []string
	for _, f := range s.all {
		if v, ok := strings.CutPrefix(f.Format, format+" "); ok {
			versions = append(versions, v)
		}
	}
	if len(versions) < 2 || slices.Min(versions) == slices.Max(versions) {
		return nil
	}
	return []string{"versions " + slices.Min(versions) + " to " + slices.Max(versions)}
}

// amounts returns the numbers that are not 0: "139 pages, 36,938 words". Names are plurals.
func amounts(numbers map[string]int64, names ...string) string {
	var out []string
	for _, name := range names {
		if n := numbers[name]; n > 0 {
			out = append(out, counted(n, name))
		}
	}
	return strings.Join(out, ", ")
}

// counted returns a number with its name, a plural: "1 page", "2 pages".
func counted(n int64, name string) string {
	if name == "words" {
		return words.Length(int(n))
	}
	if n == 1 {
		head, tail, _ := strings.Cut(name, " ")
		switch {
		case strings.HasSuffix(tail, "ies"):
			tail = strings.TrimSuffix(tail, "ies") + "y"
		case strings.HasSuffix(head, "ies"):
			head = strings.TrimSuffix(head, "ies") + "y"
		case tail != "" && strings.HasSuffix(tail, "s") && !strings.HasSuffix(head, "s"):
			tail = strings.TrimSuffix(tail, "s")
		default:
			head = strings.TrimSuffix(head, "s")
		}
		name = strings.TrimSpace(head + " " + tail)
	}
	return words.Count(int(n)) + " " + name
}

// top returns the most frequent values of a name: "forkers (663) · ILUG (467)".
func (s *sum) top(name string, most int) string {
	m := s.values[name]
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(m[b]-m[a], cmp.Compare(a, b)) })
	var out []string
	for _, k := range keys[:min(len(keys), most)] {
		out = append(out, k+" ("+words.Count(m[k])+")")
	}
	return strings.Join(out, " · ")
}

// period returns the span of days: "2002-01-03 to 2003-05-01", or "".
func (s *sum) period() string {
	if s.first == s.last {
		return s.first
	}
	return s.first + " to " + s.last
}
