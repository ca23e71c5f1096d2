package verify

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"luminos/internal/lazyregexp"
)

// inline collects the statements of one piece of inline markup.
type inline struct {
	w       *walker
	source  []byte
	numbers []int // the line numbers of the lines of source
	at      int   // the offset of the last text that was seen
	plain   strings.Builder
	words   int    // of the text before, apart from code and "and"
	link    string // the destination of the link at work
}

// line returns the number of the line at the offset of the last text.
func (i *inline) line() int {
	n := strings.Count(string(i.source[:min(i.at, len(i.source))]), "\n")
	return i.numbers[min(n, len(i.numbers)-1)]
}

// below collects the statements of the nodes below n.
func (i *inline) below(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			i.at = c.Segment.Start
			for word := range strings.FieldsSeq(string(c.Value(i.source))) {
				if strings.Trim(word, "|*_,-:;.()/[]") != "" && word != "and" && word != "or" {
					i.words++
				}
			}
			i.plain.Write(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(c.Value(i.source)))))
			if c.SoftLineBreak() || c.HardLineBreak() {
				i.plain.WriteByte(' ')
			}
		case *ast.CodeSpan:
			i.code(c)
		case *ast.Link:
			i.seek(c)
			i.link = destination(c.Destination)
			if c.HasChildren() && !i.directive(c) { // readers cannot follow the others: they are marks for programs
				i.w.d.addLink(link{i.link, i.line()})
			}
			begin := i.plain.Len()
			i.below(c)
			if text := strings.TrimSuffix(i.plain.String()[begin:], "()"); strings.Contains(i.link, "://") && isName(text) {
				i.w.d.elsewhere[text] = i.link
			}
			i.link = ""
		case *ast.Image:
			i.seek(c)
			i.w.d.addLink(link{destination(c.Destination), i.line()})
		case *ast.AutoLink:
			i.plain.Write(c.Label(i.source))
		case *ast.RawHTML:
			if c.Segments.Len() > 0 {
				i.at = c.Segments.At(0).Start
			}
			i.w.html(string(c.Segments.Value(i.source)), i.line(), false)
		default:
			i.below(c)
		}
	}
}

// destination returns the destination of a link without the marks with which Markdown escapes punctuation.
func destination(raw []byte) string {
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(raw))))
}

// seek moves the offset to the first text below n.
func (i *inline) seek(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.FirstChild() {
		if t, ok := c.(*ast.Text); ok {
			i.at = t.Segment.Start
		}
	}
}

// code adds a span of code.
func (i *inline) code(n *ast.CodeSpan) {
	var b strings.Builder
	for part := n.FirstChild(); part != nil; part = part.NextSibling() {
		if t, ok := part.(*ast.Text); ok {
			if b.Len() == 0 {
				i.at = t.Segment.Start
			}
			b.Write(t.Value(i.source))
		}
	}
	code := strings.TrimSpace(strings.ReplaceAll(b.String(), "\n", " "))
	leads := i.words == 0
	i.plain.WriteString(code)
	if len(i.w.d.spans) == statementsMost {
		i.w.d.cut = true
		return
	}
	context := codeSpan().ReplaceAllString(sentence(string(i.source), i.at), "") + "\n" + i.w.lead
	if i.w.hasHeading(func(h heading) bool { return h.doubt }) {
		context += "\nmight" // a word of weakHedge
	}
	if at := min(i.at, len(i.source)); likeBefore().Match(i.source[max(0, at-likeMost):at]) {
		context += "\nfor example" // a word of hedge
	}
	i.w.d.spans = append(i.w.d.spans, span{
		text: code, line: i.line(), context: context, group: i.w.group, leads: leads, piece: i.w.pieces, link: i.link,
		gone: i.w.gone() || i.w.group > 0 && ofVersion().Match(i.source),
	})
}

// ofVersion matches a row of a table whose first cell is a version: the others are about that version.
var ofVersion = lazyregexp.Lazy(`^\|?\s*v?\d+\.\d[\w.-]*\s*\|`)

// directive reports whether a link is an argument of a directive of Paradox: "@github[#7](#7)". The argument of "@ref"
// is a link.
func (i *inline) directive(l *ast.Link) bool {
	before, ok := l.PreviousSibling().(*ast.Text)
	if !ok {
		return false
	}
	m := directiveEnd().FindSubmatch(before.Segment.Value(i.source))
	return m != nil && string(m[1]) != "ref"
}

// directiveEnd matches a text that ends with the name of a directive.
var directiveEnd = lazyregexp.Lazy(`@(\w+):?$`)

// likeMost is the number of bytes before code in which "like" is looked for.
const likeMost = 200

// likeBefore matches the text up to code that is an example: "a file like `x`", "files such as `x`, `y`".
var likeBefore = lazyregexp.Lazy("(?i)\\b(?:like|such as)\\s+(?:`[^`]*`(?:,|,?\\s+(?:and|or))?\\s+)*`$")

// codeSpan matches code in a sentence, whose words are no words of the sentence.
var codeSpan = lazyregexp.Lazy("`+[^`]*`+")

// abbreviation matches an abbreviation that does not end a sentence.
var abbreviation = lazyregexp.Lazy(`\b(e\.g|i\.e)\. `)

// sentence returns the sentence of a text at an offset.
func sentence(s string, at int) string {
	at = min(at, len(s))
	begin := max(0, at-aroundMost)
	s, at = s[begin:min(len(s), at+aroundMost)], at-begin
	s = abbreviation().ReplaceAllString(s, "$1.,")
	first := strings.LastIndex(s[:at], ". ") + 1
	end := strings.Index(s[at:], ". ")
	if end < 0 {
		return s[first:]
	}
	return s[first : at+end]
}

// attributeList matches the attributes of a heading for Python-Markdown.
var attributeList = lazyregexp.Lazy(`\{:[^}]*\}\s*$`)

// addSlug adds the anchors that GitHub makes of a heading: with an emoji in words, and without it. It
// also adds the one that generators of sites can make.
func (w *walker) addSlug(heading string) {
	slug := slugOf(strings.TrimSpace(heading))
	without := slugOf(strings.TrimSpace(shortcode().ReplaceAllString(heading, "")))
	n := w.slugCount[slug]
	w.slugCount[slug]++
	if n > 0 {
		slug = fmt.Sprint(slug, "-", n)
	}
	w.d.slugs = append(w.d.slugs, slug)
	plain := slugOf(strings.TrimSpace(attributeList().ReplaceAllString(heading, "")))
	for _, s := range []string{slug, without, plain, slugOf(shortcode().ReplaceAllString(heading, ""))} {
		w.d.anchors[s] = true
	}
	for _, short := range slices.Compact([]string{
		slugOf(trailingBrackets().ReplaceAllString(strings.TrimSpace(heading), "$1")),
		slugOf(htmlTag().ReplaceAllString(heading, "")),
	}) {
		n = w.slugCount["["+short] // no slug begins like that
		w.slugCount["["+short]++
		if n > 0 {
			short = fmt.Sprint(short, "-", n)
		}
		if _, known := w.d.anchors[short]; !known {
			w.d.anchors[short] = false
		}
	}
}

// trailingBrackets matches the end of a heading with groups in brackets, which generators of sites can leave out of
// the anchor: "returning [-MY -RS]".
var trailingBrackets = lazyregexp.Lazy(`(\S)(?:\s+\[[^\[\]]*\])+$`)

// shortcode matches an emoji in words: ":rocket:".
var shortcode = lazyregexp.Lazy(`:[a-z][a-z0-9_+-]+:`)

// slugOf returns the anchor of a heading by the rule of GitHub: lower case, hyphens for spaces, and no other characters
// than letters, digits, hyphens and underscores.
func slugOf(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}
