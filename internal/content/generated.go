package content

import (
	"bytes"
	"slices"

	"luminos"
	"luminos/internal/lazyregexp"
)

// heredoc matches the operator of shells, Perl, PHP, Ruby and HCL before a text that ends at a word on a line.
var heredoc = lazyregexp.Lazy(`<<[-~<]?\s?(?:"(\w+)"|'(\w+)'|\\?([A-Za-z_]\w*))`)

// tickExtensions are the extensions of languages with strings of several lines between backquotes. In comments of
// others a backquote opens a name that an apostrophe ends.
var tickExtensions = map[string]bool{
	".go": true, ".js": true, ".mjs": true, ".cjs": true, ".jsx": true, ".ts": true, ".mts": true, ".cts": true,
	".tsx": true, ".vue": true, ".svelte": true,
}

// heredocExtensions are the extensions of languages for which [heredoc] is meant, and "" of scripts and recipes.
var heredocExtensions = map[string]bool{
	"": true, ".sh": true, ".bash": true, ".zsh": true, ".ksh": true, ".bats": true, ".pl": true, ".pm": true, ".t": true,
	".php": true, ".rb": true, ".rake": true, ".tf": true, ".hcl": true,
}

// quotes reports whether text, the beginning of a source with the extension ext, ends in a string of several lines. A
// mark of a generator that follows is a part of its output.
func quotes(ext string, text []byte) bool {
	for _, quote := range []string{`"""`, "'''", "`"} {
		if (quote != "`" || tickExtensions[ext]) && bytes.Count(text, []byte(quote))%2 == 1 {
			return true
		}
	}
	if !heredocExtensions[ext] {
		return false
	}
	for _, m := range heredoc().FindAllSubmatchIndex(text, -1) {
		word := string(text[max(m[2], 0):max(m[3], 0)]) + string(text[max(m[4], 0):max(m[5], 0)]) +
			string(text[max(m[6], 0):max(m[7], 0)])
		ends := func(line []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(line), []byte(word)) }
		if !slices.ContainsFunc(bytes.Split(text[m[1]:], []byte("\n"))[1:], ends) {
			return true
		}
	}
	return false
}

// written matches the mark of a generator in the first comment of a source: it is too common below.
var written = lazyregexp.Lazy(`(?i)\A\s*(?:#!.*\n|<\?xml[^>]*\?>\s*)?(?:[ \t]*(?://|#|--|;|/?\*).*\n){0,4}` +
	`[ \t]*(?://|#|--|;|/?\*|<!--) ?(?:this )?(?:(?:header|file|table|tables|code|stylesheet) )?(?:is |was |were )?` +
	`(?:created|generated) automatically (?:by|from|with|using) `)

// outputWords are words of which each statement of [output] has one.
var outputWords = []string{
	"DO NOT EDIT", "amalgamation of", "enerated by ", "enerated with ", "GENERATED ", " exporter v", "Generated ",
}

// output matches a line of the first comment that forbids changes in capitals, or after the word "Generated", says that
// the file joins others, says nothing but the name of a generator with its version and address, begins with "GENERATED
// CODE" and a colon, or with the name and the version of an exporter.
var output = lazyregexp.Lazy(`(?m)^(?:(?:NOTE:|[!*#-]+) *)?(?:-+ *)?(?:PLEASE )?DO NOT EDIT\b` +
	`|^This file is an amalgamation of\b` +
	`|^\w+ exporter v\d` +
	`|^Generated\b.*\b(?i:do not|don't) (?i:edit|modify|change)\b` +
	`|^(?:AUTO-?)?GENERATED (?:CODE|FILE)(?::.*|[.!]?)$` +
	`|^(?:Auto-?g|G)enerated (?:by|with) [\w./-]+(?: v?\d[\w.]*)?(?:,? \(?https?://\S+)?\.?$`)

var (
	// transpiled matches the line with which compilers begin a module of CommonJS that they write.
	transpiled = lazyregexp.Lazy(`(?m)^Object\.defineProperty\(exports, ['"]__esModule['"], \{`)
	// relative matches the import of a module beside a script.
	relative = lazyregexp.Lazy(`(?m)^(?:import|export|const|var|let)\b[^;'"]*['"]\.{1,2}/`)
)

// IsOwnModule reports whether linguist's rules call the script p vendored by its name alone, as src/effects.js,
// although it imports modules beside it. Then it is a part of a program. head is its content or its beginning.
func IsOwnModule(p luminos.Path, head []byte) bool {
	return scripts[p.Ext()] && !minified(head) && relative().Match(head) && !IsVendored(p.Dir().Join("own.js"))
}

var (
	// runner matches the import of a framework for tests of JavaScript.
	runner = lazyregexp.Lazy(`(?m)^\s*(?:import\b[^;'"\n]*|(?:const|let|var)\b[^;\n]*=\s*require\()` +
		`['"](?:ava|tape|tap|uvu|mocha|vitest|node:test|bun:test|@jest/globals|` +
		`@playwright/test|@testing-library/[\w-]+)['"]`)
	// testWord matches the name of a script with the word test, also at the beginning.
	testWord = lazyregexp.Lazy(`^(?:.*[._-])?(?:vi)?tests?[._-]`)
)

// IsTestScript reports whether a script or a module of TypeScript is a test: its name has the word test, and it imports
// a framework for tests. A script with such a name alone can try a server by hand.
func IsTestScript(p luminos.Path, text []byte) bool {
	script := scripts[p.Ext()] || IsCompiledSource(p)
	return script && testWord().MatchString(p.Base()) && runner().Match(text[:min(len(text), noticeMax)])
}

var (
	// dataStart matches the beginning of a script whose only statement is a value, after comments.
	dataStart = lazyregexp.Lazy(`\A(?:\s*(?://[^\n]*|/\*(?s:.*?)\*/))*\s*` +
		`(?:module\.exports =|exports\.\w+ =|export default)\s*[\[{]\n`)
	// dataLine matches a line of JSON as programs write it: one value a line, its key in double quotes.
	dataLine = lazyregexp.Lazy(`^ *(?:"[^"]*": ?)?(?:"(?:[^"\\]|\\.)*"|-?[0-9.e+-]+|true|false|null|[\[{])?[\]}]*,?;?$`)
)

// isWrittenData reports whether a script is a value that a program wrote as JSON: no line of its first ones is
// otherwise, and at least leastKeys have a key in quotes, which authors leave out. head is its content or its
// beginning.
func isWrittenData(head []byte) bool {
	const leastKeys = 20
	at := dataStart().FindIndex(head)
	if at == nil {
		return false
	}
	lines := bytes.Split(head[at[1]:], []byte("\n"))
	keys := 0
	for _, line := range lines[:len(lines)-1] { // the last can be cut
		if !dataLine().Match(line) {
			return false
		}
		if bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte(`"`)) && bytes.Contains(line, []byte(`": `)) {
			keys++
		}
	}
	return keys >= leastKeys
}

// mapped matches the last line of a script or a style sheet that names the map to its sources.
var mapped = lazyregexp.Lazy(`(?:^|\n)(?://[#@] ?sourceMappingURL=\S+|/\*[#@] ?sourceMappingURL=[^*\n]+\*/)\s*\z`)

// IsCompiled reports whether a script or a style sheet is the output of a compiler, which names the map to its sources
// in the last line. end is the content of the file, or its end.
func IsCompiled(p luminos.Path, end []byte) bool {
	return IsBuiltScript(p) && mapped().Match(end[max(0, len(end)-mapLineMax):])
}

// declared matches the names of declarations of types.
var declared = lazyregexp.Lazy(`\.d\.[mc]?ts$`)

// IsBuiltScript reports whether p is a script, a style sheet or a declaration of types by its name. Compilers for
// browsers and Node.js write these.
func IsBuiltScript(p luminos.Path) bool { return scripts[p.Ext()] || declared().MatchString(p.Base()) }

// IsCompiledSource reports whether compilers write a script for the source p, by its name.
func IsCompiledSource(p luminos.Path) bool {
	switch p.Ext() {
	case ".ts", ".mts", ".cts", ".tsx", ".jsx", ".coffee":
		return !declared().MatchString(p.Base())
	}
	return false
}

// mapLineMax is the maximum length of the line of a script that names its map.
const mapLineMax = 500
