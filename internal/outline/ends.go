package outline

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// maxHead is the maximum distance in bytes from a definition to its body.
const maxHead = 4000

// findEnds sets the ends of the definitions that patterns found with a start only: by their braces
// or by indentation.
func (m *matcher) findEnds() {
	if m.ends == byBraces && m.pairs == nil {
		m.pairBraces()
	}
	var indents []indent
	if m.ends == byIndent {
		indents = m.indents()
	}
	for i := range m.found.defs {
		if d := &m.found.defs[i]; d.end == 0 && m.ends == byBraces {
			m.endByBrace(d)
		} else if d.end == 0 {
			m.endByIndent(d, indents)
		}
	}
}

// pair is the offsets of an opening brace and its closing brace.
type pair struct{ open, shut int }

// pairBraces finds the closing brace of each opening brace in a text. Each branch of an #if starts
// with the braces that are open at the #if. A brace that is not closed ends with its branch if
// another branch follows, else at the end of the text.
func (m *matcher) pairBraces() {
	m.pairs = []pair{}
	var open []int // indices in pairs
	var saved [][]int
	for i := 0; i < len(m.code); i++ {
		switch m.code[i] {
		case '{':
			open = append(open, len(m.pairs))
			m.pairs = append(m.pairs, pair{i, len(m.code)})
		case '}':
			if len(open) > 0 {
				m.pairs[open[len(open)-1]].shut = i
				open = open[:len(open)-1]
			}
		case directive:
			switch {
			case bytes.HasPrefix(m.text[i:], []byte("#if")) && len(saved) < 100 && len(open) < 100:
				saved = append(saved, slices.Clone(open))
			case bytes.HasPrefix(m.text[i:], []byte("#el")) && len(saved) > 0:
				for _, p := range open[min(len(open), len(saved[len(saved)-1])):] {
					m.pairs[p].shut = i
				}
				open = slices.Clone(saved[len(saved)-1])
			case bytes.HasPrefix(m.text[i:], []byte("#endif")) && len(saved) > 0:
				saved = saved[:len(saved)-1]
			}
		}
	}
}

// shut returns the offset of the brace that closes the brace at open, or the end of the text.
func (m *matcher) shut(open int) int {
	i, ok := slices.BinarySearchFunc(m.pairs, open, func(p pair, at int) int { return cmp.Compare(p.open, at) })
	if !ok {
		return len(m.code)
	}
	return m.pairs[i].shut
}

// endByBrace sets the end of the definition d: after the brace that closes its body, or at the end
// of the statement if it has no body.
func (m *matcher) endByBrace(d *def) {
	depth := 0
	limit := min(d.body+maxHead, len(m.code))
	for i := d.body; i < limit; i++ {
		switch c := m.code[i]; {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth = max(depth-1, 0)
		case depth > 0:
		case c == '{' && !m.isValue(d, i):
			d.body, d.end = i, min(m.shut(i)+1, len(m.code))
			return
		case c == '{': // a value: the statement continues after it
			i = max(min(m.shut(i), limit-1), i)
		case c == ';', c == '}', c == '\n' && m.lines && m.endsLine(i):
			d.body, d.end = i, i
			return
		}
	}
	d.end = max(d.body, limit)
	if n := bytes.IndexByte(m.code[d.body:d.end], '\n'); n >= 0 {
		d.end = d.body + n
	}
	d.body = d.end
}

// isValue reports whether the brace at i begins the value of a constant, variable or alias, and not
// the body of the definition d.
func (m *matcher) isValue(d *def, i int) bool {
	return d.kind == Const || d.kind == Var || d.kind == Type && bytes.IndexByte(m.code[d.start:i], '=') >= 0
}

// endsLine reports whether a statement ends with the line that ends at i: neither
// this line nor the next one continues the statement.
func (m *matcher) endsLine(i int) bool {
	if before := bytes.TrimRight(m.code[max(0, i-200):i], " \t\r\n"); len(before) > 0 && strings.IndexByte(",=|&<:+?([{", before[len(before)-1]) >= 0 ||
		bytes.HasSuffix(before, []byte("=>")) {
		return false
	}
	after := bytes.TrimLeft(m.code[i:min(i+300, len(m.code))], " \t\r\n")
	for _, s := range []string{"{", "=", ":", "|", "&", ".", "->", "where ", "throws ", "extends ", "implements ", "with "} {
		if bytes.HasPrefix(after, []byte(s)) {
			return false
		}
	}
	return true
}

// indent is a line that is not blank, with its offsets.
type indent struct {
	start, end int
	depth      int
	shuts      bool // begins with a closing word or bracket
}

func (m *matcher) indents() []indent {
	var all []indent
	for at := 0; at < len(m.code); {
		end := lineEnd(m.code, at)
		line := m.code[at:end]
		code := bytes.TrimLeft(line, " \t")
		if len(bytes.TrimSpace(code)) > 0 {
			all = append(all, indent{at, at + len(bytes.TrimRight(line, " \t\r")), len(line) - len(code), shuts(code)})
		}
		at = end + 1
	}
	return all
}

func shuts(line []byte) bool {
	return strings.IndexByte("})]", line[0]) >= 0 || bytes.HasPrefix(line, []byte("end")) && (len(line) == 3 || !isWord(rune(line[3])))
}

// endByIndent sets the end of a definition after the following lines that are indented deeper than
// its first line, and after the closing line below them, if there is one.
func (m *matcher) endByIndent(d *def, all []indent) {
	at := max(d.body-1, d.start) // the line with the name; decorators are above
	first, found := slices.BinarySearchFunc(all, at, func(l indent, at int) int { return cmp.Compare(l.start, at) })
	if !found {
		first--
	}
	if first < 0 {
		d.end = d.body
		return
	}
	// A header continues while its brackets are open, with any indentation.
	i, depth := first, 0
	for ; i < len(all) && i < first+100; i++ {
		line := m.code[max(all[i].start, min(d.start, all[i].end)):all[i].end]
		depth += bytes.Count(line, []byte("(")) + bytes.Count(line, []byte("[")) - bytes.Count(line, []byte(")")) - bytes.Count(line, []byte("]"))
		if depth <= 0 {
			break
		}
	}
	if depth > 0 { // ignore brackets that are never closed
		i = first
	}
	d.body = all[min(i, len(all)-1)].end
	d.end = d.body
	for i++; i < len(all); i++ {
		if l := all[i]; l.depth <= all[first].depth {
			if l.shuts && l.depth == all[first].depth {
				d.end = l.end
			}
			return
		}
		d.end = all[i].end
	}
}

// withDecorators returns the offset of the topmost decorator above the definition at start, with
// the same indentation, or start if there is no decorator.
func (m *matcher) withDecorators(start int) int {
	line := bytes.LastIndexByte(m.code[:start], '\n') + 1
	indent := m.code[line:start]
	if len(bytes.TrimLeft(indent, " \t")) > 0 {
		return start
	}
	for at, open := line, false; at > 0; {
		above := bytes.LastIndexByte(m.code[:at-1], '\n') + 1
		s := m.code[above : at-1]
		rest, ok := bytes.CutPrefix(s, indent)
		switch {
		case line-above > maxHead:
			return start
		case ok && len(rest) > 1 && rest[0] == '@':
			start, open = above+len(indent), false
		case ok && len(rest) > 0 && (rest[0] == ')' || rest[0] == '}'):
			open = true // may end a decorator
		case !open:
			return start
		}
		at = above
	}
	return start
}
