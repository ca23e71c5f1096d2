package document

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// parseHTML splits an HTML page, or a fragment of HTML in another format that begins at line
// firstLine, into blocks. It reads tags one by one without building a tree, so deep nesting is
// harmless.
func parseHTML(s string, firstLine int) []block {
	z := html.NewTokenizer(strings.NewReader(s))
	z.SetMaxBuf(1 << 20)
	p := &htmlParser{line: firstLine, first: firstLine}
	for {
		t := z.Next()
		if t == html.ErrorToken {
			break
		}
		raw := string(z.Raw()) // a copy: reading the token changes it
		newlines := strings.Count(raw, "\n")
		switch t {
		case html.TextToken:
			p.textToken(raw, string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			p.start(atom.Lookup(name), t == html.SelfClosingTagToken)
			content, isAbout := "", false // of a <meta>
			for more {
				var key, value []byte
				key, value, more = z.TagAttr()
				switch string(key) {
				case "content":
					content = fold(string(value))
				case "href":
					p.ads.inside = p.ads.inside || advertises(string(value))
					p.ads.sponsored = p.ads.sponsored || sponsors().Match(value)
				case "alt":
					if p.image.line > 0 && p.image.alt == "" {
						p.image.alt = fold(string(value))
					}
				case "name":
					isAbout = isAbout || string(value) == "description"
				}
			}
			if isAbout && content != "" && p.skip == 0 {
				p.blocks = append(p.blocks, block{kind: about, text: content, first: p.line, last: p.line})
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			p.end(atom.Lookup(name))
		}
		p.line += newlines
	}
	p.flush()
	return p.blocks
}

// lineBreak is white space that no token of text ends with.
const lineBreak = "\v"

type htmlParser struct {
	blocks  []block
	text    strings.Builder
	kind    kind
	level   int
	line    int
	first   int
	skip    atom.Atom // inside of an element whose text is not read
	links   int       // how many <a> we are inside of
	linked  int       // letters in links
	outside int       // letters outside
	image   htmlImage
	ads     adverts
}

// adverts reports whether the current place is inside of a link that advertises, and whether the current block has a
// link that a sponsor pays for.
type adverts struct{ inside, sponsored bool }

// htmlImage is the first image of a block. Its line is 0 if there is no image.
type htmlImage struct {
	alt  string
	line int
}

// textToken adds s, the decoded text of an HTML token, to the current block. raw is the token as written, which shows
// the line on which the text begins.
func (p *htmlParser) textToken(raw, s string) {
	if p.skip != 0 || strings.TrimSpace(s) == "" {
		p.text.WriteByte(' ')
		return
	}
	if p.text.Len() == 0 || strings.TrimSpace(p.text.String()) == "" {
		lead := len(raw) - len(strings.TrimLeft(raw, " \t\n"))
		p.first = p.line + strings.Count(raw[:lead], "\n")
		p.text.Reset()
	}
	p.text.WriteString(s)
	if n := letters(s, 1000); p.links > 0 {
		p.linked += n
	} else {
		p.outside += n
	}
}

func (p *htmlParser) start(a atom.Atom, closed bool) {
	switch a {
	case atom.Script, atom.Style, atom.Svg, atom.Nav, atom.Footer, atom.Noscript, atom.Template, atom.Iframe, atom.Select:
		if p.skip == 0 && !closed {
			p.flush()
			p.skip = a
		}
	case atom.A:
		if !closed {
			p.links++
		}
	case atom.Img:
		broken := strings.HasSuffix(strings.TrimRight(p.text.String(), " "), lineBreak)
		if broken && p.kind == paragraph && p.outside > 0 && p.linked == 0 {
			p.flush() // a line of text over a picture and links
		}
		if p.image.line == 0 {
			p.image.line = p.line
		}
	case atom.Title:
		p.open(title, 0)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		p.open(heading, int(a.String()[1]-'0'))
	case atom.Li, atom.Dt, atom.Dd:
		p.open(item, 0)
	case atom.Td, atom.Th, atom.Tr, atom.Table:
		p.open(table, 0)
	case atom.Pre:
		p.open(code, 0)
	case atom.Blockquote:
		p.open(quote, 0)
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Main, atom.Header, atom.Center, atom.Details, atom.Body, atom.Ul, atom.Ol, atom.Hr:
		p.open(paragraph, 0)
	case atom.Summary: // the label of something folded away
		p.open(item, 0)
	case atom.Br:
		p.text.WriteString(lineBreak)
	}
}

func (p *htmlParser) end(a atom.Atom) {
	if p.skip != 0 {
		if a == p.skip {
			p.skip = 0
		}
		return
	}
	switch a {
	case atom.A:
		if p.links = max(p.links-1, 0); p.ads.inside && p.links == 0 {
			p.drop()
			p.ads.inside = false
		}
	case atom.Title, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Li, atom.Dt, atom.Dd, atom.Td, atom.Th,
		atom.Tr, atom.Table, atom.Pre, atom.Blockquote, atom.P, atom.Div, atom.Section, atom.Article, atom.Main,
		atom.Header, atom.Center, atom.Details, atom.Summary:
		p.flush()
	}
}

// open ends the current block of an HTML page and begins one of kind k. In a script and the like it does nothing.
func (p *htmlParser) open(k kind, level int) {
	if p.skip != 0 {
		return
	}
	p.flush()
	p.kind, p.level = k, level
}

// drop removes the text and the image of a link that advertises from the current block if the block has no other text.
func (p *htmlParser) drop() {
	if p.outside == 0 {
		p.text.Reset()
		p.linked, p.image = 0, htmlImage{}
	}
}

// flush ends the current block of an HTML page and adds its text or, without text, its image to the blocks.
func (p *htmlParser) flush() {
	text := fold(p.text.String())
	switch {
	case p.skip != 0, p.ads.inside:
	case text == "" && p.image.alt != "" && p.kind == heading && !badge().MatchString(p.image.alt):
		text = p.image.alt
	case p.image.alt != "" && (text == "" || p.outside < 8 && tagline().MatchString(p.image.alt)):
		p.blocks = append(p.blocks, block{kind: picture, text: p.image.alt, first: p.image.line, last: p.image.line})
	}
	if text != "" && p.skip == 0 && !p.ads.inside {
		p.blocks = append(p.blocks, block{
			kind: p.kind, level: p.level, text: text, first: p.first, last: p.line, sponsored: p.ads.sponsored,
			links: p.outside < 8 && (p.linked > 0 || p.image.line > 0 && p.kind != heading) || letters(text, 1) == 0,
		})
	}
	p.text.Reset()
	p.ads.sponsored = false
	p.kind, p.level, p.linked, p.outside, p.image = paragraph, 0, 0, 0, htmlImage{}
}
