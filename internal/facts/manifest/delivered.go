package manifest

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/facts/pipeline"
	"luminos/internal/lazyregexp"
)

const (
	// maxPipelines is the maximum number of CI configurations that are searched for commands, and maxDelivery the
	// maximum number of bytes of each file of this source that are read.
	maxPipelines = 12
	maxDelivery  = 64 << 10
)

// source orders the sources of a command: a document, a file of processes, a step of CI, a manifest, the command of a
// container.
type source int

const (
	fromDocument source = iota
	fromProcesses
	fromSteps
	fromManifest
	fromContainer
	fromConvention
)

// sourceOf returns the kind of the file that has a command, by its path.
func sourceOf(p luminos.Path) source {
	switch base := p.Base(); {
	case isDockerfile(p), isCompose(p):
		return fromContainer
	case base == "Procfile", base == "skaffold.yaml", isProcesses(p):
		return fromProcesses
	case isPipeline(p):
		return fromSteps
	case isProse(p):
		return fromDocument
	}
	return fromManifest
}

func isCompose(p luminos.Path) bool {
	switch p.Base() {
	case "docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml":
		return true
	}
	return false
}

// isProcesses reports whether p is a configuration of the process manager PM2.
func isProcesses(p luminos.Path) bool {
	return slices.Contains([]string{"ecosystem.config.js", "ecosystem.config.cjs"}, p.Base())
}

// isPipeline reports whether p is the configuration of a CI system other than a script of the target.
func isPipeline(p luminos.Path) bool {
	system, _ := pipeline.SystemOf(p)
	return system != "" && system != luminos.CIScript
}

// deliveredCommands adds the commands of the containers and process files at the root, and commands that build, test or
// lint from the steps of CI.
func deliveredCommands(r *reader) {
	pipelines := 0
	tested := false // by a workflow, which comes before the other configurations
	for _, f := range workflowsFirst(r.tree.scan.Files) {
		read := commandsIn(f.Path)
		if read == nil || !f.Regular() || tested && leftBehind(f.Path) {
			continue
		}
		if isPipeline(f.Path) {
			if pipelines++; pipelines > maxPipelines {
				continue
			}
		}
		if t, ok := r.source(f.Path, maxDelivery); ok {
			tested = tested || workflowTests(t)
			g := guide{reader: r, text: t, dir: luminos.Root}
			read(&g)
			g.add()
		}
	}
}

// workflowsFirst returns the files with the workflows of GitHub first.
func workflowsFirst(files []luminos.File) []*luminos.File {
	var first, rest []*luminos.File
	for i := range files {
		if f := &files[i]; f.Path.Within(".github/workflows") {
			first = append(first, f)
		} else {
			rest = append(rest, f)
		}
	}
	return append(first, rest...)
}

// leftBehind reports whether a configuration is of a service that most projects with workflows of GitHub left.
func leftBehind(p luminos.Path) bool {
	return p == ".travis.yml" || p.Within(".circleci") || p == "appveyor.yml" || p == ".appveyor.yml"
}

// workflowTests reports whether a workflow of GitHub has a command for tests.
func workflowTests(t luminos.Text) bool {
	system, _ := pipeline.SystemOf(t.Path)
	return t.Path.Within(".github/workflows") && slices.ContainsFunc(pipeline.Steps(system, t), func(s pipeline.Step) bool {
		return slices.Contains(cmdline.Effects(s.Command, nil), cmdline.Test)
	})
}

// commandsIn returns the function that reads the commands of a file at the root, or of a CI configuration, by its name;
// nil for other files.
func commandsIn(p luminos.Path) func(*guide) {
	if isPipeline(p) {
		return (*guide).pipeline
	}
	if p.Dir() != luminos.Root {
		return nil
	}
	switch {
	case p.Base() == "Dockerfile":
		return (*guide).dockerfile
	case isCompose(p):
		return (*guide).compose
	case p.Base() == "Procfile":
		return (*guide).procfile
	case isProcesses(p):
		return (*guide).processes
	case p.Base() == "skaffold.yaml":
		return (*guide).skaffold
	}
	return nil
}

// add adds the commands of the document to the result. For each purpose it adds at most maxShown, the shortest.
func (g *guide) add() {
	// The shortest command is the common one; options are for special cases.
	slices.SortStableFunc(g.found, func(a, b found) int {
		if c := compareBool(!bringsTests(g.reader, a), !bringsTests(g.reader, b)); c != 0 {
			return c
		}
		own := func(f found) bool { return f.purpose == "install" && extraNames().MatchString(f.text) }
		if c := compareBool(!own(a), !own(b)); c != 0 {
			return c // with all that developers need
		}
		if c := cmp.Compare(a.words, b.words); c != 0 || !strings.HasPrefix(a.text, b.text) {
			return c
		}
		return cmp.Compare(len(a.text), len(b.text)) // "npm run build" before "npm run build.files"
	})
	count := map[string]int{}
	for _, c := range g.found {
		if count[c.purpose]++; count[c.purpose] <= maxShown {
			ev, ok := g.better[c]
			if !ok {
				ev = citeLine(g.text, c.line)
			}
			g.command(&pkg{dir: c.dir}, c.purpose, c.text, ev)
		}
	}
}

// dockerfile adds the command that a container of a Dockerfile runs, if it starts a file of the target.
func (g *guide) dockerfile() {
	entry, command, line := inContainer(g.text.Content)
	whole := strings.TrimSpace(entry + " " + command)
	if strings.Contains(entry, ".sh") || strings.Contains(" "+whole, " /") || strings.Contains(whole, "=/") {
		return // a script or a directory of the container
	}
	g.started(whole, line)
}

// inContainer returns the entry point and the command of the last image of a Dockerfile, and the line of the first of
// both.
func inContainer(dockerfile string) (entry, command string, line int) {
	n := 0
	for l := range strings.Lines(dockerfile) {
		n++
		name, args, _ := strings.Cut(strings.TrimSpace(l), " ")
		switch strings.ToUpper(name) {
		case "FROM":
			command, entry = "", ""
		case "CMD":
			command = execForm(args)
			if entry == "" {
				line = n
			}
		case "ENTRYPOINT":
			entry, line = execForm(args), n
		}
	}
	return entry, command, line
}

// execForm returns the command line of an instruction of a Dockerfile, which can be a list in JSON.
func execForm(args string) string {
	var words []string
	if json.Unmarshal([]byte(args), &words) == nil {
		return strings.Join(words, " ")
	}
	return strings.TrimSpace(args)
}

// started adds a command that starts the target, in line n, if it is known that the target has the files for it.
func (g *guide) started(line string, n int) {
	before := len(g.found)
	g.line(line, n)
	g.found = slices.DeleteFunc(g.found, func(f found) bool { return f.purpose != "run" })
	if len(g.found) > before {
		g.found = g.found[:before+1]
	}
}

var (
	// ownBuild matches the key of a service that is built from the directory of the composition.
	ownBuild = lazyregexp.Lazy(`^\s+(?:build|context): *["']?\./?["']? *$`)
	// recipeOf matches the key of a composition that names the Dockerfile of a service.
	recipeOf = lazyregexp.Lazy(`(?m)^\s+dockerfile: *["']?([\w./-]+)["']?\s*$`)
	// moreNeeded matches keys of a composition that needs further choices, files or objects of its user, or that gives
	// a developer a shell.
	moreNeeded = lazyregexp.Lazy(`(?m)^\s+(?:(?:profiles|env_file|external):|tty: true|entrypoint: /bin/(?:ba)?sh$)`)
)

// compose adds the command that starts the services of a composition, if one of them is built from the target and none
// is for tests.
func (g *guide) compose() {
	if moreNeeded().MatchString(g.text.Content) || strings.Contains(g.text.Content, ":?") {
		return
	}
	for _, m := range recipeOf().FindAllStringSubmatch(g.text.Content, maxShown*4) {
		t, _ := g.source(luminos.Root.Join(m[1]), maxDelivery)
		if _, command, _ := inContainer(t.Content); slices.Contains(cmdline.Effects(command, nil), cmdline.Test) {
			return
		}
	}
	n := 0
	for l := range strings.Lines(g.text.Content) {
		if n++; ownBuild().MatchString(strings.TrimRight(l, "\r\n")) {
			g.found = append(g.found, found{"run", "docker compose up", luminos.Root, n, 3})
			return
		}
	}
}

// procfile adds the command of the process "web" in a Procfile.
func (g *guide) procfile() {
	n := 0
	for l := range strings.Lines(g.text.Content) {
		n++
		if line, ok := strings.CutPrefix(l, "web:"); ok {
			g.started(strings.TrimSpace(line), n)
		}
	}
}

// processes adds the command that starts the processes of a configuration of PM2.
func (g *guide) processes() {
	if ev := cite(g.text, "apps"); ev != nil {
		g.command(&pkg{dir: luminos.Root}, "run", "pm2 start "+string(g.text.Path), ev)
	}
}

// skaffold adds the command that builds and deploys the images of a configuration of Skaffold.
func (g *guide) skaffold() {
	if ev := cite(g.text, "artifacts:"); ev != nil {
		g.command(&pkg{dir: luminos.Root}, "run", "skaffold run", ev)
	}
}

// pipeline adds the commands of a CI configuration that build, test or lint.
func (g *guide) pipeline() {
	system, _ := pipeline.SystemOf(g.text.Path)
	shell := -1
	steps := pipeline.Steps(system, g.text)
	branches := alternatives(steps)
	if jobServices().MatchString(g.text.Content) {
		noteService(g)
	}
	for i, s := range steps {
		state(g, s.Command, topicOf(s.Names...))
		if s.Shell != shell {
			shell = s.Shell
			if g.dir = inside(luminos.Root, s.Dir); s.Dir == "" {
				g.dir = luminos.Root
			} else if !g.tree.dirs[g.dir] {
				g.dir = ""
			}
		}
		dirs, ends := entered(s.Command)
		for _, to := range dirs {
			at := inside(g.dir, strings.TrimSuffix(to, "/"))
			switch known := g.tree.dirs[at]; {
			case g.dir != "" && system != "sourcehut-builds" && !known: // of another project, or made before
				g.dir = ""
			case !ends && known:
				g.dir = at
			}
		}
		if g.dir != "" && s.Command != "" && !branches[i] {
			g.line(plainly(s.Command), s.Line)
		}
	}
	g.found = slices.DeleteFunc(g.found, func(f found) bool {
		nothing := strings.HasPrefix(f.text, "go install ") && !g.hasProgram() // it only compiles a library
		// The jobs run some environments, which a variable or a plugin selects.
		chosen := f.text == "tox" && toxSelection().MatchString(g.text.Content)
		other := !slices.Contains([]string{"build", "test", "lint"}, f.purpose)
		return nothing || chosen || other || special(f) || hasOptions(withoutInput(g, f.dir, f.text)) ||
			demands(g, f)
	})
}

// alternatives returns the indexes of the steps between "if" and "fi" if there is an "else" between them: a condition
// chooses one of their commands.
func alternatives(steps []pipeline.Step) map[int]bool {
	type branch struct {
		first int
		other bool
	}
	all, shell := map[int]bool{}, -1
	var open []branch
	for i, s := range steps {
		if s.Shell != shell {
			shell, open = s.Shell, nil
		}
		switch first, _, _ := strings.Cut(strings.TrimRight(s.Command, "; "), " "); {
		case first == "if" && !strings.HasSuffix(strings.TrimRight(s.Command, "; "), " fi"):
			open = append(open, branch{first: i})
		case len(open) == 0:
		case first == "else" || first == "elif":
			open[len(open)-1].other = true
		case first == "fi":
			last := open[len(open)-1]
			open = open[:len(open)-1]
			for j := last.first; last.other && j <= i; j++ {
				all[j] = true
			}
		}
	}
	return all
}

// toxSelection matches the variable and the plugins that select environments of tox.
var toxSelection = lazyregexp.Lazy(`TOXENV|\btox-gh\b|\btox-gh-actions\b|\btox-travis\b`)

var (
	// unattended matches the options of Maven for a machine without a person.
	unattended = lazyregexp.Lazy(`^((?:\./)?mvnw?\b.*?)(?: (?:-B|-V|-ntp|--batch-mode|--no-transfer-progress))+$`)
	// reporting matches the last options of a command that only change its output.
	reporting = lazyregexp.Lazy(`^(busted|dotnet .*?|pytest|python3? -m pytest)` +
		`(?: (?:--verbose|--coverage|--logger[ =]\S+|[-/]p:\S+=\S+|--cov(?:-report)?(?:[ =][\w:./]+)?|-vv?|--color=yes))+$`)
)

// plainly returns a command of a CI configuration without options that a person does not need.
func plainly(command string) string {
	return reporting().ReplaceAllString(unattended().ReplaceAllString(command, "$1"), "$1")
}

// wholeTests are the words in names of scripts that run all tests.
var wholeTests = strings.Fields("run test tests runtest runtests unit all check ci")

// special reports whether a script of the target tests a part or a special build, by its name: test-native.sh, or
// "npm run test:types", which compiles only.
func special(f found) bool {
	if f.purpose == "lint" && (strings.Contains(f.text, " test:") || strings.Contains(f.text, " test-")) {
		return true
	}
	name, _, _ := strings.Cut(path.Base(withoutShell(strings.Fields(f.text))[0]), ".")
	other := func(w string) bool { return !slices.Contains(wholeTests, w) }
	return f.purpose == "test" && strings.Contains(f.text, "/") && strings.Contains(name, "test") &&
		slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' }), other)
}

// pythonServers are programs that serve an application of Python, which a module and a name identify.
var pythonServers = []string{"uvicorn", "gunicorn", "hypercorn", "granian"}

// starts reports whether the target has the module that the arguments of a server, such as "app.main:app", name.
func (g *guide) starts(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		module, _, ok := strings.Cut(a, ":")
		at := inside(g.dir, strings.ReplaceAll(module, ".", "/"))
		return ok && at != "" && g.tree.first(luminos.Root, string(at)+".py", path.Join(string(at), "__init__.py")) != ""
	})
}
