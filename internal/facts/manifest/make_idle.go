package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// included matches a line that takes rules from another makefile, which can have the recipe of a rule.
var included = lazyregexp.Lazy(`(?m)^[ \t]*[-s]?include[ \t]`)

// chosenGoal matches the line of a makefile that sets the rule which make runs by default.
var chosenGoal = lazyregexp.Lazy(`(?m)^\.DEFAULT_GOAL[ \t]*:{0,2}=[ \t]*([\w./-]+)`)

// defaultGoal returns the rule that make runs by default in a directory, or "".
func defaultGoal(pkgs []*pkg, dir luminos.Path) string {
	i := slices.IndexFunc(pkgs, func(p *pkg) bool { return p.Ecosystem == "make" && p.dir == dir })
	if i < 0 {
		return ""
	}
	text := pkgs[i].text.Content
	return cmp.Or(firstGroup(chosenGoal, text), firstGroup(makeRule, text))
}

// idles reports whether a command of make is known to do nothing but print.
func idles(r *reader, c luminos.Command) bool {
	i := slices.IndexFunc(r.pkgs, func(p *pkg) bool {
		return p.Ecosystem == "make" && p.dir == cmp.Or(c.Dir, luminos.Root)
	})
	return c.Line == "make" && i >= 0 && idleRules(r.pkgs[i].text).has(defaultGoal(r.pkgs, r.pkgs[i].dir))
}

// idle holds the rules of a makefile that other rules call, and whether each of them does nothing but print.
type idle struct {
	heads map[string][]makeHead
	known map[string]bool
}

// makeHead is the head of a plain rule: the rules that it calls, and whether its recipe does more than to print.
type makeHead struct {
	calls []string
	works bool
}

// idleRules returns the plain rules of a makefile, or none if it takes rules from another one.
func idleRules(text luminos.Text) idle {
	found := idle{map[string][]makeHead{}, map[string]bool{}}
	if included().MatchString(text.Content) {
		return found
	}
	lines := text.Lines()
	for _, m := range plainRule().FindAllStringSubmatchIndex(text.Content, maxRules) {
		name, below := text.Content[m[2]:m[3]], lines[lineOf(text.Content, m[2]):]
		next := max(0, slices.IndexFunc(below, func(l string) bool { return l != "" && l[0] != '#' }))
		works := next < len(below) && strings.HasPrefix(below[next], "\t") && !onlyPrints(below[next:])
		found.heads[name] = append(found.heads[name], makeHead{strings.Fields(text.Content[m[4]:m[5]]), works})
	}
	return found
}

// has reports whether a rule does nothing but print: it has no recipe that does more, and calls only rules of the
// makefile that are idle, too. It is false for a rule without a plain head.
func (i idle) has(name string) bool {
	if is, ok := i.known[name]; ok {
		return is
	}
	i.known[name] = false // if it calls itself
	is := len(i.heads[name]) > 0
	if is && name == "help" { // however it lists the rules
		i.known[name] = true
		return true
	}
	for _, h := range i.heads[name] {
		is = is && !h.works && !slices.ContainsFunc(h.calls, func(c string) bool { return !i.has(c) })
	}
	i.known[name] = is
	return is
}
