package outline

import (
	"bytes"
	"slices"
	"strings"
)

// lines is a text with an index of its lines.
type lines struct {
	text   []byte
	starts []int // where each line begins
	syntax syntax
}

func newLines(text []byte, s syntax) *lines {
	t := &lines{text: text, starts: []int{0}, syntax: s}
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 || i+n+1 == len(text) {
			return t
		}
		i += n + 1
		t.starts = append(t.starts, i)
	}
}

// span returns the numbers, from 1, of the first and last line that contain the bytes from start to
// end.
func (t *lines) span(start, end int) (first, last int) {
	return t.number(start), t.number(max(start, end-1))
}

func (t *lines) number(at int) int {
	i, found := slices.BinarySearch(t.starts, at)
	if found {
		i++
	}
	return i
}

// line returns a line, counted from 1, without surrounding white space, or ""
// beyond the text.
func (t *lines) line(n int) string {
	s := t.raw(n)
	return strings.TrimSpace(s[:min(len(s), maxDocLine)])
}

// raw returns line n, counted from 1, without its end, cut at maxHeadLine bytes.
func (t *lines) raw(n int) string {
	if n < 1 || n > len(t.starts) {
		return ""
	}
	start := t.starts[n-1]
	line, _, _ := bytes.Cut(t.text[start:min(start+maxHeadLine, len(t.text))], []byte("\n"))
	return string(line)
}

// Limits of the search for documentation.
const (
	maxDocLine  = 1000 // bytes of a line
	maxDocLines = 300  // of a comment
	maxHeader   = 2000 // bytes of a definition before its body
)

// signature returns the text of a definition up to its body, without decorators.
func (t *lines) signature(start, body int) string {
	head := withoutDecorators(string(t.text[start:min(body, start+maxHeader)]))
	if strings.HasPrefix(head, "#define") {
		head, _, _ = strings.Cut(head, "\n")
		head = strings.TrimRight(head, "\\\r")
	}
	if body >= len(t.text) || t.text[body] != '{' {
		head, _, _ = strings.Cut(head, "{\n") // without a body: a value or a type in braces
	}
	return shorten(strings.TrimRight(head, " \t\r\n{:;="), maxLine)
}

// withoutDecorators returns a definition without leading @name(…), #[…] and […].
func withoutDecorators(s string) string {
	for range 20 {
		s = strings.TrimLeft(s, " \t\r\n")
		end := 0
		switch {
		case strings.HasPrefix(s, "@interface"):
			return s
		case strings.HasPrefix(s, "@"):
			end = 1 + len(s[1:]) - len(strings.TrimLeftFunc(s[1:], func(r rune) bool { return isWord(r) || r == '.' }))
			if end < len(s) && s[end] == '(' {
				end = balanced(s, end)
			}
		case strings.HasPrefix(s, "#["):
			end = balanced(s, 1)
		case strings.HasPrefix(s, "["):
			end = balanced(s, 0)
		default:
			return s
		}
		if end == len(s) {
			return s
		}
		s = s[end:]
	}
	return s
}

// balanced returns the offset after the bracket that closes the bracket at offset i of s, or len(s) if none does.
func balanced(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// isWord reports whether r can be part of a name.
func isWord(r rune) bool {
	return r == '_' || r == '$' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
}
