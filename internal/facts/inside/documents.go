package inside

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// papers adds up the documents of one target.
type papers struct {
	versions, languages      map[string]int
	old                      []luminos.Path
	titled, single, invoices []*luminos.FileInside
	copies                   map[luminos.Path]bool // other copies of a document with equal content
}

// add adds a document.
func (p *papers) add(f *luminos.FileInside) {
	if v, ok := strings.CutPrefix(f.Format, "PDF "); ok {
		p.versions[v]++
	}
	if isOld(f.Format) {
		p.old = append(p.old, f.Path)
	}
	if l := f.Property(languageOfText); l != "" {
		p.languages[l]++
	}
	if p.copies[f.Path] {
		return
	}
	p.single = append(p.single, f)
	if f.Property(kindOfText) != "" {
		p.invoices = append(p.invoices, f)
	}
	if isTitle(f) {
		p.titled = append(p.titled, f)
	}
}

// documentRows adds the rows about each document: titles unless the row of a shelf of books has them, versions of
// formats, languages, kinds, and old formats.
func documentRows(
	files []luminos.FileInside, scan *luminos.Scan, shelf bool, add func(label string, parts ...string),
) {
	p := papers{
		versions: map[string]int{}, languages: map[string]int{}, copies: copiesOf(scan),
	}
	messages := 0
	for i := range files {
		messages += int(files[i].Number("messages"))
		if name := family(&files[i].Extraction); name == "pdf" || name == "office" {
			p.add(&files[i])
		}
	}
	add("Versions", versionsText(p.versions))
	if !shelf {
		add("Titles", titlesText(ofTarget(p.titled, scan)))
	}
	add("Invoices", invoicesText(p.invoices))
	add("Totals", totalsText(p.invoices))
	add("Drafts", draftsText(p.single))
	add("Made", madeText(p.single, dropTemplateDays(files, p.single)))
	if total(p.languages) > messages { // the languages of a few documents are not the ones of a mail archive
		all := luminos.Counts(p.languages)
		most := words.Plural(all[0].Files, "document") + " in " + words.Name(all[0].Name)
		add("Language", most+strings.TrimPrefix(names(all, 6), words.Name(all[0].Name)+" ("+words.Count(all[0].Files)+")"))
	}
	old := p.old
	for i := range scan.Files {
		if f := &scan.Files[i]; f.Regular() && !f.Text && !f.Vendored && f.Size > 0 && oldExtensions[f.Path.Ext()] {
			old = append(old, f.Path)
		}
	}
	slices.Sort(old)
	old = slices.Compact(old)
	if len(old) > 0 {
		add("Old", words.Plural(len(old), "file")+" in formats that few programs still open: "+named(old))
	}
	locks(scan, add)
}

// ofTarget returns the documents whose titles can describe the target: beside more sources none of tests, examples and
// themes, and beside texts in LaTeX no figure, a PDF file of one page.
func ofTarget(titled []*luminos.FileInside, scan *luminos.Scan) []*luminos.FileInside {
	sources, latex := 0, false
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Category == luminos.CategorySource && !f.Vendored {
			sources++
		}
		latex = latex || f.Path.Ext() == ".tex"
	}
	return slices.DeleteFunc(titled, func(f *luminos.FileInside) bool {
		aside := pathrole.Under(f.Path, luminos.DirTests, luminos.DirFixtures, luminos.DirExamples) ||
			strings.Contains("/"+string(f.Path), "/themes/")
		return aside && sources > len(titled) || latex && family(&f.Extraction) == "pdf" && f.Number("pages") == 1
	})
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
const titlesMost = 8

// seriesLeast is the number of titles from which on ones that differ in numbers only are shown by the first of them.
const seriesLeast = 3

// seriesKey returns the title of a document without its numbers: one for the invoices or the lectures of a series.
func seriesKey(f *luminos.FileInside) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, titleKey(f))
}

// titlesText returns the titles of the longest documents with their figures.
func titlesText(titled []*luminos.FileInside) string {
	slices.SortStableFunc(titled, func(a, b *luminos.FileInside) int {
		return cmp.Compare(b.Number("words"), a.Number("words"))
	})
	var out []string
	seen, alike := map[string]bool{}, map[string]int{}
	titled = slices.DeleteFunc(slices.Clone(titled), func(f *luminos.FileInside) bool {
		key := titleKey(f)
		again := seen[key]
		seen[key] = true
		return again
	})
	for _, f := range titled {
		alike[seriesKey(f)]++
	}
	for _, f := range titled {
		title, n := words.Shorten(f.Property("title"), 60), alike[seriesKey(f)]
		if n == 0 {
			continue
		}
		parts := []string{nounOf(f.Format)}
		for _, name := range []string{"pages", "slides", "sheets", "words"} {
			stale := name == "pages" && strings.HasPrefix(f.Format, "Word") && f.Number("words") > 0 // see statedPages
			if n := f.Number(name); n > 0 && !stale {
				parts = append(parts, counted(n, name))
				break
			}
		}
		if year := f.Property(statedYear); year != "" {
			parts = append(parts, year)
		}
		text := words.Quote(title) + " (" + strings.Join(parts, ", ") + ")"
		if n >= seriesLeast {
			text += " and " + words.Count(n-1) + " that differ in numbers"
			alike[seriesKey(f)] = 0
		}
		out = append(out, text)
		if len(out) == titlesMost {
			break
		}
	}
	return strings.Join(out, ", ")
}

// reCode matches marks of a line of code. It does not match the name of a module, "Text::Wrap".
var reCode = lazyregexp.Lazy(`\w->\w|\w::\w+[(<]|\(struct\b|[;{}]\s*$|\)\s*\{`)

// isTitle reports whether the title of a document names its subject: programs write the name of the file, "Microsoft
// Word - …" or the first line of a source file in its place.
func isTitle(f *luminos.FileInside) bool {
	title := strings.ToLower(f.Property("title"))
	if f.IsLetter() || reCode().MatchString(title) {
		return false
	}
	for _, begin := range []string{
		"microsoft word", "microsoft powerpoint", "powerpoint presentation", "untitled", "title",
		"document", "slide 1", "test",
	} {
		if strings.HasPrefix(title, begin) {
			return false
		}
	}
	ext, least := luminos.Path(title).Ext(), 2
	if f.IsBook() { // a book has a title that its author gave it
		least = 1
	}
	return letteredWords(title) >= least && (len(ext) < 3 || len(ext) > 5)
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

// invoicesText returns the number of different invoices, and the years that they state: "11 different invoices, 8 of
// 2014 to 2023".
func invoicesText(all []*luminos.FileInside) string {
	if len(all) == 0 {
		return ""
	}
	first, last, n := "", "", 0
	for _, f := range all {
		if year := f.Property(statedYear); year != "" {
			if first == "" || year < first {
				first = year
			}
			last = max(last, year)
			n++
		}
	}
	text := words.Plural(len(all), "different invoice")
	if n == 0 {
		return text
	}
	if n < len(all) {
		text += ", " + words.Count(n)
	}
	if text += " of " + first; last != first {
		text += " to " + last
	}
	return text
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
