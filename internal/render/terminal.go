package render

import (
	"io"

	"luminos"
	"luminos/internal/words"
)

// Terminal writes a report for reading: what matters on the first screen, the
// rest in the order in which a reader asks for it.
func Terminal(w io.Writer, r *luminos.Report, s Style) error {
	v := &view{page: newPage(w, s), r: r, all: s.Verbose, wholeTree: s.WholeTree, facts: r.Facts, scan: r.Scan}
	if v.facts == nil {
		v.facts = &luminos.Facts{}
	}
	if v.scan == nil {
		v.scan = &luminos.Scan{}
	}
	v.screen()
	v.section(r.Section("brief"))
	v.tree(treeLines)
	v.kinds()
	v.languages()
	v.flags()
	for i := range r.Sections {
		if r.Sections[i].ID != "brief" {
			v.section(&r.Sections[i])
		}
	}
	v.entries()
	v.coverage()
	v.evidence()
	v.claims()
	return v.done()
}

// view is a report on its way to a page.
type view struct {
	*page
	r     *luminos.Report
	facts *luminos.Facts // never nil
	scan  *luminos.Scan  // never nil
	all   bool           // show lists whole
	// wholeTree draws the tree without a limit.
	wholeTree bool
}

// most is how many of n entries of a list are shown.
func (v *view) most(n, limit int) int {
	if v.all || n <= limit+1 { // a line that says "1 more" could as well be that one
		return n
	}
	return limit
}

// mark labels a statement with what it rests on. Measured is the rule and
// stays unmarked; the legend says so.
func mark(b luminos.Basis) span {
	switch b {
	case luminos.Measured, "":
		return span{}
	case luminos.Derived:
		return span{" ~", quiet, true}
	case luminos.Judged:
		return span{" *", quiet, true}
	}
	return as(quiet, " ("+string(b)+")")
}

// legend explains the marks that this report uses.
func (v *view) legend() []string {
	var lines []string
	derived, judged := v.bases()
	if derived {
		lines = append(lines, v.wrap(v.width, []span{as(quiet, "~ concluded by a rule, which can be wrong; what has no mark was measured")})...)
	}
	if v.all && len(v.r.Claims) > 0 {
		lines = append(lines, v.wrap(v.width, []span{as(quiet, "[1] the number of its evidence, which is listed at the end")})...)
	}
	if judged {
		lines = append(lines, v.atMost(2, v.width, []span{as(quiet, "* written by "+v.writers()+", which can be wrong")})...)
	}
	return lines
}

// writers names the models that wrote.
func (v *view) writers() string {
	if len(v.r.Target.Models) == 0 {
		return "a language model"
	}
	return words.Some(v.r.Target.Models, 3)
}

func (v *view) bases() (derived, judged bool) {
	derived, judged = basesOf(v.r)
	for _, c := range v.facts.Commands {
		derived, judged = derived || c.Basis == luminos.Derived, judged || c.Basis == luminos.Judged
	}
	return derived || v.facts.Kind != "", judged || v.byModel() && v.unlabelled()
}

// basesOf says what the statements of a report rest on.
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
		see(raised(f))
	}
	return derived, judged
}

// byModel reports whether a language model investigated: what the passes say
// without a basis of its own is then what it judged.
func (v *view) byModel() bool { return v.r.Target.Engine == "model" }

// unlabelled reports whether something without a basis of its own is shown.
func (v *view) unlabelled() bool {
	planned := v.r.Plan != nil && len(v.r.Plan.Priority) > 0
	return planned || v.surveyed()
}

// judgedMark marks what only a model can have said.
func (v *view) judgedMark() span {
	if v.byModel() {
		return mark(luminos.Judged)
	}
	return span{}
}

// claims ends the report with how checking went.
func (v *view) claims() {
	v.blank()
	q := v.r.Quality
	v.par(0, say("claims: "+words.Count(q.ClaimsMade)+" made, "+words.Count(q.ClaimsVerified)+" verified"))
	var bad []luminos.Claim
	for _, c := range v.r.Claims {
		if c.Verdict != luminos.Supported {
			bad = append(bad, c)
		}
	}
	n := v.most(len(bad), 5)
	for _, c := range bad[:n] {
		v.field(2, 14, as(warn, string(c.Verdict)), say(c.Statement), as(quiet, " ("+string(c.Path)+reason(c.Reason)+")"))
	}
	v.more(2, len(bad)-n, "claim")
	n = v.most(len(q.Degraded), 12) // one for each directory, where a provider is gone
	for _, d := range q.Degraded[:n] {
		v.field(0, 10, as(warn, "degraded:"), say(d))
	}
	v.more(10, len(q.Degraded)-n, "part")
}

func reason(s string) string {
	if s == "" {
		return ""
	}
	return ": " + s
}

// more says how much of a list was left out.
func (v *view) more(indent, n int, one string, many ...string) {
	if n > 0 {
		v.par(indent, as(quiet, "and "+words.Plural(n, "more "+one, prefixed("more ", many)...)))
	}
}

func prefixed(prefix string, s []string) []string {
	out := make([]string, len(s))
	for i := range s {
		out[i] = prefix + s[i]
	}
	return out
}
