package outline

import (
	"strings"
)

var (
	jvmKinds = map[string]string{"class": "class", "interface": "interface", "enum": "enum", "record": "record", "@interface": "annotation",
		"object": "object", "trait": "trait", "fun": "func", "typealias": "type", "def": "func"}
	csharpKinds = map[string]string{"class": "class", "interface": "interface", "enum": "enum", "record": "record", "struct": "struct", "delegate": "delegate"}
	phpKinds    = map[string]string{"class": "class", "interface": "interface", "trait": "trait", "enum": "enum", "function": "func"}
)

// scanJVM reads Java, Kotlin, Scala and Groovy: package, imports and public types.
func scanJVM(h *Head, content string) {
	var doc []string
	docFirst := 0
	java := h.path.Ext() == ".java"
	keep := func(lines []string, first int) { doc, docFirst = lines, first }
	for n, line := range codeLines(content, "/*", "*/", "//", keep) {
		statement := strings.TrimRight(strings.TrimSpace(line), "; \t")
		if rest, ok := strings.CutPrefix(statement, "package "); ok && !strings.HasPrefix(rest, "object") {
			name := strings.Trim(rest, "` {")
			if h.Package != "" && !java { // Scala stacks them
				name = h.Package + "." + name
			}
			h.Package = name
			if h.path.Base() == "package-info.java" && len(doc) > 0 {
				h.Comment = newComment(doc, docFirst, 0)
			}
			continue
		}
		if rest, ok := strings.CutPrefix(statement, "import "); ok {
			rest = strings.TrimPrefix(rest, "static ")
			rest, _, _ = strings.Cut(rest, " as ")
			rest, _, _ = strings.Cut(rest, "{") // Scala: import a.b.{C, D}
			h.addImport(strings.TrimRight(strings.TrimSpace(rest), ".*_"), n, line)
			continue
		}
		if line[0] == ' ' || line[0] == '\t' || line[0] == '@' {
			continue
		}
		item := afterKeywords(line, "public", "abstract", "final", "sealed", "non-sealed", "static", "data", "open", "internal", "inline", "value", "case", "suspend", "implicit", "strictfp")
		if java && !strings.HasPrefix(line, "public ") || strings.HasPrefix(line, "internal ") {
			continue
		}
		if name, kind := define(item, jvmKinds); name != "" && name != "class" {
			h.addSymbol(name, kind, n, line)
		}
	}
}

// scanCSharp reads namespace, using directives and public types.
func scanCSharp(h *Head, content string) {
	for n, line := range codeLines(content, "/*", "*/", "//", nil) {
		trimmed := strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(trimmed, "namespace "); ok {
			if h.Package == "" {
				h.Package = strings.TrimRight(strings.TrimSpace(rest), "; {")
			}
			continue
		}
		if rest, ok := strings.CutPrefix(strings.TrimPrefix(trimmed, "global "), "using "); ok {
			if strings.HasSuffix(rest, ";") && !strings.ContainsAny(rest, "()") {
				rest = strings.TrimPrefix(strings.TrimRight(rest, "; "), "static ")
				if _, target, alias := strings.Cut(rest, "="); alias {
					rest = target
				}
				rest, _, _ = strings.Cut(rest, "<")
				h.addImport(strings.TrimSpace(rest), n, line)
			}
			continue
		}
		// Types are unindented or one level below their namespace.
		if indent := len(line) - len(strings.TrimLeft(line, " \t")); indent > 4 || !strings.HasPrefix(trimmed, "public ") {
			continue
		}
		item := afterKeywords(trimmed, "public", "abstract", "sealed", "static", "partial", "readonly", "unsafe", "ref")
		if head, _, ok := strings.Cut(item, "("); ok && strings.HasPrefix(item, "delegate ") {
			item = "delegate " + head[strings.LastIndexAny(head, " \t")+1:] // skip the return type
		}
		if name, kind := define(item, csharpKinds); name != "" && name != "class" && name != "struct" {
			h.addSymbol(name, kind, n, line)
		}
	}
}

// scanPHP reads namespace, use clauses, included files and top-level definitions.
func scanPHP(h *Head, content string) {
	for n, line := range codeLines(content, "/*", "*/", "//", nil) {
		trimmed := strings.TrimSpace(line)
		if trimmed[0] == '#' {
			continue
		}
		if i := strings.Index(trimmed, "namespace "); i == 0 || i > 0 && strings.HasPrefix(trimmed, "<?php") {
			h.Package = strings.TrimRight(strings.TrimSpace(trimmed[i+len("namespace "):]), "; {")
			continue
		}
		if strings.HasPrefix(trimmed, "require") || strings.HasPrefix(trimmed, "include") {
			if p := quoted(trimmed); strings.Contains(p, ".php") {
				h.addImport("file "+strings.TrimPrefix(p, "/"), n, line)
			}
			continue
		}
		if line[0] == ' ' || line[0] == '\t' {
			continue // traits used inside a class; methods
		}
		if rest, ok := strings.CutPrefix(trimmed, "use "); ok {
			rest = afterKeywords(rest, "function", "const")
			rest, _, _ = strings.Cut(strings.TrimRight(rest, ";"), " as ")
			rest, _, _ = strings.Cut(rest, "{")
			h.addImport(strings.Trim(strings.TrimSpace(rest), `\`), n, line)
			continue
		}
		if name, kind := define(afterKeywords(line, "abstract", "final", "readonly"), phpKinds); name != "" {
			h.addSymbol(name, kind, n, line)
		}
	}
}
