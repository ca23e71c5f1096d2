package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// acInit matches the call that names a package in a configure.ac.
var acInit = lazyregexp.Lazy(`(?m)^\s*AC_INIT\(\s*\[?([^\],\n)]+)\]?\s*(?:,\s*\[?([^\],\n)]+)\]?)?`)

// sourceFile matches the name of a file, which old scripts give to AC_INIT in the place of a name.
var sourceFile = lazyregexp.Lazy(`\.(?:in|c|cc|cpp|h|ac|am)$`)

// readAutoconf reads name and version from a configure.ac.
func readAutoconf(r *reader, p *pkg) {
	if m := acInit().FindStringSubmatch(p.text.Content); m != nil && !sourceFile().MatchString(m[1]) {
		p.describe(m[1], m[2], "", "")
		_, p.Evidence = citedGroup(acInit, p.text)
	}
}

func enterAutoconf(r *reader, p *pkg) {
	if p.Name == "" || r.tree.first(p.dir, "CMakeLists.txt", "meson.build", "autogen.sh", "bootstrap") != "" {
		return // another way can be the usual one
	}
	line := "./configure && make"
	if !r.tree.has(p.dir.Join("configure")) {
		line = "autoreconf -i && ./configure && make"
	}
	r.convention(p, "build", line, p.Evidence)
	if ev := checkTarget(r, p); ev != nil {
		r.convention(p, "test", "make check", ev)
	}
}

// enterConfigured adds the commands of a package whose script "configure" was written by hand and makes its makefile
// from a template.
func enterConfigured(r *reader, p *pkg) {
	script, template := p.dir.Join("configure"), p.dir.Join("Makefile.in")
	if !r.tree.has(script) || !r.tree.has(template) || r.tree.first(p.dir, "configure.ac", "configure.in") != "" {
		return
	}
	r.convention(p, "build", "./configure && make", r.citeStart(script))
	t, _ := r.source(template, maxGuide)
	rules := parseRules(t.Content, makeRule)
	for _, name := range []string{"test", "check"} {
		if found, ok := rules[name]; ok {
			r.convention(p, "test", "make "+name, found.cite(t))
			return
		}
	}
}

// automakeTests matches the variable of automake whose programs "make check" runs, and the targets of own checks.
var automakeTests = lazyregexp.Lazy(`(?m)^(?:TESTS)[ \t]*\+?=.*|^check(?:-local|-am)?:`)

// checkTarget returns evidence that "make check" of an automake or autoconf package runs tests: TESTS or a rule "check"
// in a makefile at the root of the package or in a directory of tests. Otherwise it returns nil.
func checkTarget(r *reader, p *pkg) []luminos.Evidence {
	for _, name := range []string{"Makefile.am", "Makefile.in"} {
		for _, f := range r.tree.byBase[name] {
			near := f.Path.Within(p.dir) && f.Path.Depth() <= p.dir.Depth()+3
			if !near || !r.tree.counts(f) && !pathrole.Test(f.Path) {
				continue
			}
			t, ok := r.source(f.Path, maxGuide)
			if !ok {
				continue
			}
			if loc := automakeTests().FindStringIndex(t.Content); loc != nil {
				return citeLine(t, 1+strings.Count(t.Content[:loc[0]], "\n"))
			}
		}
	}
	return nil
}

// configuring is a build by the script "configure" while its commands in a guide are read.
type configuring struct {
	steps      []found // the commands until "configure"
	configured bool    // the steps end with "configure"
	built      bool    // the build is added
}

var (
	// fetching matches a command that fetches the submodules.
	fetching = lazyregexp.Lazy(`^git submodule update(?: --\w+)+$`)
	// generating matches commands that make the script "configure", with an own script of the target in the first group.
	generating = lazyregexp.Lazy(`^(?:autoreconf(?: -\w+)*|(?:sh )?((?:\./)?(?:autogen|bootstrap)(?:\.sh)?))$`)
	// configureLine matches a command that configures without paths.
	configureLine = lazyregexp.Lazy(`^\./configure(?: --[\w=-]+)*$`)
	// makeLine matches a command of make that builds, or tests with its target in the first group.
	makeLine = lazyregexp.Lazy(`^make(?: -j ?\S*)?(?: (?:all|(check|test)))?$`)
)

// configures reports whether a line of a document is a step of a build by the script "configure". It adds the build as
// one command if the target has the script or a step makes it, and the command that tests after it. Submodules are
// fetched by a command of their own.
func configures(g *guide, line string, n int) bool {
	if g.dir == "" || !isProse(g.text.Path) || !g.holds([]string{"configure", "configure.ac", "configure.in"}) {
		return false
	}
	is := false
	for step := range strings.SplitSeq(line, "&&") {
		is = g.auto.step(g, strings.TrimSpace(step), n) || is
	}
	return is
}

// step adds line n of a document, or a part between "&&", to the build. It reports whether the line belongs to one.
func (c *configuring) step(g *guide, line string, n int) bool {
	made := generating().FindStringSubmatch(line)
	tests := makeLine().FindStringSubmatch(line)
	switch {
	case made != nil && (made[1] == "" || g.tree.has(inside(g.dir, made[1]))),
		fetching().MatchString(line) && g.tree.has(".gitmodules"):
		if c.configured {
			*c = configuring{}
		}
	case !c.configured && configureLine().MatchString(line):
		makes := func(f found) bool { return generating().MatchString(f.text) }
		if !g.holds([]string{"configure"}) && !slices.ContainsFunc(c.steps, makes) {
			return false
		}
		c.configured = true
	case c.configured && tests != nil:
		c.build(g)
		if tests[1] != "" {
			g.found = append(g.found, found{"test", "make " + tests[1], g.dir, n, 2})
		}
		return true
	default:
		return false
	}
	c.steps = append(c.steps, found{text: line, line: n})
	return true
}

// build adds the build of the steps, and the command that fetches submodules for it, unless they are added.
func (c *configuring) build(g *guide) {
	if c.built {
		return
	}
	c.built = true
	steps := c.steps
	if first := steps[0]; fetching().MatchString(first.text) {
		g.found = append(g.found, found{"install", first.text, g.dir, first.line, len(strings.Fields(first.text))})
		steps = steps[1:]
	}
	var texts []string
	for _, s := range steps {
		texts = append(texts, s.text)
	}
	text := strings.Join(append(texts, "make"), " && ")
	g.found = append(g.found, found{"build", text, g.dir, steps[0].line, len(texts)})
}
