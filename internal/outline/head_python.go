package outline

import (
	"strings"
)

var pythonKinds = map[string]string{"class": "class", "def": "func"}

// scanPython reads imports at any depth, unindented public names, and the docstring
// of the module. It skips strings in triple quotes.
func scanPython(h *Head, content string) {
	quote, started := "", false
	var doc []string
	docFirst := 0
	var open *HeadImport // a parenthesised import that goes on
	for n, line := range numbered(content) {
		trimmed := strings.TrimSpace(line)
		if quote != "" {
			if docFirst > 0 && h.Comment == nil && len(doc) < 40 {
				doc = append(doc, line)
			}
			if strings.Contains(line, quote) {
				quote = ""
				h.closeDoc(doc, docFirst)
				doc, docFirst = nil, 0 // a later string is not the docstring
			}
			continue
		}
		if open != nil {
			names, _, closed := strings.Cut(strings.SplitN(trimmed, "#", 2)[0], ")")
			open.Names = append(open.Names, importedNames(names)...)
			if closed || n-open.Line > 100 {
				open = nil
			}
			continue
		}
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		q := tripleQuote(trimmed)
		if !started {
			started = true
			if q != "" && strings.Index(trimmed, q) <= 1 {
				docFirst, doc = n, []string{line}
				if strings.Count(trimmed, q) >= 2 {
					h.closeDoc(doc, docFirst)
					doc, docFirst = nil, 0
					continue
				}
			}
		}
		if q != "" {
			if strings.Count(line, q)%2 == 1 {
				quote = q
			}
			continue
		}
		open = h.pythonLine(n, line, trimmed)
	}
}

// closeDoc records the docstring of the module.
func (h *Head) closeDoc(doc []string, first int) {
	if len(doc) == 0 || h.Comment != nil {
		return
	}
	rank := 3
	switch h.path.Base() {
	case "__init__.py":
		rank = 0
	case "__main__.py", "main.py", "cli.py", "app.py":
		rank = 2
	}
	if strings.TrimSuffix(h.path.Base(), ".py") == h.path.Dir().Base() {
		rank = 1
	}
	// The docstring of any other module describes the module, not its directory.
	if rank < 3 {
		h.Comment = newComment(doc, first, rank)
	}
}

// pythonLine reads one statement. It returns the import if its list of names
// continues on the next line.
func (h *Head) pythonLine(n int, line, trimmed string) *HeadImport {
	first, rest, _ := strings.Cut(trimmed, " ")
	switch first {
	case "import":
		for part := range strings.SplitSeq(rest, ",") {
			h.addImport(dotted(strings.TrimSpace(part)), n, line)
		}
	case "from":
		module, names, ok := strings.Cut(rest, " import")
		if !ok {
			return nil
		}
		before := len(h.Imports)
		names, _, _ = strings.Cut(names, "#")
		list, paren := strings.CutPrefix(strings.TrimSpace(names), "(")
		list, _, closed := strings.Cut(list, ")")
		h.addImport(dotted(strings.TrimSpace(module)), n, line, importedNames(list)...)
		if paren && !closed && len(h.Imports) > before {
			return &h.Imports[before]
		}
	case "class", "def", "async":
		if line[0] == ' ' || line[0] == '\t' {
			return nil
		}
		if name, kind := define(afterKeywords(line, "async"), pythonKinds); name != "" && name[0] != '_' {
			h.addSymbol(name, kind, n, line)
		}
	}
	return nil
}

// tripleQuote returns the first triple quote of a line, or "".
func tripleQuote(s string) string {
	d, q := strings.Index(s, `"""`), strings.Index(s, `'''`)
	switch {
	case d >= 0 && (q < 0 || d < q):
		return `"""`
	case q >= 0:
		return `'''`
	}
	return ""
}

// dotted returns the module name at the beginning of s with its leading dots.
func dotted(s string) string {
	i := 0
	for i < len(s) && (s[i] == '.' || s[i] == '_' || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' || s[i] >= '0' && s[i] <= '9' || s[i] >= 0x80) {
		i++
	}
	return s[:i]
}

// importedNames returns the names in "a, b as c".
func importedNames(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if w := identifier(strings.TrimSpace(part)); w != "" && len(out) < 50 {
			out = append(out, strings.Clone(w))
		}
	}
	return out
}
