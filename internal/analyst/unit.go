package analyst

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/words"
)

// Investigate asks the model about the directories of the unit u. With an error, the findings hold the stored flags and
// entries of files, but no entries of directories. The error is an error of a model call or the end of ctx.
func (e *Engine) Investigate(ctx context.Context, u luminos.Unit) (luminos.Findings, error) {
	w := newWork(e, &u)
	out, err := e.ask(ctx, luminos.Event{Pass: luminos.PassDirectories, Unit: u.Path(), Path: u.Path()}, w.loop())
	f := w.findings(out)
	if err != nil {
		f.Entries, f.Again = nil, true
		return f, err
	}
	return f, nil
}

// loop returns the conversation about the unit.
func (w *work) loop() agent.Loop {
	u := w.unit
	return agent.Loop{
		Terms: agent.Terms{
			System: prompt("directory.md", nil), Opening: unitOpening(u), Cache: model.Cache5m, Key: u.Fingerprint,
		},
		Limits: agent.Limits{Turns: u.Turns}, Tools: append(placed(w.noting(w.engine.offered(u.Survey)), u), w.tools()...),
		Submit: "submit_report", Savers: []string{"write_cache", "checkpoint"}, Work: w,
	}
}

// findings returns the entries and flags that the model stored about the unit. If it submitted no
// report, the entries of the directories are partial.
func (w *work) findings(out agent.Outcome) luminos.Findings {
	f := luminos.Findings{
		Flags: w.flags, Read: slices.Sorted(maps.Keys(w.read)),
		Inquiries: w.inquiries, Turns: out.Turns, Borrowed: w.borrowed,
		ToolCalls: out.ToolCalls, ToolErrors: out.ToolErrors,
		Again: w.report == nil && (out.End == agent.EndRefused || out.End == agent.EndSilent), // another run may be answered
	}
	if w.report != nil {
		f.Withdrawals, _ = withdrawals(w.unit, w.report.Withdraw)
	}
	for _, p := range slices.Sorted(maps.Keys(w.written)) {
		f.Files = append(f.Files, w.written[p])
	}
	for i := range w.unit.Dirs {
		e := w.entry(&w.unit.Dirs[i])
		if w.report == nil {
			w.partial(&e, unfinished(out).Error())
		}
		f.Entries = append(f.Entries, e)
	}
	return f
}

// entry returns the entry of the directory d, with its number of children and its category. If the model submitted a
// report, the entry also has the summary from it, the checked evidence, and a confidence that failed claims lower.
func (w *work) entry(d *luminos.DirFacts) luminos.Entry {
	below := slices.DeleteFunc(slices.Clone(w.unit.Children), func(c luminos.Entry) bool { return c.Path.Dir() != d.Path })
	e := luminos.Entry{
		Path: d.Path, ChildCount: d.Files + d.Subdirs, DominantCategory: luminos.Dominant(d.Categories, below), Basis: luminos.Judged, Tier: w.unit.Tier,
	}
	if d.Unreadable != "" {
		e.Partial, e.PartialReason = true, "it could not be listed whole: "+d.Unreadable
	}
	r := w.report
	if r == nil {
		return e
	}
	first := d.Path == w.unit.Path()
	if first {
		e.Answers = w.answers
	}
	if first {
		e.Summary, e.Confidence, e.Completeness = r.Summary, r.Confidence, r.Completeness
	}
	for _, in := range r.Directories {
		if pathOf(in.Path) == d.Path && len(strings.TrimSpace(in.Summary)) > len(strings.TrimSpace(e.Summary)) {
			e.Summary, e.Confidence, e.Completeness = in.Summary, in.Confidence, in.Completeness
		}
	}
	if paragraph(e.Summary, reportMost) == "" {
		w.partial(&e, "the report has no usable summary of this directory")
		return e
	}
	e.Summary = words.Stop(paragraph(e.Summary, reportMost))
	e.Completeness = fraction(e.Completeness)
	for _, ev := range w.held {
		if owner(w.unit, ev.Path) == d.Path {
			e.Evidence = append(e.Evidence, ev)
		}
	}
	failed := 0
	if first {
		failed = len(w.refused[d.Path])
		e.ClaimsFailed = failed
		e.ConfidenceReason = paragraph(r.ConfidenceReason, 300)
	}
	own := func(f *luminos.File) bool { return f.Path.Dir() == d.Path && f.Text }
	bare := citations(w, d.Path) == 0 && slices.ContainsFunc(slices.Collect(maps.Values(w.files)), own)
	e.Confidence = doubted(e.Confidence, solid(e.Evidence), failed, bare)
	e.NotableFiles = w.notable(d.Path)
	return e
}

// owner returns the deepest directory of a unit that holds the path, or the first one.
func owner(u *luminos.Unit, p luminos.Path) luminos.Path {
	dir := u.Path()
	for _, d := range u.Dirs {
		if p.Within(d.Path) && d.Path.Within(dir) {
			dir = d.Path
		}
	}
	return dir
}

// citations returns the number of claims that hold in the entries of the files directly in a directory, and in answers of
// the unit if the directory is its first one.
func citations(w *work, dir luminos.Path) (n int) {
	for p, f := range w.written {
		if p.Dir() == dir {
			n += solid(f.Evidence)
		}
	}
	if dir == w.unit.Path() {
		for _, a := range w.answers {
			n += solid(a.Evidence)
		}
	}
	return n
}

// notable returns the files of a directory that the report names as notable, or that have a notable entry.
func (w *work) notable(dir luminos.Path) []luminos.Path {
	var paths []luminos.Path
	add := func(p luminos.Path) {
		if w.files[p] != nil && p.Dir() == dir && !slices.Contains(paths, p) && len(paths) < 20 {
			paths = append(paths, p)
		}
	}
	for _, s := range w.report.NotableFiles {
		p := pathOf(s)
		if w.files[p] == nil {
			p = dir.Join(string(p)) // models drop the directory
		}
		add(p)
	}
	for _, p := range slices.Sorted(maps.Keys(w.written)) {
		if w.written[p].Notable {
			add(p)
		}
	}
	return paths
}

// partial completes the entry e of a directory for which there is no summary, for the given reason, from the entries of
// the files in the directory.
func (w *work) partial(e *luminos.Entry, reason string) {
	e.Partial, e.PartialReason = true, reason
	var known []string
	for _, p := range slices.Sorted(maps.Keys(w.written)) {
		if p.Dir() != e.Path {
			continue
		}
		f := w.written[p]
		known = append(known, named(luminos.Path(p.Base()))+": "+words.FirstSentence(f.Summary, 200))
		e.Evidence = append(e.Evidence, f.Evidence...)
	}
	own := 0
	for p := range w.files {
		if p.Dir() == e.Path {
			own++
		}
	}
	if len(known) == 0 {
		e.Summary = fmt.Sprintf("No files processed. It holds %s directly.", words.Plural(own, "file"))
		e.Basis = luminos.Derived // the program says so
		e.ConfidenceReason = "the investigation ended before anything was written down"
		return
	}
	e.Summary = fmt.Sprintf("Of %s, %s described. %s", words.Plural(own, "file"), isAre(len(known)), strings.Join(known, " "))
	e.Summary = paragraph(e.Summary, reportMost)
	e.Confidence, e.Completeness = 0.3, fraction(float64(len(known))/float64(max(own, 1))*0.5)
	e.ConfidenceReason = "only what was written down file by file is known"
}
