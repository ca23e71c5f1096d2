// Package lookup finds the findings of a report by words and by path: sentences, entries, flags, facts and claims, each
// with its evidence and the state of the evidence in the present target.
package lookup

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/words"
)

// Checker checks evidence of a report against the present target.
type Checker interface {
	States(ctx context.Context, claims []luminos.Claim, parallel int) ([]evidence.Present, error)
}

// Kind is the part of a report that an item is from.
type Kind string

// The kinds of items.
const (
	Sentence  Kind = "sentence" // of a section
	Flag      Kind = "flag"
	Directory Kind = "directory" // the entry of a directory
	File      Kind = "file"      // the entry of a file
	Claim     Kind = "claim"     // a claim that no other item states
	Question  Kind = "question"  // an open one
	Fact      Kind = "fact"
	Name      Kind = "name" // of a file that the report says nothing else about
)

// Item is one finding of a report.
type Item struct {
	Kind     Kind               `json:"kind"`
	Section  string             `json:"section,omitempty"`
	Path     luminos.Path       `json:"path,omitempty"`
	Lines    *luminos.LineRange `json:"lines,omitempty"`
	Text     string             `json:"text"`
	Basis    luminos.Basis      `json:"basis,omitempty"`
	Severity luminos.Severity   `json:"severity,omitempty"`
	Rule     luminos.Rule       `json:"rule,omitempty"`
	Remedy   string             `json:"remedy,omitempty"`
	// Doubt is a reason to trust the item less, or "".
	Doubt    string  `json:"doubt,omitempty"`
	Evidence []Cited `json:"evidence,omitempty"`
	// Left counts the evidence that the answer leaves out.
	Left int `json:"evidence_left_out,omitempty"`

	places []luminos.Claim // the evidence, not checked
	words  string          // further words by which the item is found
}

// Book is a report that is looked things up in. It is safe for concurrent use.
type Book struct {
	report  *luminos.Report
	checker Checker
	claims  map[string]*luminos.Claim
	judged  map[string]bool // the ids of the claims in support of texts of a model
	items   []Item
	left    int // items over the bound
	index   index
}

const (
	itemsMost = 200_000 // of a report; the largest targets have some 100,000 directories
	textMost  = 2_000   // bytes of the text of an item
)

// New returns the book of a report, which the caller must not change. Names of persons are not in it: see
// [luminos.Report.Shared].
func New(r *luminos.Report, c Checker) *Book {
	r = r.Shared()
	b := &Book{report: r, checker: c, claims: make(map[string]*luminos.Claim, len(r.Claims)),
		judged: map[string]bool{}}
	for i := range r.Claims {
		b.claims[r.Claims[i].ID] = &r.Claims[i]
	}
	b.addSections()
	b.addFlags()
	b.addNoFlags()
	b.addEntries()
	if r.Facts != nil {
		b.addFacts(r.Facts)
	}
	b.addClaims()
	b.addNames()
	b.index = newIndex(b.items)
	return b
}

// Report returns the report without names of persons. It must not be changed.
func (b *Book) Report() *luminos.Report { return b.report }

// add adds an item with the evidence of the ids and of list. An item without text is left out.
func (b *Book) add(it Item, ids []string, list []luminos.Evidence) {
	if it.Text = words.Line(it.Text, textMost); it.Text == "" {
		return
	}
	it.words = words.Line(it.words, textMost)
	if len(b.items) >= itemsMost {
		b.left++
		return
	}
	for _, id := range ids {
		if c := b.claims[id]; c != nil {
			b.judged[id] = b.judged[id] || it.Basis == luminos.Judged
			it.places = append(it.places, *c)
		}
	}
	for _, e := range list {
		it.places = append(it.places, luminos.NewClaim(it.Text, e))
	}
	b.items = append(b.items, it)
}

// addSections adds the sentences, items, questions and answers of the sections.
func (b *Book) addSections() {
	for i := range b.report.Sections {
		s := &b.report.Sections[i]
		one := func(label string, st *luminos.Statement) {
			it := Item{Kind: Sentence, Section: s.ID, Text: st.Text, Basis: st.Basis, words: s.Title}
			if label != "" {
				it.Text = label + ": " + st.Text
			}
			it.Doubt = doubt(st.Judgement, st.Unsupported)
			b.add(it, st.Claims, st.Evidence)
		}
		for j := range s.Statements {
			one("", &s.Statements[j])
		}
		for j := range s.Items {
			it := &s.Items[j]
			one(it.Label, &it.Statement)
			for k := range it.More {
				one(it.Label, &it.More[k])
			}
		}
		for _, q := range s.Questions {
			b.add(Item{Kind: Question, Section: s.ID, Text: q.Question + " " + q.Why, Basis: q.Basis}, nil, nil)
		}
	}
}

// doubt returns the reason to trust a statement less, or "".
func doubt(j *luminos.Judgement, unsupported bool) string {
	switch {
	case j != nil && j.Verdict != luminos.Supported && j.Verdict != luminos.NotJudged:
		return "a second reader: " + strings.ReplaceAll(string(j.Verdict), "_", " ") + ". " + words.Line(j.Reason, 300)
	case unsupported:
		return "no citation of it was found"
	}
	return ""
}

// addFlags adds the flags.
func (b *Book) addFlags() {
	for i := range b.report.Flags {
		f := &b.report.Flags[i]
		it := Item{
			Kind: Flag, Path: f.Path, Lines: f.Lines, Text: f.Finding, Severity: f.Severity, Rule: f.Rule,
			Remedy: words.Line(f.Remedy, textMost), Basis: luminos.Derived, Doubt: doubt(f.Judgement, false),
			words: strings.NewReplacer(".", " ", "-", " ").Replace(string(f.Rule)) + " flag",
		}
		if f.Source == luminos.SourceModel {
			it.Basis = luminos.Judged
		}
		if f.Disputed != "" {
			it.Doubt = "a model does not agree: " + words.Line(f.Disputed, 300)
		}
		b.add(it, f.Claims, f.Evidence)
	}
}

// addNoFlags adds the fact that there are no flags.
func (b *Book) addNoFlags() {
	if len(b.report.Flags) == 0 {
		b.add(Item{Kind: Fact, Section: "flags", Text: "No flag was raised.", Basis: luminos.Measured}, nil, nil)
	}
}

// addEntries adds the entries of directories and files, and the answers to questions of the plan.
func (b *Book) addEntries() {
	for i := range b.report.Entries {
		e := &b.report.Entries[i]
		it := Item{Kind: Directory, Path: e.Path, Text: e.Summary, Basis: e.Basis}
		if e.Confidence < lowConfidence {
			it.Doubt = strings.TrimSpace(fmt.Sprintf("confidence %.2f. %s", e.Confidence, words.Line(e.ConfidenceReason, 300)))
		}
		b.add(it, e.Claims, e.Evidence)
		for _, a := range e.Answers {
			if a.Answer != "" {
				b.add(Item{Kind: Directory, Path: e.Path, Text: a.Question + " " + a.Answer, Basis: e.Basis}, a.Claims, a.Evidence)
			}
		}
	}
	for i := range b.report.Files {
		f := &b.report.Files[i]
		b.add(Item{Kind: File, Path: f.Path, Text: f.Summary, Basis: luminos.Judged}, f.Claims, f.Evidence)
	}
}

// lowConfidence is the confidence below which an item states the reason.
const lowConfidence = 0.7

// addFacts adds facts that the sections only count or sum up.
func (b *Book) addFacts(f *luminos.Facts) {
	for _, d := range f.Dependencies {
		text := fmt.Sprintf("%s depends on %s %s (%s)", d.Manifest, d.Name, d.Version, d.Ecosystem)
		if d.Scope != "" {
			text += ", scope " + d.Scope
		}
		b.add(Item{Kind: Fact, Section: "dependencies", Path: d.Manifest, Text: text, Basis: luminos.Measured}, nil, nil)
	}
	if f.Interfaces == nil {
		return
	}
	for _, v := range f.Interfaces.Environment {
		if v.System {
			continue // variables of every program
		}
		text := fmt.Sprintf("environment variable %s, in %s", v.Name, words.Plural(v.Places, "place"))
		it := Item{Kind: Fact, Section: "interfaces", Path: v.First.Path, Text: text, Basis: luminos.Derived}
		b.add(it, nil, []luminos.Evidence{v.First.Evidence})
	}
	for _, p := range f.Interfaces.Routes {
		it := Item{Kind: Fact, Section: "interfaces", Path: p.Path, Text: "HTTP route " + p.Name, Basis: luminos.Derived}
		b.add(it, nil, []luminos.Evidence{p.Evidence})
	}
}

// addClaims adds the claims whose statements no other item has.
func (b *Book) addClaims() {
	stated := make(map[string]bool, len(b.items))
	for i := range b.items {
		_, after, _ := strings.Cut(b.items[i].Text, ": ")
		stated[b.items[i].Text], stated[after] = true, true
	}
	for i := range b.report.Claims {
		c := &b.report.Claims[i]
		text := words.Line(c.Statement, textMost)
		if stated[text] {
			continue
		}
		stated[text] = true
		it := Item{Kind: Claim, Path: c.Path, Lines: c.Lines, Text: text, Doubt: doubt(c.Judgement, false)}
		if b.judged[c.ID] {
			it.Basis = luminos.Judged
		}
		b.add(it, []string{c.ID}, nil)
	}
}

// addNames adds the names of the files without an entry: the last resort of a question about a part of the target.
func (b *Book) addNames() {
	if b.report.Scan == nil {
		return
	}
	known := map[luminos.Path]bool{}
	for i := range b.report.Files {
		known[b.report.Files[i].Path] = true
	}
	for _, f := range b.report.Scan.ClassifiedFiles.Files {
		if known[f.Path] {
			continue
		}
		it := Item{Kind: Name, Path: f.Path, Text: "the file " + words.Name(string(f.Path)), Basis: luminos.Measured}
		kind := string(cmp.Or(f.Kind, luminos.KindFile)) // a directory of the same name is not the file
		b.add(it, nil, []luminos.Evidence{{Path: f.Path, Measure: luminos.MeasureKind, Value: kind}})
	}
}
