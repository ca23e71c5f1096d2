package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// maxMainText is the number of bytes of a C file that are searched for a main
// function, which is usually at the end of the file.
const maxMainText = 1 << 20

var (
	// archiveRule matches the rule of a makefile that builds a library; its groups are the name and the objects.
	archiveRule = lazyregexp.Lazy(`(?m)^(lib[\w-]+\.(?:a|so|la))[ \t]*:[ \t]*(?:\$[({](\w+)[)}])?([^\n]*)`)
	// headersOut matches the directory into which a makefile installs headers.
	headersOut = lazyregexp.Lazy(`(?i)\bINCLUDE_?DIR\b|/include\b`)
)

// archiveOf is the beginning of the reason of an entry point for the sources of a library that a makefile installs.
const archiveOf = "sources of lib"

// Archived reports whether an entry point is the sources of a library that a makefile installs with its headers.
func Archived(e luminos.EntryPoint) bool { return strings.HasPrefix(e.Reason, archiveOf) }

// archive adds an entry point for the library that a makefile builds from the sources in one directory and installs
// with its headers.
func archive(r *reader, p *pkg) {
	src := p.text.Content
	if r.language != "C" && r.language != "C++" || !headersOut().MatchString(src) {
		return
	}
	for _, m := range archiveRule().FindAllStringSubmatchIndex(src, maxTargets) {
		objects := src[m[6]:m[7]]
		if m[4] >= 0 {
			_, after, _ := strings.Cut(src, "\n"+src[m[4]:m[5]])
			objects, _, _ = strings.Cut(strings.ReplaceAll(after, "\\\n", " "), "\n")
		}
		for _, w := range strings.Fields(objects) {
			dir := inside(p.dir, w).Dir()
			if ext := luminos.Path(w).Ext(); (ext == ".o" || ext == ".c" || ext == ".lo") && r.tree.dirs[dir] {
				name, file := src[m[2]+len("lib"):strings.IndexByte(src[m[2]:], '.')+m[2]], src[m[2]+len("lib"):m[3]]
				ev := citeLine(p.text, lineOf(src, m[2]))
				r.addEntry(p, entry{Path: dir, Kind: kindLibrary, Name: name, Reason: archiveOf + file, Evidence: ev})
				return
			}
		}
	}
}

func isC(f *luminos.File) bool {
	switch f.Path.Ext() {
	case ".c", ".cc", ".cpp", ".cxx", ".c++", ".m", ".mm":
		return f.Regular()
	}
	return false
}

// cMainLine matches the head of a main function, also in the GNU style with the
// type on a line of its own.
var cMainLine = lazyregexp.Lazy(`(?m)^[ \t]*(?:extern\s+"C"\s+)?(?:static\s+)?(?:int|void|auto|signed int)(?:[ \t]+[A-Z_]+)?[ \t]*[ \t\n](?:main|wmain|WinMain|wWinMain|_tmain)[ \t]*\(`)

// cMain returns the number of the line of src, a C source, on which a main function is defined, or
// 0. Definitions behind conditions such as "#ifdef TEST_MAIN" are passed over: they are self-tests.
func cMain(src string) int {
	n, start, before := 0, 0, ""
	var guards []bool
	for line := range strings.Lines(src) {
		n++
		guards = guard(guards, line)
		head := line[:min(len(line), maxHead)]
		if strings.Contains(head, "ain") {
			at := cMainLine().FindStringIndex(head)
			if at == nil { // the type can be on the line before
				if at = cMainLine().FindStringIndex(before + head); at != nil {
					at[1] -= len(before)
				}
			}
			if at != nil && at[1] > 0 && opensBody(src[start+at[1]:]) && !slices.Contains(guards, true) {
				return n
			}
		}
		start += len(line)
		before = head
	}
	return 0
}

// maxHead is the number of bytes of a line in which a main function is looked for.
const maxHead = 200

// opensBody reports whether s, the text after "main(" in a C file, has "{" before any ";", as a definition has.
func opensBody(s string) bool {
	i := strings.IndexAny(s[:min(len(s), 600)], ";{")
	return i >= 0 && s[i] == '{'
}

var selfTestWord = lazyregexp.Lazy(`(?i)test|main|debug|example|bench|demo|standalone|\bif\s+0\b`)

// guard returns the stack of C preprocessor conditions after a line, from open, the stack before it: "#if" adds an
// element, "#else" makes it false, "#endif" removes it. An element is true if the code is likely for tests.
func guard(open []bool, line string) []bool {
	directive, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
	directive = strings.TrimSpace(directive)
	last := len(open) - 1
	switch {
	case !ok:
	case strings.HasPrefix(directive, "ifndef"):
		return append(open, false)
	case strings.HasPrefix(directive, "if"):
		return append(open, selfTestWord().MatchString(directive))
	case last < 0:
	case strings.HasPrefix(directive, "el"):
		open[last] = false
	case strings.HasPrefix(directive, "endif"):
		return open[:last]
	}
	return open
}

// sourceWithMain returns the first C file in sources, the files of one program, with a main
// function, and evidence of the function.
func sourceWithMain(r *reader, sources []luminos.Path) (luminos.Path, []luminos.Evidence) {
	for _, p := range sources {
		if f := r.tree.files[p]; f == nil || !isC(f) {
			continue
		}
		t, ok := r.source(p, maxMainText)
		if !ok {
			continue
		}
		if line := cMain(t.Content); line > 0 {
			return p, citeLine(t, line)
		}
	}
	return "", nil
}

// discoverC adds an entry point for each C, C++ and Objective-C file with a main function that has
// no entry point yet, except tests and generated files. It searches at most 2000 files.
func discoverC(r *reader) {
	known := map[luminos.Path]bool{}
	for _, e := range r.entries {
		known[e.Path] = true
	}
	var files []*luminos.File
	for i := range r.tree.scan.Files {
		if f := &r.tree.scan.Files[i]; isC(f) && !known[f.Path] && !f.Generated && r.tree.counts(f) && !pathrole.Test(f.Path) {
			files = append(files, f)
		}
	}
	slices.SortStableFunc(files, func(a, b *luminos.File) int {
		return cmp.Or(cmp.Compare(cOrder(a.Path), cOrder(b.Path)), cmp.Compare(a.Path.Depth(), b.Path.Depth()))
	})
	for i, f := range files {
		if i >= 2000 {
			r.cut = true
			return
		}
		t, ok := r.source(f.Path, maxMainText)
		if !ok {
			continue
		}
		if line := cMain(t.Content); line > 0 {
			r.addEntry(nil, entry{
				Path: f.Path, Kind: kindBinary, Name: strings.TrimSuffix(f.Path.Base(), f.Path.Ext()), Reason: byMain,
				Evidence:  citeLine(t, line),
				certainty: guessed, place: place(min(cOrder(f.Path)/2, 2)), prime: cOrder(f.Path) == 0,
			})
		}
	}
}

// cOrder returns the rank of a source file: 0 for the usual names of main programs, 1 for names
// that contain such words, 4 for other files of tools, else 2.
func cOrder(p luminos.Path) int {
	stem := strings.ToLower(strings.TrimSuffix(p.Base(), p.Ext()))
	switch {
	case slices.Contains(mainNames, stem):
		return 0
	case strings.Contains(stem, "main") || strings.Contains(stem, "server") || strings.Contains(stem, "cli"):
		return 1
	case inTools(p):
		return 4
	}
	return 2
}
