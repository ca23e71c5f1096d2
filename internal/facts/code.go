package facts

import (
	"cmp"
	"maps"

	"luminos"
	"luminos/internal/pathrole"
)

// codeSize counts the lines of code of the files, by the roles of the directories dirs, which are sorted by path.
func codeSize(files []luminos.File, dirs []luminos.DirFacts) luminos.CodeSize {
	roles := luminos.CodeRoles(dirs)
	var size luminos.CodeSize
	languages := map[string]int{}
	for i := range files {
		f := &files[i]
		if f.Generated && !f.Vendored && isProgram(f) && pathrole.Of(f.Path) == "" && !pathrole.TestFile(f.Path) {
			size.Generated += f.Lines.Code
		}
		if !f.Counted() || !isProgram(f) {
			continue
		}
		dir := f.Path.Dir()
		for _, known := roles[dir]; !known && dir != luminos.Root; _, known = roles[dir] {
			dir = dir.Dir()
		}
		tests := min(f.Lines.Tests, f.Lines.Code)
		if pathrole.TestFile(f.Path) {
			tests = f.Lines.Code
		}
		if size.Add(roles[dir], f.Lines.Code, tests); roles[dir] == "" {
			languages[cmp.Or(dialects[f.Language], f.Language)] += f.Lines.Code - tests
		}
	}
	size.Languages = make([]luminos.LanguageCode, 0, len(languages))
	maps.DeleteFunc(languages, func(_ string, n int) bool { return n == 0 })
	for _, name := range byCount(languages, len(languages)) {
		size.Languages = append(size.Languages, luminos.LanguageCode{Name: name, Code: languages[name]})
	}
	return size
}
