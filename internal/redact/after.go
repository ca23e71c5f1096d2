package redact

import "strings"

const (
	maxTold  = 96 // bytes between a name and the random word that belongs to it
	maxWords = 7  // words between them
)

// strong reports whether v is random, or a word with digits as people make passwords, for a name of class c.
func strong(c class, v string) bool {
	if len(v) < 8 || len(v) > 200 || placeholder(v) || variable(v) || hexNumber(v) || !mixed(v) || wordy(v) && !dated(v) || strings.ContainsAny(v, ",=&") {
		return false
	}
	if n := strings.LastIndexByte(v, ':'); n >= 0 && all(v[n+1:], digits) {
		return false // a host and a port
	}
	return scrambled(v) || dated(v) || (strange(v) > 0 || c == classPassword) && !strings.ContainsAny(v, "/.")
}

// scrambled reports whether letters and digits alternate more often than in names such as NewEd25519Key.
func scrambled(v string) bool {
	sort := func(c byte) int {
		switch {
		case digits[c]:
			return 1
		case c >= 'a':
			return 2
		case c >= 'A':
			return 3
		}
		return 0
	}
	n := 0
	for i := 1; i < len(v); i++ {
		if a, b := sort(v[i-1]), sort(v[i]); a != b && (a != 3 || b != 2) && a > 0 && b > 0 {
			n++
		}
	}
	return n >= 2 && n*5 >= len(v)
}

// after returns the place of the first word after the name s[from:i] that is random, as in "password 7 0A12…", "the token
// for CI is x" and <td>Password</td> <td>x</td>. Other words, signs of assignment and marks of a document can be between.
func (p *pass) after(c class, from, i int) (piece, bool) {
	s, end := p.s, min(len(p.s), i+maxTold)
	if b := runBack(s, from, word, maxName); b == from && from > 0 && s[from-1] == ' ' && c < classSecret { // "public key", "page token"
		if b = runBack(s, from-1, word, maxName); classify(s[b:from-1]+"_"+s[from:i]) == classNone {
			return piece{}, false
		}
	}
	if i >= end || strings.HasSuffix(s[:from], "/") || strings.HasSuffix(s[:from], "if ") || strings.IndexByte(" \t:<\"'`*)]&", s[i]) < 0 && s[i] < 0x80 {
		return piece{}, false
	}
	p.looked += maxTold
	assigned := from > 0 && (s[from-1] == '"' || s[from-1] == '\'') && s[i] == ' ' // "Token x"
	for range maxWords {
		if i = skipMarks(s, i, end); i >= end {
			return piece{}, false
		}
		k := run(s, i, toldSet, min(maxInfo, len(s)-i))
		if n := run(s, i, beyond, k-i); n < k {
			i = n // the value is after a word of an alphabet that has no blanks
		}
		v := strings.TrimRight(s[i:run(s, i, visible, k-i)], ".,;:!?)*_")
		if strings.HasPrefix(s[i+len(v):], "!") {
			v += "!"
		}
		ends := k == len(s) || strings.IndexByte("([{", s[k]) < 0
		switch {
		case !ends:
		case c > classKey && strong(c, v) && (assigned || !all(v, lowerHex) || len(v) == 32), c == classPin && all(v, digits) && judge(c, v):
			return piece{i, i + len(v)}, true
		case c == classKey && (assigned && judge(c, v) || len(v) >= 10 && s[i-1] == ' ' && all(v, alnum) && threeSorts(v) && strong(c, v) && (i+len(v) == len(s) || s[i+len(v)] <= ' ')):
			return piece{i, i + len(v)}, true
		case c == classPassword && len(v) >= 8 && all(v, wordDash) && garbled(v) && (k == len(s) || s[k] < ' '):
			return piece{i, i + len(v)}, true
		}
		if !ends || k == i || strings.HasPrefix(s[i:k], "==") || s[i] == '-' || v == "" && strings.ContainsAny(s[i:k], ".,;") || strings.ContainsAny(v, ",;") || strings.ContainsAny(v, numerals) && len(v) > 2 && !known[v] || len(v) < k-i && strings.IndexByte(".;?!", s[i+len(v)]) >= 0 {
			return piece{}, false
		}
		assigned = strings.HasSuffix(s[i:k], ":") || strings.HasSuffix(s[i:k], "=")
		i = k
	}
	return piece{}, false
}

// toldSet are the bytes of a word of a text.
var toldSet = except(" \t\r\n<>\"'`(){}[]|\\")

var beyond = newSet("\x80-\xff")

// skipMarks returns the first position from i on that is no blank, no quote and no mark of HTML or Markdown. After an
// element of HTML a line can end.
func skipMarks(s string, i, end int) int {
	tag := false
	for i < end {
		switch {
		case strings.IndexByte(" \t\"'`*", s[i]) >= 0, tag && s[i] < ' ':
			i++
		case strings.HasPrefix(s[i:], "&nbsp;"):
			i += len("&nbsp;")
		case s[i] == '<' && i+1 < end && (letters[s[i+1]] || s[i+1] == '/'):
			n := strings.IndexAny(s[i:end], ">\r\n")
			if n < 0 || s[i+n] != '>' {
				return end
			}
			tag = true
			i += n + 1
		default:
			return i
		}
	}
	return i
}
