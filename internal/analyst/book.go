package analyst

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// book holds the entries of an investigation with numbers for their claims, which a synthesis cites as [12].
type book struct {
	d       *luminos.Dossier
	claims  []luminos.Evidence
	numbers map[claimKey]int // from 1
}

type claimKey struct {
	path        luminos.Path
	first, last int
	measure     luminos.Measure
	quote       string
}

// keyOf returns the fields of a claim by which equal claims of several entries are recognised: path,
// measure, quote and lines.
func keyOf(e luminos.Evidence) claimKey {
	k := claimKey{path: e.Path, measure: e.Measure, quote: e.Quote}
	if e.Lines != nil {
		k.first, k.last = e.Lines.First, e.Lines.Last
	}
	return k
}

// newBook returns the book of the dossier d. Its numbers follow the paths and lines of the claims of all files, entries
// and flags, not the order in which units were finished.
func newBook(d *luminos.Dossier) *book {
	b := &book{d: d, numbers: map[claimKey]int{}}
	add := func(evidence []luminos.Evidence, statement string) {
		for _, e := range evidence {
			e.Statement = cmp.Or(e.Statement, words.FirstSentence(statement, 200))
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
	}
	for _, f := range d.Flags {
		add(f.Evidence, f.Finding)
	}
	slices.SortStableFunc(b.claims, func(x, y luminos.Evidence) int {
		a, c := keyOf(x), keyOf(y)
		return cmp.Or(cmp.Compare(a.path, c.path), cmp.Compare(a.first, c.first), cmp.Compare(a.last, c.last), cmp.Compare(a.measure, c.measure), cmp.Compare(a.quote, c.quote))
	})
	for i, e := range b.claims {
		b.numbers[keyOf(e)] = i + 1
	}
	return b
}

// numbered is a claim with the number under which a synthesis cites it.
type numbered struct {
	luminos.Evidence
	Number int
}

// numbered returns the claims of one entry with their numbers, without duplicates and at most most of them.
func (b *book) numbered(evidence []luminos.Evidence, most int) (claims []numbered) {
	seen := map[int]bool{}
	for _, e := range evidence {
		n := b.numbers[keyOf(e)]
		if n == 0 || seen[n] || len(seen) == most {
			continue
		}
		seen[n] = true
		e.Statement = b.claims[n-1].Statement
		claims = append(claims, numbered{e, n})
	}
	return claims
}

const (
	fileClaimsMost = 8
	dirClaimsMost  = 12
)

// file returns the text that shows the entry of a file to a model, with its numbered claims.
func (b *book) file(f *luminos.FileEntry) string {
	return render("file entry", struct {
		*luminos.FileEntry
		Claims []numbered
	}{f, b.numbered(f.Evidence, fileClaimsMost)})
}

// dir returns the text that shows the entry of a directory to a model, with its numbered claims and a summary of at
// most most characters.
func (b *book) dir(e *luminos.Entry, most int) string {
	return render("directory entry", struct {
		*luminos.Entry
		Claims []numbered
		Most   int
	}{e, b.numbered(e.Evidence, dirClaimsMost), most})
}

// synthesisView is the data for the template of the first message of the synthesis.
type synthesisView struct {
	*luminos.Dossier
	Languages          []string
	Flags              []flagView
	IsSmall            bool
	Files, Directories string
}

type flagView struct {
	luminos.Flag
	Claims []numbered
}

// synthesisOpening returns the first message of a synthesis: facts, flags and entries, in at most about room bytes.
// It shows the entries of files only if the target is small. If the entries of directories are too long, it shortens
// their summaries first, then leaves out the deepest directories; the tool read_cache shows them.
func synthesisOpening(d *luminos.Dossier, b *book, room int) string {
	v := synthesisView{Dossier: d, IsSmall: tierOf(d) == tierSmall}
	for _, l := range d.Scan.Languages {
		if l.Code > 0 {
			v.Languages = append(v.Languages, fmt.Sprintf("%s %s", l.Name, words.Plural(l.Code, "line")))
		}
	}
	for _, f := range d.Flags {
		v.Flags = append(v.Flags, flagView{f, b.numbered(f.Evidence, 1)})
	}
	left := room - len(render("synthesis_opening.md", v))
	if v.IsSmall {
		var files strings.Builder
		for i := 0; i < len(d.Files) && files.Len() < left; i++ {
			files.WriteString(b.file(&d.Files[i]))
		}
		v.Files = files.String()
	}
	v.Directories = b.dirs(left - len(v.Files))
	return render("synthesis_opening.md", v)
}

// dirs returns the entries of directories as text of at most max(room, 4096) bytes. If they are too long, it shortens
// summaries, leaves out deep directories and, at last, cuts the text.
func (b *book) dirs(room int) string {
	for depth, most := 1<<30, reportMost; ; {
		last := depth <= 1 && most <= 200
		if text, ok := b.dirsTo(depth, most, room); ok || last {
			return strings.ToValidUTF8(text[:min(len(text), max(room, 4096))], "")
		}
		switch {
		case most > 500:
			most /= 2
		case depth > 12:
			depth = 12
		case depth > 1:
			depth--
		default:
			most /= 2
		}
	}
}

// dirsTo returns the entries of directories down to a depth and of all priority directories, with summaries of at most
// most characters. It stops after the entry with which the text exceeds max(room, 4096) bytes, and reports whether all
// entries fit into room bytes.
func (b *book) dirsTo(depth, most, room int) (string, bool) {
	var text strings.Builder
	left := 0
	for i := range b.d.Entries {
		e := &b.d.Entries[i]
		if e.Path.Depth() > depth && e.Tier != luminos.TierPriority {
			left++
			continue
		}
		if text.WriteString(b.dir(e, most)); text.Len() > max(room, 4096) {
			return text.String(), false
		}
	}
	text.WriteString(render("hidden entries", left))
	return text.String(), text.Len() <= room
}
