package redact

import "strings"

// token describes a format of secrets that begin with a fixed prefix.
type token struct {
	kind  string
	words []string // beginnings, in their case
	body  *set     // the bytes after the prefix
	min   int      // bytes of body, at least
	max   int      // at most; 0 means without limit
	inner bool     // can begin inside of a word: the beginning is unmistakable
	whole bool     // the beginning is no secret and stays
	ok    func(head string) bool
	form  func(body string) bool // its cost must not depend on the length of body
}

func (t token) rule() *rule {
	return &rule{words: t.words, exact: true, look: t.look, then: t.body}
}

func (t token) look(f *finder, start, end int) {
	inBase64 := start > 1 && f.s[start-1] == '+' && base64any[f.s[start-2]]
	if !t.inner && (!boundary(f.s, start) || inBase64) {
		return
	}
	to := f.run(end, t.body, longest)
	for n := 0; n < maxParts && t.body['/'] && strings.HasPrefix(f.s[to:], `\/`); n++ { // JSON that escapes slashes
		to = f.run(to+1, t.body, longest)
	}
	body := strings.TrimRight(f.s[end:to], ".-") // ends of sentences
	if len(body) < t.min || t.max > 0 && len(body) > t.max || f.covers(t.kind, start, end+len(body)) {
		return
	}
	head := f.head(body)
	if dull(head) || t.ok != nil && !t.ok(head) || t.form != nil && !t.form(body) {
		return
	}
	if t.whole {
		start = end
	}
	f.add(start, end+len(body), t.kind)
}

// head returns the beginning of the token s, at most maxHead bytes, by which it is judged: many
// prefixes may share one long rest, and in long random text words like "your" occur by chance.
func (p *pass) head(s string) string {
	s = s[:min(len(s), maxHead)]
	p.looked += len(s)
	return s
}

// dullWords occur in placeholders of tokens.
var dullWords = [...]string{"example", "xxxx", "your", "placeholder", "redacted", "0000000", "1234567890abcdef1234567890abcdef", "abcdefghijklmnopqrstuvwxyz"}

// dull reports whether body, a token without its prefix, is a placeholder and not random:
// "xxxxxxxx", "your_token_here", "EXAMPLE".
func dull(body string) bool {
	if len(body) >= 16 && entropy(body) < 2.5 || len(body) < 16 && entropy(body) < 1.5 {
		return true
	}
	low := strings.ToLower(body)
	for _, w := range dullWords {
		if strings.Contains(low, w) {
			return true
		}
	}
	if len(body) >= 20 && low != body && all(body, alnum) {
		return false // no words run together for so long
	}
	return len(body) >= 12 && !strings.ContainsAny(body, numerals) && strings.ToUpper(body) != body && wordy(body)
}

// shaped returns a function that reports whether a text consists of groups of the given lengths with a separator
// between them: shaped(".", 22, 43) for two groups. The length 0 allows any length except 0.
func shaped(separator string, lengths ...int) func(string) bool {
	return func(body string) bool {
		for i, n := range lengths {
			part, rest, more := strings.Cut(body, separator)
			if n > 0 && len(part) != n || part == "" || more != (i+1 < len(lengths)) {
				return false
			}
			body = rest
		}
		return true
	}
}

// accountKey reports whether body has the groups of a secret key of 1Password: an id of
// six characters, three to five other groups, and a last group of five characters.
func accountKey(body string) bool {
	groups := strings.Split(body, "-")
	return len(groups) >= 5 && len(groups) <= 7 && len(groups[0]) == 6 && len(groups[len(groups)-1]) == 5 && mixed(body)
}

// legacyVault reports whether body, the text after "s.", is an old Vault token and not a member of
// a variable s. Digits in only one place can belong to a name (s.ReadUint16LengthPrefixed).
func legacyVault(body string) bool {
	groups := strings.FieldsFunc(body, func(r rune) bool { return r < '0' || r > '9' })
	return len(groups) > 1 && threeSorts(body) && entropy(body) > 3.8 && !wordy(body)
}

// random reports whether s looks random: it contains digits and letters, or its letters form no words.
func random(s string) bool { return mixed(s) || !wordy(s) }
