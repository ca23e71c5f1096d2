package analyst

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// book is all entries with their claims numbered, for a synthesis to cite.
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

func keyOf(e luminos.Evidence) claimKey {
	k := claimKey{path: e.Path, measure: e.Measure, quote: e.Quote}
	if e.Lines != nil {
		k.first, k.last = e.Lines.First, e.Lines.Last
	}
	return k
}

// newBook numbers the claims of all entries and flags by their place, so that a
// number does not depend on who was done first.
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

// writeClaims writes claims with their numbers, one a line, at most so many.
func (b *book) writeClaims(out *strings.Builder, evidence []luminos.Evidence, most int) {
	seen := map[int]bool{}
	for _, e := range evidence {
		n := b.numbers[keyOf(e)]
		if n == 0 || seen[n] || len(seen) == most {
			continue
		}
		seen[n] = true
		place := named(e.Path)
		switch {
		case e.Measure != "":
			place += fmt.Sprintf(", %s: %s", e.Measure, short(e.Value, 100))
		case e.Lines != nil:
			place += fmt.Sprintf(":%d", e.Lines.First)
		}
		fmt.Fprintf(out, "  [%d] %s (%s)\n", n, short(b.claims[n-1].Statement, 200), place)
	}
}

// writeDir writes the entry of a directory.
func (b *book) writeDir(out *strings.Builder, e *luminos.Entry, most int) {
	note := fmt.Sprintf("confidence %.1f", e.Confidence)
	if e.Partial {
		note += "; partial: " + short(e.PartialReason, 160)
	}
	if e.Tier == luminos.TierSkip {
		note = "skipped: measured only"
	}
	if e.Basis != luminos.Judged {
		note += "; by rules"
	}
	fmt.Fprintf(out, "- %s (%s): %s\n", named(e.Path), note, words.Shorten(e.Summary, most))
	if e.ConfidenceReason != "" && e.Confidence < 0.5 {
		fmt.Fprintf(out, "  unsure because %s\n", short(e.ConfidenceReason, 200))
	}
	b.writeClaims(out, e.Evidence, 12)
}

func (b *book) writeFile(out *strings.Builder, f *luminos.FileEntry) {
	fmt.Fprintf(out, "- %s: %s\n", named(f.Path), words.Shorten(f.Summary, entryMost))
	b.writeClaims(out, f.Evidence, 8)
}

// synthesisOpening shows facts, flags and entries, as much as there is room for.
// File entries are for small targets; of large ones the summaries are shortened
// before the deepest directories are left to read_cache.
func synthesisOpening(d *luminos.Dossier, b *book, room int) string {
	var out strings.Builder
	if s := d.Survey; s != nil {
		fmt.Fprintf(&out, "## Survey, before anything was read\n\n%s\n", s.Description)
	}
	s := d.Scan.SurveySignals
	fmt.Fprintf(&out, "\n%s in %s, %s.\n", words.Plural(s.Files, "file"), words.Plural(s.Directories, "directory"), words.Bytes(s.Bytes))
	var languages []string
	for _, l := range d.Scan.Languages {
		if l.Code > 0 {
			languages = append(languages, fmt.Sprintf("%s %s", l.Name, words.Plural(l.Code, "line")))
		}
	}
	if len(languages) > 0 {
		out.WriteString("Code: " + words.Some(languages, 8) + ".\n")
	}
	writeFacts(&out, d.Facts)
	if len(d.Flags) > 0 {
		out.WriteString("\n## Flags that investigators raised\n\n")
		for i, f := range d.Flags {
			if i == 60 {
				fmt.Fprintf(&out, "%s more\n", words.Plural(len(d.Flags)-i, "flag"))
				break
			}
			fmt.Fprintf(&out, "- %s, %s: %s\n", f.Severity, named(f.Path), f.Finding)
			b.writeClaims(&out, f.Evidence, 1)
		}
	}
	if tierOf(d) == tierSmall {
		out.WriteString("\n## Entries of files\n\n")
		for i := range d.Files {
			if out.Len() < room {
				b.writeFile(&out, &d.Files[i])
			}
		}
	}
	out.WriteString("\n## Entries of directories\n\n")
	b.writeDirs(&out, room-out.Len())
	return out.String()
}

// writeDirs writes the entries of directories into so many bytes.
func (b *book) writeDirs(out *strings.Builder, room int) {
	depth, most := 1<<30, reportMost
	var text strings.Builder
	for {
		text.Reset()
		left := 0
		for i := range b.d.Entries {
			e := &b.d.Entries[i]
			if e.Path.Depth() > depth && e.Tier != luminos.TierPriority {
				left++
				continue
			}
			b.writeDir(&text, e, most)
		}
		if left > 0 {
			fmt.Fprintf(&text, "\n%s deeper in the tree are not shown; list_cache and read_cache show them. Their parents' entries sum them up.\n", words.Plural(left, "directory"))
		}
		if text.Len() <= room || depth <= 1 && most <= 200 {
			break
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
	out.WriteString(strings.ToValidUTF8(text.String()[:min(text.Len(), max(room, 4096))], ""))
}
