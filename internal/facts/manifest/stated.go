package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// A customary command is a guess. The commands that documents and configurations of CI state for the same purpose
// decide whether it is a good one, also if Luminos does not know them.

// stated holds the commands that documents and pipelines state.
type stated struct {
	lines   map[string][]string   // by purpose
	unclear bool                  // a pipeline has a command of unknown purpose
	served  map[luminos.Path]bool // pipelines that start a service
	needed  bool                  // a section or a step about tests does
	shown   map[string]bool       // programs that documents type: true if one does so without arguments
	first   firstStep             // of a document, before all others
	// installed are the programs that pipelines install by name.
	installed []string
}

// state notes a command of a document or a pipeline. topic is the purpose that the words around it state, or "". It
// counts for a command that is not known.
func state(g *guide, line, topic string) {
	s := &g.said
	if s.lines == nil {
		s.lines, s.shown = map[string][]string{}, map[string]bool{}
	}
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(line, "$ "), "> "))
	words := strings.Fields(extras().ReplaceAllString(line, "$1"))
	if len(words) == 0 || line[0] == '#' || g.section.users {
		return
	}
	if isProse(g.text.Path) && leadsProgram().MatchString(words[0]) {
		name := path.Base(words[0])
		s.shown[name] = s.shown[name] || len(words) == 1
	}
	if isPipeline(g.text.Path) {
		s.installed = append(s.installed, installedBy(line)...)
	} else if s.first == (firstStep{}) {
		s.first = stepOf(line)
	}
	resolve := func(_, task string) string { return g.script(luminos.Root, task) }
	effects := cmdline.Effects(line, resolve)
	for _, purpose := range effects {
		one := isProse(g.text.Path) && narrow(luminos.Command{Purpose: purpose, Line: line}) // how to test one thing
		if !one && (purpose != cmdline.Install || installsPython(words) && g.installsOwn(words)) {
			s.lines[purpose] = append(s.lines[purpose], line)
		}
	}
	if startsService().MatchString(line) {
		g.section.served = true
		noteService(g)
		s.needed = s.needed || topic == cmdline.Test
	}
	if len(effects) > 0 || cmdline.Known(line, resolve) {
		return
	}
	if topic != "" {
		s.lines[topic] = append(s.lines[topic], line)
	}
	s.unclear = s.unclear || isPipeline(g.text.Path) && topic == ""
}

// noteService notes that a pipeline starts a service.
func noteService(g *guide) {
	if g.said.served == nil {
		g.said.served = map[luminos.Path]bool{}
	}
	if isPipeline(g.text.Path) {
		g.said.served[g.text.Path] = true
	}
}

// startsService matches a command that starts a container or a program in the background, which the next commands need.
var startsService = lazyregexp.Lazy(`^(?:sudo )?(?:(?:docker[- ]compose|docker|podman) (?:-\S+ (?:\S+ )??)?` +
	`(?:up|start)|(?:docker|podman) run (?:-\S+ )*?(?:-[a-z]*d[a-z]*|--detach)|service \S+ start|systemctl start) |` +
	`^docker[- ]compose up$|[^&]&$`)

// jobServices matches the key of the services that a job of CI starts.
var jobServices = lazyregexp.Lazy(`(?m)^ {2,8}services:[ \t]*$`)

// pythonInstallers are programs that install packages of Python. None of them does the work of another one.
var pythonInstallers = strings.Fields("pip pipenv poetry uv pdm conda mamba pixi")

// installsPython reports whether a command installs packages of Python. A project uses one way to do so. Its commands
// for other packages do not exclude each other.
func installsPython(words []string) bool {
	parts := cmdline.Parts(strings.Join(words, " "))
	return len(parts) > 0 && slices.Contains(pythonInstallers, parts[0][0])
}

// leadsProgram matches the first word of a line that can be the name of a program.
var leadsProgram = lazyregexp.Lazy(`^(?:\./)?(?:[\w.-]+/)*[a-z][\w.-]*$`)

// topicOf returns the purpose, test or build, that a heading of a document or the name of a step states, or "".
func topicOf(names ...string) string {
	for _, name := range names {
		if e := cmdline.Named(name); e == cmdline.Test || e == cmdline.Build {
			return e
		}
	}
	return ""
}

// withoutDisputed returns commands without customary ones that build, test or install if a document or a pipeline
// states another command for the purpose, or a pipeline has commands of unknown purpose, and none states the customary
// one. Tests are left out, too, if the words about them start a service, customary ones if a pipeline does, and ones of
// a pipeline if that one does: it can be for the tests.
func withoutDisputed(r *reader, all []luminos.Command) []luminos.Command {
	return slices.DeleteFunc(all, func(c luminos.Command) bool {
		serves := len(r.said.served) > 0 && c.Basis == luminos.Derived || fromPipeline(c) && r.said.served[c.Evidence[0].Path]
		if c.Purpose == "test" && (r.said.needed || serves) {
			return true
		}
		guess := c.Basis == luminos.Derived && slices.Contains([]string{"install", "build", "test"}, c.Purpose)
		other := c.Purpose == "install" && !installsPython(strings.Fields(c.Line))
		if !guess || other || isOwnScript(c) {
			return false
		}
		lines := r.said.lines[c.Purpose]
		same := func(line string) bool { return supports(r, line, c) }
		if slices.ContainsFunc(lines, same) {
			return false
		}
		return len(lines) > 0 || c.Purpose == "test" && r.said.unclear
	})
}

// fromPipeline reports whether a command is from a configuration of CI.
func fromPipeline(c luminos.Command) bool {
	return len(c.Evidence) > 0 && isPipeline(c.Evidence[0].Path)
}

// isOwnScript reports whether a command starts a script of the target that is also its evidence.
func isOwnScript(c luminos.Command) bool {
	return len(c.Evidence) > 0 && strings.HasSuffix(c.Line, string(c.Evidence[0].Path))
}

// sameEver are programs of which a customary command differs from others only by options and places.
var sameEver = []string{"bundle", "cmake", "ctest", "pip"}

// onePackage matches the tests of the package at the root of a module of Go, with flags: often it has no other.
var onePackage = lazyregexp.Lazy(`^go test(?: -(?:v|race|count=\d+|cover\S*))*$`)

// supports reports whether a line of a document or a pipeline has the customary command c, perhaps with flags: the same
// program with the same task, for all of the target.
func supports(r *reader, line string, c luminos.Command) bool {
	if narrow(luminos.Command{Purpose: c.Purpose, Line: line}) && !onePackage().MatchString(line) {
		return false
	}
	guesses := cmdline.Parts(c.Line)
	for _, said := range cmdline.Parts(line) {
		for _, guess := range guesses {
			if said[0] == guess[0] && sameTask(r, said, guess) {
				return true
			}
		}
	}
	return false
}

// sameTask reports whether a command does the same as a customary one of the same program, apart from flags and their
// values.
func sameTask(r *reader, said, guess []string) bool {
	flag := func(w string) bool { return strings.HasPrefix(w, "-") }
	switch {
	case said[0] == "pytest":
		return coversTests(r, said[1:])
	case said[0] == "mvn" && slices.Contains(phases["build"], guess[len(guess)-1]):
		return slices.ContainsFunc(said[1:], func(w string) bool { return slices.Contains(phases["build"], w) })
	case said[0] == "go" && guess[1] == "build":
		return slices.Contains(said[1:], "build") || slices.Contains(said[1:], "install")
	case slices.Contains(sameEver, said[0]):
		return true
	}
	i := slices.IndexFunc(guess[1:], func(w string) bool { return !flag(w) })
	return i < 0 || slices.Contains(said[1:], guess[i+1])
}

// coversTests reports whether the arguments of pytest select no directory, or ones with all tests of Python.
func coversTests(r *reader, args []string) bool {
	var selected []luminos.Path
	for _, a := range args {
		a = strings.TrimSuffix(a, "/")
		at := inside(luminos.Root, a)
		if strings.HasPrefix(a, "-") || a == "" || at == luminos.Root || at == "" {
			continue
		}
		if r.tree.has(at) || r.tree.dirs[at] {
			selected = append(selected, at)
		}
	}
	examples := doctests(r)
	return len(selected) == 0 || !slices.ContainsFunc(r.tree.scan.Files, func(f luminos.File) bool {
		source := f.Path.Ext() == ".py" && r.tree.counts(&f)
		within := func(at luminos.Path) bool { return f.Path.Within(at) }
		return source && (pathrole.TestFile(f.Path) || examples) && !slices.ContainsFunc(selected, within)
	})
}

// doctests reports whether pytest is set up to import all modules for the examples in their documentation.
func doctests(r *reader) bool {
	return slices.ContainsFunc(r.pkgs, func(p *pkg) bool {
		return p.Ecosystem == "python" && p.dir == luminos.Root && strings.Contains(p.text.Content, "--doctest-modules")
	})
}
