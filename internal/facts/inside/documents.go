package inside

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// documentRows adds the rows about each document: titles, versions of formats, languages, kinds, and old formats.
func documentRows(files []luminos.FileInside, scan *luminos.Scan, add func(label string, parts ...string)) {
	versions, languages, kinds := map[string]int{}, map[string]int{}, map[string]int{}
	first, last := map[string]string{}, map[string]string{} // years of documents of a kind
	var old []luminos.Path
	var titled []*luminos.FileInside
	for i := range files {
		f := &files[i]
		if name := family(&f.Extraction); name != "pdf" && name != "office" {
			continue
		}
		if v, ok := strings.CutPrefix(f.Format, "PDF "); ok {
			versions[v]++
		}
		if isOld(f.Format) {
			old = append(old, f.Path)
		}
		if l := f.Property(languageOfText); l != "" {
			languages[l]++
		}
		if k := f.Property(kindOfText); k != "" {
			kinds[k]++
			if year := f.Property(statedYear); year != "" {
				if first[k] == "" || year < first[k] {
					first[k] = year
				}
				last[k] = max(last[k], year)
			}
		}
		if isTitle(f) {
			titled = append(titled, f)
		}
	}
	add("Versions", versionsText(versions))
	add("Titles", titlesText(titled))
	add("Kinds", kindsText(kinds, first, last))
	if len(languages) > 0 {
		all := luminos.Counts(languages)
		in := "in " + words.Name(all[0].Name) + ": " + words.Plural(all[0].Files, "document")
		add("Language", in+strings.TrimPrefix(names(all, 6), words.Name(all[0].Name)+" "+words.Count(all[0].Files)))
	}
	for i := range scan.Files {
		if f := &scan.Files[i]; f.Regular() && !f.Text && !f.Vendored && f.Size > 0 && oldExtensions[f.Path.Ext()] {
			old = append(old, f.Path)
		}
	}
	slices.SortFunc(old, func(a, b luminos.Path) int { return cmp.Compare(a, b) })
	old = slices.Compact(old)
	if len(old) > 0 {
		add("Old", words.Plural(len(old), "file")+" in formats that few programs still open: "+named(old))
	}
	locks(scan, add)
}

// versionsText returns the versions of PDF with their numbers of files: "PDF 1.3 to 1.7: 1.4 33, 1.5 10".
func versionsText(versions map[string]int) string {
	if len(versions) == 0 {
		return ""
	}
	all := luminos.Counts(versions)
	slices.SortFunc(all, func(a, b luminos.Counted) int { return cmp.Compare(a.Name, b.Name) })
	out := make([]string, 0, len(all))
	for _, v := range all[:min(len(all), 10)] {
		out = append(out, words.Name(v.Name)+" ("+words.Count(v.Files)+")")
	}
	return "PDF " + strings.Join(out, ", ")
}

// titlesMost is the number of documents that a row names with their titles.
const titlesMost = 4

// titlesText returns the titles of the longest documents with their figures.
func titlesText(titled []*luminos.FileInside) string {
	slices.SortStableFunc(titled, func(a, b *luminos.FileInside) int {
		return cmp.Compare(b.Number("words"), a.Number("words"))
	})
	var out []string
	seen := map[string]bool{}
	for _, f := range titled {
		title := words.Shorten(f.Property("title"), 60)
		if key := strings.ToLower(title); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		parts := []string{nounOf(f.Format)}
		for _, name := range []string{"pages", "words"} {
			if n := f.Number(name); n > 0 {
				parts = append(parts, counted(n, name))
			}
		}
		if year := f.Property(statedYear); year != "" {
			parts = append(parts, year)
		}
		out = append(out, words.Quote(title)+" ("+strings.Join(parts, ", ")+")")
		if len(out) == titlesMost {
			break
		}
	}
	return strings.Join(out, ", ")
}

// isTitle reports whether the title of a document names its subject: programs write the name of the file, or "Microsoft
// Word - …" in its place.
func isTitle(f *luminos.FileInside) bool {
	title := strings.ToLower(f.Property("title"))
	for _, begin := range []string{
		"microsoft word", "microsoft powerpoint", "untitled", "title", "document", "slide 1", "test",
	} {
		if strings.HasPrefix(title, begin) {
			return false
		}
	}
	ext := luminos.Path(title).Ext()
	return letteredWords(title) > 1 && (len(ext) < 3 || len(ext) > 5)
}

// letteredWords returns the number of words of at least two characters, one of them a letter: a date has one.
func letteredWords(s string) int {
	n := 0
	for w := range strings.FieldsSeq(s) {
		if strings.IndexFunc(w, unicode.IsLetter) >= 0 && utf8.RuneCountInString(w) > 1 {
			n++
		}
	}
	return n
}

// kindsText returns the kinds of documents with their numbers and years: "11 invoices (2014 to 2022), 2 agendas".
func kindsText(kinds map[string]int, first, last map[string]string) string {
	var out []string
	for _, k := range luminos.Counts(kinds) {
		text := words.Plural(k.Files, k.Name)
		switch from, to := first[k.Name], last[k.Name]; {
		case from == "":
		case from == to:
			text += " (" + from + ")"
		default:
			text += " (" + from + " to " + to + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// isOld reports whether few programs of today open a format.
func isOld(format string) bool {
	for _, begin := range []string{
		"Word 1", "Word 2", "Word 6", "Word document before", "Word for", "WordPerfect", "Excel 2", "Excel 3", "Excel 4",
		"Excel 5", "PowerPoint 2", "PowerPoint 3", "PowerPoint 4", "PowerPoint 95", "Works",
	} {
		if strings.HasPrefix(format, begin) {
			return true
		}
	}
	return false
}

// oldExtensions are the extensions of formats without a reader that few programs still open.
var oldExtensions = map[string]bool{
	".wpd": true, ".wps": true, ".wri": true, ".wk1": true, ".wk3": true, ".wk4": true, ".123": true, ".qpw": true,
	".wb3": true, ".wb2": true, ".mdb": true, ".sam": true, ".lwp": true, ".sxw": true, ".sxc": true, ".sxi": true,
	".cwk": true,
}

// locks adds the row about files that office programs make beside an open document.
func locks(scan *luminos.Scan, add func(label string, parts ...string)) {
	var found []luminos.Path
	for i := range scan.Files {
		base := scan.Files[i].Path.Base()
		if strings.HasPrefix(base, "~$") || strings.HasPrefix(base, ".~lock.") && strings.HasSuffix(base, "#") {
			found = append(found, scan.Files[i].Path)
		}
	}
	if len(found) > 0 {
		add("Locks", words.Plural(len(found), "file")+" of office programs that had a document open: "+named(found))
	}
}
