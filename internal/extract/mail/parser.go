package mail

import (
	"bytes"
	"strings"

	"luminos/internal/extract/encoded"
)

// Bounds of one message.
const (
	nestedMost   = 8       // attached messages in each other
	levelsMost   = 100     // multiparts in each other
	partsMost    = 10_000  // parts in all
	textMost     = 8 << 20 // bytes of readable text as stored
	asidesMost   = 1 << 20 // bytes of attached texts as stored: they are only searched
	boundaryMost = 256     // bytes of a boundary; RFC 2046 permits 70
)

// message holds the findings in one message.
type message struct {
	header      header
	bodies      []body
	attachments []attachment
	parts       int
	kinds       map[string]bool // "html", "signed", "encrypted", "programs"
	limits      []string
	cut         bool // a multipart has no end, also one of an attached message
}

// body is one readable text of a message.
type body struct {
	text  string
	html  bool
	aside bool   // an attachment, which is no part of the text
	group int    // the alternative that it is one form of, or 0
	head  header // of the attached message that the text begins, or nil
}

// attachment is a part that is not shown as text.
type attachment struct {
	name string
	kind string // MIME type
	size int64
}

// level is a multipart or an attached message that is not at its end.
type level struct {
	boundary   string // of a multipart; "" for a message
	digest     bool   // its parts are messages unless they state another type
	group      int    // of the outermost alternative in the same message, or 0
	parts      int
	ended      bool   // its last boundary was read
	preamble   []byte // text before the first part: the text of a multipart without parts
	attachment int    // index of an attached message among the attachments
	at         int64  // number of bytes of the message before the attached message
}

// The parts of a message that a line can be in.
const (
	inHeader = iota
	inText
	inAttachment
	inPreamble
	inNothing // an epilogue, or a part beyond a bound
)

// parser reads a message line by line, like the feed parser of Python: boundaries of outer multiparts end all that is
// in them.
type parser struct {
	message message
	levels  []level
	state   int
	fields  fields
	leaf    leaf
	nested  int
	texts   int // bytes of readable text so far
	asides  int // bytes of attached texts so far
	groups  int
	read    int64 // bytes of lines so far
	ended   int64 // bytes of the end of the last line, which belong to a boundary that follows
}

// leaf is the part whose content is read.
type leaf struct {
	kind     string
	charset  string
	encoding string
	group    int
	text     []byte
	size     *encoded.Size
}

func newParser() *parser {
	p := &parser{message: message{kinds: map[string]bool{}}}
	p.begin()
	p.message.header = p.fields.header
	return p
}

// begin begins a part, with its header.
func (p *parser) begin() {
	p.state = inHeader
	p.fields = fields{header: header{}}
}

// line adds a line with its end, or a piece of a line.
func (p *parser) line(line []byte, first bool) {
	if !first || !p.boundary(line) {
		p.inside(line, first)
	}
	p.read += int64(len(line))
	p.ended = int64(len(line) - len(bytes.TrimRight(line, "\r\n")))
}

// inside adds a line that is no boundary.
func (p *parser) inside(line []byte, first bool) {
	switch p.state {
	case inHeader:
		if first && len(bytes.TrimRight(line, "\r\n")) == 0 {
			if p.read > 0 || len(p.levels) > 0 { // some files begin with an empty line
				p.open()
			}
			if p.state == inHeader && p.nested > 0 { // an attached message begins after this line
				p.levels[len(p.levels)-1].at += int64(len(line))
			}
			return
		}
		if !p.fields.add(line, first) {
			p.open()
			p.inside(line, first) // the depth is the nesting of attached messages
		}
	case inText:
		p.leaf.text = p.collect(p.leaf.text, line)
	case inAttachment:
		p.leaf.size.Add(line)
		if strings.HasPrefix(p.leaf.kind, "text/") && p.asides+len(line) <= asidesMost {
			p.asides += len(line)
			p.leaf.text = append(p.leaf.text, line...)
		}
	case inPreamble:
		if l := &p.levels[len(p.levels)-1]; l.parts == 0 {
			l.preamble = p.collect(l.preamble, line)
		}
	}
}

// collect appends a line to a text within the bound of the message.
func (p *parser) collect(text, line []byte) []byte {
	n := min(len(line), textMost-p.texts)
	if n < len(line) {
		p.limit("of each message, at most 8 MiB of text are read")
	}
	p.texts += n
	return append(text, line[:n]...)
}

func (p *parser) limit(text string) {
	if len(p.message.limits) < 4 {
		p.message.limits = append(p.message.limits, text)
	}
}

// boundary reports whether a line is the boundary of a multipart, and ends and begins parts if it is.
func (p *parser) boundary(line []byte) bool {
	if len(line) < 3 || line[0] != '-' || line[1] != '-' {
		return false
	}
	line = bytes.TrimRight(line, " \t\r\n")[2:]
	for i := len(p.levels) - 1; i >= 0; i-- {
		b := p.levels[i].boundary
		if b == "" || len(line) < len(b) || string(line[:len(b)]) != b {
			continue
		}
		switch rest := string(line[len(b):]); rest {
		case "":
			p.close(i + 1)
			p.levels[i].parts++
			p.begin()
		case "--":
			p.close(i + 1)
			p.levels[i].parts++ // without a part, its preamble is still not its text
			p.levels[i].ended = true
			p.close(i)
			p.state = inNothing
		default:
			continue
		}
		return true
	}
	return false
}

// close ends the part that is read, and all levels but the outermost n.
func (p *parser) close(n int) {
	if p.state == inHeader {
		p.open() // a part without a body
	}
	p.finish()
	for len(p.levels) > n {
		l := p.levels[len(p.levels)-1]
		p.levels = p.levels[:len(p.levels)-1]
		switch {
		case l.boundary == "":
			p.nested--
			p.message.attachments[l.attachment].size = max(p.read-l.at-p.ended, 0)
		case l.parts == 0:
			p.add(body{text: encoded.Charset(l.preamble, ""), group: l.group})
		}
		p.message.cut = p.message.cut || l.boundary != "" && !l.ended
	}
}

// finish ends the part whose content was read.
func (p *parser) finish() {
	switch p.state {
	case inText:
		p.body()
	case inAttachment:
		p.message.attachments[len(p.message.attachments)-1].size = p.leaf.size.Total()
		if len(p.leaf.text) > 0 {
			p.body()
		}
	}
	p.leaf, p.state = leaf{}, inNothing
}

// body adds the text that was collected.
func (p *parser) body() {
	raw := encoded.Transfer(p.leaf.text, p.leaf.encoding)
	html := p.leaf.kind == "text/html"
	if html && p.leaf.charset == "" {
		p.leaf.charset = pageCharset(raw)
	}
	text := encoded.Charset(raw, p.leaf.charset)
	if html {
		text = encoded.HTML(text)
	}
	aside := p.state == inAttachment
	switch trimmed := strings.TrimSpace(text); {
	case aside:
	case strings.HasPrefix(trimmed, "-----BEGIN PGP SIGNED MESSAGE-----"):
		p.message.kinds["signed"] = true
	case strings.HasPrefix(trimmed, "-----BEGIN PGP MESSAGE-----"):
		p.message.kinds["encrypted"] = true
	}
	p.add(body{text: text, html: html, group: p.leaf.group, aside: aside})
}

func (p *parser) add(b body) { p.message.bodies = append(p.message.bodies, b) }

// end ends the message.
func (p *parser) end() { p.close(0) }

// pageCharset returns the character set that a page states, or "".
func pageCharset(page []byte) string {
	_, after, ok := bytes.Cut(bytes.ToLower(page[:min(len(page), 2048)]), []byte("charset="))
	if !ok {
		return ""
	}
	after = bytes.TrimLeft(after, "\"' ")
	if i := bytes.IndexAny(after, "\"'> ;/"); i >= 0 {
		return string(after[:i])
	}
	return ""
}
