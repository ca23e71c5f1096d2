package facts

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// codeSize counts the lines of code of the files, by the roles of their directories and their own purposes. In a system
// tree, where installed is true, code with the name of tests is for use: Test::More, a kit for tests. Declarations
// count among the languages only if they are the work: see [declares].
func codeSize(files []luminos.File, roles map[luminos.Path]luminos.DirRole, named purposes,
	installed bool) luminos.CodeSize {
	var size luminos.CodeSize
	languages, typed := map[string]int{}, declares(files)
	for i := range files {
		f := &files[i]
		if f.Generated && !f.Vendored && isProgram(f) && pathrole.Of(f.Path) == "" && !pathrole.TestFile(f.Path) &&
			(typed || !declaration(f)) {
			size.Generated += f.Lines.Code
		}
		code := named.code(f)
		if code == 0 {
			continue
		}
		role, tests := roles[nearestRole(roles, f.Path.Dir())], f.Lines.Tests
		switch {
		case installed:
			tests = 0
			if strings.HasSuffix(string(f.Path), "_test.go") { // no program can use it
				tests = code
			}
			if role == luminos.DirTests || role == luminos.DirFixtures {
				role = ""
			}
		case named.test(f.Path):
			tests = code
			if role == luminos.DirExamples && suite(f.Path) {
				role = luminos.DirTests
			}
		}
		if role == "" && tests < code && named.apart(f.Path) {
			role = luminos.DirExamples
		}
		if size.Add(role, code, tests); role == "" && (typed || !declaration(f)) {
			languages[cmp.Or(dialects[f.Language], f.Language)] += code - tests
		}
	}
	for name, lines := range styles(files, roles, size.Own) {
		size.Own += lines
		languages[name] += lines
	}
	size.Languages = make([]luminos.LanguageCode, 0, len(languages))
	maps.DeleteFunc(languages, func(_ string, n int) bool { return n == 0 })
	for _, name := range byCount(languages, len(languages)) {
		size.Languages = append(size.Languages, luminos.LanguageCode{Name: name, Code: languages[name]})
	}
	return size
}

// countAll sets the sizes in s that need no judgement of purpose and origin: the lines of all code, the generated part
// of them, and the lines of style sheets and markup beside it. Directories with names such as vendor are left out, with
// their names, if they hold a fifth of the code: the code of a program can be a tenth of theirs.
func countAll(s *luminos.CodeSize, files []luminos.File, roles map[luminos.Path]luminos.DirRole) {
	const share = 5
	below := map[string]luminos.CodeSize{} // by the name of the directory, or "" for the others
	for i := range files {
		switch f := &files[i]; {
		case isCodeOfAny(f):
			name := bundledIn(f.Path)
			size := below[name]
			n := f.Lines.Code
			if f.Language == "Python" || f.Language == "Julia" {
				n += f.Lines.Comment // docstrings are among the comments, and some count them as code
			}
			size.All += n
			if f.Generated {
				size.AllGenerated += n
			}
			below[name] = size
		case f.Counted() && f.Category == luminos.CategorySource && roles[nearestRole(roles, f.Path.Dir())] == "":
			if content.LanguageType(f.Language) == "markup" {
				s.Markup += f.Lines.Code
			}
		}
	}
	all, without := 0, []string(nil)
	for _, size := range below {
		all += size.All
	}
	for _, name := range slices.Sorted(maps.Keys(below)) {
		if size := below[name]; name == "" || (all-below[""].All)*share < all {
			s.All, s.AllGenerated = s.All+size.All, s.AllGenerated+size.AllGenerated
		} else if size.All > 0 {
			without = append(without, name)
		}
	}
	s.Without = words.Some(without, 2)
}

// bundledIn returns the name of the first directory above p that holds the code of others by its name, or "".
func bundledIn(p luminos.Path) string {
	for name := range strings.SplitSeq(string(p.Dir()), "/") {
		if pathrole.Named(name) == luminos.DirVendored {
			return name
		}
	}
	return ""
}

// isCodeOfAny reports whether a file is code that an expert counts, also where linguist calls its language one of data:
// the scripts of Gradle, which are Groovy or Kotlin.
func isCodeOfAny(f *luminos.File) bool {
	return isProgram(f) || f.Category == luminos.CategoryConfig && content.IsProgramming(f.Language) ||
		strings.HasPrefix(f.Language, "Gradle")
}

// resource reports whether a source of the Java platform lies among resources, which compilers do not read: it is
// data, such as the input of a formatter.
func resource(p luminos.Path) bool {
	switch p.Ext() {
	case ".java", ".scala", ".kt":
		return slices.ContainsFunc(strings.Split(string(p.Dir()), "/"), func(name string) bool {
			return name == "resources" || name == "resource"
		})
	}
	return false
}

// leastSecond is the least number of lines of code in the second language.
const leastSecond = 100

// secondLanguage returns the language beside the main language with at least a third of the own code, or "". Languages
// of build tools do not count, and declarations of the types of JavaScript.
func secondLanguage(files []luminos.File, code luminos.CodeSize, main string) string {
	typed := main != "JavaScript" || slices.ContainsFunc(files, func(f luminos.File) bool {
		return f.Language == "TypeScript" && !declaration(&f) && pathrole.Of(f.Path) == "" && !pathrole.TestFile(f.Path)
	})
	for _, l := range code.Languages {
		if l.Name == "TypeScript" && !typed || main == "Ruby" && isWeb(l.Name) && onRails(files) {
			continue
		}
		if main != "" && l.Name != main && l.Code >= leastSecond && l.Code*3 >= code.Own && !toolLanguages[l.Name] {
			return l.Name
		}
	}
	return ""
}

// sheets are languages of style sheets that are compiled.
var sheets = map[string]bool{"SCSS": true, "Sass": true, "Less": true, "Stylus": true}

// styles returns the lines of the target's own style sheets by language if they are more than its programs, of which
// there are the given number of lines: then they are the work, as in bootstrap.
func styles(files []luminos.File, roles map[luminos.Path]luminos.DirRole, programs int) map[string]int {
	lines, all := map[string]int{}, 0
	for i := range files {
		if f := &files[i]; f.Counted() && sheets[f.Language] && roles[nearestRole(roles, f.Path.Dir())] == "" {
			lines[f.Language] += f.Lines.Code
			all += f.Lines.Code
		}
	}
	if programs == 0 || all <= programs {
		return nil
	}
	return lines
}

// nearestRole returns the nearest directory at or above dir that has a role, or the root.
func nearestRole(roles map[luminos.Path]luminos.DirRole, dir luminos.Path) luminos.Path {
	for _, ok := roles[dir]; !ok && dir != luminos.Root; _, ok = roles[dir] {
		dir = dir.Dir()
	}
	return dir
}

// leastCore is the least number of lines of the target's own code of which one file is the core.
const leastCore = 100

// leastNamesake is the part of the own code, as a divisor, below which the file with the name of a library is not its
// core: the module of fmt that only includes its headers. A short program can start a long one.
const leastNamesake = 20

// leastNamed is the least number of lines of code of such a file: fewer only begin a name space.
const leastNamed = 10

// withHeaders are the languages whose libraries are described by headers.
var withHeaders = map[string]bool{"C": true, "C++": true, "Objective-C": true, "Objective-C++": true, "Cuda": true}

// settingsFile matches the names of files that configure a build or a tool.
var settingsFile = lazyregexp.Lazy(`(?i)^(?:rollup|webpack|vite|gulpfile|gruntfile|setup|build|conftest)\b|\bconfig\b`)

// retired matches the paths of files that the target gave up.
var retired = lazyregexp.Lazy(`(?i)(?:^|/)_?(?:deprecated|old|archived?|attic|obsolete|unused)/`)

// coreFile returns the file with the name of the target: in the target's own code, the only one at the least depth.
// A header counts after other files in its directory, another language after the main one, and in a library another
// file must have a part of the code. Else it returns the file in the main language with at least half of the own lines,
// unless these are few or the file is one of settings. It returns nil if there is no such file.
func coreFile(
	files []luminos.File, f *luminos.Facts, roles map[luminos.Path]luminos.DirRole, named purposes,
) *luminos.FileCode {
	name := words.Fold(shortName(f.Name))
	var namesake, largest *luminos.FileCode
	rivals, main := false, false // main: the namesake is in the main language
	for i := range files {
		file := &files[i]
		if f.Code.Own < leastCore || !file.Counted() || !isProgram(file) || file.Lines.Code == 0 ||
			pathrole.TestFile(file.Path) || named.apart(file.Path) || retired().MatchString(string(file.Path)) ||
			roles[nearestRole(roles, file.Path.Dir())] != "" {
			continue
		}
		code := &luminos.FileCode{Path: file.Path, Code: file.Lines.Code}
		inMain := cmp.Or(dialects[file.Language], file.Language) == f.MainLanguage
		if code.Code*2 >= f.Code.Own && inMain && !settingsFile().MatchString(file.Path.Base()) {
			largest = code
		}
		if name == "" || words.Fold(strings.TrimSuffix(file.Path.Base(), file.Path.Ext())) != name {
			continue
		}
		switch {
		case namesake == nil || file.Path.Depth() < namesake.Path.Depth():
			namesake, rivals, main = code, false, inMain
		case file.Path.Depth() > namesake.Path.Depth():
		case file.Path.Dir() != namesake.Path.Dir():
			rivals = true
		case namesake.Path.Ext() == ".h", inMain && !main:
			namesake, main = code, inMain
		}
	}
	header := namesake != nil && slices.Contains(headers, namesake.Path.Ext())
	if namesake == nil || rivals || namesake.Code < leastNamed && !header || header && !withHeaders[f.MainLanguage] ||
		onlyLibrary(f) && namesake.Code*leastNamesake < f.Code.Own && !header {
		return largest
	}
	return namesake
}
