package redact

import (
	"strings"
	"unicode/utf8"
)

// plainText is a text without disguises, and where its bytes come from.
type plainText struct {
	text []byte
	from []int // offsets in the text with disguises; one more than bytes
}

// Bytes before and after a sign of disguise that are searched again.
const (
	beforeSign = 160
	afterSign  = 320
)

// disguised returns the secrets that are hidden by the way in which they are written: letters as escapes, marks
// without width, letters of other alphabets that look like Latin ones, and strings in parts ("hunt" + "er2"). Only the
// text around such a sign is searched again, if a word of a rule is in it.
func disguised(s string) []span {
	var found []span
	var names *[64]looked
	for i := sign(s, 0); i >= 0; {
		first := i - min(i, beforeSign)
		if n := strings.LastIndexByte(s[first:i], '\n'); n >= 0 {
			first += n + 1
		}
		last, next := i, i
		for next >= 0 && next-last <= beforeSign && next-first <= maxBlock {
			last = next
			next = sign(s, last+1)
		}
		stop := min(len(s), last+afterSign)
		stop = min(lineBreak(s, stop), stop+maxArea) // not in the middle of a value
		for next >= 0 && next < stop {
			next = sign(s, stop)
		}
		p := undisguise(s[first:stop])
		f := newFinder(string(p.text))
		f.settings.names = names
		f.find()
		names = f.settings.names
		for _, v := range f.settle() {
			found = p.original(found, v, first)
		}
		i = next
	}
	return found
}

// original adds to found the parts of the disguised text, which begins at offset, from which the span v of the plain
// text p was made.
func (p plainText) original(found []span, v span, offset int) []span {
	for i := v.start; i < v.end; {
		j := i + 1
		for j < v.end && p.from[j] == p.from[j-1]+1 {
			j++
		}
		found = append(found, span{piece: piece{offset + p.from[i], offset + p.from[j-1] + 1}, kind: v.kind, more: i > v.start, weak: true})
		i = j
	}
	return found
}

// sign returns the first position from at on where a disguise may begin, or -1: an escaped letter or line end, a
// letter that looks like a Latin one, or the joint of two strings.
func sign(s string, at int) int {
	for i := at; i < len(s); i++ {
		if !signSet[s[i]] {
			continue
		}
		switch c := s[i]; {
		case c == '\\':
			if _, n := letterOf(s[i:]); n > 0 || continued(s, i) {
				return i
			}
		case c >= 0x80:
			if _, n := lookAlike(s, i); n > 0 {
				return i
			}
		case joint(s, i) > 0:
			return i
		}
	}
	return -1
}

// signSet are the bytes at which a disguise can begin: of the characters beyond ASCII, the first bytes of marks without
// width, of wide letters, and of Greek and Cyrillic.
var signSet = newSet("\\\"'`\xc2\xce\xcf\xd0\xd1\xd2\xd4\xe2\xef")

// undisguise returns s with letters in place of escapes and of letters that look alike, and with parts of strings
// joined. The result also holds the offset in s of each byte.
func undisguise(s string) plainText {
	p := plainText{make([]byte, 0, len(s)), make([]int, 0, len(s)+1)}
	for i := 0; i < len(s); {
		c, n := s[i], 1
		switch {
		case c == '\\':
			if e, k := letterOf(s[i:]); k > 0 {
				p.text, p.from = append(p.text, e), append(p.from, i)
				i += k
				continue
			}
			if continued(s, i) {
				i += 2
				continue
			}
		case c == '"' || c == '\'' || c == '`':
			if k := joint(s, i); k > 0 {
				i += k
				continue
			}
		case c >= 0x80:
			if e, k := lookAlike(s, i); k > 0 {
				if e != 0 {
					p.text, p.from = append(p.text, e), append(p.from, i)
				}
				i += k
				continue
			}
			_, n = utf8.DecodeRuneInString(s[i:])
		}
		for k := range n {
			p.text, p.from = append(p.text, s[i+k]), append(p.from, i+k)
		}
		i += n
	}
	p.from = append(p.from, len(s))
	return p
}

// letterOf returns the letter or digit of the escape \u0061 or \x61 at the beginning of s, and the length
// of the escape, or 0.
func letterOf(s string) (c byte, n int) {
	switch {
	case len(s) >= 6 && strings.HasPrefix(s, `\u00`) && hex[s[4]] && hex[s[5]]:
		n = 6
	case len(s) >= 4 && s[1] == 'x' && hex[s[2]] && hex[s[3]]:
		n = 4
	default:
		return 0, 0
	}
	c = unhex(s[n-2])<<4 | unhex(s[n-1])
	if !word[c] {
		return 0, 0
	}
	return c, n
}

// continued reports whether the backslash at s[i] and the line end after it are in the middle of a word.
func continued(s string, i int) bool {
	return i > 0 && i+2 < len(s) && s[i+1] == '\n' && word[s[i-1]] && word[s[i+2]]
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&0xf + 9
}

const maxJoint = 80 // bytes between the parts of a string

// joint returns the length of the text between two parts of one string: from the quote at s[i] that ends one part,
// over a sign of joining or line ends, to the quote of the same kind that begins the next. Without a joint it returns 0.
func joint(s string, i int) int {
	if i == 0 || !jointSet[s[i-1]] {
		return 0
	}
	signs, lines := 0, 0
	for j := i + 1; j < len(s) && j < i+maxJoint; j++ {
		switch c := s[j]; {
		case c == s[i]:
			if signs == 0 && (lines == 0 || named(s, j)) || signs > 2 || j+1 == len(s) || !jointSet[s[j+1]] {
				return 0
			}
			return j + 1 - i
		case c == '+' || c == '.' || c == '&' || c == '\\' || c == '~' || c == '<' || c == '>':
			signs++
		case c == '\n':
			lines++
		case c != ' ' && c != '\t' && c != '\r':
			return 0
		}
	}
	return 0
}

// named reports whether the string that begins with the quote s[i] is a name before a sign of assignment.
func named(s string, i int) bool {
	k := run(s, i+1, nameSet, maxName)
	if k == len(s) || s[k] != s[i] {
		return false
	}
	k = run(s, k+1, blanks, maxBlanks)
	return k < len(s) && (s[k] == '=' || s[k] == ':')
}

// jointSet are the bytes beside a joint in the middle of a secret.
var jointSet = newSet("0-9A-Za-z_!@#$%^*:/=+?~.-")

// alike are letters that look like Latin ones, in the order of latin.
const (
	alike = "аеорсхуіѕјһԁԛԝАВЕКМНОРСТХІЅЈαορνικτυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
	latin = "aeopcxyisjhdqwABEKMHOPCTXISJaopvikтuABEZHIKMNOPTYX"
)

// latinOf maps each letter of alike to the Latin letter.
var latinOf = func() map[rune]byte {
	m := map[rune]byte{}
	list := []rune(latin)
	for i, r := range []rune(alike) {
		if list[i] < 0x80 {
			m[r] = byte(list[i])
		}
	}
	return m
}()

// lookAlike returns the ASCII character that the one at s[i] looks like, and its length in bytes; 0 for a mark without
// width. The length is 0 for other characters, and for letters in a word without Latin letters.
func lookAlike(s string, i int) (c byte, n int) {
	r, n := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == utf8.RuneError:
		return 0, 0
	case r == 0xad || r >= 0x200b && r <= 0x200f || r >= 0x2060 && r <= 0x2064 || r == 0xfeff && i > 0:
		return 0, n
	case r >= 0xff01 && r <= 0xff5e && word[byte(r-0xff01+'!')]:
		return byte(r - 0xff01 + '!'), n
	}
	if c, ok := latinOf[r]; ok && (i > 0 && letters[s[i-1]] || i+n < len(s) && letters[s[i+n]] || latinBeside(s, i, n)) {
		return c, n
	}
	return 0, 0
}

// latinBeside reports whether the word around the letter s[i:i+n] has Latin letters.
func latinBeside(s string, i, n int) bool {
	from, to := runBack(s, i, nameHigh, 16), run(s, i+n, nameHigh, 16)
	return strings.IndexFunc(s[from:to], func(r rune) bool { return r < 0x80 && letters[byte(r)] }) >= 0
}
