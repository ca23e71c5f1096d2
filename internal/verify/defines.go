package verify

import (
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

var (
	// definer matches the text before a name that a keyword defines.
	definer = lazyregexp.Lazy(`(?:^|[\s(])(?:def|defp|defn|defun|defmacro|defmodule|func|fn|function|fun|sub|` +
		`macro_rules!|` +
		`class|struct|type|interface|trait|enum|record|module|namespace|protocol|object|union|#\s*define|typedef|` +
		`macro|(?:export|pub|static)\s+(?:const|static|let|var))\*?(?:\s*\([^()]*\))?\s+(?:[\w]+[.:])?$`)
	// typed matches the text before a function whose result type comes first, and of methods without a keyword.
	typed = lazyregexp.Lazy(`^\s*(?:[\w<>,*&\[\]?@:.]+\s+)*[*&]*(?:\w+::)?#?$`)
	// flow matches the beginning of a statement that is no definition.
	flow = lazyregexp.Lazy(`^\s*(?:\}?\s*else|if|for|while|switch|return|case|match|elif|until|unless|await|yield|throw|` +
		`raise|new|delete|not|assert|import|from|use|using|include|require|go|defer|print|echo)\b`)
	// bodied matches the parameters of a function and the begin of its body.
	bodied = lazyregexp.Lazy(`^\([^;]*(?:\{\s*\}?|,|\(|\))\s*(?:const|override|noexcept|=\s*0)?\s*;?\s*$`)
	// assigned matches the function that a name is assigned.
	assigned = lazyregexp.Lazy(`^\s*(?::|=|<-)\s*(?:async\s+)?(?:function\b|\([\w\s,{}=.]*\)\s*=>|\w+\s*=>)`)
	// method matches the parameters of a method without a keyword, whose body begins, in contrast to arguments.
	method = lazyregexp.Lazy("^\\([^()'\"`]*\\)\\s*(?::[^'\"]*)?\\{\\s*$")
)

// commentMarks begin comments of the usual languages, of Lisp, of Haskell and Lua, and of R.
var commentMarks = []string{"//", "* ", "# ", ";", "-- ", "#'"}

// isComment reports whether a line of a source is a comment, which neither defines nor declares.
func isComment(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return slices.ContainsFunc(commentMarks, func(mark string) bool { return strings.HasPrefix(line, mark) })
}

// definesName reports whether the line of a source defines the name from begin to end by a keyword, or as a function.
func definesName(line string, begin, end int) bool {
	before, after := line[:begin], line[end:]
	switch {
	case definer().MatchString(near(before, nearMost)), assigned().MatchString(after[:min(len(after), nearMost)]):
		return true
	case flow().MatchString(line) || !strings.HasPrefix(after, "(") || !typed().MatchString(before):
		return false
	}
	return strings.TrimSpace(before) != "" && bodied().MatchString(after) || method().MatchString(after)
}
