package outline

import (
	"bytes"
	"slices"

	"luminos/internal/lazyregexp"
)

// member matches the beginning of a method in a class of JavaScript.
var member = lazyregexp.Lazy(`(?m)^[ \t]*(?:(?:public|private|protected|static|async|abstract|override|readonly|get|set|declare)[ \t]+)*\*?[ \t]*(#?` + name + `|\[[\w.]+\])\??[ \t]*(?:<[^()]*>)?\(`)

// returns matches an optional return type and the brace of a body.
var returns = lazyregexp.Lazy(`^\s*(?::[^={};\n]*)?\{`)

// findMembers finds methods: at the beginning of a line, a name with parameters and
// a body, and in types also without a body.
func (m *matcher) findMembers() {
	for _, at := range member().FindAllSubmatchIndex(m.code, 2*maxSymbols) {
		name := string(m.code[at[2]:at[3]])
		shut := at[1] - 1 + balancedBytes(m.code[at[1]-1:min(len(m.code), at[1]+maxHead)])
		after := m.code[shut:min(len(m.code), shut+maxLine)]
		brace := returns().FindIndex(after)
		if slices.Contains(noNames, name) || brace == nil || m.code[shut-1] != ')' {
			continue
		}
		start := at[0] + len(m.code[at[0]:at[1]]) - len(bytes.TrimLeft(m.code[at[0]:at[1]], " \t"))
		body := shut + brace[1] - 1
		m.found.defs = append(m.found.defs, def{kind: Method, name: name, start: start, body: body, end: min(m.shut(body)+1, len(m.code))})
	}
	for _, d := range slices.Clone(m.found.defs) {
		if types[d.kind] && d.end > d.body+1 && m.code[d.body] == '{' {
			m.findMembersOf(d)
		}
	}
}

func (m *matcher) findMembersOf(d def) {
	start := d.body + 1 // of a member
	depth := 0          // of parentheses: types in braces stand there
	for i := start; i < d.end-1; i++ {
		switch m.code[i] {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			i = max(i, min(m.shut(i), d.end-1))
			if depth <= 0 {
				start = i + 1
			}
		case ';':
			if depth <= 0 {
				m.addMember(start, i)
				start = i + 1
			}
		}
	}
	if d.kind == Interface {
		m.addMember(start, d.end-1)
	}
}

// addMember records the last method declared between the offsets start and stop, which has no body,
// as in an interface. Fields without semicolons may precede it.
func (m *matcher) addMember(start, stop int) {
	if start = max(start, stop-maxHead); start >= stop {
		return
	}
	part := m.code[start:stop]
	for _, at := range slices.Backward(member().FindAllSubmatchIndex(part, 100)) {
		name := string(part[at[2]:at[3]])
		shut := at[1] - 1 + balancedBytes(part[at[1]-1:])
		if slices.Contains(noNames, name) || part[shut-1] != ')' || bytes.ContainsAny(part[shut:], ")=") {
			continue
		}
		at[0] += len(part[at[0]:]) - len(bytes.TrimLeft(part[at[0]:], " \t"))
		m.found.defs = append(m.found.defs, def{kind: Method, name: name, start: start + at[0], body: stop, end: stop})
		return
	}
}

// balancedBytes returns the length of the bracketed text at the beginning of s, brackets
// included.
func balancedBytes(s []byte) int { return balanced(string(s), 0) }
