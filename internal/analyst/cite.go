package analyst

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// citer converts text of a model with citations, such as "It walks once [12].", into sections whose statements have
// evidence.
type citer struct {
	book    *book
	merged  map[int][]int          // by the index of a flag: the flags that were merged into it
	shown   map[int]bool           // the numbers that may be cited; nil means all
	reviews map[int]luminos.Review // by the index of a flag
	unknown []string               // cited numbers that no claim has, or that were not shown
}

var (
	citation = regexp.MustCompile(`\s*\[(F?\d{1,6}(?:\s*[,;]\s*F?\d{1,6})*)\]`)
	listLine = regexp.MustCompile(`^([-*•]|\d{1,3}[.)])\s+(.*)$`)
	headLine = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*$|^\*\*([^*]{1,80})\*\*:?$`)
	labelled = regexp.MustCompile("^\\*\\*(.{1,80}?)\\*\\*:?\\s*[:–—-]?\\s+(.*)$|" +
		"^(?:`([^`]{1,80})`|`?([^`:]{1,80}?)`?): (.*)$")
)

// passages is a text of a model that is being converted into a section, up to the current line.
type passages struct {
	*citer
	section *luminos.Section
	heading string   // above the current line
	lines   []string // of the current paragraph, or of the current element of a list
	marker  string   // of the element; "" for a paragraph
}

// section converts Markdown text into a section. Sentences become statements; list lines, and paragraphs below a
// heading or after an item, become items. It returns nil for an empty text.
func (c *citer) section(id, title, text string) *luminos.Section {
	s := &luminos.Section{ID: id, Title: title, Statements: []luminos.Statement{}}
	p := passages{citer: c, section: s}
	for line := range strings.Lines(text) {
		indented := strings.TrimLeft(line, " \t") != line
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			p.end()
		case headLine.MatchString(line):
			p.end()
			m := headLine.FindStringSubmatch(line)
			p.heading = p.prose(citation.ReplaceAllString(m[1]+m[2], ""))
		case listLine.MatchString(line):
			p.end()
			m := listLine.FindStringSubmatch(line)
			p.marker, p.lines = m[1], []string{m[2]}
		default:
			if p.marker != "" && !indented {
				p.end()
			}
			p.lines = append(p.lines, line)
		}
	}
	p.end()
	if len(s.Statements) == 0 && len(s.Items) == 0 {
		return nil
	}
	return s
}

// end adds the current paragraph or element of a list to the section. The label of an element is its number and the
// beginning of its text up to a colon or in bold.
func (p *passages) end() {
	text, element := strings.Join(p.lines, " "), p.marker != ""
	item := luminos.Item{Heading: p.heading}
	if m := labelled.FindStringSubmatch(text); element && m != nil {
		label := m[1] + m[3] + m[4]
		item.Label = p.prose(citation.ReplaceAllString(label, ""))
		text = strings.Join(citation.FindAllString(label, -1), "") + " " + m[2] + m[5] // the first sentence cites it
	}
	if strings.Trim(p.marker, "-*•") != "" {
		item.Label = strings.TrimSpace(strings.TrimRight(p.marker, ".)") + ". " + item.Label)
	}
	statements := p.sentences(text)
	p.lines, p.marker = nil, ""
	switch {
	case len(statements) == 0 && item.Label == "":
		return
	case len(statements) == 0:
		statements = []luminos.Statement{{Basis: luminos.Judged}}
	case !element && p.heading == "" && len(p.section.Items) == 0:
		statements[0].Paragraph = len(p.section.Statements) > 0
		p.section.Statements = append(p.section.Statements, statements...)
		return
	default:
		statements[0].Paragraph = !element
	}
	item.Statement, item.More = statements[0], append(item.More, statements[1:]...)
	p.section.Items = append(p.section.Items, item)
}

// sentences converts each sentence of text into a statement with the evidence of the claims that it cites. Names of
// flags in parentheses are citations, too.
func (c *citer) sentences(text string) []luminos.Statement {
	var out []luminos.Statement
	if len(c.book.flags) > 0 {
		text = bracketed.ReplaceAllString(text, "$1[$2]")
	}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		n := sentenceEnd(text)
		if s := c.statement(text[:n]); s.Text != "" {
			out = append(out, s)
		}
		text = text[n:]
	}
	return out
}

// sentenceEnd returns the number of bytes in the first sentence of text, with the citations that follow its full stop.
// A full stop inside of quotation marks ends no sentence that goes on after them: “github.” [3], by library.
func sentenceEnd(text string) int {
	for at := 0; ; {
		n := words.SentenceEnd(text[at:])
		if n == 0 {
			return len(text)
		}
		at += n
		quoted := strings.HasSuffix(text[:at], "”") || strings.HasSuffix(text[:at], `"`)
		for m := citation.FindStringIndex(text[at:]); m != nil && m[0] == 0; m = citation.FindStringIndex(text[at:]) {
			at += m[1] // of several in a row
		}
		rest := strings.TrimLeft(text[at:], " ")
		next, _ := utf8.DecodeRuneInString(rest)
		if rest == "" || !strings.ContainsRune(",;:).!?", next) && !(quoted && unicode.IsLower(next)) {
			return at
		}
	}
}

// statement converts one sentence with its citations into a statement. A cited flag gives all its claims, and
// the claims of the flags that were merged into it. It collects
// unknown numbers in c.unknown.
func (c *citer) statement(text string) luminos.Statement {
	s := luminos.Statement{Basis: luminos.Judged}
	for _, m := range citation.FindAllStringSubmatch(text, -1) {
		for number := range strings.FieldsFuncSeq(m[1], func(r rune) bool { return strings.ContainsRune(" ,;\t", r) }) {
			if i := c.book.flagNamed(number); strings.HasPrefix(number, "F") && i >= 0 {
				for _, k := range append([]int{i}, c.merged[i]...) {
					for _, e := range slices.Concat(c.book.flags[k].Evidence, c.reviews[k].Evidence) {
						e.Statement = cmp.Or(e.Statement, c.book.flags[k].Finding)
						s.Evidence = append(s.Evidence, e)
					}
				}
				continue
			}
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || n > len(c.book.claims) || c.shown != nil && !c.shown[n] {
				c.unknown = append(c.unknown, number)
				continue
			}
			s.Evidence = append(s.Evidence, c.book.claims[n-1])
		}
	}
	s.Text = c.prose(citation.ReplaceAllString(text, ""))
	return s
}

var (
	code = regexp.MustCompile("`[^`]*`")
	bold = regexp.MustCompile(`(^|[\s(“"])\*\*(\S|\S.*?\S)\*\*($|[\s).,;:!?”"–—-])`)
)

// plain returns s on one line, without Markdown marks for bold text and code. Code stays as it is, and so do
// underscores, which are a part of names such as __init__.
func plain(s string) string {
	var codes []string
	s = code.ReplaceAllStringFunc(strings.ReplaceAll(s, "\x00", ""), func(m string) string {
		codes = append(codes, m[1:len(m)-1])
		return "\x00"
	})
	for range 2 { // bold words that one blank separates
		s = bold.ReplaceAllString(s, "$1$2$3")
	}
	for _, c := range codes {
		s = strings.Replace(s, "\x00", c, 1)
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "`", "")), " ")
}
