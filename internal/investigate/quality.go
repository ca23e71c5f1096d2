package investigate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// DefaultLowConfidence is the bound below which an entry is worth a second look, without another setting.
const DefaultLowConfidence = 0.7

// lowConfidenceMost is the maximal number of entries below that bound that a report names.
const lowConfidenceMost = 100

// Bounds of a plan that fitted: the mean confidence of directories with priority,
// and the used part of the turns, in a run of at least badUnits units.
const (
	badConfidence  = 0.3
	badUtilization = 0.15
	badUnits       = 5
)

// report returns the report with the results of all passes. Its claims are collected but not checked yet; [measure] and
// [run.listDoubtful] complete it then.
func (r *run) report(d *luminos.Dossier, outcome luminos.PlanEvaluation) *luminos.Report {
	report := draft(d)
	report.SchemaVersion, report.Run = luminos.SchemaVersion, r.record()
	report.Target = luminos.Target{Name: d.Facts.Name, Engine: engineName(r), Models: r.Models, Language: r.Language}
	report.Withdrawn, report.Refinement = d.Synthesis.Withdrawn, d.Synthesis.Refinement
	report.Quality.Degraded = r.degraded
	q := &report.Quality
	for _, e := range report.Entries {
		q.CitationsRefused += max(e.ClaimsFailed, 0)
		if e.Partial {
			q.Partial++
		}
	}
	for _, f := range d.Files {
		q.CitationsRefused += max(f.ClaimsFailed, 0)
	}
	rate(q, r.allotted, outcome)
	return report
}

// draft returns a report with the results and texts of the dossier, which it does not change. Its claims are collected.
func draft(d *luminos.Dossier) *luminos.Report {
	report := &luminos.Report{
		Results: d.Results, Entries: slices.Clone(d.Entries), Files: slices.Clone(d.Files), Flags: slices.Clone(d.Flags),
	}
	for i := range report.Entries {
		report.Entries[i].Answers = slices.Clone(report.Entries[i].Answers)
	}
	if d.Synthesis != nil {
		report.Sections, report.Flags = cloned(d.Synthesis.Sections), slices.Clone(d.Synthesis.Flags)
	}
	collectClaims(report)
	return report
}

// cloned returns a copy of sections, whose statements can be changed.
func cloned(sections []luminos.Section) []luminos.Section {
	sections = slices.Clone(sections)
	for i := range sections {
		s := &sections[i]
		s.Statements, s.Items = slices.Clone(s.Statements), slices.Clone(s.Items)
		for k := range s.Items {
			s.Items[k].More = slices.Clone(s.Items[k].More)
		}
	}
	return sections
}

// measure stores the means over the entries of the report.
func measure(report *luminos.Report) {
	q := &report.Quality
	q.MeanConfidence, q.MeanCompleteness = 0, 0
	for _, e := range report.Entries {
		q.MeanConfidence += e.Confidence
		q.MeanCompleteness += e.Completeness
	}
	if n := float64(len(report.Entries)); n > 0 {
		q.MeanConfidence = round(q.MeanConfidence / n)
		q.MeanCompleteness = round(q.MeanCompleteness / n)
	}
}

// listDoubtful stores the entries below the bound of low confidence in the report.
func (r *run) listDoubtful(report *luminos.Report) {
	low := luminos.LowConfidence(report.Entries, lowest(&r.Options))
	q := &report.Quality
	q.LowConfidence, q.LowConfidenceAll = []luminos.Path{}, len(low)
	for _, e := range low[:min(lowConfidenceMost, len(low))] {
		q.LowConfidence = append(q.LowConfidence, e.Path)
	}
}

// rate stores the rates of used turns and failed tool calls in q, and adds a doubt if the results indicate a bad plan.
// Without allotted turns it does nothing.
func rate(q *luminos.Quality, units []allotted, outcome luminos.PlanEvaluation) {
	if outcome.TurnsAllocated == 0 {
		return
	}
	q.TurnUtilization = outcome.OverallUtilization
	calls, failed, investigated := 0, 0, 0
	for _, a := range units {
		calls += a.toolCalls
		failed += a.toolErrors
		if a.turns > 0 {
			investigated++
		}
	}
	if calls > 0 {
		q.ToolErrorRate = round(float64(failed) / float64(calls))
	}
	var signs []string
	sum, n := 0.0, 0
	for _, e := range outcome.PerDirectory {
		if e.Tier == luminos.TierPriority {
			sum += e.Confidence
			n++
		}
	}
	if n > 0 && sum/float64(n) < badConfidence {
		signs = append(signs, fmt.Sprintf("the mean confidence of %s with priority is %.2f", words.Plural(n, "directory"), sum/float64(n)))
	}
	if investigated >= badUnits && q.TurnUtilization < badUtilization {
		signs = append(signs, fmt.Sprintf("%d of %d turns were used", outcome.TurnsUsed, outcome.TurnsAllocated))
	}
	if len(signs) > 0 {
		q.Doubts = append(q.Doubts, "the plan fitted badly: "+strings.Join(signs, "; "))
	}
}

// readBy returns the files that models have read, in this run or in the earlier run from which a unit was reused.
func readBy(units []allotted) map[luminos.Path]bool {
	read := map[luminos.Path]bool{}
	for _, a := range units {
		maps.Copy(read, setOf(a.read))
	}
	return read
}
