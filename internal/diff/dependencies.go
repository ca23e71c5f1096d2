package diff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

const anyVersion = "any version"

// scopes are the words for the scopes of dependencies.
var scopes = map[string]string{"dev": "for development", "test": "for tests", "build": "for builds"}

// groupFrom is the number of dependencies from which on a new or removed manifest has one line for all.
const groupFrom = 4

// dependencies returns the changes of the dependencies that the target's own manifests declare. A dependency is
// compared within each manifest that both reports have. The ones at run time come first, and among changed ones the
// changes that can break the target.
func dependencies(a, b *luminos.Facts) []Change {
	before, after := declared(a), declared(b)
	if unread(a) || unread(b) {
		gradle := func(name string, _ uses) bool { return strings.HasSuffix(name, " (gradle)") }
		maps.DeleteFunc(before, gradle)
		maps.DeleteFunc(after, gradle)
	}
	var added, removed, changed []Change
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if old := before[name]; old != nil {
			changed = append(changed, reversioned(name, old, after[name])...)
		} else {
			added = append(added, Change{Kind: Added, Name: name, After: after[name].about()})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if after[name] == nil {
			removed = append(removed, Change{Kind: Removed, Name: name, Before: before[name].about()})
		}
	}
	slices.SortStableFunc(changed, func(x, y Change) int { return cmp.Compare(step(x), step(y)) })
	out := slices.Concat(grouped(added, after, before), grouped(removed, before, after), changed)
	slices.SortStableFunc(out, func(x, y Change) int {
		return cmp.Compare(min(before.rank(x), after.rank(x)), min(before.rank(y), after.rank(y)))
	})
	return out
}

// unread reports whether the builds of Gradle declare no dependency in a form that is read: a script can hold them.
func unread(f *luminos.Facts) bool {
	builds := slices.ContainsFunc(f.Manifests, func(m luminos.Manifest) bool { return m.Ecosystem == "gradle" })
	return builds && !slices.ContainsFunc(f.Dependencies, func(d luminos.Dependency) bool {
		return d.Ecosystem == "gradle"
	})
}

// uses maps the manifests that declare a dependency to their descriptions of the dependency.
type uses map[luminos.Path][]string

// declarations maps the names of dependencies to their uses.
type declarations map[string]uses

// declared returns the dependencies that the target's own manifests declare, without the target's own packages.
func declared(f *luminos.Facts) declarations {
	aside, own := map[luminos.Path]bool{}, map[string]bool{}
	for i := range f.Manifests {
		m := &f.Manifests[i]
		mine := m.Role != luminos.ManifestVendored && m.Role != luminos.ManifestExample
		own[m.Name] = own[m.Name] || mine
		if m.Ecosystem == "gradle" { // a project has the name of its directory
			own[m.Path.Dir().Base()] = own[m.Path.Dir().Base()] || mine
		}
		switch m.Role {
		case luminos.ManifestExample, luminos.ManifestTest, luminos.ManifestVendored:
			aside[m.Path] = true
		}
	}
	out := declarations{}
	for _, d := range f.Dependencies {
		artifact := d.Name[strings.LastIndexByte(d.Name, ':')+1:] // of Maven, behind its group
		if aside[d.Manifest] || own[artifact] {
			continue
		}
		name := dependencyName(d)
		if out[name] == nil {
			out[name] = uses{}
		}
		d.Version = strings.TrimPrefix(d.Version, "*")
		about := cmp.Or(d.Version, anyVersion)
		if d.Scope != "" {
			about += " " + cmp.Or(scopes[d.Scope], d.Scope)
		}
		if list := out[name][d.Manifest]; len(list) < namesakes && !slices.Contains(list, about) {
			out[name][d.Manifest] = append(list, about)
			slices.Sort(out[name][d.Manifest])
		}
	}
	return out
}

// pythonNames turns the names of packages of Python into the form in which equal ones are equal.
var pythonNames = strings.NewReplacer("_", "-", ".", "-")

func dependencyName(d luminos.Dependency) string {
	if d.Ecosystem == "python" {
		d.Name = pythonNames.Replace(strings.ToLower(d.Name))
	}
	return d.Name + " (" + d.Ecosystem + ")"
}

// about returns the different descriptions of a dependency in all manifests. A scope without a version says nothing
// beside others.
func (u uses) about() string {
	var all []string
	for _, m := range slices.Sorted(maps.Keys(u)) {
		for _, one := range u[m] {
			if len(all) < namesakes && !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	if len(all) > 1 {
		all = slices.DeleteFunc(all, func(one string) bool { return strings.HasPrefix(one, anyVersion+" for ") })
	}
	slices.Sort(all)
	return joined(all)
}

// joined returns the descriptions of a dependency as one text, in which each can have commas.
func joined(list []string) string {
	if slices.ContainsFunc(list, func(one string) bool { return strings.Contains(one, ",") }) {
		return strings.Join(list, "; ")
	}
	return strings.Join(list, ", ")
}

// reversioned returns the changes of a dependency that both reports have: one for each different pair of descriptions
// in the manifests that both have or, without such a manifest, one for all.
func reversioned(name string, old, now uses) []Change {
	var out []Change
	places := map[Change][]luminos.Path{}
	common := false
	for _, m := range slices.SortedFunc(maps.Keys(now), nearest) {
		if old[m] == nil {
			continue
		}
		common = true
		c := Change{Kind: Changed, Name: name, Before: joined(old[m]), After: joined(now[m])}
		if c.Before != c.After {
			if places[c] == nil {
				out = append(out, c)
			}
			places[c] = append(places[c], m)
		}
	}
	for i := range out {
		switch list := places[out[i]]; {
		case len(list) > 1:
			out[i].After += fmt.Sprintf(" in %s manifests", words.Count(len(list)))
		case list[0].Depth() > 1:
			out[i].After += " in " + words.Name(string(list[0]))
		}
	}
	if !common { // pins for development come and go with their files
		was, is := old.shipped().about(), now.shipped().about()
		return value(name, was, is)
	}
	return out
}

// shipped returns the uses at run time or, without them, all.
func (u uses) shipped() uses {
	out := uses{}
	for m, list := range u {
		if i := slices.IndexFunc(list, atRunTime); i >= 0 {
			out[m] = list[i : i+1]
		}
	}
	if len(out) == 0 {
		return u
	}
	return out
}

// manifest returns the manifest of a dependency that is nearest to the root.
func (u uses) manifest() luminos.Path {
	return slices.MinFunc(slices.Collect(maps.Keys(u)), nearest)
}

// nearest compares paths: the nearest to the root is the first.
func nearest(a, b luminos.Path) int {
	return cmp.Or(cmp.Compare(a.Depth(), b.Depth()), cmp.Compare(a, b))
}

// rank returns the importance of a dependency, the highest first: at run time of the whole, at run time of a part,
// else.
func (d declarations) rank(c Change) int {
	best := 3
	if c.group != nil {
		for _, name := range c.group.names {
			best = min(best, d.rank(Change{Name: name}))
		}
		return best
	}
	for m, about := range d[c.Name] {
		runtime := slices.ContainsFunc(about, atRunTime)
		switch {
		case runtime && m.Depth() == 1:
			return 0
		case runtime:
			best = min(best, 1)
		default:
			best = min(best, 2)
		}
	}
	return best
}

// atRunTime reports whether a description of a dependency has no scope.
func atRunTime(about string) bool {
	for _, scope := range []string{"for development", "for tests", "for builds", "optional", "sdk"} {
		if strings.HasSuffix(about, scope) {
			return false
		}
	}
	return true
}

// grouped returns the changes with one line for the dependencies of a manifest that the other report does not have. All
// have the same kind; own are the declarations of the report that has them.
func grouped(list []Change, own, other declarations) []Change {
	known := map[luminos.Path]bool{}
	for _, u := range other {
		for m := range u {
			known[m] = true
		}
	}
	names := map[luminos.Path][]string{}
	for _, c := range list {
		if m := own[c.Name].manifest(); !known[m] {
			names[m] = append(names[m], c.Name)
		}
	}
	var out []Change
	said := map[luminos.Path]bool{}
	for _, c := range list {
		m := own[c.Name].manifest()
		switch {
		case len(names[m]) < groupFrom:
			out = append(out, c)
		case !said[m]:
			said[m] = true
			out = append(out, groupOf(c.Kind, m, names[m]))
		}
	}
	return out
}

// group is the dependencies that one manifest declares, by name and ecosystem.
type group struct {
	manifest luminos.Path
	names    []string
}

// groupOf returns the change that dependencies of a manifest are new, or gone.
func groupOf(kind Kind, manifest luminos.Path, names []string) Change {
	of := words.Plural(len(names), "dependency", "dependencies") + " in " + string(manifest)
	var short []string
	for _, name := range names {
		short = append(short, name[:strings.LastIndex(name, " (")])
	}
	c := Change{Kind: kind, Name: of, After: words.Some(short, 6), group: &group{manifest, names}}
	if kind == Removed {
		c.Before, c.After = c.After, ""
	}
	return c
}
