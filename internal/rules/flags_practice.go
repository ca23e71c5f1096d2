package rules

import (
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// restrictedLicenses begin the names of licences that show their source but
// are not open source by the Open Source Definition.
var restrictedLicenses = []string{
	"BUSL", "FSL", "SSPL", "RSAL", "Elastic", "PolyForm", "Commons-Clause", "Proprietary",
	"LicenseRef-Proprietary", "LicenseRef-Commercial", "Sustainable Use", "Fair Source", "CC-BY-NC",
}

// company matches the name, in small letters, of a licence that a company wrote for a part of its sources.
var company = lazyregexp.Lazy(`\b(?:enterprise|source[- ]available|commercial) licen[cs]e\b`)

// licenseFlags returns flags for a missing or restrictive licence, for an AGPL, and for other licences in manifests.
func (w flagRules) licenseFlags() []luminos.Flag {
	l := w.Facts.License
	if l == "" {
		own := w.Facts.Readme != nil || len(w.Facts.Manifests) > 0 && w.Facts.Kind != ""
		if !w.isCode() || !w.Facts.Vouched || !own || w.Facts.SaysTerms() {
			return nil // a folder of scripts for oneself and a part of an installation need no licence
		}
		return []luminos.Flag{flag(luminos.RuleNoLicence, luminos.Root, luminos.Concern, "No licence was found"+w.licensedParts()+": what has none, nobody but the authors may use or pass on unless they say so elsewhere.",
			"Ask the authors, or add a LICENSE file.")}
	}
	names := licenceNames(l)
	closed := len(slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !restricted(n) }))
	open := len(names) - closed
	evidence := restrictedFirst(w.Facts)
	path := luminos.Root
	if len(evidence) > 0 {
		path = evidence[0].Path
	}
	out := w.otherLicenses(names)
	switch {
	case !w.isCode(): // the sentences below are about code
	case closed > 0 && (open == 0 || strings.Contains(l, " AND ")):
		out = append(out, flag(luminos.RuleRestricted, path, luminos.Concern, "The licence "+l+" is not an open-source one: it restricts how the code may be used"+w.becomes()+".", "Read it before you use or pass on the code.", first(evidence)...))
	case strings.HasPrefix(l, "AGPL"):
		out = append(out, flag(luminos.RuleNetwork, path, luminos.Info, "Under "+l+", who offers a changed version over a network must offer its source.", "", first(evidence)...))
	}
	if w.isCode() && closed == 0 {
		out = append(out, restrictedParts(w)...)
	}
	return out
}

// restrictedParts returns a flag for the first directory below the root with a licence that is not an open-source one.
func restrictedParts(w flagRules) []luminos.Flag {
	for _, l := range w.Facts.Licenses {
		if l.Path.Depth() > 1 && restricted(l.License) && !pathrole.Aside(l.Path) && !w.inTests(l.Path) {
			return []luminos.Flag{flag(luminos.RuleRestricted, l.Path, luminos.Info, "The licence of this part, "+
				words.Quote(l.License)+", is not an open-source one.", "Read it before you use or pass on the part.",
				first(l.Evidence)...)}
		}
	}
	return nil
}

// licenceNames returns the names in an expression of licences, such as "MIT OR (X License AND Apache-2.0 WITH y)".
func licenceNames(l string) []string {
	parts := strings.NewReplacer("(", " ", ")", " ", " AND ", "\n", " OR ", "\n", " WITH ", "\n").Replace(l)
	return strings.FieldsFunc(parts, func(r rune) bool { return r == '\n' })
}

// restricted reports whether a licence is not one of open source. The community licences of companies forbid to
// compete with them.
func restricted(name string) bool {
	low := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(name)), " agreement")
	return strings.HasSuffix(low, " community license") && !strings.HasPrefix(low, "educational") ||
		company().MatchString(low) ||
		slices.ContainsFunc(restrictedLicenses, func(p string) bool { return strings.HasPrefix(low, strings.ToLower(p)) })
}

// restrictedFirst returns the evidence of the licence, the one of a restricted licence first.
func restrictedFirst(facts *luminos.Facts) []luminos.Evidence {
	all := slices.Clone(facts.Evidence["license"])
	slices.SortStableFunc(all, func(a, b luminos.Evidence) int {
		grants := func(e luminos.Evidence) int {
			return boolInt(!slices.ContainsFunc(facts.Licenses, func(l luminos.LicenseFile) bool {
				return l.Path == e.Path && restricted(l.License)
			}))
		}
		return grants(a) - grants(b)
	})
	return all
}

// becomes returns the end of a sentence with the licence that is going to replace the present one, such as "; it
// becomes MIT", or "" if the licence text names no such licence.
func (w flagRules) becomes() string {
	for _, l := range w.Facts.Licenses {
		if l.License == w.Facts.License && l.Note != "" {
			return "; it " + l.Note
		}
	}
	return ""
}

// otherLicenses returns one flag for all manifests that declare a licence other than names, the target's licences.
func (w flagRules) otherLicenses(names []string) []luminos.Flag {
	var declared []string
	var at []luminos.Path
	for _, m := range w.Facts.Manifests {
		same := func(name string) bool { // GPL-2.0 and GPL-2.0-or-later, bsd and BSD-3-Clause, MPL2 and MPL-2.0
			a, b := licenceKey(name), licenceKey(m.License)
			return strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
		}
		plain := m.License != "" && !strings.ContainsAny(m.License, " /,;:")
		told := slices.ContainsFunc(names, same) || contradicts(w.Facts.Problems, m.Path)
		if !m.Own() || !plain || told || w.inTests(m.Path) {
			continue
		}
		at = append(at, m.Path)
		if !slices.Contains(declared, m.License) {
			declared = append(declared, m.License)
		}
	}
	if len(at) == 0 {
		return nil
	}
	return []luminos.Flag{flag(luminos.RuleOtherLicence, at[0], luminos.Info, fmt.Sprintf("%s %s another licence than %s: %s.",
		words.Plural(len(at), "manifest"), verb(len(at), "declares", "declare"), w.Facts.License, words.Some(declared, 3)),
		"Ask which one holds for what.", sizeEvidence(w.Scan, at[0]))}
}

// licenceKey returns the name of a licence for comparing, in small letters and without signs.
func licenceKey(name string) string {
	return strings.NewReplacer("-", "", "_", "", ".", "", "v", "").Replace(strings.ToLower(name))
}

// contradicts reports whether one of problems says that the manifest p declares another licence than the licence file.
func contradicts(problems []luminos.Problem, p luminos.Path) bool {
	return slices.ContainsFunc(problems, func(o luminos.Problem) bool {
		return o.Path == p && strings.HasPrefix(o.Reason, "declares ")
	})
}

// statusFlags returns a flag that quotes the README if it warns against new use of the target.
func (w flagRules) statusFlags() []luminos.Flag {
	s := w.Facts.Status
	if s == nil {
		return nil
	}
	severity := luminos.Concern
	if slices.Contains([]string{"in maintenance mode", "no longer updated", "not for production"}, s.State) {
		severity = luminos.Info
	}
	path := luminos.Root
	if w.Facts.Readme != nil {
		path = w.Facts.Readme.Path
	}
	text, of := s.Text, "the target, or of a part of it,"
	if ofWhole().MatchString(text) || deprecates(text, w.Facts.Name) {
		of = "the target"
	}
	finding := words.Stop("It says of " + of + " that it is " + stated(s.State) + ": " + quoted(text))
	return []luminos.Flag{flag(luminos.RuleStatus, path, severity, finding, "", first(s.Evidence)...)}
}

// ofWhole matches a statement about a repository or a package as a whole.
var ofWhole = lazyregexp.Lazy(`(?i)^(?:[^\w“"]|(?:important|note|warning|notice|deprecated|archived)\b)*` +
	`this (?:\w+ )?(?:repo|repository|project|package|library|crate|gem) (?:is|has|was|will)\b`)

// deprecates reports whether a text only says that the target of a name is deprecated: "Deprecated: Jo".
func deprecates(text, name string) bool {
	rest, ok := strings.CutPrefix(words.Fold(text), "deprecated")
	return ok && name != "" && rest == words.Fold(name)
}

// stated returns words for the state of a project that fit after "that it is": "no longer developed here" for
// "moved", and any other state unchanged.
func stated(state string) string {
	if state == "moved" {
		return "no longer developed here"
	}
	return state
}

// readmeBelow reports whether a directory at the top has a README.
func readmeBelow(scan *luminos.Scan) bool {
	return slices.ContainsFunc(scan.Files, func(f luminos.File) bool {
		stem, _, _ := strings.Cut(strings.ToLower(f.Path.Base()), ".")
		return f.Path.Depth() == 2 && stem == "readme" && f.Category != luminos.CategorySource && !pathrole.Aside(f.Path)
	})
}

// practiceFlags returns flags for a program without a README, and for a large one without tests or without CI.
func (w flagRules) practiceFlags() []luminos.Flag {
	if !developed(w) {
		return nil
	}
	var out []luminos.Flag
	code, _ := w.codeLines()
	if w.Facts.Readme == nil && !readmeBelow(w.Scan) {
		out = append(out, flag(luminos.RuleNoReadme, luminos.Root, luminos.Concern,
			"There is no README: nothing says what this is or how to use it.", ""))
	}
	if published(w) {
		return out
	}
	if code >= 500 && !tested(w) && !w.showsExamples() {
		severity := luminos.Info
		shipped := w.Scan.Git == nil && len(w.Facts.CI) == 0 && len(w.Facts.Containers) == 0 // without its tests
		if code >= largeProgram && !mostlyDocuments(w.Scan) && !shipped {
			severity = luminos.Concern
		}
		finding := fmt.Sprintf("No tests were found for %s of code.", words.Plural(code, "line"))
		out = append(out, flag(luminos.RuleNoTests, luminos.Root, severity, finding, ""))
	}
	// A copy without a repository can be a release, which lacks settings.
	if len(w.Facts.CI) == 0 && code >= 500 && !w.builds() && w.Scan.Git != nil {
		out = append(out, flag(luminos.RuleNoCI, luminos.Root, luminos.Info,
			"No settings of continuous integration were found.", ""))
	}
	return out
}

// published reports whether the target is a package as npm publishes it, without the files for its developers: settings
// of integration, a lock file, .gitignore, and files in directories with a dot.
func published(w flagRules) bool {
	apart := func(f luminos.File) bool {
		return f.Path.Base() == ".gitignore" || strings.HasPrefix(string(f.Path.Dir()), ".") && f.Path.Dir() != luminos.Root
	}
	locked := func(m luminos.Manifest) bool { return m.Lockfile }
	root := func(m luminos.Manifest) bool { return m.Path == "package.json" && m.Name != "" && m.Version != "" }
	return w.Scan.Git == nil && len(w.Facts.CI) == 0 && slices.ContainsFunc(w.Facts.Manifests, root) &&
		!slices.ContainsFunc(w.Facts.Manifests, locked) && !slices.ContainsFunc(w.Scan.Files, apart)
}

// buildsItself matches names, in small letters, of files and directories that can hold integration of a service that is
// not known.
var buildsItself = lazyregexp.Lazy(`pipeline|jenkins|travis|appveyor|circleci|buildkite|drone|cirrus|teamcity|` +
	`woodpecker|(?:^|[-_.])ci(?:$|[-_.])|^build\w*\.(?:ps1|cmd|bat|cake|fsx)$`)

// builds reports whether a name at the top or below a directory there may be of continuous integration.
func (w *writer) builds() bool {
	return slices.ContainsFunc(w.Scan.Files, func(f luminos.File) bool {
		names := strings.Split(strings.ToLower(string(f.Path)), "/")
		return len(names) <= 3 && slices.ContainsFunc(names, buildsItself().MatchString)
	})
}

// largeFile is the size from which a file among sources is reported: few files
// of that size are written by hand.
const largeFile = 20 << 20

// weightFlags returns flags for large files, for duplicate files and for ignored files that take much space.
func (w flagRules) weightFlags() []luminos.Flag {
	var out []luminos.Flag
	if w.isCode() && (w.Facts.Kind != "" || w.Facts.Readme != nil) { // else large files can belong there
		for i, f := range w.Scan.LargeFiles {
			if i < 3 && f.Size >= largeFile {
				out = append(out, flag(luminos.RuleLargeFile, f.Path, luminos.Info, "It weighs "+words.Bytes(f.Size)+", much for a file among sources.", "",
					luminos.Evidence{Path: f.Path, Measure: luminos.MeasureSize, Value: fmt.Sprint(f.Size)}))
			}
		}
	}
	dup := w.Scan.Duplicates
	if dup.Wasted >= 10<<20 && len(dup.Groups) > 0 {
		g := dup.Groups[0]
		text := fmt.Sprintf("Files with equal content hold %s more than once in all; this one stands here %d times.",
			words.Bytes(dup.Wasted), g.Count)
		out = append(out, flag(luminos.RuleDuplicates, g.Paths[0], luminos.Info, text, "", luminos.Evidence{Path: g.Paths[0], SHA256: g.SHA256}))
	}
	ignored := slices.DeleteFunc(slices.Clone(w.Scan.Ignored.Roots), func(r luminos.IgnoredRoot) bool {
		return r.Rule == "version control"
	})
	if len(ignored) > 0 && ignored[0].Allocated >= 100<<20 {
		r := ignored[0]
		text := "Ignored files here take " + words.Bytes(r.Allocated) + "; they were weighed, not investigated."
		out = append(out, flag(luminos.RuleIgnoredWeight, r.Path, luminos.Info, text, ""))
	}
	return out
}

// dataFlags returns flags for datasets with unusual or invalid values.
func (w flagRules) dataFlags() []luminos.Flag {
	var out []luminos.Flag
	for _, d := range w.Facts.Datasets {
		issues := slices.DeleteFunc(slices.Clone(d.Issues), func(i string) bool {
			optional := (d.Path.Ext() == ".tab" || d.Path.Ext() == ".tsv") && strings.Contains(i, " instead of ")
			return optional || strings.Contains(i, "not listed, past") // a bound of ours
		})
		if len(issues) > 0 && !w.inTests(d.Path) {
			text := words.Some(issues, 2)
			if d.Count > 1 { // the path of the flag is the first file of the family
				text = "in " + words.Name(datasetName(d)) + ": " + text
			}
			out = append(out, flag(luminos.RuleDataIssues, d.Path, luminos.Info, words.Sentence(text), "", first(d.Evidence)...))
		}
	}
	return limited(out, luminos.RuleDataIssues, "dataset with values that stand out", "datasets with values that stand out")
}

// concerns returns the section that lists at most twelve flags: the critical ones, then the flags of severity concern.
func (w flagRules) concerns(flags []luminos.Flag) *luminos.Section {
	var items []luminos.Item
	for _, severity := range []luminos.Severity{luminos.Critical, luminos.Concern} {
		for _, f := range flags {
			if f.Severity == severity && len(items) < 12 {
				items = append(items, luminos.Item{Label: string(f.Path), Statement: derived(f.Finding, from("flags"), f.Evidence...)})
			}
		}
	}
	return section("concerns", "What is wrong with it", nil, items...)
}
