package redact

import "strings"

const (
	maxTold  = 240 // bytes between a name and the random word that belongs to it
	maxWords = 7   // words after the name that are examined
)

// strong reports whether v, the value of a name of class c, is random, or a word with digits or signs as people make
// passwords.
func strong(c class, v string) bool {
	if len(v) < 8 || len(v) > 200 || !mixed(v) || wordy(v) && !dated(v) && strange(v) < 2 {
		return false
	}
	if placeholder(v) || variable(v) || hexNumber(v) || strings.ContainsAny(v, ",&") {
		return false
	}
	if n := strings.LastIndexByte(v, ':'); n >= 0 && all(v[n+1:], digits) {
		return false // a host and a port
	}
	if n := strings.IndexByte(v, '='); n >= 4 && all(v[:n], nameSet) && wordy(v[:n]) {
		return false // a name and its value
	}
	sign := strange(v) > 0 || c == classPassword
	return scrambled(v) || garbled(v) || dated(v) || sign && !strings.ContainsAny(v, "/.")
}

// scrambled reports whether letters and digits, small and capital, alternate more often in v than in names such as
// NewEd25519Key.
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

// item is one word in the text after a name.
type item struct {
	v        string // without signs at its end
	assigned bool   // it follows a colon or a sign of equality, or begins a string after the name
	apart    bool   // there are blanks or ends of lines around it
	last     bool   // the line ends after it
}

// secret reports whether w, a word in the text after a name of class c, is a secret.
func (w item) secret(c class) bool {
	v := w.v
	switch {
	case c == classKey && w.assigned:
		return judge(c, v) && !placeholder(v)
	case c == classKey:
		return w.apart && len(v) >= 10 && all(v, alnum) && (threeSorts(v) || strings.ToUpper(v) == v) && strong(c, v)
	case c == classPin && all(v, digits):
		return judge(c, v)
	case c == classPassword && w.last && len(v) >= 8 && all(v, wordDash) && garbled(v):
		return true
	case w.assigned && len(v) >= 12 && mixed(v) && all(v, alnum) && !wordy(v) && judge(c, v):
		return true
	}
	hash := all(v, lowerHex) && len(v) != 32 && !w.assigned // of a commit; many keys have 32 digits
	return strong(c, v) && !hash
}

// after returns the offsets of the first word that looks random among the few words after s[from:i], a name of class
// c, as in "password 7 0A12…", "the token for CI is x" and <td>Password</td> <td>x</td>. It returns false if there is
// none.
func (p *pass) after(c class, from, i int) (piece, bool) {
	s, end := p.s, min(len(p.s), i+maxTold)
	if !described(s, c, from, i) {
		return piece{}, false
	}
	w := item{assigned: from > 0 && strings.IndexByte(`"'`, s[from-1]) >= 0 && s[i] == ' '} // "Token x"
	for range maxWords {
		start := i
		if i = skipMarks(s, i, end); i >= end {
			return piece{}, false
		}
		p.looked += i - start
		k := p.run(i, itemSet, 2*maxTail)
		if n := run(s, i, beyond, k-i); n < k {
			i = n // the value follows a word of a script that has no blanks
		}
		w.v = strings.TrimRight(s[i:run(s, i, visible, k-i)], ".,;:!?)*_")
		if strings.HasPrefix(s[i+len(w.v):], "!") {
			w.v += "!"
		}
		to := i + len(w.v)
		w.last = k == len(s) || s[k] < ' '
		w.apart = s[i-1] == ' ' && (to == len(s) || s[to] <= ' ')
		if k < len(s) && strings.IndexByte("([{", s[k]) >= 0 {
			return piece{}, false // a call
		}
		if w.secret(c) {
			return piece{i, to}, true
		}
		if k == i || !goesOn(s[i:k], w.v) {
			return piece{}, false
		}
		w.assigned = strings.IndexByte(":=", s[k-1]) >= 0
		i = k
	}
	return piece{}, false
}

// described reports whether the text after the name s[from:i] of class c can be prose or markup that leads to its
// value. In code it cannot.
func described(s string, c class, from, i int) bool {
	if i >= len(s) || strings.IndexByte(" \t:<\"'`*)]&", s[i]) < 0 && s[i] < 0x80 {
		return false
	}
	before := s[:from]
	if strings.HasSuffix(before, "/") || strings.HasSuffix(before, "if ") {
		return false
	}
	k := run(s, i, blanks, maxBlanks)
	for _, sign := range []string{"=>", "->", `? "`, "? '"} { // the last two choose a text by the name
		if strings.HasPrefix(s[k:], sign) {
			return false
		}
	}
	if c < classSecret && strings.HasSuffix(before, " ") { // "public key", "page token"
		first := runBack(s, from-1, word, maxName)
		return classify(s[first:from-1]+"_"+s[from:i]) != classNone
	}
	return true
}

// goesOn reports whether a word can be between a name and its value. text is the word, and v the word without the signs
// at its end.
func goesOn(text, v string) bool {
	switch {
	case strings.HasPrefix(text, "=="), text[0] == '-' && len(text) > 1, strings.ContainsAny(v, ",;"):
		return false
	case v == "":
		return !strings.ContainsAny(text, ".,;")
	case strings.ContainsAny(v, numerals) && len(v) > 2 && !known[v]:
		return false
	}
	return len(v) == len(text) || strings.IndexByte(".;?!", text[len(v)]) < 0 // a sentence ends
}

// itemSet are the bytes of a word of a text.
var itemSet = except(" \t\r\n<>\"'`(){}[]|\\&")

// beyond are the bytes of characters beyond ASCII.
var beyond = newSet("\x80-\xff")

// skipMarks returns the position after the blanks, quotes, arrows, short remarks in parentheses and marks of HTML or
// Markdown at i, which it skips up to end. After a tag of HTML it also skips line ends.
func skipMarks(s string, i, end int) int {
	tag := false
	for i < end {
		next := i + 1
		switch c := s[i]; {
		case strings.IndexByte(" \t\"'`*", c) >= 0, tag && c < ' ':
		case strings.HasPrefix(s[i:], "=>"), strings.HasPrefix(s[i:], "->"):
			next++
		case c == '&': // of an entity
			next = run(s, i+1, letters, 8) + 1
			if next > end || s[next-1] != ';' {
				return i
			}
		case c == '(':
			next = run(s, i+1, nameHigh, maxType) + 1
			if next > end || s[next-1] != ')' {
				return i
			}
		case c == '<' && next < end && (letters[s[next]] || s[next] == '/'):
			n := strings.IndexAny(s[i:end], ">\r\n")
			if n < 0 || s[i+n] != '>' {
				return end
			}
			tag = true
			next = i + n + 1
		default:
			return i
		}
		i = next
	}
	return i
}
