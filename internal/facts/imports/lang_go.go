package imports

import (
	"strings"

	"luminos"
)

var goKinds = map[string]string{"type": "type", "func": "func", "var": "var", "const": "const"}

// scanGo reads the import clauses, which stand before everything else, the
// exported names in the first column, and the comment on the package clause.
func scanGo(f *source, content string) {
	var doc []string
	docFirst := 0
	inImports, inRaw, inComment, declared := false, false, false, false
	note := func(n int, line string) {
		if len(doc) == 0 {
			docFirst = n
		}
		if f.pkg == "" && len(doc) < 200 {
			doc = append(doc, line)
		}
	}
	for n, line := range lines(content) {
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
			doc = nil // a comment that is not on the clause
			continue
		case inImports:
			if trimmed[0] == ')' {
				inImports = false
			} else {
				f.addRef(quoted(line), n, line)
			}
			continue
		}
		switch w, rest, _ := strings.Cut(line, " "); {
		case f.pkg == "" && w == "package":
			f.pkg = word(strings.TrimSpace(rest))
			f.about = goDoc(f, doc, docFirst)
		case !declared && (w == "import" || strings.HasPrefix(line, "import(")):
			if rest = strings.TrimSpace(strings.TrimPrefix(line, "import")); strings.HasPrefix(rest, "(") {
				inImports = !strings.Contains(rest, ")")
			}
			f.addRef(quoted(line), n, line)
		default:
			if goKinds[w] != "" {
				declared = true
				if name, kind := define(line, goKinds); name != "" && name[0] >= 'A' && name[0] <= 'Z' {
					f.addSymbol(name, kind, n, line)
				}
			}
		}
		if strings.IndexByte(line, '`') >= 0 {
			inRaw = strings.Count(line, "`")%2 == 1
		}
	}
}

// goDoc is the package comment; doc.go and the conventional form come first.
func goDoc(f *source, doc []string, first int) *comment {
	c := newComment(doc, first, 2)
	if c == nil {
		return nil
	}
	if strings.HasPrefix(c.text, "Package "+f.pkg) || strings.HasPrefix(c.text, "Command ") || strings.HasPrefix(c.text, "The "+f.path.Dir().Base()) {
		c.rank = 1
	}
	if f.path.Base() == "doc.go" {
		c.rank--
	}
	return c
}

// resolveGo finds the directory of an import path below the module whose path
// is its longest prefix.
func resolveGo(ix *index, _ *source, r *ref) []luminos.Path {
	for prefix := r.spec; prefix != "." && prefix != "/"; {
		if dir, ok := ix.modules[prefix]; ok {
			to := dir.Join(strings.TrimPrefix(r.spec[len(prefix):], "/"))
			if ix.has(goLang, to) {
				return []luminos.Path{to}
			}
			return nil
		}
		i := strings.LastIndexByte(prefix, '/')
		if i < 0 {
			break
		}
		prefix = prefix[:i]
	}
	return nil
}
