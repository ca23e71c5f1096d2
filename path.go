package luminos

import (
	"path"
	"strings"
	"unicode/utf8"
)

// Path is the name of an entry of the target: slash-separated, relative, and always
// valid UTF-8. "." is the target itself. Bytes of a file name that are not UTF-8 are
// written as \xHH, so that two names that differ only there stay different in maps, in
// JSON and on the screen. [PathFromOS] makes a Path; [Path.OS] returns the file name.
//
// A Path can contain control characters and bidi marks, as file names can. Quote it
// before you print it.
type Path string

// Root is the target itself.
const Root Path = "."

// PathFromOS returns the Path of a slash-separated file name from the operating system. It writes
// each byte that is not UTF-8 as \xNN, and a backslash of the name that would look like such an
// escape as \x5c. Other names are unchanged.
func PathFromOS(name string) Path {
	if utf8.ValidString(name) && !strings.Contains(name, `\x`) {
		return Path(name)
	}
	const hex = "0123456789abcdef"
	var b strings.Builder
	escape := func(c byte) { b.WriteString(`\x`); b.WriteByte(hex[c>>4]); b.WriteByte(hex[c&15]) }
	for i := 0; i < len(name); {
		if isEscape(name[i:]) { // a backslash of the name that would read as an escape
			escape('\\')
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(name[i:])
		if r == utf8.RuneError && n == 1 {
			escape(name[i])
		} else {
			b.WriteString(name[i : i+n])
		}
		i += n
	}
	return Path(b.String())
}

// OS returns the file name of p. It is the inverse of [PathFromOS].
func (p Path) OS() string {
	s := string(p)
	if !strings.Contains(s, `\x`) {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if isEscape(s[i:]) {
			b = append(b, unhex(s[i+2])<<4|unhex(s[i+3]))
			i += 3
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// isEscape reports whether s begins with an escape \xhh whose digits hh are in lower case.
func isEscape(s string) bool {
	return len(s) >= 4 && s[0] == '\\' && s[1] == 'x' && isHex(s[2]) && isHex(s[3])
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c - 'a' + 10
}

// Dir returns the directory that holds p. For a top-level name and for "." it returns
// ".". The result shares the memory of p, so a walk up to the root allocates nothing.
func (p Path) Dir() Path {
	switch i := strings.LastIndexByte(string(p), '/'); i {
	case -1:
		return Root
	case 0:
		return "/"
	default:
		return p[:i]
	}
}

// Base returns the last element of p.
func (p Path) Base() string { return path.Base(string(p)) }

// Ext returns the extension of p in lower case with its dot, or "". It returns "" for
// a name that begins with its only dot (".gitignore").
func (p Path) Ext() string {
	base := p.Base()
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		return strings.ToLower(base[i:])
	}
	return ""
}

// Join returns the clean path of the given elements below p.
func (p Path) Join(elem ...string) Path {
	return Path(path.Join(append([]string{string(p)}, elem...)...))
}

// Depth returns the number of elements of p, 0 for ".".
func (p Path) Depth() int {
	if p == Root || p == "" {
		return 0
	}
	return strings.Count(string(p), "/") + 1
}

// Common returns the nearest directory at or above both p and q: it is p if q lies below p.
func (p Path) Common(q Path) Path {
	for !q.Within(p) {
		p = p.Dir()
	}
	return p
}

// CompareTree compares p and q in the order of a walk: a directory comes directly before everything below it.
func (p Path) CompareTree(q Path) int {
	switch {
	case p == q:
		return 0
	case p == Root:
		return -1
	case q == Root:
		return 1
	}
	n := 0
	for n < min(len(p), len(q)) && p[n] == q[n] {
		n++
	}
	rank := func(s Path) int {
		switch {
		case n == len(s):
			return 0
		case s[n] == '/':
			return 1
		}
		return 2 + int(s[n])
	}
	return rank(p) - rank(q)
}

// Within reports whether p is dir or lies below it.
func (p Path) Within(dir Path) bool {
	if dir == Root || p == dir {
		return true
	}
	return len(p) > len(dir) && p[len(dir)] == '/' && p[:len(dir)] == dir
}

// Below returns the path p within the directory dir as a path relative to dir.
func (p Path) Below(dir Path) Path {
	switch {
	case p == dir:
		return Root
	case dir == Root:
		return p
	}
	return p[len(dir)+1:]
}
