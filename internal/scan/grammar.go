package scan

import (
	"strings"
	"sync"

	"github.com/boyter/scc/v3/processor"

	"luminos"
)

// grammars are scc's languages by linguist's names.
type grammars struct {
	known  map[string]bool   // scc's names in which some line can be a comment
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
	for name, languages := range borrowed {
		for _, l := range languages {
			g.byName[fold(l)] = name
		}
	}
	for _, name := range uncommented {
		delete(g.known, name)
	}
	return g
})

// grammarOf returns the name of a language in the line counter scc, or "" if scc does not know it
// or it has no comments. If no name of scc fits, the name and the content of the file decide.
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

// fold returns the name of a language in lower case without spaces, "-", "_" and ".", for comparison.
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
var uncommented = []string{"JSON", "JSONL", "CSV", "Plain Text", "Markdown", "License", "SPDX", "Patch", "HEX", "Intel HEX"}

// borrowed maps languages to the grammars of scc that count them: languages with
// another name in scc, and languages that scc lacks but whose comments and quotes
// are as in another language.
var borrowed = map[string][]string{
	"Android Interface Definition Language": {"AIDL"},
	"ASP":                                   {"Classic ASP"},
	"Assembly":                              {"Motorola 68K Assembly", "Unix Assembly"},
	"Batch":                                 {"Batchfile"},
	"Bazel":                                 {"Starlark"},
	"Blade template":                        {"Blade"},
	"C": {"AngelScript", "ANTLR", "Ballerina", "Beef", "Bison", "DTrace", "Faust", "FlatBuffers", "GDShader", "HLSL", "ISPC", "Jison",
		"Modelica", "OpenCL", "OpenSCAD", "P4", "Pawn", "Pike", "POV-Ray SDL", "Prisma",
		"QuakeC", "RenderScript", "REXX", "Scilab", "ShaderLab",
		"Smithy", "Soong", "SourcePawn", "Squirrel", "SuperCollider", "Unified Parallel C", "WebIDL", "XS", "Yacc", "YANG", "YARA", "Zephir"},
	"C Shell":               {"Tcsh"},
	"Clojure":               {"edn"},
	"Closure Template":      {"Closure Templates"},
	"Coq":                   {"Rocq Prover"},
	"CSS":                   {"PostCSS", "SugarSS"},
	"DOT":                   {"Graphviz (DOT)"},
	"Elixir Template":       {"HTML+EEX"},
	"Fortran Modern":        {"Fortran", "Fortran Free Form"},
	"Freemarker Template":   {"FreeMarker"},
	"Gherkin Specification": {"Gherkin"},
	"gitignore":             {"Git Attributes", "Ignore List"},
	"Go":                    {"CUE", "Go Module", "Go Workspace"},
	"Groovy":                {"Nextflow"},
	"Haskell":               {"C2hs Haskell", "Curry", "Frege", "Literate Haskell"},
	"HTML":                  {"Antlers", "EJS", "HTML+ECR", "Latte", "Liquid"},
	"INI":                   {"EditorConfig", "Git Config", "Godot Resource", "Inno Setup", "NPM Config", "NSIS", "Windows Registry Entries"},
	"Jade":                  {"Pug"},
	"JavaScript":            {"JavaScript+ERB", "PEG.js", "Qt Script"},
	"JavaServer Pages":      {"Groovy Server Pages"},
	"Jinja":                 {"Nunjucks"},
	"JSONC":                 {"JSON with Comments"},
	"Kotlin":                {"Gradle Kotlin DSL"},
	"LD Script":             {"Linker Script"},
	"Lean":                  {"Lean 4"},
	"LESS":                  {"Less"},
	"LEX":                   {"Lex"},
	"Lisp":                  {"Common Lisp", "GCC Machine Description", "Hy", "LFE", "NewLisp", "PicoLisp", "SMT", "Tree-sitter Query", "WebAssembly"},
	"LLVM IR":               {"LLVM"},
	"m4":                    {"M4Sugar"},
	"Markdown":              {"API Blueprint", "RMarkdown"},
	"Modula3":               {"Modula-2"},
	"Patch":                 {"Diff", "Darcs Patch"},
	"PHP":                   {"Hack", "HTML+PHP"},
	"PL/SQL":                {"PLSQL"},
	"Plain Text":            {"Checksums", "Go Checksums", "Mermaid", "Roff", "Roff Manpage", "ShellSession", "Text", "TSV"},
	"Prolog":                {"Mercury"},
	"Properties File":       {"Java Properties"},
	"Protocol Buffers":      {"Protocol Buffer"},
	"Python":                {"Mojo", "Python console", "Sage", "Vyper", "Xonsh"},
	"Razor":                 {"HTML+Razor"},
	"ReasonML":              {"Reason"},
	"Ruby":                  {"RBS"},
	"Ruby HTML":             {"HTML+ERB"},
	"Rust":                  {"Move", "Noir", "RON", "Sway", "WebAssembly Interface Type"},
	"Sass":                  {"SCSS"},
	"Shell": {"Alpine Abuild", "ApacheConf", "Browserslist", "Caddyfile", "CODEOWNERS", "crontab", "Debian Package Control File", "desktop",
		"dircolors", "Dotenv", "Elvish", "GDB", "Gentoo Ebuild", "Gentoo Eclass", "Gnuplot", "HAProxy", "KakouneScript", "nanorc", "Nginx", "Ninja", "Open Policy Agent",
		"OpenRC runscript", "Option List", "Pip Requirements", "Procfile", "Protocol Buffer Text Format", "QMake", "Readline Config", "robots.txt",
		"RPM Spec", "Singularity", "SPARQL", "SSH Config", "Turtle", "Zeek"},
	"Smarty Template":               {"Smarty"},
	"SQL":                           {"CQL", "Eiffel", "HiveQL", "PLpgSQL", "SQLPL", "TSQL"},
	"Standard ML (SML)":             {"Standard ML"},
	"TeX":                           {"BibTeX"},
	"Twig Template":                 {"Twig"},
	"TypeScript":                    {"TSX"},
	"Ur/Web":                        {"UrWeb"},
	"Varnish Configuration":         {"VCL"},
	"Visual Basic":                  {"VBScript", "Visual Basic .NET", "Visual Basic 6.0"},
	"Visual Basic for Applications": {"VBA"},
	"WebGPU Shading Language":       {"WGSL"},
	"Wolfram":                       {"Wolfram Language"},
	"XML":                           {"Ant Build System", "COLLADA", "Maven POM", "Web Ontology Language", "XML Property List", "XPages", "XProc", "XSLT"},
	"YAML":                          {"Common Workflow Language", "Kaitai Struct", "MiniYAML", "OASv2-yaml", "OASv3-yaml", "SaltStack", "Unity3D Asset"},
}
