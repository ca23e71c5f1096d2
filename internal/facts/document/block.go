package document

import (
	"slices"
	"strings"
	"unicode"
)

// kind is the type of a block.
type kind int

const (
	paragraph kind = iota
	heading
	item  // of a list
	quote // a block quote
	note  // a block quote that is shown in a box, which describes no document
	code
	table
	fields  // a field of reStructuredText, such as the version; it has no text
	title   // a title given apart from the text: front matter, <title>, \title
	about   // a description given apart from the text
	picture // an image alone; the text is its label
)

// block is a stretch of a document. Lines are numbered from 1.
type block struct {
	kind  kind
	level int    // of a heading, from 1
	text  string // without markup, white space folded
	// links is true if the text is nearly all links, images or badges.
	links bool
	// sponsored is true if an address in it says that a sponsor pays for the link.
	sponsored   bool
	first, last int
}

// parse splits the text of a document into blocks, such as headings, paragraphs and list items.
func parse(f format, lines []string) []block {
	if len(lines) > 0 && strings.HasPrefix(lines[0], "-----BEGIN ") { // a key with the extension of a text
		f = plain
	}
	switch f {
	case markdown:
		return parseMarkdown(lines)
	case restructured:
		return parseRST(lines)
	case asciidoc:
		return asciidocSyntax.parse(lines)
	case org:
		return orgSyntax.parse(lines)
	case hypertext:
		return parseHTML(strings.Join(lines, "\n"), 1)
	case latex:
		return latexSyntax.parse(lines)
	case manual:
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, ".") }) {
			return nil // another file with the extension of a page
		}
		return parseManual(lines)
	}
	return parsePlain(lines)
}

// gatherer collects the lines of one block until something ends it.
type gatherer struct {
	blocks []block
	// The block being collected: its kind, its lines, and the number of the first
	// line.
	kind    kind
	pending []string
	first   int
	// clean takes the markup of a format off the text of a block, and says
	// whether nothing but links is left.
	clean func(string) (text string, links bool)
}

// add adds line n, counted from 1, to the current block if that is of kind k, else to a new block of kind k.
func (g *gatherer) add(k kind, n int, line string) {
	if len(g.pending) > 0 && g.kind != k {
		g.flush()
	}
	if len(g.pending) == 0 {
		g.first, g.kind = n, k
	}
	g.pending = append(g.pending, line)
}

// item ends the current block and begins a list item with the text of line n.
func (g *gatherer) item(n int, text string) {
	g.flush()
	g.add(item, n, text)
}

// text adds the line with the number n to the block that is being collected, or begins a paragraph with it.
func (g *gatherer) text(n int, line string) {
	if len(g.pending) == 0 {
		g.kind = paragraph
	}
	g.add(g.kind, n, line)
}

// flush ends the block that is being collected and adds it to the list of blocks.
func (g *gatherer) flush() {
	if len(g.pending) == 0 {
		return
	}
	raw := strings.Join(g.pending, "\n")
	b := block{kind: g.kind, first: g.first, last: g.first + len(g.pending) - 1}
	if g.kind == code || g.kind == table {
		b.text = fold(raw)
	} else {
		b.text, b.links = g.clean(raw)
	}
	g.pending = g.pending[:0]
	g.blocks = append(g.blocks, b)
}

// heading ends the current block and adds a heading on the lines first to last with the text of raw without markup.
func (g *gatherer) heading(level, first, last int, raw string) {
	g.flush()
	text, links := g.clean(raw)
	text = undecorated(text)
	g.blocks = append(g.blocks, block{kind: heading, level: level, text: text, links: links, first: first, last: last})
}

// undecorated returns a heading without the marks around it: "Files" for "|== Files ==|", "News" for "*** News ***",
// "Log" for "*Log*". A mark that touches a word on one side only stays: "Learn C#", "-v".
func undecorated(s string) string {
	const marks = "|*#=~-"
	bare := strings.Trim(s, marks+" ")
	if bare == "" {
		return s
	}
	before, after, _ := strings.Cut(s, bare)
	loose := strings.HasSuffix(before, " ")
	tight := before != "" && after != "" && !loose && after[0] != ' '
	if loose || tight {
		before = ""
	}
	if tight || strings.HasPrefix(after, " ") {
		after = ""
	}
	return before + bare + after
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// letters returns the number of letters in s, or enough, a bound at which it stops counting, if there are more.
func letters(s string, enough int) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			if n++; n >= enough {
				break
			}
		}
	}
	return n
}

// indent returns the width of a line's indentation. A tab extends to the next
// multiple of four.
func indent(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// ruler reports whether a trimmed line consists of one of chars, repeated at least n times.
func ruler(s, chars string, n int) bool {
	return len(s) >= n && strings.IndexByte(chars, s[0]) >= 0 && strings.Count(s, s[:1]) == len(s)
}

// listItem returns the text of a list item, and whether the trimmed line is one.
func listItem(s string) (string, bool) {
	if len(s) >= 2 && strings.IndexByte("-*+", s[0]) >= 0 && (s[1] == ' ' || s[1] == '\t') {
		return s[2:], true
	}
	if rest, ok := strings.CutPrefix(s, "• "); ok {
		return rest, true
	}
	n := 0
	for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n > 0 && len(s) >= n+2 && (s[n] == '.' || s[n] == ')') && s[n+1] == ' ' {
		return s[n+2:], true
	}
	return "", false
}
