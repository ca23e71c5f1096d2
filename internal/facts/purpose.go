package facts

import (
	"maps"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// purposes holds the purposes of sources by their own names, unless the other files contradict them.
type purposes struct {
	aside bool                  // measurements and examples are apart
	weak  map[luminos.Path]bool // parts of the program with names of tests
	// foreign are the languages of samples among the tests: see leastForeign.
	foreign map[string]bool
	// built are the paths of generated scripts without their extensions.
	built map[luminos.Path]bool
}

// leastForeign is the number of languages from which on the files among the tests in languages that the target has
// nowhere else are samples for it: of a highlighter or a counter of lines.
const leastForeign = 8

// fewNamedTests is the number of files of C with names of tests from which on they are tests, without other evidence.
const fewNamedTests = 3

// collection is the number of times that measurements and examples are larger than the other code from which on the
// target is a collection of them.
const collection = 3

// purposesOf returns the purposes of files. One or two files of C such as gl_test.c can be a part of a program: tests
// have a file gl.c or gl.h, too.
func purposesOf(files []luminos.File) purposes {
	stems := map[string]bool{}
	aside, rest := 0, 0
	var named []luminos.Path
	for i := range files {
		f := &files[i]
		stems[strings.TrimSuffix(f.Path.Base(), f.Path.Ext())] = true
		if !f.Counted() || !isProgram(f) || pathrole.Of(f.Path) != "" {
			continue
		}
		switch {
		case pathrole.TestFile(f.Path):
			if ext := f.Path.Ext(); ext == ".c" || ext == ".cc" || ext == ".cpp" {
				named = append(named, f.Path)
			}
		case apart(f.Path):
			aside += f.Lines.Code
		default:
			rest += f.Lines.Code
		}
	}
	p := purposes{aside: aside < rest*collection, foreign: foreign(files), built: built(files)}
	for _, path := range named {
		stem, test := strings.CutSuffix(strings.TrimSuffix(path.Base(), path.Ext()), "_test")
		if test && !stems[stem] && len(named) < fewNamedTests {
			if p.weak == nil {
				p.weak = map[luminos.Path]bool{}
			}
			p.weak[path] = true
		}
	}
	return p
}

// foreign returns the languages that only files among tests have, if these are at least leastForeign, most of them in a
// single file: tests of one client in many languages have more.
func foreign(files []luminos.File) map[string]bool {
	own, among := map[string]bool{}, map[string]int{}
	for i := range files {
		if f := &files[i]; isProgram(f) && pathrole.Under(f.Path, luminos.DirTests, luminos.DirFixtures) {
			among[f.Language]++
		} else if f.Counted() && isProgram(f) && !resource(f.Path) {
			own[f.Language] = true
		}
	}
	maps.DeleteFunc(among, func(language string, _ int) bool { return own[language] })
	foreign, single := map[string]bool{}, 0
	for language, n := range among {
		if foreign[language] = true; n == 1 {
			single++
		}
	}
	if len(foreign) < leastForeign || single*2 <= len(foreign) {
		return nil
	}
	return foreign
}

// built returns the paths of the generated scripts without their extensions.
func built(files []luminos.File) map[luminos.Path]bool {
	stems := map[luminos.Path]bool{}
	for i := range files {
		if f := &files[i]; f.Generated && f.Language == "JavaScript" {
			stems[luminos.Path(strings.TrimSuffix(string(f.Path), f.Path.Ext()))] = true
		}
	}
	return stems
}

// code returns the lines of a file that count as code: 0 for a sample, for a source of the Java platform among
// resources, which compilers do not read, and for the declaration of a generated script.
func (p purposes) code(f *luminos.File) int {
	stem := luminos.Path(reDeclaration().ReplaceAllString(string(f.Path), ""))
	if !f.Counted() || !isProgram(f) || resource(f.Path) || stem != f.Path && p.built[stem] ||
		p.foreign[f.Language] && pathrole.Under(f.Path, luminos.DirTests, luminos.DirFixtures) {
		return 0
	}
	return f.Lines.Code
}

// test reports whether a file is a test by its own name.
func (p purposes) test(path luminos.Path) bool { return pathrole.TestFile(path) && !p.weak[path] }

// suite reports whether a test is the suite of the target although it lies among demonstrations: demo/tests.cpp.
func suite(p luminos.Path) bool {
	return p.Depth() == 2 && strings.EqualFold(strings.TrimSuffix(p.Base(), p.Ext()), "tests")
}

// apart reports whether a file is a measurement or an example by its own name.
func (p purposes) apart(path luminos.Path) bool { return p.aside && apart(path) }

func apart(p luminos.Path) bool { return pathrole.BenchmarkFile(p) || pathrole.ExampleFile(p) }
