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

// interfaces returns the section on the places where the target's own code meets its surroundings.
func (w codeSections) interfaces() *luminos.Section {
	in := w.Facts.Interfaces
	if in == nil || !w.isCode() {
		return nil
	}
	var items []luminos.Item
	add := func(label string, s luminos.Statement) {
		if s.Text != "" {
			items = append(items, luminos.Item{Label: label, Statement: s})
		}
	}
	add("listens", placesLine(in.Listeners, "place", "facts/interfaces/listeners"))
	add("ports", w.portsLine())
	add("routes", routesLine(in.Routes))
	add("any origin", placesLine(in.AnyOrigin, "place", "facts/interfaces/any_origin"))
	add("environment", environmentLine(in.Environment))
	add("migrations", migrationsLine(in.Migrations))
	add("services", placesLine(in.Services, "place", "facts/interfaces/services"))
	add("programs", placesLine(in.Subprocesses, "place", "facts/interfaces/subprocesses"))
	add("permissions", placesLine(in.Permissions, "permission", "facts/interfaces/permissions"))
	if len(items) == 0 {
		return nil
	}
	note := derived("Found by patterns in its own code: a count is of places found.", from("facts/interfaces"))
	return section("interfaces", "Interfaces", []luminos.Statement{note}, items...)
}

// placesShown is the number of places of one kind that the section names.
const placesShown = 3

// placesLine returns a statement of the number of places, and of the first with each name. Places without a name come
// last.
func placesLine(places []luminos.Place, noun, field string) luminos.Statement {
	var shown []string
	var evidence []luminos.Evidence
	seen := map[string]bool{}
	more := 0
	for _, named := range []bool{true, false} {
		for _, p := range places {
			if (p.Name != "") != named || named && seen[p.Name] {
				continue
			}
			seen[p.Name] = true
			if len(shown) == placesShown {
				more++
				continue
			}
			text := fmt.Sprintf("%s:%d", p.Path, p.Line)
			if named {
				text = words.Name(p.Name) + " (" + text + ")"
			}
			shown, evidence = append(shown, text), append(evidence, p.Evidence)
		}
	}
	if len(shown) == 0 {
		return luminos.Statement{}
	}
	text := words.Plural(len(places), noun) + ": " + strings.Join(shown, ", ")
	if more > 0 {
		text += ", …"
	}
	return measured(words.Stop(text), from(field), evidence...)
}

// portsLine returns a statement of the ports that container files open.
func (w codeSections) portsLine() luminos.Statement {
	var names []string
	var evidence []luminos.Evidence
	for _, c := range w.Facts.Containers {
		if len(c.Ports) > 0 && pathrole.Of(c.Path) == "" {
			names = append(names, fmt.Sprintf("%s (%s)", words.Some(c.Ports, 4), c.Path))
			evidence = append(evidence, first(c.Evidence)...)
		}
	}
	return listed(names, 4, "facts/containers", evidence[:min(len(evidence), 4)]...)
}

// routesLine returns a statement of the number of HTTP routes, and of the files with most of them.
func routesLine(routes []luminos.Place) luminos.Statement {
	if len(routes) == 0 {
		return luminos.Statement{}
	}
	count := map[luminos.Path]int{}
	var files []luminos.Path
	var evidence []luminos.Evidence
	for _, r := range routes {
		if count[r.Path]++; count[r.Path] == 1 {
			files = append(files, r.Path)
		}
	}
	slices.SortStableFunc(files, func(a, b luminos.Path) int { return count[b] - count[a] })
	var shown []string
	for _, p := range files[:min(len(files), placesShown)] {
		shown = append(shown, fmt.Sprintf("%s (%d)", p, count[p]))
		i := slices.IndexFunc(routes, func(r luminos.Place) bool { return r.Path == p })
		evidence = append(evidence, routes[i].Evidence)
	}
	text := words.Plural(len(routes), "HTTP route") + " in " + words.Plural(len(files), "file") + ": "
	text += strings.Join(shown, ", ")
	if len(files) > placesShown {
		text += ", …"
	}
	return measured(words.Stop(text), from("facts/interfaces/routes"), evidence...)
}

// variablesShown is the number of environment variables that the section names.
const variablesShown = 6

// environmentLine returns a statement of the environment variables that the code names, and of the number of them that
// no document names. Variables with the commonest first word come first. Variables of the system come last and are not
// expected in documents.
func environmentLine(all []luminos.Variable) luminos.Statement {
	if len(all) == 0 {
		return luminos.Statement{}
	}
	prefix := func(v luminos.Variable) string { head, _, _ := strings.Cut(v.Name, "_"); return head }
	common := map[string]int{}
	own, missing := 0, 0
	for _, v := range all {
		if v.System {
			continue
		}
		common[prefix(v)]++
		if own++; v.Documented == "" {
			missing++
		}
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b luminos.Variable) int {
		return cmp.Or(boolInt(a.System)-boolInt(b.System), common[prefix(b)]-common[prefix(a)])
	})
	var names []string
	var evidence []luminos.Evidence
	for _, v := range sorted {
		if names = append(names, v.Name); len(names) <= variablesShown {
			evidence = append(evidence, v.First.Evidence)
		}
	}
	text := words.Plural(len(all), "name") + ": " + words.Stop(words.Some(names, variablesShown))
	if missing > 0 {
		text += fmt.Sprintf(" Without the system's own, no document names %d of %d.", missing, own)
	}
	return measured(text, from("facts/interfaces/environment"), evidence...)
}

// migrationsLine returns a statement of the directories with migrations of databases.
func migrationsLine(all []luminos.Migrations) luminos.Statement {
	var names []string
	for _, m := range all {
		names = append(names, dirName(m.Dir)+" ("+words.Plural(m.Files, "file")+")")
	}
	return listed(names, 3, "facts/interfaces/migrations")
}
