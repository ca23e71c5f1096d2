package document

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// Bounds on the input of goldmark, parts of which take quadratic time: nested
// containers in the length of a line, brackets in the length of a paragraph.
// With them 256 KiB of the worst pattern known take two seconds.
const (
	markdownLine   = 2 << 10 // bytes; longer lines are wrapped
	markdownInline = 4 << 10 // bytes of one block in which inline markup is parsed
)

// parseMarkdown splits a CommonMark document, which may have front matter, tables and HTML, into
// blocks.
func parseMarkdown(lines []string) []block {
	p := markdownParser{}
	lines = slices.Clone(lines)
	for i := range p.frontMatter(lines) {
		lines[i] = ""
	}
	var source strings.Builder
	for i, line := range lines {
		for {
			p.starts = append(p.starts, source.Len())
			p.numbers = append(p.numbers, i+1)
			if len(line) <= markdownLine {
				break
			}
			cut := strings.ToValidUTF8(line[:markdownLine], "")
			source.WriteString(cut + "\n")
			line = line[max(len(cut), 1):]
		}
		source.WriteString(spacedHeading(line) + "\n")
	}
	p.source = []byte(source.String())
	blocks := parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	)
	p.context = parser.NewContext()
	p.containers(blocks.Parse(text.NewReader(p.source), parser.WithContext(p.context)), paragraph)
	return p.blocks
}

// spacedHeading inserts the space that CommonMark, unlike older dialects, requires in "##Heading".
func spacedHeading(line string) string {
	text := strings.TrimLeft(line, "#")
	n := len(line) - len(text)
	if n < 2 || n > 6 || text == "" || text[0] == ' ' {
		return line
	}
	return line[:n] + " " + text
}

// markdownParser turns the tree of goldmark into blocks.
type markdownParser struct {
	blocks  []block
	source  []byte
	context parser.Context // the link references of the document
	// starts are the offsets of the lines in source, and numbers their line
	// numbers in the file.
	starts, numbers []int
}

// frontMatter adds blocks for the title and the descriptions in the YAML or TOML header that site generators use. It
// returns the number of lines up to the end of the header, or 0 without a header.
func (p *markdownParser) frontMatter(lines []string) int {
	start := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) != "" })
	if start < 0 || start+1 == len(lines) || strings.TrimSpace(lines[start+1]) == "" {
		return 0
	}
	mark := strings.TrimSpace(lines[start])
	separator := map[string]string{"---": ":", "+++": "="}[mark]
	n := slices.IndexFunc(lines[start+1:min(start+200, len(lines))], func(l string) bool { return strings.TrimSpace(l) == mark })
	if separator == "" || n < 0 {
		return 0
	}
	kinds := map[string]kind{"title": title, "description": about, "summary": about, "abstract": about, "subtitle": about}
	for i, line := range lines[:start+1+n] {
		key, value, _ := strings.Cut(line, separator)
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		k, ok := kinds[strings.ToLower(strings.TrimSpace(key))]
		if ok && value != "" && !strings.ContainsAny(value[:1], "|>[{&*") {
			p.blocks = append(p.blocks, block{kind: k, text: fold(value), first: i + 1, last: i + 1})
		}
	}
	return start + n + 2
}

// containers adds blocks for the headings, paragraphs, list items and so on below the node n of the
// syntax tree. Text directly in n becomes a block of kind k.
func (p *markdownParser) containers(n ast.Node, k kind) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Blockquote:
			k := quote
			if boxed(c, p.source) {
				k = note
			}
			p.containers(c, k)
		case *ast.List:
			p.containers(c, k)
		case *ast.ListItem:
			p.containers(c, item)
		case *ast.HTMLBlock:
			p.htmlBlock(c)
		case *ast.Heading, *ast.Paragraph, *ast.TextBlock, *ast.CodeBlock, *ast.FencedCodeBlock:
			p.leaf(c, k)
			if k == item { // later paragraphs of an item are no items
				k = paragraph
			}
		}
	}
}

// boxed reports whether a quote begins with the kind of a box: "[!NOTE]".
func boxed(n *ast.Blockquote, source []byte) bool {
	p, ok := n.FirstChild().(*ast.Paragraph)
	return ok && noteKind().Match(p.Lines().Value(source))
}

// leaf adds the block of a node n that holds lines of text: code, a heading, a table, or else a block of kind k. A
// paragraph that begins with a tag is read as HTML.
func (p *markdownParser) leaf(n ast.Node, k kind) {
	lines := n.Lines()
	if lines.Len() == 0 {
		return
	}
	b := block{kind: k, first: p.line(lines.At(0).Start), last: p.line(lines.At(lines.Len()-1).Stop - 1)}
	raw := string(lines.Value(p.source))
	switch n := n.(type) {
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		b.kind, b.text = code, fold(raw)
	case *ast.Heading:
		b.kind, b.level = heading, n.Level
		if p.source[min(n.Pos(), len(p.source)-1)] != '#' {
			b.last++ // the ruler below
		}
	default:
		if k == paragraph && component().MatchString(raw) {
			p.html(raw, b.first)
			return
		}
		if _, rest, _ := strings.Cut(raw, "\n"); isDelimiterRow(rest) {
			b.kind, b.text = table, fold(raw)
		}
	}
	if b.kind != code && b.kind != table {
		p.inline(&b, raw)
	}
	p.blocks = append(p.blocks, b)
}

// htmlBlock adds the blocks in an HTML block of a Markdown document.
func (p *markdownParser) htmlBlock(n *ast.HTMLBlock) {
	raw := n.Lines().Value(p.source)
	if n.HasClosure() {
		raw = append(slices.Clone(raw), n.ClosureLine.Value(p.source)...)
	}
	p.html(string(raw), p.line(n.Pos()))
}

// html adds the blocks in a piece of HTML that begins on line first of the document.
func (p *markdownParser) html(raw string, first int) {
	for _, b := range parseHTML(raw, first) {
		b.last = min(b.last, p.numbers[len(p.numbers)-1])
		// Authors forget the blank line that inline Markdown in HTML needs.
		if strings.ContainsAny(b.text, "[*`") && b.kind != picture && b.kind != code {
			links := b.links
			p.inline(&b, b.text)
			b.links = b.links || links
		}
		p.blocks = append(p.blocks, b)
	}
}

// line returns the number of the line of the document at a byte offset of the parsed source.
func (p *markdownParser) line(offset int) int {
	i, found := slices.BinarySearch(p.starts, offset)
	if !found {
		i--
	}
	return p.numbers[max(i, 0)]
}

// isDelimiterRow reports whether the first of lines is the delimiter row of a table, such as "---|:--:".
func isDelimiterRow(lines string) bool {
	l, _, _ := strings.Cut(lines, "\n")
	return strings.Contains(l, "|") && strings.Contains(l, "-") && strings.Trim(l, "|:- \t") == ""
}

var inlineMarkdown = parser.NewParser(
	parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1)),
	parser.WithInlineParsers(parser.DefaultInlineParsers()...),
)

var (
	// component matches the start of a tag with attributes that HTML does not have.
	component = lazyregexp.Lazy(`^<[A-Za-z][^\s<>]*[\s>]`)
	// shortcode matches an emoji in words: ":rocket:".
	shortcode = lazyregexp.Lazy(`\B:[a-z][a-z0-9_+-]+:\B`)
	// brackets matches links and embedded files of wikis, footnotes, check boxes and references
	// without a definition, also as "[label][reference]".
	brackets = lazyregexp.Lazy(`!\[\[[^\[\]]+\]\]|\[\[?[^\[\]]+\]\]?(?:\[[^\[\]]*\])?`)
)

// unbracketed returns the text of a match of brackets: the label of a link, nothing of a footnote, a check box, an
// embedded file ("![[Map.base]]") or the name of a file, and a kind of note ("[!TIP]") unchanged.
func unbracketed(s string) string {
	before, _, _ := strings.Cut(s, "][")
	label := strings.Trim(before, "[]")
	switch {
	case strings.HasPrefix(s, "![["), strings.HasPrefix(s, "[[") && namesFile(label):
		return ""
	case strings.HasPrefix(label, "!"): // a kind of note: [!TIP]
		return s
	case strings.HasPrefix(label, "^"), strings.Trim(label, " xX") == "":
		return ""
	}
	return label[strings.LastIndexByte(label, '|')+1:]
}

// namesFile reports whether the target of a link in a wiki, which may end with "#" and a place, is a file by its
// extension. "Node.js" and "Version 2.1" can be subjects.
func namesFile(label string) bool {
	name, _, _ := strings.Cut(label, "#")
	ext := path.Ext(name)
	if strings.Trim(ext, ".0123456789") == "" {
		return false
	}
	switch content.Identify(luminos.Path(name), false, nil).Category {
	case luminos.CategorySource, luminos.CategoryExecutable, luminos.CategoryConfig:
		return false
	case luminos.CategoryOther:
		return ext == ".base" || ext == ".canvas" // views of Obsidian
	}
	return true
}

// inline sets the text of a block, without its markup, and whether it consists of links. A block with nothing except an
// image becomes a picture, or a heading with the label of the image.
func (p *markdownParser) inline(b *block, raw string) {
	rest := ""
	if len(raw) > markdownInline {
		cut := strings.ToValidUTF8(raw[:markdownInline], "")
		raw, rest = cut, raw[len(cut):]
	}
	t := inlineText{source: []byte(raw)}
	t.children(inlineMarkdown.Parse(text.NewReader(t.source), parser.WithContext(p.context)))
	b.text = fold(t.out.String() + rest)
	b.sponsored = sponsors().MatchString(raw)
	b.links = t.seen && t.outside < 8 || letters(b.text, 1) == 0 || t.paid
	if b.kind == heading {
		b.text = undecorated(b.text)
		if b.text == "" && !badge().MatchString(t.alt) {
			b.text = t.alt
		}
	} else if b.text == "" && t.alt != "" {
		b.kind, b.text = picture, t.alt
	}
}

// inlineText collects the text of inline nodes.
type inlineText struct {
	source  []byte
	out     strings.Builder
	plain   strings.Builder // text that was not yet written to out
	alt     string          // the label of the first image
	seen    bool            // there is a link or an image
	linked  int             // depth of links at this place
	outside int             // letters outside of links, counted to a bound
	paid    bool            // the text begins with a link that advertises
}

func (t *inlineText) write(s string) {
	t.out.WriteString(s)
	bare := address().ReplaceAllString(s, "")
	t.seen = t.seen || len(bare) < len(s)
	if t.linked == 0 {
		t.outside += letters(bare, 1000)
	}
}

// flush writes the text of the consecutive text nodes that were collected to the text of the block,
// without the markup that CommonMark does not define.
func (t *inlineText) flush() {
	s := rdocName().ReplaceAllString(shortcode().ReplaceAllString(t.plain.String(), ""), "$1$2")
	t.write(brackets().ReplaceAllStringFunc(s, unbracketed))
	t.plain.Reset()
}

// children writes the text of the nodes below n, without markup, to t.
func (t *inlineText) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if s, ok := c.(*ast.Text); ok {
			t.plain.Write(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(s.Value(t.source)))))
			if s.SoftLineBreak() || s.HardLineBreak() {
				t.plain.WriteByte(' ')
			}
			continue
		}
		t.flush()
		switch c := c.(type) {
		case *ast.CodeSpan:
			for part := c.FirstChild(); part != nil; part = part.NextSibling() {
				if s, ok := part.(*ast.Text); ok {
					t.write(string(s.Value(t.source)))
				}
			}
		case *ast.AutoLink:
			t.seen = true
			t.out.Write(c.Label(t.source))
		case *ast.Link:
			t.paid = t.paid || t.out.Len() == 0 && advertises(string(c.Destination))
			t.seen = true
			t.linked++
			t.children(c)
			t.linked--
		case *ast.Image:
			t.image(c)
		case *ast.RawHTML:
			raw := string(c.Segments.Value(t.source))
			if t.isPlaceholder(raw) {
				t.out.WriteString(raw)
			} else {
				t.tag(strings.ToLower(raw))
			}
		default:
			t.children(c)
		}
	}
	t.flush()
}

// image records an image. The alternative text of the first image that has one is kept apart from the block's text.
func (t *inlineText) image(n *ast.Image) {
	t.seen = true
	label := inlineText{source: t.source}
	label.children(n)
	if t.alt == "" {
		t.alt = words.Shorten(fold(label.out.String()), headingMax)
	}
}

// isPlaceholder reports whether a tag in angle brackets is the name of a value, such as <INPUT>: capitals without
// attributes that no tag closes.
func (t *inlineText) isPlaceholder(tag string) bool {
	name := strings.Trim(tag, "<>")
	return len(name) > 3 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-") == "" &&
		!bytes.Contains(t.source, []byte("</"+name+">"))
}

// tag records the effect of an inline HTML tag, in lower case: a link, an image or a line break.
func (t *inlineText) tag(tag string) {
	switch {
	case strings.HasPrefix(tag, "<a "):
		t.seen = true
		t.linked++
	case strings.HasPrefix(tag, "</a>"):
		t.linked = max(t.linked-1, 0)
	case strings.HasPrefix(tag, "<img"):
		t.seen = true
	case strings.HasPrefix(tag, "<br"):
		t.out.WriteByte(' ')
	}
}
