package imports

import (
	"strings"

	"luminos"
)

var (
	jvmKinds = map[string]string{"class": "class", "interface": "interface", "enum": "enum", "record": "record", "@interface": "annotation",
		"object": "object", "trait": "trait", "fun": "func", "typealias": "type", "def": "func"}
	csharpKinds = map[string]string{"class": "class", "interface": "interface", "enum": "enum", "record": "record", "struct": "struct", "delegate": "delegate"}
	phpKinds    = map[string]string{"class": "class", "interface": "interface", "trait": "trait", "enum": "enum", "function": "func"}
)

// scanJVM reads Java, Kotlin and Scala: package, imports and public types.
func scanJVM(f *source, content string) {
	var block []string
	blockFirst := 0
	inComment := false
	java := f.path.Ext() == ".java"
	for n, line := range lines(content) {
		trimmed := strings.TrimSpace(line)
		if inComment || strings.HasPrefix(trimmed, "/*") {
			if !inComment {
				block, blockFirst = nil, n
			}
			if len(block) < 40 {
				block = append(block, line)
			}
			inComment = !strings.Contains(line, "*/")
			continue
		}
		if trimmed == "" || strings.HasPrefix(trimmed, "//") {
			continue
		}
		statement := strings.TrimRight(trimmed, "; \t")
		if rest, ok := strings.CutPrefix(statement, "package "); ok && !strings.HasPrefix(rest, "object") {
			name := strings.Trim(rest, "` {")
			if f.pkg != "" && !java { // Scala stacks them
				name = f.pkg + "." + name
			}
			f.pkg = name
			if f.path.Base() == "package-info.java" && len(block) > 0 {
				f.about = newComment(block, blockFirst, 0)
			}
			continue
		}
		if rest, ok := strings.CutPrefix(statement, "import "); ok {
			rest = strings.TrimPrefix(rest, "static ")
			rest, _, _ = strings.Cut(rest, " as ")
			rest, _, _ = strings.Cut(rest, "{") // Scala: import a.b.{C, D}
			f.addRef(strings.TrimRight(strings.TrimSpace(rest), ".*_"), n, line)
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
			f.addSymbol(name, kind, n, line)
		}
	}
}

// scanCSharp reads namespace, using directives and public types.
func scanCSharp(f *source, content string) {
	inComment := false
	for n, line := range lines(content) {
		trimmed := strings.TrimSpace(line)
		if inComment || strings.HasPrefix(trimmed, "/*") {
			inComment = !strings.Contains(line, "*/")
			continue
		}
		if trimmed == "" || strings.HasPrefix(trimmed, "//") {
			continue
		}
		if rest, ok := strings.CutPrefix(trimmed, "namespace "); ok {
			if f.pkg == "" {
				f.pkg = strings.TrimRight(strings.TrimSpace(rest), "; {")
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
				f.addRef(strings.TrimSpace(rest), n, line)
			}
			continue
		}
		// Types stand in the first column or one level below their namespace.
		if indent := len(line) - len(strings.TrimLeft(line, " \t")); indent > 4 || !strings.HasPrefix(trimmed, "public ") {
			continue
		}
		item := afterKeywords(trimmed, "public", "abstract", "sealed", "static", "partial", "readonly", "unsafe", "ref")
		if head, _, ok := strings.Cut(item, "("); ok && strings.HasPrefix(item, "delegate ") {
			item = "delegate " + head[strings.LastIndexAny(head, " \t")+1:] // what it returns comes before its name
		}
		if name, kind := define(item, csharpKinds); name != "" && name != "class" && name != "struct" {
			f.addSymbol(name, kind, n, line)
		}
	}
}

// scanPHP reads namespace, use clauses, included files and top-level definitions.
func scanPHP(f *source, content string) {
	inComment := false
	for n, line := range lines(content) {
		trimmed := strings.TrimSpace(line)
		if inComment || strings.HasPrefix(trimmed, "/*") {
			inComment = !strings.Contains(line, "*/")
			continue
		}
		if trimmed == "" || strings.HasPrefix(trimmed, "//") || trimmed[0] == '#' {
			continue
		}
		if i := strings.Index(trimmed, "namespace "); i == 0 || i > 0 && strings.HasPrefix(trimmed, "<?php") {
			f.pkg = strings.TrimRight(strings.TrimSpace(trimmed[i+len("namespace "):]), "; {")
			continue
		}
		if strings.HasPrefix(trimmed, "require") || strings.HasPrefix(trimmed, "include") {
			if p := quoted(trimmed); strings.Contains(p, ".php") {
				f.addRef("file "+strings.TrimPrefix(p, "/"), n, line)
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
			f.addRef(strings.Trim(strings.TrimSpace(rest), `\`), n, line)
			continue
		}
		if name, kind := define(afterKeywords(line, "abstract", "final", "readonly"), phpKinds); name != "" {
			f.addSymbol(name, kind, n, line)
		}
	}
}

// resolveDeclared finds the directory of the longest prefix of a name that some
// file declares as its package or namespace. Of several directories the one
// that most files declare it in wins, unless one is nearer to the file that imports.
func resolveDeclared(ix *index, f *source, r *ref) []luminos.Path {
	sep := "."
	if f.lang.name == phpLang {
		sep = `\`
	}
	for name := r.spec; name != ""; {
		if dirs := ix.declared[declaration{f.lang.name, name}]; len(dirs) > 0 {
			if name == f.pkg {
				return nil // its own package, which needs no import
			}
			best := dirs[0]
			for _, d := range dirs[1:] {
				if common(f.path, d) > common(f.path, best) {
					best = d
				}
			}
			return []luminos.Path{best}
		}
		i := strings.LastIndex(name, sep)
		if i < 0 {
			return nil
		}
		name = name[:i]
	}
	return nil
}

// resolvePHP resolves included files by their path and the rest by namespace.
func resolvePHP(ix *index, f *source, r *ref) []luminos.Path {
	if p, ok := strings.CutPrefix(r.spec, "file "); ok {
		if to := f.path.Dir().Join(p); ix.isFile(to) {
			return []luminos.Path{to.Dir()}
		}
		return ix.bySuffix(f.path, p)
	}
	return resolveDeclared(ix, f, r)
}
