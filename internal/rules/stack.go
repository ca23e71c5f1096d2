package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// libraryRows are the rows of libraries in the section on the stack: the label and the roles of each.
var libraryRows = []struct{ label, roles string }{
	{"toolkit", "desktop mobile"}, {"web", "pages http"}, {"interface", "ui view template"}, {"database", "database orm"},
	{"vector store", "vector"}, {"queue", "queue"}, {"models", "llm"}, {"terminal", "terminal cli"},
	{"services", "rpc cloud"}, {"data", "data"},
}

// stack returns the section that lists the libraries of the target by role, its languages, package systems, build
// tools, dependencies and containers.
func (w codeSections) stack() *luminos.Section {
	if !w.isCode() && len(w.Facts.Manifests) == 0 || w.several() {
		return nil // of several projects each has its own
	}
	var items []luminos.Item
	add := func(label string, s luminos.Statement) {
		if s.Text != "" {
			items = append(items, luminos.Item{Label: label, Statement: s})
		}
	}
	for _, row := range libraryRows {
		add(row.label, w.librariesLine(strings.Fields(row.roles)))
	}
	add("languages", w.languagesLine())
	packages, tools := w.ecosystemsLines()
	add("packages", packages)
	add("build tools", tools)
	add("dependencies", w.dependenciesLine(""))
	add("for development", w.dependenciesLine("dev", "test", "build"))
	add("tests", w.namesLine(tellingTests(w.Facts.TestFrameworks), "test_frameworks"))
	add("checked by", w.namesLine(w.Facts.CI, "ci"))
	add("containers", w.containersLine())
	return section("tech_stack", "Made with", nil, items...)
}

// librariesLine returns a statement of the libraries with one of the roles, in the order of the roles.
func (w codeSections) librariesLine(roles []string) luminos.Statement {
	var names []string
	var evidence []luminos.Evidence
	for _, role := range roles {
		for _, l := range w.Facts.Libraries {
			name := l.Title
			if l.Major > 0 {
				name += fmt.Sprintf(" %d", l.Major)
			}
			if l.Role == role && !slices.Contains(names, name) {
				names = append(names, name)
				evidence = append(evidence, first(l.Evidence)...)
			}
		}
	}
	return listed(names, 5, "facts/libraries", evidence[:min(len(evidence), 5)]...)
}

// tellingTests returns the test frameworks without the ones that belong to a language, which its name implies.
func tellingTests(frameworks []string) []string {
	return slices.DeleteFunc(slices.Clone(frameworks), func(name string) bool {
		return name == "go test" || name == "cargo test"
	})
}

// languagesLine returns a statement of the parts of several languages in the code. A single language, which the kind of
// the target names, is no statement.
func (w codeSections) languagesLine() luminos.Statement {
	if !w.isCode() {
		return luminos.Statement{} // helper scripts are no stack
	}
	var names []string
	all := w.Facts.Code.Own
	for _, l := range w.Facts.Code.Languages {
		names = append(names, l.Name+" "+words.Percent(int64(l.Code), int64(all)))
	}
	if len(names) == 1 {
		return luminos.Statement{}
	}
	return listed(names, 4, "facts/code")
}

// ecosystemsLines returns a statement of the package systems and a statement of the build tools. For each system or
// tool it names the manifest that is nearest to the top directory.
func (w codeSections) ecosystemsLines() (packages, tools luminos.Statement) {
	// Containers have a line of their own, and the description of a data package manages no packages.
	seen := map[string]bool{"docker": true, "datapackage": true}
	var names [2][]string
	var evidence [2][]luminos.Evidence
	manifests := slices.Clone(w.Facts.Manifests)
	slices.SortStableFunc(manifests, func(a, b luminos.Manifest) int { return cmp.Compare(a.Path.Depth(), b.Path.Depth()) })
	for _, m := range manifests {
		if !m.Own() || seen[m.Ecosystem] {
			continue
		}
		seen[m.Ecosystem] = true
		i := boolInt(m.BuildTool)
		names[i] = append(names[i], fmt.Sprintf("%s (%s)", m.Ecosystem, m.Path))
		evidence[i] = append(evidence[i], first(m.Evidence)...)
	}
	return listed(names[0], 5, "facts/manifests", evidence[0]...), listed(names[1], 5, "facts/manifests", evidence[1]...)
}

// dependenciesLine returns a statement of the dependencies in the given scopes that the target's own manifests declare.
// Dependencies of manifests nearer to the top come first; at the same depth, the ones that more manifests declare.
func (w codeSections) dependenciesLine(scopes ...string) luminos.Statement {
	own := map[luminos.Path]bool{}
	for _, m := range w.Facts.Manifests {
		own[m.Path] = m.Own()
	}
	count, depth := map[string]int{}, map[string]int{}
	for _, d := range w.Facts.Dependencies {
		if !own[d.Manifest] || !slices.Contains(scopes, d.Scope) {
			continue
		}
		n := d.Manifest.Depth()
		if count[d.Name] > 0 {
			n = min(n, depth[d.Name])
		}
		depth[d.Name] = n
		count[d.Name]++
	}
	if len(count) == 0 {
		return luminos.Statement{}
	}
	names := make([]string, 0, len(count))
	for n := range count {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(depth[a], depth[b]), cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	declared := " declared: "
	if depth[names[0]] > 1 {
		declared = " declared, all by parts below the top: "
	}
	return measured(words.Count(len(names))+declared+words.Stop(words.Some(names, 8)), from("facts/dependencies"))
}

func (w codeSections) namesLine(names []string, field string) luminos.Statement {
	var evidence []luminos.Evidence
	for _, n := range names {
		evidence = append(evidence, first(w.Facts.Evidence[field+"/"+n])...)
	}
	return listed(ciTitles(names), 5, "facts/"+field, evidence...)
}

func (w codeSections) containersLine() luminos.Statement {
	var parts []string
	var evidence []luminos.Evidence
	for _, c := range w.Facts.Containers {
		text := string(c.Path)
		if c.Kind == "kubernetes" && c.Path.Depth() > 1 {
			text = dirName(c.Path.Dir()) // its files are one delivery
		}
		switch {
		case len(c.Services) > 0:
			text += " with " + words.Some(c.Services, 4)
		case len(c.Bases) > 0:
			text += " from " + c.Bases[len(c.Bases)-1]
		}
		if parts = append(parts, text); len(parts) <= 3 {
			evidence = append(evidence, first(c.Evidence)...)
		}
	}
	return listed(parts, 3, "facts/containers", evidence...)
}

// listed returns a measured statement that lists the first of the names, at most the number in most, and states how
// many others there are. Without names it returns an empty statement.
func listed(names []string, most int, field string, evidence ...luminos.Evidence) luminos.Statement {
	if len(names) == 0 {
		return luminos.Statement{}
	}
	return measured(words.Stop(words.Some(names, most)), from(field), evidence...)
}

// entryPointsShown is the maximal number of entry points that the section lists. The facts in the JSON report have all
// of them.
const entryPointsShown = 8

func (w codeSections) entryPoints() *luminos.Section {
	var items []luminos.Item
	entries := w.Facts.EntryPoints
	if !w.isCode() { // a single source among documents is a sample
		entries = slices.DeleteFunc(slices.Clone(entries), func(e luminos.EntryPoint) bool {
			return e.Part || strings.HasPrefix(e.Reason, "it ") && e.Kind != "document"
		})
	}
	for _, e := range entries[:min(entryPointsShown, len(entries))] {
		text := e.Kind
		if e.Part {
			text += " of a part"
		}
		if e.Name != "" && e.Name != e.Path.Base() {
			text += " " + e.Name
		}
		if about := w.aboutProgram(e); about != "" {
			text += ": " + quoted(words.Stop(words.Shorten(about, 120)))
		} else if e.Reason != "" {
			text += ": " + e.Reason
		}
		items = append(items, luminos.Item{Label: string(e.Path), Statement: derived(words.Stop(text), from("facts/entry_points"), e.Evidence...)})
	}
	all := len(entries)
	statements := ifCut(all, entryPointsShown, "The most important of "+words.Count(all)+".", "facts/entry_points")
	return section("entry_points", "Where to start reading", statements, items...)
}

// aboutProgram returns the description of the directory of the entry point e, or of its parent if a src or lib has
// none. It returns "" for the top directory, or if the directory holds another entry point.
func (w codeSections) aboutProgram(e luminos.EntryPoint) string {
	dir := e.Path.Dir()
	for _, o := range w.Facts.EntryPoints {
		if o.Path != e.Path && o.Path.Dir() == dir {
			return ""
		}
	}
	n := w.dirs[dir]
	if n != nil && n.About == "" && (dir.Base() == "src" || dir.Base() == "lib") {
		n = w.dirs[dir.Dir()] // the README is beside the sources
	}
	if n == nil || n.Path == luminos.Root {
		return "" // it describes the whole target
	}
	return n.About
}

// build returns the section that lists the commands to install, build, run, test, lint and format the target, at most
// two for each purpose.
func (w codeSections) build() *luminos.Section {
	var items []luminos.Item
	for _, purpose := range []string{"install", "build", "run", "test", "lint", "format"} {
		n := 0
		atRoot := slices.ContainsFunc(w.Facts.Commands, func(c luminos.Command) bool { return c.Purpose == purpose && topLevel(c) })
		for _, c := range w.Facts.Commands {
			if c.Purpose != purpose || n == 2 || atRoot && !topLevel(c) {
				continue // commands for a part matter only without commands for the whole
			}
			n++
			line := "`" + strings.TrimSpace(c.Line) + "`"
			if c.Part {
				line += ", for a part"
			}
			if c.Dir != "" && c.Dir != luminos.Root {
				if c.Part {
					line += ","
				}
				line += " in " + string(c.Dir)
			}
			if c.Note != "" {
				line += " (" + c.Note + ")"
			}
			if len(c.Evidence) > 0 {
				line += ", from " + string(c.Evidence[0].Path)
			}
			items = append(items, luminos.Item{Label: purpose, Statement: luminos.Statement{
				Text: line, Basis: c.Basis, From: from("facts/commands"), Evidence: c.Evidence,
			}})
		}
	}
	return section("build", "Build, run and test", nil, items...)
}

func topLevel(c luminos.Command) bool { return c.Dir == "" || c.Dir == luminos.Root }
