package manifest

import (
	"regexp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	cmakeComment = lazyregexp.Lazy(`(?m)#[^\n]*`)
	cmakeProject = lazyregexp.Lazy(`(?i)\bproject\s*\(\s*["']?([\w.+-]+)["']?([^)]*)\)`)
	cmakeVersion = lazyregexp.Lazy(`(?i)\bVERSION\s+([\w.]+)`)
	cmakeDesc    = lazyregexp.Lazy(`(?i)\bDESCRIPTION\s+"([^"\n]+)"`)
	cmakeTarget  = lazyregexp.Lazy(`(?i)\b(?:add_executable|qt_add_executable|qt6_add_executable|qt5_add_executable)\s*\(\s*([^\s)]+)([^)]*)\)`)
	cmakePackage = lazyregexp.Lazy(`(?i)\bfind_package\s*\(\s*([\w.+-]+)\s*([\d.]*)[^)]*\)`)
	cmakeFetch   = lazyregexp.Lazy(`(?i)\b(?:FetchContent_Declare|CPMAddPackage|ExternalProject_Add)\s*\(\s*([\w.+-]+)`)
	cmakeSubdir  = lazyregexp.Lazy(`(?i)\badd_subdirectory\s*\(\s*"?([\w./+-]+)`)
	cmakeSet     = lazyregexp.Lazy(`(?i)\b(?:set|list)\s*\(\s*(?:APPEND\s+)?([\w-]+)\s+([^)]*)\)`)
	cmakeVar     = lazyregexp.Lazy(`\$\{([\w-]+)\}`)
)

// cmakeFile is a CMakeLists.txt without its comments.
type cmakeFile struct {
	src   string
	sets  [][]string // variables with their values
	words int        // words looked up so far
}

func readCMake(r *reader, p *pkg) func() {
	if !r.load(p) {
		return nil
	}
	src := blankMatches(p.text.Content, cmakeComment)
	x := &cmakeFile{src: src, sets: cmakeSet().FindAllStringSubmatch(src, 500)}
	if m := cmakeProject().FindStringSubmatchIndex(src); m != nil && !strings.Contains(src[m[2]:m[3]], "$") {
		rest := src[m[4]:m[5]]
		p.describe(src[m[2]:m[3]], firstGroup(cmakeVersion, rest), firstGroup(cmakeDesc, rest), "")
		p.Evidence = citeLine(p.text, lineOf(src, m[0]))
	}
	for _, m := range cmakePackage().FindAllStringSubmatch(src, 300) {
		if m[1] != "PkgConfig" && m[1] != "Threads" {
			p.depend(m[1], m[2], "")
		}
	}
	for _, m := range cmakeFetch().FindAllStringSubmatch(src, 100) {
		p.depend(m[1], "", "")
	}
	for _, m := range cmakeSubdir().FindAllStringSubmatch(src, maxGlobs) {
		p.globs = append(p.globs, m[1])
	}
	return func() { enterCMake(r, p, x) }
}

// blankMatches overwrites matches with spaces, so that offsets do not change.
func blankMatches(s string, re func() *regexp.Regexp) string {
	return re().ReplaceAllStringFunc(s, func(m string) string { return strings.Repeat(" ", len(m)) })
}

func enterCMake(r *reader, p *pkg, x *cmakeFile) {
	src := x.src
	for _, m := range cmakeTarget().FindAllStringSubmatchIndex(src, 100) {
		name := src[m[2]:m[3]]
		low := strings.ToLower(name)
		if strings.Contains(low, "test") || strings.Contains(low, "bench") || strings.Contains(low, "example") || strings.Contains(src[m[4]:m[5]], "IMPORTED") {
			continue
		}
		sources := cmakeSources(r, p, x, src[m[4]:m[5]])
		at, ev := sourceWithMain(r, sources)
		if at == "" {
			continue
		}
		if v := cmakeVar().FindStringSubmatch(name); v != nil {
			name = p.Name
			for _, s := range x.sets {
				if s[1] == v[1] && v[1] != "PROJECT_NAME" {
					name = s[2]
				}
			}
		}
		r.addEntry(p, entry{
			Path: at, Kind: kindBinary, Name: name, Reason: "add_executable in " + p.Path.Base(),
			Evidence: append(citeLine(p.text, lineOf(src, m[0])), ev...),
		})
	}
	if p.Role == luminos.ManifestMember || !cmakeProject().MatchString(src) {
		return
	}
	ev := p.Evidence
	r.convention(p, "build", "cmake -B build && cmake --build build", ev)
	if at := cite(p.text, "enable_testing"); at != nil {
		r.convention(p, "test", "ctest --test-dir build", at)
	} else if at := cite(p.text, "include(CTest"); at != nil {
		r.convention(p, "test", "ctest --test-dir build", at)
	}
}

// maxCMakeWords is the maximum number of words of one file that are looked up as
// sources. Every target can name every variable, so the product needs its own
// bound.
const maxCMakeWords = 50_000

// cmakeSources returns the source files that a list of arguments names, directly
// or through variables. Each variable is followed once.
func cmakeSources(r *reader, p *pkg, x *cmakeFile, args string) []luminos.Path {
	var out []luminos.Path
	followed := map[string]bool{}
	for todo := []string{args}; len(todo) > 0; todo = todo[1:] {
		for _, w := range strings.Fields(todo[0]) {
			if x.words++; x.words > maxCMakeWords {
				return out
			}
			if at := inside(p.dir, cmakeRelative(w)); at != "" && r.tree.has(at) && len(out) < 1000 {
				out = append(out, at)
			}
		}
		for _, v := range cmakeVar().FindAllStringSubmatch(todo[0], 20) {
			if followed[v[1]] {
				continue
			}
			followed[v[1]] = true
			for _, m := range x.sets {
				if m[1] == v[1] {
					todo = append(todo, m[2])
				}
			}
		}
	}
	return out
}

// cmakeRelative removes quotes and the variables that name the current directory.
func cmakeRelative(word string) string {
	word = strings.Trim(word, `"`)
	for _, prefix := range []string{"${CMAKE_CURRENT_SOURCE_DIR}/", "${CMAKE_CURRENT_LIST_DIR}/", "${PROJECT_SOURCE_DIR}/", "${CMAKE_SOURCE_DIR}/"} {
		word = strings.TrimPrefix(word, prefix)
	}
	return word
}
