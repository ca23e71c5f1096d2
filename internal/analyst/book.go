package analyst

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// book holds the entries of an investigation with numbers for their claims, which a synthesis cites as [12], and for
// its flags, which it cites and reviews as F3.
type book struct {
	d       *luminos.Dossier
	claims  []luminos.Evidence
	numbers map[claimKey]int // from 1
	// flags are the flags of investigators and then of rules or, of a report, all flags, each the gravest first, and then
	// the flags that the conversation raises.
	flags  []luminos.Flag
	groups []group // of the directories; nil if they are not grouped
}

type claimKey struct {
	path        luminos.Path
	first, last int
	measure     luminos.Measure
	quote       string
	statement   string
}

// keyOf returns the fields of a claim by which equal claims of several entries are recognised: path, measure, quote,
// lines and statement.
func keyOf(e luminos.Evidence) claimKey {
	k := claimKey{path: e.Path, measure: e.Measure, quote: e.Quote, statement: e.Statement}
	if e.Lines != nil {
		k.first, k.last = e.Lines.First, e.Lines.Last
	}
	return k
}

// newBook returns the book of the dossier d. Its numbers follow the paths and lines of the claims of all files, entries
// and flags, not the order in which units were finished.
func newBook(d *luminos.Dossier) *book {
	b := &book{d: d, numbers: map[claimKey]int{}, flags: flagsOf(d)}
	add := func(evidence []luminos.Evidence, statement string) {
		for _, e := range evidence {
			e.Statement = cmp.Or(e.Statement, statement)
			if b.numbers[keyOf(e)] == 0 {
				b.numbers[keyOf(e)] = 1
				b.claims = append(b.claims, e)
			}
		}
	}
	for _, f := range d.Files {
		add(f.Evidence, f.Summary)
	}
	for _, e := range d.Entries {
		add(e.Evidence, e.Summary)
		for _, a := range e.Answers {
			add(a.Evidence, a.Answer)
		}
	}
	for _, f := range b.flags {
		if f.Source == luminos.SourceModel {
			add(f.Evidence, f.Finding)
		}
	}
	for _, it := range citedStatements(d) {
		add(it.Evidence, it.Text)
	}
	slices.SortStableFunc(b.claims, func(x, y luminos.Evidence) int {
		a, c := keyOf(x), keyOf(y)
		return cmp.Or(cmp.Compare(a.path, c.path), cmp.Compare(a.first, c.first), cmp.Compare(a.last, c.last),
			cmp.Compare(a.measure, c.measure), cmp.Compare(a.quote, c.quote), cmp.Compare(a.statement, c.statement))
	})
	for i, e := range b.claims {
		b.numbers[keyOf(e)] = i + 1
	}
	b.groups = groupsOf(b)
	return b
}

// numbered is a claim with the number under which a synthesis cites it.
type numbered struct {
	luminos.Evidence
	Number int
}

// numbered returns the claims of an entry or a flag with the given text, with their numbers, without duplicates and at
// most most of them.
func (b *book) numbered(evidence []luminos.Evidence, text string, most int) (claims []numbered) {
	seen := map[int]bool{}
	for _, e := range evidence {
		e.Statement = cmp.Or(e.Statement, text)
		n := b.numbers[keyOf(e)]
		if n == 0 || seen[n] || len(seen) == most {
			continue
		}
		seen[n] = true
		claims = append(claims, numbered{e, n})
	}
	return claims
}

const (
	fileClaimsMost   = 8
	dirClaimsMost    = 12
	answerClaimsMost = 3
)

// file returns the text that shows the entry of a file to a model, with its numbered claims.
func (b *book) file(f *luminos.FileEntry) string {
	return render("file entry", struct {
		*luminos.FileEntry
		Claims []numbered
	}{f, b.numbered(f.Evidence, f.Summary, fileClaimsMost)})
}

// dir returns the text that shows the entry of a directory to a model, cut to the lengths l.
func (b *book) dir(e *luminos.Entry, l lengths) string {
	v := struct {
		*luminos.Entry
		Claims   []numbered
		Answered []answered
		Most     int
	}{Entry: e, Claims: b.numbered(e.Evidence, e.Summary, l.claims), Most: l.summary}
	for _, a := range e.Answers[:min(len(e.Answers), l.claims)] {
		v.Answered = append(v.Answered, answered{a, b.numbered(a.Evidence, a.Answer, min(l.claims, answerClaimsMost))})
	}
	return render("directory entry", v)
}

// answered is an answer to a question of the plan with its numbered claims.
type answered struct {
	luminos.Answer
	Claims []numbered
}

// synthesisView is the data for the template of the first message of the synthesis.
type synthesisView struct {
	*luminos.Dossier
	Languages, Imports []string
	Flags              string
	IsSmall            bool
	Files, Directories string
	IsGrouped          bool // whether Directories are the groups of the target
}

// synthesisOpening returns the first message of a synthesis: facts, flags and entries, in at most about room bytes.
// It shows the entries of files only if the target is small, and the directories of a large target by groups. The tool
// read_cache shows the entries that it leaves out.
func synthesisOpening(d *luminos.Dossier, b *book, room int) string {
	v := synthesisView{Dossier: d, IsSmall: d.Size() == luminos.SizeSmall, IsGrouped: len(b.groups) > 0}
	for _, l := range d.Scan.Languages {
		if l.Code > 0 && l.Type != "data" && l.Type != "prose" { // mail and tables have lines, too
			v.Languages = append(v.Languages, fmt.Sprintf("%s %s", l.Name, words.Plural(l.Code, "line")))
		}
	}
	if d.Facts != nil {
		v.Imports = importLines(&d.Facts.Imports)
	}
	v.Flags = b.flagLines(room / 3)
	left := room - len(render("synthesis_opening.md", v))
	if v.IsSmall {
		v.Files = b.files(d.Files, left)
	} else {
		plain := func(f luminos.FileEntry) bool { return !f.Notable }
		v.Files = b.files(slices.DeleteFunc(slices.Clone(d.Files), plain), left/3)
	}
	v.Directories = b.directories(max(left-len(v.Files), leastRoom))
	return render("synthesis_opening.md", v)
}

// files returns the entries of files as text of at most room bytes. It cuts no entry, and states the number of entries
// at the end that it leaves out.
func (b *book) files(files []luminos.FileEntry, room int) string {
	order := make([]int, len(files))
	for i := range order {
		order[i] = i
	}
	text, _ := fill(room, order, "file", func(i int) string { return b.file(&files[i]) })
	return text
}

// fill joins the texts of the first indexes of order that fit into room bytes, sorted by index. It returns the number
// of texts that it leaves out, and if there are any, the last line states the number, with kind as their name. The
// texts and the line have at most room bytes together, unless room is too small for the line.
func fill(room int, order []int, kind string, text func(i int) string) (all string, left int) {
	hidden := func(n int) string {
		return render("hidden entries", struct {
			Left int
			Kind string
		}{n, kind})
	}
	line := len(hidden(len(order)))
	texts := map[int]string{}
	size, fit := 0, 0 // fit is the number of texts that leave room for the line
	for k, i := range order {
		texts[i] = text(i)
		if size += len(texts[i]); size > room {
			left = len(order) - fit
			break
		}
		if size+line <= room {
			fit = k + 1
		}
	}
	var b strings.Builder
	for _, i := range slices.Sorted(slices.Values(order[:len(order)-left])) {
		b.WriteString(texts[i])
	}
	if left > 0 {
		b.WriteString(hidden(left))
	}
	return b.String(), left
}
