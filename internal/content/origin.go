package content

import (
	"bytes"
	"cmp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// originWords are words of which each statement of [originOf] has one.
var originWords = []string{
	"endored", "opied", "aken from", "mported from", "orrowed from", "ifted from", "xtracted from", "nocov start",
	"/blob/", "disclaims copyright",
}

var (
	// copied matches the statement that a file comes from another place. A statement about a part of the file, which
	// has another subject, does not match.
	copied = lazyregexp.Lazy(`(?:^|\n|[.:;)] )(?:(?i:this|the) (?:file|code|module|header|source|script|class)` +
		`(?: in this file)? (?:is|was|has been) ` +
		`(?i:(copied|taken|imported|borrowed|lifted|extracted|vendored))|([Cc]opied|[Vv]endored))` +
		`(?:(?: and| /) \w+)?(?: \w+)?\s(from|into)\s([^\n]+(?:\n[^\n]+)?)`)
	// project matches the name of another project at the beginning of a text: Jackson, the NetBSD kernel, the go-enry
	// codebase. It matches no name of a file or a directory.
	project = lazyregexp.Lazy(`^(?:[Tt]he )?(?:([A-Z][\w+-]*)(?:[,;:)\n ]|\.?$|\.\s)|([a-z][\w.+-]+) (?:project|codebase)\b)`)
	// address matches an address of another project.
	address = lazyregexp.Lazy(`https?://[^\s>)]+`)
	// blob matches a statement with the address of a file in a repository, and the name of the file.
	blob = lazyregexp.Lazy(`(?i)(?:from|latest version|source|origin|original|upstream)\b[\s:]` +
		`(?:\S+\s+){0,3}(https?://git[^\s/]+/[^\s/]+/[^\s/]+/(?:-/)?blob/[^\s#]*/([\w+-]+)\.\w+)`)
	// standalone matches the first line of a file that packages of R copy from another, and its name.
	standalone = lazyregexp.Lazy(`^nocov start -+ ((?:[\w.-]+/[\w.-]+ )?(?:compat|standalone)-[^\n]*)`)
)

// originOf returns the text with which the first comment of the source p names the project that it is copied from. It
// returns "" if the comment says nothing of this kind. head is the beginning of the source.
func originOf(p luminos.Path, head []byte) string {
	if !containsAny(head, originWords) {
		return ""
	}
	text := firstComment(head)
	if m := standalone().FindStringSubmatch(text); m != nil {
		return cmp.Or(address().FindString(text), m[1])
	}
	if strings.Contains(text, "author disclaims copyright to this source code") && bytes.Contains(head, []byte("SQLite")) {
		return "sqlite"
	}
	for _, m := range copied().FindAllStringSubmatch(text, -1) {
		verb, place := strings.ToLower(m[1]+m[2]), m[4]
		if m[3] == "into" && verb != "vendored" {
			continue
		}
		at := address().FindString(place)
		if m[3] == "into" {
			_, place, _ = strings.Cut(place, " from ")
			at = address().FindString(text) // "Vendored into kite. Upstream: https://…"
		}
		if at != "" {
			return at
		}
		if name := project().FindStringSubmatch(place); name != nil && verb != "imported" { // others can import a module
			return name[1] + name[2]
		}
	}
	stem := strings.TrimSuffix(p.Base(), p.Ext())
	if m := blob().FindStringSubmatch(text); m != nil && len(m[2]) >= leastStem && strings.HasPrefix(stem, m[2]) {
		return m[1]
	}
	return ""
}

// leastStem is the least length of a name that two files do not share by accident.
const leastStem = 5

// firstComment returns the text of the comments at the beginning of a source, without their marks and with its lines.
// Blank lines, the tag of PHP, the guard of a header and the mode of a script can stand among them.
func firstComment(head []byte) string {
	var text strings.Builder
	inside := false // a comment of several lines
	for line := range bytes.Lines(head) {
		s := string(bytes.TrimRight(line, " \t\r\n"))
		bare := strings.TrimLeft(strings.TrimLeft(s, "/#;%*-!"), " \t*")
		switch {
		case inside:
			bare = strings.TrimLeft(s, " \t*")
		case s == "", s == "<?php", s == "#pragma once", strings.Trim(s, `"';`) == "use strict",
			strings.HasPrefix(s, "#ifndef "), strings.HasPrefix(s, "#define "):
			bare = ""
		case strings.HasPrefix(s, "/*"), strings.HasPrefix(s, "//"), s[0] == '#' && !strings.HasPrefix(s, "#include"),
			strings.HasPrefix(s, "--"), s[0] == ';', s[0] == '%':
		default:
			return text.String()
		}
		if strings.HasPrefix(s, "/*") {
			inside = true
		}
		if strings.Contains(s, "*/") {
			inside = false
		}
		if bare = strings.TrimSpace(strings.TrimSuffix(bare, "*/")); bare != "" {
			text.WriteString(bare + "\n")
		}
	}
	return text.String()
}
