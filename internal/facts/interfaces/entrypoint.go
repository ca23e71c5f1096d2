package interfaces

import (
	"strings"

	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// A script that starts a container gets its settings as variables of the environment. They are the variables that it
// expands and never sets, and the ones that it sets to their own value or a default.

// startsContainer matches the names of scripts that start a container.
var startsContainer = lazyregexp.Lazy(`(?i)^(?:docker[-_.]?|container[-_.]?)?entry[-_]?point(?:\.(?:ba)?sh)?$`)

// expanded matches an expansion of a variable with a name in capitals, and the sign of a default.
var expanded = lazyregexp.Lazy(`\$(?:([A-Z][A-Z0-9_]+)|\{([A-Z][A-Z0-9_]+)(:?[-=?+])?)`)

// setInShell matches the place where a shell sets a variable.
var setInShell = lazyregexp.Lazy(`(?m)(?:^|[;&|(]|\b(?:export|local|readonly|declare|then|do|else)(?: -\w+)*)[ \t]*` +
	`([A-Z][A-Z0-9_]+)(?:\[[^\]\n]*\])?\+?=|\b(?:for|read(?: -\w+)*)[ \t]+([A-Z][A-Z0-9_]+)\b`)

// ofShell are variables that the shell itself sets.
const ofShell = " BASH IFS RANDOM UID EUID GROUPS OLDPWD OSTYPE FUNCNAME LINENO SECONDS PPID REPLY OPTARG OPTIND PIPESTATUS "

// entrypoint adds the variables that a script which starts a container takes from its environment, each once.
func (s *search) entrypoint() {
	own := map[string]bool{}
	for _, m := range setInShell().FindAllStringSubmatch(s.text.Content, 1000) {
		own[m[1]+m[2]] = true
	}
	n, seen := 0, map[string]bool{}
	for line := range strings.Lines(s.text.Content) {
		if n++; len(line) > maxLine || words.Comment(line) {
			continue
		}
		for _, m := range expanded().FindAllStringSubmatch(line, 20) {
			name := m[1] + m[2]
			shell := strings.Contains(ofShell, " "+name+" ") || strings.HasPrefix(name, "BASH_")
			defaulted := m[3] != "" && strings.Contains(strings.ReplaceAll(line, `"`, ""), name+"=${"+name)
			if seen[name] || shell || own[name] && !defaulted {
				continue
			}
			seen[name] = true
			s.seen[match{variable, n, name}] = true
			s.add(variable, name, n)
		}
	}
}
