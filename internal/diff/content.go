package diff

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// flags returns the new flags, the gravest first, then the resolved and the changed ones. Flags of both reports are the
// same if rule, path and words are; lines do not count. A rule raises one flag about a file, and quotes one line in it:
// of a flag by rules the words can change. A flag by rules with the same words about a file of the same name moved with
// its file. Flags of a model are compared only if a model wrote both reports.
func flags(a, b *luminos.Report) []Change {
	both := a.Target.Engine == b.Target.Engine
	before, after := flagsOf(a, both), flagsOf(b, both)
	type place struct {
		rule luminos.Rule
		path luminos.Path
	}
	dropMoved(before, after)
	gone := map[place][]*luminos.Flag{}
	for _, key := range missingFrom(after, before) {
		f := before[key]
		gone[place{f.Rule, f.Path}] = append(gone[place{f.Rule, f.Path}], f)
	}
	var added, removed, changed []Change
	for _, key := range slices.Sorted(maps.Keys(after)) {
		f, old := after[key], before[key]
		counts := old == nil && (f.Source != luminos.SourceModel || len(f.Claims) > 0)
		if at := (place{f.Rule, f.Path}); old == nil && f.Source != luminos.SourceModel && len(gone[at]) > 0 {
			old, gone[at] = gone[at][0], gone[at][1:]
		}
		c := Change{Kind: Added, Name: flagPlace(f), After: f.Finding, Severity: f.Severity, Counts: counts}
		switch {
		case old == nil:
			added = append(added, c)
		case counts || old.Severity != f.Severity:
			c.Kind = Changed
			c.Before, c.After = stated(old, f)
			changed = append(changed, c)
		}
	}
	for _, list := range gone {
		for _, f := range list {
			removed = append(removed, Change{Kind: Removed, Name: flagPlace(f), Before: f.Finding, Severity: f.Severity})
		}
	}
	for _, list := range [][]Change{added, removed, changed} {
		slices.SortFunc(list, func(x, y Change) int {
			return cmp.Or(cmp.Compare(y.Severity.Rank(), x.Severity.Rank()), cmp.Compare(x.Name, y.Name),
				cmp.Compare(x.After+x.Before, y.After+y.Before))
		})
	}
	return slices.Concat(added, removed, changed)
}

// dropMoved deletes the flags by rules that only one side has if the other one has, in their place, one of the same
// severity with the same words about a file of the same name elsewhere.
func dropMoved(before, after map[string]*luminos.Flag) {
	unplaced := func(f *luminos.Flag) string {
		if f.Source == luminos.SourceModel {
			return f.Identity()
		}
		moved := *f
		moved.Path = luminos.Path(f.Path.Base())
		return moved.Identity() + "\x00" + string(f.Severity)
	}
	gone := map[string][]string{}
	for _, key := range missingFrom(after, before) {
		said := unplaced(before[key])
		gone[said] = append(gone[said], key)
	}
	for _, key := range missingFrom(before, after) {
		said := unplaced(after[key])
		if list := gone[said]; len(list) > 0 {
			delete(before, list[0])
			delete(after, key)
			gone[said] = list[1:]
		}
	}
}

// missingFrom returns the identities of the flags of list that other does not have, sorted.
func missingFrom(other, list map[string]*luminos.Flag) (keys []string) {
	for _, key := range slices.Sorted(maps.Keys(list)) {
		if other[key] == nil {
			keys = append(keys, key)
		}
	}
	return keys
}

// stated returns the texts of a flag that changed: its severities, its findings or both.
func stated(old, f *luminos.Flag) (before, after string) {
	switch {
	case old.Severity == f.Severity:
		return old.Finding, f.Finding
	case old.Identity() == f.Identity():
		return string(old.Severity), string(f.Severity) + ": " + f.Finding
	}
	return string(old.Severity) + ": " + old.Finding, string(f.Severity) + ": " + f.Finding
}

// flagsOf returns the flags of a report by their identity, without flags of tests, examples and the like.
func flagsOf(r *luminos.Report, models bool) map[string]*luminos.Flag {
	out := map[string]*luminos.Flag{}
	for i := range r.Flags {
		f := &r.Flags[i]
		if f.Aside || f.Rest || f.Source == luminos.SourceModel && !models {
			continue
		}
		out[f.Identity()] = f
	}
	return out
}

func flagPlace(f *luminos.Flag) string {
	if f.Lines != nil {
		return fmt.Sprintf("%s:%d", f.Path, f.Lines.First)
	}
	return string(f.Path)
}

// datasets returns the data files of the target, and by name. Data of tests, documents and the like is not its own.
func datasets(f *luminos.Facts) (list []*luminos.Dataset, byName map[string]*luminos.Dataset) {
	roles := luminos.CodeRoles(f.Directories)
	byName = map[string]*luminos.Dataset{}
	for i := range f.Datasets {
		if d := &f.Datasets[i]; roles[d.Dir()] == "" {
			list, byName[datasetName(d)] = append(list, d), d
		}
	}
	return list, byName
}

// data returns the data files that are new or gone, and the ones whose columns or rows changed.
func data(a, b *luminos.Facts) []Change {
	earlier, before := datasets(a)
	later, after := datasets(b)
	var added, removed, changed []Change
	for _, d := range later {
		name := datasetName(d)
		old := before[name]
		if old == nil {
			added = append(added, Change{Kind: Added, Name: name, After: shape(d)})
			continue
		}
		for _, c := range columns(old, d) {
			c.Name = name + ": " + c.Name
			changed = append(changed, c)
		}
		if old.Rows >= 0 && d.Rows >= 0 {
			was, is := words.Plural(old.Rows, "row"), words.Plural(d.Rows, "row")
			changed = append(changed, value(name, was, is)...)
		}
	}
	for _, d := range earlier {
		if name := datasetName(d); after[name] == nil {
			removed = append(removed, Change{Kind: Removed, Name: name, Before: shape(d)})
		}
	}
	return slices.Concat(changed, added, removed)
}

func datasetName(d *luminos.Dataset) string { return cmp.Or(d.Family, string(d.Path)) }

func shape(d *luminos.Dataset) string {
	s := d.Format
	if d.Rows >= 0 {
		s += ", " + words.Plural(d.Rows, "row")
	}
	if n := len(d.Columns); n > 0 {
		s += ", " + words.Plural(n, "column")
	}
	return s
}

// columns returns the columns that are new or gone, or have another type.
func columns(a, b *luminos.Dataset) []Change {
	items := func(d *luminos.Dataset) (list []item) {
		for _, c := range d.Columns {
			list = append(list, item{"column " + c.Name, c.Type})
		}
		return list
	}
	return lists(items(a), items(b))
}

// content returns the changes of the numbers of files by format, of a target that is not code.
func content(a, b *luminos.Facts) []Change {
	before, after := map[string]int{}, map[string]int{}
	for _, c := range a.Holdings {
		before[c.Name] = c.Files
	}
	var out []Change
	for _, c := range b.Holdings {
		after[c.Name] = c.Files
		if before[c.Name] != c.Files {
			out = append(out, value(c.Name, files(before[c.Name]), files(c.Files))...)
		}
	}
	for _, c := range a.Holdings {
		if after[c.Name] == 0 && len(b.Holdings) > 0 {
			out = append(out, value(c.Name, files(c.Files), "")...)
		}
	}
	if len(a.Holdings) == 0 {
		return nil // one of the two is code, which the purpose says
	}
	return out
}

func files(n int) string {
	if n == 0 {
		return ""
	}
	return words.Plural(n, "file")
}

// moved is the least change of the share of a language, in percent of the own code, that is listed.
const moved = 5

func languages(a, b *luminos.Facts) []Change {
	before, after := shares(a), shares(b)
	var names []string
	for name := range before {
		names = append(names, name)
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var out []Change
	for _, name := range names {
		if math.Abs(before[name]-after[name]) >= moved {
			out = append(out, value(name, percent(before[name]), percent(after[name]))...)
		}
	}
	return out
}

// shares returns the shares of languages in the own code whose language is known, in percent.
func shares(f *luminos.Facts) map[string]float64 {
	all := 0.0
	for _, l := range f.Code.Languages {
		all += float64(l.Code)
	}
	out := map[string]float64{}
	for _, l := range f.Code.Languages {
		if all > 0 {
			out[l.Name] = 100 * float64(l.Code) / all
		}
	}
	return out
}

func percent(share float64) string {
	if share == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f %%", share)
}

// size returns the changes of the numbers of files, bytes and lines of code. Ignored files are not counted.
func size(a, b *luminos.Report) []Change {
	x, y := factsOf(a).Code, factsOf(b).Code
	var out []Change
	if a.Scan != nil && b.Scan != nil {
		s, t, but := a.Scan.SurveySignals, b.Scan.SurveySignals, ""
		if a.Scan.Ignored.Files+b.Scan.Ignored.Files > 0 {
			but = ", without ignored ones"
		}
		out = append(out, value("files"+but, words.Count(s.Files), words.Count(t.Files))...)
		out = append(out, value("bytes"+but, words.Bytes(s.Bytes), words.Bytes(t.Bytes))...)
	}
	out = append(out, value("lines of own code", words.Count(x.Own), words.Count(y.Own))...)
	return append(out, value("lines of tests", words.Count(x.Tests), words.Count(y.Tests))...)
}
