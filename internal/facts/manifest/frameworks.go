package manifest

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// framework is a test framework and the share of the tests that use it.
type framework struct {
	name   string
	weight int64 // bytes of test files: many small files must not outweigh the main suite
	ev     []luminos.Evidence
}

// testFinder collects the test frameworks of a target.
type testFinder struct {
	*reader
	found []framework
}

// minorShare bounds the frameworks of the result: a framework with less than this part of the weight of the first is for
// single files, such as samples, and is left out.
const minorShare = 10

// maxTestSample is the maximum number of test files of one language that are read.
const maxTestSample = 150

// findTestFrameworks adds the test frameworks of the target to the result, most
// used first. A framework that a manifest declares but no test uses is left out.
func findTestFrameworks(r *reader) {
	t := &testFinder{reader: r}
	files := map[*testLanguage][]*luminos.File{}
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		aside := pathrole.Fixture(f.Path) || pathrole.Under(f.Path, luminos.DirExamples)
		if !f.Regular() || r.tree.role(f) == luminos.ManifestVendored || aside {
			continue
		}
		for _, l := range testLanguages {
			if l.test(f) {
				files[l] = append(files[l], f)
				break
			}
		}
	}
	for _, l := range testLanguages {
		if len(files[l]) > 0 {
			t.weigh(l, files[l])
		}
	}
	t.rustTests()
	t.ctest()
	slices.SortStableFunc(t.found, func(a, b framework) int {
		return cmp.Or(-cmp.Compare(a.weight, b.weight), cmp.Compare(a.name, b.name))
	})
	for _, f := range t.found {
		if slices.Contains(r.res.TestFrameworks, f.name) || f.weight == 0 || f.weight*minorShare < t.found[0].weight {
			continue
		}
		r.res.TestFrameworks = append(r.res.TestFrameworks, f.name)
		r.res.Evidence["test_frameworks/"+f.name] = f.ev
	}
}

// weigh adds the test frameworks of the language l, weighted by the bytes of their test files. A
// file counts for the framework whose marker, such as an import, it contains. All files without a
// marker count for the framework that the function l.declared returns for the first of them.
func (t *testFinder) weigh(l *testLanguage, files []*luminos.File) {
	sample := files
	if len(files) > maxTestSample { // evenly over the tree
		sample = nil
		for i := range maxTestSample {
			sample = append(sample, files[i*len(files)/maxTestSample])
		}
	}
	count := map[string]int64{}
	evidence := map[string][]luminos.Evidence{}
	var unclear, sampled, all int64
	var unclearFile *luminos.File
	for _, f := range files {
		all += f.Size
	}
	for _, f := range sample {
		sampled += f.Size
		name, ev := t.marker(l, f)
		if name == "" {
			unclear += f.Size
			if unclearFile == nil {
				unclearFile = f
			}
			continue
		}
		count[name] += f.Size
		if evidence[name] == nil {
			evidence[name] = ev
		}
	}
	if unclearFile != nil && l.declared != nil {
		if name, ev := l.declared(t.reader, unclearFile); name != "" {
			count[name] += unclear
			evidence[name] = append(ev, evidence[name]...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		weight := max(1, int64(float64(count[name])*float64(all)/float64(max(sampled, 1))))
		t.add(name, files[0].Language, weight, evidence[name])
	}
}

// add adds a test framework with the weight of its tests to the frameworks found. Tests in the main
// language weigh four times as much.
func (t *testFinder) add(name, language string, weight int64, ev []luminos.Evidence) {
	if languageFamily(language) == t.family {
		weight *= 4
	}
	t.found = append(t.found, framework{name, weight, ev})
}

// marker returns the first test framework of the language l whose marker, such as an import, is in
// the test file f, with evidence of the line, or "".
func (t *testFinder) marker(l *testLanguage, f *luminos.File) (string, []luminos.Evidence) {
	if len(l.markers) == 0 {
		return "", nil
	}
	text, ok := t.source(f.Path, 24<<10)
	if !ok {
		return "", nil
	}
	for _, m := range l.markers {
		if i := wordIndex(text.Content, m.text); i >= 0 {
			return m.framework, citeLine(text, lineOf(text.Content, i))
		}
	}
	return "", nil
}

// wordIndex returns the index of text in s, or -1. If text begins or ends with a
// letter or a digit, it must begin or end a word.
func wordIndex(s, text string) int {
	joins := func(a, b byte) bool { return wordByte(a) && wordByte(b) && a != '-' && b != '-' }
	for from := 0; ; {
		i := strings.Index(s[from:], text)
		if i < 0 {
			return -1
		}
		start, end := from+i, from+i+len(text)
		if (start == 0 || !joins(s[start-1], text[0])) && (end == len(s) || !joins(text[len(text)-1], s[end])) {
			return start
		}
		from = end
	}
}

// maxRustFiles is the maximum number of Rust files that are searched for tests.
const maxRustFiles = 600

// rustTests adds "cargo test" to the test frameworks if the target has its own Cargo.toml, and
// source files of Rust contain tests.
func (t *testFinder) rustTests() {
	if !slices.ContainsFunc(t.pkgs, func(p *pkg) bool { return p.Ecosystem == "cargo" && p.isOwn() }) {
		return
	}
	files, weight := 0, int64(0)
	var ev []luminos.Evidence
	for _, f := range t.tree.byLanguage("Rust") {
		role := t.tree.role(f)
		if role == luminos.ManifestVendored || role == luminos.ManifestExample || pathrole.Fixture(f.Path) || f.Generated {
			continue
		}
		if files++; files > maxRustFiles {
			break
		}
		text, ok := t.source(f.Path, maxText)
		if !ok {
			continue
		}
		for _, mark := range []string{"#[test]", "#[cfg(test)]", "::test]", "#[wasm_bindgen_test"} {
			if i := strings.Index(text.Content, mark); i >= 0 {
				if weight += int64(len(text.Content) - i); ev == nil {
					ev = citeLine(text, lineOf(text.Content, i))
				}
				break
			}
		}
	}
	if weight > 0 {
		t.add("cargo test", "Rust", weight, ev)
	}
}

// ctest adds "ctest" to the test frameworks if a CMake file registers tests and no other framework
// of C is used.
func (t *testFinder) ctest() {
	isC := func(f framework) bool {
		return slices.ContainsFunc(cMarkers, func(m marker) bool { return m.framework == f.name })
	}
	if slices.ContainsFunc(t.found, isC) {
		return
	}
	for _, p := range t.pkgs {
		if p.Ecosystem == "cmake" && p.Role != luminos.ManifestVendored && p.Role != luminos.ManifestExample && !p.part {
			if ev := cite(p.text, "add_test("); ev != nil {
				weight := int64(1)
				if t.family == "C" { // its tests are programs without a common mark
					for _, f := range t.found {
						weight = max(weight, f.weight/minorShare+1)
					}
				}
				t.found = append(t.found, framework{name: "ctest", weight: weight, ev: ev})
				return
			}
		}
	}
}
