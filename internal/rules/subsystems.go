package rules

import (
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// Bounds of the section of subsystems.
const (
	subsystemLength = 240 // characters of the summary of a group or a domain
	subsystemPlaces = 3   // directories that are named for a group
	subsystemNames  = 12  // groups that are named for a domain
)

// subsystems returns the section of the groups of a large target or, if there are many, of their domains.
func subsystems(w *writer) *luminos.Section {
	g := w.Grouping
	if g == nil || len(g.Groups) == 0 {
		return nil
	}
	var items []luminos.Item
	for i := range g.Domains {
		d := &g.Domains[i]
		text := words.FirstSentence(d.Summary, subsystemLength) + " Subsystems: " + words.Some(d.Groups, subsystemNames) + "."
		items = append(items, subsystem(d.Name, text, d.Basis))
	}
	if len(g.Domains) == 0 {
		for i := range g.Groups {
			group := &g.Groups[i]
			text := words.FirstSentence(group.Summary, subsystemLength)
			text += fmt.Sprintf(" (%s: %s)",
				words.Plural(len(group.Members), "directory"), words.Some(tops(group.Members), subsystemPlaces))
			items = append(items, subsystem(group.Name, text, group.Basis))
		}
	}
	all := fmt.Sprintf("%s in %s", words.Plural(len(w.Entries), "directory"), words.Plural(len(g.Groups), "subsystem"))
	if n := len(g.Domains); n > 0 {
		all += " and " + words.Plural(n, "domain")
	}
	sum := measured(all+repairs(g.Repairs)+".", from("grouping"))
	return section("subsystems", "Subsystems", []luminos.Statement{sum}, items...)
}

func subsystem(name, text string, basis luminos.Basis) luminos.Item {
	return luminos.Item{Label: name, Statement: luminos.Statement{Text: text, Basis: basis, From: from("grouping")}}
}

// repairs returns the faults of the groups of a model as the end of a sentence, or "".
func repairs(r luminos.Repairs) string {
	var wrong []string
	for _, c := range []struct {
		n    int
		text string
	}{
		{r.Missing, "left out %s"}, {r.Doubled, "put %s into several groups"}, {r.Invented, "invented %s"},
	} {
		if c.n > 0 {
			wrong = append(wrong, fmt.Sprintf(c.text, words.Plural(c.n, "item")))
		}
	}
	if r.Surplus > 0 {
		wrong = append(wrong, "made "+words.Plural(r.Surplus, "group")+" too many")
	}
	if wrong == nil {
		return ""
	}
	return "; the model " + words.List(wrong) + ", which was repaired"
}

// tops returns the names of the members of a group, without members below other members.
func tops(members []luminos.Path) (names []string) {
	in := make(map[luminos.Path]bool, len(members))
	for _, p := range members {
		in[p] = true
	}
	for _, p := range members {
		if p == luminos.Root || !in[p.Dir()] || p.Dir() == luminos.Root {
			names = append(names, words.Name(string(p)))
		}
	}
	return slices.Clip(names)
}
