package office

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"luminos/internal/extract/file"
)

// tokenMost bounds the bytes of one tag or text of a page.
const tokenMost = 4 << 20

// tokens passes the tokens of a page in HTML or XHTML to take, with the name of a tag.
func tokens(r io.Reader, take func(kind html.TokenType, tag atom.Atom, z *html.Tokenizer)) error {
	r, err := decodeXML(r)
	if err != nil {
		return err
	}
	z := html.NewTokenizer(r)
	z.SetMaxBuf(tokenMost)
	z.AllowCDATA(true)
	for {
		kind := z.Next()
		var tag atom.Atom
		switch kind {
		case html.ErrorToken:
			switch err := z.Err(); err {
			case io.EOF:
				return nil
			case html.ErrBufferExceeded:
				return file.ErrTooLarge
			default:
				return err
			}
		case html.SelfClosingTagToken:
			z.NextIsNotRawText() // an empty title of XHTML does not hide the page
			fallthrough
		case html.StartTagToken, html.EndTagToken:
			name, _ := z.TagName()
			tag = atom.Lookup(name[bytes.IndexByte(name, ':')+1:])
		}
		take(kind, tag, z)
	}
}

// pageReader reads the text of a page of a book.
type pageReader struct {
	flow
	headings bool // they are the outline
	hidden   atom.Atom
}

func (h *pageReader) read(r io.Reader) error {
	err := tokens(r, h.take)
	h.flush()
	return err
}

func (h *pageReader) take(kind html.TokenType, tag atom.Atom, z *html.Tokenizer) {
	switch kind {
	case html.TextToken:
		if h.hidden == 0 {
			h.words(string(z.Text()))
		}
	case html.StartTagToken:
		h.picture(tag, z)
		h.start(tag)
	case html.EndTagToken:
		h.end(tag)
	case html.SelfClosingTagToken:
		h.picture(tag, z)
		if tag == atom.Br || isBlock(tag) {
			h.end(tag)
		}
	}
}

// picture adds the description of a picture, which takes its place.
func (h *pageReader) picture(tag atom.Atom, z *html.Tokenizer) {
	if tag == atom.Img && h.hidden == 0 {
		h.words(" " + cut(attribute(z, "alt"), cellMost) + " ")
	}
}

// words adds a text, in which a run of white space is one space.
func (h *pageReader) words(s string) {
	for {
		i := strings.IndexAny(s, " \t\r\n\f")
		if i < 0 {
			h.add(s)
			return
		}
		h.add(s[:i])
		if h.line.Len() > 0 {
			h.blank(" ")
		}
		s = strings.TrimLeft(s[i:], " \t\r\n\f")
	}
}

func (h *pageReader) start(tag atom.Atom) {
	switch tag {
	case atom.Head, atom.Script, atom.Style, atom.Rt, atom.Rp:
		if h.hidden == 0 {
			h.hidden = tag
		}
		if tag == atom.Script {
			h.d.risk("runs scripts")
		}
	case atom.Body:
		h.hidden = 0
	case atom.Br:
		h.paragraph()
	case atom.Table:
		h.table(true)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		h.paragraph()
		if h.headings {
			h.level = int(tag.String()[1] - '0')
		}
	default:
		if isBlock(tag) {
			h.paragraph()
		}
	}
}

func (h *pageReader) end(tag atom.Atom) {
	if tag == h.hidden && tag != 0 {
		h.hidden = 0
		return
	}
	switch tag {
	case atom.Td, atom.Th:
		h.cell()
	case atom.Tr:
		h.row()
	case atom.Table:
		h.table(false)
	default:
		if tag == atom.Br || isBlock(tag) {
			h.paragraph()
		}
	}
}

// isBlock reports whether an element is a paragraph of its own.
func isBlock(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Div, atom.Li, atom.Ul, atom.Ol, atom.Dl, atom.Dt, atom.Dd, atom.Blockquote, atom.Pre, atom.Section,
		atom.Article, atom.Aside, atom.Header, atom.Footer, atom.Nav, atom.Figure, atom.Figcaption, atom.Hr, atom.Body,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Address, atom.Caption, atom.Form, atom.Main, atom.Svg,
		atom.Details, atom.Summary, atom.Option, atom.Title:
		return true
	}
	return false
}

// navReader reads the table of contents of EPUB 3: lists of links in an element "nav".
type navReader struct {
	name  string
	all   []tocEntry
	navs  int // of the tables of contents that are open
	level int
	open  bool // a link or a heading is open
	label strings.Builder
	href  string
}

func (h *navReader) read(r io.Reader) error {
	return tokens(r, h.take)
}

func (h *navReader) take(kind html.TokenType, tag atom.Atom, z *html.Tokenizer) {
	switch {
	case kind == html.StartTagToken && tag == atom.Nav:
		// The page can list its figures and pages too.
		if kind := attribute(z, "type"); h.navs > 0 || kind == "toc" || kind == "" && len(h.all) == 0 {
			h.navs++
		}
	case kind == html.EndTagToken && tag == atom.Nav:
		h.navs = max(h.navs-1, 0)
	case h.navs == 0:
	case kind == html.TextToken:
		if h.open && h.label.Len() < cellMost {
			h.label.Write(z.Text())
		}
	case kind == html.StartTagToken && tag == atom.Ol:
		h.level++
	case kind == html.EndTagToken && tag == atom.Ol:
		h.level--
	case kind == html.StartTagToken && (tag == atom.A || tag == atom.Span && !h.open):
		h.open = h.level > 0
		h.label.Reset()
		h.href = ""
		if tag == atom.A {
			h.href = refer(h.name, attribute(z, "href"))
		}
	case kind == html.EndTagToken && (tag == atom.A || tag == atom.Span && h.href == ""):
		if text := title(h.label.String()); h.open && text != "" && len(h.all) < outlineMost {
			h.all = append(h.all, tocEntry{max(h.level, 1), text, h.href})
		}
		h.open = false
	}
}

// attribute returns the value of an attribute of a tag, by its name without namespace, or "".
func attribute(z *html.Tokenizer, name string) string {
	for {
		key, value, more := z.TagAttr()
		if string(key[bytes.IndexByte(key, ':')+1:]) == name && !bytes.HasPrefix(key, []byte("xmlns")) {
			return string(value)
		}
		if !more {
			return ""
		}
	}
}
