package facts

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// toolLanguages are languages of build tools. They are the main language only if
// there is no other.
var toolLanguages = map[string]bool{
	"Makefile": true, "CMake": true, "Dockerfile": true, "M4": true, "M4Sugar": true, "Autoconf": true,
	"Meson": true, "Starlark": true, "Batchfile": true, "Just": true, "Earthly": true, "Nix": true, "Gherkin": true,
}

// builds are the languages of build tools in which whole projects are written: rules for Bazel, packages of Nix.
var builds = map[string]bool{"Starlark": true, "Nix": true}

// lastLanguages are languages of markup and queries. They are the main language
// only if there is no programming language.
var lastLanguages = map[string]bool{
	"HTML": true, "CSS": true, "SCSS": true, "SQL": true, "Jupyter Notebook": true,
}

// dialects maps a dialect to the language that it extends.
var dialects = map[string]string{"TSX": "TypeScript", "JSX": "JavaScript", "Fortran Free Form": "Fortran"}

// languageCode is the amount of code in one language, in bytes: in total, and
// outside of tests, fixtures, documentation, examples and tools.
type languageCode struct {
	name      string
	all, core int64
	own       int64 // core and tools
	bodies    int64 // of core, outside of headers
}

// mainLanguage returns the programming language with the most code in bytes, as
// linguist does, or "". At most [lineMax] bytes count for each line of a file, on
// average. Generated and vendored files do not count. If more than half of the code
// of that language lies in tests, fixtures, documentation, tools or examples, these
// parts of all languages are left out, unless its tools are several times larger than
// the rest. Languages of build tools count only if there is no other, or if rules and packages
// in one of them are two thirds of all code, markup and SQL only if there is no programming language.
//
// A target with a main language is not always code: see [contents].
func mainLanguage(files []luminos.File) string {
	programming := func(l string) bool { return content.LanguageType(l) == "programming" }
	if t := tally(files, programming); len(t) > 0 && builds[t[0].name] {
		var all int64
		for _, l := range t {
			all += l.all
		}
		if t[0].all*3 > all*2 { // the rest serves the rules for builds
			return t[0].name
		}
	}
	for _, eligible := range []func(string) bool{
		func(l string) bool { return content.LanguageType(l) == "programming" && !toolLanguages[l] },
		programming,
		func(l string) bool { return lastLanguages[l] },
	} {
		if l := mostCode(tally(files, eligible)); l != "" {
			return l
		}
	}
	return builtLanguage(files)
}

// builtLanguage returns the programming language with the most generated code, or "". A published package can hold
// nothing but the output of a compiler.
func builtLanguage(files []luminos.File) string {
	sizes := map[string]int{}
	for i := range files {
		if f := &files[i]; f.Generated && !f.Vendored && !declaration(f) && isProgram(f) && pathrole.Of(f.Path) == "" {
			sizes[cmp.Or(dialects[f.Language], f.Language)] += int(f.Size)
		}
	}
	for _, l := range byCount(sizes, 1) {
		return l
	}
	return ""
}

// tally returns, for each language that eligible accepts, the bytes of all its files with code, and of its files with
// code outside of tests, tools and the like. The largest language comes first.
func tally(files []luminos.File, eligible func(string) bool) []languageCode {
	byName := map[string]*languageCode{}
	typed, packages, rails := declares(files), pythonPackages(files), onRails(files)
	for i := range files {
		f := &files[i]
		if !f.Counted() || f.Lines.Code == 0 || !typed && declaration(f) {
			continue // declarations describe code that can be in another language
		}
		name := cmp.Or(dialects[f.Language], f.Language)
		l := byName[name]
		if l == nil {
			if !eligible(name) {
				continue
			}
			l = &languageCode{name: name}
			byName[name] = l
		}
		size := min(f.Size, lineMax*int64(f.Lines.Code+f.Lines.Comment+f.Lines.Blank))
		l.all += size
		if pathrole.Of(f.Path) != "" || pathrole.TestFile(f.Path) || pathrole.InBenchmarks(f.Path) {
			continue
		}
		if isWeb(name) && (besidePython(f.Path, packages) || rails && f.Path.Within("app/assets")) {
			l.own += size
			continue
		}
		inside := f.Language == "Go" && strings.HasPrefix(string(f.Path), "internal/") // closed to others, no tools
		if l.own += size; inside || !isTool(f.Path) {
			l.core += size
			if f.Path.Ext() != ".h" {
				l.bodies += size
			}
		}
	}
	// A header with a word of C++ belongs to the C beside it.
	if cpp, c := byName["C++"], byName["C"]; cpp != nil && c != nil && cpp.bodies == 0 && c.bodies > 0 {
		c.all, c.core, c.own = c.all+cpp.all, c.core+cpp.core, c.own+cpp.own
		delete(byName, "C++")
	}
	out := make([]languageCode, 0, len(byName))
	for _, l := range byName {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b languageCode) int {
		return cmp.Or(cmp.Compare(b.all, a.all), cmp.Compare(a.name, b.name))
	})
	return out
}

// pythonPackages returns the directories of the packages of Python, or nil if a package.json at the root declares that
// the target is also one of JavaScript.
func pythonPackages(files []luminos.File) map[luminos.Path]bool {
	packages := map[luminos.Path]bool{}
	for i := range files {
		switch p := files[i].Path; {
		case p == "package.json":
			return nil
		case p.Base() == "__init__.py":
			packages[p.Dir()] = true
		}
	}
	return packages
}

// onRails reports whether the target is an application of Rails without a package of npm. The scripts among its assets
// are served to browsers, and most come from others.
func onRails(files []luminos.File) bool {
	has := func(p luminos.Path) bool {
		return slices.ContainsFunc(files, func(f luminos.File) bool { return f.Path == p })
	}
	return has("config/application.rb") && has("Gemfile") && !has("package.json")
}

// besidePython reports whether p lies in the directory "static" of one of the packages of Python: frameworks for the
// web serve such files, and they do not make the package one of another language.
func besidePython(p luminos.Path, packages map[luminos.Path]bool) bool {
	for dir := p.Dir(); dir != luminos.Root; dir = dir.Dir() {
		if dir.Base() == "static" && packages[dir.Dir()] {
			return true
		}
	}
	return false
}

func isWeb(language string) bool { return language == "JavaScript" || language == "TypeScript" }

// lineMax is the number of bytes of a line that count as code: lines of minified code or of data are longer.
const lineMax = 100

// reDeclaration matches the names of files that only declare the exports of code elsewhere: types of TypeScript, stubs
// of Python and interfaces of Ruby.
var reDeclaration = lazyregexp.Lazy(`\.(?:d\.(?:\w+\.)?[cm]?ts|pyi|rbi)$`)

// declaration reports whether a file declares types for code elsewhere.
func declaration(f *luminos.File) bool { return reDeclaration().MatchString(string(f.Path)) }

// declares reports whether declarations are the work itself: outside of tests and the like, the declarations without a
// script or data beside them are several times the code, also the generated code. preact has 4,069 lines of
// declarations and 3,934 of code.
func declares(files []luminos.File) bool {
	scripts := map[string]bool{}
	for i := range files {
		if p := files[i].Path; !declaration(&files[i]) {
			scripts[strings.TrimSuffix(string(p), string(p.Ext()))] = true
			scripts[string(p)] = true // data.json.d.ts declares the type of the data
		}
	}
	var declared, code int64
	for i := range files {
		f := &files[i]
		switch {
		case f.Vendored || f.Lines.Code == 0 || pathrole.Of(f.Path) != "" || pathrole.TestFile(f.Path) || isTool(f.Path):
		case declaration(f):
			if !scripts[reDeclaration().ReplaceAllString(string(f.Path), "")] {
				declared += f.Size
			}
		case content.LanguageType(f.Language) == "programming":
			code += f.Size
		}
	}
	return declared > code*declaredMin
}

// declaredMin is the number of times that declarations are larger than the code from which on they are the work.
const declaredMin = 3

// smallCore is the number of times that the tools of another language are larger than the largest code outside of tools
// from which on they are the main code.
const smallCore = 5

// mostCode returns the main language from the tally t, which is sorted by code, or "". See [mainLanguage].
func mostCode(t []languageCode) string {
	if len(t) == 0 {
		return ""
	}
	if t[0].core*2 >= t[0].all {
		return t[0].name
	}
	best := slices.MaxFunc(t, func(a, b languageCode) int {
		return cmp.Or(cmp.Compare(a.core, b.core), cmp.Compare(b.name, a.name))
	})
	most := slices.MaxFunc(t, func(a, b languageCode) int {
		return cmp.Or(cmp.Compare(a.own, b.own), cmp.Compare(b.name, a.name))
	})
	switch {
	case best.core > 0 && best.core*smallCore >= most.own:
	case best.core > 0:
		return most.name // a client beside the tools that make its data, or the settings of a tool
	default:
		return t[0].name
	}
	return best.name
}
