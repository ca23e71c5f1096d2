package imports

import (
	"strings"

	"luminos"
)

var (
	rubyKinds    = map[string]string{"class": "class", "module": "module", "def": "func"}
	haskellKinds = map[string]string{"data": "type", "newtype": "type", "class": "class", "type": "type"}
	cKinds       = map[string]string{"class": "class", "struct": "struct", "enum": "enum", "union": "union", "namespace": "namespace", "concept": "concept"}
)

// scanC reads includes in quotes, and those in angle brackets that name a
// directory; types; and functions of other than static linkage.
func scanC(f *source, content string) {
	inComment := false
	for n, line := range lines(content) {
		if inComment {
			inComment = !strings.Contains(line, "*/")
			continue
		}
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "//") {
			continue
		}
		if strings.HasPrefix(trimmed, "/*") {
			inComment = !strings.Contains(trimmed[2:], "*/")
			continue
		}
		if trimmed[0] == '#' {
			directive := strings.TrimSpace(trimmed[1:])
			if rest, ok := strings.CutPrefix(directive, "include"); ok {
				f.cInclude(strings.TrimSpace(rest), n, line)
			} else if rest, ok := strings.CutPrefix(directive, "import"); ok {
				f.cInclude(strings.TrimSpace(rest), n, line)
			}
			continue
		}
		if line[0] == ' ' || line[0] == '\t' || line[0] == '}' || line[0] == '{' {
			continue
		}
		item := afterKeywords(line, "typedef", "template", "export", "inline", "constexpr")
		if name, kind := define(item, cKinds); name != "" && !strings.HasSuffix(trimmed, ";") && !strings.ContainsAny(trimmed, "()=") {
			if kind == "enum" && (name == "class" || name == "struct") {
				name = word(strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(item, "enum "), name)))
			}
			if kind != "namespace" {
				f.addSymbol(name, kind, n, line)
			}
			continue
		}
		if name := cFunction(line); name != "" {
			f.addSymbol(name, "func", n, line)
		}
	}
}

func (f *source) cInclude(rest string, n int, line string) {
	if rest == "" {
		return
	}
	if rest[0] == '"' {
		f.addRef(quoted(rest), n, line)
	} else if spec, _, ok := strings.Cut(rest[1:], ">"); ok && rest[0] == '<' && strings.Contains(spec, "/") {
		f.addRef(spec, n, line)
	}
}

// cFunction is the name of the function that a line of the first column defines.
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
	if word(name) != name {
		return ""
	}
	return name
}

// resolveC looks beside the file first, as a compiler does, and then for the
// only file of the target, or the nearest, whose path ends like this.
func resolveC(ix *index, f *source, r *ref) []luminos.Path {
	if to := f.path.Dir().Join(r.spec); ix.isFile(to) {
		return []luminos.Path{to.Dir()}
	}
	return ix.bySuffix(f.path, strings.TrimLeft(r.spec, "./"))
}

// scanRuby reads require, require_relative, autoload and definitions.
func scanRuby(f *source, content string) {
	inComment := false
	wrapper := -1 // indentation of a module that has held nothing but modules and classes so far
	for n, line := range lines(content) {
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
			f.addRef("./"+quoted(rest), n, line)
		case "require":
			f.addRef(quoted(rest), n, line)
		case "autoload":
			if _, p, ok := strings.Cut(rest, ","); ok {
				f.addRef(quoted(p), n, line)
			}
		case "class", "module":
			name := rest
			if i := strings.IndexAny(name, " <;#"); i >= 0 {
				name = name[:i]
			}
			if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
				// A module with nothing but another in it is a name space: the inner one says more.
				indent := len(line) - len(strings.TrimLeft(line, " \t"))
				if k := len(f.symbols); wrapper >= 0 && indent > wrapper && k > 0 {
					f.symbols = f.symbols[:k-1]
				}
				if wrapper = -1; first == "module" {
					wrapper = indent
				}
				f.addSymbol(name, rubyKinds[first], n, line)
			}
		case "def":
			if wrapper = -1; line[0] == 'd' {
				f.addSymbol(word(rest), "func", n, line)
			}
		}
	}
}

// resolveRuby finds a file beside the one that requires it, or below a lib directory.
func resolveRuby(ix *index, f *source, r *ref) []luminos.Path {
	file := r.spec
	if !strings.HasSuffix(file, ".rb") {
		file += ".rb"
	}
	if strings.HasPrefix(file, ".") {
		if to := f.path.Dir().Join(file); ix.isFile(to) {
			return []luminos.Path{to.Dir()}
		}
		return nil
	}
	return ix.bySuffix(f.path, "lib/"+file)
}

// scanHaskell reads imports, types and signatures of the first column.
func scanHaskell(f *source, content string) {
	inComment := false
	for n, line := range lines(content) {
		trimmed := strings.TrimSpace(line)
		if inComment || strings.HasPrefix(trimmed, "{-") {
			inComment = !strings.Contains(line, "-}")
			continue
		}
		if line == "" || line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(line, "--") {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "import "); ok {
			rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "qualified "))
			i := 0
			for i < len(rest) && rest[i] != ' ' && rest[i] != '(' {
				i++
			}
			f.addRef(strings.ReplaceAll(rest[:i], ".", "/"), n, line)
			continue
		}
		if name, kind := define(line, haskellKinds); name != "" && name[0] >= 'A' && name[0] <= 'Z' {
			f.addSymbol(name, kind, n, line)
		} else if name, _, ok := strings.Cut(line, " :: "); ok && word(name) == name {
			f.addSymbol(name, "func", n, line)
		}
	}
}

// resolveHaskell finds a module by its path.
func resolveHaskell(ix *index, f *source, r *ref) []luminos.Path {
	return ix.bySuffix(f.path, r.spec+".hs")
}
