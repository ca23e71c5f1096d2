package document

import (
	"regexp"
	"strings"
	"unicode"

	"luminos/internal/lazyregexp"
)

// parsePlain splits text without markup into paragraphs, list items and headings. A heading is underlined by a ruler,
// is in capitals, or is a short first line above an empty one. The header of a mail and armoured keys are no text.
func parsePlain(lines []string) []block {
	g := gatherer{clean: plainText}
	armoured, rows := false, tableRows(lines)
	for i := mailHeader(lines); i < len(lines); i++ {
		l := strings.TrimSpace(lines[i])
		if armoured || strings.HasPrefix(l, "-----BEGIN ") {
			armoured = !strings.HasPrefix(l, "-----END ")
			g.add(code, i+1, l)
			continue
		}
		next := ""
		if i+1 < len(lines) {
			next = strings.TrimSpace(lines[i+1])
		}
		alone := len(g.pending) == 0
		text, isItem := listItem(l)
		wiki := wikiHeading().FindStringSubmatch(l)
		switch {
		case !hasWord(l), strings.HasPrefix(l, "-*-") && strings.HasSuffix(l, "-*-"): // the mode of Emacs
			g.flush()
		case columns().MatchString(l), rows[i]:
			g.add(table, i+1, l)
		case wiki != nil && strings.Contains(wiki[2], "="): // the heads of columns
			g.add(table, i+1, l)
		case wiki != nil:
			g.heading(len(wiki[1])+1, i+1, i+1, wiki[2])
		case alone && len(l) <= 100 && len(next) >= 3 && ruler(next, "=-~*#", 3):
			g.heading(1, i+1, i+1, l)
			i++
		case alone && next == "" && isCapitals(l):
			g.heading(2, i+1, i+1, l)
		case alone && len(g.blocks) == 0 && !hasWord(next) && len(l) <= 80 && !unfinished().MatchString(l):
			g.heading(1, i+1, i+1, l) // a first short line between blank lines is the title
		case isItem:
			g.item(i+1, text)
		default:
			g.text(i+1, l)
		}
	}
	g.flush()
	return g.blocks
}

// wikiHeading matches a heading between marks, as in a wiki: "== Files ==".
var wikiHeading = lazyregexp.Lazy(`^(={1,4}) (.+) ={1,4}$`)

// columns matches a row of a table of two words, such as names of files.
var columns = lazyregexp.Lazy(`^\S+(?: {3,}|\t+)\S+$`)

// tableRows returns the numbers of the lines, from 0, that are heads of columns, under each of which is a ruler, or
// rows of the table below.
func tableRows(lines []string) map[int]bool {
	rows := map[int]bool{}
	for i := 1; i < len(lines); i++ {
		if !underlines().MatchString(lines[i]) {
			continue
		}
		for rows[i-1] = true; i+1 < len(lines); i++ {
			if next := lines[i+1]; hasWord(next) && !cells().MatchString(next) {
				break
			}
			rows[i+1] = true
		}
	}
	return rows
}

// underlines matches a line of several rulers, and cells a line that has gaps between its words or begins far right.
var (
	underlines = lazyregexp.Lazy(`^\s*(?:-{3,}|={3,})(?:(?: {2,}|\t+)(?:-{3,}|={3,}))+\s*$`)
	cells      = lazyregexp.Lazy(`\S(?: {3,}|\t+)\S|^\s{8,}`)
)

// mailField matches the fields that programs write into the header of a mail.
var mailField = lazyregexp.Lazy(`^(?:From|To|Subject|Date|Received|Return-Path|Delivered-To|Message-I[Dd]|MIME-Version|Content-Type|Reply-To|X-[\w-]+):`)

// mailHeader returns the number of lines of the header of a mail at the beginning of a text, or 0 if the text begins
// with fewer than three of its fields.
func mailHeader(lines []string) int {
	fields := 0
	for i, l := range lines {
		switch {
		case l == "" && fields >= 3:
			return i
		case mailField().MatchString(l):
			fields++
		case i == 0 && strings.HasPrefix(l, "From "), l != "" && (l[0] == ' ' || l[0] == '\t') && fields > 0: // of an mbox; folded
		default:
			return 0
		}
	}
	return 0
}

// unfinished matches the ends of lines that are sentences, or parts of them.
var unfinished = lazyregexp.Lazy(`(?i)(?:[.,;]|\b(?:is|are|the|of|and|or|to|in|with|for|a))$`)

// hasWord reports whether a line has a letter or a digit.
func hasWord(l string) bool {
	return strings.IndexFunc(l, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

// plainText returns raw with each run of white space replaced by a blank, and reports whether raw has no letter.
func plainText(raw string) (string, bool) {
	s := fold(raw)
	return s, letters(s, 1) == 0
}

// isCapitals reports whether a line is short, in capitals, has four letters or more, and begins with no digit.
func isCapitals(l string) bool {
	return len(l) <= 60 && letters(l, 4) >= 4 && l == strings.ToUpper(l) && l != strings.ToLower(l) &&
		strings.IndexFunc(l, unicode.IsDigit) != 0
}

// syntax describes a markup language whose blocks are recognised line by line.
// The patterns are matched against trimmed lines.
type syntax struct {
	title   func() *regexp.Regexp // group 1 is the title of the document; nil if there is no such line
	heading func() *regexp.Regexp // group 1 has one byte per level, group 2 is the text
	skip    func() *regexp.Regexp // lines that end a block and have no text
	fence   func() *regexp.Regexp // opens a literal block
	unfence func() *regexp.Regexp // closes a literal block
	item    func() *regexp.Regexp // the marker of a list item, beside the markers of [listItem]
	links   func() *regexp.Regexp // group 1 is the label; all else in the match is dropped
	drop    func() *regexp.Regexp // inline markup without text
	marks   func() *regexp.Regexp // inline markup around the text of its groups
}

// parse splits the lines of a document into blocks by the patterns of its markup.
func (s *syntax) parse(lines []string) []block {
	g := gatherer{clean: s.text}
	fenced := false
	for i, raw := range lines {
		l := strings.TrimSpace(raw)
		heading := match(s.heading, l)
		text, isItem := listItem(l)
		if m := match(s.item, l); m != nil {
			text, isItem = l[len(m[0]):], true
		}
		switch m := match(s.title, l); {
		case fenced:
			fenced = match(s.unfence, l) == nil
			g.add(code, i+1, raw)
		case match(s.fence, l) != nil:
			g.flush()
			fenced = true
			g.add(code, i+1, raw)
		case m != nil:
			g.flush()
			t, _ := s.text(m[1])
			g.blocks = append(g.blocks, block{kind: title, text: t, first: i + 1, last: i + 1})
		case heading != nil && indent(raw) == 0:
			g.heading(len(heading[1]), i+1, i+1, heading[2])
		case strings.HasPrefix(l, "|"):
			g.add(table, i+1, l)
		case isItem:
			g.item(i+1, text)
		case l == "" || match(s.skip, l) != nil:
			g.flush()
		default:
			g.text(i+1, l)
		}
	}
	g.flush()
	return g.blocks
}

// match returns the submatches of a pattern in s, or nil if the pattern is nil or
// does not match.
func match(pattern func() *regexp.Regexp, s string) []string {
	if pattern == nil {
		return nil
	}
	return pattern().FindStringSubmatch(s)
}

// text returns raw, the text of a block in a markup language, without inline markup, and reports whether fewer than
// eight letters are outside of links.
func (s *syntax) text(raw string) (string, bool) {
	text := fold(raw)
	if s.drop != nil {
		text = s.drop().ReplaceAllString(text, "")
	}
	outside := text
	if s.links != nil {
		outside = s.links().ReplaceAllString(text, "")
		text = s.links().ReplaceAllString(text, "$1")
	}
	text = s.marks().ReplaceAllString(text, "$1$2")
	return fold(rdocName().ReplaceAllString(text, "$1$2")), letters(outside, 8) < 8
}

var (
	// rdocName matches a name that a backslash keeps from becoming a link.
	rdocName = lazyregexp.Lazy(`(^|[\s("'])\\([A-Z][a-z])`)

	asciidocSyntax = syntax{
		heading: lazyregexp.Lazy(`^(={1,6}) (.+)`),
		skip:    lazyregexp.Lazy(`^(?:[=_*]{4,}|\+|:!?[\w-]+!?:(?:\s.*)?|//.*|\[.*\])$`),
		fence:   lazyregexp.Lazy("^(?:-{4,}|\\.{4,}|\\+{4,}|/{4,}|```.*)$"),
		unfence: lazyregexp.Lazy("^(?:-{4,}|\\.{4,}|\\+{4,}|/{4,}|```)$"),
		item:    lazyregexp.Lazy(`^(?:\.{1,2}|\*{2,3}) `),
		links:   lazyregexp.Lazy(`(?:link:|https?://|mailto:)[^\s\[]*\[([^\]]*)\]`),
		drop:    lazyregexp.Lazy(`image::?[^\s\[]*\[[^\]]*\]|</?\p{L}[\p{L}\d_-]*/?>`),
		marks:   lazyregexp.Lazy("(^|[\\s(])[*_`]+([^*_`\\n]+)[*_`]+"),
	}
	orgSyntax = syntax{
		title:   lazyregexp.Lazy(`(?i)^#\+title:\s*(.+)`),
		heading: lazyregexp.Lazy(`^(\*{1,6}) (.+)`),
		skip:    lazyregexp.Lazy(`^(?:# .*|#\+.*|:[^:\s]+:.*)$`),
		fence:   lazyregexp.Lazy(`(?i)^#\+begin_(?:src|exa)`),
		unfence: lazyregexp.Lazy(`(?i)^#\+end`),
		links:   lazyregexp.Lazy(`\[\[[^\]]+\](?:\[([^\]]+)\])?\]`),
		marks:   lazyregexp.Lazy(`(^|[\s(])[*/=~+]([^*/=~+\n]+)[*/=~+]`),
	}
	latexSyntax = syntax{
		title:   lazyregexp.Lazy(`^\\title(?:\[[^\]]*\])?\{(.+?)\}?$`),
		heading: lazyregexp.Lazy(`^\\((?:sub){0,2})(?:part|chapter|section)\*?(?:\[[^\]]*\])?\{(.+?)\}`),
		skip:    lazyregexp.Lazy(`^[%\\].*$`),
		fence:   lazyregexp.Lazy(`^\\begin\{(?:verbatim|lstlisting|tabular|equation|align|figure|table|tikzpicture|minted)\b`),
		unfence: lazyregexp.Lazy(`^\\end\{(?:verbatim|lstlisting|tabular|equation|align|figure|table|tikzpicture|minted)\b`),
		item:    lazyregexp.Lazy(`^\\item\b\s*`),
		drop:    lazyregexp.Lazy(`\\(?:cite[a-z]*|e?q?ref|label|includegraphics)\*?(?:\[[^\]\n]*\])?\{[^}]*\}|\\[A-Za-z@]+\*?(?:\[[^\]\n]*\])?|\\\\|[{}]`),
		marks:   lazyregexp.Lazy(`(.?)\\([&%_$#])`),
	}
)
