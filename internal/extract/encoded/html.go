package encoded

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// HTML returns the readable text of a page: without scripts and styles, a line for each block. It reads tag by tag
// without a tree, so that deep nesting costs nothing, and follows no link.
func HTML(page string) string {
	z := html.NewTokenizer(strings.NewReader(page))
	var p pageText
	for {
		switch z.Next() {
		case html.ErrorToken:
			return strings.TrimSpace(p.out.String())
		case html.TextToken:
			if p.skip == 0 {
				p.text(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			p.tag(atom.Lookup(name))
			if hidden(atom.Lookup(name)) {
				p.skip = atom.Lookup(name)
			}
			for more && p.skip == 0 && atom.Lookup(name) == atom.Img {
				var key, value []byte
				if key, value, more = z.TagAttr(); string(key) == "alt" {
					p.text(string(value))
				}
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			p.tag(atom.Lookup(name))
			if p.skip == atom.Lookup(name) {
				p.skip = 0
			}
		}
	}
}

// pageText is the text of a page so far. Spaces and line ends wait until a word follows.
type pageText struct {
	out   strings.Builder
	wait  string
	skip  atom.Atom // the element whose content is not text, or 0
	words bool      // the text has a word
}

// text adds the text between two tags.
func (p *pageText) text(s string) {
	for i, word := range strings.Fields(s) {
		if i > 0 || s[0] == ' ' || s[0] == '\n' || s[0] == '\t' || s[0] == '\r' {
			p.space(" ")
		}
		if p.words {
			p.out.WriteString(p.wait)
		}
		p.wait, p.words = "", true
		p.out.WriteString(word)
	}
	if s != "" && strings.TrimRight(s, " \t\r\n") != s {
		p.space(" ")
	}
}

// space notes the space before the next word. The larger of two spaces counts.
func (p *pageText) space(s string) {
	if s > p.wait && p.wait != "\n" || s == "\n" {
		p.wait = s
	}
}

// tag notes the space that a tag makes.
func (p *pageText) tag(a atom.Atom) {
	switch a {
	case atom.P, atom.Div, atom.Br, atom.Tr, atom.Li, atom.Ul, atom.Ol, atom.Table, atom.H1, atom.H2, atom.H3, atom.H4,
		atom.H5, atom.H6, atom.Hr, atom.Blockquote, atom.Pre, atom.Dt, atom.Dd, atom.Dl, atom.Center, atom.Section,
		atom.Article, atom.Header, atom.Footer, atom.Body, atom.Form, atom.Option:
		p.space("\n")
	case atom.Td, atom.Th:
		p.space(" ")
	}
}

// hidden reports whether the content of an element is not readable text.
func hidden(a atom.Atom) bool {
	switch a {
	case atom.Script, atom.Style, atom.Title, atom.Noframes, atom.Noembed, atom.Noscript, atom.Iframe, atom.Template:
		return true
	}
	return false
}
