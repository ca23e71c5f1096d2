package content

import (
	"bytes"
	"strings"

	"github.com/go-enry/go-enry/v2/data"

	"luminos"
	"luminos/internal/lazyregexp"
)

// The answers of this file equal linguist's, except for [ownWork], [wellKnownCopies] and a few marks. Linguist's
// rules are some 250 regular expressions, which take 10 to 40 µs a path, so
// they run only if a necessary condition holds that plain string comparison can
// test.

// ownWork lists names that linguist leaves out of its statistics and therefore
// calls vendored, although they belong to the project: configuration of checks
// and editors, build output, the styles of its documentation, the data of examples in a package of R, and
// parts of programs that deal with caches and environments. Declarations of types
// (*.d.ts) belong to the project too.
var ownWork = map[string]bool{
	"dist": true, "_static": true, "static": true, "_templates": true, "templates": true,
	".github": true, ".vscode": true, ".teamcity": true, "cache": true, "env": true, "debian": true, "extdata": true,
	".gitattributes": true, ".gitignore": true, ".gitmodules": true, ".gitpod.Dockerfile": true,
	"Jenkinsfile": true, "Vagrantfile": true, "fabfile.py": true, "proguard.pro": true, "proguard-rules.pro": true,
}

// IsVendored reports whether linguist's rules call the path p vendored or a fixture of a test. An element
// in [ownWork] or a final ".d.ts" makes no path vendored, a framework in [wellKnownCopies] does. A path that ends in a
// slash is a directory.
func IsVendored(p luminos.Path) bool {
	s := string(p)
	v := vendorVerdict(s)
	if v != no {
		if own := withoutOwnWork(s); own != s {
			s, v = own, vendorVerdict(own)
		}
	}
	return v == yes || v == maybe && data.FastVendorMatcher.MatchString(s) ||
		containsAny([]byte(s), copyWords) && wellKnownCopies().MatchString(s)
}

// wellKnownCopies matches the directories and the single files with copies of frameworks among the tests of C and C++,
// plug-ins of jQuery among other plug-ins, and well-known libraries of C and C++ among other libraries.
// Each such path has one of copyWords.
var wellKnownCopies = lazyregexp.Lazy(`(?:^|/)tests?/(?:gtest|googletest|gmock|googlemock|unity|catch2)(?:-[\d.]+)?/|` +
	`(?:^|/)(?:unit)?tests?/(?:.+/)?(?:doctest|catch|catch_amalgamated|acutest|utest|greatest|munit|minunit)` +
	`\.(?:h|hpp|c|cpp)$|(?:^|/)plugins?/(?:[\w.]+[-.])?jquery[-.\w]*\.js$` +
	`|(?:^|/)libs?(?:raries)?/(?:box2d|enet|freetype|glad|glew|glfw|glm|glslang|imgui|jsoncpp|libpng|lodepng|lua|` +
	`luajit|luasocket|lz4|miniz|physfs|pugixml|rapidjson|simdjson|spirv[-_]cross|spirv[-_]reflect|sqlite3?|` +
	`stb(?:_image)?|tinyexr|tinyxml2?|utf8(?:cpp)?|vma|volk|xxhash|xxHash|zlib|zstd)/`)

var copyWords = []string{"test/", "tests/", "unittest", "jquery", "lib/", "libs/", "libraries/"}

// withoutOwnWork returns p with "own", a name that no rule of linguist has, in the place of each
// path element in [ownWork], and ".ts" in the place of a ".d.ts" at the end.
func withoutOwnWork(p string) string {
	elements := strings.Split(p, "/")
	for i, e := range elements {
		if ownWork[e] {
			elements[i] = "own"
		}
		if stem, ok := strings.CutSuffix(e, ".d.ts"); ok && i == len(elements)-1 {
			elements[i] = stem + ".ts"
		}
	}
	return strings.Join(elements, "/")
}

// documentationWords are such that one of them, in lower case, is the
// beginning of a path element wherever a documentation rule matches.
var documentationWords = []string{
	"doc", "groovydoc", "javadoc", "man", "examples", "demo", "citation", "change",
	"contributing", "copying", "install", "licen", "readme", "sample",
}

// IsDocumentation reports whether linguist's rules call the path p documentation. They include
// examples and samples.
func IsDocumentation(p luminos.Path) bool {
	s := string(p)
	possible := strings.Contains(s, "inst/doc/")
	for element := range strings.SplitSeq(s, "/") {
		for _, w := range documentationWords {
			possible = possible || len(element) >= len(w) && strings.EqualFold(element[:len(w)], w)
		}
	}
	if !possible {
		return false
	}
	for _, m := range data.DocumentationMatchers {
		if m.MatchString(s) {
			return true
		}
	}
	return false
}

// IsGenerated reports whether linguist's rules call the file p generated, or its head has the mark of a generator.
// head is the content or its beginning; a test of lines, for example for a minified script, covers only head.
func IsGenerated(p luminos.Path, head []byte) bool {
	s, ext := string(p), p.Ext()
	if strings.HasPrefix(p.Base(), ".") && strings.Count(p.Base(), ".") == 1 {
		ext = strings.ToLower(p.Base()) // linguist's extension of a dot file is its name
	}
	if _, ok := data.GeneratedCodeExtensions[ext]; ok {
		return true
	}
	if strings.HasPrefix(s, "single_include/") {
		return true
	}
	if generatedName(s) {
		for _, m := range data.GeneratedCodeNameMatchers {
			if m(s) {
				return true
			}
		}
	}
	if strings.HasSuffix(ext, ".map") {
		return isSourceMap(s, head)
	}
	if ext == ".php" && exported().Match(head) {
		return true
	}
	if scripts[ext] && isWrittenData(head) {
		return true
	}
	if scripts[ext] && transpiled().Match(head[:min(len(head), noticeMax)]) {
		return true
	}
	module := ext == ".mjs" || ext == ".cjs" // scripts that linguist's rules do not know
	if marksGenerated(ext, head) || module && minified(head) {
		return true
	}
	if !mayBeGenerated(ext, head) {
		return false
	}
	lower := strings.ToLower(s)
	for _, m := range data.GeneratedCodeMatchers {
		if m(lower, ext, head) {
			return true
		}
	}
	return false
}

func isSourceMap(p string, head []byte) bool {
	return strings.HasSuffix(p, ".js.map") || strings.HasSuffix(p, ".css.map") || opensSourceMap(head)
}

// opensSourceMap reports whether head is the beginning of a source map for JavaScript or CSS:
// {"version": with a number and a comma, or "/** Begin line maps. **/{" of older maps.
func opensSourceMap(head []byte) bool {
	rest, ok := bytes.CutPrefix(head, []byte(`{"version":`))
	if !ok {
		return bytes.HasPrefix(head, []byte("/** Begin line maps. **/{"))
	}
	digits := 0
	for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
		digits++
	}
	return digits > 0 && digits < len(rest) && rest[digits] == ','
}

// generatedName reports whether the path s might match one of linguist's rules for the names of
// generated files. It is a quick test before the rules: false means that none matches.
func generatedName(s string) bool {
	lastSlash := strings.LastIndexByte(s, '/')
	base := s[lastSlash+1:]
	if generatedBase(base) {
		return true
	}
	if lastSlash < 0 {
		return false
	}
	if strings.HasPrefix(s, ".pnp.") || strings.Contains(s, "/.pnp.") {
		return true
	}
	for element := range strings.SplitSeq(s[:lastSlash], "/") {
		switch element {
		case ".idea", "Pods", "Build", "htmlcov", ".sqlx":
			return true
		}
		for _, end := range []string{"node_modules", "vendor", "Godeps", "__generated__"} {
			if strings.HasSuffix(element, end) {
				return true
			}
		}
	}
	return false
}

// generatedBase reports whether the base name of a file might match one of linguist's rules for the
// names of generated files.
func generatedBase(base string) bool {
	if len(base) > 5 && strings.HasSuffix(base, ".lock") || strings.HasPrefix(base, ".pnp.") || strings.HasPrefix(base, "query-") {
		return true
	}
	dot := strings.LastIndexByte(base, '.')
	if dot < 0 {
		return false
	}
	switch strings.ToLower(base[dot+1:]) {
	case "cs", "vb":
		stem := strings.ToLower(base[:dot])
		return strings.HasSuffix(stem, ".designer") || strings.HasSuffix(stem, ".feature")
	case "json":
		return strings.HasSuffix(base, "npm-shrinkwrap.json") || strings.HasSuffix(base, "package-lock.json")
	case "yaml":
		return strings.HasSuffix(base, "pnpm-lock.yaml")
	case "c", "h", "php":
		return strings.HasSuffix(base[:dot], ".zep")
	case "orig", "hcl":
		return true
	case "pas":
		return strings.HasSuffix(strings.ToLower(base[:dot]), "_tlb")
	case "lock":
		return true
	}
	return false
}

// mayBeGenerated reports whether a file with the extension ext and the beginning head might match
// one of linguist's rules for generated content. It is a quick test before the rules: false means
// that none matches.
func mayBeGenerated(ext string, head []byte) bool {
	switch ext {
	case ".js", ".css":
		return minified(head) || firstLinesContain(head, 6, "enerated", "GENERATED", "generated by jison", "(function() {") ||
			bytes.Contains(head, []byte("sourceURL")) || bytes.Contains(head, []byte("sourceMappingURL"))
	case ".go":
		return firstLinesContain(head, 40, "Code generated by", "Autogenerated by")
	case ".py", ".java", ".h", ".hpp", ".cc", ".cpp", ".c", ".m", ".rb", ".php", ".lua", ".cs", ".proto", ".rd":
		return firstLinesContain(head, 20, "enerated", "GIMP", "Devel::PPPort")
	case ".html", ".htm", ".xhtml":
		return firstLinesContain(head, 30, "enerat", "ENERAT")
	case ".yml":
		return bytes.Contains(head[max(0, len(head)-256):], []byte("recorded_with: VCR"))
	case ".xml":
		return firstLinesContain(head, 4, "<assembly>")
	case ".ps", ".eps", ".pfa", ".mod", ".meta", ".dart", ".yy", ".yyp", ".dsp":
		return true
	}
	return opensSourceMap(head)
}

// doNotEdit matches a comment by which a generator marks its output, also below the head with the licence.
var doNotEdit = lazyregexp.Lazy(`(?mi)\A"""[^"]{0,300}\nthis (?:code|file|module) (?:is |was )?(?:automatically )?generated by\b` +
	`|^ \* this (?:\w+ )?file (?:is|was|has been) auto(?:-|matically )?generated\b` +
	`|^(?:/\*!?| \*) .{0,60}\(custom build\)` + // a bundle with the parts that a user has chosen
	`|^(?://|##?|--|;|/?\*\*?) ?` +
	`(?:(?:code |(?:this )?file (?:is |was )?)?(?:automatically |auto-?)?` +
	`generated (?:automatically )?(?:by|from|with|via)\b.*do not (?:edit|modify)` +
	`|auto(?:matically)?[- ]generated (?:by|from|with|using)\b` +
	`|generated (?:code|file)[.,:;] (?:please )?do not (?:edit|modify)\b` +
	`|do not edit\b.{0,30}\b(?:auto-?)?generated (?:by|from|with)\b` +
	`|this file(?:, [\w.-]{1,40},)? (?:is|was) generated(?: code)?\b.{0,40}` +
	`(?:\n(?://|##?|--|;| ?\*))?.{0,20}\bdo not (?:edit|modify)\b` +
	`|(?:created|written|made) by \S+[,.;:] (?:please )?(?:do not|don't) (?:edit|modify)\b` +
	`|microsoft developer studio generated nmake file` +
	`|standalone file: do not edit` + // a copy by usethis of R
	`|(?:note: )?this \w+ (?:is|was|has been) ` +
	`(?:(?:automatically |auto-?|machine-?)generated|generated (?:via|by|from|with|using))\b)`)

// bundled are texts in bundles of browserify, and functions that Babel adds to its output.
var bundled = []string{
	"function r(e,n,t)", "function e(t,n,r)", "function _classCallCheck(", "function _createForOfIteratorHelper(",
	"function _interopRequireDefault(",
}

// exported matches the beginning of a table that a program of PHP wrote by var_export.
var exported = lazyregexp.Lazy(`\A<\?php\s+(?:return|static \$\w+ =) array \(\n`)

// marksGenerated reports whether one of the first lines of a source with the extension ext is the mark that compilers
// of .NET and generators of parsers write, or the head of completions for a shell that a program writes, or whether the
// first comment in the head forbids changes or names a generator.
func marksGenerated(ext string, head []byte) bool {
	marked := head[:min(len(head), noticeMax)]
	if containsAny(marked, []string{"enerated", "ENERATED", "(Custom Build)"}) {
		if at := doNotEdit().FindIndex(marked); at != nil && !quotes(ext, marked[:at[0]]) {
			return true
		}
	}
	if bytes.Contains(marked, []byte("automatically")) && written().Match(marked) {
		return true
	}
	if containsAny(marked, outputWords) && output().MatchString(firstComment(marked)) {
		return true
	}
	for _, mark := range bundled {
		if bytes.Contains(marked, []byte(mark)) {
			return true
		}
	}
	for range 8 {
		line, rest, more := bytes.Cut(head, []byte("\n"))
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
		switch {
		case bytes.HasPrefix(line, []byte("// <auto-generated")), bytes.HasPrefix(line, []byte("' <auto-generated")),
			bytes.HasPrefix(line, []byte("/* A Bison parser, made by")),
			bytes.HasPrefix(line, []byte("/* A lexical scanner generated by flex")):
			return true
		case bytes.HasSuffix(line, []byte("-*- shell-script -*-")) && bytes.Contains(line, []byte(" completion ")):
			return bytes.Contains(rest[:min(len(rest), noticeMax)], []byte("_debug")) // people write this head, too
		}
		if head = rest; !more {
			break
		}
	}
	return false
}

// minified reports whether the lines of b have more than 110 bytes on average.
func minified(b []byte) bool {
	ends := bytes.Count(b, []byte("\n"))
	lines := ends
	if len(b) > 0 && b[len(b)-1] != '\n' {
		lines++
	}
	return lines > 0 && (len(b)-ends)/lines > 110
}

// firstLinesContain reports whether any of the words occurs in the first n lines of b.
func firstLinesContain(b []byte, n int, words ...string) bool {
	end := 0
	for range n {
		i := bytes.IndexByte(b[end:], '\n')
		if i < 0 {
			end = len(b)
			break
		}
		end += i + 1
	}
	for _, w := range words {
		if bytes.Contains(b[:end], []byte(w)) {
			return true
		}
	}
	return false
}
