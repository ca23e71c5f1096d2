// Package diff compares two reports on a target, or on two states of a target, in meaning: the purpose, the parts, the
// commands, the dependencies, the flags and the data. It compares values, and reads nothing.
package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Topic is the subject of a change. The order of the constants is the order of a comparison.
type Topic string

// The topics.
const (
	Purpose      Topic = "purpose"
	Licence      Topic = "licence"
	Release      Topic = "release"
	Flags        Topic = "flags"
	Parts        Topic = "parts"
	EntryPoints  Topic = "entry points"
	Commands     Topic = "commands"
	Checks       Topic = "checks"
	Dependencies Topic = "dependencies"
	Interfaces   Topic = "interfaces"
	Data         Topic = "data"
	Content      Topic = "content"
	Languages    Topic = "languages"
	Size         Topic = "size"
)

// Topics lists all topics in the order of a comparison, the most important first.
var Topics = []Topic{
	Purpose, Licence, Release, Flags, Parts, EntryPoints, Commands, Checks, Dependencies, Interfaces, Data, Content,
	Languages, Size,
}

// Kind is the kind of a change.
type Kind string

// The kinds.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
)

// Change is one difference. Its texts are from the target.
type Change struct {
	Topic Topic `json:"topic"`
	Kind  Kind  `json:"kind"`
	// Name is the changed thing: a package, a path, "kind".
	Name string `json:"name"`
	// Before and After are its values; of an added or removed thing one is its description and the other is "".
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Severity is of a flag.
	Severity luminos.Severity `json:"severity,omitempty"`
	// Counts reports that the flag counts for a gate: it, or its words, are new, and it is of a rule or cites a place
	// that was found.
	Counts bool `json:"-"`

	group *group // of a change of several dependencies
}

// Side describes one of the two reports.
type Side struct {
	Name    string `json:"name"` // of the target
	Root    string `json:"root"` // the directory, or the directory with a revision
	Commit  string `json:"commit,omitempty"`
	Version string `json:"version,omitempty"` // of the target
	Engine  string `json:"engine"`
}

// Comparison is the result of [Of].
type Comparison struct {
	Before  Side     `json:"before"`
	After   Side     `json:"after"`
	Changes []Change `json:"changes"` // by topic; in a topic the order of importance
	// LeftOut counts the changes over the bound of a topic.
	LeftOut map[Topic]int `json:"left_out,omitempty"`
	// Notes are limits of the comparison.
	Notes []string `json:"notes,omitempty"`
}

const (
	most    = 200 // changes of one topic
	longest = 300 // characters of a name or a value: a line that a reader takes in
	// namesakes is the maximal number of descriptions of items with one name. Each is compared with the others.
	namesakes = 20
)

// Of returns the differences from the report a to the report b. Reports can be incomplete, as files edited by hand are.
func Of(a, b *luminos.Report) *Comparison {
	c := &Comparison{Before: sideOf(a), After: sideOf(b), Changes: []Change{}}
	if a.SchemaVersion != b.SchemaVersion {
		c.Notes = append(c.Notes, fmt.Sprintf("the reports have different forms (schema versions %d and %d): "+
			"fields that only one form has look added or removed", a.SchemaVersion, b.SchemaVersion))
	}
	if a.Target.Engine != b.Target.Engine {
		c.Notes = append(c.Notes, "one report is by rules and the other by a model: flags of the model are not compared")
	}
	if a.Folded != nil || b.Folded != nil {
		c.Notes = append(c.Notes, "a report leaves out directories of test data: they are not compared")
	}
	x, y := factsOf(a), factsOf(b)
	byTopic := map[Topic][]Change{
		Purpose: purpose(x, y), Licence: licence(x, y), Release: release(x, y), Flags: flags(a, b), Parts: parts(x, y),
		EntryPoints: withoutPages(a, b, entryPoints(x, y)), Commands: commands(x, y), Checks: checks(x, y),
		Dependencies: dependencies(x, y), Interfaces: interfaces(x, y), Data: data(x, y), Content: content(x, y),
		Languages: languages(x, y), Size: size(a, b),
	}
	if (x.History == nil) != (y.History == nil) && len(byTopic[Release])+len(byTopic[Flags]) > 0 {
		c.Notes = append(c.Notes, "only one side has its history: the version and some flags can differ for that reason")
	}
	for _, t := range Topics {
		list := byTopic[t]
		if len(list) > most {
			if c.LeftOut == nil {
				c.LeftOut = map[Topic]int{}
			}
			c.LeftOut[t], list = len(list)-most, list[:most]
		}
		for _, one := range list {
			one.Topic = t
			c.Changes = append(c.Changes, one.shortened())
		}
	}
	return c
}

// shortened returns the change with texts of bounded length.
func (c Change) shortened() Change {
	for _, text := range []*string{&c.Name, &c.Before, &c.After} {
		*text = words.Shorten(*text, longest)
	}
	return c
}

func factsOf(r *luminos.Report) *luminos.Facts {
	if r.Facts == nil {
		return &luminos.Facts{}
	}
	return r.Facts
}

func sideOf(r *luminos.Report) Side {
	s := Side{Name: r.Target.Name, Root: r.Run.Root, Version: factsOf(r).Version, Engine: r.Target.Engine}
	if h := factsOf(r).History; h != nil {
		s.Commit = h.Commit
	}
	return s
}

// value returns the change of a single value, or nil if it is the same or one report does not have it.
func value(name, before, after string) []Change {
	switch {
	case before == after:
		return nil
	case before == "":
		return []Change{{Kind: Added, Name: name, After: after}}
	case after == "":
		return []Change{{Kind: Removed, Name: name, Before: before}}
	}
	return []Change{{Kind: Changed, Name: name, Before: before, After: after}}
}

// item is one element of a list that is compared: its identity and its description.
type item struct{ name, about string }

// lists returns the changes from the list a to the list b, whose items have the same identity if their names are equal:
// added items first, then the removed ones, then the ones with another description. Each keeps the order of its list.
func lists(a, b []item) []Change {
	before, after := byName(a), byName(b)
	var added, removed, changed []Change
	for _, x := range unique(b) {
		old, ok := before[x.name]
		switch {
		case !ok:
			added = append(added, Change{Kind: Added, Name: x.name, After: x.about})
		case old != x.about:
			changed = append(changed, Change{Kind: Changed, Name: x.name, Before: old, After: x.about})
		}
	}
	for _, x := range unique(a) {
		if _, ok := after[x.name]; !ok {
			removed = append(removed, Change{Kind: Removed, Name: x.name, Before: x.about})
		}
	}
	return slices.Concat(added, removed, changed)
}

// byName maps the names of items to their descriptions; items with one name have them all, sorted.
func byName(list []item) map[string]string {
	all := map[string][]string{}
	for _, x := range list {
		if x.about != "" && len(all[x.name]) < namesakes && !slices.Contains(all[x.name], x.about) {
			all[x.name] = append(all[x.name], x.about)
		}
	}
	out := make(map[string]string, len(list))
	for _, x := range list {
		slices.Sort(all[x.name])
		out[x.name] = strings.Join(all[x.name], ", ")
	}
	return out
}

// unique returns the first item of each name, with the descriptions of all items of the name.
func unique(list []item) []item {
	about, seen := byName(list), map[string]bool{}
	var out []item
	for _, x := range list {
		if !seen[x.name] {
			seen[x.name] = true
			out = append(out, item{x.name, about[x.name]})
		}
	}
	return out
}

// sorted returns the items by name.
func sorted(list []item) []item {
	slices.SortFunc(list, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.about, b.about))
	})
	return list
}
