package verify

import (
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// shells are the languages of blocks of code that hold commands; "" is a block without a language.
var shells = []string{"", "sh", "bash", "shell", "console", "zsh", "shell-session", "shellsession", "terminal", "fish"}

// place is the directory in which the commands of a block run.
type place struct {
	dir     luminos.Path
	unknown bool   // another directory, or one of another repository
	cloned  string // the name of the repository that the block clones, which is the target
}

// commands checks the commands of one document.
type commands struct {
	*checker
	d    *document
	left bool // a block before cloned another repository, in which the later commands can run
}

// checkFence checks the commands in a block of code.
func (c *commands) checkFence(ctx context.Context, f fence) {
	if !slices.Contains(shells, f.language) {
		c.checkPins(c.d, f)
		return
	}
	at := place{dir: luminos.Root, unknown: c.left}
	continued := ""
	begun := 0
	for i, line := range f.lines {
		line = strings.TrimSpace(line)
		prompt, isPrompt := strings.CutPrefix(line, "$ ")
		if continued == "" {
			begun = i
			command, _, _ := strings.Cut(line, " #")
			if f.language == "" && !isPrompt && !commandLine().MatchString(strings.TrimSpace(command)) {
				continue
			}
		}
		if strings.HasPrefix(prompt, "#") && elsewhere().MatchString(prompt) {
			at.unknown = true
		}
		line = continued + prompt
		if before, ok := strings.CutSuffix(line, `\`); ok && len(line) < lineMost {
			continued = before + " "
			continue
		}
		continued = ""
		c.checkCommandLine(ctx, line, f.first+begun, f.context, &at)
	}
}

// elsewhere matches words of comments and sentences that name another directory than the root.
var elsewhere = lazyregexp.Lazy(`(?i)\b(?:in|from|inside|to|of)\b.*` +
	`\b(?:folder|sub-?director(?:y|ies)|submodules?|director(?:y|ies) of)\b`)

// commandLine matches a line of a block without a language that is a command and no sentence.
var commandLine = lazyregexp.Lazy(`^(?:cd [\w./-]+|git clone \S+|make [a-z0-9_-]+|just [a-z0-9_-]+|(?:npm|pnpm|yarn|` +
	`bun) run [\w:.-]+|cargo \w+( .*)?|` +
	`go (?:run|build|test|install) [\w./@-]+.*|python3? .*\.py\b.*|python3? -m .*|\./[\w./-]+.*)$`)

// commandWords returns the words of a command from the name of its program on.
func commandWords(command string) []string {
	words := strings.Fields(command)
	for len(words) > 0 && (assignment().MatchString(words[0]) || slices.Contains([]string{"sudo", "time", "env",
		"exec"}, words[0])) {
		words = words[1:]
	}
	return words
}

// checkCommandLine checks the commands of a line and follows changes of the directory.
func (c *commands) checkCommandLine(ctx context.Context, line string, number int, context string, at *place) {
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ';' || r == '&' || r == '|' }) {
		words := commandWords(part)
		if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "#") }); i >= 0 {
			words = words[:i]
		}
		if len(words) == 0 {
			continue
		}
		if words[0] == "git" && len(words) > 2 && words[1] == "clone" {
			if name := strings.TrimSuffix(path.Base(words[len(words)-1]), ".git"); c.made.own(name) || c.d.isAbout(name) {
				at.cloned, at.unknown, c.left = name, false, false
			} else {
				c.left = true
			}
		}
		if words[0] == "cd" || words[0] == "pushd" {
			c.enter(ctx, words[1:], at)
			continue
		}
		if words[0] == "mkdir" || words[0] == "touch" || strings.Contains(part, ">") || strings.Contains(part, "<<") {
			at.unknown = true // files of the user follow
		}
		if !at.unknown {
			c.checkCommand(ctx, command{words, strings.Join(words, " "), number, context, at.dir})
		}
	}
}

// isAbout reports whether the first passage of a document, its title, has a name.
func (d *document) isAbout(name string) bool {
	return len(d.prose) > 0 && strings.Contains(loose(strings.ToLower(d.prose[0].text)), loose(strings.ToLower(name)))
}

var assignment = lazyregexp.Lazy(`^[A-Za-z_][A-Za-z0-9_]*=`)

// enter changes the directory of a block.
func (c *commands) enter(ctx context.Context, args []string, at *place) {
	if len(args) != 1 || at.unknown {
		at.unknown = true
		return
	}
	p := luminos.PathFromOS(path.Join(at.dir.OS(), args[0]))
	switch {
	case at.cloned != "" && args[0] == at.cloned:
		at.dir = luminos.Root
	case c.tree.exists(ctx, p):
		at.dir = p
	default:
		at.unknown = true
	}
}

// command is a command in a document.
type command struct {
	words   []string
	text    string
	line    int
	context string
	dir     luminos.Path // in which it runs
}

// commandHedge matches words of sentences about commands that are not there, or of others.
var commandHedge = lazyregexp.Lazy(`(?i)\b(?:examples?|e\.g|such as|for instance|remov\w*|renam\w*|` +
	`former\w*|previous\w*|used to be|used to have|deprecated|no longer|legacy|instead|old|older|was|were|` +
	`your own|your project|` +
	`upstream|users?)\b`)

// checkSpanCommand checks a span of code that is a command. It reports whether it is one.
func (c *commands) checkSpanCommand(ctx context.Context, s span) bool {
	if strings.HasPrefix(s.text, "-") || codeForm().MatchString(s.text) {
		return false // flags, or no command
	}
	words := strings.Fields(strings.TrimPrefix(s.text, "$ "))
	if len(words) < 2 && !strings.HasPrefix(s.text, "./") || strings.ContainsAny(s.text, "|;&><`*") {
		return len(words) > 1
	}
	if commandHedge().MatchString(s.context) || elsewhere().MatchString(s.context) {
		return true
	}
	if words[0] == "make" && slices.ContainsFunc(c.d.inPiece(s.piece), func(o span) bool {
		p := luminos.PathFromOS(path.Clean(o.text))
		return c.tree.known[p] && c.made.isOpen(p)
	}) {
		return true // in a directory whose makefile has any target
	}
	c.checkCommand(ctx, command{words, s.text, s.line, s.context, luminos.Root})
	return true
}

// codeForm matches code of a language, in contrast to a command: a call, a key with its value, a definition.
var codeForm = lazyregexp.Lazy(`\w\(|^[\w.-]+:\s|^\S+\s(?::?=|=>)\s|^(?:def|func|fn|function|class|struct|type|` +
	`interface|const|let|var|import|from|new|return|await|async|public|static)\s`)

// tutorial matches the paths of documents in which users make a project of their own.
var tutorial = lazyregexp.Lazy(`(?i)tutorial`)

// checkCommand checks that the thing that a command runs is there.
func (c *commands) checkCommand(ctx context.Context, k command) {
	if tutorial().MatchString(string(c.d.path)) {
		return
	}
	args := k.words[1:]
	switch k.words[0] {
	case "make", "gmake":
		c.checkMake(k, args)
	case "just":
		c.checkJust(k, args)
	case "npm", "pnpm", "yarn", "bun":
		c.checkScript(k, args)
	case "cargo":
		c.checkCargo(k, args)
	case "go":
		c.checkGo(ctx, k, args)
	case "python", "python3", "py", "uv", "poetry", "pipenv":
		c.checkPython(ctx, k, args)
	case "bash", "sh", "zsh", "node", "ruby", "perl", "source", ".":
		if len(args) > 0 {
			c.checkFile(ctx, k, args[0])
		}
	case "pip", "pip3":
		if i := slices.Index(args, "-r"); i >= 0 && i+1 < len(args) {
			c.checkFile(ctx, k, args[i+1])
		}
	case "cp":
		if len(args) == 2 && templateFile().MatchString(args[0]) {
			c.checkFile(ctx, k, args[0])
		}
	default:
		script, ok := strings.CutPrefix(k.words[0], "./")
		if ok {
			c.checkFile(ctx, k, script)
		}
		if programPath().MatchString(script) && len(c.resolve(ctx, c.d, script)) == 0 {
			c.claimPath(ctx, c.d, k.line, script, script)
		}
	}
}

// programPath matches the path of a program without an ending, as it is run.
var programPath = lazyregexp.Lazy(`^[\w-]+(?:/[\w-]+)+$`)

// templateFile matches the name of a file that users copy.
var templateFile = lazyregexp.Lazy(`(?i)^[\w./-]*(?:example|sample|template|dist)[\w.-]*$`)

// scriptFile matches a path of a script or a list of requirements.
var scriptFile = lazyregexp.Lazy(`^(?:\./)?([\w.-]+/)*[\w.-]+\.(?:sh|bash|py|rb|pl|js|mjs|cjs|ts|ps1|txt)$`)

// checkFile checks that a file that a command names is there: a script, or a template that is copied.
func (c *commands) checkFile(ctx context.Context, k command, p string) {
	if !scriptFile().MatchString(p) && !templateFile().MatchString(p) {
		return
	}
	p = path.Clean(p)
	if strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") {
		return
	}
	for _, base := range []luminos.Path{k.dir, c.d.path.Dir(), luminos.Root} {
		if c.tree.exists(ctx, luminos.PathFromOS(path.Join(base.OS(), p))) {
			c.out.Checked++
			return
		}
	}
	first, _, below := strings.Cut(p, "/")
	if len(c.tree.suffixed(p)) > 0 || c.tree.placeholder(p) && !templateFile().MatchString(p) || c.tree.incomplete ||
		c.tree.excluded(ctx, luminos.PathFromOS(p)) || below && !c.tree.known[k.dir.Join(first)] ||
		// Documents for users of the target name files of the users.
		!ownCommands().MatchString(string(c.d.path)) ||
		!below && (!c.strict(c.d) || c.d.mentions(path.Base(p)) || hedged(k.context)) {
		c.claimPath(ctx, c.d, k.line, p, p)
		return
	}
	c.out.Checked++
	q := luminos.PathFromOS(path.Join(k.dir.OS(), p))
	c.claim(claim{doc: c.d, sure: true, paths: []string{p, q.OS()}, missing: q, finding: Finding{
		Rule: luminos.RuleDocPath, Line: k.line, Says: k.text, Truth: "there is no " + p}})
}

// plainName matches the name of a target or a script that holds no variables and no path.
var plainName = lazyregexp.Lazy(`^[A-Za-z0-9][\w:-]*$`)

// makers are files of programs that make a makefile.
var makers = []string{"CMakeLists.txt", "configure", "configure.ac", "configure.in", "Makefile.in", "Makefile.PL"}

// checkMake checks the targets of make.
func (c *commands) checkMake(k command, args []string) {
	if c.made.isOpen(c.d.path.Dir(), k.dir) {
		return
	}
	near := len(c.made.targets) > 0 && c.made.near("Makefile", c.d, k.dir)
	if !near && slices.ContainsFunc(makers, func(name string) bool { return len(c.tree.named[name]) > 0 }) {
		return
	}
	for _, a := range args {
		switch {
		case strings.ContainsAny(a, "\"'"): // the words behind it can be of one value
			return
		case a == "-C" || a == "-f" || strings.HasPrefix(a, "--directory") || strings.HasPrefix(a, "--file"):
			return
		case strings.HasPrefix(a, "-") || strings.Contains(a, "="):
		case !plainName().MatchString(a) || placeholderForm().MatchString(a):
			return
		case !c.made.hasTarget(a):
			c.out.Checked++
			c.command(k, "make", a, "no makefile has the target "+a, near, c.made.targets)
			return
		default:
			c.out.Checked++
		}
	}
}

// prefixed returns s behind a prefix, or "" if s is empty.
func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// checkJust checks the recipe of just.
func (c *commands) checkJust(k command, args []string) {
	if len(c.made.recipes) == 0 || c.made.recipesOpen || len(args) == 0 || !plainName().MatchString(args[0]) {
		return
	}
	c.out.Checked++
	if !c.made.recipes[args[0]] && !placeholderForm().MatchString(args[0]) {
		c.command(k, "just", args[0], "no justfile has the recipe "+args[0], true, c.made.recipes)
	}
}

// toolCommand matches the commands of pnpm, yarn and bun themselves, by their manuals.
var toolCommand = lazyregexp.Lazy(`^(?:add|audit|bin|build|cache|ci|config|create|dedupe|deploy|dlx|exec|i|import|` +
	`info|init|install|link|list|login|ls|outdated|pack|patch|plugin|publish|rebuild|remove|run|set|store|unlink|up|` +
	`update|upgrade|version|why|workspaces?|x)$`)

// checkScript checks the script of npm, pnpm, yarn or bun.
func (c *commands) checkScript(k command, args []string) {
	valued := []string{"-w", "--workspace", "--filter", "-F", "--prefix", "-C", "--dir", "--cwd"}
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		if slices.Contains(valued, args[0]) && len(args) > 1 {
			args = args[1:]
		}
		args = args[1:]
	}
	runs := len(args) > 1 && (args[0] == "run" || args[0] == "run-script")
	if runs {
		args = args[1:]
	}
	// The name alone runs a script, too; it can be a command of the tool.
	if len(args) == 0 || !plainName().MatchString(args[0]) || !runs && k.words[0] == "npm" && args[0] != "test" &&
		args[0] != "start" {
		return
	}
	c.out.Checked++
	name := args[0]
	if !runs && toolCommand().MatchString(name) ||
		c.made.scripts[name] || c.made.isProgram(name) || placeholderForm().MatchString(name) {
		return
	}
	sure := runs && len(c.made.scripts) > 0 && c.made.near("package.json", c.d, k.dir) && !c.d.makesProject()
	c.command(k, "npm", name, "no package.json has the script "+name, sure, c.made.scripts)
}

// command keeps the finding that nothing has the target of a command. sure states that the document lies beside files
// that have others.
func (c *commands) command(k command, tool, name, truth string, sure bool, known map[string]bool) {
	if c.made.isProgram(k.words[0]) {
		return // an example of the target
	}
	near := c.tree.closestKey(name, known)
	nearest := ""
	if near != "" {
		at := 1 + slices.Index(k.words[1:], name)
		nearest = strings.Join(slices.Replace(slices.Clone(k.words), at, at+1, near), " ")
	}
	c.claim(claim{
		doc: c.d, sure: sure && (near != "" || ownCommands().MatchString(string(c.d.path))), target: targetOf(tool, name),
		finding: Finding{Rule: luminos.RuleDocCommand, Line: k.line, Says: k.text, Truth: truth, Nearest: nearest},
	})
}

// checkCargo checks the binary or the example that cargo runs.
func (c *commands) checkCargo(k command, args []string) {
	if len(c.made.rust.names) == 0 || slices.Contains(args, "--manifest-path") ||
		len(args) > 0 && (args[0] == "new" || args[0] == "init") { // the name is of the package that it creates
		return
	}
	for i, a := range args {
		if a == "--" || i+1 == len(args) {
			return
		}
		var known map[string]bool
		switch {
		case a == "--bin":
			known = c.made.rust.bins
		case a == "--example":
			known = c.made.rust.examples
		case (a == "-p" || a == "--package") && args[0] != "install":
			known = c.made.rust.names
		}
		name := args[i+1]
		if known == nil || !plainName().MatchString(name) || placeholderForm().MatchString(name) {
			continue
		}
		c.out.Checked++
		if !known[name] && !c.made.rust.dependencies[name] {
			c.report(c.d, luminos.RuleDocCommand, k.line, k.text, "no Cargo.toml and no file makes "+name+" for "+a,
				prefixed(a+" ", c.tree.closestKey(name, known)))
		}
	}
}
