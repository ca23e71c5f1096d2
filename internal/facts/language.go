package facts

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/pathrole"
)

// toolLanguages are languages of build tools. They are the main language only if
// there is no other.
var toolLanguages = map[string]bool{
	"Makefile": true, "CMake": true, "Dockerfile": true, "M4": true, "M4Sugar": true, "Autoconf": true,
	"Meson": true, "Starlark": true, "Batchfile": true, "Just": true, "Earthly": true, "Nix": true, "Gherkin": true,
}

// lastLanguages are languages of markup and queries. They are the main language
// only if there is no programming language.
var lastLanguages = map[string]bool{
	"HTML": true, "CSS": true, "SCSS": true, "SQL": true, "Jupyter Notebook": true,
}

// dialects maps a dialect to the language that it extends.
var dialects = map[string]string{"TSX": "TypeScript", "JSX": "JavaScript"}

// languageCode is the amount of code in one language, in bytes: in total, and
// outside of tests, fixtures, documentation, examples and tools.
type languageCode struct {
	name      string
	all, core int64
}

// mainLanguage returns the programming language with the most code in bytes, as
// linguist does, or "". Generated and vendored files do not count. If more than
// half of the code of that language lies in tests, fixtures, documentation, tools or
// examples, these parts of all languages are left out. Languages of build tools
// count only if there is no other, markup and SQL only if there is no programming
// language.
//
// A target with a main language is not always code: see [contents].
func mainLanguage(files []luminos.File) string {
	for _, eligible := range []func(string) bool{
		func(l string) bool { return content.LanguageType(l) == "programming" && !toolLanguages[l] },
		func(l string) bool { return content.LanguageType(l) == "programming" },
		func(l string) bool { return lastLanguages[l] },
	} {
		if l := mostCode(tally(files, eligible)); l != "" {
			return l
		}
	}
	return ""
}

// tally returns, for each language that eligible accepts, the bytes of all its files with code, and of its files with
// code outside of tests, tools and the like. The largest language comes first.
func tally(files []luminos.File, eligible func(string) bool) []languageCode {
	byName := map[string]*languageCode{}
	for i := range files {
		f := &files[i]
		if !f.Counted() || f.Lines.Code == 0 || strings.HasSuffix(string(f.Path), ".d.ts") {
			continue // declarations of TypeScript describe code in another language
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
		l.all += f.Size
		if pathrole.Of(f.Path) == "" && !pathrole.TestFile(f.Path) && !isTool(f.Path) {
			l.core += f.Size
		}
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
	if best.core == 0 {
		return t[0].name
	}
	return best.name
}
