package scan

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/boyter/scc/v3/processor"

	"luminos"
	"luminos/internal/content"
)

// counter counts lines. It is not safe for concurrent use.
type counter struct {
	job        processor.FileJob
	complexity []int64 // room for what scc notes per line, reused
}

// count tells code, comments and blank lines apart. The note, if any, is a problem worth reporting.
func (c *counter) count(language string, p luminos.Path, data []byte) (lines luminos.Lines, note string) {
	if bytes.IndexByte(data[:min(len(data), headMax)], 0) >= 0 { // text with NUL bytes is UTF-16
		if text, _, ok := content.DecodeText(data); ok {
			data = []byte(text)
		}
	}
	name := grammarOf(language, p, data)
	if name == "" || longEscape(data) {
		return countPlain(data), ""
	}
	defer func() {
		// The counter is foreign code on foreign bytes.
		if r := recover(); r != nil {
			lines, note = countPlain(data), fmt.Sprintf("comments not told from code: counting %s failed", language)
		}
	}()
	c.job = processor.FileJob{Language: name, Content: data, Bytes: int64(len(data)), ComplexityLine: c.complexity[:0]}
	processor.CountStats(&c.job)
	c.complexity = c.job.ComplexityLine[:0]
	c.job.Content = nil
	return luminos.Lines{Code: int(c.job.Code), Comment: int(c.job.Comment), Blank: int(c.job.Blank)}, ""
}

// countPlain counts lines of a language without comments.
func countPlain(data []byte) (l luminos.Lines) {
	for len(data) > 0 {
		line := data
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			line, data = data[:i], data[i+1:]
		} else {
			data = nil
		}
		if isBlank(line) {
			l.Blank++
		} else {
			l.Code++
		}
	}
	return l
}

func isBlank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// longEscape reports a run of backslashes over which scc would take time that
// grows with its square: it looks back over all of them at each.
func longEscape(data []byte) bool {
	return len(data) > 16<<10 && bytes.Contains(data, backslashes)
}

var backslashes = bytes.Repeat([]byte{'\\'}, 256)

// grammars are scc's languages by linguist's names.
type grammars struct {
	known  map[string]bool   // scc's names that have comments or quotes to look for
	byName map[string]string // linguist's name, folded, to scc's
}

// loadGrammars sets scc up, once per process: its options are package
// variables. Complexity set means, contrary to its name, that complexity is
// not computed; we have no use for it and it costs time.
var loadGrammars = sync.OnceValue(func() *grammars {
	processor.Complexity = true
	processor.ConfigureLazy(true)
	processor.ProcessConstants()
	g := &grammars{known: map[string]bool{}, byName: map[string]string{}}
	add := func(name string) {
		g.known[name] = true
		g.byName[fold(name)] = name
	}
	for _, names := range processor.ExtensionToLanguage {
		for _, name := range names {
			add(name)
		}
	}
	for _, name := range processor.FilenameToLanguage {
		add(name)
	}
	for linguist, name := range renamed {
		if g.known[name] {
			g.byName[fold(linguist)] = name
		}
	}
	for _, name := range uncommented {
		delete(g.known, name)
	}
	return g
})

// grammarOf names the language as scc does, or "" when it has no comments to
// look for. What scc calls differently is found by the file's extension.
func grammarOf(language string, p luminos.Path, data []byte) string {
	g := loadGrammars()
	name, ok := g.byName[fold(language)]
	if !ok {
		possible, _ := processor.DetectLanguage(p.Base())
		if len(possible) == 0 || possible[0] == processor.SheBang {
			return ""
		}
		for _, l := range possible {
			processor.LoadLanguageFeature(l)
		}
		name = processor.DetermineLanguage(p.Base(), possible[0], possible, data)
	}
	if !g.known[name] {
		return ""
	}
	processor.LoadLanguageFeature(name)
	return name
}

// fold makes names comparable that differ in case, blanks and punctuation.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-' || r == '_' || r == '.':
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

// uncommented are languages of scc in which no line is a comment.
var uncommented = []string{"JSON", "JSONL", "CSV", "Plain Text", "Markdown", "License", "SPDX", "Jupyter", "Patch", "HEX", "Intel HEX"}

// renamed maps linguist's names to scc's where they differ in more than spelling.
var renamed = map[string]string{
	"Batchfile":               "Batch",
	"Blade":                   "Blade template",
	"Bourne Shell":            "Shell",
	"Classic ASP":             "ASP",
	"Common Lisp":             "Lisp",
	"EditorConfig":            "INI",
	"EJS":                     "HTML",
	"Fortran":                 "Fortran Modern",
	"Fortran Free Form":       "Fortran Modern",
	"GCC Machine Description": "Lisp",
	"Gherkin":                 "Gherkin Specification",
	"Git Attributes":          "gitignore",
	"Git Config":              "INI",
	"Graphviz (DOT)":          "DOT",
	"HTML+Django":             "HTML",
	"HTML+EEX":                "Elixir Template",
	"HTML+ERB":                "Ruby HTML",
	"HTML+PHP":                "PHP",
	"HTML+Razor":              "Razor",
	"Ignore List":             "gitignore",
	"Java Properties":         "Properties File",
	"JSON with Comments":      "JSONC",
	"Jupyter Notebook":        "Jupyter",
	"Less":                    "LESS",
	"Linker Script":           "LD Script",
	"Literate Haskell":        "Haskell",
	"Maven POM":               "XML",
	"Mermaid":                 "Plain Text",
	"NSIS":                    "INI",
	"PLpgSQL":                 "SQL",
	"PLSQL":                   "PL/SQL",
	"Protocol Buffer":         "Protocol Buffers",
	"Pug":                     "Jade",
	"Python console":          "Python",
	"Roff":                    "Plain Text",
	"Roff Manpage":            "Plain Text",
	"SCSS":                    "Sass",
	"Standard ML":             "Standard ML (SML)",
	"Starlark":                "Bazel",
	"Text":                    "Plain Text",
	"TSQL":                    "SQL",
	"TSX":                     "TypeScript",
	"Unix Assembly":           "Assembly",
	"Go Module":               "Go",
	"Go Checksums":            "Plain Text",
	"Go Workspace":            "Go",
	"Cuda":                    "Cuda",
	"DTrace":                  "C",
	"Yacc":                    "C",
	"Bison":                   "C",
	"Lex":                     "LEX",
	"RenderScript":            "C",
	"Visual Basic .NET":       "Visual Basic",
	"VBA":                     "Visual Basic for Applications",
	"Diff":                    "Patch",
	"Pip Requirements":        "Shell",
	"Nginx":                   "Shell",
	"ApacheConf":              "Shell",
	"Dotenv":                  "Shell",
	"Option List":             "Shell",
	"XML Property List":       "XML",
	"RMarkdown":               "Markdown",
}
