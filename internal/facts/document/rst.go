package document

import (
	"strings"

	"luminos/internal/lazyregexp"
)

// rulers are the characters that underline headings in reStructuredText and in
// plain text.
const rulers = "=-~^\"'`#*+:.<>_"

// parseRST splits a reStructuredText document into blocks. The levels of underlined headings are
// the order in which their rulers first occur. Directives and the text indented below them are left
// out.
func parseRST(lines []string) []block {
	g := gatherer{clean: rstText}
	levels := map[string]int{}
	literal := false // a "::" asked for a code block
	for i := 0; i < len(lines); i++ {
		raw := lines[i]
		l := strings.TrimSpace(raw)
		switch {
		case l == "":
			if n := len(g.pending); n > 0 && strings.HasSuffix(strings.TrimSpace(g.pending[n-1]), "::") {
				literal = true
			}
			g.flush()
			continue
		case literal && indent(raw) > 0:
			g.add(code, i+1, raw)
			continue
		}
		literal = false
		if n, level := rstHeading(lines, i, levels); n > 0 && len(g.pending) == 0 {
			at := i
			if n == 3 {
				at++
			}
			g.heading(level, at+1, at+2, strings.TrimSpace(lines[at]))
			i += n - 1
			continue
		}
		if strings.HasPrefix(l, "..") && (l == ".." || l[2] == ' ') {
			g.flush()
			i = skipSetIn(lines, i)
			continue
		}
		switch text, isItem := listItem(l); {
		case isItem:
			g.item(i+1, text)
		case l[0] == ':' && strings.Index(l[1:], ":") > 0 && !strings.HasPrefix(l[1+strings.Index(l[1:], ":"):], ":`"):
			g.flush() // metadata
			g.blocks = append(g.blocks, block{kind: fields, first: i + 1, last: i + 1})
		case ruler(strings.ReplaceAll(l, " ", ""), "=-+", 3):
			g.flush() // a table's border or a transition
		case l[0] == '|' || l[0] == '+':
			g.add(table, i+1, l)
		default:
			g.text(i+1, l)
		}
	}
	g.flush()
	return g.blocks
}

// rstHeading returns the number of lines and the level of the reStructuredText heading that begins at line i, or 0, 0
// if no heading begins there. It adds a new form of ruler to levels.
func rstHeading(lines []string, i int, levels map[string]int) (n, level int) {
	mark := func(k int) string {
		if k >= len(lines) {
			return ""
		}
		l := strings.TrimRight(lines[k], " \t")
		if len(l) >= 2 && ruler(l, rulers, 2) {
			return l
		}
		return ""
	}
	above, key := mark(i), ""
	switch {
	case above != "" && i+2 < len(lines) && strings.TrimSpace(lines[i+1]) != "" && mark(i+1) == "" && mark(i+2) == above:
		n, key = 3, above[:1]+above[:1]
	case above == "" && mark(i+1) != "" && indent(lines[i]) == 0 && len(mark(i+1)) >= min(len([]rune(strings.TrimSpace(lines[i])))-2, 40):
		n, key = 2, mark(i + 1)[:1]
	default:
		return 0, 0
	}
	if levels[key] == 0 {
		levels[key] = len(levels) + 1
	}
	return n, levels[key]
}

// skipSetIn returns the index of the last line of the directive or comment that begins at lines[i]. All following
// lines that are indented deeper belong to it.
func skipSetIn(lines []string, i int) int {
	base, last := indent(lines[i]), i
	for k := i + 1; k < len(lines); k++ {
		if strings.TrimSpace(lines[k]) == "" {
			continue
		}
		if indent(lines[k]) <= base {
			break
		}
		last = k
	}
	return last
}

var (
	rstLink  = lazyregexp.Lazy("`([^`<]+?)\\s*<[^`>]+>`__?|`([^`]+)`__?")
	rstMarks = lazyregexp.Lazy("(?::[A-Za-z][A-Za-z0-9:_-]*:)?`+~?!?([^`<]+?)(?:\\s*<[^`>]+>)?`+|\\*+([^*\\n]+)\\*+")
	rstSubst = lazyregexp.Lazy(`\|[A-Za-z0-9][^|\n]*\|_*`)
	rstWord  = lazyregexp.Lazy(`\b([A-Za-z0-9][A-Za-z0-9.-]*)__?(\s|[.,;:)]|$)`)
)

// rstText returns a text without the inline markup of reStructuredText, and reports whether fewer than eight letters
// are outside of links.
func rstText(raw string) (string, bool) {
	s := rstSubst().ReplaceAllString(fold(raw), "")
	outside := rstLink().ReplaceAllString(s, "")
	s = rstLink().ReplaceAllString(s, "$1$2")
	s = rstMarks().ReplaceAllString(s, "$1$2")
	s = rstWord().ReplaceAllString(s, "$1$2")
	if strings.HasSuffix(s, "::") {
		s = strings.TrimSuffix(s, ":")
	}
	return fold(s), letters(outside, 8) < 8
}
