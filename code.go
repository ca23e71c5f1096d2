package luminos

import (
	"cmp"
	"slices"
)

// CodeSize counts lines of code in programming languages, apart by their purpose. Generated and vendored files are only
// in All.
type CodeSize struct {
	// All are the lines of all files in programming languages, by all authors and for all purposes, except below the
	// directories that Without names. Notebooks are not among them. Of Python and Julia comments count, too: docstrings
	// are among them.
	All int `json:"all,omitempty"`
	// AllGenerated is the part of All in generated files, and Markup the lines of style sheets and markup outside of
	// tests, examples and documentation, which are not in All.
	AllGenerated int `json:"all_generated,omitempty"`
	Markup       int `json:"markup,omitempty"`
	// Without lists, in words, names of directories for the code of others, such as vendor, if they hold much of the code.
	Without string `json:"without,omitempty"`

	Own   int `json:"own"`   // outside of tests, fixtures, examples and documentation
	Tests int `json:"tests"` // in tests, and below directories of tests
	Other int `json:"other"` // in examples and documentation
	// Generated are lines of generated code outside of tests, which are not among the others.
	Generated int `json:"generated,omitempty"`
	// Languages are the parts of Own by language, most code first. A dialect counts for the language that it extends:
	// TSX for TypeScript.
	Languages []LanguageCode `json:"languages"`
}

// FileCode is the number of lines of code in one file.
type FileCode struct {
	Path Path `json:"path"`
	Code int  `json:"code_lines"`
}

// Add adds lines of code in programming languages of one file or directory, the given number of them in tests, by
// the role that [CodeRoles] has for its directory.
func (s *CodeSize) Add(role DirRole, code, tests int) {
	switch role {
	case "":
		s.Own += code - tests
		s.Tests += tests
	case DirTests:
		s.Tests += code
	case DirExamples, DirDocumentation, DirBenchmarks, DirFixtures:
		s.Other += code
	}
}

// CodeRoles returns, for each of dirs, which are sorted by path, the role by which its code is not the target's own:
// its role or the role of a directory above it. The role is "" for own code.
func CodeRoles(dirs []DirFacts) map[Path]DirRole {
	roles := make(map[Path]DirRole, len(dirs))
	for i := range dirs {
		d, role := &dirs[i], DirRole("")
		switch {
		case d.Path == Root:
		case slices.Contains(asideRoles, d.Role):
			role = d.Role
		case d.Vendored:
			role = DirVendored
		}
		roles[d.Path] = cmp.Or(roles[d.Path.Dir()], role) // parents come first
	}
	return roles
}

// asideRoles are the roles of directories whose code is not the target's own.
var asideRoles = []DirRole{
	DirTests, DirFixtures, DirDocumentation, DirExamples, DirBenchmarks, DirVendored, DirGenerated, DirOutput,
}

// LanguageCode is the number of lines of code in one language.
type LanguageCode struct {
	Name string `json:"name"`
	Code int    `json:"code_lines"`
}
