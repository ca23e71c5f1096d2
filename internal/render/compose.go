package render

import (
	"slices"

	"luminos"
	"luminos/internal/words"
)

// dossier is a report with the choices of its reader. Its facts and its scan are never nil.
type dossier struct {
	report    *luminos.Report
	facts     *luminos.Facts
	scan      *luminos.Scan
	whole     bool      // lists are not shortened
	cites     bool      // claims are cited by number
	wholeTree bool      // the tree is not shortened
	numbers   numbering // of the claims cited so far
	screen    screen    // the first screen, so that other parts do not repeat it
}

func newDossier(r *luminos.Report, s Style) *dossier {
	d := &dossier{report: r, facts: r.Facts, scan: r.Scan, wholeTree: s.WholeTree, numbers: newNumbering(r.Claims)}
	d.whole = s.Verbose || len(s.Sections) > 0
	d.cites = s.Verbose && len(s.Sections) == 0 || slices.Contains(s.Sections, "evidence")
	if d.facts == nil {
		d.facts = &luminos.Facts{}
	}
	if d.scan == nil {
		d.scan = &luminos.Scan{}
	}
	return d
}

// composeScan returns the blocks of a report that consists of a scan only. The root is the
// title.
func composeScan(d *dossier, root string) []block {
	g := d.scan.SurveySignals
	size := words.Plural(g.Files, "file") + " in " + words.Plural(g.Directories, "directory") + ", " + words.Bytes(g.Bytes)
	return slices.Concat(
		[]block{
			row{kind: topRow, text: []span{as(strong, root)}},
			row{kind: topRow, text: []span{text(size)}},
		},
		titled("Tree", slices.Concat(composeTree(d), composeKinds(d))),
		titled("Languages", composeLanguages(d)),
		composeDisk(d),
		composeSizes(d),
		composeOddities(d))
}

// titled returns the blocks below a heading, or nil if there are no blocks.
func titled(title string, blocks []block) []block {
	if len(blocks) == 0 {
		return nil
	}
	return append([]block{heading(title)}, blocks...)
}

// most returns how many of n entries a list shows: all in a whole report, else at most limit, or one more if that is
// all.
func (d *dossier) most(n, limit int) int {
	if d.whole || n <= limit+1 { // a line "1 more" takes the room of the entry
		return n
	}
	return limit
}

// more returns a row of the given kind such as "and 3 more links", or nil if n is not positive.
func more(kind rowKind, n int, one string, many ...string) []block {
	if n <= 0 {
		return nil
	}
	plural := make([]string, len(many))
	for i := range many {
		plural[i] = "more " + many[i]
	}
	return []block{row{kind: kind, text: []span{as(quiet, "and "+words.Plural(n, "more "+one, plural...))}, counts: n}}
}

// byModel reports whether the engine of the report is a language model and not rules alone. Statements of a model
// without a basis of their own are judgements.
func (d *dossier) byModel() bool { return d.report.Target.Engine == "model" }

// judgedMark returns the mark of sentences by a model that cite nothing, or an empty span if no model is the engine of
// the report.
func (d *dossier) judgedMark() span {
	if d.byModel() {
		return unsupported(mark(luminos.Judged))
	}
	return span{}
}

// quoting returns [quoting] of text whose author can be the model of the report.
func (d *dossier) quoting() span {
	if d.byModel() {
		return quoting(luminos.Judged)
	}
	return span{}
}

// composeLegend returns the lines that explain the marks "~", "[1]" and "*", each only if this
// report uses it.
func composeLegend(d *dossier) []legendLine {
	var lines []legendLine
	derived, judged := d.bases()
	if derived {
		lines = append(lines, legendLine{text: []span{as(quiet, "~ concluded by a rule, which can be wrong; what has no mark was measured")}})
	}
	if d.cites && len(d.report.Claims) > 0 {
		lines = append(lines, legendLine{text: []span{as(quiet, "[1] the number of its evidence, which is listed at the end")}})
	}
	uncited := span{text: "? no citation found", ink: quiet, keep: true}
	switch {
	case judged:
		lines = append(lines, legendLine{text: []span{as(quiet, "* and > written by "+d.writers()+", which can be wrong;"), text(" "), uncited}, most: 2})
	case d.unsupported():
		lines = append(lines, legendLine{text: []span{uncited}})
	}
	return lines
}

// unsupported reports whether a section has a sentence without a citation that was found.
func (d *dossier) unsupported() bool {
	return slices.ContainsFunc(d.report.Sections, func(s luminos.Section) bool {
		return slices.ContainsFunc(s.Statements, func(st luminos.Statement) bool { return st.Unsupported }) ||
			slices.ContainsFunc(s.Items, func(it luminos.Item) bool {
				return slices.ContainsFunc(said(it), func(st luminos.Statement) bool { return st.Unsupported })
			})
	})
}

// writers returns the names of the models that wrote the report, at most three of them, and the language that the user
// chose for them, or "a language model" if no names are known.
func (d *dossier) writers() string {
	if len(d.report.Target.Models) == 0 {
		return "a language model"
	}
	by := words.Some(d.report.Target.Models, 3)
	if tag := d.report.Target.Language; tag != "" {
		by += " in the language " + tag + " (rules write English)"
	}
	return by
}

// bases reports whether the report shows statements that rules derived, and whether it shows
// statements that a model judged.
func (d *dossier) bases() (derived, judged bool) {
	derived, judged = basesOf(d.report)
	for _, c := range d.facts.Commands {
		judged = judged || c.Basis == luminos.Judged
	}
	planned := d.report.Plan != nil && len(d.report.Plan.Priority) > 0
	return derived || d.facts.Kind != "", judged || d.byModel() && (planned || d.surveyed())
}

// basesOf reports whether a report holds statements that are derived, and
// statements that are judged.
func basesOf(r *luminos.Report) (derived, judged bool) {
	see := func(b luminos.Basis) {
		derived = derived || b == luminos.Derived
		judged = judged || b == luminos.Judged
	}
	for _, s := range r.Sections {
		for _, st := range s.Statements {
			see(st.Basis)
		}
		for _, it := range s.Items {
			see(it.Basis)
		}
		for _, q := range s.Questions {
			see(q.Basis)
		}
	}
	for _, e := range r.Entries {
		see(e.Basis)
	}
	for _, f := range r.Flags {
		see(flagBasis(f))
	}
	return derived, judged
}
