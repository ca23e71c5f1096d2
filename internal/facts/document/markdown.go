package document

import (
	"strings"
	"unicode"
)

// parseMarkdown reads Markdown as it is written in the wild: CommonMark with
// front matter, HTML headers, tables and admonitions. It is no renderer: blocks
// inside of lists and quotes are flattened.
func parseMarkdown(lines []string) []block {
	p := &markdownParser{lines: lines, gatherer: gatherer{clean: markdownText}}
	for p.at < len(lines) {
		if !p.frontMatter() && !p.fence() && !p.comment() && !p.html() && !p.setext() {
			p.line()
		}
	}
	p.flush()
	return p.blocks
}

type markdownParser struct {
	gatherer
	lines []string
	at    int // index of the line that comes next
}

// frontMatter takes the YAML or TOML header that site generators use.
func (p *markdownParser) frontMatter() bool {
	if p.at != 0 {
		return false
	}
	mark := strings.TrimSpace(p.lines[0])
	if mark != "---" && mark != "+++" {
		return false
	}
	end := -1
	for i := 1; i < len(p.lines) && i < 200; i++ {
		if l := strings.TrimSpace(p.lines[i]); l == mark || mark == "---" && l == "..." {
			end = i
			break
		}
		if strings.TrimSpace(p.lines[i]) == "" && i == 1 {
			return false // a rule at the top of the page, not a header
		}
	}
	if end < 0 {
		return false
	}
	for i := 1; i < end; i++ {
		key, value, ok := strings.Cut(p.lines[i], ":")
		if mark == "+++" {
			key, value, ok = strings.Cut(p.lines[i], "=")
		}
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		if !ok || value == "" || strings.ContainsAny(value[:1], "|>[{&*") {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "title":
			p.blocks = append(p.blocks, block{kind: title, text: fold(value), first: i + 1, last: i + 1})
		case "description", "summary", "abstract", "subtitle":
			p.blocks = append(p.blocks, block{kind: about, text: fold(value), first: i + 1, last: i + 1})
		}
	}
	p.at = end + 1
	return true
}

// fence takes a fenced code block; one that is never closed goes to the end.
func (p *markdownParser) fence() bool {
	open := strings.TrimLeft(p.lines[p.at], " \t>")
	n := 0
	for n < len(open) && (open[n] == '`' || open[n] == '~') && open[n] == open[0] {
		n++
	}
	if n < 3 || open[0] == '`' && strings.Contains(open[n:], "`") {
		return false
	}
	p.flush()
	start := p.at
	for p.at++; p.at < len(p.lines); p.at++ {
		l := strings.TrimSpace(strings.TrimLeft(p.lines[p.at], " \t>"))
		if ruler(l, open[:1], n) {
			p.at++
			break
		}
	}
	p.blocks = append(p.blocks, block{kind: code, text: fold(strings.Join(p.lines[start:p.at], "\n")), first: start + 1, last: p.at})
	return true
}

// comment skips an HTML comment, which can hold blank lines.
func (p *markdownParser) comment() bool {
	l := strings.TrimSpace(p.lines[p.at])
	if !strings.HasPrefix(l, "<!--") {
		return false
	}
	p.flush()
	for i := p.at; i < len(p.lines); i++ {
		at := strings.Index(p.lines[i], "-->")
		if at < 0 {
			continue
		}
		p.at = i
		// Text behind the comment is kept, on the same line number.
		if p.lines[i] = p.lines[i][at+3:]; strings.TrimSpace(p.lines[i]) == "" {
			p.at = i + 1
		}
		return true
	}
	p.at++ // never closed: only its first line is lost
	return true
}

// html takes a block of HTML up to the next blank line and reads it as such.
func (p *markdownParser) html() bool {
	l := strings.TrimSpace(p.lines[p.at])
	if len(p.pending) > 0 || len(l) < 3 || l[0] != '<' || !isTagStart(l[1:]) {
		return false
	}
	start := p.at
	for p.at < len(p.lines) && strings.TrimSpace(p.lines[p.at]) != "" {
		if p.at > start && (strings.HasPrefix(p.lines[p.at], "#") || strings.HasPrefix(p.lines[p.at], "```")) {
			break // not CommonMark, but what people mean
		}
		p.at++
	}
	for _, b := range parseHTML(strings.Join(p.lines[start:p.at], "\n"), start+1) {
		if b.kind == paragraph || b.kind == heading {
			text, links := markdownText(b.text)
			if alt := alternative(b.text); text == "" && alt != "" {
				b.kind, text = picture, alt
			}
			b.text, b.links = text, b.links || links
		}
		p.blocks = append(p.blocks, b)
	}
	return true
}

// isTagStart tells a tag, in whatever letters, from an address such as
// <https://…> or <ann@example.org>, and from "<3".
func isTagStart(s string) bool {
	s = strings.TrimPrefix(s, "/")
	n := strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '-' && r != '_'
	})
	if n < 0 {
		n = len(s)
	}
	return letters(s[:n], 1) > 0 && (n == len(s) || strings.IndexByte(" \t/>", s[n]) >= 0)
}

// setext turns what was collected into a heading when a ruler underlines it.
func (p *markdownParser) setext() bool {
	l := strings.TrimSpace(p.lines[p.at])
	if len(p.pending) == 0 || p.kind != paragraph || len(p.pending) > 2 || indent(p.lines[p.at]) > 3 {
		return false
	}
	level := 0
	switch {
	case ruler(l, "=", 2):
		level = 1
	case ruler(l, "-", 2):
		level = 2
	default:
		return false
	}
	raw, first := strings.Join(p.pending, " "), p.first
	p.pending = p.pending[:0]
	p.heading(level, first, p.at+1, raw)
	p.at++
	return true
}

// line takes one line of anything else.
func (p *markdownParser) line() {
	raw := p.lines[p.at]
	p.at++
	l := strings.TrimSpace(raw)
	switch {
	case l == "":
		p.flush()
		return
	case ruler(strings.ReplaceAll(l, " ", ""), "-*_", 3):
		p.flush()
		return
	case indent(raw) >= 4 && len(p.pending) == 0 && !p.inList():
		p.add(code, p.at, raw)
		return
	case indent(raw) >= 4 && len(p.pending) > 0 && p.kind == code:
		p.add(code, p.at, raw)
		return
	}
	if level, text, ok := atxHeading(l); ok && indent(raw) < 4 {
		p.heading(level, p.at, p.at, text)
		return
	}
	if text, ok := strings.CutPrefix(l, ">"); ok {
		p.add(quote, p.at, strings.TrimSpace(text))
		return
	}
	if text, ok := listItem(l); ok {
		p.flush()
		p.add(item, p.at, text)
		return
	}
	switch {
	case isReference(l):
		p.flush()
	case len(p.pending) == 1 && p.kind == paragraph && isDelimiterRow(l): // the line before was the head of a table
		p.kind = table
		p.add(table, p.at, l)
	case strings.HasPrefix(l, "|") || p.kind == table && len(p.pending) > 0 && strings.Contains(l, "|"):
		p.add(table, p.at, l)
	case strings.HasPrefix(l, ":::") || strings.HasPrefix(l, "!!!"): // admonitions of site generators
		p.flush()
	case len(p.pending) > 0 && (p.kind == item || p.kind == quote): // a lazy continuation
		p.add(p.kind, p.at, l)
	default:
		p.add(paragraph, p.at, raw)
	}
}

// inList reports whether the last block was a list item, whose further paragraphs are set in.
func (p *markdownParser) inList() bool {
	return len(p.blocks) > 0 && p.blocks[len(p.blocks)-1].kind == item
}

// atxHeading reads "## Heading ##", and "##Heading" as older pages have it.
func atxHeading(l string) (level int, text string, ok bool) {
	for level < len(l) && l[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level == len(l) {
		return 0, "", false
	}
	text = l[level:]
	if text[0] != ' ' && text[0] != '\t' && (level == 1 || letters(text[:1], 1) == 0) {
		return 0, "", false
	}
	return level, strings.TrimRight(strings.TrimSpace(text), "# "), true
}

// isDelimiterRow knows the line between a table's head and its rows: "---|:--:".
func isDelimiterRow(l string) bool {
	return strings.Contains(l, "|") && strings.Contains(l, "-") && strings.Trim(l, "|:- ") == ""
}

// isReference knows "[name]: https://…", which defines a link and says nothing.
func isReference(l string) bool {
	if !strings.HasPrefix(l, "[") {
		return false
	}
	i := strings.Index(l, "]:")
	return i > 0 && strings.IndexByte(l[1:i], ']') < 0
}
