package redact

import (
	"math"
	"strings"
)

// set is a set of byte values: the value c is in it if element c is true.
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
	noDigits  = except(numerals)
	hex       = newSet("0-9a-fA-F")
	letters   = newSet("A-Za-z")
	lowerHex  = newSet("0-9a-f")
	upperNum  = newSet("0-9A-Z")
	lowerNum  = newSet("0-9a-z")
	alnum     = newSet("0-9A-Za-z")
	word      = newSet("0-9A-Za-z_")
	wordDash  = newSet("0-9A-Za-z_-")
	base64std = newSet("0-9A-Za-z+/")
	base64eq  = newSet("0-9A-Za-z+/=")
	dotted    = newSet("0-9A-Za-z_.-")
	dottedEq  = newSet("0-9A-Za-z_.=-")
	base64any = newSet("0-9A-Za-z+/=_-") // both alphabets of RFC 4648, and padding
	nameSet   = newSet("0-9A-Za-z_.-")
	blanks    = newSet(" \t")
	hyphens   = newSet("-")

	backslashes = newSet(`\`)

	visible = newSet("!-~")
	equals  = newSet("=")
	colours = newSet("0-9;") // the numbers of an escape sequence
)

// run returns the end of the run that begins at s[i]: at most limit bytes, all of them in the set b.
func run(s string, i int, b *set, limit int) int {
	end := min(len(s), i+limit)
	for i < end && b[s[i]] {
		i++
	}
	return i
}

// except returns the set of all byte values that do not occur in chars.
func except(chars string) *set {
	b := newSet("\x00-\xff")
	for i := range len(chars) {
		b[chars[i]] = false
	}
	return b
}

// all reports whether each byte of s is in the set b.
func all(s string, b *set) bool { return run(s, 0, b, len(s)) == len(s) }

// runBack returns the beginning of the run of bytes of b that ends at i, at most limit bytes back.
func runBack(s string, i int, b *set, limit int) int {
	first := max(0, i-limit)
	for i > first && b[s[i-1]] {
		i--
	}
	return i
}

// boundary reports whether a word can begin at i: the byte before i does not belong to the word. The last letter of an
// escape (\n, \t, \u003d, %3D, colours of terminals) does not belong to it.
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
		j := runBack(s, i-1, colours, 8)
		return j >= 2 && s[j-1] == '[' && s[j-2] == 0x1b
	}
	return false
}

// entropy returns the Shannon entropy of s in bits per byte.
func entropy(s string) float64 {
	if s == "" {
		return 0
	}
	var counts [256]uint16
	sum := 0.0 // the sum of n·log n over all counts
	for i := range len(s) {
		n := counts[s[i]]
		counts[s[i]]++
		if int(n)+1 < len(weights) {
			sum += weights[n+1] - weights[n]
		} else {
			sum += weight(int(n)+1) - weight(int(n))
		}
	}
	return math.Log2(float64(len(s))) - sum/float64(len(s))
}

func weight(n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(n) * math.Log2(float64(n))
}

// weights are the weights of small counts. Without the table, logarithms would take most
// of the time of entropy.
var weights = func() (w [64]float64) {
	for n := range w {
		w[n] = weight(n)
	}
	return w
}()

// listing returns the length of the prefix that tools add to a line: "   12\t", "12:",
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
	named := false // the prefix can be the path of a file
	for i := 0; i < len(line) && i < maxListing; i++ {
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

// mixed reports whether s contains at least one digit and one ASCII letter.
func mixed(s string) bool {
	return strings.ContainsAny(s, numerals) && strings.ContainsFunc(s, func(r rune) bool { return r < 0x80 && letters[byte(r)] })
}

// threeSorts reports whether s contains lower case letters, upper case letters and digits.
func threeSorts(s string) bool {
	return strings.ContainsAny(s, numerals) && strings.ToLower(s) != s && strings.ToUpper(s) != s
}

// threeSortsAlone reports whether [threeSorts] holds for s, and s has no "__".
func threeSortsAlone(s string) bool { return threeSorts(s) && !strings.Contains(s, "__") }

const numerals = "0123456789"
