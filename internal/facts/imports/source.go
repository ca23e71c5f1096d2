package imports

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// source is one source file with what was found in it.
type source struct {
	path    luminos.Path
	size    int64
	lang    *language
	pkg     string // the package or namespace that it declares
	refs    []ref
	symbols []symbol
	about   *comment
}

// ref is one import as it is written.
type ref struct {
	spec  string
	names []string // what is taken from it, where that can be modules too
	line  int
	text  string // the line, for evidence
}

// symbol is one public definition.
type symbol struct {
	name, kind string
	line       int
	text       string
	doc        string // the head of its documentation, where it was parsed
}

// comment is a package comment with its lines. Of several in a directory the
// one of the lowest rank speaks for it.
type comment struct {
	text  string
	first int
	lines []string
	rank  int
}

// language is how to read one language: its files, what to find in them, and
// what an import of it means.
type language struct {
	name    langName
	scan    func(f *source, content string)
	resolve func(ix *index, f *source, r *ref) []luminos.Path
}

// langName names a group of languages whose files import each other.
type langName string

const (
	goLang      langName = "Go"
	pythonLang  langName = "Python"
	scriptLang  langName = "JavaScript"
	rustLang    langName = "Rust"
	jvmLang     langName = "Java"
	csharpLang  langName = "C#"
	phpLang     langName = "PHP"
	cLang       langName = "C"
	rubyLang    langName = "Ruby"
	haskellLang langName = "Haskell"
)

var (
	langGo      = &language{goLang, scanGo, resolveGo}
	langPython  = &language{pythonLang, scanPython, resolvePython}
	langScript  = &language{scriptLang, scanScript, resolveScript}
	langRust    = &language{rustLang, scanRust, resolveRust}
	langJVM     = &language{jvmLang, scanJVM, resolveDeclared}
	langCSharp  = &language{csharpLang, scanCSharp, resolveDeclared}
	langPHP     = &language{phpLang, scanPHP, resolvePHP}
	langC       = &language{cLang, scanC, resolveC}
	langRuby    = &language{rubyLang, scanRuby, resolveRuby}
	langHaskell = &language{haskellLang, scanHaskell, resolveHaskell}
)

// languages by extension.
var languages = map[string]*language{
	".go": langGo, ".py": langPython, ".pyi": langPython,
	".js": langScript, ".mjs": langScript, ".cjs": langScript, ".jsx": langScript, ".ts": langScript, ".mts": langScript,
	".cts": langScript, ".tsx": langScript, ".vue": langScript, ".svelte": langScript, ".astro": langScript,
	".rs": langRust, ".java": langJVM, ".kt": langJVM, ".kts": langJVM, ".scala": langJVM, ".groovy": langJVM,
	".cs": langCSharp, ".php": langPHP, ".rb": langRuby, ".rake": langRuby, ".hs": langHaskell,
	".c": langC, ".h": langC, ".cc": langC, ".cpp": langC, ".cxx": langC, ".hh": langC, ".hpp": langC, ".hxx": langC,
	".inl": langC, ".ipp": langC, ".m": langC, ".mm": langC, ".cu": langC, ".cuh": langC,
}

// choose picks the files to read, those near the root first, and says how many
// were over the budget. Vendored, generated and test files are not the target's
// own structure: everything is imported by its tests.
func choose(scan *luminos.Scan) (files []*source, over int) {
	for i := range scan.Files {
		f := &scan.Files[i]
		lang := languages[f.Path.Ext()]
		if lang == nil || f.Vendored || f.Generated || !f.Regular() || isTest(f.Path) {
			continue
		}
		files = append(files, &source{path: f.Path, size: f.Size, lang: lang})
	}
	slices.SortFunc(files, func(a, b *source) int {
		return cmp.Or(cmp.Compare(a.path.Depth(), b.path.Depth()), cmp.Compare(a.path, b.path))
	})
	var total int64
	kept := files[:0]
	for _, f := range files {
		total += min(f.size, headLimit)
		if len(kept) >= maxFiles || total > totalLimit {
			over++
			continue
		}
		kept = append(kept, f)
	}
	return kept, over
}

// isTest reports whether a path is that of a test, of its data, or of a sample
// that tests run over.
func isTest(p luminos.Path) bool {
	return pathrole.TestFile(p) || pathrole.Under(p, luminos.DirTests, luminos.DirFixtures, luminos.DirVendored)
}

// lines numbers the lines of a text from 1, each cut at maxLine bytes: a
// minified file of one line costs no more than one of many.
func lines(s string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for n := 1; s != ""; n++ {
			var line string
			if i := strings.IndexByte(s, '\n'); i >= 0 {
				line, s = s[:i], s[i+1:]
			} else {
				line, s = s, ""
			}
			if !yield(n, line[:min(len(line), maxLine)]) {
				return
			}
		}
	}
}

// addRef records an import. A line that was cut is no evidence: its digest would be wrong.
func (f *source) addRef(spec string, line int, text string, names ...string) {
	if spec == "" || len(f.refs) >= maxRefs || len(spec) > 300 || len(text) >= maxLine {
		return
	}
	f.refs = append(f.refs, ref{spec: strings.Clone(spec), names: names, line: line, text: strings.Clone(text)})
}

// addSymbol records a public definition.
func (f *source) addSymbol(name, kind string, line int, text string) {
	if name == "" || len(f.symbols) >= maxPerFile || len(name) > 100 || len(text) >= maxLine {
		return
	}
	f.symbols = append(f.symbols, symbol{name: strings.Clone(name), kind: kind, line: line, text: strings.Clone(text)})
}

// word is the identifier that s begins with.
func word(s string) string {
	for i, r := range s {
		if r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80 || i > 0 && r >= '0' && r <= '9' || i > 0 && r == '\'' {
			continue
		}
		return s[:i]
	}
	return s
}

// quoted is the content of the first quoted string of s.
func quoted(s string) string {
	i := strings.IndexAny(s, "\"'`")
	if i < 0 {
		return ""
	}
	end := strings.IndexByte(s[i+1:], s[i])
	if end < 0 {
		return ""
	}
	return s[i+1 : i+1+end]
}

// afterKeywords drops leading keywords of a set, each followed by white space.
func afterKeywords(s string, set ...string) string {
	for {
		w, rest, ok := strings.Cut(s, " ")
		if !ok || !slices.Contains(set, w) {
			return s
		}
		s = strings.TrimLeft(rest, " \t")
	}
}

// define reads "KIND Name" where KIND is one of kinds, which maps what the
// language says to what we say.
func define(s string, kinds map[string]string) (name, kind string) {
	w, rest, ok := strings.Cut(s, " ")
	if !ok {
		return "", ""
	}
	kind = kinds[w]
	if kind == "" {
		return "", ""
	}
	return strings.TrimRight(word(strings.TrimLeft(rest, " \t")), "'"), kind
}
