package outline

import (
	"strings"
)

var (
	rubyKinds    = map[string]string{"class": "class", "module": "module", "def": "func"}
	haskellKinds = map[string]string{"data": "type", "newtype": "type", "class": "class", "type": "type"}
	cKinds       = map[string]string{"class": "class", "struct": "struct", "enum": "enum", "union": "union", "namespace": "namespace", "concept": "concept"}
)

// scanC reads types, functions except static ones, and includes: in quotes, or in
// angle brackets with a directory.
func scanC(h *Head, content string) {
	for n, line := range codeLines(content, "/*", "*/", "//", nil) {
		trimmed := strings.TrimSpace(line)
		if trimmed[0] == '#' {
			directive := strings.TrimSpace(trimmed[1:])
			for _, word := range []string{"include", "import"} {
				if rest, ok := strings.CutPrefix(directive, word); ok {
					h.cInclude(strings.TrimSpace(rest), n, line)
				}
			}
			continue
		}
		if line[0] == ' ' || line[0] == '\t' || line[0] == '}' || line[0] == '{' {
			continue
		}
		item := afterKeywords(line, "typedef", "template", "export", "inline", "constexpr")
		if name, kind := define(item, cKinds); name != "" && !strings.HasSuffix(trimmed, ";") && !strings.ContainsAny(trimmed, "()=") {
			if kind == "enum" && (name == "class" || name == "struct") {
				name = identifier(strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(item, "enum "), name)))
			}
			if kind != "namespace" {
				h.addSymbol(name, kind, n, line)
			}
			continue
		}
		if name := cFunction(line); name != "" {
			h.addSymbol(name, "func", n, line)
		}
	}
}

func (h *Head) cInclude(rest string, n int, line string) {
	if rest == "" {
		return
	}
	if rest[0] == '"' {
		h.addImport(quoted(rest), n, line)
	} else if spec, _, ok := strings.Cut(rest[1:], ">"); ok && rest[0] == '<' && strings.Contains(spec, "/") {
		h.addImport(spec, n, line)
	}
}

// cFunction returns the name of the function that an unindented line defines, or
// "".
func cFunction(line string) string {
	open := strings.IndexByte(line, '(')
	if open <= 0 || len(line) > 300 || strings.ContainsAny(line[:open], "=;\"'#") {
		return ""
	}
	end := strings.TrimRight(line, " \t")
	if last := end[len(end)-1]; last != '{' && last != ')' {
		return ""
	}
	before := strings.Fields(strings.NewReplacer("*", " ", "&", " ").Replace(line[:open]))
	if len(before) < 2 {
		return "" // a call or a macro: a definition has a type before its name
	}
	switch before[0] {
	case "static", "if", "while", "for", "switch", "return", "else", "typedef", "case", "do", "using", "extern":
		return ""
	}
	name := before[len(before)-1]
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return "" // a method: its class says more
	}
	if identifier(name) != name {
		return ""
	}
	return name
}

// scanRuby reads require, require_relative, autoload and definitions.
func scanRuby(h *Head, content string) {
	inComment := false
	wrapper := -1 // indentation of a module that has held nothing but modules and classes so far
	for n, line := range numbered(content) {
		if strings.HasPrefix(line, "=begin") || strings.HasPrefix(line, "=end") {
			inComment = line[1] == 'b'
			continue
		}
		trimmed := strings.TrimSpace(line)
		if inComment || trimmed == "" || trimmed[0] == '#' {
			continue
		}
		if strings.HasPrefix(trimmed, "__END__") {
			break
		}
		first, rest, _ := strings.Cut(trimmed, " ")
		switch strings.TrimSuffix(first, "(") {
		case "require_relative", "load":
			h.addImport("./"+quoted(rest), n, line)
		case "require":
			h.addImport(quoted(rest), n, line)
		case "autoload":
			if _, p, ok := strings.Cut(rest, ","); ok {
				h.addImport(quoted(p), n, line)
			}
		case "class", "module":
			name := rest
			if i := strings.IndexAny(name, " <;#"); i >= 0 {
				name = name[:i]
			}
			if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
				// A module that contains only another module is a namespace; the
				// inner module says more.
				indent := len(line) - len(strings.TrimLeft(line, " \t"))
				if k := len(h.Symbols); wrapper >= 0 && indent > wrapper && k > 0 {
					h.Symbols = h.Symbols[:k-1]
				}
				if wrapper = -1; first == "module" {
					wrapper = indent
				}
				h.addSymbol(name, rubyKinds[first], n, line)
			}
		case "def":
			if wrapper = -1; line[0] == 'd' {
				h.addSymbol(identifier(rest), "func", n, line)
			}
		}
	}
}

// scanHaskell reads imports and unindented types and signatures.
func scanHaskell(h *Head, content string) {
	for n, line := range codeLines(content, "{-", "-}", "--", nil) {
		if line[0] == ' ' || line[0] == '\t' {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "import "); ok {
			rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "qualified "))
			i := 0
			for i < len(rest) && rest[i] != ' ' && rest[i] != '(' {
				i++
			}
			h.addImport(strings.ReplaceAll(rest[:i], ".", "/"), n, line)
			continue
		}
		if name, kind := define(line, haskellKinds); name != "" && name[0] >= 'A' && name[0] <= 'Z' {
			h.addSymbol(name, kind, n, line)
		} else if name, _, ok := strings.Cut(line, " :: "); ok && identifier(name) == name {
			h.addSymbol(name, "func", n, line)
		}
	}
}
