package manifest

import (
	"slices"
	"strings"

	"luminos"
)

// interpreters are programs whose first argument is a file to run.
var interpreters = []string{"python", "python3", "node", "php", "ruby", "perl", "bash", "sh", "Rscript", "julia", "lua", "tsx", "ts-node", "bun"}

// maxShown is how many commands of one purpose are taken from a README.
const maxShown = 3

// shellFences are the languages that a block of commands may claim to be in.
var shellFences = []string{"", "sh", "bash", "shell", "console", "shell-session", "sh-session", "zsh", "terminal", "text", "powershell", "cmd"}

// readmeCommands gives the commands in the blocks of code of the README that run
// a file of the target, or install what one of its files lists, where its
// manifests have none for the purpose at the root.
func (r *reader) readmeCommands() {
	count := map[string]int{}
	for _, c := range r.res.Commands {
		if c.Dir == "" && c.Basis == luminos.Measured {
			count[c.Purpose] = maxShown
		}
	}
	root, ran := &pkg{dir: luminos.Root}, map[luminos.Path]bool{}
	for _, f := range r.tree.inDir[luminos.Root] {
		if !strings.HasPrefix(strings.ToLower(f.Path.Base()), "readme") {
			continue
		}
		t, ok := r.source(f.Path, 64<<10)
		if !ok {
			continue
		}
		for n, line := range codeLines(t) {
			commands := shellCommands(line)
			if len(commands) != 1 {
				continue
			}
			if purpose, at := r.shown(commands[0]); purpose != "" && count[purpose] < maxShown && !ran[at] {
				count[purpose]++
				ran[at] = true
				line, _, _ = strings.Cut(line, " # ")
				r.command(root, purpose, line, citeLine(t, n))
			}
		}
		return
	}
}

// codeLines are the lines in fenced blocks that may hold commands, by number,
// without the prompt.
func codeLines(t luminos.Text) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		n, fence, shell := 0, "", false
		for line := range strings.Lines(t.Content) {
			n++
			line = strings.TrimSpace(line)
			if mark := line[:len(line)-len(strings.TrimLeft(line, "`~"))]; len(mark) >= 3 {
				switch {
				case fence == "":
					language, _, _ := strings.Cut(strings.TrimSpace(line[len(mark):]), " ")
					fence, shell = mark, slices.Contains(shellFences, strings.ToLower(language))
				case strings.HasPrefix(mark, fence):
					fence = ""
				}
				continue
			}
			for _, prompt := range []string{"$ ", "% ", "> "} {
				line = strings.TrimPrefix(line, prompt)
			}
			if fence != "" && shell && line != "" && len(line) < 300 && !yield(n, line) {
				return
			}
		}
	}
}

// shown is the purpose of a command that a README shows, and the file that it
// runs or installs from; "" when there is none. What stands for something else
// ("<path>", "...") is no command, and neither is one for a test or an example.
func (r *reader) shown(words []string) (purpose string, at luminos.Path) {
	if slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "<>{}$…") || strings.Contains(w, "...") }) {
		return "", ""
	}
	if stepOf(words) == "install" {
		if i := slices.Index(words, "-r"); i > 0 && i+1 < len(words) {
			at = inside(luminos.Root, words[i+1])
		}
		if !r.tree.has(at) {
			return "", ""
		}
		return "install", at
	}
	at = r.argument(words)
	if f := r.tree.files[at]; f == nil || !r.tree.counts(f) || choreNames().MatchString(at.Base()) {
		return "", ""
	}
	return "run", at
}

// argument is the file of the target that a command runs, or "".
func (r *reader) argument(words []string) luminos.Path {
	if strings.HasPrefix(words[0], "./") {
		return inside(luminos.Root, words[0])
	}
	if !slices.Contains(interpreters, words[0]) {
		return ""
	}
	args := words[1:]
	if len(args) > 1 && args[0] == "-m" {
		module := strings.ReplaceAll(args[1], ".", "/")
		return r.tree.first(luminos.Root, module+".py", module+"/__main__.py")
	}
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		args = args[1:]
	}
	if len(args) == 0 {
		return ""
	}
	return inside(luminos.Root, args[0])
}
