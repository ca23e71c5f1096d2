package manifest

import (
	"slices"
	"strings"

	"luminos"
)

// maxShown is the maximum number of commands of one purpose from a README.
const maxShown = 3

// shellFences are the languages of code blocks that may hold commands.
var shellFences = []string{"", "sh", "bash", "shell", "console", "zsh", "terminal", "text", "powershell", "cmd"}

// readmeCommands adds the commands in code blocks of the README t that run a file of the target or
// install its requirements. For each purpose, it adds at most maxShown, and none if a manifest in
// the root declares a command for the purpose.
func readmeCommands(r *reader, t luminos.Text) {
	count, seen := map[string]int{}, map[luminos.Path]bool{}
	for _, c := range r.res.Commands {
		if c.Dir == "" && c.Basis == luminos.Measured {
			count[c.Purpose] = maxShown
		}
	}
	n, fenced, shell := 0, false, false
	for line := range strings.Lines(t.Content) {
		n++
		line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
		if strings.HasPrefix(line, "```") {
			fenced, shell = !fenced, slices.Contains(shellFences, strings.ToLower(line[3:]))
			continue
		}
		// Placeholders ("<path>", "...") and compound commands are left out.
		line, _, _ = strings.Cut(line, " # ")
		if !fenced || !shell || strings.ContainsAny(line, "<>{}$…;|&") || strings.Contains(line, "...") {
			continue
		}
		if purpose, at := shown(r, strings.Fields(line)); purpose != "" && count[purpose] < maxShown && !seen[at] {
			count[purpose]++
			seen[at] = true
			r.command(&pkg{dir: luminos.Root}, purpose, line, citeLine(t, n))
		}
	}
}

// shown returns the purpose of a command in a README and the file that it runs or
// installs from, or "" if it uses no file of the target.
func shown(r *reader, words []string) (purpose string, at luminos.Path) {
	if i := slices.Index(words, "-r"); i > 1 && i+1 < len(words) && words[1] == "install" {
		if at = inside(luminos.Root, words[i+1]); r.tree.has(at) {
			return "install", at
		}
		return "", ""
	}
	switch {
	case len(words) > 0 && strings.HasPrefix(words[0], "./"):
		at = inside(luminos.Root, words[0])
	case len(words) > 1 && slices.Contains(interpreters, words[0]):
		at = inside(luminos.Root, words[1])
	}
	if f := r.tree.files[at]; f == nil || !r.tree.counts(f) || choreNames().MatchString(at.Base()) {
		return "", ""
	}
	return "run", at
}

// interpreters are programs whose first argument is a file to run.
var interpreters = []string{"python", "python3", "node", "php", "ruby", "perl", "bash", "sh", "Rscript", "julia", "lua", "bun"}
