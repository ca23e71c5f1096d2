package outline

import (
	"strings"
)

var goKinds = map[string]string{"type": "type", "func": "func", "var": "var", "const": "const"}

// scanGo reads the import clauses, which stand before everything else, the
// exported names in the first column, and the comment on the package clause.
func scanGo(h *Head, content string) {
	var doc []string
	docFirst := 0
	inImports, inRaw, inComment, declared := false, false, false, false
	note := func(n int, line string) {
		if len(doc) == 0 {
			docFirst = n
		}
		if h.Package == "" && len(doc) < 200 {
			doc = append(doc, line)
		}
	}
	for n, line := range numbered(content) {
		if inRaw {
			inRaw = strings.Count(line, "`")%2 == 0
			continue
		}
		trimmed := strings.TrimSpace(line)
		switch {
		case inComment || strings.HasPrefix(trimmed, "/*"):
			inComment = !strings.Contains(line, "*/")
			note(n, line)
			continue
		case strings.HasPrefix(trimmed, "//"):
			note(n, line)
			continue
		case trimmed == "":
			doc = nil // the comment is not directly above the clause
			continue
		case inImports:
			if trimmed[0] == ')' {
				inImports = false
			} else {
				h.addImport(quoted(line), n, line)
			}
			continue
		}
		switch w, rest, _ := strings.Cut(line, " "); {
		case h.Package == "" && w == "package":
			h.Package = identifier(strings.TrimSpace(rest))
			h.Comment = goDoc(h, doc, docFirst)
		case !declared && (w == "import" || strings.HasPrefix(line, "import(")):
			if rest = strings.TrimSpace(strings.TrimPrefix(line, "import")); strings.HasPrefix(rest, "(") {
				inImports = !strings.Contains(rest, ")")
			}
			h.addImport(quoted(line), n, line)
		default:
			if goKinds[w] != "" {
				declared = true
				if name, kind := define(line, goKinds); name != "" && name[0] >= 'A' && name[0] <= 'Z' {
					h.addSymbol(name, kind, n, line)
				}
			}
		}
		if strings.IndexByte(line, '`') >= 0 {
			inRaw = strings.Count(line, "`")%2 == 1
		}
	}
}

// goDoc returns the package comment. A comment in doc.go or in the conventional
// form has a lower rank.
func goDoc(h *Head, doc []string, first int) *Comment {
	c := newComment(doc, first, 2)
	if c == nil {
		return nil
	}
	if strings.HasPrefix(c.Text, "Package "+h.Package) || strings.HasPrefix(c.Text, "Command ") || strings.HasPrefix(c.Text, "The "+h.path.Dir().Base()) {
		c.Rank = 1
	}
	if h.path.Base() == "doc.go" {
		c.Rank--
	}
	return c
}
