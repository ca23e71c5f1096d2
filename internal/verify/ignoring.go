package verify

import (
	"math"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// ignoring is the effect of a comment on findings: it leaves them out.
type ignoring struct {
	first, last int
	rules       []luminos.Rule // empty means all
}

// directiveForm matches a comment for this package: "luminos-verify-ignore" for its own line and the block below it,
// or "-start" and "-end" around lines, each with the ids of rules if it is not about all.
var directiveForm = lazyregexp.Lazy(`^<!--\s*luminos-verify-ignore(-start|-end)?((?:[\s,]+[a-z.]+)*)\s*-->$`)

// directive reads a comment that ends on the given line. alone states that it is not within a paragraph.
func (d *document) directive(comment string, line int, alone bool) {
	m := directiveForm().FindStringSubmatch(comment)
	if m == nil {
		if strings.Contains(comment, "luminos-verify-") {
			d.notes = append(d.notes, Note{d.path, line, "the comment for luminos is not understood and has no effect"})
		}
		return
	}
	var rules []luminos.Rule
	for _, id := range strings.FieldsFunc(m[2], func(r rune) bool {
		return r == ',' || r == ' ' || r == '\t' ||
			r == '\n'
	}) {
		if !slices.Contains(Rules, luminos.Rule(id)) {
			d.notes = append(d.notes, Note{d.path, line, "there is no rule " + id})
		}
		rules = append(rules, luminos.Rule(id))
	}
	switch {
	case m[1] == "-start":
		d.ignored = append(d.ignored, ignoring{line, math.MaxInt, rules})
	case m[1] == "-end":
		for i := range d.ignored {
			if d.ignored[i].last == math.MaxInt {
				d.ignored[i].last = line
			}
		}
	case alone:
		d.ignored = append(d.ignored, ignoring{line, d.blockEnd(line), rules})
	default:
		d.ignored = append(d.ignored, ignoring{line, line, rules})
	}
}

// blockEnd returns the number of the last line of the block below a line: up to a blank line or, of a block of code,
// its end.
func (d *document) blockEnd(line int) int {
	i := line // the index of the line below
	for i < len(d.lines) && strings.TrimSpace(d.lines[i]) == "" {
		i++
	}
	if i == len(d.lines) {
		return i
	}
	open := strings.TrimSpace(d.lines[i])
	if strings.HasPrefix(open, "```") || strings.HasPrefix(open, "~~~") {
		for i++; i < len(d.lines) && !strings.HasPrefix(strings.TrimSpace(d.lines[i]), open[:3]); {
			i++
		}
		return min(i+1, len(d.lines))
	}
	for i < len(d.lines) && strings.TrimSpace(d.lines[i]) != "" {
		i++
	}
	return i
}

// closeIgnores adds a note for each comment that begins lines and has no end.
func (d *document) closeIgnores() {
	for _, g := range d.ignored {
		if g.last == math.MaxInt {
			d.notes = append(d.notes, Note{d.path, g.first, "the comment has no end: findings below it are left out"})
		}
	}
}

// ignores reports whether a comment leaves out a finding of the rule at the line.
func (d *document) ignores(rule luminos.Rule, line int) bool {
	return slices.ContainsFunc(d.ignored, func(g ignoring) bool {
		return g.first <= line && line <= g.last && (len(g.rules) == 0 || slices.Contains(g.rules, rule))
	})
}
