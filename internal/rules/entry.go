package rules

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// symbolsShown is the maximal number of definitions that the summary of a directory names.
const symbolsShown = 4

// entry returns the entry of the report for one directory, from dir, the facts about it, and u, the unit of the plan
// that contains it. The summary combines the description of the directory, its contents and its definitions.
func entry(dir luminos.DirFacts, u luminos.Unit) luminos.Entry {
	e := luminos.Entry{
		Path:             dir.Path,
		ChildCount:       dir.Files + dir.Links + dir.Subdirs,
		DominantCategory: luminos.Dominant(dir.Categories, u.Children),
		Basis:            luminos.Derived,
		NotableFiles:     dir.Notable,
		Tier:             u.Tier,
		Confidence:       0.35,
		Completeness:     0.3,
	}
	if dir.Unreadable != "" {
		e.Partial, e.PartialReason = true, "it could not be listed whole: "+dir.Unreadable
		if dir.Files+dir.Subdirs == 0 {
			e.Summary = words.Sentence("what is in it is unknown: " + dir.Unreadable)
			e.Confidence, e.Completeness, e.ConfidenceReason = 0, 0, e.PartialReason
			return e
		}
	}
	var parts []string
	if dir.About != "" {
		parts = append(parts, quoted(words.Stop(dir.About)))
		e.Evidence = append(e.Evidence, dir.AboutEvidence...)
		e.Confidence += 0.25
		e.Completeness += 0.2
	}
	parts = append(parts, holds(dir, u.Children))
	if u.Tier == luminos.TierSkip {
		e.Summary = strings.Join(parts, " ")
		e.ConfidenceReason = "skipped by the plan: measured only"
		e.Completeness = 0.1
		return e
	}
	if text, evidence := defines(dir); text != "" {
		parts = append(parts, text)
		e.Evidence = append(e.Evidence, evidence...)
		e.Confidence += 0.1
		e.Completeness += 0.2
	}
	if text, evidence := dataIn(dir.Path, u); text != "" {
		parts = append(parts, text)
		e.Evidence = append(e.Evidence, evidence...)
		e.Confidence += 0.2
		e.Completeness += 0.3
	}
	if text, evidence := documentsIn(dir.Path, u); text != "" {
		parts = append(parts, text)
		e.Evidence = append(e.Evidence, evidence...)
		e.Confidence += 0.1
		e.Completeness += 0.2
	}
	e.Summary = strings.Join(parts, " ")
	e.Confidence, e.Completeness = min(e.Confidence, 0.8), min(e.Completeness, 0.8)
	if e.Confidence < 0.5 {
		e.ConfidenceReason = "known by names and counts only: nothing in it says what it is for"
	}
	return e
}

// holds returns a sentence about the contents of a directory: the number of files directly in it, the number of files
// in its subdirectories, and the number of links.
func holds(d luminos.DirFacts, children []luminos.Entry) string {
	var b strings.Builder
	b.WriteString(map[luminos.DirRole]string{
		luminos.DirTests: "Tests: ", luminos.DirFixtures: "Test data: ", luminos.DirDocumentation: "Documentation: ", luminos.DirExamples: "Examples: ",
		luminos.DirBenchmarks: "Benchmarks: ",
		luminos.DirVendored:   "Vendored code: ", luminos.DirGenerated: "Generated code: ", luminos.DirOutput: "Build output: ",
		luminos.DirCI: "Continuous integration: ", luminos.DirAssets: "Assets: ", luminos.DirConfiguration: "Configuration: ",
	}[d.Role])
	switch {
	case d.Files == 0 && d.Subdirs == 0 && d.Ignored > 0:
		return b.String() + words.Count(d.Ignored) + " ignored."
	case d.Files == 0 && d.Subdirs == 0 && d.Links > 0:
		return b.String() + words.Plural(d.Links, "link") + "."
	case d.Files == 0 && d.Subdirs == 0:
		return b.String() + "Empty."
	case d.Files == 0:
		b.WriteString(words.Plural(d.Subdirs, "directory") + childNames(children) + ", with " + words.Plural(d.TotalFiles, "file"))
	default:
		b.WriteString(words.Plural(d.Files, "file") + mix(d))
		if d.TotalFiles > d.Files {
			b.WriteString("; " + words.Plural(d.TotalFiles-d.Files, "file") + " more in " + words.Plural(d.Subdirs, "directory") + " below")
		}
	}
	if d.Links > 0 {
		b.WriteString("; " + words.Plural(d.Links, "link"))
	}
	return words.Stop(b.String())
}

// childNames returns the names of at most five subdirectories in brackets, the ones with the most entries first, or "".
func childNames(children []luminos.Entry) string {
	sorted := slices.Clone(children)
	slices.SortStableFunc(sorted, func(a, b luminos.Entry) int { return cmp.Compare(b.ChildCount, a.ChildCount) })
	var names []string
	for _, c := range sorted {
		names = append(names, c.Path.Base())
	}
	if len(names) == 0 {
		return ""
	}
	return " (" + words.Some(names, 5) + ")"
}

// mix returns the languages, formats or categories of the files of a directory in brackets, as " (Go, 120 lines of
// code)" or " (5 .gz and 1 other)", or "". If less than half of the files are code, the other ones come first.
func mix(d luminos.DirFacts) string {
	languages := words.List(d.Languages[:min(3, len(d.Languages))])
	code := d.Code > 0 && languages != ""
	lines := words.Plural(d.Code, "line") + " of code"
	switch n := len(d.Extensions); {
	case code && d.LanguageFiles*2 >= d.Files:
		return " (" + languages + ", " + lines + inItsTests(d) + ")"
	case code:
		others := extensions(d, d.Files-d.LanguageFiles)
		few := words.Count(d.LanguageFiles) + " with " + lines + " in " + languages + inItsTests(d)
		return " (" + others + "; " + few + ")"
	case n <= 1 && 0 < len(d.Languages) && len(d.Languages) <= 3 && d.LanguageFiles == d.Files:
		return " (" + languages + ")"
	case n > 1, n == 1 && (d.LanguageFiles > 0 || d.Extensions[0].Files < d.Files):
		return " (" + extensions(d, d.Files) + ")"
	}
	if c := luminos.Dominant(d.Categories, nil); c != "" && d.Categories[c] == d.Files {
		return " (" + string(c) + ")"
	} else if c != "" {
		return " (mostly " + string(c) + ")"
	}
	return ""
}

// extensions returns the numbers of files by extension, as "3 .epub, 1 .pdf and 2 others", of a number of files without
// code.
func extensions(d luminos.DirFacts, files int) string {
	var kinds []string
	for _, x := range d.Extensions {
		kinds = append(kinds, words.Count(x.Files)+" "+x.Name)
		files -= x.Files
	}
	if files > 0 {
		kinds = append(kinds, words.Plural(files, "other"))
	}
	return words.List(kinds)
}

// inItsTests returns the end of a phrase that states how many of the lines of code are tests. It is "" if the directory
// holds only tests or no tests.
func inItsTests(d luminos.DirFacts) string {
	if d.TestCode == 0 || d.TestCode == d.Code || d.Role == luminos.DirTests {
		return ""
	}
	return ", " + words.Count(d.TestCode) + " of them in tests"
}

func defines(d luminos.DirFacts) (string, []luminos.Evidence) {
	if len(d.Symbols) == 0 || d.Role == luminos.DirTests || d.Role == luminos.DirFixtures {
		return "", nil
	}
	var names []string
	var evidence []luminos.Evidence
	symbols := slices.DeleteFunc(slices.Clone(d.Symbols), func(s luminos.Symbol) bool { return commonName(s.Name) })
	if len(symbols) == 0 {
		return "", nil
	}
	for _, s := range symbols[:min(symbolsShown, len(symbols))] {
		names = append(names, s.Name)
		if s.Evidence.Path != "" {
			evidence = append(evidence, s.Evidence)
		}
	}
	others := ""
	if len(symbols) > symbolsShown {
		others = " among others"
	}
	return "Defines " + words.List(names) + others + ".", evidence
}

// commonName reports whether a definition with the name says nothing about its directory: a constructor, an error, a
// double for tests.
func commonName(name string) bool {
	return name == "New" || name == "Error" || strings.HasPrefix(name, "Mock") || strings.HasPrefix(name, "Test")
}

func dataIn(dir luminos.Path, u luminos.Unit) (string, []luminos.Evidence) {
	var names []string
	var evidence []luminos.Evidence
	for _, d := range u.Datasets {
		if d.Dir() != dir {
			continue
		}
		if len(names) < 3 {
			evidence = append(evidence, d.Evidence...)
		}
		names = append(names, datasetName(d)+" ("+size(d)+")")
	}
	if len(names) == 0 {
		return "", nil
	}
	return "Data: " + words.Some(names, 3) + ".", evidence
}

func documentsIn(dir luminos.Path, u luminos.Unit) (string, []luminos.Evidence) {
	var titles []string
	var evidence []luminos.Evidence
	for _, d := range u.Documents {
		if d.Path.Dir() != dir || d.Title == "" || strings.HasPrefix(strings.ToLower(d.Path.Base()), "readme") {
			continue
		}
		title := quoted(words.Shorten(d.Title, 60))
		if slices.Contains(titles, title) { // each chapter of a book has its title
			continue
		}
		if len(titles) < 3 {
			evidence = append(evidence, first(d.Evidence)...)
		}
		titles = append(titles, title)
	}
	if len(titles) == 0 {
		return "", nil
	}
	return "Titles: " + words.Some(titles, 3) + ".", evidence
}

func quoted(s string) string { return words.Quote(s) }
