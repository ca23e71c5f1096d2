package archive

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/extract/file"
)

const (
	chunk     = 256 << 10 // bytes of text that are decoded at once, up to a line end
	utf16Most = 16 << 20  // bytes of a text in UTF-16, which is decoded as a whole
)

// walkCompressed reads a file that is one compressed stream: an archive, a text, or other data.
func walkCompressed(f *file.File, l *listing) error {
	c := codecOf(f.Head, f.Path)
	if c.name == "gzip" {
		gzipHeader(f, l.x)
	}
	b, err := c.inflated(f, f.Reader())
	if err != nil {
		l.x.Format = "data, compressed by " + c.name
		l.unit = "unpacked byte"
		return err
	}
	in := bufio.NewReaderSize(b, content.EncodingHead)
	head, err := in.Peek(content.EncodingHead)
	if err == io.EOF {
		err = nil
	}
	switch {
	case isTar(head) || isBlank(head) && f.Path.Ext() == ".tgz":
		l.x.Format = "tar archive, compressed by " + c.name
		return walkTar(in, l)
	case cpioForm(head) != nil:
		l.x.Format = "cpio archive, compressed by " + c.name
		return walkCpio(in, l)
	}
	l.unit = "unpacked byte"
	return single(f, l, c, in, head, err)
}

// single reads a stream that is no archive. The error is the error of the read of its head.
func single(f *file.File, l *listing, c *codec, in io.Reader, head []byte, err error) error {
	id := content.Identify(innerName(f.Path), false, head)
	enc := content.EncodingOf(head)
	kind := "data"
	if id.Text && enc != content.Binary && (len(head) > 0 || err == nil) {
		kind = "text"
	}
	l.x.Format = kind + ", compressed by " + c.name
	if len(head) > 0 {
		l.x.Set("type", id.MIME)
		l.x.Set("language", id.Language)
	}
	if l.visit != nil {
		name := clean(innerName(f.Path).Base())
		return l.visit(entry{name: name, size: -1, open: func() (io.Reader, error) { return in, nil }})
	}
	member := inner{l: l, in: &tally{r: in}, encoding: enc}
	var failed error
	if kind == "text" {
		failed = member.text(f)
	} else {
		_, failed = io.Copy(io.Discard, member.in)
	}
	l.unpacked = member.in.n
	l.x.Add("unpacked bytes", l.unpacked)
	if errors.Is(failed, file.ErrTooLarge) && l.unpacked >= inflateMost {
		l.x.Limit("only the first 512 MiB were unpacked")
	}
	if failed == nil {
		failed = err
	}
	return failed
}

// innerName returns the name of a file without the extension that its compression added.
func innerName(p luminos.Path) luminos.Path {
	if ext := p.Ext(); ext != "" {
		return p[:len(p)-len(ext)]
	}
	return p
}

// gzipHeader sets the name, the comment and the time that the header of a gzip file states.
func gzipHeader(f *file.File, x *luminos.Extraction) {
	z, err := gzip.NewReader(bytes.NewReader(f.Head))
	if err != nil {
		return
	}
	x.Set("name", string(luminos.PathFromOS(z.Name)))
	x.Set("comment", z.Comment)
	if !z.ModTime.IsZero() && z.ModTime.Unix() > 0 {
		x.Set("modified", z.ModTime.UTC().Format(time.DateOnly))
	}
}

// tally counts the bytes of a stream.
type tally struct {
	r io.Reader
	n int64
}

func (t *tally) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.n += int64(n)
	return n, err
}

// inner is a compressed text.
type inner struct {
	l        *listing
	in       *tally
	encoding content.Encoding
}

// text passes the text of the stream to the extraction, chunk by chunk.
func (m inner) text(f *file.File) error {
	t := file.NewText(f, m.l.x)
	t.Part("text")
	defer t.Done()
	size := chunk
	if m.encoding == content.UTF16LE || m.encoding == content.UTF16BE {
		size = utf16Most
	}
	var rest []byte
	lines, open := int64(0), false
	for {
		b, err := io.ReadAll(io.LimitReader(m.in, int64(size-len(rest))))
		b = append(rest, b...)
		cut := len(b)
		if cut == size && size == chunk {
			cut = lastBreak(b)
		}
		text := content.Decode(b[:cut], m.encoding)
		lines += int64(strings.Count(text, "\n"))
		if text != "" {
			open = !strings.HasSuffix(text, "\n")
		}
		t.Add(text)
		rest = bytes.Clone(b[cut:])
		if err == nil && len(b) == size && size == chunk {
			continue
		}
		if err == nil && len(b) == utf16Most {
			m.l.x.Limit("only the first 16 MiB of a text in UTF-16 were read")
			_, err = io.Copy(io.Discard, m.in)
		}
		if open {
			lines++
		}
		m.l.x.Add("lines", lines)
		return err
	}
}

// lastBreak returns the length of the whole lines in b, or of its whole characters if it has no line end.
func lastBreak(b []byte) int {
	if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
		return i + 1
	}
	for n := 1; n < utf8.UTFMax; n++ {
		if utf8.RuneStart(b[len(b)-n]) {
			if !utf8.FullRune(b[len(b)-n:]) {
				return len(b) - n
			}
			break
		}
	}
	return len(b)
}
