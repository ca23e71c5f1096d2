package diff

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// kind returns the change of the kind. A name that only one side has says nothing if the entry points of both sides are
// of the same kinds, and neither does a number of modules that only one side is known to have. A library of Go is known
// by its module.
func kind(a, b *luminos.Facts) []Change {
	kinds := func(items []item) string {
		var list []string
		for _, e := range items {
			list = append(list, e.about)
		}
		slices.Sort(list)
		return strings.Join(slices.Compact(list), " ")
	}
	was, before, _ := strings.Cut(a.Kind, " in ")
	is, after, _ := strings.Cut(b.Kind, " in ")
	inGo := a.MainLanguage == "Go" && b.MainLanguage == "Go"
	if was == is && (before == "") != (after == "") || inGo && isModule(a) != isModule(b) {
		return nil
	}
	more := func(x, y string) bool {
		names := func(list string) []string { return strings.Split(strings.ReplaceAll(list, " and ", ", "), ", ") }
		return y != "" && !slices.ContainsFunc(names(y), func(name string) bool { return !slices.Contains(names(x), name) })
	}
	if (more(was, is) || more(is, was)) && was != is && kinds(entryItems(a, b)) == kinds(entryItems(b, a)) {
		return nil
	}
	return value("kind", a.Kind, b.Kind)
}

func status(f *luminos.Facts) string {
	if f.Status == nil {
		return ""
	}
	return f.Status.State
}

func licence(a, b *luminos.Facts) []Change { return value("licence", a.License, b.License) }

// release returns the changes of the version, the change log and the toolchain. That no toolchain is required any more
// is often stated in another form.
func release(a, b *luminos.Facts) []Change {
	needs := value("needs", strings.Join(a.Toolchains, ", "), strings.Join(b.Toolchains, ", "))
	if len(b.Toolchains) == 0 {
		needs = nil
	}
	return slices.Concat(value("version", a.Version, b.Version), listed(a, b), needs)
}

// listed returns the change of the newest release in the change logs of both sides. A log of one side only says that
// the other side has it in another form or place. Beside the versions of both sides it counts only if the logs have
// them, with a date: a log can lag behind.
func listed(a, b *luminos.Facts) []Change {
	if a.Releases == nil || b.Releases == nil {
		return nil
	}
	if a.Version != b.Version && a.Version != "" && b.Version != "" {
		dated := false
		for _, f := range []*luminos.Facts{a, b} {
			if f.Releases.Last != f.Version {
				return nil
			}
			dated = dated || f.Releases.LastDate != ""
		}
		if !dated {
			return nil
		}
	}
	return value("last listed release", lastRelease(a), lastRelease(b))
}

func lastRelease(f *luminos.Facts) string {
	return strings.TrimSpace(f.Releases.Last + " " + f.Releases.LastDate)
}

const noCode = "no code"

const (
	// partLines is the least number of lines of own code of a directory that is a part.
	partLines = 50
	// grown is the ratio of lines above which a part has changed its weight.
	grown = 1.5
)

// parts returns the directories with own code that are new, gone, or have much more or less code. A directory below a
// new one is not listed, nor one below a directory that is gone, nor one that has all code of the directory above. One
// that has other files on the other side is neither new nor gone, but has more or less code.
func parts(a, b *luminos.Facts) []Change {
	before, after := partsOf(a), partsOf(b)
	present, earlier := directories(b, true), directories(a, true)
	kept, had := directories(b, false), directories(a, false)
	var added, removed, changed []Change
	for _, d := range sortedDirs(after) {
		n, old := after[d], before[d]
		switch {
		case old == 0 && !earlier[d] && n >= partLines && !lacksParent(before, d):
			if c := (Change{Kind: Added, Name: d + "/", After: lines(n)}); !had[d] {
				added = append(added, c)
			} else {
				c.Kind, c.Before = Changed, noCode
				changed = append(changed, c)
			}
		case hasChanged(n, old) && !alone(before, after, d) && !below(before, after, d):
			changed = append(changed, Change{Kind: Changed, Name: d + "/", Before: lines(old), After: lines(n)})
		}
	}
	for _, d := range sortedDirs(before) {
		if before[d] >= partLines && !present[d] && !lacksParent(after, d) {
			if c := (Change{Kind: Removed, Name: d + "/", Before: lines(before[d])}); !kept[d] {
				removed = append(removed, c)
			} else {
				c.Kind, c.After = Changed, noCode
				changed = append(changed, c)
			}
		}
	}
	return slices.Concat(added, removed, changed)
}

// longPath is the maximal length in bytes of the path of a part, which is more than any system permits. The time for a
// path is the square of its length.
const longPath = 4096

// partsOf returns the lines of own code of each directory below the root, with its subdirectories.
func partsOf(f *luminos.Facts) map[string]int {
	roles := luminos.CodeRoles(f.Directories)
	out := map[string]int{}
	for i := range f.Directories {
		d := &f.Directories[i]
		if len(d.Path) > longPath {
			continue
		}
		var s luminos.CodeSize
		s.Add(roles[d.Path], d.Code, d.TestCode)
		for p := d.Path; s.Own > 0 && p != luminos.Root && p.Depth() > 0 && p != "/"; p = p.Dir() {
			out[string(p)] += s.Own
		}
	}
	return out
}

// directories returns the directories with files or, if coded is set, with code of any role, also with tests: a
// directory whose role changed is neither new nor gone.
func directories(f *luminos.Facts, coded bool) map[string]bool {
	out := map[string]bool{}
	for i := range f.Directories {
		d := &f.Directories[i]
		if coded && d.Code+d.TestCode == 0 || len(d.Path) > longPath {
			continue
		}
		for p := d.Path; p.Depth() > 0 && p != "/" && !out[string(p)]; p = p.Dir() {
			out[string(p)] = true
		}
	}
	return out
}

func sortedDirs(m map[string]int) []string {
	var list []string
	for d := range m {
		list = append(list, d)
	}
	slices.Sort(list)
	return list
}

// lacksParent reports whether the directory above dir has no own code in the other report, so that the line
// of that directory covers dir.
func lacksParent(other map[string]int, dir string) bool {
	above := luminos.Path(dir).Dir()
	return above != luminos.Root && above != "/" && other[string(above)] == 0
}

// alone reports whether all code of the directory above dir is in dir. The line of that directory then says the same.
func alone(before, after map[string]int, dir string) bool {
	above := string(luminos.Path(dir).Dir())
	return before[above] == before[dir] && after[above] == after[dir]
}

// hasChanged reports whether a part has changed its weight from a to b lines.
func hasChanged(a, b int) bool { return min(a, b) >= partLines && ratio(a, b) >= grown }

// below reports whether one directory below dir has changed its weight and the rest of dir has not. The line of that
// directory then says it.
func below(before, after map[string]int, dir string) bool {
	for d, n := range after {
		old := before[d]
		if strings.HasPrefix(d, dir+"/") && hasChanged(n, old) && !alone(before, after, d) &&
			ratio(max(after[dir]-n, partLines), max(before[dir]-old, partLines)) < grown {
			return true
		}
	}
	return false
}

func ratio(a, b int) float64 { return float64(max(a, b)) / float64(max(min(a, b), 1)) }

func lines(n int) string { return words.Count(n) + " lines of code" }

// entryPoints returns the entry points that are new, gone or of another kind. One whose path is the end of the other
// path has moved.
func entryPoints(a, b *luminos.Facts) []Change {
	list := lists(entryItems(a, b), entryItems(b, a))
	if len(list) > 2*most { // each is compared with the others
		return list
	}
	var out []Change
	taken := map[string]bool{} // the paths from which entry points moved
	for _, c := range list {
		moved := slices.IndexFunc(list, func(x Change) bool {
			return c.Kind == Added && x.Kind == Removed && c.After == x.Before && !taken[x.Name] &&
				(strings.HasSuffix(c.Name, "/"+x.Name) || strings.HasSuffix(x.Name, "/"+c.Name))
		})
		switch {
		case moved >= 0:
			taken[list[moved].Name] = true
			out = append(out, Change{Kind: Changed, Name: c.After, Before: list[moved].Name, After: c.Name})
		case c.Kind != Removed || !taken[c.Name]:
			out = append(out, c)
		}
	}
	return out
}

// withoutPages returns the changes of entry points without pages that both reports have: a page is new or gone with its
// file.
func withoutPages(a, b *luminos.Report, list []Change) []Change {
	return slices.DeleteFunc(list, func(c Change) bool {
		return c.After == "page" && c.Kind == Added && holds(a, c.Name) || c.Before == "page" && holds(b, c.Name)
	})
}

// holds reports whether the tree of a report has a path.
func holds(r *luminos.Report, name string) bool {
	if r.Scan == nil || len(name) > longPath {
		return false
	}
	at := r.Scan.Tree
	for part := range strings.SplitSeq(name, "/") {
		if at == nil {
			return false
		}
		i := slices.IndexFunc(at.Children, func(n *luminos.TreeNode) bool { return n != nil && n.Name == part })
		if i < 0 {
			return false
		}
		at = at.Children[i]
	}
	return true
}

// isModule reports whether the target is or has a module of Go.
func isModule(f *luminos.Facts) bool {
	return slices.ContainsFunc(f.Manifests, func(m luminos.Manifest) bool { return m.Path.Base() == "go.mod" })
}

// entryItems returns the entry points by path. A library of Go or Python is its directory, of which the entry is a
// file. Libraries are left out if the other side is called one too, but its manifests do not show where it begins.
func entryItems(f, other *luminos.Facts) (list []item) {
	library := func(e luminos.EntryPoint) bool { return e.Kind == "library" }
	unseen := strings.Contains(other.Kind, "library") && !slices.ContainsFunc(other.EntryPoints, library)
	for _, e := range f.EntryPoints {
		if library(e) && (unseen || e.Path.Ext() == ".go" && !isModule(other)) {
			continue
		}
		name := string(e.Path)
		if e.Kind == "library" && (e.Path.Ext() == ".go" || e.Path.Base() == "__init__.py") {
			name = string(e.Path.Dir())
		}
		if e.Kind != "document" && !e.Part {
			list = append(list, item{name, e.Kind})
		}
	}
	return sorted(list)
}

// checks returns the changes of continuous integration and of tests. If an effect is known on one side only, and the
// other side can have it, the effects are not compared.
func checks(a, b *luminos.Facts) []Change {
	names := func(f, other *luminos.Facts) string {
		systems := slices.Clone(f.CI)
		for _, c := range f.CIFiles { // a configuration that is out of use is not gone
			if slices.Contains(other.CI, c.System) && !slices.Contains(systems, c.System) {
				systems = append(systems, c.System)
			}
		}
		var list []string
		for _, id := range systems {
			list = append(list, luminos.CIName(id))
		}
		slices.Sort(list)
		return words.List(list)
	}
	effects := value("effects", a.Checks, b.Checks)
	for effect := range effectVerbs {
		if does(a, effect) && hides(b, effect) || does(b, effect) && hides(a, effect) {
			effects = nil
		}
	}
	if verbs := withoutEvents(a.Checks); verbs == withoutEvents(b.Checks) && (verbs == a.Checks) != (verbs == b.Checks) {
		effects = nil // the events of one side are not known
	}
	tests := value("test frameworks", frameworks(a, b), frameworks(b, a))
	return slices.Concat(value("by", names(a, b), names(b, a)), effects, tests)
}

// withoutEvents returns the effects in a description of checks in their order, without the events that start them.
func withoutEvents(checks string) string {
	var verbs []string
	for clause := range strings.SplitSeq(checks, "; ") {
		clause, _, _ = strings.Cut(clause, " on ")
		verbs = append(verbs, strings.Split(strings.ReplaceAll(clause, " and ", ", "), ", ")...)
	}
	return words.List(verbs)
}

// effectVerbs are the words for effects of continuous integration.
var effectVerbs = map[string]string{
	"build": "builds", "test": "tests", "lint": "lints", "scan": "scans", "publish": "publishes",
}

// hides reports whether the continuous integration is not said to have an effect, but can have it: its events are not
// known, or it has commands that are not known and can build, test or lint.
func hides(f *luminos.Facts, effect string) bool {
	return !does(f, effect) && slices.ContainsFunc(f.CIFiles, func(c luminos.CIFile) bool {
		return c.Unclear && slices.Contains([]string{"build", "test", "lint"}, effect) || slices.Contains(c.Effects, effect)
	})
}

// frameworks returns the names of the test frameworks, also of one of the other side that is declared. Beside pytest,
// which runs its tests, unittest does not count: it is not looked for if the manifest configures pytest.
func frameworks(f, other *luminos.Facts) string {
	list := slices.Clone(f.TestFrameworks)
	for _, name := range other.TestFrameworks {
		declared := func(d luminos.Dependency) bool { return d.Name == name }
		if !slices.Contains(list, name) && slices.ContainsFunc(f.Dependencies, declared) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	if slices.Contains(list, "pytest") {
		list = slices.DeleteFunc(list, func(name string) bool { return name == "unittest" })
	}
	return words.List(list)
}
