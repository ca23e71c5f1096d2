package manifest

import (
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// fallback matches the beginning of a paragraph on a way for readers who do without the usual one.
var fallback = lazyregexp.Lazy(`(?i)^if you (?:don['’]t|do not|would rather not|prefer not to) (?:want|wish|like|use|have)\b`)

// entered returns the directories to which a line of shell changes, in their order, and whether the last command of the
// line does. Parentheses enclose another shell, which changes nothing.
func entered(line string) (dirs []string, ends bool) {
	if strings.ContainsAny(line, "()") {
		return nil, false
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(line, "&&", ";"), ";") {
		words := strings.Fields(part)
		if ends = len(words) == 2 && words[0] == "cd"; ends {
			dirs = append(dirs, words[1])
		}
	}
	return dirs, ends
}

// creators are words of commands that make a directory for another project, before its name.
var creators = strings.Fields("new init create startproject create-project")

// created returns the words of a command that can name the directory of a project that it makes, as "npx create-x dir"
// does.
func created(words []string) []string {
	for i, w := range words[:min(len(words), 3)] {
		if i > 0 && (slices.Contains(creators, w) || strings.HasPrefix(w, "create-") || strings.Contains(w, "/create-")) {
			return words[i+1:]
		}
	}
	return nil
}
