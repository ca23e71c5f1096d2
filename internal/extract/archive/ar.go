package archive

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"time"

	"luminos/internal/extract/file"
)

const (
	arHeader    = 60      // bytes of the header of a member
	arNamesMost = 4 << 20 // bytes of the table of long names
)

func isAr(head []byte) bool {
	if len(head) < 8 || string(head[1:8]) != "<arch>\n" && string(head[1:8]) != "<thin>\n" || head[0] != '!' {
		return false
	}
	return len(head) == 8 || len(head) >= 8+arHeader && string(head[8+58:8+60]) == "`\n"
}

// member is a member of an ar archive.
type member struct {
	name     string
	at, size int64
	modified time.Time
}

// ar reads the members of an ar archive (https://manpages.debian.org/deb.5, GNU and BSD names) one after the other.
type ar struct {
	f     *file.File
	at    int64
	thin  bool   // contents are in other files
	names []byte // the table of long names
}

// next returns the next member that is a file. The error is io.EOF at the end.
func (a *ar) next() (member, error) {
	for {
		var b [arHeader]byte
		switch n, err := a.f.ReadAt(b[:], a.at); {
		case n == 0 || n == 1 && b[0] == '\n':
			if err != nil && err != io.EOF {
				return member{}, err
			}
			return member{}, io.EOF
		case n < arHeader:
			return member{}, cutOff(err)
		case string(b[58:]) != "`\n":
			return member{}, errRules
		}
		size, err := strconv.ParseInt(strings.TrimRight(string(b[48:58]), " "), 10, 64)
		if err != nil || size < 0 {
			return member{}, errRules
		}
		m := member{name: strings.TrimRight(string(b[:16]), " "), at: a.at + arHeader, size: size}
		if seconds, err := strconv.ParseInt(strings.TrimSpace(string(b[16:28])), 10, 64); err == nil {
			m.modified = time.Unix(seconds, 0).UTC()
		}
		own := m.name == "/" || m.name == "//" || m.name == "/SYM64/"
		if a.at = m.at; !a.thin || own {
			a.at += size + size&1
			if m.at+size > a.f.Size {
				return member{}, io.ErrUnexpectedEOF
			}
		}
		if m.name == "//" {
			if a.names, err = a.read(m.at, min(size, arNamesMost)); err != nil {
				return member{}, err
			}
		}
		if !own {
			return m, a.rename(&m)
		}
	}
}

func (a *ar) read(at, n int64) ([]byte, error) {
	b := make([]byte, n)
	_, err := io.ReadFull(io.NewSectionReader(a.f, at, n), b)
	return b, cutOff(err)
}

// rename resolves a name that is stored elsewhere: in the table of GNU, or before the content as BSD does.
func (a *ar) rename(m *member) error {
	if long, ok := strings.CutPrefix(m.name, "#1/"); ok {
		n, err := strconv.ParseInt(long, 10, 64)
		if err != nil || n < 0 || n > min(m.size, nameMost) {
			return errRules
		}
		b, err := a.read(m.at, n)
		m.name, m.at, m.size = string(bytes.TrimRight(b, "\x00")), m.at+n, m.size-n
		return err
	}
	if at, ok := strings.CutPrefix(m.name, "/"); ok {
		n, err := strconv.ParseInt(at, 10, 64)
		if err != nil || n < 0 || n >= int64(len(a.names)) {
			return errRules
		}
		line, _, _ := bytes.Cut(a.names[n:min(int64(len(a.names)), n+nameMost)], []byte("\n"))
		m.name = string(line)
	}
	m.name = strings.TrimSuffix(m.name, "/")
	return nil
}

// walkAr passes the members to the listing. In a thin archive they are other files.
func walkAr(f *file.File, l *listing) error {
	l.x.Format = "ar archive"
	a := &ar{f: f, at: 8, thin: string(f.Head[1:7]) == "<thin>"}
	if a.thin {
		l.x.Format = "thin ar archive"
	}
	for first := true; ; first = false {
		m, err := a.next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case first && m.name == "debian-binary":
			return walkDeb(f, l, a)
		}
		e := entry{name: m.name, size: m.size, modified: m.modified}
		if !a.thin {
			e.open = func() (io.Reader, error) { return io.NewSectionReader(f, m.at, m.size), nil }
		}
		if isSymbols(m.name) {
			continue
		}
		if err := l.add(e); err != nil {
			return err
		}
	}
}

// isSymbols reports whether a member of a BSD archive is its table of symbols.
func isSymbols(name string) bool { return strings.HasPrefix(name, "__.SYMDEF") }
