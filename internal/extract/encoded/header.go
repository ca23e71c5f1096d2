package encoded

import (
	"slices"
	"strconv"
	"strings"
)

// Bounds of one header.
const (
	wordMost   = 4096 // bytes of an encoded word; RFC 2047 permits 75
	labelMost  = 64   // bytes of the label of a character set
	paramsMost = 64   // parameters of a field
)

// Header returns the text of a field of a header: unfolded, with its encoded words (RFC 2047) decoded. Words that
// follow each other in one character set are decoded together, since programs cut characters between them.
func Header(s string) string {
	s = unfold.Replace(s)
	var out strings.Builder
	var raw []byte // content of the words before, in the character set charset
	charset := ""
	flush := func() {
		if len(raw) > 0 {
			out.WriteString(Charset(raw, charset))
		}
		raw = raw[:0]
	}
	for afterWord := false; s != ""; {
		plain, w, rest, ok := cutWord(s)
		if !ok || !afterWord || strings.Trim(plain, " \t") != "" {
			flush()
			out.WriteString(guess([]byte(plain)))
		}
		if !ok {
			s = rest
			continue
		}
		if !strings.EqualFold(w.charset, charset) {
			flush()
		}
		raw, charset = append(raw, w.content...), w.charset
		s, afterWord = rest, true
	}
	flush()
	return out.String()
}

var unfold = strings.NewReplacer("\r", "", "\n", "")

// word is an encoded word.
type word struct {
	charset string
	content []byte
}

// cutWord splits s at its first encoded word. ok is false, and all of s plain, if there is no word.
func cutWord(s string) (plain string, w word, rest string, ok bool) {
	for from := 0; ; {
		i := strings.Index(s[from:], "=?")
		if i < 0 {
			return s, word{}, "", false
		}
		i += from
		if w, n := wordAt(s[i:]); n > 0 {
			return s[:i], w, s[i+n:], true
		}
		from = i + 2
	}
}

// wordAt returns the encoded word that s begins with, and its length, or 0.
func wordAt(s string) (word, int) {
	body := s[2:]
	charset, rest, ok := strings.Cut(body[:min(len(body), labelMost)], "?")
	if !ok || charset == "" || strings.ContainsAny(charset, " \t=") || len(rest) < 1 {
		return word{}, 0
	}
	at := 2 + len(charset) + 1
	if len(s) < at+2 || s[at+1] != '?' {
		return word{}, 0
	}
	text := s[at+2:]
	end := strings.Index(text[:min(len(text), wordMost)], "?=")
	if end < 0 {
		return word{}, 0
	}
	charset, _, _ = strings.Cut(charset, "*") // a language follows (RFC 2231)
	n := at + 2 + end + 2
	switch s[at] {
	case 'q', 'Q':
		return word{charset, appendQuoted(nil, []byte(text[:end]), true)}, n
	case 'b', 'B':
		return word{charset, Base64([]byte(text[:end]))}, n
	}
	return word{}, 0
}

// Params returns the value of a structured field, in lower case, and its parameters: the type and the boundary of
// Content-Type. It accepts fields that break the rules, and joins continuations (RFC 2231).
func Params(field string) (value string, params map[string]string) {
	fields := splitUnquoted(unfold.Replace(field))
	value = strings.ToLower(strings.TrimSpace(fields[0]))
	if i := strings.IndexAny(value, " \t("); i >= 0 {
		value = value[:i]
	}
	params = map[string]string{}
	sections := map[string][]section{}
	for _, f := range fields[1:] {
		key, v, _ := strings.Cut(f, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		v = unquote(strings.TrimSpace(v))
		base, index, long := strings.Cut(key, "*")
		if !long {
			if _, ok := params[key]; !ok {
				params[key] = v
			}
			continue
		}
		number, extended := strings.CutSuffix(index, "*")
		n, err := strconv.Atoi(number)
		if err != nil && number != "" {
			continue
		}
		sections[base] = append(sections[base], section{n, extended || index == "", v})
	}
	for base, list := range sections {
		params[base] = join(list)
	}
	return value, params
}

// section is one of the sections in which a long parameter is written.
type section struct {
	index    int
	extended bool // it has escapes, the first one also a character set
	text     string
}

// join returns the text of a parameter from its sections.
func join(list []section) string {
	slices.SortStableFunc(list, func(a, b section) int { return a.index - b.index })
	charset := ""
	var raw []byte
	for i, s := range list {
		if !s.extended {
			raw = append(raw, s.text...)
			continue
		}
		if i == 0 {
			if parts := strings.SplitN(s.text, "'", 3); len(parts) == 3 {
				charset, s.text = parts[0], parts[2]
			}
		}
		raw = appendQuoted(raw, []byte(strings.ReplaceAll(s.text, "%", "=")), false)
	}
	return Charset(raw, charset)
}

// splitUnquoted splits a field at semicolons outside of quotes, into one string for the value and at most paramsMost
// for parameters.
func splitUnquoted(s string) []string {
	var fields []string
	quoted, from := false, 0
	for i := 0; i < len(s) && len(fields) < paramsMost; i++ {
		switch s[i] {
		case '\\':
			if quoted {
				i++
			}
		case '"':
			quoted = !quoted
		case ';':
			if !quoted {
				fields = append(fields, s[from:i])
				from = i + 1
			}
		}
	}
	return append(fields, s[from:])
}

// unquote returns a value without its quotes and the escapes in them.
func unquote(s string) string {
	rest, ok := strings.CutPrefix(s, `"`)
	if !ok {
		return s
	}
	if end := strings.LastIndexByte(rest, '"'); end >= 0 {
		rest = rest[:end]
	}
	return escapes.Replace(rest)
}

var escapes = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
