package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Bounds on the input of goldmark, parts of which take quadratic time: nested containers in the length of a line,
// brackets in the length of a paragraph.
const (
	lineMost   = 2 << 10 // bytes of a line; longer lines are not checked
	inlineMost = 4 << 10 // bytes of a paragraph that are parsed at once
)

// Bounds on the text that the patterns for each statement read.
const (
	statementsMost = 10_000 // links of a document, and pieces of code in its sentences; the others are not checked
	aroundMost     = 500    // bytes of a sentence on each side of a piece of code, and of a heading
)

// document is a Markdown document as the statements that can be checked.
type document struct {
	path   luminos.Path
	lines  []string
	header []string // the lines of the header for site generators
	statements
	anchors map[string]bool // false is one that only generators of sites make
	slugs   []string        // of the headings, for the nearest answer
	notes   []Note
	ignored []ignoring
	// elsewhere holds the destinations of links to other sites by their text, if it is a name.
	elsewhere map[string]string
	cut       bool // it has more than statementsMost
	answers
	dynamic bool // a generator of sites inserts text, or the text is cut, so that anchors can be missing here
}

// statements are the parts of a document that can be checked.
type statements struct {
	links  []link
	spans  []span
	fences []fence
	prose  []passage
	html   []passage // blocks of HTML without tags
}

// addLink adds a link within the bounds.
func (d *document) addLink(l link) {
	if len(d.links) < statementsMost {
		d.links = append(d.links, l)
	} else {
		d.cut = true
	}
}

// link is the destination of a link or an image.
type link struct {
	to   string
	line int
}

// span is a piece of code in a sentence.
type span struct {
	text    string
	line    int
	context string // the sentence, the sentence that introduces the list, and the heading
	titles  bool   // its paragraph introduces a block of code, which can be the content of the file
	group   int    // the list or the table that holds the span; 0 if neither does
	leads   bool   // no text comes before it in its item or row
	piece   int    // the paragraph, the item or the row that holds the span
	link    string // the destination of the link that the span is the text of
	gone    bool   // see [section.gone]
}

// passage is the text of a paragraph, an item or a heading, with its markup.
type passage struct {
	text    string
	line    int
	heading string // the heading above
	gone    bool   // see [section.gone]
}

// parseDocument returns the statements of a document.
func parseDocument(p luminos.Path, content string) *document {
	d := &document{path: p, anchors: map[string]bool{stem(p): false}, elsewhere: map[string]string{},
		answers: answers{past: map[int]bool{}, mentioned: map[string]bool{}}}
	d.dynamic = template().MatchString(p.Base())
	for _, a := range []string{"", "top", "readme"} { // GitHub gives them to all pages
		d.anchors[a] = true
	}
	d.lines = luminos.Text{Content: content}.Lines()
	lines := slices.Clone(d.lines)
	d.header = d.lines[:frontMatter(lines)]
	for i := range d.header {
		lines[i] = ""
	}
	w := walker{d: d, slugCount: map[string]int{}}
	var source strings.Builder
	for i, line := range lines {
		if len(line) > lineMost {
			d.notes = append(d.notes, Note{p, i + 1, fmt.Sprintf("the line is longer than %d bytes and is not checked",
				lineMost)})
			line = ""
		}
		w.starts = append(w.starts, source.Len())
		source.WriteString(line + "\n")
	}
	w.source = []byte(source.String())
	w.context = parser.NewContext()
	blocks := parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	)
	w.blocks(blocks.Parse(text.NewReader(w.source), parser.WithContext(w.context)))
	for _, m := range attribute().FindAllStringSubmatch(content, -1) {
		d.anchors[strings.ToLower(m[1]+m[2]+m[3]+m[4])] = true
	}
	d.closeIgnores()
	if d.cut {
		d.notes = append(d.notes, Note{Path: p, Text: fmt.Sprintf(
			"only the first %d links and pieces of code in sentences are checked", statementsMost)})
	}
	return d
}

var (
	// dynamic matches commands that insert text: of Jekyll, Hugo, MkDocs, MDX, Sphinx and the extension markdown_include.
	dynamic = lazyregexp.Lazy(`\{%|(?m)^\{!.+!\}|\{\{[<%]|--8<--|(?m)^\{\{|^import .* from |^:::(?:\{| mkdocs| \w+\.)`)
	// component matches an element of MDX or a comment that includes a file. A generator puts a text in its place,
	// which can have headings.
	component = lazyregexp.Lazy(`(?m)^<[A-Z]\w*[^<>]*/>|<!--\s*include:?\s`)
	// template matches the name of a text that another program makes the document of.
	template = lazyregexp.Lazy(`\.(?:m4|in|tmpl|template|erb|j2|jinja2?|mustache|hbs|ejs)\.\w+$`)
	// attribute matches the anchor in attributes and directives of site generators: {#name}, (name)=, ::: name, and
	// [name] at the end of a heading.
	attribute = lazyregexp.Lazy(`\{:?\s*#([^\s}]+)|(?m)^\(([\w.-]+)\)=|` +
		`(?m)^::: (\w+)|(?m)^#{1,6} .*\[([\w-]+)\]\s*$`)
	// htmlAttribute matches the attributes of HTML that make and follow links.
	htmlAttribute = lazyregexp.Lazy(`(?i)\s(href|src|id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
	htmlScript    = lazyregexp.Lazy(`(?i)<script[^>]*>`)
	htmlComment   = lazyregexp.Lazy(`(?s)<!--.*?-->`)
	htmlHeading   = lazyregexp.Lazy(`(?is)<h[1-6][^>]*>(.*?)</h[1-6]>`)
	// contributor matches the anchors without a target that list the work of contributors.
	contributor = lazyregexp.Lazy(`^#(?:maintenance|infra|ideas|example|design|question|content|a11y|business|data|` +
		`financial|fundingFinding|mentoring|platform|plugin|projectManagement|promotion|research|security|talk|tool|` +
		`translation|tutorial|userTesting|video|audio|blog|eventOrganizing)-\w`)
	htmlTag = lazyregexp.Lazy(`<[^<>]*>`)
)

// frontMatter returns the number of lines of the YAML or TOML header that site generators use, with empty lines before it.
func frontMatter(lines []string) int {
	const most = 200 // lines of a header
	rule := func(l string) bool { l = strings.TrimRight(l, " \t"); return l == "---" || l == "+++" }
	first := slices.IndexFunc(lines[:min(most, len(lines))], func(l string) bool { return strings.TrimSpace(l) != "" })
	if first < 0 || !rule(lines[first]) {
		return 0
	}
	rest := lines[first+1 : min(first+most, len(lines))]
	end := slices.IndexFunc(rest, func(l string) bool { return rule(l) && l[0] == lines[first][0] })
	if end < 0 {
		return 0
	}
	return first + end + 2
}

// walker collects the statements from the syntax tree of a document.
type walker struct {
	d         *document
	source    []byte
	starts    []int // the offset in source of each line
	context   parser.Context
	slugCount map[string]int
	section
	lead     string // the last paragraph, if it ends with a colon
	leadSpan int    // the index of the first span of that paragraph
	group    int    // the list or the table at work
	groups   int
	pieces   int
}

// section is the section at work.
type section struct {
	heading string
	above   []heading // it and the headings above it
	opens   bool      // the next paragraph is the first one of the section
}

// heading holds the properties that the heading of a section gives the text below.
type heading struct{ sample, doubt, gone bool }

// line returns the number of the line at an offset in source.
func (w *walker) line(offset int) int {
	i, found := slices.BinarySearch(w.starts, offset)
	if !found {
		i--
	}
	return max(i, 0) + 1
}

// blocks collects the statements in the blocks below n.
func (w *walker) blocks(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.List:
			outer := w.group
			if outer == 0 {
				w.groups++
				w.group = w.groups
			}
			w.blocks(c)
			if w.group = outer; outer == 0 {
				w.lead = ""
			}
		case *ast.Blockquote, *ast.ListItem:
			w.blocks(c)
		case *ast.HTMLBlock:
			w.htmlBlock(c)
		case *ast.FencedCodeBlock:
			w.fence(c, strings.ToLower(string(c.Language(w.source))))
		case *ast.CodeBlock:
			w.fence(c, "")
		case *ast.Heading:
			w.leaf(c)
		case *ast.Paragraph, *ast.TextBlock:
			w.leaf(c)
		}
	}
}

// sampleHeading matches headings above samples.
var sampleHeading = lazyregexp.Lazy(`(?i)\b(?:samples?|examples?)\b`)

// fence adds a block of code.
func (w *walker) fence(n ast.Node, language string) {
	lines := n.Lines()
	if lines.Len() == 0 {
		return
	}
	w.d.dynamic = w.d.dynamic || strings.HasPrefix(language, "{include")
	f := fence{language: language, first: w.line(lines.At(0).Start), context: w.heading + "\n" + w.lead,
		sample: w.hasHeading(func(h heading) bool { return h.sample }), gone: w.gone()}
	for i := range lines.Len() {
		s := lines.At(i)
		f.lines = append(f.lines, strings.TrimRight(string(s.Value(w.source)), "\n"))
	}
	f.prompts = slices.ContainsFunc(f.lines, hasPrompt)
	f.gone = f.gone || f.has(measured)
	w.d.fences = append(w.d.fences, f)
	for i := w.leadSpan; w.lead != "" && i < len(w.d.spans); i++ {
		w.d.spans[i].titles = true
	}
	w.lead = ""
}

// htmlBlock collects links, anchors and comments of a block of HTML.
func (w *walker) htmlBlock(n *ast.HTMLBlock) {
	raw := string(n.Lines().Value(w.source))
	if n.HasClosure() {
		raw += string(n.ClosureLine.Value(w.source))
	}
	w.d.dynamic = w.d.dynamic || component().MatchString(raw)
	first := w.line(n.Pos())
	w.html(raw, first, true)
	shown := htmlTag().ReplaceAllStringFunc(withoutComments(raw), func(tag string) string {
		return " " + lineEnds(tag)
	})
	w.d.html = append(w.d.html, passage{text: shown, line: first, gone: w.gone()})
	for _, m := range htmlHeading().FindAllStringSubmatch(raw, -1) {
		w.addSlug(htmlTag().ReplaceAllString(m[1], ""))
	}
}

// html collects links, anchors and comments of a piece of HTML that begins on the line first. alone states that it is
// a block.
func (w *walker) html(raw string, first int, alone bool) {
	for _, m := range htmlComment().FindAllStringIndex(raw, -1) {
		w.d.directive(raw[m[0]:m[1]], first+strings.Count(raw[:m[1]], "\n"), alone)
	}
	raw = withoutComments(raw)
	for _, m := range htmlAttribute().FindAllStringSubmatchIndex(raw, -1) {
		value := raw[max(m[4], m[6], m[8]):max(m[5], m[7], m[9])]
		switch strings.ToLower(raw[m[2]:m[3]]) {
		case "href", "src":
			if contributor().MatchString(value) {
				continue
			}
			w.d.addLink(link{value, first + strings.Count(raw[:m[2]], "\n")})
		default:
			w.d.anchors[strings.ToLower(value)] = true
		}
	}
}

// withoutComments returns a piece of HTML without comments and scripts, which GitHub does not show.
func withoutComments(raw string) string {
	for _, unseen := range []func() *regexp.Regexp{htmlComment, htmlScript} {
		raw = unseen().ReplaceAllStringFunc(raw, lineEnds)
	}
	return raw
}

// lineEnds returns the line ends of a text.
func lineEnds(text string) string { return strings.Repeat("\n", strings.Count(text, "\n")) }

// leaf collects the statements of a paragraph or a heading, in pieces that goldmark reads quickly. Each row of a table
// is a piece.
func (w *walker) leaf(n ast.Node) {
	lines := n.Lines()
	firstSpan := len(w.d.spans)
	var rows []string
	var numbers []int
	for i := range lines.Len() {
		s := lines.At(i)
		rows, numbers = append(rows, string(s.Value(w.source))), append(numbers, w.line(s.Start))
	}
	table := len(rows) > 1 && isDelimiterRow(rows[1])
	if table {
		w.groups++
		outer := w.group
		w.group = w.groups
		defer func() { w.group = outer }()
	}
	h, isHeading := n.(*ast.Heading)
	if !isHeading {
		w.read(strings.Join(rows, ""))
	}
	whole := ""
	for i := 0; i < len(rows); {
		j, size := i, 0
		for j < len(rows) && (j == i || !table && size+len(rows[j]) <= inlineMost) {
			size += len(rows[j])
			j++
		}
		whole += w.piece(strings.Join(rows[i:j], ""), numbers[i:j])
		i = j
	}
	if isHeading {
		w.addSlug(whole)
		w.begin(h.Level, whole)
		w.lead = ""
		return
	}
	if w.group == 0 {
		w.lead = ""
		if strings.HasSuffix(strings.TrimSpace(whole), ":") {
			w.lead = near(whole[strings.LastIndex(whole, ". ")+1:], aroundMost)
			w.leadSpan = firstSpan
		}
	}
}

// isDelimiterRow reports whether a line is the delimiter row of a table, such as "---|:--:".
func isDelimiterRow(line string) bool {
	return strings.Contains(line, "|") && strings.Contains(line, "-") && strings.Trim(line, "|:- \t\r\n") == ""
}

var inlineMarkdown = parser.NewParser(
	parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1)),
	parser.WithInlineParsers(parser.DefaultInlineParsers()...),
)

// piece collects the statements of inline markup, whose lines have the given numbers. It returns the plain text.
func (w *walker) piece(raw string, numbers []int) string {
	w.d.dynamic = w.d.dynamic || dynamic().MatchString(raw)
	w.d.prose = append(w.d.prose, passage{raw, numbers[0], w.heading,
		w.gone() || w.group > 0 && ofVersion().MatchString(raw)})
	w.pieces++
	i := inline{w: w, source: []byte(raw), numbers: numbers}
	i.below(inlineMarkdown.Parse(text.NewReader(i.source), parser.WithContext(w.context)))
	return i.plain.String()
}
