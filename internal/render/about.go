package render

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// listingRowOf returns the line of a listing for a directory or a file: the number of files in it and their size.
func listingRowOf(d *dossier, c *node) listingRow {
	r := listingRow{name: string(c.Path), at: &spot{path: c.Path, dir: !c.file}, about: aboutOf(d, c)}
	if !c.file {
		r.name += "/"
	}
	if c.up != "" {
		r.level, r.name = 1, strings.TrimPrefix(r.name, string(c.up)+"/")
	}
	r.measures = [2]string{words.Count(c.TotalFiles), words.Bytes(c.Bytes)}
	if c.file {
		r.measures[0] = ""
	}
	return r
}

// aboutMost is the most characters of a description in a listing.
const aboutMost = 120

// aboutOf returns the description of a directory or a file in one sentence: the words of a model, its own words, or
// words for its content.
func aboutOf(d *dossier, c *node) []span {
	for _, e := range d.report.Entries {
		if e.Path != c.Path || e.Basis != luminos.Judged {
			continue
		}
		m := mark(e.Basis)
		if uncited(e) {
			m = unsupported(m)
		}
		return []span{text(words.FirstSentence(e.Summary, 2*aboutMost)), m}
	}
	if c.About != "" {
		return []span{text(words.Quote(words.FirstSentence(withoutName(c.About, c.Path.Base()), aboutMost)))}
	}
	if c.TotalFiles == 0 && !c.file {
		return []span{text(withoutFiles(c))}
	}
	role := ""
	if setAside[c.Role] && !several(d.facts) { // the role of other directories follows from the files directly inside
		role = string(c.Role)
	}
	holds := cmp.Or(dataIn(d.facts, c), mediaIn(d.facts, c), titlesIn(d.facts, c), children(c), symbols(c),
		kinds(c, d.facts.MainLanguage != ""))
	switch {
	case c.Role == luminos.DirTests && c.tests == 0 && d.facts.MainLanguage == "":
		return []span{text(holds)} // a name alone makes no tests where nothing is developed
	case holds != "" && role != "":
		return []span{text(role + ": " + holds)}
	case holds != "": // it says more than the role
		return []span{text(holds)}
	}
	return []span{text(role)}
}

// withoutFiles returns words for a subtree without files that are read: the number of its links and of the files that
// are ignored, or "no files".
func withoutFiles(c *node) string {
	var parts []string
	if n := sumOf(c, 0, func(d *luminos.DirFacts) int { return d.Links }); n > 0 {
		parts = append(parts, words.Plural(n, "link"))
	}
	if n := sumOf(c, 0, func(d *luminos.DirFacts) int { return d.Ignored }); n > 0 {
		parts = append(parts, words.Plural(n, "ignored file"))
	}
	if sumOf(c, 0, func(d *luminos.DirFacts) int { return len(d.Unreadable) }) > 0 {
		parts = append(parts, "not readable")
	}
	return cmp.Or(words.List(parts), "no files")
}

// sumOf returns the sum of a count over a directory at a depth and the ones below it, as far as paths can be deep.
func sumOf(c *node, depth int, count func(*luminos.DirFacts) int) int {
	n := count(c.DirFacts)
	for _, k := range c.children {
		if depth < deepestPath {
			n += sumOf(k, depth+1, count)
		}
	}
	return n
}

// withoutName returns the description of a package without "Package NAME" at its beginning, since the line of a listing
// begins with the name.
func withoutName(about, name string) string {
	first, rest, _ := strings.Cut(about, " ")
	second, rest, _ := strings.Cut(rest, " ")
	named := strings.EqualFold(first, "package") && strings.EqualFold(second, name)
	if named && strings.ContainsFunc(rest, unicode.IsLetter) {
		return "… " + rest
	}
	return about
}

// dataIn returns words for the datasets that are whole in a subtree, or for the file, if they are at least half of its
// files, else "".
func dataIn(facts *luminos.Facts, c *node) string {
	var formats []string
	n, rows, several := 0, int64(0), false
	for _, data := range facts.Datasets {
		if data.Path == c.Path || data.Dir().Within(c.Path) {
			if !slices.Contains(formats, data.Format) {
				formats = append(formats, data.Format)
			}
			n += max(data.Count, 1)
			rows += records(data)
			several = several || data.Count > 1
		}
	}
	if n == 0 || n*2 < c.TotalFiles {
		return ""
	}
	if c.file && (several || rows < 2) { // the records are counted for all files alike, or the file is one object
		return words.List(formats)
	}
	if c.file {
		return words.List(formats) + ", " + words.Plural(rows, "record")
	}
	return words.Plural(n, "file") + " of data (" + words.Some(formats, 3) + ")"
}

// mediaIn returns words for the images, sounds and videos of a subtree if they are at least half of its files, else "".
func mediaIn(facts *luminos.Facts, c *node) string {
	files := map[luminos.Category]int{}
	n := 0
	for _, m := range facts.Media {
		if m.Dir.Within(c.Path) {
			files[m.Category] += m.Files
			n += m.Files
		}
	}
	if n*2 < c.TotalFiles || n == 0 {
		return ""
	}
	var parts []string
	for _, k := range []luminos.Category{luminos.CategoryImage, luminos.CategoryVideo, luminos.CategoryAudio} {
		if files[k] > 0 {
			one := map[luminos.Category]string{luminos.CategoryAudio: "sound file"}[k]
			parts = append(parts, words.Plural(files[k], cmp.Or(one, string(k))))
		}
	}
	return words.List(parts)
}

// titledWords is the fewest words of a document whose title describes its directory.
const titledWords = 10

// titlesIn returns the titles of the first documents directly in a directory, or of the file, or "".
func titlesIn(facts *luminos.Facts, c *node) string {
	var titles []string
	for _, doc := range facts.Documents {
		if slices.ContainsFunc(facts.Papers, func(p luminos.Paper) bool { return p.Path == doc.Path && p.Title == "" }) {
			continue // the first of its sections is no title
		}
		title := words.Quote(words.Shorten(doc.Title, aboutMost/2))
		within := doc.Path == c.Path || doc.Path.Dir() == c.Path && doc.Words >= titledWords && hasTitle(&doc) &&
			(facts.MainLanguage == "" || doc.Path.Ext() != ".txt") // a dump, a list or a log beside code
		if doc.Title != "" && within && !strings.EqualFold(doc.Title, c.Path.Base()) && !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	return words.Some(titles, 2)
}

// hasTitle reports whether the title of a document describes its directory: it begins with a letter or a digit, it calls
// no function, and the document is not about the work on the target.
func hasTitle(doc *luminos.Document) bool {
	first, _ := utf8.DecodeRuneInString(doc.Title)
	word := unicode.IsLetter(first) || unicode.IsDigit(first)
	manual := strings.EqualFold(doc.Title, "name")         // the first heading of a manual page
	name, arguments, called := strings.Cut(doc.Title, "(") // a line of a program, as in a package of R, and no page ls(1)
	called = called && !strings.Contains(name, " ") && strings.Trim(arguments, "0123456789)") != ""
	return word && !called && !manual && !strings.HasPrefix(doc.Title, "SPDX-") && !choreDocument(doc.Path)
}

// children returns the names of the heaviest directories in c that are not empty, if there are several, or "". The ones
// with tests, documentation and the like are only counted. Of a Maildir it returns the
// number of its messages. The directories of documentation and tests have names that say nothing more.
func children(c *node) string {
	var kids, aside []*node // tests and test data describe no code beside them
	for _, k := range c.children {
		switch {
		case strings.HasPrefix(k.Path.Base(), "."), k.TotalFiles == 0:
		case k.aside && !c.aside:
			aside = append(aside, k)
		default:
			kids = append(kids, k)
		}
	}
	if len(kids) < 2 || c.Role == luminos.DirDocumentation || c.Role == luminos.DirTests {
		return ""
	}
	if isMaildir(c, slices.Concat(kids, aside)) {
		return words.Plural(messages(c), "message") + " of mail"
	}
	empty := func(k *node) bool { return k.TotalFiles+k.Files+k.Links+k.Ignored == 0 && k.Unreadable == "" }
	if kids = slices.DeleteFunc(kids, empty); len(kids) < 2 {
		return ""
	}
	slices.SortFunc(kids, compareContents)
	var names []string
	for _, k := range append(kids, aside...) {
		names = append(names, k.Path.Base())
	}
	return words.Some(names, min(3, len(kids)))
}

// isMaildir reports whether a directory has no files, and only the directories of a Maildir.
func isMaildir(c *node, kids []*node) bool {
	return c.Files == 0 && !slices.ContainsFunc(kids, func(k *node) bool {
		return !slices.Contains([]string{"cur", "new", "tmp"}, k.Path.Base())
	})
}

// messages returns the number of messages in the directories of a Maildir below c. Beside them are marks and indexes.
func messages(c *node) int {
	if base := c.Path.Base(); base == "cur" || base == "new" {
		return c.Files
	}
	n := 0
	for _, k := range c.children {
		n += messages(k)
	}
	return n
}

// symbols returns the names of the first public definitions of a directory, or "".
func symbols(c *node) string {
	if c.aside || len(c.Symbols) == 0 {
		return ""
	}
	var names []string
	for _, s := range c.Symbols {
		if s.Name != "main" && !strings.HasPrefix(s.Name, "_") {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	if most := 3; len(names) > most { // the facts hold the first symbols only: their number says nothing
		names = append(names[:most:most], "others")
	}
	return "defines " + words.List(names)
}

// silent are languages whose names say nothing about a directory.
var silent = []string{"Text", "Ignore List", "Git Attributes", "Git Config", "EditorConfig"}

// extension returns the number of files with one extension: "3 CSV". An extension that names a compression only says
// nothing, except of the pages of a manual.
func extension(c *node, e luminos.Counted) string {
	switch e.Name {
	case ".debian":
		return words.Plural(e.Files, "text")
	case ".gz", ".xz", ".bz2", ".zst":
		if base := c.Path.Base(); len(base) == len("man1") && strings.HasPrefix(base, "man") {
			return words.Plural(e.Files, "manual page")
		}
		return words.Plural(e.Files, "compressed file")
	}
	return words.Count(e.Files) + " " + strings.ToUpper(strings.TrimPrefix(e.Name, "."))
}

// others returns words for the files of a subtree that are not among the known ones, which are directly inside: the
// others there, and the ones below.
func others(c *node, known int) (parts []string) {
	if n := c.Files - known; n > 0 {
		parts = append(parts, words.Plural(n, "other"))
	}
	if n := c.TotalFiles - max(c.Files, known); n > 0 {
		parts = append(parts, words.Count(n)+" below")
	}
	return parts
}

// formatNames returns the commonest formats of the files directly in a directory, and the numbers of the other files; of a
// single format only the name, since the line has the number.
func formatNames(c *node) string {
	var names []string
	if f := c.Formats[0]; f.Files == c.TotalFiles {
		return strings.TrimPrefix(words.Plural(f.Files, f.Name), words.Count(f.Files)+" ")
	}
	known := 0
	for _, f := range c.Formats[:min(3, len(c.Formats))] {
		names = append(names, words.Plural(f.Files, f.Name))
		known += f.Files
	}
	return words.List(append(names, others(c, known)...))
}

// kinds returns the languages of a directory if they account for its extensions, else its commonest extensions, else
// the number of its archives or executables. In a target that is not code, all files of the subtree must be in
// the languages. It returns "" if fewer than half of the files are directly inside, and if the code is elsewhere.
func kinds(c *node, code bool) string {
	if lines := c.own + c.tests; c.Files*2 < c.TotalFiles && c.Code*2 <= lines || lines > 0 && c.Code == 0 {
		return ""
	}
	if len(c.Formats) > 0 && !code {
		return formatNames(c)
	}
	var formats []string
	known := 0
	for _, e := range c.Extensions[:min(3, len(c.Extensions))] {
		if strings.Trim(e.Name, ".0123456789") != "" {
			known += e.Files
			formats = append(formats, extension(c, e))
		}
	}
	most := luminos.Dominant(c.Categories, nil)
	spoken := code && (c.Code > 0 || len(formats) <= len(c.Languages) && most != luminos.CategoryArchive)
	if n := len(c.Languages); 0 < n && n <= 3 && (spoken || c.LanguageFiles == c.TotalFiles) {
		if slices.ContainsFunc(c.Languages, func(l string) bool { return slices.Contains(silent, l) }) {
			return ""
		}
		return words.List(c.Languages)
	}
	if most == luminos.CategoryOther && known <= c.Files/2 {
		return ""
	}
	if len(formats) > 0 {
		return words.List(append(formats, others(c, known)...))
	}
	if most == luminos.CategoryArchive || most == luminos.CategoryExecutable {
		return words.Plural(c.Categories[most], string(most))
	}
	return ""
}
