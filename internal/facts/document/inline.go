package document

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// A link's text and address are looked for this far: badges nest long addresses,
// and a page of nothing but "[" must not take quadratic time.
const (
	spanMax   = 1500
	nestedMax = 3
	openMax   = 20 // brackets open at once
)

// markdownText removes inline markup. links says that next to nothing but
// links, images and badges is left.
func markdownText(raw string) (text string, links bool) {
	s := inline{}
	s.run(raw, 0)
	text = fold(html.UnescapeString(s.out.String()))
	return text, s.seen && s.outside < 8 || letters(text, 1) == 0
}

// imageAlt finds the label of the first image in a stretch of Markdown.
var imageAlt = lazyregexp.Lazy(`!\[([^\[\]\n]+)\]`)

// alternative is what stands for a block of nothing but an image.
func alternative(raw string) string {
	if m := imageAlt().FindStringSubmatch(raw); m != nil {
		return words.Shorten(fold(m[1]), headingMax)
	}
	return ""
}

// inline is one pass over inline markup.
type inline struct {
	out     strings.Builder
	seen    bool // a link or an image
	outside int  // letters that are in none
	linked  int  // how many links we are inside of
}

func (s *inline) run(raw string, depth int) {
	for i := 0; i < len(raw); {
		n := s.special(raw, i, depth)
		if n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(raw[i:])
		s.put(r, raw[i:i+size])
		i += size
	}
}

func (s *inline) put(r rune, raw string) {
	s.out.WriteString(raw)
	if s.linked == 0 && unicode.IsLetter(r) {
		s.outside++
	}
}

// special handles what stands at raw[i] if it is markup, and returns how many
// bytes of it are done; 0 means an ordinary character.
func (s *inline) special(raw string, i, depth int) int {
	rest := raw[i:]
	switch rest[0] {
	case '\\':
		if len(rest) > 1 && strings.IndexByte("\\`*_{}[]()#+-.!<>|~", rest[1]) >= 0 {
			s.out.WriteByte(rest[1])
			return 2
		}
		if escapesName(raw, i) {
			return 1
		}
	case '!':
		if strings.HasPrefix(rest, "![") {
			if label, n := s.link(rest[1:]); n > 0 && label != "" || n > 2 {
				s.seen = true
				return n + 1
			}
		}
	case '[':
		return s.bracket(rest, depth)
	case '<':
		return s.angle(rest)
	case '`':
		return s.codeSpan(rest)
	case '*', '_', '~':
		return emphasis(raw, i)
	case ':':
		return shortcode(raw, i)
	case 'h':
		if strings.HasPrefix(rest, "http://") || strings.HasPrefix(rest, "https://") {
			n := strings.IndexAny(rest, " \t\n)>]\"'")
			if n < 0 {
				n = len(rest)
			}
			s.seen = true
			s.out.WriteString(rest[:n])
			return n
		}
	}
	return 0
}

// escapesName reports whether the backslash at raw[i] keeps RDoc, which is mixed
// into Markdown, from making a link of a name: "\Rails", but not "C:\Users", "\n".
func escapesName(raw string, i int) bool {
	if i > 0 && (isWordByte(raw[i-1]) || strings.IndexByte(`\:/`, raw[i-1]) >= 0) || len(raw) < i+3 {
		return false
	}
	return raw[i+1] >= 'A' && raw[i+1] <= 'Z' && raw[i+2] >= 'a' && raw[i+2] <= 'z'
}

// link reads "[label](address)" or "[label][name]" at the start of s; n is 0
// when it is no link.
func (s *inline) link(raw string) (label string, n int) {
	end := closing(raw, '[', ']')
	if end < 0 {
		return "", 0
	}
	label = raw[1:end]
	if end+1 < len(raw) {
		switch raw[end+1] {
		case '(':
			if e := closing(raw[end+1:], '(', ')'); e >= 0 {
				return label, end + 1 + e + 1
			}
		case '[':
			if e := closing(raw[end+1:], '[', ']'); e >= 0 {
				return label, end + 1 + e + 1
			}
		}
	}
	return label, 0
}

// bracket handles a link, a footnote, a check box or a plain bracket.
func (s *inline) bracket(rest string, depth int) int {
	label, n := s.link(rest)
	switch {
	case n > 0:
		s.seen = true
		s.linked++
		if depth < nestedMax {
			s.run(label, depth+1)
		}
		s.linked--
		return n
	case label == "":
		return 0
	case strings.HasPrefix(label, "^"), label == " ", label == "x", label == "X":
		return len(label) + 2
	case strings.HasPrefix(label, "!"): // [!NOTE]
		s.out.WriteString("[" + label + "]")
		return len(label) + 2
	case strings.HasPrefix(rest[len(label)+2:], ":") || depth >= nestedMax:
		return 0
	}
	s.run(label, depth+1) // a reference by its own name
	return len(label) + 2
}

// closing finds the bracket that closes the one s begins with.
func closing(s string, open, end byte) int {
	depth := 0
	for i := 0; i < len(s) && i < spanMax; i++ {
		switch s[i] {
		case '\\':
			i++
		case open:
			if depth++; depth > openMax {
				return -1
			}
		case end:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// angle drops tags, comments and addresses in angle brackets.
func (s *inline) angle(rest string) int {
	if len(rest) < 3 || !(isTagStart(rest[1:]) || strings.HasPrefix(rest, "<!--") || strings.HasPrefix(rest, "<http") || strings.HasPrefix(rest, "<mailto:")) {
		return 0
	}
	end := strings.IndexByte(rest[:min(len(rest), spanMax)], '>')
	if end < 0 {
		return 0
	}
	tag := strings.ToLower(rest[1:min(4, len(rest))])
	if strings.HasPrefix(tag, "img") || strings.HasPrefix(tag, "htt") || strings.HasPrefix(tag, "a ") {
		s.seen = true
	}
	switch {
	case strings.HasPrefix(tag, "a "):
		s.linked++
	case strings.HasPrefix(tag, "/a>"):
		s.linked = max(s.linked-1, 0)
	case strings.HasPrefix(tag, "br"):
		s.out.WriteByte(' ')
	}
	return end + 1
}

// codeSpan keeps what stands between two equal runs of back quotes.
func (s *inline) codeSpan(rest string) int {
	n := 0
	for n < len(rest) && rest[n] == '`' {
		n++
	}
	end := strings.Index(rest[n:min(len(rest), n+spanMax)], rest[:n])
	if end < 0 {
		return n
	}
	for _, r := range rest[n : n+end] {
		s.put(r, string(r))
	}
	return end + 2*n
}

// emphasis drops the marks of emphasis, but keeps a lone "*" and snake_case.
func emphasis(raw string, i int) int {
	n := 1
	for i+n < len(raw) && raw[i+n] == raw[i] {
		n++
	}
	before, after := byte(' '), byte(' ')
	if i > 0 {
		before = raw[i-1]
	}
	if i+n < len(raw) {
		after = raw[i+n]
	}
	space := func(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }
	switch {
	case space(before) && space(after), raw[i] == '~' && n != 2:
		return 0
	case raw[i] == '_' && isWordByte(before) && isWordByte(after):
		return 0
	}
	return n
}

func isWordByte(c byte) bool {
	return c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// shortcode drops ":rocket:" and its like.
func shortcode(raw string, i int) int {
	if i > 0 && isWordByte(raw[i-1]) {
		return 0
	}
	for n := 1; i+n < len(raw) && n < 40; n++ {
		c := raw[i+n]
		if c == ':' {
			if n > 2 && (i+n+1 == len(raw) || !isWordByte(raw[i+n+1])) {
				return n + 1
			}
			return 0
		}
		if c != '_' && c != '-' && c != '+' && !(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') {
			return 0
		}
	}
	return 0
}
