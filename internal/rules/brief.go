package rules

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// brief returns the section "In brief" of two to four sentences: the kind of the target, its own description, its size,
// and its licence, tests and continuous integration.
func (w *writer) brief() *luminos.Section {
	statements := []luminos.Statement{w.whatItIs()}
	if s, ok := w.selfDescription(); ok {
		statements = append(statements, s)
	}
	statements = append(statements, w.sizeSentence())
	if s, ok := w.practiceSentence(); ok {
		statements = append(statements, s)
	}
	return section("brief", "In brief", statements)
}

func (w *writer) whatItIs() luminos.Statement {
	text := w.subject() + " is " + words.Article(kindOf(w.Facts))
	fields := from("facts/kind", "facts/name")
	if w.isCode() {
		text += " written mainly in " + w.Facts.MainLanguage
		fields = append(fields, "facts/main_language")
	}
	// Only the name can be pointed at; the kind is the rules' conclusion.
	return derived(words.Stop(text), fields, w.Facts.Evidence["name"]...)
}

func (w *writer) selfDescription() (luminos.Statement, bool) {
	d := w.Facts.Description
	if d == "" {
		return luminos.Statement{}, false
	}
	return measured("It describes itself so: "+quoted(words.Stop(words.Shorten(d, 300))), from("facts/description"), w.Facts.Evidence["description"]...), true
}

func (w *writer) sizeSentence() luminos.Statement {
	signals := w.Scan.SurveySignals
	if signals.Files == 0 {
		text := "It holds no files to investigate."
		if n := w.Scan.Ignored.Files; n > 0 {
			text = "It holds no files to investigate: " + words.Plural(n, "file") + " " + verb(n, "is", "are") + " ignored."
		}
		return measured(text, from("scan/survey_signals", "scan/ignored"))
	}
	if tables, rows := w.tables(); tables == signals.Files {
		return measured("It holds "+words.Plural(tables, "table")+" with "+words.Plural(rows, "row")+".", from("facts/datasets"))
	}
	text := "It holds " + words.Plural(signals.Files, "file") + " (" + words.Bytes(signals.Bytes) + ") in " +
		words.Plural(signals.Directories, "directory")
	fields := from("scan/survey_signals")
	switch {
	case w.isCode():
		code, main := w.codeLines()
		if text += ", with " + words.Plural(code, "line"); main == code {
			text += " of " + w.Facts.MainLanguage
		} else {
			text += " of code, " + words.Percent(int64(main), int64(code)) + " of it " + w.Facts.MainLanguage
		}
		if n := w.Facts.Code.Tests; n > 0 {
			text += ", and " + words.Count(n) + " in tests"
		}
		fields = append(fields, "facts/code")
	case len(w.Scan.FileCategories) > 1:
		text += "; by their number, " + words.List(categoryMix(w.Scan, 3))
		fields = append(fields, "scan/file_categories")
	}
	if usage := w.Scan.DiskUsage; usage.Ignored > (usage.Allocated-usage.VCS)/2 {
		text += "; another " + words.Bytes(usage.Ignored) + ", over half of what lies here, is ignored"
		fields = append(fields, "scan/disk_usage", "scan/ignored")
	}
	return measured(words.Stop(text), fields)
}

// tables returns the number of database tables among the datasets, and the sum of their known numbers of rows.
func (w *writer) tables() (tables int, rows int64) {
	for i := range w.Facts.Datasets {
		if d := &w.Facts.Datasets[i]; d.Format == "table" {
			tables++
			rows += max(d.Rows, 0)
		}
	}
	return tables, rows
}

// codeLines returns the number of lines of the target's own code in programming languages and the main language, and
// the number in the main language alone. If all code is tests, examples or documentation, that is counted.
func (w *writer) codeLines() (all, main int) {
	for _, l := range w.Facts.Code.Languages {
		all += l.Code
		if l.Name == w.Facts.MainLanguage {
			main = l.Code
		}
	}
	if main > 0 {
		return all, main
	}
	for _, l := range w.Scan.Languages {
		if l.Name == w.Facts.MainLanguage {
			return all + l.Code, l.Code
		}
	}
	return all, 0
}

// practiceSentence returns a statement of the licence, the tests and the continuous integration, as far as they are
// known. It also states that a program has no licence. The result is false if there is nothing to state.
func (w *writer) practiceSentence() (luminos.Statement, bool) {
	var parts []string
	var fields []string
	var evidence []luminos.Evidence
	if l := w.Facts.License; l != "" {
		parts = append(parts, licensed(l))
		fields = append(fields, "facts/license")
		evidence = append(evidence, w.Facts.Evidence["license"]...)
	} else if w.isCode() && w.Facts.Vouched && !w.Facts.SaysTerms() {
		parts = append(parts, "no licence was found"+w.licensedParts())
		fields = append(fields, "facts/license")
	}
	if t := tellingTests(w.Facts.TestFrameworks); len(t) > 0 {
		parts = append(parts, "it is tested with "+words.Some(t, 3))
		fields = append(fields, "facts/test_frameworks")
		for _, name := range t[:min(3, len(t))] {
			evidence = append(evidence, first(w.Facts.Evidence["test_frameworks/"+name])...)
		}
	}
	if ci := w.Facts.CI; len(ci) > 0 {
		parts = append(parts, "its continuous integration is "+words.List(ciTitles(ci))+w.triggers())
		fields = append(fields, "facts/ci")
		for _, name := range ci {
			evidence = append(evidence, first(w.Facts.Evidence["ci/"+name])...)
		}
	}
	if len(parts) == 0 {
		return luminos.Statement{}, false
	}
	return measured(words.Sentence(words.List(parts)), fields, evidence...), true
}

// licensed returns the clause of a sentence that states the licence, such as "it is licensed under MIT".
func licensed(license string) string {
	switch {
	case strings.EqualFold(license, "public domain"):
		return "it is in the public domain"
	case strings.HasPrefix(license, "LicenseRef-"):
		return "it is licensed under terms of its own (" + license + ")"
	}
	return "it is licensed under " + license
}

// triggers returns the events that start the continuous integration, as " (on pushes and pull requests)"; "" if no
// event is known.
func (w *writer) triggers() string {
	var on []string
	for _, t := range [][2]string{{luminos.TriggerPush, "pushes"}, {luminos.TriggerPullRequest, "pull requests"}, {luminos.TriggerSchedule, "a schedule"}} {
		if slices.ContainsFunc(w.Facts.CIFiles, func(f luminos.CIFile) bool { return slices.Contains(f.Triggers, t[0]) }) {
			on = append(on, t[1])
		}
	}
	if len(on) == 0 {
		return ""
	}
	return " (on " + words.List(on) + ")"
}

// licensedParts returns the end of a sentence about a missing licence, such as " for the whole, but MIT in 3
// places", or "" if no part of the target has a licence either.
func (w *writer) licensedParts() string {
	var names []string
	n := 0
	for _, l := range w.Facts.Licenses {
		if l.License == "" || w.inTests(l.Path) {
			continue
		}
		n++
		if !slices.Contains(names, l.License) {
			names = append(names, l.License)
		}
	}
	if n == 0 {
		return ""
	}
	return " for the whole, but " + words.Some(names, 3) + " in " + words.Plural(n, "place")
}

func ciTitles(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = luminos.CIName(n)
	}
	return out
}

// purpose returns the section that states for whom the target is made, or nil if that is unknown.
func (w *writer) purpose() *luminos.Section {
	if w.Facts.Audience == "" {
		return nil
	}
	return section("overall_purpose", "Who it is for", []luminos.Statement{
		derived(words.Sentence("it is for "+w.Facts.Audience), from("facts/audience", "facts/entry_points", "facts/kind")),
	})
}

func first(e []luminos.Evidence) []luminos.Evidence { return e[:min(1, len(e))] }

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
