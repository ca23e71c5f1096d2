package fsserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/mcpext"
	"luminos/internal/tool"
	"luminos/internal/words"
)

const (
	readDefault = 500
	readMax     = 2000
	// lineMax is the least number of bytes shown of a longer line. If few lines are asked
	// for, more is shown of each; a line alone may fill the result.
	lineMax = 2000
	// countMax is the number of further bytes that are read only to count lines.
	countMax = 1 << 20
)

type readInput struct {
	Path   string `json:"path" jsonschema:"the file, relative to the target"`
	Offset int    `json:"offset,omitempty" jsonschema:"number of the first line wanted, from 1; 1 unless given"`
	Limit  int    `json:"limit,omitempty" jsonschema:"at most so many lines; 2000 at most. Unless given 500, and the rest of the file if that is less than 100 lines"`
	Stored bool   `json:"stored,omitempty" jsonschema:"the stored lines of a notebook instead of its cells"`
}

func (s *server) readTool() tool.Tool {
	return tool.New[readInput, mcpext.FileText]("read_file", "Read a file",
		"Reads lines of a text file, in any usual encoding: each line as its number, a tab and its text. "+
			"A result holds 64 KiB of text at most, lines longer than 2,000 bytes are cut, and the last line says how to go on. "+
			"Characters that cannot be seen are written as \\x1b or \\u202e. "+
			"Documents, mail, notebooks, tables and archives are read as their text, part by part ([page 3], [sheet A]), "+
			"or as a list of their contents. Of another file that is not text it says what it is: type, size, "+
			"dimensions of a picture.", s.read)
}

func (s *server) read(ctx context.Context, in readInput) (tool.Result, error) {
	const what = "reading"
	n, err := s.find(ctx, in.Path)
	if err != nil {
		return s.cannot(ctx, what, in.Path, err)
	}
	switch {
	case n.Kind != luminos.KindFile:
		return notFile(what, n), nil
	case in.Offset < 0 || in.Limit < 0:
		return tool.Failure("%s %s: offset is %d and limit %d; lines count from 1, and both can be left out", what, show(n.Path), in.Offset, in.Limit), nil
	}
	if r, ok, err := s.readMember(ctx, in, n); ok || err != nil {
		return r, err
	}
	head, err := s.root.Read(ctx, n.Path, 0, content.EncodingHead)
	if err != nil {
		return s.cannot(ctx, what, in.Path, err)
	}
	id, enc := content.Identify(n.Path, false, head), content.EncodingOf(head)
	data := mcpext.FileText{Path: string(n.Path), Size: n.Size, MIME: id.MIME}
	switch {
	case len(head) == 0:
		data.EOF = true
		return tool.Result{Text: show(n.Path) + " is empty: it has no lines\n", Data: data}, nil
	}
	binary := enc == content.Binary || !id.Text
	// Markup and encodings of other formats can hide a secret from the masks.
	stored := in.Stored && n.Path.Ext() == ".ipynb"
	if !stored && (binary || content.ReadByExtraction(n.Path, id)) {
		if r, err := s.readExtracted(ctx, in, data); r.Text != "" || err != nil {
			return r, err
		}
	}
	if binary {
		return tool.Result{Text: s.binary(ctx, n, id, head), Data: data}, nil
	}
	data.Encoding = string(enc)
	p := in.page(data)
	p.about = append(p.about, id.Language)
	if enc != "us-ascii" && enc != "utf-8" {
		p.about = append(p.about, string(enc))
	}
	known := s.marks.of(n)
	p.lines = newLines(s.root, n.Path, enc, known.before(p.offset), known)
	r, err := p.result(ctx)
	if err != nil {
		return s.cannot(ctx, what, in.Path, err)
	}
	return r, nil
}

// page returns the page that is asked for, without its lines.
func (in readInput) page(data mcpext.FileText) page {
	p := page{data: data, offset: max(in.Offset, 1), limit: readDefault, rest: readDefault / 5, size: data.Size}
	p.about = []string{words.Bytes(data.Size)}
	if in.Limit > 0 {
		p.limit, p.rest = min(in.Limit, readMax), 0
	}
	return p
}

// page is a part of a text file that is to be a result.
type page struct {
	data          mcpext.FileText
	size          int64    // bytes of the text
	about         []string // the statements of the first line, from the size; "" is left out
	offset, limit int
	rest          int // the page includes the rest of the file if it has fewer lines than that
	lines         *lines

	text      strings.Builder
	cut       int // lines that were cut
	rewritten bool
	total     int // lines of the file; 0 if unknown
	broken    bool
}

func (p *page) result(ctx context.Context) (tool.Result, error) {
	path := luminos.Path(p.data.Path)
	ok, err := p.lines.skip(ctx, p.offset)
	switch {
	case errors.Is(err, errScanned) && p.lines.line > 1:
		return tool.Failure("reading %s: line %d is further down than one call reads; line %d is as far as this one came: ask for offset %[3]d, and again for %[2]d",
			show(path), p.offset, p.lines.line), nil
	case errors.Is(err, errScanned):
		return tool.Failure("reading %s: its first line is longer than %s, and no other can be reached", show(path), words.Bytes(scanMax)), nil
	case err != nil:
		return tool.Result{}, err
	case !ok:
		return p.beyond(), nil
	}
	if err := p.fill(ctx); err != nil {
		return tool.Result{}, err
	}
	if p.data.LastLine == 0 && !p.broken {
		return p.beyond(), nil
	}
	if err := p.count(ctx); err != nil {
		return tool.Result{}, err
	}
	return tool.Result{Text: p.head() + p.text.String() + p.foot(), Data: p.data}, nil
}

func (p *page) beyond() tool.Result {
	return tool.Failure("reading %s: it has %s, so there is no line %d", show(luminos.Path(p.data.Path)), words.Plural(p.lines.line-1, "line"), p.offset)
}

// fill adds lines of the file to the page until the limit on lines or on bytes is reached, or
// the file ends. It adds a short rest of the file, too, which is not worth another call.
func (p *page) fill(ctx context.Context) error {
	if err := p.take(ctx, p.limit); err != nil || p.data.LastLine-p.data.FirstLine+1 < p.limit || p.data.EOF || p.broken {
		return err
	}
	data, text, cut, rewritten := p.data, p.text.String(), p.cut, p.rewritten
	if err := p.take(ctx, p.rest); err != nil || p.data.EOF {
		return err
	}
	p.data, p.cut, p.rewritten, p.broken = data, cut, rewritten, false
	p.text.Reset()
	p.text.WriteString(text)
	return nil
}

// take adds at most n lines of the file to the page. If it does not reach the end of the file, it sets the number of the
// line that is next.
func (p *page) take(ctx context.Context, n int) error {
	keep := max(lineMax, maxText/p.limit)
	if p.limit == 1 {
		keep = maxText
	}
	for range n {
		number := p.lines.line
		b, length, ok, err := p.lines.scan(ctx, keep)
		p.broken = errors.Is(err, errScanned)
		switch {
		case p.broken && len(b) > 0 && p.text.Len() == 0:
		case p.broken:
			p.data.NextOffset = number
			return nil
		case err != nil:
			return err
		case !ok:
			p.data.EOF, p.data.NextOffset, p.total = true, 0, number-1
			return nil
		}
		text, rewritten := visible(decode(b, p.lines.enc, int64(len(b)) < length))
		shown := cutText(text, keep)
		if int64(len(b)) < length || len(shown) < len(text) {
			shown += fmt.Sprintf(" [cut: this line has %s]", words.Plural(length, "byte"))
			p.cut++
		}
		if p.text.Len() > 0 && p.text.Len()+len(shown) > maxText {
			p.data.NextOffset = number
			return nil
		}
		p.rewritten = p.rewritten || rewritten
		if p.text.Len() == 0 {
			p.data.FirstLine = number
		}
		p.data.LastLine = number
		p.text.WriteString(strconv.Itoa(number) + "\t" + shown + "\n")
		if p.broken {
			return nil
		}
	}
	p.data.NextOffset = p.lines.line
	return nil
}

// count sets the number of lines of the file, and notes if the page ends with the last one. It
// reads on for that only if at most countMax bytes are left; else the number stays unknown.
func (p *page) count(ctx context.Context) error {
	if p.data.EOF || p.broken || p.size-p.lines.at > countMax {
		return nil
	}
	for {
		_, _, ok, err := p.lines.scan(ctx, 0)
		if errors.Is(err, errScanned) { // the file grew
			return nil
		}
		if err != nil {
			return err
		}
		if !ok {
			break
		}
	}
	p.total = p.lines.line - 1
	if p.data.LastLine == p.total {
		p.data.EOF, p.data.NextOffset = true, 0
	}
	return nil
}

func (p *page) head() string {
	var about []string
	for _, s := range p.about {
		if s != "" {
			about = append(about, s)
		}
	}
	of := ""
	if p.total > 0 {
		of = " of " + strconv.Itoa(p.total)
	}
	return fmt.Sprintf("%s (%s), lines %d to %d%s\n", show(luminos.Path(p.data.Path)), strings.Join(about, ", "), p.data.FirstLine, p.data.LastLine, of)
}

// foot returns the last line of a page: the missing part and how to get it.
func (p *page) foot() string {
	var notes []string
	switch {
	case p.broken && p.data.NextOffset == 0:
		notes = append(notes, fmt.Sprintf("line %d goes on for more than %s; what follows it cannot be reached by lines", p.data.LastLine, words.Bytes(scanMax)))
	case !p.data.EOF && p.total > 0:
		notes = append(notes, fmt.Sprintf("%s more: pass offset %d", words.Plural(p.total-p.data.LastLine, "line"), p.data.NextOffset))
	case !p.data.EOF:
		notes = append(notes, fmt.Sprintf("the file goes on: pass offset %d", p.data.NextOffset))
	}
	switch {
	case p.cut > 0 && p.limit == 1:
		notes = append(notes, "search_files shows what is around a word further along in this line")
	case p.cut > 0:
		notes = append(notes, fmt.Sprintf("long lines were cut; with its number as offset and limit 1, %s of one are shown", words.Bytes(maxText)))
	}
	if p.rewritten {
		notes = append(notes, `characters that cannot be seen are written as \x1b or \u202e`)
	}
	if len(notes) == 0 {
		return ""
	}
	return "[" + strings.Join(notes, "; ") + "]\n"
}
