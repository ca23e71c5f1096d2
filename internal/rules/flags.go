package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// flags returns the flags that all rules raise, sorted by path, then with the gravest first.
func (w flagRules) flags() []luminos.Flag {
	all := append(settingsFlags(w.Facts.Settings), insideFlags(w)...)
	for _, rule := range []func() []luminos.Flag{
		w.injectionFlags, w.secretFlags, w.literalFlags, w.exposureFlags, w.disguiseFlags, w.problemFlags,
		w.unreadableFlags, w.sharedFlags, w.specialFlags, w.statusFlags, w.licenseFlags, w.practiceFlags, w.weightFlags, w.dataFlags,
	} {
		all = append(all, rule()...)
	}
	for i := range all {
		f := &all[i]
		f.Aside = f.Severity == luminos.Info && (f.Path != luminos.Root && w.inTests(f.Path) || weakOrder(f))
	}
	asideRests(all)
	slices.SortStableFunc(all, func(a, b luminos.Flag) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(b.Severity.Rank(), a.Severity.Rank()), cmp.Compare(a.Finding, b.Finding))
	})
	return all
}

// asideRests sets aside each flag that counts the rest of a rule, if all flags before it are aside: without them it
// would say "more" after none.
func asideRests(all []luminos.Flag) {
	shown := map[luminos.Rule]bool{}
	for _, f := range all {
		shown[f.Rule] = shown[f.Rule] || !f.Rest && !f.Aside
	}
	for i := range all {
		if f := &all[i]; f.Rest && f.Severity == luminos.Info {
			f.Aside = !shown[f.Rule]
		}
	}
}

// flag returns a flag of the offline engine about the file or directory at path. It takes the lines from the first
// evidence, if that evidence is about the same path.
func flag(
	rule luminos.Rule, path luminos.Path, severity luminos.Severity, finding, remedy string, evidence ...luminos.Evidence,
) luminos.Flag {
	f := luminos.Flag{Rule: rule, Path: path, Finding: finding, Severity: severity, Source: "rules", Remedy: remedy, Evidence: evidence}
	if len(evidence) > 0 && evidence[0].Path == path {
		f.Lines = evidence[0].Lines
	}
	return f
}

// flagsPerRule is the maximal number of separate flags that [limited] returns. One more flag states the number of the
// others.
const flagsPerRule = 10

func (w flagRules) injectionFlags() []luminos.Flag {
	var out []luminos.Flag
	outer := outerOf(w.Scan)
	byFile := map[luminos.Path][]luminos.Injection{}
	var files []luminos.Path
	for _, i := range w.Facts.Injections {
		if i.Pattern == luminos.AgentInstructions {
			continue // see agents
		}
		archive, member := outer(i.Path)
		if asideIn(member) {
			continue
		}
		if byFile[archive] == nil {
			files = append(files, archive)
		}
		byFile[archive] = append(byFile[archive], i)
	}
	// The target's own files come first, then documents, examples and vendored files, then tests.
	rank := func(p luminos.Path) int { return boolInt(w.inTests(p)) + boolInt(pathrole.Test(p)) }
	slices.SortStableFunc(files, func(a, b luminos.Path) int { return cmp.Compare(rank(a), rank(b)) })
	categories := map[luminos.Path]luminos.Category{}
	for i := range w.Scan.Files {
		if f := &w.Scan.Files[i]; byFile[f.Path] != nil {
			categories[f.Path] = f.Category
		}
	}
	orders := map[luminos.Severity][]luminos.Flag{}
	for _, p := range files {
		f := injectionFlag(p, attackIn(categories[p], byFile[p], outer), byFile[p], outer)
		orders[f.Severity] = append(orders[f.Severity], f)
	}
	for _, severity := range []luminos.Severity{luminos.Concern, luminos.Info} {
		weak := func(f luminos.Flag) bool { return severity == luminos.Info && weakOrder(&f) }
		named := slices.DeleteFunc(slices.Clone(orders[severity]), weak)
		others := slices.DeleteFunc(orders[severity], func(f luminos.Flag) bool { return !weak(f) })
		all := slices.Concat(byDirectory(named), byDirectory(others)) // weak orders are no part of a flag on others
		out = append(out, limited(all, luminos.RuleInjectionText,
			"file with text that reads like orders to an agent", "files with text that reads like orders to an agent")...)
	}
	return out
}

// mostOfDir is the maximum number of files of one directory with flags of their own.
const mostOfDir = 3

// byDirectory replaces the flags of more than mostOfDir files directly in a directory by one flag, in the place of the
// first. Many copies of an order in one directory must not displace an order in another.
func byDirectory(flags []luminos.Flag) []luminos.Flag {
	files := map[luminos.Path][]luminos.Flag{}
	for _, f := range flags {
		files[f.Path.Dir()] = append(files[f.Path.Dir()], f)
	}
	var out []luminos.Flag
	for _, f := range flags {
		all := files[f.Path.Dir()]
		switch {
		case len(all) <= mostOfDir:
			out = append(out, f)
		case f.Path == all[0].Path:
			var names []string
			for _, o := range all {
				names = append(names, words.Name(o.Path.Base()))
			}
			f.Path, f.Lines = f.Path.Dir(), nil
			f.Finding = words.Plural(len(all), "file") + " directly in it read like orders to an agent: " + words.Some(names, 5) + "."
			out = append(out, f)
		}
	}
	return out
}

// injectionFlag returns one flag for all places of the file p that contain instructions to an agent. Its evidence is
// the first place.
func injectionFlag(
	p luminos.Path, attack bool, all []luminos.Injection, outer func(luminos.Path) (archive, member luminos.Path),
) luminos.Flag {
	severity := luminos.Info
	if attack && !pathrole.Test(p) && !translation(p) { // agents read documentation and examples too
		severity = luminos.Concern
	}
	type place struct {
		path luminos.Path
		line int
	}
	lines := map[place]bool{}
	for _, i := range all {
		lines[place{i.Path, i.Line}] = true
		for _, line := range i.MoreLines {
			lines[place{i.Path, line}] = true
		}
	}
	n := len(lines) - 1
	_, member := outer(all[0].Path)
	rule, finding := luminos.RuleInjectionText, lineOf(all[0].Line, member)
	finding += fmt.Sprintf(" reads like an order to an agent (it %s)", all[0].Pattern)
	if all[0].Line == 0 {
		what := "name"
		switch {
		case inner().MatchString(all[0].Pattern):
			what = "content"
		case strings.HasSuffix(all[0].Pattern, "target of the link"):
			what = "target"
		case strings.HasSuffix(all[0].Pattern, "in its metadata"):
			what = "metadata"
		}
		finding = fmt.Sprintf("Its %s reads like an order to an agent (it %s)", what, all[0].Pattern)
		if what != "content" {
			rule = luminos.RuleInjectionName
		}
	}
	if pathrole.Test(p) {
		finding += ", in a test"
	}
	if n > 0 {
		finding += "; " + words.Plural(n, "more line") + " " + verb(n, "does", "do")
	}
	f := flag(rule, p, severity, finding+".",
		"Read it before you give this directory to an agent that acts.", all[0].Evidence)
	if member != "" {
		f.Lines = nil // of another text
	}
	return f
}

// limited returns the gravest flagsPerRule flags of a list and, if there are more, one flag of the rule with the number
// of the others and the severity of the gravest of them.
func limited(flags []luminos.Flag, rule luminos.Rule, one, many string) []luminos.Flag {
	slices.SortStableFunc(flags, func(a, b luminos.Flag) int { return cmp.Compare(b.Severity.Rank(), a.Severity.Rank()) })
	n := len(flags) - flagsPerRule
	if n <= 0 {
		return flags
	}
	f := flag(rule, luminos.Root, flags[flagsPerRule].Severity,
		words.Plural(n, "more "+one, "more "+many)+"; the JSON report lists them.", "")
	f.Rest = true
	return append(flags[:flagsPerRule], f)
}

// inTests reports whether a file is outside of the target's own code, such as a test, an example or a vendored file: by
// its directory, or because its path says so.
func (w *writer) inTests(p luminos.Path) bool {
	n := w.dirs[p.Dir()]
	return n != nil && n.set || pathrole.Aside(p)
}

func kindEvidence(p luminos.Path, kind luminos.EntryKind) luminos.Evidence {
	return luminos.Evidence{Path: p, Measure: luminos.MeasureKind, Value: string(kind)}
}

// sizeEvidence returns the size of a file as evidence for a finding about its content: another file at its path rarely
// has the same size, but always the same kind.
func sizeEvidence(scan *luminos.Scan, p luminos.Path) luminos.Evidence {
	for i := range scan.Files {
		if f := &scan.Files[i]; f.Path == p {
			return luminos.Evidence{Path: p, Measure: luminos.MeasureSize, Value: fmt.Sprint(f.Size)}
		}
	}
	return kindEvidence(p, luminos.KindFile)
}

// disguiseFlags returns flags for files whose content is of another type than their name extension.
func (w flagRules) disguiseFlags() []luminos.Flag {
	var out []luminos.Flag
	for _, m := range w.Scan.Mismatches {
		severity := luminos.Info
		if strings.Contains(m.Found, "executable") || strings.Contains(m.Found, "sharedlib") || strings.Contains(m.Found, "dosexec") || strings.Contains(m.Found, "portable-exec") {
			severity = luminos.Concern // a program under a harmless name is the classic disguise
		}
		out = append(out, flag(luminos.RuleDisguise, m.Path, severity, fmt.Sprintf("The name ends in %s, the content is %s.",
			m.Extension, cmp.Or(m.Name, m.Found)), "", sizeEvidence(w.Scan, m.Path)))
	}
	return limited(out, luminos.RuleDisguise,
		"file whose name and content disagree", "files whose names and contents disagree")
}

func (w flagRules) problemFlags() []luminos.Flag {
	var out []luminos.Flag
	empty := map[luminos.Path]bool{} // a go.mod without text keeps a directory out of the module around it
	for i := range w.Scan.Files {
		empty[w.Scan.Files[i].Path] = w.Scan.Files[i].Size == 0
	}
	for _, p := range w.Facts.Problems {
		template := strings.Contains(string(p.Path), "{{")
		ragged := strings.HasPrefix(p.Reason, "has rows with different numbers") // comments, optional last columns
		if p.Path == luminos.Root || empty[p.Path] || template || ragged {       // a bound of ours is stated by the coverage
			continue
		}
		severity := luminos.Concern
		declares := strings.HasPrefix(p.Reason, "declares ")
		binary := p.Reason == luminos.ErrNotText.Error()                       // a NUL in a comment is enough
		binary = binary || strings.Contains(p.Reason, "invalid character '_'") // a build replaces __VERSION__
		if declares || binary || w.inTests(p.Path) || exercise(p.Path) || below(p.Path, "data dataset datasets templates") {
			severity = luminos.Info // fixtures are broken on purpose
		}
		finding := "it could not be understood: " + p.Reason
		if declares {
			finding = "it " + p.Reason // it was understood
		}
		out = append(out, flag(luminos.RuleMalformed, p.Path, severity, words.Sentence(finding), ""))
	}
	return limited(out, luminos.RuleMalformed, "file that could not be understood", "files that could not be understood")
}

func (w flagRules) unreadableFlags() []luminos.Flag {
	var out []luminos.Flag
	for _, p := range w.Scan.Unreadable {
		if p.Path.Base() != ".git" { // tracked files are not known: coverage states it
			out = append(out, unreadableFlag(p))
		}
	}
	return limited(out, luminos.RuleUnreadable, "place that could not be looked at", "places that could not be looked at")
}

func unreadableFlag(p luminos.Problem) luminos.Flag {
	switch {
	case p.Reason == "permission denied":
		return flag(luminos.RuleUnreadable, p.Path, luminos.Concern, "It could not be looked at: permission denied.", "Run as a user who may read it to include it.")
	case strings.HasPrefix(p.Reason, "lines not counted"):
		return flag(luminos.RuleUncounted, p.Path, luminos.Info, words.Sentence(p.Reason), "")
	}
	return flag(luminos.RuleUnreadable, p.Path, luminos.Concern, words.Sentence("it could not be looked at whole: "+p.Reason), "")
}

// sharedFlags returns a flag for each file that has a name outside of the target. Such a file is part of another
// directory as well, which was perhaps not meant to be read.
func (w flagRules) sharedFlags() []luminos.Flag {
	var out []luminos.Flag
	for _, f := range w.Scan.Shared {
		finding := fmt.Sprintf("The file has %s (hard links), %d of them outside of the directory.", words.Plural(int(f.Names), "name", "names"), f.Names-int64(f.Inside))
		out = append(out, flag(luminos.RuleLinkHard, f.Path, luminos.Info, finding, "", kindEvidence(f.Path, luminos.KindFile)))
	}
	return limited(out, luminos.RuleLinkHard, "file with a name outside", "files with a name outside")
}

func (w flagRules) specialFlags() []luminos.Flag {
	var out []luminos.Flag
	for _, s := range w.Scan.Special {
		severity := luminos.Info
		if s.Kind == luminos.KindDevice {
			severity = luminos.Concern
		}
		out = append(out, flag(luminos.RuleSpecial, s.Path, severity, "It is "+words.Article(kindWord(s.Kind))+", not a file; it was not opened.", "", kindEvidence(s.Path, s.Kind)))
	}
	return limited(out, luminos.RuleSpecial, "special file", "special files")
}

func kindWord(k luminos.EntryKind) string {
	if k == luminos.KindFIFO {
		return "named pipe"
	}
	return string(k)
}
