package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// maxMainText is the part of a C file that is searched for a main function, which
// is usually at the end of the file.
const maxMainText = 1 << 20

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

// cMain returns the line of a main function, or 0. A main function behind "#ifdef
// TEST_MAIN" is a self-test and does not count.
func cMain(src string) int {
	for i, tries := 0, 0; tries < 20; {
		j := strings.Index(src[i:], "ain")
		if j < 0 {
			return 0
		}
		i += j + 3
		start := lineStart(src, i)
		if start < 0 {
			continue
		}
		before := max(lineStart(src, max(start-1, 0)), start-lookback, 0)
		if !cMainLine().MatchString(src[before:min(len(src), i+3)]+"(") || !opensParameters(src[i:]) {
			continue
		}
		tries++
		// A definition has its body before any semicolon.
		if k := strings.IndexAny(src[i:min(len(src), i+600)], ";{"); k < 0 || src[i+k] == ';' {
			continue
		}
		if !selfTest(src[:start]) {
			return lineOf(src, i)
		}
	}
	return 0
}

// lookback is the maximum distance between the name of a function and its type. A
// larger one would cost quadratic time on a long line.
const lookback = 100

// lineStart returns the start of the line that contains offset i, or -1 if it is
// more than lookback bytes before i.
func lineStart(src string, i int) int {
	window := max(0, i-lookback)
	start := window + strings.LastIndexByte(src[window:i], '\n') + 1
	if start == window && window > 0 {
		return -1
	}
	return start
}

// opensParameters reports whether s begins with a parameter list.
func opensParameters(s string) bool {
	return strings.HasPrefix(strings.TrimLeft(s[:min(len(s), 10)], " \t"), "(")
}

var selfTestWord = lazyregexp.Lazy(`(?i)test|main|debug|example|bench|demo|standalone|\bif\s+0\b`)

// selfTest reports whether the code after the text is inside a preprocessor
// condition for tests.
func selfTest(before string) bool {
	var open []bool
	for line := range strings.Lines(before) {
		t := strings.TrimSpace(line)
		if t == "" || t[0] != '#' {
			continue
		}
		t = strings.TrimSpace(t[1:])
		switch {
		case strings.HasPrefix(t, "ifndef"):
			open = append(open, false)
		case strings.HasPrefix(t, "if"):
			open = append(open, selfTestWord().MatchString(t))
		case strings.HasPrefix(t, "el") && len(open) > 0:
			open[len(open)-1] = false
		case strings.HasPrefix(t, "endif") && len(open) > 0:
			open = open[:len(open)-1]
		}
		if len(open) > 1000 {
			return true
		}
	}
	return slices.Contains(open, true)
}

// sourceWithMain returns the first of the sources with a main function, and
// evidence of the function.
func sourceWithMain(r *reader, sources []luminos.Path) (luminos.Path, []luminos.Evidence) {
	for i, p := range sources {
		if f := r.tree.files[p]; i >= 200 || f == nil || !isC(f) {
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

// discoverC adds the C and C++ programs that no build file declares.
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
				Path: f.Path, Kind: kindBinary, Name: strings.TrimSuffix(f.Path.Base(), f.Path.Ext()), Reason: "it defines main",
				Evidence:  citeLine(t, line),
				certainty: guessed, place: place(min(cOrder(f.Path)/2, 2)), prime: cOrder(f.Path) == 0,
			})
		}
	}
}

// cOrder returns the rank of a source file by its name: 0 for the usual names of
// main programs.
func cOrder(p luminos.Path) int {
	stem := strings.ToLower(strings.TrimSuffix(p.Base(), p.Ext()))
	switch {
	case slices.Contains([]string{"main", "server", "daemon", "app", "winmain"}, stem):
		return 0
	case strings.Contains(stem, "main") || strings.Contains(stem, "server") || strings.Contains(stem, "cli"):
		return 1
	case inTools(p):
		return 4
	}
	return 2
}
