package facts

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// ownerRulesMost is the maximum number of rules that are read from one CODEOWNERS file.
const ownerRulesMost = 1000

// todoComment matches a line with a comment that marks work as left to do. The mark follows a sign that begins a
// comment, so that names such as context.TODO do not count.
var todoComment = lazyregexp.Lazy(`(?://|/\*|^\s*\*|#|--|;|%|<!--|""").*?\b(?:TODO|FIXME|XXX)\b`)

// unmaintained matches a line of a CODEOWNERS file, or a comment in it, that calls the files of the first group
// unmaintained.
var unmaintained = lazyregexp.Lazy(`(?i)^#?\s*(\S*[/*.]\S*)\s+@?unmaintained\b`)

// todosOf returns the number of lines of the file's text with a TODO comment, and the first of them.
func todosOf(text luminos.Text, f *luminos.File) *luminos.TodoFile {
	own := f.Category == luminos.CategorySource && !f.Vendored && !f.Generated
	if !own || pathrole.Aside(f.Path) || pathrole.Test(f.Path) || !marked(text.Content) {
		return nil
	}
	t := &luminos.TodoFile{Path: f.Path}
	lines := text.Lines()
	for i, line := range lines {
		if len(line) > 1000 || !marked(line) || !todoComment().MatchString(line) {
			continue
		}
		if t.Count++; t.Count == 1 {
			t.First = luminos.Place{Path: f.Path, Line: i + 1, Evidence: citeLine(text, lines, i+1)}
		}
	}
	if t.Count == 0 {
		return nil
	}
	return t
}

// marked reports whether a text has one of the marks. It is faster than the pattern.
func marked(s string) bool {
	return strings.Contains(s, "TODO") || strings.Contains(s, "FIXME") || strings.Contains(s, "XXX")
}

// ownersOf returns the rules of a CODEOWNERS file, at most ownerRulesMost. GitHub, GitLab and Gitea read a pattern and
// then the owners, between spaces; a section of GitLab in square brackets is no rule. The result for other files is nil.
func ownersOf(text luminos.Text) []luminos.OwnerRule {
	if text.Path.Base() != "CODEOWNERS" || text.Path.Depth() > 2 {
		return nil
	}
	var rules []luminos.OwnerRule
	lines := text.Lines()
	for i, line := range lines {
		line = strings.TrimSpace(line)
		rule := luminos.OwnerRule{Owners: []string{}}
		if m := unmaintained().FindStringSubmatch(line); m != nil {
			rule.Pattern, rule.Unmaintained = strings.TrimPrefix(m[1], "#"), true
		} else {
			code, _, _ := strings.Cut(line, " #")
			fields := strings.Fields(code)
			if len(fields) == 0 || strings.ContainsRune("#[^", rune(line[0])) {
				continue
			}
			rule.Pattern, rule.Owners = fields[0], append(rule.Owners, fields[1:]...)
		}
		if len(rules) == ownerRulesMost {
			break
		}
		rule.Evidence = citeLine(text, lines, i+1)
		rules = append(rules, rule)
	}
	return rules
}

// joinUpkeep returns the findings of all texts, or nil if no text has any.
func joinUpkeep(todos []*luminos.TodoFile, owners [][]luminos.OwnerRule) *luminos.Upkeep {
	u := luminos.Upkeep{Todos: []luminos.TodoFile{}, Owners: append([]luminos.OwnerRule{}, slices.Concat(owners...)...)}
	for _, t := range todos {
		if t != nil {
			u.Todos = append(u.Todos, *t)
		}
	}
	if len(u.Todos) == 0 && len(u.Owners) == 0 {
		return nil
	}
	slices.SortStableFunc(u.Todos, func(a, b luminos.TodoFile) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Path, b.Path))
	})
	return &u
}
