// Package verify checks statements about a target by rules, without a model: paths, lines, anchors, commands, symbols,
// flags and versions that Markdown documents name, and the citations of JSON reports.
package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/history"
	"luminos/internal/lazyregexp"
	"luminos/internal/redact"
	"luminos/internal/words"
)

// Rules lists the rules for documents. A rule keeps its id if the wording of its findings changes.
var Rules = []luminos.Rule{
	luminos.RuleDocPath, luminos.RuleDocLine, luminos.RuleDocAnchor, luminos.RuleDocCommand, luminos.RuleDocSymbol,
	luminos.RuleDocFlag, luminos.RuleDocVersion,
}

// Finding is a statement of a document that does not hold.
type Finding struct {
	Rule luminos.Rule `json:"rule"`
	Path luminos.Path `json:"path"` // of the document
	Line int          `json:"line"`
	// Says is the statement of the document as it is written there, and Truth the reason why it does not hold.
	Says  string `json:"says"`
	Truth string `json:"truth"`
	// Nearest is the most similar statement that would hold; "" if none is similar.
	Nearest string `json:"nearest,omitempty"`
	// Also holds the further places with the same cause.
	Also []Place `json:"also,omitempty"`
}

// Place is a line of a document.
type Place struct {
	Path luminos.Path `json:"path"`
	Line int          `json:"line"`
}

// Text returns the finding as one sentence without its place.
func (f Finding) Text() string {
	text := fmt.Sprintf("%q: %s", f.Says, f.Truth)
	if f.Nearest != "" {
		text += fmt.Sprintf("; perhaps %q is meant", f.Nearest)
	}
	return text + f.further()
}

// Flags returns the findings as flags, for writers of flags.
func (r *Result) Flags() []luminos.Flag {
	flags := make([]luminos.Flag, len(r.Findings))
	for i, f := range r.Findings {
		flags[i] = luminos.Flag{
			Rule: f.Rule, Path: f.Path, Lines: &luminos.LineRange{First: f.Line, Last: f.Line}, Finding: f.Text(),
			Severity: luminos.Concern, Source: "rules",
		}
	}
	return flags
}

// Note is a part of the work that was left out, with the reason.
type Note struct {
	Path luminos.Path `json:"path"`
	Line int          `json:"line,omitempty"` // 0 means the whole file
	Text string       `json:"text"`
}

// Result is the result of checking documents. Its lists are sorted by path and line.
type Result struct {
	Documents []luminos.Path `json:"documents"`
	// Checked is the number of statements that were checked.
	Checked int `json:"checked"`
	// Ignored is the number of findings that comments in the documents leave out.
	Ignored int `json:"ignored"`
	// LeftOut is the number of findings beyond the first findingsMost.
	LeftOut  int       `json:"left_out,omitempty"`
	Findings []Finding `json:"findings"`
	Notes    []Note    `json:"notes"`
}

// documentLimit is the number of bytes of a document that are checked: the parser takes up to seconds for the worst
// text of this size.
const documentLimit = 1 << 20

// checker is the state of one check of documents.
type checker struct {
	tree   *tree
	made   *made
	parsed map[luminos.Path]*document
	past   *past
	names  []name       // in code of the documents, checked at the end
	claims []claim      // that need evidence of the past
	parts  []lostAnchor // see [checkParts]
	uses   []flagUse    // of programs of the target, checked at the end
	out    *Result
	work
}

// work is the state of the check of one document.
type work struct {
	lost    []claim         // links to paths that are not there
	led     int             // links to paths that are there
	soft    []claim         // paths in code, which count if the document is about the target
	there   int             // paths in code that are there
	foreign map[string]bool // see [made.imported]
	english bool            // the words of doubt of the document can be read
	// lostAnchors are the links of the document to itself that fail, and heldAnchors is the number of the others.
	lostAnchors []lostAnchor
	heldAnchors int
	seen        map[flagUse]int // the indices of flags in uses, which are in code and in the text around it
}

// Documents checks the Markdown documents with the given paths against the source, which must not mask secrets: the
// texts of findings are masked. files holds the history of the source, or is nil. An error is of the root of the
// source or of ctx; an unreadable document is a note.
func Documents(ctx context.Context, src luminos.Source, docs []luminos.Path, files history.Files) (*Result, error) {
	t, err := readTree(ctx, src)
	if err != nil {
		return nil, err
	}
	t.incomplete = t.incomplete || files != nil && history.Sparse(ctx, files)
	c := &checker{
		tree: t, made: readMade(ctx, t), past: newPast(), parsed: map[luminos.Path]*document{},
		out: &Result{Documents: []luminos.Path{}, Findings: []Finding{}, Notes: []Note{}},
	}
	var others []luminos.Path // pages that copy documents of other repositories
	docs = slices.Clone(docs)
	slices.Sort(docs)
	for _, p := range slices.Compact(docs) {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		d, err := c.document(ctx, p)
		if err != nil {
			c.out.Notes = append(c.out.Notes, Note{Path: p, Text: "not checked: " + luminos.ReadProblem(err)})
			continue
		}
		if c.made.ofAnother(d.header) {
			others = append(others, p)
			continue
		}
		c.out.Documents = append(c.out.Documents, p)
		c.out.Notes = append(c.out.Notes, d.notes...)
		c.check(ctx, d)
		c.past.recent.want(d)
	}
	if n := len(others); n > 0 {
		text := "not checked: its header names the repository of others"
		if n > 1 {
			text += "; so do " + words.Plural(n-1, "more header")
		}
		c.out.Notes = append(c.out.Notes, Note{Path: others[0], Text: text})
	}
	checkParts(c)
	if err := c.finish(ctx, files); err != nil {
		return nil, err
	}
	c.out.noteBounds(t)
	slices.SortStableFunc(c.out.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Says, b.Says))
	})
	c.out.Findings = merged(c.out.Findings)
	return c.out, nil
}

// noteBounds notes the bounds on the work for all documents that were reached.
func (r *Result) noteBounds(t *tree) {
	if t.asked > askedMost || t.matched > askedMost {
		r.note(fmt.Sprintf("only the first %d paths that are not listed are looked for", askedMost))
	}
	if t.compared > comparedMost {
		r.note("not every finding has the nearest statement: there are too many names to compare")
	}
}

// check checks all statements of the document d, except the names, which [checker.checkNames] checks at the end.
func (c *checker) check(ctx context.Context, d *document) {
	c.work = work{foreign: c.made.imported(d), english: d.isEnglish(), seen: map[flagUse]int{}}
	for _, l := range d.links {
		if !fragment().MatchString(string(d.path)) {
			c.checkLink(ctx, d, l)
		}
	}
	settleAnchors(c)
	for _, k := range c.lost {
		// Most links of a page of a site fail if it is a copy, or if the site has other addresses.
		k.sure = c.strict(d) || len(c.lost) <= c.led
		c.claim(k)
	}
	if planned().MatchString(string(d.path)) || d.dated() || c.tree.superseded(d.path) {
		return // its code is not there yet, or not any more
	}
	if !tutorial().MatchString(string(d.path)) {
		c.checkLists(d)
	}
	k := commands{checker: c, d: d}
	for _, s := range d.spans {
		if thanks().MatchString(d.prose[s.piece-1].heading) {
			continue // of the projects of others
		}
		if s.gone {
			continue // of the past
		}
		if !c.checkSpanPath(ctx, d, s) && !k.checkSpanCommand(ctx, s) &&
			!c.made.isElsewhere(s.link) && !d.isPast(s) { // others are of another program, or of the past
			c.collectNames(d, s)
		}
		k.collectSpanFlags(s)
	}
	for _, f := range d.fences {
		if f.gone {
			continue
		}
		k.checkFence(ctx, f)
		k.collectPaths(ctx, f)
		k.collectFenceFlags(ctx, f)
	}
	k.collectProse()
	c.checkVersions(d)
	// A document with more paths that are not there is about the files of others.
	about := len(c.soft) <= max(1, c.there) && !tutorial().MatchString(string(d.path))
	for _, k := range c.soft {
		k.sure = k.sure && about
		c.claim(k)
	}
}

// fragment matches the paths of documents that others include: their links are relative to these.
var fragment = lazyregexp.Lazy(`(?i)(?:^|/)_?(?:snippets?|includes?|partials?|shared|fragments?|` +
	`samples?|fixtures?|testdata)/|(?:^|/)_[^/]*$`)

// planned matches the paths of documents about states of the target in the past and in the future.
var planned = lazyregexp.Lazy(`(?i)(?:^|[/_. -])(?:future|roadmap|` +
	`proposals?|rfcs?|adrs?|todo|change(?:s|logs?)?|` +
	`history|releases?|release.?notes[\w.]*|` +
	`rel.?notes|migrat\w+|upgrad\w+|deprecat\w+|what.?s.?new|archived?|plans?|designs?|postmortems?|blog|` +
	`news|ideas?|legacy|old|previous|decisions?|announcements?|differences?|` +
	`inventory|triage|prd|audits?)(?:[/_. -]|$)|` +
	`(?:^|[/_ -])v?\d+\.\d[\w.-]*$`)

// document returns the parsed document p, which is read once.
func (c *checker) document(ctx context.Context, p luminos.Path) (*document, error) {
	if d := c.parsed[p]; d != nil {
		return d, nil
	}
	text, err := c.tree.src.Text(ctx, p, documentLimit)
	if err != nil {
		return nil, err
	}
	d := parseDocument(p, text.Content)
	if text.Cut {
		d.dynamic = true
		d.notes = append(d.notes, Note{Path: p, Text: fmt.Sprintf("only the first %d MiB are checked", documentLimit>>20)})
	}
	c.parsed[p] = d
	return d, nil
}

// findingsMost is the maximal number of findings that are kept: one document of 1 MiB can hold 100,000.
const findingsMost = 1000

// saysMost is the maximal number of characters of foreign text in a part of a finding.
const saysMost = 160

// report adds a finding of the rule at a line of the document d, unless a comment in d leaves it out.
func (c *checker) report(d *document, rule luminos.Rule, line int, says, truth, nearest string) {
	if d.ignores(rule, line) {
		c.out.Ignored++
		return
	}
	if len(c.out.Findings) == findingsMost {
		c.out.LeftOut++
		return
	}
	clean := func(s string) string {
		s, _ = redact.Text(words.Line(s, saysMost))
		return s
	}
	c.out.Findings = append(c.out.Findings, Finding{
		Rule: rule, Path: d.path, Line: line, Says: clean(says), Truth: clean(truth), Nearest: clean(nearest),
	})
}
