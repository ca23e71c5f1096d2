package outline

import "strings"

// Family names a group of languages whose files can import each other.
type Family string

// The families of languages that [FamilyOf] returns.
const (
	Go      Family = "Go"
	Python  Family = "Python"
	Script  Family = "JavaScript" // and TypeScript
	Rust    Family = "Rust"
	JVM     Family = "Java" // and Kotlin, Scala, Groovy
	CSharp  Family = "C#"
	PHP     Family = "PHP"
	C       Family = "C" // and C++, Objective-C, CUDA
	Ruby    Family = "Ruby"
	Haskell Family = "Haskell"
)

// Modules describes how package imports finds the files that the imports of a family
// name. The zero value means that package imports has a function for the family.
type Modules struct {
	// Packages separates the parts of a name if imports name the packages that files
	// declare. The other fields are for imports that name files.
	Packages  string
	Separator string // separates the parts of a name; "" if they are separated by "/"
	Ending    string // of the files; an import can lack it
	Beside    bool   // a name is relative to the importing file, if the file exists
	Below     string // the directory that other names are relative to, such as "lib/"
}

// Modules returns the description of how imports in this family of languages name modules.
func (f Family) Modules() Modules { return families[f].modules }

// family describes the files of a family and how their heads are read.
type family struct {
	languages  string // by the names of linguist, separated by spaces
	extensions string // separated by spaces
	syntax     syntax
	about      bool   // a file can describe its directory
	modifiers  string // words that may precede the keyword of a definition
	kinds      string // keywords of definitions, as "keyword" or "keyword:kind"
	capitals   bool   // public names begin with a capital
	// statement reads the statement that begins on a line, except definitions. It
	// returns the line from the modifiers of a public definition, or "". If it is nil,
	// the patterns of the language read the file.
	statement func(h *Head, s *headLine) string
	modules   Modules
}

// families contains the families with line scanners, and the languages in the table of
// patterns that call followed.
var families = func() map[Family]family {
	all := scanned()
	for name, p := range languages {
		if p.extensions != "" {
			all[Family(name)] = family{languages: name, extensions: p.extensions, syntax: p.syntax, about: true, modules: p.modules}
		}
	}
	return all
}()

// scanned returns the families whose files are read line by line, each with the function that reads
// the statement on a line.
func scanned() map[Family]family {
	return map[Family]family{
		Go:     {"Go", ".go", goSyntax, true, "", "type func var const", true, goLine, Modules{}},
		Python: {"Python Cython Starlark", ".py .pyi", pythonSyntax, true, "async", "class def:func", false, pythonLine, Modules{}},
		Script: {"JavaScript TypeScript TSX Vue Svelte Astro", ".js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte .astro", scriptSyntax, true, "default declare abstract async",
			"class interface enum type function:func function*:func const let:var var namespace", false, scriptLine, Modules{}},
		Rust: {"Rust", ".rs", rustSyntax, true, `async unsafe extern "C"`, "fn:func struct enum trait type const static:var mod:module union", false, rustLine, Modules{}},
		JVM: {"Java Kotlin Scala Groovy", ".java .kt .kts .scala .groovy", braceSyntax, true, "public abstract final sealed non-sealed static data open internal inline value case suspend implicit strictfp",
			"class interface enum record @interface:annotation object trait fun:func typealias:type def:func", false, jvmLine, Modules{Packages: "."}},
		CSharp: {"C#", ".cs", csharpSyntax, false, "public abstract sealed static partial readonly unsafe ref", "class interface enum record struct delegate", false, csharpLine, Modules{Packages: "."}},
		PHP:    {"PHP", ".php", phpSyntax, false, "abstract final readonly", "class interface trait enum function:func", false, phpLine, Modules{Packages: `\`}},
		C: {"C C++ Cuda Objective-C Objective-C++", ".c .h .cc .cpp .cxx .hh .hpp .hxx .inl .ipp .m .mm .cu .cuh", cSyntax, false, "typedef template export inline constexpr",
			"class struct enum union concept", false, cLine, Modules{Beside: true}},
		Ruby:    {"Ruby", ".rb .rake", rubySyntax, false, "", "class module def:func", false, rubyLine, Modules{Ending: ".rb", Below: "lib/"}},
		Haskell: {"Haskell", ".hs", dashSyntax, false, "", "data:type newtype:type class type", true, haskellLine, Modules{Separator: ".", Ending: ".hs"}},
	}
}

var familyByExtension = func() map[string]Family {
	m := map[string]Family{}
	for name, f := range families {
		for _, e := range strings.Fields(f.extensions) {
			m[e] = name
		}
	}
	return m
}()

// goLine records the package or the import on a line of Go. It returns the line if it is unindented, or "".
func goLine(h *Head, s *headLine) string {
	switch w, rest, _ := strings.Cut(s.code, " "); {
	case w == "package" && h.Package == "":
		h.Package = word(rest, "")
	case w == "type" || w == "func" || w == "var" || w == "const":
		h.past = true
	case !h.past:
		h.addImport(quoted(s.code), s)
	}
	return s.unindented()
}

// importedNames returns the names in a list of imports: a and b for "a, b as c".
func importedNames(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if w := word(part, ""); w != "" && len(out) < 50 {
			out = append(out, strings.Clone(w))
		}
	}
	return out
}

// scriptLine records the imports on a line of JavaScript (static, dynamic, require, re-exports) and
// names assigned to exports. It returns the rest of a line that begins with "export", or "".
func scriptLine(h *Head, s *headLine) string {
	h.scriptImports(s)
	rest, ok := strings.CutPrefix(s.line, "exports.")
	if name := word(rest, ""); ok && strings.HasPrefix(strings.TrimSpace(rest[len(name):]), "=") {
		h.addSymbol(name, "export", s)
	}
	rest, _ = strings.CutPrefix(s.line, "export ")
	if rest == s.line || strings.HasPrefix(rest, "type {") {
		return ""
	}
	return strings.Replace(rest, "const enum ", "enum ", 1)
}

// scriptImports records the modules that one line imports.
func (h *Head) scriptImports(s *headLine) {
	rest, names := "", ""
	if strings.HasPrefix(s.code, "import ") || strings.HasPrefix(s.code, "export ") || s.code[0] == '}' || strings.HasPrefix(s.code, "import{") {
		rest, _ = strings.CutPrefix(s.code, "import")
		if i := strings.LastIndex(s.code, "from"); i >= 0 && isQuoted(s.code[i+len("from"):]) {
			names, rest = s.code[:i], s.code[i+len("from"):]
		}
	}
	if isQuoted(rest) {
		_, names, _ = strings.Cut(names, "{")
		names, _, _ = strings.Cut(names, "}")
		h.addImport(quoted(rest), s, importedNames(strings.ReplaceAll(names, "type ", ""))...)
		return
	}
	for _, call := range []string{"require(", "import("} {
		for _, arg := range strings.Split(s.code, call)[1:] {
			if isQuoted(arg) {
				h.addImport(quoted(arg), s)
			}
		}
	}
}

// isQuoted reports whether s begins with a single or double quote, after white space.
func isQuoted(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && (s[0] == '"' || s[0] == '\'')
}

// rustLine records the modules in the items use, mod and extern crate on a line of Rust, except in tests at the end
// of a file. It returns the rest of a line that begins with "pub ", or "".
func rustLine(h *Head, s *headLine) string {
	h.past = h.past || strings.HasPrefix(s.line, "#[cfg(test)]") && strings.Contains(s.masked, "mod tests {")
	item := afterKeywords(s.code, "pub", "pub(crate)", "pub(super)")
	switch w, rest, _ := strings.Cut(item, " "); {
	case h.past:
	case w == "mod" && strings.HasPrefix(strings.TrimSpace(rest[len(word(rest, "")):]), ";"):
		h.addImport("mod "+word(rest, ""), s)
	case w == "extern" && strings.HasPrefix(rest, "crate "):
		h.addImport(word(rest[len("crate "):], ""), s)
	case w == "use":
		_, tree, _ := strings.Cut(s.masked, "use ")
		for _, p := range usePaths(tree) {
			h.addImport(strings.TrimPrefix(p, "::"), s)
		}
	}
	if rest, ok := strings.CutPrefix(s.line, "pub "); ok {
		return rest
	}
	return ""
}

// usePaths returns the paths of a use tree: "a::{b, c::{d, e}}" names a::b, a::c::d and a::c::e.
func usePaths(s string) []string {
	s, _, _ = strings.Cut(s, ";")
	var out, stack []string
	prefix := ""
	for s != "" && len(out) < 100 {
		i := strings.IndexAny(s+",", "{},")
		segment, mark := s[:i], (s + ",")[i]
		s = s[min(i+1, len(s)):]
		if mark == '{' {
			if len(stack) >= 16 {
				return out
			}
			stack = append(stack, prefix)
			prefix += strings.TrimSpace(segment)
			continue
		}
		segment, _, _ = strings.Cut(segment, " as ")
		if segment = strings.TrimSpace(segment); segment != "" {
			out = append(out, prefix+segment)
		}
		if mark == '}' {
			if len(stack) == 0 {
				return out
			}
			prefix, stack = stack[len(stack)-1], stack[:len(stack)-1]
		}
	}
	return out
}

// jvmLine records the package or the import on a line of Java, Kotlin, Scala or Groovy. It returns
// any other unindented line, or "" if the line is internal or, in Java, not public.
func jvmLine(h *Head, s *headLine) string {
	java := h.path.Ext() == ".java"
	statement := strings.TrimRight(s.code, "; \t\r")
	if rest, ok := strings.CutPrefix(statement, "package "); ok && !strings.HasPrefix(rest, "object") {
		name := strings.Trim(rest, "` {")
		if h.Package != "" && !java { // Scala stacks them
			name = h.Package + "." + name
		}
		h.Package = name
	} else if rest, ok := strings.CutPrefix(statement, "import "); ok {
		rest, _, _ = strings.Cut(strings.TrimPrefix(rest, "static "), " as ")
		h.addImport(strings.TrimSpace(rest), s)
	} else if !strings.HasPrefix(s.line, "internal ") && (!java || strings.HasPrefix(s.line, "public ")) {
		return s.unindented()
	}
	return ""
}

// csharpLine records the namespace or the using directive on a line of C#. It returns the line if
// it can begin a public type that is unindented or one level below its namespace, or "".
func csharpLine(h *Head, s *headLine) string {
	if rest, ok := strings.CutPrefix(s.code, "namespace "); ok && h.Package == "" {
		h.Package = strings.TrimRight(strings.TrimSpace(rest), "; {")
	}
	rest, ok := strings.CutPrefix(strings.TrimPrefix(s.code, "global "), "using ")
	if rest = strings.TrimSpace(rest); ok && strings.HasSuffix(rest, ";") && !strings.ContainsAny(rest, "()") {
		rest = strings.TrimPrefix(strings.TrimRight(rest, "; "), "static ")
		rest, _, _ = strings.Cut(rest[strings.IndexByte(rest, '=')+1:], "<")
		h.addImport(strings.TrimSpace(rest), s)
	}
	if s.indent > 4 || !strings.HasPrefix(s.code, "public ") {
		return ""
	}
	if before, after, ok := strings.Cut(s.code, "delegate "); ok { // skip the return type
		head, _, _ := strings.Cut(after, "(")
		return before + "delegate " + head[strings.LastIndexAny(head, " \t")+1:]
	}
	return s.code
}

// phpLine records the namespace, use clause or included file on a line of PHP. It returns the line
// if it is unindented, or "".
func phpLine(h *Head, s *headLine) string {
	if rest, ok := strings.CutPrefix(s.code, "namespace "); ok {
		h.Package = strings.TrimRight(strings.TrimSpace(rest), "; {")
	} else if strings.HasPrefix(s.code, "require") || strings.HasPrefix(s.code, "include") {
		if p := quoted(s.code); strings.Contains(p, ".php") {
			h.addImport("file "+strings.TrimPrefix(p, "/"), s)
		}
	} else if rest, ok := strings.CutPrefix(s.unindented(), "use "); ok { // indented: traits of a class
		rest, _, _ = strings.Cut(strings.TrimRight(afterKeywords(rest, "function", "const"), "; \r"), " as ")
		h.addImport(strings.TrimLeft(strings.TrimSpace(rest), `\`), s)
	}
	return s.unindented()
}

// cLine records an include, or a function that is not static, on a line of C or a related language.
// It returns the line if it can begin a type, or "".
func cLine(h *Head, s *headLine) string {
	if directive, ok := strings.CutPrefix(s.code, "#"); ok {
		w, _, _ := strings.Cut(strings.TrimSpace(directive), "\"")
		w, _, _ = strings.Cut(w, "<")
		if w = strings.TrimSpace(w); w == "include" || w == "import" {
			h.cInclude(directive[strings.Index(directive, w)+len(w):], s)
		}
		return ""
	}
	item := strings.Replace(strings.Replace(s.unindented(), "enum class ", "enum ", 1), "enum struct ", "enum ", 1)
	if strings.HasSuffix(s.code, ";") || strings.ContainsAny(s.code, "()=") {
		if name := cFunction(s.unindented()); name != "" {
			h.addSymbol(name, "func", s)
		}
		return ""
	}
	if at := strings.IndexAny(s.masked, "{;(="); at < 0 || s.masked[at] != '{' {
		return "" // without a body it only names a type, such as the result of a function
	}
	return exported().ReplaceAllString(item, "$1$2")
}

func (h *Head) cInclude(rest string, s *headLine) {
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, `"`) {
		h.addImport(quoted(rest), s)
	} else if spec, _, ok := strings.Cut(rest, ">"); ok {
		h.addImport(spec+">", s)
	}
}

// cFunction returns the name of the function, neither static nor a method, that an unindented line defines, or "".
func cFunction(line string) string {
	open := strings.IndexByte(line, '(')
	end := strings.TrimRight(line, " \t\r")
	if open <= 0 || len(line) > 300 || strings.ContainsAny(line[:open], "=;\"'#{}") ||
		!strings.HasSuffix(end, "{") && !strings.HasSuffix(end, ")") {
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
	if name := before[len(before)-1]; word(name, "") == name {
		return name
	}
	return "" // a method: its class says more
}

// rubyLine records the required file, class or module on a line of Ruby. It returns the line if it
// is an unindented def, or "".
func rubyLine(h *Head, s *headLine) string {
	first, rest, _ := strings.Cut(s.code, " ")
	switch strings.TrimSuffix(first, "(") {
	case "require_relative", "load":
		h.addImport("./"+quoted(rest), s)
	case "require":
		h.addImport(quoted(rest), s)
	case "autoload":
		_, p, _ := strings.Cut(rest, ",")
		h.addImport(quoted(p), s)
	case "class", "module":
		if i := strings.IndexAny(rest, " <;#\r"); i >= 0 {
			rest = rest[:i]
		}
		if !capital(rest) {
			return ""
		}
		// A module that contains only another module is a namespace; the inner
		// module says more.
		if k := len(h.Symbols); h.wrapper > 0 && s.indent >= h.wrapper && k > 0 {
			h.Symbols = h.Symbols[:k-1]
		}
		if h.wrapper = 0; first == "module" {
			h.wrapper = s.indent + 1
		}
		h.addSymbol(rest, first, s)
	case "def":
		h.wrapper = 0
		return s.unindented()
	}
	return ""
}

// haskellLine records the import or the signature on a line of Haskell. It returns the line if it
// is unindented, or "".
func haskellLine(h *Head, s *headLine) string {
	if rest, ok := strings.CutPrefix(s.unindented(), "import "); ok {
		rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "qualified "))
		rest, _, _ = strings.Cut(rest+" ", " ")
		rest, _, _ = strings.Cut(rest, "(")
		h.addImport(rest, s)
	} else if name, _, ok := strings.Cut(s.unindented(), " :: "); ok && word(name, "'") == name {
		h.addSymbol(name, "func", s)
	}
	return s.unindented()
}
