package scan

import (
	"bytes"
	"regexp"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/outline"
)

// countMarked counts the lines of a text, of which marks is the copy with marks from [outline.Marks]. A blank line in a
// comment is a part of the comment.
func countMarked(marks, data []byte) (l luminos.Lines) {
	start := len(data) - len(bytes.TrimPrefix(data, []byte("\ufeff")))
	for start < len(data) {
		end := len(data)
		if i := bytes.IndexByte(data[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		switch rest := bytes.TrimLeft(marks[start:end], " \t\r\n\f\x01"); {
		case len(rest) > 0 && len(bytes.TrimSpace(data[start:end])) > 0:
			l.Code++
		case bytes.IndexByte(marks[start:end], outline.MarkComment) >= 0:
			l.Comment++
		default:
			l.Blank++
		}
		start = end
	}
	return l
}

// docs is a form of documentation that a language writes between code, and that scc counts as code.
type docs struct {
	begin, end func() *regexp.Regexp // the first and the last line
	quote      string                // begins and ends a string that can look like documentation
	line       func() *regexp.Regexp // documentation of one line, or nil
}

// docsIn holds the forms of documentation, by language.
var docsIn = map[string]docs{
	"Elixir": {lazyregexp.Lazy(`^\s*@(?:module|type)?doc[\s(]+(?:~[a-zA-Z]+)?(?:"""|''')`),
		lazyregexp.Lazy(`^\s*(?:"""|''')`), "",
		lazyregexp.Lazy(`^\s*@(?:module|type)?doc\s+"(?:[^"\\]|\\.)*"\s*$`)},
	"Julia": {lazyregexp.Lazy(`^(?:@doc\s+)?(?:raw|doc|md)?"""`), lazyregexp.Lazy(`"""`), `"""`, nil},
	"Perl":  {lazyregexp.Lazy(`^=[a-zA-Z]`), lazyregexp.Lazy(`^=cut\b`), "", nil},
}

// withoutDocs returns a text without the documentation that its language writes between code, and the number of lines
// that it left out. Documentation that does not end extends to the end of the text.
func withoutDocs(language string, data []byte) ([]byte, int) {
	d, ok := docsIn[language]
	if !ok {
		return data, 0
	}
	code, left, inside, quoted := make([]byte, 0, len(data)), 0, false, false
	for line := range bytes.Lines(data) {
		head := line[:min(len(line), docLineMax)]
		switch first := !inside && !quoted && d.begin().Match(head); {
		case first:
			after := head[len(d.begin().Find(head)):]
			inside = !d.end().Match(after)
		case inside:
			inside = !d.end().Match(head)
		case !quoted && d.line != nil && d.line().Match(head):
		default:
			code = append(code, line...)
			if d.quote != "" {
				quoted = quoted != (bytes.Count(line, []byte(d.quote))%2 == 1)
			}
			continue
		}
		left++
	}
	return code, left
}

// docLineMax is the length of the part of a line that can begin or end documentation.
const docLineMax = 1000
