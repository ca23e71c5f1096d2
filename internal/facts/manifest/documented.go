package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
)

const (
	// maxShown is the maximum number of commands of one purpose from one document.
	maxShown = 3
	// maxGuides is the maximum number of documents beside the README that are searched for commands, and maxGuide the
	// maximum number of bytes of each that are read.
	maxGuides = 12
	maxGuide  = 128 << 10
)

// guideNames matches the names of documents on building and testing, apart from the README.
var guideNames = lazyregexp.Lazy(`(?i)^(contributing|build(ing)?|install(ing)?|development|developing|developers?|hacking|` +
	`testing|agents|claude|copilot-instructions)(\.(md|markdown|rst|txt|adoc))?$`)

// inlineCommand matches a command in running text after a word such as "run".
var inlineCommand = lazyregexp.Lazy("(?i)\\b(?:run|execute|by running|with|using|start it with|with the command)" +
	":? ``?([^`]+)`")

// listedCommand matches a command with its purpose in a list: "- `make test` - Run all tests".
var listedCommand = lazyregexp.Lazy("^[-*+] `([^`]+)`(?::| [-–—]) ")

// labelledCommand matches a command behind its purpose in a list: "- Run all tests: `make test`".
var labelledCommand = lazyregexp.Lazy("^[-*+] (?:\\*\\*)?(\\w[\\w /-]{2,40}):(?:\\*\\*)? `([^`]+)`\\.?\\s*$")

// shellFences are the languages of code blocks that may hold commands.
var shellFences = []string{
	"", "sh", "bash", "shell", "console", "zsh", "terminal", "text", "powershell", "cmd", "shell-session",
	"shellsession", "ps1",
}

// guides returns the text of the README, then the beginnings of at most maxGuides documents for developers, such as
// CONTRIBUTING.md, the nearest to the root first.
func guides(r *reader, readme luminos.Text) []luminos.Text {
	all := []luminos.Text{readme}
	var paths []luminos.Path
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		dir := f.Path.Dir()
		place := dir == luminos.Root || dir == ".github" || (dir.Within("docs") || dir.Within("doc")) && f.Path.Depth() <= 4
		if place && f.Regular() && guideNames().MatchString(f.Path.Base()) && r.tree.counts(f) {
			paths = append(paths, f.Path)
		}
	}
	slices.SortStableFunc(paths, func(a, b luminos.Path) int { return a.Depth() - b.Depth() })
	for _, p := range paths[:min(len(paths), maxGuides)] {
		if t, ok := r.source(p, maxGuide); ok {
			all = append(all, t)
		}
	}
	return all
}

// documentedCommands adds the commands in the README and the documents for developers that use a file, a manifest or a
// task of the target. For each purpose, such as tests, it adds at most maxShown from one document, the shortest.
func documentedCommands(r *reader, readme luminos.Text) {
	var all []*guide
	for _, t := range guides(r, readme) {
		g := &guide{reader: r, text: t, dir: luminos.Root, base: luminos.Root}
		g.read()
		g.found = withoutSteps(g.found)
		if strings.HasPrefix(strings.ToLower(t.Path.Base()), "testing") { // its other commands only prepare the tests
			g.found = slices.DeleteFunc(g.found, func(f found) bool { return f.purpose != "test" })
		}
		all = append(all, g)
	}
	first := all[0]
	first.better = map[found][]luminos.Evidence{}
	for _, f := range first.found { // a README can show the same command for the reader's own project
		for _, g := range all[1:] {
			same := func(o found) bool { return o.purpose == f.purpose && o.text == f.text && o.dir == f.dir }
			if at := slices.IndexFunc(g.found, same); at >= 0 && f.purpose == "test" {
				first.better[f] = citeLine(g.text, g.found[at].line)
				break
			}
		}
	}
	for _, g := range all {
		g.add()
	}
}

// guide is one document while its commands are read.
type guide struct {
	*reader
	text  luminos.Text
	dir   luminos.Path // working directory of the next command; "" if that is not in the target
	base  luminos.Path // dir at the beginning of each block of the section
	made  []string     // names of directories that the commands make
	clone string       // name of the directory of the last "git clone"
	other bool         // the last "git clone" is known to copy another repository
	// instead states that the paragraph before the next block offers another way, for a reader who does without the
	// usual.
	instead bool
	auto    configuring
	section section
	found   []found
	better  map[found][]luminos.Evidence // places in other documents that say more about a command
}

// section is the subject of a section of a document.
type section struct {
	topic  string // the purpose that its heading states: test or build
	users  bool   // it is about a project that depends on the target, or about an addition
	served bool   // one of its commands starts a service
}

// found is a command in a document.
type found struct {
	purpose, text string
	dir           luminos.Path
	line, words   int
}

// read adds the commands in the code blocks of the document, which are fenced or indented after a blank line, and in
// its text after words such as "run" to g.found.
func (g *guide) read() {
	n, fence, opened, shell, indented, hidden, directive := 0, "", 0, false, false, false, false
	before := ""
	for line := range strings.Lines(g.text.Content) {
		n++
		trimmed := strings.TrimSpace(line)
		code := fence != "" && !strings.HasPrefix(trimmed, fence) || line[0] == ' ' || line[0] == '\t'
		continues := code && strings.HasSuffix(before, `\`)
		if before = trimmed; continues { // of a command that is not read, either
			continue
		}
		if fence == "" {
			if line, hidden = withoutComment(line, hidden); hidden {
				continue
			}
			trimmed = strings.TrimSpace(line)
		}
		mark := fenceOf(trimmed)
		if g.text.Path.Ext() == ".rst" {
			mark = "" // it underlines a title
		}
		switch {
		case fence == "" && mark != "":
			language, _, _ := strings.Cut(strings.TrimLeft(trimmed, "`~ "), " ")
			fence, shell = mark, !g.instead && slices.Contains(shellFences, strings.ToLower(strings.Trim(language, "{}.")))
			g.dir, opened = g.base, n
		case fence != "" && mark != "" && strings.HasPrefix(mark, fence) && strings.Trim(trimmed, "`~") == "":
			fence = ""
		case fence != "":
			if shell {
				unannounce(g, trimmed, opened)
				state(g, trimmed, g.section.topic)
				g.line(trimmed, n)
			} else {
				g.section.users = g.section.users || dependsOnTarget(g, trimmed)
			}
		case directive && (trimmed == "" || strings.HasPrefix(line, "  ")): // reStructuredText indents code by two or more
			if trimmed != "" && !g.instead {
				state(g, trimmed, g.section.topic)
				g.line(trimmed, n)
			}
		case strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t"):
			if indented && !g.instead {
				state(g, trimmed, g.section.topic)
				g.line(trimmed, n)
			}
		default:
			_, language, found := strings.Cut(trimmed, "::")
			directive = found && strings.HasPrefix(trimmed, ".. ") && language != "" &&
				slices.Contains(shellFences, strings.TrimSpace(language)) ||
				found && language == "" && trimmed != "::" && g.text.Path.Ext() == ".rst" // "Test it with::"
			g.instead = g.instead && (!indented || trimmed == "") || fallback().MatchString(line)
			if indented = trimmed == "" || trimmed == "::"; !indented {
				g.prose(line, n)
			}
		}
	}
}

// unannounce removes the commands in running text that only announce a command of the block that opens in a line:
// "Using `go install`" above the whole command.
func unannounce(g *guide, command string, opened int) {
	g.found = slices.DeleteFunc(g.found, func(f found) bool {
		return f.line < opened && opened-f.line <= 2 && strings.HasPrefix(strings.TrimPrefix(command, "$ "), f.text+" ")
	})
}

// elsewhere matches the words behind a command in running text that name its directory: "run `make` in the `wiki`", or
// that make it a tool: "with `make` available".
var elsewhere = lazyregexp.Lazy("^`+[,*_]* (?:(?:in|from|inside|within|under) (?:the |your )?[`\\[]|(?:available|installed)\\b)")

// prose adds the commands in line n of the running text of a document, and sets the working directory of the next
// blocks by a heading such as "In the `core` directory".
func (g *guide) prose(line string, n int) {
	if strings.HasPrefix(line, "#") {
		g.base, g.auto, g.section = luminos.Root, configuring{}, section{topic: topicOf(line), users: optional().MatchString(line)}
		if name := firstGroup(headingCode, line); name != "" {
			if at := inside(luminos.Root, strings.TrimSuffix(name, "/")); at != "" && g.tree.dirs[at] {
				g.base = at
			}
		}
		return // "Replacing `a` using `yarn`" is a title
	}
	g.dir = g.base
	if m := listedCommand().FindStringSubmatch(line); m != nil {
		g.line(m[1], n)
	}
	if m := labelledCommand().FindStringSubmatch(line); m != nil && topicOf(m[1]) != "" &&
		slices.Contains(cmdline.Effects(m[2], nil), topicOf(m[1])) {
		state(g, m[2], topicOf(m[1]))
		g.line(m[2], n)
	}
	for _, m := range inlineCommand().FindAllStringSubmatchIndex(line, 3) {
		if !elsewhere().MatchString(line[m[3]:]) {
			state(g, line[m[2]:m[3]], "")
			g.line(line[m[2]:m[3]], n)
		}
	}
}

// optional matches a heading of a section about something that most readers do without.
var optional = lazyregexp.Lazy(`(?i)\boptional(?:ly)?\b|\bopt-in\b|\bwatch(?:ing| mode| tasks?)\b`)

// dependency matches a line of a manifest that states a dependency.
var dependency = lazyregexp.Lazy(`(?i)\.package\(|^pod ["']|^(?:api|implementation|compile)\b|^"[^"]+": *"[~^>=]*\d|` +
	`^[\w-]+ *= *(?:["'][~^>=]*\d|\{ *(?:version|git)\b)|^<artifactId>|^gem ["']|^\{: *\w+, *"`)

// dependsOnTarget reports whether a line of code in a document is of the manifest of a project that depends on the
// target.
func dependsOnTarget(g *guide, line string) bool {
	name := projectName(g.pkgs)
	return name != "" && dependency().MatchString(line) && strings.Contains(strings.ToLower(line), strings.ToLower(name))
}

// headingCode matches a heading that names a directory by its words.
var headingCode = lazyregexp.Lazy("(?i)^#+ .*`([^`]+)`.*\\b(?:directory|folder)\\b")

// withoutComment returns a line of a document without its comment of HTML, and whether the rest of the line lies in a
// comment, also in one that began earlier: a comment is for the authors of the document.
func withoutComment(line string, hidden bool) (string, bool) {
	if hidden {
		_, after, ends := strings.Cut(line, "-->")
		return after, !ends
	}
	before, rest, comment := strings.Cut(line, "<!--")
	if !comment {
		return line, false
	}
	return before, !strings.Contains(rest, "-->")
}

// fenceOf returns the mark of a code block at the start of a line: three or more backquotes or tildes, or "".
func fenceOf(line string) string {
	for _, c := range "`~" {
		rest := strings.TrimLeft(line, string(c))
		if n := len(line) - len(rest); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// line adds the command in line n of a document to g.found, unless it has placeholders, quotes or several commands, or
// [guide.purpose] returns "". A "cd" changes the working directory of the next commands instead.
func (g *guide) line(line string, n int) {
	line = strings.TrimPrefix(strings.TrimPrefix(line, "$ "), "> ")
	line = strings.TrimSpace(strings.SplitN(line, " # ", 2)[0])
	plain := extras().ReplaceAllString(line, "$1")
	words := strings.Fields(plain)
	if inOther(g.pkgs, line) {
		g.dir = "" // up to the end of the block
	}
	if len(words) == 0 || strings.HasPrefix(line, "#") || g.section.users || configures(g, line, n) ||
		runsDefaultGoal(g, line, n) {
		return
	}
	switch {
	case words[0] == "pushd":
		g.dir = ""
		return
	case words[0] == "git" && len(words) > 2 && words[1] == "clone":
		g.clone, g.other = clones(g.pkgs, words[2:])
	case words[0] == "tar":
		for _, w := range words[1:] {
			g.made = append(g.made, artefact().ReplaceAllString(w, ""))
		}
	case words[0] == "mkdir":
		g.made = append(g.made, words[1:]...)
	default:
		g.made = append(g.made, created(words)...)
	}
	// Placeholders ("<path>", "..."), compound commands and quoted arguments are for special cases.
	if leaves().MatchString(line) {
		g.dir, g.base = "", ""
	}
	if dirs, ends := entered(line); ends {
		for _, to := range dirs {
			g.enter(to)
		}
		return
	}
	if slices.Contains([]string{"-e", "--editable", "-r", "-c", "-f"}, words[len(words)-1]) {
		return // it names a command, and needs a value
	}
	home, dots := strings.ReplaceAll(plain, " $HOME/", " ~/"), strings.ReplaceAll(line, "/...", "")
	if g.dir == "" || strings.Contains(dots, "...") || strings.HasSuffix(line, `\`) ||
		strings.ContainsAny(home, "<>{}$…;|&@*%\"'") {
		return
	}
	purpose := g.purpose(line, words)
	if strings.Contains(line, "%]") || purpose == "install" && words[0] == "cmake" {
		return // output of tests, and an installation of files that are not built
	}
	switch {
	case purpose == "install" && !g.installsOwn(words), strings.Contains(line, "/path/to"):
	case purpose == "build" && words[0] != "make" && strings.HasPrefix(words[len(words)-1], "test"):
		// it tests in a special way: "rake compile test:valgrind"
	case purpose == "build" && buildsOther(g, words):
	case purpose == "run" && g.startsNothing(words), purpose != "run" && g.makesFirst(words),
		purpose == "test" && g.section.served:
	case purpose != "" && customary(purpose, withoutInput(g, g.dir, line)):
		g.found = append(g.found, found{purpose, line, g.dir, n, len(words)})
	}
}

// builtInput matches a script of a package that builds, with names as its input. Its groups are the command before the
// names, and the script.
var builtInput = lazyregexp.Lazy(`^((?:npm|pnpm|yarn|bun) run (build|compile|bundle)) -- \w[\w ]*$`)

// withoutInput returns a command of CI that builds by a script of a package, without the names that the script needs as
// its input. In a document such names select a part.
func withoutInput(g *guide, dir luminos.Path, line string) string {
	m := builtInput().FindStringSubmatch(line)
	if m != nil && isPipeline(g.text.Path) && g.script(dir, m[2]) != "" {
		return m[1]
	}
	return line
}

// extras matches the target with some of its extras in quotes, as an argument of pip.
var extras = lazyregexp.Lazy(`["'](\.\[[\w,-]+\])["']`)

// leaves matches commands of which one goes to a directory that another of them made, for the rest of a section.
var leaves = lazyregexp.Lazy(`&&\s*cd\s+/`)

// besides matches the names of tasks that serve documents or pages about the target.
var besides = lazyregexp.Lazy(`(?i)^(?:docs?|site|website|storybook|examples?)(?:\b|$)`)

// placeholder matches a name in the place of another, such as PATH_TO_YOUR_PROJECT.
var placeholder = lazyregexp.Lazy(`(?i)(?:^|[-_])(?:path|your|my)(?:$|[-_])`)

// enter handles a "cd" in a document: it sets the working directory of the next commands. A name that is no directory
// of the target means its root, as after "git clone". It is outside if it has a "/", it is a placeholder, or the
// commands made it.
func (g *guide) enter(to string) {
	at := inside(g.dir, strings.TrimSuffix(to, "/"))
	switch {
	case to != "" && strings.TrimSuffix(to, "/") == g.clone:
		if g.dir = luminos.Root; g.other {
			g.dir = ""
		}
	case g.dir == luminos.Root && namesTarget(g.pkgs, at):
		g.dir = luminos.Root
	case at != "" && g.tree.dirs[at]:
		g.dir = at
	case slices.Contains(g.made, to): // the rest of the section is about the new directory
		g.dir, g.base = "", ""
	case strings.Contains(to, "/"), placeholder().MatchString(to), hollow(g.tree, at):
		g.dir = ""
	default:
		g.dir = luminos.Root
	}
}

// hollow reports whether a directory of the target holds no files, as a submodule before it is fetched.
func hollow(t *tree, at luminos.Path) bool {
	return at != "" && slices.ContainsFunc(t.scan.Dirs, func(d luminos.Dir) bool { return d.Path == at })
}

// namesTarget reports whether a directory of sources at the root has the name of the target: a "cd" to the name means a
// clone.
func namesTarget(pkgs []*pkg, at luminos.Path) bool {
	name := projectName(pkgs)
	return at != "" && at != luminos.Root && name != "" && nameClass(name, string(at)) == 0 &&
		!slices.ContainsFunc(pkgs, func(p *pkg) bool { return p.dir == at })
}
