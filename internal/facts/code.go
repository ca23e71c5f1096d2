package facts

import (
	"cmp"
	"maps"
	"slices"

	"luminos"
	"luminos/internal/pathrole"
)

// codeSize counts the lines of code of the files, by the roles of the directories dirs, which are sorted by path.
func codeSize(files []luminos.File, dirs []luminos.DirFacts) luminos.CodeSize {
	purposes := make(map[luminos.Path]luminos.DirRole, len(dirs))
	for _, d := range dirs {
		purposes[d.Path] = cmp.Or(purposes[d.Path.Dir()], notOwn(&d)) // parents come first
	}
	var size luminos.CodeSize
	languages := map[string]int{}
	for i := range files {
		f := &files[i]
		if !f.Counted() || !isProgram(f) {
			continue
		}
		dir := f.Path.Dir()
		for _, known := purposes[dir]; !known && dir != luminos.Root; _, known = purposes[dir] {
			dir = dir.Dir()
		}
		switch role := purposes[dir]; {
		case role == luminos.DirTests, role == luminos.DirFixtures, role == "" && pathrole.TestFile(f.Path):
			size.Tests += f.Lines.Code
		case role == luminos.DirExamples, role == luminos.DirDocumentation, role == luminos.DirBenchmarks:
			size.Other += f.Lines.Code
		case role == "":
			size.Own += f.Lines.Code
			languages[cmp.Or(dialects[f.Language], f.Language)] += f.Lines.Code
		}
	}
	size.Languages = make([]luminos.LanguageCode, 0, len(languages))
	maps.DeleteFunc(languages, func(_ string, n int) bool { return n == 0 })
	for _, name := range byCount(languages, len(languages)) {
		size.Languages = append(size.Languages, luminos.LanguageCode{Name: name, Code: languages[name]})
	}
	return size
}

// notOwn returns the role of a directory if its code is not the target's own, else "".
func notOwn(d *luminos.DirFacts) luminos.DirRole {
	switch {
	case d.Path == luminos.Root:
		return ""
	case slices.Contains(asideRoles, d.Role):
		return d.Role
	case d.Vendored:
		return luminos.DirVendored
	}
	return ""
}

// asideRoles are the roles of directories whose code is not the target's own.
var asideRoles = []luminos.DirRole{
	luminos.DirTests, luminos.DirFixtures, luminos.DirDocumentation, luminos.DirExamples, luminos.DirBenchmarks,
	luminos.DirVendored, luminos.DirGenerated, luminos.DirOutput,
}
