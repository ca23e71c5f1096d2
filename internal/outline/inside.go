package outline

import (
	"bytes"
	"regexp"

	"luminos/internal/lazyregexp"
)

// insideTests describes the tests of a language that stand in the files that they test.
type insideTests struct {
	begin func() *regexp.Regexp // the line that begins a test; its group is the indent
	// block reports that the test ends with a line that begins with a brace at the indent, or without a block with a
	// semicolon.
	block bool
	// end is the line that ends a test, else the next line without indent that does not begin a test ends it.
	end  func() *regexp.Regexp
	open func() *regexp.Regexp // opens a block with the same end, or nil
}

var inside = map[string]insideTests{
	"Rust": {begin: lazyregexp.Lazy(`^([ \t]*)#\[(?:cfg\((?:all\()?test\b|(?:\w+::)*test[](]|bench\])`), block: true},
	"Zig":  {begin: lazyregexp.Lazy(`^([ \t]*)test\b[^=;]*\{[ \t]*$`), block: true},
	"D":    {begin: lazyregexp.Lazy(`^([ \t]*)(?:@?\w+[ \t]+)*unittest\b`), block: true},
	"Erlang": {begin: lazyregexp.Lazy(`^()-ifdef\((?:TEST|EUNIT)\)`), end: lazyregexp.Lazy(`^-(?:else|endif)\b`),
		open: lazyregexp.Lazy(`^-if`)},
	"Haskell": {begin: lazyregexp.Lazy(`^()prop_\w+`)},
}

// TestsInside returns the lines of the tests in a source that stand in the file that they test, by the conventions of
// the language. Tests in a file of tests count, too.
func TestsInside(language string, text []byte) []byte {
	t, ok := inside[language]
	if !ok {
		return nil
	}
	code := text
	if marks := Marks(language, text, nil); marks != nil {
		code = marks // without line ends in strings
	}
	var out []byte
	for at := 0; at < len(code); {
		end := lineEnd(code, at)
		m := t.begin().FindSubmatchIndex(code[at:min(end, at+testLineMax)])
		if m == nil {
			at = end + 1
			continue
		}
		stop := t.stop(code, at, code[at+m[2]:at+m[3]])
		out = append(out, text[at:stop]...)
		at = stop
	}
	return out
}

// testLineMax is the length of the part of a line that can begin or end a test.
const testLineMax = 300

// stop returns the end of the test that begins at the offset at of a text with the given indent.
func (t insideTests) stop(code []byte, at int, indent []byte) int {
	depth, opened := 0, false
	for first := true; at < len(code); first = false {
		end := lineEnd(code, at)
		next := min(end+1, len(code))
		line := code[at:min(end, at+testLineMax)]
		rest, flush := bytes.CutPrefix(line, indent)
		flush = flush && len(rest) > 0 && rest[0] > ' '
		last := bytes.TrimRight(code[at:end], " \t\r\x01")
		switch {
		case t.block:
			opened = opened || bytes.HasSuffix(last, []byte("{"))
			alone := bytes.HasSuffix(last, []byte(";")) || bytes.HasSuffix(last, []byte("}"))
			if (flush && rest[0] == '}' || !opened && alone) && !bytes.HasSuffix(last, []byte("{")) {
				return next
			}
		case t.end != nil:
			if !first && t.open().Match(line) {
				depth++
			} else if t.end().Match(line) && (depth == 0 || line[2] == 'n') {
				if depth == 0 {
					return next
				}
				depth--
			}
		case !first && flush && !t.begin().Match(line):
			return at
		}
		at = next
	}
	return len(code)
}
