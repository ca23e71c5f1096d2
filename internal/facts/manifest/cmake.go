package manifest

import (
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	cmakeComment = lazyregexp.Lazy(`(?m)#[^\n]*`)
	cmakeProject = lazyregexp.Lazy(`(?i)\bproject\s*\(\s*(?:"([^"\n]+)"|([\w.+-]+))([^)]*)\)`)
	// cmakeNone matches a project without a language, and cmakeMore a command by which it builds all the same.
	cmakeNone    = lazyregexp.Lazy(`(?i)\bproject\s*\(\s*[^\s)]+(?:[^)]*\sLANGUAGES)?\s+NONE\s*\)`)
	cmakeMore    = lazyregexp.Lazy(`(?i:\b(?:enable_language|ExternalProject_Add|add_subdirectory)\s*\()|\bALL\b`)
	cmakeVersion = lazyregexp.Lazy(`(?i)\bVERSION\s+([\w.]+)`)
	cmakeDesc    = lazyregexp.Lazy(`(?i)\bDESCRIPTION\s+"([^"\n]+)"`)
	cmakeTarget  = lazyregexp.Lazy(`(?i)\b(?:add_executable|qt_add_executable|qt6_add_executable|qt5_add_executable)\s*\(\s*([^\s)]+)([^)]*)\)`)
	cmakeHeaders = lazyregexp.Lazy(`(?i)\badd_library\s*\(\s*[^\s)]+\s+INTERFACE\b`)
	cmakeLibrary = lazyregexp.Lazy(`(?i)\badd_library\s*\(\s*([^\s)]+)`)
	cmakeOutput  = lazyregexp.Lazy(`(?i)\bset_target_properties\s*\(\s*([^\s)]+)[^)]*?\bOUTPUT_NAME\s+"?([\w.+-]+)`)
	cmakeOff     = lazyregexp.Lazy(`(?i)\boption\s*\(\s*(\w+)\s+(?:"[^"]*"\s+)?OFF\b`)
	cmakeIf      = lazyregexp.Lazy(`(?i)\b(if|endif)\s*\(\s*(\w*)`)
	cmakePackage = lazyregexp.Lazy(`(?i)\bfind_package\s*\(\s*([\w.+-]+)\s*([\d.]*)[^)]*\)`)
	cmakeFetch   = lazyregexp.Lazy(`(?i)\b(?:FetchContent_Declare|CPMAddPackage|ExternalProject_Add)\s*\(\s*([\w.+-]+)`)
	cmakeSubdir  = lazyregexp.Lazy(`(?i)\badd_subdirectory\s*\(\s*"?([\w./+-]+)`)
	testsOption  = lazyregexp.Lazy(`(?i)option\s*\(\s*(\w*TESTS?(?:ING)?)\s+(?:"[^"]*"\s+)?(OFF\b)?`)
	testsIf      = lazyregexp.Lazy(`(?i)\bif\s*\(\s*(\w+)\b[^)\n]*\)(?:\s*message\s*\([^)]*\))?\s*enable_testing\s*\(`)
	// cmakeTypeless matches the condition under which a project ends the configuration without a type of build.
	cmakeTypeless = lazyregexp.Lazy(`(?i)\bif\s*\([^()]*(?:\bNOT\s+(?:DEFINED\s+)?|\$\{)CMAKE_BUILD_TYPE\b[^()]*\)` +
		`\s*message\s*\(\s*(?:FATAL|SEND)_ERROR`)
	cmakeReturns = lazyregexp.Lazy(`(?im)^[ \t]*return\s*\(`)                              // often unless an option is on
	cmakeTests   = lazyregexp.Lazy(`(?im)^(?:enable_testing\s*\(|include\s*\(\s*CTest\b)`) // in no block
	cmakeAddTest = lazyregexp.Lazy(`(?i)add_test|_discover_tests|_add_tests`)
	cmakeSet     = lazyregexp.Lazy(`(?i)\b(?:set|list)\s*\(\s*(?:APPEND\s+)?([\w-]+)\s+([^)]*)\)`)
	cmakeVar     = lazyregexp.Lazy(`\$\{([\w-]+)\}`)
)

func readCMake(r *reader, p *pkg) {
	src := blankMatches(p.text.Content, cmakeComment)
	m := cmakeProject().FindStringSubmatchIndex(src)
	if m != nil && m[2] < 0 {
		m[2], m[3] = m[4], m[5] // a name without quotes
	}
	if m != nil && !strings.Contains(src[m[2]:m[3]], "$") {
		rest := src[m[6]:m[7]]
		name := strings.TrimSuffix(src[m[2]:m[3]], " Root")
		p.describe(name, firstGroup(cmakeVersion, rest), firstGroup(cmakeDesc, rest), "")
		p.Evidence = citeLine(p.text, lineOf(src, m[0]))
	}
	for _, m := range cmakePackage().FindAllStringSubmatch(src, -1) {
		if m[1] != "PkgConfig" && m[1] != "Threads" {
			p.depend(m[1], m[2], "")
		}
	}
	for _, m := range cmakeFetch().FindAllStringSubmatch(src, -1) {
		p.depend(m[1], "", "")
	}
	for _, m := range cmakeSubdir().FindAllStringSubmatch(src, -1) {
		p.globs = append(p.globs, m[1])
	}
}

// compilesNothing reports whether a project has no language, no part and no target that is made without being named.
func compilesNothing(src string) bool {
	return cmakeNone().MatchString(src) && !cmakeMore().MatchString(src)
}

// blankMatches returns s with the matches of a pattern overwritten with spaces, so that offsets stay the same.
func blankMatches(s string, re func() *regexp.Regexp) string {
	return re().ReplaceAllStringFunc(s, func(m string) string { return strings.Repeat(" ", len(m)) })
}

func enterCMake(r *reader, p *pkg) {
	src := blankMatches(p.text.Content, cmakeComment)
	vars := cmakeVars{}
	for _, m := range cmakeSet().FindAllStringSubmatch(src, -1) {
		vars[m[1]] = clip(vars[m[1]]+" "+m[2], maxVariable)
	}
	vars["PROJECT_NAME"] = p.Name
	for _, m := range cmakeTarget().FindAllStringSubmatchIndex(src, maxTargets) {
		name := src[m[2]:m[3]]
		low := strings.ToLower(name)
		if strings.Contains(low, "test") || strings.Contains(low, "bench") || strings.Contains(low, "example") || strings.Contains(src[m[4]:m[5]], "IMPORTED") {
			continue
		}
		var sources []luminos.Path
		for w := range strings.FieldsSeq(vars.expand(src[m[4]:m[5]])) {
			sources = append(sources, inside(p.dir, strings.TrimLeft(strings.Trim(w, `"`), "/")))
		}
		at, ev := sourceWithMain(r, sources)
		if at == "" {
			continue
		}
		if cmakeVar().MatchString(name) {
			name = vars.nameOf(name, src, p.Name)
		}
		e := entry{
			Path: at, Kind: kindBinary, Name: name, Reason: "add_executable in " + string(p.Path),
			Evidence: append(citeLine(p.text, lineOf(src, m[0])), ev...),
		}
		if switchedOff(src, m[0]) && cmakeOwnLibrary(r, p, src, vars) {
			e.place = placeTool // it accompanies the library
		}
		r.addEntry(p, e)
	}
	if p.Role == luminos.ManifestMember || !cmakeProject().MatchString(src) || compilesNothing(src) {
		return
	}
	if at := cmakeHeaders().FindStringIndex(src); at != nil {
		headerLibrary(r, p, citeLine(p.text, lineOf(src, at[0])))
	}
	if r.tree.first(p.dir, "Package.swift", "Makefile", "configure", "configure.ac", "Cargo.toml") != "" {
		return // another system can be the usual one
	}
	switches := shownSwitches(r)
	if cmakeTypeless().MatchString(src) {
		switches += " -DCMAKE_BUILD_TYPE=Release"
	}
	r.convention(p, "build", "cmake -B build"+switches+" && cmake --build build", p.Evidence)
	if !anyAdds(r, r.tree.byLanguage("CMake"), cmakeAddTest) {
		return
	}
	options := testsOption().FindAllStringSubmatch(src, maxTargets)
	off := slices.ContainsFunc(options, func(m []string) bool { return m[2] != "" })
	if m := cmakeTests().FindStringIndex(src); m != nil && !off && !cmakeReturns().MatchString(src[:m[0]]) {
		r.convention(p, "test", "ctest --test-dir build", citeLine(p.text, lineOf(src, m[0])))
	} else if m := testsIf().FindStringSubmatchIndex(src); m != nil {
		cmakeOption(r, p, src, src[m[2]:m[3]], switches)
	}
}

var (
	// cmakeConfigures matches a line of a README that configures a build of the whole target.
	cmakeConfigures = lazyregexp.Lazy(`(?m)^[ \t]*(?:[$>] *)?cmake +((?:-[DSBG]|\.\.?(?:\s|$)).*)$`)
	// cmakeSwitch matches a word that switches an option of the project on or off.
	cmakeSwitch = lazyregexp.Lazy(`(?i)^-D([A-Z]\w*)(?::BOOL)?=(?:ON|OFF|TRUE|FALSE|YES|NO|1|0)$`)
)

// shownSwitches returns the options of the project in the first configuration that the README shows, as in
// " -DX_DOWNLOAD_DEPENDENCIES=on": without them the build can fail. It returns "" if a configuration is without
// options.
func shownSwitches(r *reader) string {
	readme, _ := r.readme()
	shown := ""
	for _, line := range cmakeConfigures().FindAllStringSubmatch(readme.Content, maxTargets) {
		switches := ""
		for word := range strings.FieldsSeq(line[1]) {
			m := cmakeSwitch().FindStringSubmatch(word)
			if m != nil && !strings.HasPrefix(m[1], "CMAKE_") && m[1] != "BUILD_SHARED_LIBS" {
				switches += " " + word
			}
		}
		if switches == "" {
			return ""
		}
		if shown == "" {
			shown = switches
		}
	}
	return shown
}

// switchedOff reports whether the place at in src is in a block for an option that is off by default.
func switchedOff(src string, at int) bool {
	var open []string // the first words of the conditions around the place
	for _, m := range cmakeIf().FindAllStringSubmatch(src[:at], -1) {
		if strings.EqualFold(m[1], "if") {
			open = append(open, m[2])
		} else if len(open) > 0 {
			open = open[:len(open)-1]
		}
	}
	return slices.ContainsFunc(cmakeOff().FindAllStringSubmatch(src, maxTargets), func(m []string) bool {
		return slices.Contains(open, m[1])
	})
}

// cmakeOwnLibrary adds an entry point for the library with the name of the project, if src makes one with a header of
// this name. It reports whether there is one.
func cmakeOwnLibrary(r *reader, p *pkg, src string, vars cmakeVars) bool {
	for _, m := range cmakeLibrary().FindAllStringSubmatchIndex(src, maxTargets) {
		if p.Name != "" && bareName(strings.TrimSpace(vars.expand(src[m[2]:m[3]]))) == bareName(p.Name) {
			n := len(r.entries)
			headerLibrary(r, p, citeLine(p.text, lineOf(src, m[0])))
			return len(r.entries) > n
		}
	}
	return false
}

// cmakeOption adds the command that tests a project whose tests depend on an option: it switches the option on, builds
// and tests. switches are further options.
func cmakeOption(r *reader, p *pkg, src, option, switches string) {
	for _, m := range testsOption().FindAllStringSubmatchIndex(src, maxTargets) {
		if src[m[2]:m[3]] == option {
			r.convention(p, "test", "cmake -B build"+switches+" -D"+option+"=ON && cmake --build build && ctest --test-dir build",
				citeLine(p.text, lineOf(src, m[0])))
			return
		}
	}
}

// maxBuildFiles is the maximum number of files of one build system that are searched for tests.
const maxBuildFiles = 200

// anyAdds reports whether one of the files of a build system adds a test: it matches test. Without tests, ctest fails.
func anyAdds(r *reader, files []*luminos.File, test func() *regexp.Regexp) bool {
	return slices.ContainsFunc(files[:min(len(files), maxBuildFiles)], func(f *luminos.File) bool {
		t, ok := r.source(f.Path, 64<<10)
		return ok && !f.Vendored && test().MatchString(t.Content)
	})
}

// headerLibrary adds an entry point for the header in the directory include, one level below, beside the manifest or in
// src, if it has the name of the project or the last word of the name. ev declares a library of headers.
func headerLibrary(r *reader, p *pkg, ev []luminos.Evidence) {
	name := bareName(p.Name)
	include := p.dir.Join("include")
	dirs := []luminos.Path{include, p.dir, p.dir.Join("src")}
	for i := range r.tree.scan.Dirs {
		if d := r.tree.scan.Dirs[i].Path; d.Dir() == include {
			dirs = append(dirs, d)
		}
	}
	for _, dir := range dirs {
		for _, f := range r.tree.inDir[dir] {
			stem := strings.TrimSuffix(bareName(f.Path.Base()), f.Path.Ext())
			if strings.HasPrefix(f.Path.Ext(), ".h") && (stem == name || strings.HasSuffix(name, "-"+stem)) {
				r.addEntry(p, entry{Path: f.Path, Kind: kindLibrary, Name: p.Name, Reason: "header with the name of the project", Evidence: ev})
				return
			}
		}
	}
}

// cmakeVars holds the values of variables by name.
type cmakeVars map[string]string

// Bounds on the targets of one file, and in bytes on the value of a variable and on expanded text: every target can
// name every variable.
const (
	maxTargets  = 100
	maxVariable = 16 << 10
	maxExpanded = 32 << 10
)

// nameOf returns the name of the program of a target whose name has variables: the name that the properties of the
// target set, or else the last value, or project.
func (v cmakeVars) nameOf(target, src, project string) string {
	for _, m := range cmakeOutput().FindAllStringSubmatch(src, maxTargets) {
		if m[1] == target {
			return m[2]
		}
	}
	values := append([]string{project}, strings.Fields(v.expand(target))...)
	return strings.Trim(values[len(values)-1], `"`)
}

// expand returns a text with its variables replaced by their values, three times, since a value can contain
// variables, and cut at maxExpanded. Unknown variables, such as the current directory, become empty.
func (v cmakeVars) expand(text string) string {
	for range 3 {
		var b strings.Builder
		for b.Len() < maxExpanded {
			m := cmakeVar().FindStringSubmatchIndex(text)
			if m == nil {
				break
			}
			b.WriteString(text[:m[0]])
			b.WriteString(v[text[m[2]:m[3]]])
			text = text[m[1]:]
		}
		text = clip(b.String()+text, maxExpanded)
	}
	return text
}
