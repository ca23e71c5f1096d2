package redact

import "strings"

// token is a format with a beginning of its own.
type token struct {
	kind  string
	words []string // beginnings, in their case
	body  *set     // what follows
	min   int      // bytes of body, at least
	max   int      // and at most; 0: as many as there are
	inner bool     // can begin inside of a word: the beginning is unmistakable
	whole bool     // the beginning is no secret and stays
	ok    func(body string) bool
}

// longest bounds what is taken for one token.
const longest = 2048

func (t token) rule() *rule {
	return &rule{words: t.words, exact: true, look: t.look}
}

func (t token) look(f *finder, start, end int) {
	if !t.inner && !boundary(f.s, start) {
		return
	}
	to := run(f.s, end, t.body, longest)
	for t.body['/'] && strings.HasPrefix(f.s[to:], `\/`) { // JSON that escapes slashes
		to = run(f.s, to+1, t.body, longest)
	}
	body := strings.TrimRight(f.s[end:to], ".-") // ends of sentences
	if t.max > 0 && len(body) > t.max {
		return
	}
	if len(body) < t.min || dull(body) || t.ok != nil && !t.ok(body) {
		return
	}
	if t.whole {
		start = end
	}
	f.add(start, end+len(body), t.kind)
}

// dull reports whether what should be random is a placeholder: "xxxxxxxx",
// "your_token_here", "EXAMPLE".
func dull(body string) bool {
	if len(body) >= 16 && entropy(body) < 2.5 || len(body) < 16 && entropy(body) < 1.5 {
		return true
	}
	low := strings.ToLower(body)
	for _, w := range [...]string{"example", "xxxx", "your", "placeholder", "redacted", "0000000", "1234567890abcdef1234567890abcdef", "abcdefghijklmnopqrstuvwxyz"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	if len(body) >= 20 && run(body, 0, alnum, len(body)) == len(body) && strings.ToLower(body) != body {
		return false // no words run together for so long
	}
	return len(body) >= 12 && !strings.ContainsAny(body, "0123456789") && strings.ToUpper(body) != body && wordy(body)
}

// mixed reports whether there are digits and letters.
func mixed(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.ContainsFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' })
}

// shaped reports whether a text consists of runs of given lengths with a separator
// between them: shaped(22, 43) for two of them.
func shaped(separator string, lengths ...int) func(string) bool {
	return func(body string) bool {
		parts := strings.Split(body, separator)
		if len(parts) != len(lengths) {
			return false
		}
		for i, p := range parts {
			if lengths[i] > 0 && len(p) != lengths[i] || len(p) == 0 {
				return false
			}
		}
		return true
	}
}
