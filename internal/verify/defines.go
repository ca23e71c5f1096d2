package verify

import (
	"strings"

	"luminos/internal/lazyregexp"
)

// isQuoted reports whether a part of a line is a string or its first word.
func isQuoted(line string, begin, end int) bool {
	const quotes = "\"'`"
	return begin > 0 && strings.IndexByte(quotes, line[begin-1]) >= 0 && end < len(line) &&
		strings.IndexByte(quotes+"=, |", line[end]) >= 0 ||
		begin > 0 && line[begin-1] == ':' // a symbol of Ruby
}

var (
	// definer matches the text before a name that a keyword defines.
	definer = lazyregexp.Lazy(`(?:^|[\s(])(?:def|defp|defn|defun|defmacro|defmodule|func|fn|function|fun|sub|` +
		`macro_rules!|` +
		`class|struct|type|interface|trait|enum|record|module|namespace|protocol|object|union|#\s*define|typedef|` +
		`macro)\*?(?:\s*\([^()]*\))?\s+(?:[\w]+[.:])?$`)
	// holder matches the text before a name that is assigned, declared or a key.
	holder = lazyregexp.Lazy(`^\s*(?:[\w<>,*&\[\]?@]+\s+){0,4}[*&]*(?:(?:self|this|exports|module\.exports|` +
		`[A-Z]\w*(?:\.prototype)?)\.)?["']?$`)
	// typed matches the text before a function whose result type comes first, and of methods without a keyword.
	typed = lazyregexp.Lazy(`^\s*(?:[\w<>,*&\[\]?@:.]+\s+)*[*&]*(?:\w+::)?#?$`)
	// flow matches the beginning of a statement that is no definition.
	flow = lazyregexp.Lazy(`^\s*(?:\}?\s*else|if|for|while|switch|return|case|match|elif|until|unless|await|yield|throw|` +
		`raise|new|delete|not|assert|import|from|use|using|include|require|go|defer|print|echo)\b`)
	// local matches the text before a name that is assigned within a function or a class.
	local  = lazyregexp.Lazy(`^\s+(?:(?:var|let|const|val|auto)\s+)?$`)
	valued = lazyregexp.Lazy(`^["']?\s*(?::=?|=[^=>]|[?!]:|\?\s*:)`)
	bodied = lazyregexp.Lazy(`^\([^;]*(?:\{\s*\}?|,|\(|\))\s*(?:const|override|noexcept|=\s*0)?\s*;?\s*$`)
	field  = lazyregexp.Lazy(`^(?:\[\w*\])*\s*[;,]|^\s+[\w\[\]*.]+\s*(?:` + "`" + `.*|//.*)?$`)
)

// defined states how a line of a source defines a name.
type defined int

const (
	notDefined defined = iota
	asValue            // as a field, a constant, a variable or a key
	byKeyword          // by a keyword, or as a function
)

// isList reports whether the text before a name has other names of a list, such as an import of several lines.
func isList(before string) bool {
	return strings.Contains(before, ", ") && !strings.Contains(before, "<")
}

// definesName returns how the line of a source defines the name from begin to end.
func definesName(line string, begin, end int) defined {
	before, after := line[:begin], line[end:]
	trimmed := strings.TrimLeft(line, " \t")
	if strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "* ") || strings.HasPrefix(trimmed, "# ") {
		return notDefined
	}
	if definer().MatchString(before) {
		return byKeyword
	}
	if flow().MatchString(line) {
		return notDefined
	}
	switch {
	case strings.HasPrefix(after, "(") && typed().MatchString(before) && bodied().MatchString(after) &&
		(strings.TrimSpace(before) != "" || strings.HasSuffix(strings.TrimRight(after, " \t\r\n"), "{")):
		return byKeyword
	case holder().MatchString(before) && valued().MatchString(after):
		if strings.HasSuffix(strings.TrimRight(after, " \t\r\n"), ",") && strings.HasPrefix(after, "=") {
			return notDefined // an argument
		}
		if local().MatchString(before) && !strings.HasPrefix(strings.TrimLeft(after, "\"' "), ": ") {
			return notDefined
		}
		return asValue
	case before != "" && !isList(before) && holder().MatchString(before) &&
		field().MatchString(strings.TrimRight(after, " \t\r\n")):
		return asValue
	}
	return notDefined
}
