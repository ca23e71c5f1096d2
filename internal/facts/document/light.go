package document

import (
	"strings"
	"unicode"

	"luminos/internal/lazyregexp"
)

// parsePlain reads text without markup: paragraphs between blank lines, and
// headings where a ruler underlines them or they are shouted.
func parsePlain(lines []string) []block {
	g := gatherer{clean: plainText}
	for i := 0; i < len(lines); i++ {
		l := strings.TrimSpace(lines[i])
		next := ""
		if i+1 < len(lines) {
			next = strings.TrimSpace(lines[i+1])
		}
		alone := len(g.pending) == 0
		text, isItem := listItem(l)
		switch {
		case !hasWord(l):
			g.flush()
		case alone && len(l) <= 100 && len(next) >= 3 && ruler(next, "=-~*#", 3):
			g.heading(1, i+1, i+1, l)
			i++
		case alone && next == "" && isShouted(l):
			g.heading(2, i+1, i+1, l)
		case alone && len(g.blocks) == 0 && !hasWord(next) && len(l) <= 80 && !strings.HasSuffix(l, "."):
			g.heading(1, i+1, i+1, l) // a first short line on its own is the title
		case isItem:
			g.flush()
			g.add(item, i+1, text)
		case alone:
			g.add(paragraph, i+1, l)
		default:
			g.add(g.kind, i+1, l)
		}
	}
	g.flush()
	return g.blocks
}

// hasWord reports whether anything but punctuation stands in a line.
func hasWord(l string) bool {
	return strings.IndexFunc(l, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

func plainText(raw string) (string, bool) {
	s := fold(raw)
	return s, letters(s, 1) == 0
}

// isShouted reports whether a line is a short one in capitals.
func isShouted(l string) bool {
	return len(l) <= 60 && letters(l, 4) >= 4 && l == strings.ToUpper(l) && l != strings.ToLower(l) &&
		strings.IndexFunc(l, unicode.IsDigit) != 0
}

var (
	adocLink  = lazyregexp.Lazy(`(?:link:|https?://|mailto:)[^\s\[]*\[([^\]]*)\]`)
	adocImage = lazyregexp.Lazy(`image::?[^\s\[]*\[[^\]]*\]`)
	adocMark  = lazyregexp.Lazy("(^|[\\s(])[*_`]+([^*_`\\n]+)[*_`]+")
	rdocName  = lazyregexp.Lazy(`(^|[\s("'])\\([A-Z][a-z])`)
	rdocTag   = lazyregexp.Lazy(`</?\p{L}[\p{L}\d_-]*/?>`)
	adocAttr  = lazyregexp.Lazy(`^:!?[A-Za-z0-9_-]+!?:(\s|$)`)
	orgLink   = lazyregexp.Lazy(`\[\[[^\]]+\](?:\[([^\]]+)\])?\]`)
	orgMark   = lazyregexp.Lazy(`(^|[\s(])[*/=~+]([^*/=~+\n]+)[*/=~+]([\s.,;:!?)]|$)`)
)

// parseAsciiDoc reads AsciiDoc: "=" headings, attribute entries, delimited blocks.
func parseAsciiDoc(lines []string) []block {
	g := gatherer{clean: adocText}
	for i := 0; i < len(lines); i++ {
		l := strings.TrimSpace(lines[i])
		text, isItem := adocItem(l)
		level, isHeading := marked(l, '=')
		switch {
		case l == "" || l == "+" || ruler(l, "=_*", 4) || adocAttr().MatchString(l):
			g.flush()
		case ruler(l, "-.+/", 4) || strings.HasPrefix(l, "```"):
			i = g.fenced(lines, i, l[:min(len(l), 4)])
		case strings.HasPrefix(l, "//"):
			g.flush()
		case strings.HasPrefix(l, "|"):
			g.add(table, i+1, l)
		case isHeading:
			g.heading(level, i+1, i+1, l[level:])
		case strings.HasPrefix(l, "[") && strings.HasSuffix(l, "]") && len(g.pending) == 0: // attributes of the block below
		case isItem:
			g.flush()
			g.add(item, i+1, text)
		case len(g.pending) > 0:
			g.add(g.kind, i+1, l)
		default:
			g.add(paragraph, i+1, l)
		}
	}
	g.flush()
	return g.blocks
}

// adocItem knows the list markers that AsciiDoc has besides the usual ones.
func adocItem(l string) (string, bool) {
	for _, mark := range []string{". ", ".. ", "** ", "*** "} {
		if text, ok := strings.CutPrefix(l, mark); ok {
			return text, true
		}
	}
	return listItem(l)
}

// marked reads a heading made of a run of one character and a space.
func marked(l string, c byte) (level int, ok bool) {
	for level < len(l) && l[level] == c {
		level++
	}
	return level, level > 0 && level <= 6 && level+1 < len(l) && l[level] == ' '
}

// fenced takes the lines from i to the next one that begins with mark as code,
// and returns the index of the last.
func (g *gatherer) fenced(lines []string, i int, mark string) int {
	g.flush()
	first := i
	for i++; i < len(lines); i++ {
		if strings.HasPrefix(strings.TrimSpace(lines[i]), mark) {
			break
		}
	}
	i = min(i, len(lines)-1)
	for k := first; k <= i; k++ {
		g.add(code, k+1, lines[k])
	}
	g.flush()
	return i
}

func adocText(raw string) (string, bool) {
	s := adocImage().ReplaceAllString(fold(raw), "")
	outside := adocLink().ReplaceAllString(s, "")
	s = adocLink().ReplaceAllString(s, "$1")
	s = adocMark().ReplaceAllString(s, "$1$2")
	s = rdocTag().ReplaceAllString(rdocName().ReplaceAllString(s, "$1$2"), "")
	return fold(s), letters(outside, 8) < 8
}

// parseOrg reads Org: "*" headings, "#+" keywords and blocks, drawers.
func parseOrg(lines []string) []block {
	g := gatherer{clean: orgText}
	for i := 0; i < len(lines); i++ {
		l := strings.TrimSpace(lines[i])
		lower := strings.ToLower(l[:min(len(l), 16)])
		text, isItem := listItem(l)
		level, isHeading := marked(lines[i], '*')
		switch {
		case l == "" || l == ":END:" || strings.HasPrefix(l, "# "):
			g.flush()
		case strings.HasPrefix(lower, "#+title:"):
			g.flush()
			g.blocks = append(g.blocks, block{kind: title, text: fold(l[8:]), first: i + 1, last: i + 1})
		case strings.HasPrefix(lower, "#+begin_src"), strings.HasPrefix(lower, "#+begin_exa"):
			i = g.fenced(lines, i, "#+")
		case strings.HasPrefix(l, "#+"), strings.HasPrefix(l, ":") && strings.Count(l, ":") >= 2:
			g.flush()
		case strings.HasPrefix(l, "|"):
			g.add(table, i+1, l)
		case isHeading:
			g.heading(level, i+1, i+1, lines[i][level:])
		case isItem:
			g.flush()
			g.add(item, i+1, text)
		case len(g.pending) > 0:
			g.add(g.kind, i+1, l)
		default:
			g.add(paragraph, i+1, l)
		}
	}
	g.flush()
	return g.blocks
}

func orgText(raw string) (string, bool) {
	s := fold(raw)
	outside := orgLink().ReplaceAllString(s, "")
	s = orgLink().ReplaceAllString(s, "$1")
	s = orgMark().ReplaceAllString(s, "$1$2$3")
	return fold(s), letters(outside, 8) < 8
}
