package rules

import (
	"cmp"
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
// program that updates its dependencies; its longest source files; and copies and archives among the source.
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
	for _, c := range caretakers {
		add(c.label, found[c.label])
	}
	slices.SortStableFunc(long, func(a, b luminos.File) int { return cmp.Compare(total(b.Lines), total(a.Lines)) })
	var names []string
	for _, f := range long {
		names = append(names, string(f.Path)+" ("+words.Plural(total(f.Lines), "line")+")")
	}
	add("longest files", names)
	add("left behind", left)
	return section("upkeep", "Upkeep", nil, items...)
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
