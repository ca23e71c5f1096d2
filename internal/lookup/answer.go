package lookup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/words"
)

// Answer is the answer to a question to a book: items with checked evidence.
type Answer struct {
	// About is a heading.
	About string `json:"about"`
	Items []Item `json:"items"`
	// All is the number of items before the bound, from the beginning.
	All    int      `json:"all"`
	Offset int      `json:"offset,omitempty"`
	Notes  []string `json:"notes,omitempty"`
	// Unknown are the words of the question that are in no finding.
	Unknown []string `json:"unknown,omitempty"`
}

// Page bounds an answer. The zero value means the first items.
type Page struct{ Limit, Offset int }

// PageMost is the largest number of items of an answer, pageUsual the number unless the caller sets another.
const (
	PageMost  = 50
	pageUsual = 10
)

// page returns the answer with a part of the items, whose evidence it checks.
func (b *Book) page(ctx context.Context, about string, at []int, p Page, notes ...string) (*Answer, error) {
	a := &Answer{About: about, All: len(at), Offset: min(max(p.Offset, 0), len(at)), Notes: notes, Items: []Item{}}
	limit := min(cmp.Or(max(p.Limit, 0), pageUsual), PageMost)
	for _, i := range at[a.Offset:min(a.Offset+limit, len(at))] {
		a.Items = append(a.Items, b.items[i])
	}
	if n := len(at) - a.Offset - len(a.Items); n > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("%d more: offset %d", n, a.Offset+len(a.Items)))
	}
	if b.left > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("the report is very large: %d of its findings are not searched", b.left))
	}
	return a, b.check(ctx, a.Items)
}

// Find returns the items that have words of the query, the best first. The only error is the cause of the end of ctx.
func (b *Book) Find(ctx context.Context, query string, p Page) (*Answer, error) {
	query = words.Line(query, textMost)
	hits, unknown := b.index.find(query)
	at := make([]int, 0, len(hits))
	seen := map[string]bool{}
	for _, h := range hits {
		it := &b.items[h.item]
		key := string(it.Path) + "\x00" + it.Text
		if it.Kind == Sentence {
			key = it.Text // the same sentence in two sections
		}
		if !seen[key] {
			seen[key] = true
			at = append(at, h.item)
		}
	}
	var notes []string
	if len(unknown) > 0 && len(at) > 0 {
		notes = append(notes, "in no finding: "+strings.Join(unknown, ", "))
	}
	a, err := b.page(ctx, "findings with the words of: "+query, at, p, notes...)
	a.Unknown = unknown
	return a, err
}

// Flags returns the flags of at least the severity in or below the path, in the order of the report. "" means any. The
// only error is the cause of the end of ctx.
func (b *Book) Flags(ctx context.Context, in luminos.Path, least luminos.Severity, p Page) (*Answer, error) {
	at := b.where(func(it *Item) bool {
		return it.Kind == Flag && it.Severity.Rank() >= least.Rank() && it.Path.Within(cmp.Or(in, luminos.Root))
	})
	if len(at) == 0 && in != "" && in != luminos.Root {
		if _, err := b.About(ctx, in, Page{Limit: 1}); err != nil {
			return nil, err // an unknown path is not one without flags
		}
	}
	slices.SortStableFunc(at, func(x, y int) int {
		return cmp.Compare(b.items[y].Severity.Rank(), b.items[x].Severity.Rank())
	})
	about := "flags"
	if least != "" {
		about += " of severity " + string(least) + " or above"
	}
	if in != "" && in != luminos.Root {
		about += " in " + words.Name(string(in))
	}
	return b.page(ctx, about, at, p)
}

// where returns the indexes of the items that ok accepts.
func (b *Book) where(ok func(*Item) bool) (at []int) {
	for i := range b.items {
		if ok(&b.items[i]) {
			at = append(at, i)
		}
	}
	return at
}

// ErrUnknown reports that the report says nothing about a path.
var ErrUnknown = errors.New("the report says nothing about this path")

// About returns the items about a file or directory: its entry, flags in and below it, and the sentences and claims
// that cite it. A file without any has the items of its directory. The error is [ErrUnknown] or the cause of the end
// of ctx.
func (b *Book) About(ctx context.Context, p luminos.Path, page Page) (*Answer, error) {
	cites := func(it *Item) bool {
		return slices.ContainsFunc(it.places, func(c luminos.Claim) bool { return c.Path == p })
	}
	at := b.where(func(it *Item) bool {
		return it.Path == p || it.Kind == Flag && p != luminos.Root && it.Path.Within(p) || cites(it) || names(it.Text, p)
	})
	rank := func(i int) int {
		switch it := &b.items[i]; {
		case it.Path == p && (it.Kind == Directory || it.Kind == File):
			return 0
		case it.Kind == Flag:
			return 1
		case it.Kind == Name:
			return 4 // it says nothing else
		case it.Path == p:
			return 2
		}
		return 3
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(rank(i), rank(j)) })
	exists, err := b.states(ctx, []luminos.Claim{{Evidence: luminos.Evidence{Path: p}}})
	if err != nil {
		return nil, err
	}
	notes := b.below(p)
	if s := exists[0]; s.State != evidence.Found {
		notes = append(notes, "now: "+s.Reason)
	}
	if len(at) == 0 {
		if p == luminos.Root || exists[0].State != evidence.Found {
			return nil, b.unknown(p)
		}
		at = b.where(func(it *Item) bool { return it.Path == p.Dir() && it.Kind == Directory })
		note := "the report has no finding about this path itself"
		if len(at) > 0 {
			note += "; this is about the directory that it is in"
		}
		notes = append(notes, note)
	}
	return b.page(ctx, "findings about "+words.Name(string(p)), at, page, notes...)
}

// unknown returns [ErrUnknown], with the paths of this name elsewhere in the target if they are few.
func (b *Book) unknown(p luminos.Path) error {
	var other []string
	for i := range b.items {
		path := b.items[i].Path
		if name := string(path); path != p && path.Base() == p.Base() && !slices.Contains(other, name) {
			other = append(other, name)
		}
	}
	if n := len(other); n == 0 || n > namesakesMost || p == luminos.Root {
		return ErrUnknown
	}
	return fmt.Errorf("%w; it knows %s", ErrUnknown, words.List(other))
}

// namesakesMost is the number of paths that are named in the place of an unknown one.
const namesakesMost = 3

// names reports whether a text has the path p as a whole.
func names(text string, p luminos.Path) bool {
	if p == luminos.Root {
		return false
	}
	within := func(c byte) bool {
		return strings.IndexByte("/_-", c) >= 0 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	for rest := text; ; {
		i := strings.Index(rest, string(p))
		if i < 0 {
			return false
		}
		end := i + len(p)
		if (i == 0 || !within(rest[i-1])) && (end == len(rest) || !within(rest[end])) {
			return true
		}
		rest = rest[i+1:]
	}
}

// belowMost is the number of directories below that an answer names.
const belowMost = 20

// below returns the directories directly in p with the first sentences of their entries, as notes.
func (b *Book) below(p luminos.Path) (notes []string) {
	left := 0
	for i := range b.report.Entries {
		e := &b.report.Entries[i]
		switch {
		case e.Path == p || e.Path.Dir() != p:
		case len(notes) == belowMost:
			left++
		default:
			notes = append(notes, "below: "+words.Name(string(e.Path))+": "+words.FirstSentence(words.Line(e.Summary, 400), 200))
		}
	}
	if left > 0 {
		notes = append(notes, fmt.Sprintf("below: %s more", words.Plural(left, "directory", "directories")))
	}
	return notes
}

// Overview is the beginning of a report with the state of its evidence.
type Overview struct {
	Name     string                   `json:"name"`
	Engine   string                   `json:"engine"`
	Models   []string                 `json:"models,omitempty"`
	Made     time.Time                `json:"made"`
	Version  string                   `json:"luminos"`
	Kind     string                   `json:"kind,omitempty"`
	License  string                   `json:"license,omitempty"`
	Brief    []Item                   `json:"brief"`
	Flags    map[luminos.Severity]int `json:"flags"`
	Sections []string                 `json:"sections"`
	Checked  *Checked                 `json:"evidence"`
	Others   *Others                  `json:"other_files"`
	Notes    []string                 `json:"notes,omitempty"`
}

// briefMost is the number of sentences of an overview.
const briefMost = 12

// Overview returns the overview of the book. The only error is the cause of the end of ctx.
func (b *Book) Overview(ctx context.Context) (*Overview, error) {
	r := b.report
	o := &Overview{
		Name: words.Line(r.Target.Name, 200), Engine: r.Target.Engine, Models: r.Target.Models, Made: r.Run.StartedAt,
		Version: r.Run.Version, Flags: map[luminos.Severity]int{}, Sections: []string{}, Brief: []Item{},
	}
	if r.Facts != nil {
		o.Kind, o.License = words.Line(r.Facts.Kind, 100), words.Line(r.Facts.License, 200)
	}
	for i := range r.Sections {
		o.Sections = append(o.Sections, r.Sections[i].ID)
	}
	for i := range b.items {
		it := &b.items[i]
		if it.Kind == Flag {
			o.Flags[it.Severity]++
		}
		if it.Section == "brief" && len(o.Brief) < briefMost {
			o.Brief = append(o.Brief, *it)
		}
	}
	if n := len(r.Quality.Degraded); n > 0 {
		o.Notes = append(o.Notes, "the report is partial: "+words.Plural(n, "part")+" of its investigation failed")
	}
	if err := b.check(ctx, o.Brief); err != nil {
		return nil, err
	}
	var err error
	if o.Checked, err = b.Standing(ctx); err != nil {
		return nil, err
	}
	o.Others, err = b.others(ctx)
	return o, err
}
