package redact

import "math"

// set is a set of bytes.
type set [256]bool

func newSet(chars string) *set {
	var b set
	for i := 0; i < len(chars); i++ {
		if i+2 < len(chars) && chars[i+1] == '-' {
			for c := int(chars[i]); c <= int(chars[i+2]); c++ {
				b[c] = true
			}
			i += 2
			continue
		}
		b[chars[i]] = true
	}
	return &b
}

var (
	digits    = newSet("0-9")
	hex       = newSet("0-9a-fA-F")
	lowerHex  = newSet("0-9a-f")
	upperNum  = newSet("0-9A-Z")
	lowerNum  = newSet("0-9a-z")
	alnum     = newSet("0-9A-Za-z")
	word      = newSet("0-9A-Za-z_")
	wordDash  = newSet("0-9A-Za-z_-")
	base64    = newSet("0-9A-Za-z+/")
	base64eq  = newSet("0-9A-Za-z+/=")
	dotted    = newSet("0-9A-Za-z_.-")
	dottedEq  = newSet("0-9A-Za-z_.=-")
	base64url = newSet("0-9A-Za-z+/=_-")
	nameSet   = newSet("0-9A-Za-z_.-")
)

// run is where the bytes of a set that begin at i end, at most limit of them.
func run(s string, i int, b *set, limit int) int {
	end := min(len(s), i+limit)
	for i < end && b[s[i]] {
		i++
	}
	return i
}

// runBack is where the bytes of a set that end at i begin, at most limit of them.
func runBack(s string, i int, b *set, limit int) int {
	first := max(0, i-limit)
	for i > first && b[s[i-1]] {
		i--
	}
	return i
}

// boundary reports whether a word can begin at i: nothing stands before it that
// would belong to it. The last letter of an escape ("\n", "\t", "=", "%3D",
// "\x1b[31m") does not.
func boundary(s string, i int) bool {
	if i == 0 || !word[s[i-1]] {
		return true
	}
	return escapeBefore(s, i)
}

func escapeBefore(s string, i int) bool {
	if i == 0 {
		return false
	}
	if i >= 2 && s[i-2] == '\\' && (s[i-1] == 'n' || s[i-1] == 'r' || s[i-1] == 't') {
		return true
	}
	if i >= 6 && s[i-6] == '\\' && s[i-5] == 'u' && run(s, i-4, hex, 4) == i {
		return true
	}
	if i >= 3 && s[i-3] == '%' && run(s, i-2, hex, 2) == i {
		return true
	}
	if s[i-1] == 'm' || s[i-1] == 'K' { // colours of grep
		j := runBack(s, i-1, newlineless, 8)
		return j >= 2 && s[j-1] == '[' && s[j-2] == 0x1b
	}
	return false
}

var newlineless = newSet("0-9;")

// entropy is Shannon's, in bits for each byte.
func entropy(s string) float64 {
	var n [256]int
	for i := range len(s) {
		n[s[i]]++
	}
	e := 0.0
	for _, c := range n {
		if c > 0 {
			p := float64(c) / float64(len(s))
			e -= p * math.Log2(p)
		}
	}
	return e
}

// lineStart is where the line of i begins, by a line end or by the escape of one;
// i-limit, when it begins before that.
func lineStart(s string, i, limit int) (start int, found bool) {
	first := max(0, i-limit)
	for j := i; j > first; j-- {
		switch c := s[j-1]; {
		case c == '\n' || c == '\r':
			return j, true
		case (c == 'n' || c == 'r') && j >= 2 && s[j-2] == '\\':
			return j, true
		}
	}
	return first, first == 0
}

// lineEnd is where the line of i ends, by a line end or by the escape of one.
func lineEnd(s string, i, limit int) int {
	last := min(len(s), i+limit)
	for j := i; j < last; j++ {
		switch s[j] {
		case '\n', '\r':
			return j
		case '\\':
			if j+1 < len(s) && (s[j+1] == 'n' || s[j+1] == 'r') {
				for j > i && s[j-1] == '\\' {
					j--
				}
				return j
			}
		}
	}
	return last
}

// listing is the length of what tools put before a line: "   12\t", "12:",
// "conf/a.yml:12:", "conf/a.yml-12-", "conf/a.yml:".
func listing(line string) int {
	i := run(line, 0, blanks, 16)
	if d := run(line, i, digits, 9); d > i && d < len(line) {
		switch c := line[d]; {
		case c == '\\' && d+1 < len(line) && line[d+1] == 't':
			return d + 2
		case c == '\t', c == ':', c == '-', c == '|':
			return d + 1
		case c == ' ' && d+1 < len(line) && line[d+1] == '|':
			return d + 2
		}
	}
	named := false // what stands there can be the path of a file
	for i := 0; i < len(line) && i < 400; i++ {
		switch c := line[i]; {
		case c == ':' || c == '-':
			d := run(line, i+1, digits, 9)
			if i > 0 && d > i+1 && d < len(line) && line[d] == c {
				return d + 1
			}
			if c == ':' {
				if named && i+1 < len(line) && line[i+1] != '/' && line[i+1] != '\\' {
					return i + 1
				}
				return 0
			}
		case c == '/' || c == '.':
			named = true
		case c <= ' ' || c == '=' || c == '"' || c == '\'' || c == '(' || c == '{' || c == '<' || c == ',':
			return 0
		}
	}
	return 0
}

var (
	blanks  = newSet(" \t")
	hyphens = newSet("-")
)
