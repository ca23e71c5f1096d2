package outline

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// The pattern reader works in three steps. It blanks comments and strings
// (mask.go). It finds definitions by their keywords (here) or, in languages without
// such keywords, by the braces that follow (heads.go). It finds ends by braces or
// by indentation (ends.go).

// patterns describes a language for the pattern reader.
type patterns struct {
	syntax
	defs    func() *regexp.Regexp // at starts of lines; one group for each of kinds
	kinds   []Kind
	imports func() *regexp.Regexp // at starts of lines; its groups are names; nil if a line scanner reads imports
	heads   heads
	// A language with extensions is part of the import graph.
	extensions string // of files, separated by spaces
	modules    Modules
}

// heads is the place of functions that have no keyword.
type heads int

const (
	noHeads heads = iota
	inTypes       // in the bodies of classes
	anywhere
)

// defines is a kind of definition and the expression that matches it. NAME in the
// expression represents the name.
type defines struct {
	kind Kind
	expr string
}

// name is the expression that replaces NAME.
const name = `([\pL_$][\pL\pN_$]*)`

// newPatterns returns the patterns of a language, made from the regular expressions imports, for its imports, and
// defs, for its definitions. The words in modifiers may precede a definition.
func newPatterns(s syntax, where heads, modifiers, imports string, defs ...defines) *patterns {
	p := &patterns{syntax: s, heads: where}
	if len(defs) > 0 {
		exprs := make([]string, len(defs))
		for i, d := range defs {
			p.kinds = append(p.kinds, d.kind)
			exprs[i] = strings.Replace(d.expr, "NAME", name, 1)
		}
		p.defs = lazyregexp.Lazy(`(?m)\A[ \t]*(?:(?:` + modifiers + `)[ \t]+)*(?:` + strings.Join(exprs, "|") + `)`)
	}
	if imports != "" {
		p.imports = lazyregexp.Lazy(`(?m)\A[ \t]*(?:` + imports + `)`)
	}
	return p
}

// followed stores in the patterns of a language the extensions of its files, separated by spaces,
// and how its imports name modules, so that the import graph includes it. It returns p.
func (p *patterns) followed(extensions string, m Modules) *patterns {
	p.extensions, p.modules = extensions, m
	return p
}

// match returns the definitions and imports that the patterns of a language find in a text, and
// false if the language has no patterns.
func match(language string, text []byte) (findings, bool) {
	m := newMatcher(language, text)
	if m == nil {
		return findings{}, false
	}
	m.code = m.mask(m.text)
	m.found.imports = matchImports(language, text)
	m.findDefs()
	if m.preproc {
		m.blankDirectives()
	}
	if m.heads == anywhere {
		m.findHeads()
	}
	m.findEnds()
	if m.heads == inTypes {
		m.findMembers()
	}
	m.dropLocals()
	return m.found, true
}

// newMatcher returns a matcher that finds definitions and imports in a text by the patterns of its
// language, or nil if there are no such patterns. The matcher's mask is not made yet.
func newMatcher(language string, text []byte) *matcher {
	p := languages[language]
	if p == nil {
		return nil
	}
	if language == "PHP" {
		text = insidePHP(text)
	}
	return &matcher{patterns: p, text: text, index: newLines(text, p.syntax)}
}

// matchImports returns the imports of a text, by the line scanner of the language or
// else by its patterns.
func matchImports(language string, text []byte) []luminos.Import {
	if list, ok := importsOf(language, text); ok {
		return list
	}
	m := newMatcher(language, text)
	if m == nil {
		return nil
	}
	m.findImports()
	return m.found.imports
}

// commentsOf returns the syntax of comments in a language. An unknown language has no comments.
func commentsOf(language string) syntax {
	if p := languages[language]; p != nil {
		return p.syntax
	}
	return syntax{}
}

// matcher holds the state of reading one text.
type matcher struct {
	*patterns
	text, code []byte
	index      *lines // of text
	found      findings
	pairs      []pair // of braces; nil until paired
}

// atLines returns at most n matches of re at starts of lines, in the form of FindAllSubmatchIndex.
// re is anchored, because a search would try it at every byte.
func atLines(re *regexp.Regexp, text []byte, n int) (found [][]int) {
	for at := 0; at < len(text) && len(found) < n; {
		match := re.FindSubmatchIndex(text[at:])
		next := at
		if match != nil {
			for i := range match {
				if match[i] >= 0 {
					match[i] += at
				}
			}
			found = append(found, match)
			next = max(at, match[1]-1)
		}
		end := bytes.IndexByte(text[next:], '\n')
		if end < 0 {
			break
		}
		at = next + end + 1
	}
	return found
}

// findImports adds the imports that the pattern of the language matches to the findings. It
// searches the unmasked text, because imported names can be quoted.
func (m *matcher) findImports() {
	if m.imports == nil {
		return
	}
	found := atLines(m.imports(), m.text, maxImports+1)
	if m.code == nil && len(found) > 0 { // only the part with imports is needed
		m.code = m.mask(m.text[:found[len(found)-1][1]])
	}
	for _, at := range found {
		start := at[0] + len(m.text[at[0]:at[1]]) - len(bytes.TrimLeft(m.text[at[0]:at[1]], " \t"))
		if start >= at[1] || m.code[start] != m.text[start] {
			continue // in a comment or in a string
		}
		for i := 2; i < len(at); i += 2 {
			if at[i] < 0 {
				continue
			}
			name, _, _ := strings.Cut(string(m.text[at[i]:at[i+1]]), " as ")
			first, last := m.index.span(start, at[1])
			m.found.imports = append(m.found.imports, luminos.Import{Name: unquoted(name), First: first, Last: last})
		}
	}
}

// findDefs adds the definitions whose keywords the pattern of the language matches in the masked
// text to the findings.
func (m *matcher) findDefs() {
	if m.defs == nil {
		return
	}
	for _, at := range atLines(m.defs(), m.code, 2*maxSymbols) {
		for i, kind := range m.kinds {
			from, to := at[2*i+2], at[2*i+3]
			if from < 0 {
				continue
			}
			start := at[0] + len(m.code[at[0]:at[1]]) - len(bytes.TrimLeft(m.code[at[0]:at[1]], " \t"))
			body := at[1] // or behind it
			if m.code[body-1] == '{' {
				body--
			}
			d := def{kind: kind, name: string(m.text[from:to]), start: start, body: body}
			if m.preproc && m.code[start] == '#' {
				d.end = m.continued(start)
				d.body = d.end
			} else if bytes.HasPrefix(bytes.TrimLeft(m.code[body:], " \t"), []byte("= require(")) {
				break // an import
			} else {
				d.start = m.withDecorators(start)
			}
			m.found.defs = append(m.found.defs, d)
			break
		}
	}
}

// dropLocals removes constants and variables that are defined inside functions from the findings.
func (m *matcher) dropLocals() {
	slices.SortStableFunc(m.found.defs, func(a, b def) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	end := 0
	m.found.defs = slices.DeleteFunc(m.found.defs, func(d def) bool {
		local := d.start < end
		if d.kind == Func || d.kind == Method {
			end = max(end, d.end)
		}
		return local && (d.kind == Const || d.kind == Var)
	})
}

// insidePHP returns a copy of a text with spaces in place of everything outside <?php and ?>.
func insidePHP(text []byte) []byte {
	out := bytes.Clone(text)
	for at := 0; at < len(text); {
		end := len(text)
		if i := bytes.Index(text[at:], []byte("<?")); i >= 0 {
			end = min(at+i+len("<?php"), end)
		}
		blank(out[at:end])
		i := bytes.Index(text[end:], []byte("?>"))
		if i < 0 {
			break
		}
		at = end + i
	}
	return out
}
