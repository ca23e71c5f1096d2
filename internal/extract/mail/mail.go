// Package mail reads messages of mail: single files, also of Apple Mail, messages of a Maildir, and mailboxes (mbox).
package mail

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/extract/file"
	"luminos/internal/lazyregexp"
)

// Reader reads messages (RFC 5322, MIME) and mailboxes. It splits mailboxes as Python's mailbox.mbox does: at each line
// that begins with "From ".
var Reader = file.Reader{Name: "mail", Version: 5, Reads: reads, Read: read}

// aloneFormat is the format of a file that is one message.
const aloneFormat = "E-mail message"

// postmark begins the line before each message of a mailbox.
const postmark = "From "

func reads(f *file.File) bool {
	switch f.Path.Ext() {
	case ".eml", ".emlx", ".mbox", ".mbx":
		return len(f.Head) == 0 || beginsMail(f.Head)
	}
	return f.ID.MIME == "message/rfc822" || f.ID.MIME == "application/mbox" ||
		(f.ID.Language == "" || f.ID.Language == "Text") && beginsMailbox(f.Head) ||
		content.IsMessage(f.Path) && (len(f.Head) == 0 || beginsMail(f.Head))
}

// beginsMail reports whether a file begins with a field of a header or a postmark, perhaps after empty lines, a byte
// order mark or the number that Apple Mail writes.
func beginsMail(head []byte) bool {
	head = bytes.TrimLeft(head, "\xef\xbb\xbf\r\n\t ")
	if number, rest, ok := bytes.Cut(head, []byte("\n")); ok && isNumber(number) {
		head = rest
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.HasPrefix(line, []byte(postmark)) || bytes.HasPrefix(line, []byte(">"+postmark)) || isField(line)
}

// envelope matches a postmark with a time. The mark of a patch of git has a digest.
var envelope = lazyregexp.Lazy(`^From [^ \n]+ +[A-Z][a-z]{2} [A-Z][a-z]{2} .*\d\d:\d\d[^\n]*\n`)

// beginsMailbox reports whether a file begins with a postmark and a field of a header.
func beginsMailbox(head []byte) bool {
	mark := envelope().Find(head[:min(len(head), 1000)])
	digest, _, _ := bytes.Cut(bytes.TrimPrefix(mark, []byte(postmark)), []byte(" "))
	line, _, _ := bytes.Cut(head[len(mark):], []byte("\n"))
	return len(mark) > 0 && len(digest) != 40 && isField(line)
}

// isNumber reports whether a line is a number, as the first line of a message of Apple Mail.
func isNumber(line []byte) bool {
	_, err := strconv.ParseUint(string(bytes.TrimSpace(line[:min(len(line), 30)])), 10, 63)
	return err == nil
}

func read(f *file.File, x *luminos.Extraction) error {
	s := &summary{file: f, x: x, text: file.NewText(f, x)}
	from := f.Reader()
	l := newLines(from, loneReturns(f.Head))
	var err error
	switch {
	case isMailbox(f):
		x.Format = "Mailbox (mbox)"
		named := f.Path.Ext() == ".mbox" || f.Path.Ext() == ".mbx"
		err = s.mailbox(l, !named)
	case f.Path.Ext() == ".emlx":
		x.Format = "Message of Apple Mail (emlx)"
		err = s.apple(from)
	default:
		x.Format = aloneFormat
		s.flags = flagsOf(f.Path)
		err = s.alone(l)
	}
	s.done()
	return err
}

// isMailbox reports whether a file is a mailbox, also of one message.
func isMailbox(f *file.File) bool {
	switch f.Path.Ext() {
	case ".mbox", ".mbx":
		return true
	case ".eml", ".emlx":
		return false
	}
	return !content.IsMessage(f.Path) &&
		(f.ID.MIME == "application/mbox" || bytes.HasPrefix(f.Head, []byte(postmark)))
}

// mailbox reads the messages of a mailbox, one after the other. If lone is set, a file of one message counts as a
// message.
func (s *summary) mailbox(l *lines, lone bool) error {
	var p *parser
	n := 0
	for {
		line, first, err := l.next()
		if errors.Is(err, io.EOF) {
			err = nil
			if p == nil {
				err = errors.New("no line begins a message")
			}
			if lone && n == 1 {
				s.single, s.x.Format = true, aloneFormat
			}
			s.end(p, n)
			return err
		}
		if err != nil {
			s.end(p, n)
			return err
		}
		if first && bytes.HasPrefix(line, []byte(postmark)) {
			s.end(p, n)
			p = newParser()
			n++
			continue
		}
		if p != nil { // text before the first postmark is in no message
			p.line(line, first)
		}
	}
}

// alone reads a file that is one message.
func (s *summary) alone(l *lines) error {
	p := newParser()
	for {
		line, first, err := l.next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			s.single = true
			if len(p.message.header) == 0 && err == nil {
				return errors.New("it has no header")
			}
			s.end(p, 1)
			return err
		}
		p.line(line, first)
	}
}

// apple reads a message of Apple Mail: a line with its length, the message, and a property list with flags.
func (s *summary) apple(r *io.SectionReader) error {
	var head [32]byte
	n, _ := r.ReadAt(head[:], 0)
	number, _, ok := bytes.Cut(head[:n], []byte("\n"))
	length, err := strconv.ParseInt(string(bytes.TrimSpace(number)), 10, 63)
	at := int64(len(number)) + 1
	if !ok || err != nil || length < 0 {
		return s.alone(newLines(r, false)) // some programs give this name to ordinary messages
	}
	if length > r.Size()-at {
		s.x.Fail(luminos.ExtractDamaged, "it is shorter than it states")
		length = r.Size() - at
	}
	s.flags = appleFlags(io.NewSectionReader(r, at+length, r.Size()-at-length))
	return s.alone(newLines(io.NewSectionReader(r, at, length), false))
}

// plistMost bounds the property list after a message of Apple Mail, which has a few hundred bytes.
const plistMost = 64 << 10

// appleFlags returns the flags in the property list after a message: "read" or "unread". It is "" without flags.
func appleFlags(r io.Reader) string {
	b, err := io.ReadAll(io.LimitReader(r, plistMost))
	if err != nil {
		return ""
	}
	_, after, ok := strings.Cut(string(b), "<key>flags</key>")
	after, ok2 := strings.CutPrefix(strings.TrimSpace(after), "<integer>")
	digits, _, ok3 := strings.Cut(after, "<")
	flags, err := strconv.ParseUint(digits, 10, 64)
	switch {
	case !ok || !ok2 || !ok3 || err != nil:
		return ""
	case flags&1 == 0:
		return unread
	}
	return "read"
}

// unread is the flag of a message that was not opened.
const unread = "unread"

// flagsOf returns the flag in the name of a message of a Maildir, "read" or "unread", or "" for another file.
func flagsOf(p luminos.Path) string {
	if !content.IsMessage(p) {
		return ""
	}
	_, flags, _ := strings.Cut(p.Base(), ":2,")
	if p.Dir().Base() == "new" || !strings.Contains(flags, "S") {
		return unread
	}
	return "read"
}
