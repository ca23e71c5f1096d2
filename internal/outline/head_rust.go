package outline

import (
	"strings"
)

var rustKinds = map[string]string{"fn": "func", "struct": "struct", "enum": "enum", "trait": "trait", "type": "type", "const": "const",
	"static": "var", "mod": "module", "union": "union"}

// scanRust reads use and mod items, unindented public names, and the inner
// documentation of a module.
func scanRust(h *Head, content string) {
	var doc []string
	docFirst := 0
	var use strings.Builder // an item that continues
	useLine, useText := 0, ""
	for n, line := range codeLines(content, "/*", "*/", "// ", nil) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "//!") && len(doc) < maxBlock {
			if len(doc) == 0 {
				docFirst = n
			}
			doc = append(doc, line)
		}
		if strings.HasPrefix(trimmed, "//") {
			continue
		}
		if use.Len() == 0 {
			if strings.HasPrefix(line, "#[cfg(test)]") && strings.Contains(content, "mod tests {") {
				break // tests come last by convention and import everything
			}
			item := strings.TrimPrefix(afterKeywords(trimmed, "pub", "pub(crate)", "pub(super)"), "::")
			if rest, ok := strings.CutPrefix(item, "mod "); ok {
				if name := identifier(rest); strings.HasPrefix(strings.TrimSpace(rest[len(name):]), ";") {
					h.addImport("mod "+name, n, line)
				}
			}
			if rest, ok := strings.CutPrefix(line, "pub "); ok {
				if name, kind := define(afterKeywords(rest, "async", "unsafe", "extern", `"C"`), rustKinds); name != "" && name != "fn" {
					h.addSymbol(name, kind, n, line)
				}
			}
			if !strings.HasPrefix(item, "use ") {
				continue
			}
			trimmed, useLine, useText = item[len("use "):], n, line
		}
		trimmed, _, _ = strings.Cut(trimmed, "//")
		use.WriteString(trimmed)
		if strings.Contains(trimmed, ";") || use.Len() > 8*maxHeadLine {
			for _, p := range usePaths(use.String()) {
				h.addImport(p, useLine, useText)
			}
			use.Reset()
		}
	}
	h.rustDoc(doc, docFirst)
}

// rustDoc records the documentation of a file that represents its directory.
func (h *Head) rustDoc(doc []string, first int) {
	rank := map[string]int{"lib.rs": 0, "mod.rs": 0, "main.rs": 1}
	if r, ok := rank[h.path.Base()]; ok && len(doc) > 0 {
		h.Comment = newComment(doc, first, r)
	}
}

// usePaths returns the paths of a use tree: "a::{b, c::{d, e}}" names a::b, a::c::d
// and a::c::e.
func usePaths(s string) []string {
	s, _, _ = strings.Cut(s, ";")
	var out, stack []string
	prefix, segment := "", strings.Builder{}
	flush := func() {
		p := strings.TrimSpace(segment.String())
		segment.Reset()
		p, _, _ = strings.Cut(p, " as ")
		if p = strings.TrimSpace(p); p != "" && len(out) < 100 {
			out = append(out, prefix+p)
		}
	}
	for i := range len(s) {
		switch c := s[i]; c {
		case '{':
			if len(stack) >= 16 {
				return out
			}
			stack = append(stack, prefix)
			prefix += strings.TrimSpace(segment.String())
			segment.Reset()
		case '}':
			flush()
			if len(stack) == 0 {
				return out
			}
			prefix, stack = stack[len(stack)-1], stack[:len(stack)-1]
		case ',':
			flush()
		default:
			segment.WriteByte(c)
		}
	}
	flush()
	return out
}
