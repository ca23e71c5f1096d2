package facts

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/pathrole"
)

// toolLanguages are programming languages that a project is built with, not
// written in: they are its main language only when there is no other.
var toolLanguages = map[string]bool{
	"Makefile": true, "CMake": true, "Dockerfile": true, "M4": true, "M4Sugar": true, "Autoconf": true,
	"Meson": true, "Starlark": true, "Batchfile": true, "Just": true, "Earthly": true, "Nix": true, "Gherkin": true,
}

// lastLanguages are no programming languages in the strict sense, yet what a
// target without any is written in.
var lastLanguages = map[string]bool{
	"HTML": true, "CSS": true, "SCSS": true, "SQL": true, "Jupyter Notebook": true,
}

// dialects are counted as the language that they extend.
var dialects = map[string]string{"TSX": "TypeScript", "JSX": "JavaScript"}

// languageCode is how much code there is in one language, in bytes: everywhere,
// and outside tests, fixtures, documentation and examples.
type languageCode struct {
	name      string
	all, core int64
}

// mainLanguage is the programming language with most code, in bytes as linguist
// has it: lines favour languages that put little on each. Generated and
// vendored files never count. When more than half of the winner's code
// lies in tests, fixtures, documentation or examples, those parts are set aside
// and the rest decides. Languages of build tools count only when there is no
// other, markup and SQL only when there is no programming language at all.
//
// It says nothing about whether the target is code in the first place: see [contents].
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

// tally adds up the code of the languages that are eligible.
func tally(files []luminos.File, eligible func(string) bool) []languageCode {
	byName := map[string]*languageCode{}
	for i := range files {
		f := &files[i]
		if !f.Counted() || f.Lines.Code == 0 {
			continue
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
		if pathrole.Of(f.Path) == "" && !pathrole.TestFile(f.Path) {
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

// mostCode picks the winner of a tally that is sorted by all its code.
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
