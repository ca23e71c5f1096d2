package imports

import (
	"path"
	"slices"
	"strings"

	"luminos"
)

var (
	scriptKinds = map[string]string{"class": "class", "interface": "interface", "enum": "enum", "type": "type", "function": "func", "function*": "func",
		"const": "const", "let": "var", "var": "var", "namespace": "namespace"}
	scriptEndings = []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".astro", ".json"}
)

// scanScript reads JavaScript and TypeScript: static and dynamic imports,
// require, re-exports, and exported names.
func scanScript(f *source, content string) {
	var block []string
	blockFirst, code := 0, false
	inComment := false
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
			if !inComment && f.about == nil {
				f.scriptDoc(block, blockFirst, code)
			}
			continue
		}
		if trimmed == "" || strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "#!") {
			continue
		}
		if !strings.HasPrefix(trimmed, "'use ") && !strings.HasPrefix(trimmed, `"use `) && trimmed[0] != '<' {
			code = true
		}
		f.scriptImports(n, line, trimmed)
		if rest, ok := strings.CutPrefix(line, "export "); ok {
			rest = afterKeywords(rest, "default", "declare", "abstract", "async")
			if w, _, _ := strings.Cut(rest, " "); w == "const" && strings.HasPrefix(rest, "const enum ") {
				rest = strings.TrimPrefix(rest, "const ")
			}
			if name, kind := define(rest, scriptKinds); name != "" && name != "from" {
				f.addSymbol(name, kind, n, line)
			}
		} else if rest, ok := strings.CutPrefix(line, "exports."); ok {
			if name := word(rest); strings.HasPrefix(strings.TrimSpace(rest[len(name):]), "=") {
				f.addSymbol(name, "export", n, line)
			}
		}
	}
}

// scriptImports finds every module that one line names.
func (f *source) scriptImports(n int, line, trimmed string) {
	switch {
	case strings.HasPrefix(trimmed, "import ") || strings.HasPrefix(trimmed, "export ") || trimmed[0] == '}' || strings.HasPrefix(trimmed, "import{"):
		if i := strings.LastIndex(line, "from"); i >= 0 {
			rest := strings.TrimSpace(line[i+len("from"):])
			if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
				f.addRef(quoted(rest), n, line, braced(line[:i])...)
				return
			}
		}
		if rest := strings.TrimSpace(strings.TrimPrefix(trimmed, "import")); rest != "" && len(rest) < len(trimmed) && (rest[0] == '"' || rest[0] == '\'') {
			f.addRef(quoted(rest), n, line)
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
				f.addRef(quoted(arg), n, line)
			}
			rest = after
		}
	}
}

// braced are the names of "import { a, type B as C }".
func braced(s string) []string {
	_, s, ok := strings.Cut(s, "{")
	if !ok {
		return nil
	}
	s, _, _ = strings.Cut(s, "}")
	return importedNames(strings.ReplaceAll(s, "type ", ""))
}

// scriptDoc takes a block comment: the one at the head of an index file, or any that says it is about the module.
func (f *source) scriptDoc(block []string, first int, code bool) {
	marked := slices.ContainsFunc(block, func(l string) bool {
		return strings.Contains(l, "@module") || strings.Contains(l, "@packageDocumentation") || strings.Contains(l, "@fileoverview")
	})
	stem, _, _ := strings.Cut(f.path.Base(), ".")
	lead := stem == "index" || stem == "main" || stem == "mod" || strings.EqualFold(stem, f.path.Dir().Base())
	switch {
	case marked && lead:
		f.about = newComment(block, first, 0)
	case lead && !code:
		f.about = newComment(block, first, 1)
	}
}

// resolveScript finds a module: relative, by a path alias of the nearest
// tsconfig, or by the name of a package of the workspace.
func resolveScript(ix *index, f *source, r *ref) []luminos.Path {
	spec, _, _ := strings.Cut(r.spec, "?")
	if strings.HasPrefix(spec, ".") {
		return ix.scriptFile(f.path.Dir().Join(spec))
	}
	for dir := f.path.Dir(); ; dir = dir.Dir() {
		if cfg := ix.tsconfigs[dir]; cfg != nil {
			for _, to := range cfg.targets(spec) {
				if found := ix.scriptFile(dir.Join(to)); found != nil {
					return found
				}
			}
		}
		// The usual alias of bundlers, where no tsconfig says otherwise.
		if rest, ok := cutAlias(spec); ok {
			for _, base := range []string{"src", "."} {
				if found := ix.scriptFile(dir.Join(base, rest)); found != nil {
					return found
				}
			}
		}
		if dir == luminos.Root || dir == "" {
			break
		}
	}
	return ix.scriptPackage(spec)
}

func cutAlias(spec string) (string, bool) {
	if rest, ok := strings.CutPrefix(spec, "@/"); ok {
		return rest, true
	}
	return strings.CutPrefix(spec, "~/")
}

// scriptFile is the directory of the file that a path without ending means.
func (ix *index) scriptFile(p luminos.Path) []luminos.Path {
	if strings.HasPrefix(string(p), "..") {
		return nil
	}
	if ix.isFile(p) {
		return []luminos.Path{p.Dir()}
	}
	stem := p
	switch p.Ext() { // TypeScript names what it compiles to
	case ".js", ".jsx", ".mjs", ".cjs":
		stem = p[:len(p)-len(p.Ext())]
	}
	for _, s := range []luminos.Path{p, stem} {
		for _, e := range scriptEndings {
			if ix.isFile(s + luminos.Path(e)) {
				return []luminos.Path{s.Dir()}
			}
		}
	}
	if ix.has(scriptLang, p) {
		return []luminos.Path{p}
	}
	return nil
}

// scriptPackage finds a package of the workspace by its name, or what it holds below it.
func (ix *index) scriptPackage(spec string) []luminos.Path {
	name, sub := spec, ""
	for {
		if dir, ok := ix.packages[name]; ok {
			for _, base := range []string{"src", "."} {
				if sub != "" {
					if found := ix.scriptFile(dir.Join(base, sub)); found != nil {
						return found
					}
				}
			}
			for _, base := range []string{".", "src", "lib"} {
				if to := dir.Join(base); ix.has(scriptLang, to) && (base != "." || !ix.has(scriptLang, dir.Join("src"))) {
					return []luminos.Path{to}
				}
			}
			return nil
		}
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return nil
		}
		name, sub = name[:i], path.Join(name[i+1:], sub)
	}
}
