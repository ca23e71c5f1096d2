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

// findMembers adds methods to the findings: names with parameters and a body at the beginning of a
// line.
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
}

// balancedBytes returns the length of the bracketed text at the beginning of s, brackets
// included.
func balancedBytes(s []byte) int { return balanced(string(s), 0) }
