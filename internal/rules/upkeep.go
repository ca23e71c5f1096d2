package rules

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// Bounds of the section on upkeep.
const (
	longLines   = 1000 // lines of a source file from which on it is named
	upkeepShown = 3    // files that an item names
)

// caretakers are the files by which others take part in the upkeep of a project: the label of the item, and the
// lower-case paths at which hosts and programs look for them.
var caretakers = []struct {
	label string
	paths []luminos.Path
}{
	{"owners", []luminos.Path{"codeowners", ".github/codeowners", ".gitlab/codeowners", "docs/codeowners", "owners"}},
	{"security policy", []luminos.Path{"security.md", ".github/security.md", "docs/security.md", "security.txt",
		".well-known/security.txt"}},
	{"updates", []luminos.Path{".github/dependabot.yml", ".github/dependabot.yaml", "renovate.json", "renovate.json5",
		".github/renovate.json", ".github/renovate.json5", ".renovaterc", ".renovaterc.json", ".gitlab/renovate.json"}},
}

// upkeep returns the section on the upkeep of a program: the files that name its owners, its security policy and the
// program that updates its dependencies; its longest source files and TODO comments; and copies and archives among the
// source.
func (w codeSections) upkeep() *luminos.Section {
	if !w.isCode() {
		return nil
	}
	programs := map[string]bool{}
	for _, l := range w.Scan.Languages {
		programs[l.Name] = l.Type == "programming"
	}
	found := map[string][]string{}
	var long []luminos.File
	var left []string
	for _, f := range w.Scan.Files {
		if !f.Regular() {
			continue
		}
		lower := luminos.Path(strings.ToLower(string(f.Path)))
		for _, c := range caretakers {
			if slices.Contains(c.paths, lower) {
				found[c.label] = append(found[c.label], string(f.Path))
			}
		}
		switch {
		case pathrole.Aside(f.Path) || pathrole.Test(f.Path) || f.Vendored || f.Generated:
		case isLeftBehind(f):
			left = append(left, string(f.Path))
		case programs[f.Language] && total(f.Lines) >= longLines:
			long = append(long, f)
		}
	}
	var items []luminos.Item
	add := func(label string, names []string) {
		if len(names) > 0 {
			items = append(items, luminos.Item{Label: label, Statement: listed(names, upkeepShown, "scan/tree")})
		}
	}
	owned := w.owners()
	for _, c := range caretakers {
		if c.label == "owners" && owned.Text != "" {
			items = append(items, luminos.Item{Label: c.label, Statement: owned})
			continue
		}
		add(c.label, found[c.label])
	}
	slices.SortStableFunc(long, func(a, b luminos.File) int { return cmp.Compare(total(b.Lines), total(a.Lines)) })
	var names []string
	for _, f := range long {
		names = append(names, string(f.Path)+" ("+words.Plural(total(f.Lines), "line")+")")
	}
	add("longest files", names)
	if todos := w.todos(); todos.Text != "" {
		items = append(items, luminos.Item{Label: "TODO comments", Statement: todos})
	}
	add("left behind", left)
	return section("upkeep", "Upkeep", nil, items...)
}

// owners returns a statement of the rules of the CODEOWNERS files: the number of rules and of owners, and
// the patterns that they call unmaintained.
func (w codeSections) owners() luminos.Statement {
	if w.Facts.Upkeep == nil || len(w.Facts.Upkeep.Owners) == 0 {
		return luminos.Statement{}
	}
	rules := w.Facts.Upkeep.Owners
	people := map[string]bool{}
	var nobody []string
	evidence := []luminos.Evidence{rules[0].Evidence}
	for _, r := range rules {
		for _, o := range r.Owners {
			people[o] = true
		}
		if r.Unmaintained {
			nobody, evidence = append(nobody, r.Pattern), append(evidence, r.Evidence)
		}
	}
	text := fmt.Sprintf("%s: %s, %s", rules[0].Evidence.Path, words.Plural(len(rules)-len(nobody), "rule"),
		words.Plural(len(people), "owner"))
	if len(nobody) > 0 {
		text += "; it calls " + words.Some(nobody, upkeepShown) + " unmaintained"
	}
	return measured(words.Stop(text), from("facts/upkeep"), evidence...)
}

// todos returns a statement of the number of TODO comments, and of the files with the most.
func (w codeSections) todos() luminos.Statement {
	if w.Facts.Upkeep == nil || len(w.Facts.Upkeep.Todos) == 0 {
		return luminos.Statement{}
	}
	sum := 0
	var names []string
	var evidence []luminos.Evidence
	for i, t := range w.Facts.Upkeep.Todos {
		sum += t.Count
		names = append(names, string(t.Path)+" ("+words.Plural(t.Count, "line")+")")
		if i < upkeepShown {
			evidence = append(evidence, t.First.Evidence)
		}
	}
	text := words.Plural(sum, "line") + " with TODO, FIXME or XXX in own source: " + words.Some(names, upkeepShown)
	return measured(words.Stop(text), from("facts/upkeep"), evidence...)
}

func total(l luminos.Lines) int { return l.Code + l.Comment + l.Blank }

// isLeftBehind reports whether a file is a copy that an editor or a person made, or an archive at the top.
func isLeftBehind(f luminos.File) bool {
	base := strings.ToLower(f.Path.Base())
	switch path.Ext(base) {
	case ".bak", ".orig", ".rej", ".swp":
		return true
	case ".zip", ".rar", ".7z":
		return f.Path.Dir() == luminos.Root
	}
	return strings.HasSuffix(base, "~")
}
