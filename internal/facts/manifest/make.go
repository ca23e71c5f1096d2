package manifest

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
)

// makeRule matches the head of an explicit rule, but not "x := 1" or "x ::= 1".
var makeRule = lazyregexp.Lazy(`(?m)^([A-Za-z0-9][A-Za-z0-9_./-]*)(?:[ \t]+[A-Za-z0-9_./-]+)*[ \t]*::?(?:[^=:]|$)`)

// buildTools matches the names of rules that can install the tools that build: install_build, build-deps.
var buildTools = lazyregexp.Lazy(`[-_]build\b|\bbuild[-_]`)

func enterMake(r *reader, p *pkg) {
	archive(r, p)
	enterConfigured(r, p)
	rules, none := parseRules(p.text.Content, makeRule), idleRules(p.text)
	maps.DeleteFunc(rules, func(name string, t task) bool {
		calls := len(none.heads[name]) > 0 && len(none.heads[name][0].calls) > 0
		return onlyPrints(p.text.Lines()[t.line:]) || calls && none.has(name)
	})
	if !ruleBuilds(p.text.Content, "all") {
		delete(rules, "all")
	}
	prepared := false // another rule installs the tools that build
	for name, t := range rules {
		prepared = prepared || buildTools().MatchString(name) && onlyInstalls(p.text.Lines()[t.line:])
	}
	maps.DeleteFunc(rules, func(name string, t task) bool {
		copies := name == "install" && !installs(p.text, name, 0)
		prepares := slices.Contains(taskNames["install"], name) && otherScript(r, p, t)
		return copies || prepares || slices.Contains(taskNames["run"], name) || needsEnvironment(p.text.Lines()[t.line-1:]) ||
			slices.Contains(taskNames["build"], name) && (prepared || onlyInstalls(p.text.Lines()[t.line:]))
	})
	r.taskCommands(p, "make", rules)
	// Without a customary target, make builds the first target.
	if m := makeRule().FindStringSubmatchIndex(p.text.Content); m != nil {
		for _, c := range r.res.Commands {
			if c.Purpose == "build" && strings.HasPrefix(c.Line, "make") && cmp.Or(c.Dir, luminos.Root) == p.dir {
				return
			}
		}
		name := p.text.Content[m[2]:m[3]]
		if !ruleBuilds(p.text.Content, name) || cmdline.Named(name) == cmdline.Test {
			return
		}
		if name == "default" || strings.Contains(p.text.Content, "$(CC)") || strings.Contains(p.text.Content, "$(CXX)") {
			r.command(p, "build", "make", citeLine(p.text, lineOf(p.text.Content, m[2])))
		}
	}
}

var (
	// plainRule matches the heads of rules without patterns, and a recipe after the head.
	plainRule = lazyregexp.Lazy(`(?m)^([A-Za-z][\w-]*)[ \t]*::?([^=\n][^\n]*|)$(\n\t)?`)
	// otherWork matches the names of rules that do not build.
	otherWork = lazyregexp.Lazy(`(?:^|[ \t])(?:\w*(?:test|tests|check|lint)|fmt|format|vet|install|php\w+|clean)` +
		`(?:[ \t]|$)|^[ \t]*help[ \t]*$`)
)

// refusal matches a rule that prints a text and fails as long as a variable is empty.
var refusal = lazyregexp.Lazy(`(?m)^(?:ifeq +\(\$[({]\w+[)}], *\)|ifndef +\w+)[ \t]*\n([A-Za-z][\w-]*)[ \t]*::?[^=\n]*\n` +
	`(?:\t[@-]*echo\b[^\n]*\n)+\t[@-]*(?:exit 1|false)[ \t]*$`)

// ruleBuilds reports whether a rule of a makefile can build: it has other rules to call or commands of its own, calls
// no rule that tests, lints or formats, not help alone, and needs no value of a variable. It is true if there is no
// such plain rule.
func ruleBuilds(makefile, name string) bool {
	for _, m := range refusal().FindAllStringSubmatch(makefile, maxRules) {
		if m[1] == name {
			return false
		}
	}
	known, works := false, false
	for _, m := range plainRule().FindAllStringSubmatch(makefile, maxRules) {
		if m[1] != name {
			continue
		}
		calls := name == "default" && slices.Contains(strings.Fields(m[2]), "all")
		if otherWork().MatchString(m[2]) || calls && !ruleBuilds(makefile, "all") {
			return false
		}
		known, works = true, works || strings.TrimSpace(m[2]) != "" || m[3] != ""
	}
	return works || !known
}

// installs reports whether a rule of a makefile, or a rule that it calls, is known to install packages. Other rules of
// the name "install" copy files that another rule has to build before.
func installs(text luminos.Text, name string, depth int) bool {
	for _, m := range plainRule().FindAllStringSubmatchIndex(text.Content, maxRules) {
		if text.Content[m[2]:m[3]] != name || depth > 2 {
			continue
		}
		lines := recipe(text.Lines()[lineOf(text.Content, m[2]):])
		lines = slices.DeleteFunc(slices.Clone(lines), copiesOut().MatchString)
		if slices.Contains(cmdline.Effects(strings.Join(lines, "\n"), nil), cmdline.Install) ||
			slices.ContainsFunc(lines, environment().MatchString) {
			return true
		}
		for _, needed := range strings.Fields(text.Content[m[4]:m[5]]) {
			if needed != name && installs(text, needed, depth+1) {
				return true
			}
		}
	}
	return false
}

// otherScript reports whether the recipe of a rule is one script of the target, and no command in it installs packages.
func otherScript(r *reader, p *pkg, t task) bool {
	lines := recipe(p.text.Lines()[t.line:])
	if len(lines) != 1 {
		return false
	}
	m := scriptCall().FindStringSubmatch(lines[0])
	if m == nil {
		return false
	}
	script, ok := r.source(p.dir.Join(m[1]), maxDelivery)
	return ok && !slices.Contains(cmdline.Effects(script.Content, nil), cmdline.Install)
}

// scriptCall matches a command that starts a script for a shell, without arguments.
var scriptCall = lazyregexp.Lazy(`^\s*[@-]*(?:(?:ba)?sh +)?(?:\./)?([\w./-]+\.sh)$`)

// copiesOut matches commands that install the output of a build.
var copiesOut = lazyregexp.Lazy(`\bcmake --install\b|(?:\bmake|\bninja|\$[({](?:MAKE|NINJA)[)}])(?: .*)? install\b`)

// environment matches a program in the virtual environment that another rule makes.
var environment = lazyregexp.Lazy(`(?i)\$[({]\w*VENV\w*[)}]|\bvenv/bin/`)

// needsEnvironment reports whether a rule of make, which lines begin with, runs programs of a virtual environment and
// calls no other rule that could make it.
func needsEnvironment(lines []string) bool {
	_, needs, _ := strings.Cut(lines[0], ":")
	return strings.TrimSpace(needs) == "" && slices.ContainsFunc(recipe(lines[1:]), environment().MatchString)
}

// printers are programs that write text to the standard output.
var printers = strings.Fields("echo printf true : awk grep egrep fgrep sed sort column cat cut tr")

// prints reports whether a command of a recipe only prints text, perhaps of the makefile itself.
func prints(command string) bool {
	command = strings.TrimLeft(command, "@+- ")
	if strings.HasPrefix(command, "echo ") {
		return true
	}
	database := listsRules().MatchString(command)
	parts := cmdline.Parts(makeVariable().ReplaceAllString(strings.TrimPrefix(command, "$(MAKE) "), "x"))
	if database && len(parts) > 0 {
		parts = parts[1:]
	}
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(words []string) bool {
		writes := func(w string) bool { return inPlace(w) || written(w) }
		return !slices.Contains(printers, words[0]) || slices.ContainsFunc(words, writes)
	})
}

// makesDirectory matches a command that makes a directory and does nothing else.
var makesDirectory = lazyregexp.Lazy(`^@?mkdir (?:-p )?[\w./$(){}@-]+$`)

// listsRules matches a call of make that prints its rules.
var listsRules = lazyregexp.Lazy(`^\$\(MAKE\) (?:-[A-Za-z]*p[A-Za-z]*|--print-data-base)(?: |$)`)

// inPlace reports whether a word of a command is an option with which printers write to a file.
func inPlace(word string) bool {
	return strings.HasPrefix(word, "-i") || strings.HasPrefix(word, "--in-place") || strings.HasPrefix(word, "-o")
}

// written reports whether a word of a command writes to a file.
func written(word string) bool {
	return strings.Contains(word, ">") && !strings.HasSuffix(word, "/dev/null") && !strings.HasPrefix(word, "/")
}

// onlyPrints reports whether the recipe at the head of lines only prints text, as for a list of the targets, or makes
// empty directories.
func onlyPrints(lines []string) bool {
	n := 0
	for _, line := range lines {
		command, ok := strings.CutPrefix(line, "\t")
		if !ok {
			break
		}
		if !prints(command) && !makesDirectory().MatchString(command) {
			return false
		}
		n++
	}
	return n > 0
}

var (
	justRule  = lazyregexp.Lazy(`(?m)^@?([A-Za-z][\w-]*)(?:[ \t]+[^:\n]*)?:(?:[^=]|$)`)
	mesonRe   = lazyregexp.Lazy(`(?m)^\s*project\(\s*'([^'\n]+)'([^)]*)\)`)
	mesonVer  = lazyregexp.Lazy(`\bversion\s*:\s*'([^'\n]+)'`)
	mesonLic  = lazyregexp.Lazy(`\blicense\s*:\s*'([^'\n]+)'`)
	mesonDep  = lazyregexp.Lazy(`\bdependency\(\s*'([^'\n]+)'`)
	mesonTest = lazyregexp.Lazy(`(?m)^\s*(?:\w+\.)?test\(`)
	mesonSub  = lazyregexp.Lazy(`\bsubdir\(\s*'([^'\n]+)'`)
)

// enterJust adds the recipes of a justfile, except recipes that only start the command in their arguments.
func enterJust(r *reader, p *pkg) {
	rules, lines := parseRules(p.text.Content, justRule), p.text.Lines()
	maps.DeleteFunc(rules, func(_ string, t task) bool {
		commands := lines[t.line:]
		ends := func(l string) bool { return l != "" && !strings.HasPrefix(l, " ") && !strings.HasPrefix(l, "\t") }
		if i := slices.IndexFunc(commands, ends); i >= 0 {
			commands = commands[:i]
		}
		return cmdline.OnlyStarts(justArgument().ReplaceAllString(strings.Join(commands, "\n"), "--"))
	})
	r.taskCommands(p, "just", rules)
}

// justArgument matches an argument of a recipe in its commands.
var justArgument = lazyregexp.Lazy(`\{\{[^{}\n]*\}\}`)

// maxRules is the maximum number of rules of one file.
const maxRules = 2000

// parseRules returns the tasks of a build file, such as a Makefile, by name. header is the pattern
// of a task's first line, with the name in its first group.
func parseRules(src string, header func() *regexp.Regexp) map[string]task {
	all := map[string]task{}
	line, counted := 1, 0
	for _, m := range header().FindAllStringSubmatchIndex(src, maxRules) {
		line += strings.Count(src[counted:m[2]], "\n")
		counted = m[2]
		if name := src[m[2]:m[3]]; all[name] == (task{}) {
			all[name] = task{line: line}
		}
	}
	return all
}

// enterTaskfile adds the tasks of a Taskfile, except tasks with a name such as "dev" that start no program.
func enterTaskfile(r *reader, p *pkg) {
	tasks := map[string]task{}
	all := p.doc.obj("tasks")
	for _, name := range all.keys() {
		commands := all.obj(name).strs("cmds")
		starts := func(c string) bool { return startsProgram([]string{"\t" + c}) }
		if slices.Contains(taskNames["run"], name) && len(commands) > 0 && !slices.ContainsFunc(commands, starts) {
			continue
		}
		tasks[name] = task{at: "  " + name + ":"}
	}
	r.taskCommands(p, "task", tasks)
}

func readMeson(r *reader, p *pkg) {
	src := p.text.Content
	if m := mesonRe().FindStringSubmatch(src); m != nil {
		p.describe(m[1], firstGroup(mesonVer, m[2]), "", firstGroup(mesonLic, m[2]))
		_, p.Evidence = citedGroup(mesonRe, p.text)
	}
	for _, m := range mesonDep().FindAllStringSubmatch(src, -1) {
		p.depend(m[1], "", "")
	}
	for _, m := range mesonSub().FindAllStringSubmatch(src, -1) {
		p.globs = append(p.globs, m[1])
	}
}

func enterMeson(r *reader, p *pkg) {
	if p.Name != "" && p.Role != luminos.ManifestMember && r.tree.first(p.dir, "CMakeLists.txt", "configure.ac") == "" {
		r.convention(p, "build", "meson setup build && ninja -C build", p.Evidence)
		if anyAdds(r, r.tree.byBase["meson.build"], mesonTest) {
			r.convention(p, "test", "meson test -C build", p.Evidence)
		}
	}
}
