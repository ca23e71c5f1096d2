package outline

import (
	"slices"
	"strings"
)

var (
	scriptKinds = map[string]string{"class": "class", "interface": "interface", "enum": "enum", "type": "type", "function": "func", "function*": "func",
		"const": "const", "let": "var", "var": "var", "namespace": "namespace"}
)

// scanScript reads JavaScript and TypeScript: static and dynamic imports, require,
// re-exports, and exported names.
func scanScript(h *Head, content string) {
	code := false
	block := func(lines []string, first int) {
		if h.Comment == nil {
			h.scriptDoc(lines, first, code)
		}
	}
	for n, line := range codeLines(content, "/*", "*/", "//", block) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "#!") {
			continue
		}
		if !strings.HasPrefix(trimmed, "'use ") && !strings.HasPrefix(trimmed, `"use `) && trimmed[0] != '<' {
			code = true
		}
		h.scriptImports(n, line, trimmed)
		if rest, ok := strings.CutPrefix(line, "export "); ok {
			rest = afterKeywords(rest, "default", "declare", "abstract", "async")
			if w, _, _ := strings.Cut(rest, " "); w == "const" && strings.HasPrefix(rest, "const enum ") {
				rest = strings.TrimPrefix(rest, "const ")
			}
			if name, kind := define(rest, scriptKinds); name != "" && name != "from" {
				h.addSymbol(name, kind, n, line)
			}
		} else if rest, ok := strings.CutPrefix(line, "exports."); ok {
			if name := identifier(rest); strings.HasPrefix(strings.TrimSpace(rest[len(name):]), "=") {
				h.addSymbol(name, "export", n, line)
			}
		}
	}
}

// scriptImports records the modules that one line imports.
func (h *Head) scriptImports(n int, line, trimmed string) {
	switch {
	case strings.HasPrefix(trimmed, "import ") || strings.HasPrefix(trimmed, "export ") || trimmed[0] == '}' || strings.HasPrefix(trimmed, "import{"):
		if i := strings.LastIndex(line, "from"); i >= 0 {
			rest := strings.TrimSpace(line[i+len("from"):])
			if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
				h.addImport(quoted(rest), n, line, braced(line[:i])...)
				return
			}
		}
		if rest := strings.TrimSpace(strings.TrimPrefix(trimmed, "import")); rest != "" && len(rest) < len(trimmed) && (rest[0] == '"' || rest[0] == '\'') {
			h.addImport(quoted(rest), n, line)
			return
		}
	}
	for _, call := range []string{"require(", "import("} {
		for rest := line; ; {
			_, after, ok := strings.Cut(rest, call)
			if !ok {
				break
			}
			if arg := strings.TrimSpace(after); arg != "" && (arg[0] == '"' || arg[0] == '\'') {
				h.addImport(quoted(arg), n, line)
			}
			rest = after
		}
	}
}

// braced returns the names in "import { a, type B as C }".
func braced(s string) []string {
	_, s, ok := strings.Cut(s, "{")
	if !ok {
		return nil
	}
	s, _, _ = strings.Cut(s, "}")
	return importedNames(strings.ReplaceAll(s, "type ", ""))
}

// scriptDoc records a block comment about the module: the one at the head of an
// index file, or a marked one.
func (h *Head) scriptDoc(block []string, first int, code bool) {
	marked := slices.ContainsFunc(block, func(l string) bool {
		return strings.Contains(l, "@module") || strings.Contains(l, "@packageDocumentation") || strings.Contains(l, "@fileoverview")
	})
	stem, _, _ := strings.Cut(h.path.Base(), ".")
	lead := stem == "index" || stem == "main" || stem == "mod" || strings.EqualFold(stem, h.path.Dir().Base())
	switch {
	case marked && lead:
		h.Comment = newComment(block, first, 0)
	case lead && !code:
		h.Comment = newComment(block, first, 1)
	}
}
