package inside

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// books adds up the e-books of one target, as their files describe them.
type books struct {
	files, others             []*luminos.FileInside // e-books, and other documents
	titles, authors, declared map[string]int
	named, dated              int // books with an author, and with a year
	first, last               string
}

// bookRows returns the row with the numbers of titles, authors, years and languages of e-books, and the row with their
// titles if other documents are not more.
func bookRows(files []luminos.FileInside) []luminos.InsideRow {
	b := books{titles: map[string]int{}, authors: map[string]int{}, declared: map[string]int{}}
	for i := range files {
		switch f := &files[i]; {
		case f.IsBook():
			b.add(f)
		case family(&f.Extraction) == "office" || family(&f.Extraction) == "pdf":
			b.others = append(b.others, f)
		}
	}
	if len(b.files) < 2 || len(b.titles) == 0 {
		return nil
	}
	rows := []luminos.InsideRow{{Label: "Books", Text: b.text(), Aside: len(b.files)*fewShare < len(files)}}
	if len(b.others) <= len(b.files) {
		named, plain := b.shelf()
		row := luminos.InsideRow{Label: "Titles", Text: named}
		if named != plain {
			row.Private, row.Shared = true, plain
		}
		rows = append(rows, row)
	}
	return rows
}

// add adds a book.
func (b *books) add(f *luminos.FileInside) {
	b.files = append(b.files, f)
	if f.Property("title") != "" {
		b.titles[titleKey(f)]++
	}
	authors := authorsOf(f)
	for _, a := range authors {
		b.authors[a]++
	}
	if len(authors) > 0 {
		b.named++
	}
	if year := bookYear(f); year != "" {
		if b.dated++; b.first == "" || year < b.first {
			b.first = year
		}
		b.last = max(b.last, year)
	}
	tag, _, _ := strings.Cut(strings.ReplaceAll(f.Property("language"), "_", "-"), "-")
	if len(tag) == 2 || len(tag) == 3 {
		b.declared[strings.ToLower(tag)]++
	}
}

// noAuthors are the words that programs write for an author whom they do not know, in lower case.
var noAuthors = []string{"unknown", "unknown author", "unbekannt", "inconnu", "desconocido", "desconhecido",
	"sconosciuto", "onbekend"}

// authorsOf returns the authors of a document. A book lists each of them.
func authorsOf(f *luminos.FileInside) []string {
	var names []string
	for _, c := range topOf(f, "author").Top {
		names = append(names, c.Name)
	}
	if a := f.Property("author"); a != "" && len(names) == 0 {
		names = []string{a}
	}
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(noAuthors, strings.ToLower(name)) })
}

// authorText returns the authors of a document in one text. Some books list one author several times.
func authorText(f *luminos.FileInside) string {
	all, known := topOf(f, "author").Top, authorsOf(f)
	if len(known) == 0 || slices.ContainsFunc(all, func(c luminos.Counted) bool { return c.Files > 1 }) {
		return strings.Join(known, ", ")
	}
	return f.Property("author")
}

// titleKey returns the title and the authors of a document in one form, the same for all editions.
func titleKey(f *luminos.FileInside) string {
	return strings.ToLower(f.Property("title") + "\x00" + authorText(f))
}

// beginsYear matches a date that begins with a year, in the forms that books have.
var beginsYear = lazyregexp.Lazy(`^(1[0-9]{3}|20[0-9]{2})(?:-|$)`)

// bookYear returns the year that the description of a book states, or "".
func bookYear(f *luminos.FileInside) string {
	date := cmp.Or(f.Property("date"), f.Property("year"))
	if m := beginsYear().FindStringSubmatch(date); m != nil {
		return m[1]
	}
	return ""
}

// text returns the sums: "36 titles in 49 e-books · 34 authors, named in 42 · dated 1882 to 2025 in 26".
func (b *books) text() string {
	parts := []string{words.Plural(len(b.titles), "title")}
	if n := len(b.files); n > len(b.titles) {
		parts[0] += " in " + words.Plural(n, ebook)
	}
	among := func(n int) string {
		if n == len(b.files) {
			return " all"
		}
		return " " + words.Count(n) + " of them"
	}
	if b.named > 0 {
		parts = append(parts, words.Plural(len(b.authors), "author")+", named in"+among(b.named))
	}
	if b.dated > 0 {
		span := b.first
		if b.first != b.last {
			span += " to " + b.last
		}
		parts = append(parts, "dated "+span+" in"+among(b.dated))
	}
	if len(b.declared) > 0 {
		parts = append(parts, "languages declared: "+names(luminos.Counts(b.declared), 6))
	}
	return strings.Join(parts, " · ")
}

// shelf returns the titles of the books, and of other documents, with their authors and without, the longest first.
func (b *books) shelf() (named, plain string) {
	all := slices.Clone(b.files)
	for _, f := range b.others {
		if isTitle(f) {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(x, y *luminos.FileInside) int {
		return cmp.Compare(y.Number("words"), x.Number("words"))
	})
	seen := map[string]bool{}
	var with, without []string
	for _, f := range all {
		title, key := words.Shorten(f.Property("title"), 60), titleKey(f)
		if title == "" || seen[key] {
			continue
		}
		seen[key] = true
		without = append(without, words.Quote(title))
		by := authorText(f)
		if by != "" {
			by = " (" + words.Name(words.Shorten(by, 40)) + ")"
		}
		with = append(with, words.Quote(title)+by)
	}
	return words.Some(with, luminos.BooksShown), words.Some(without, luminos.BooksShown)
}
