package manifest

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// framework is a test framework with how much of the tests use it.
type framework struct {
	name   string
	weight int64 // bytes of test files: a count would make many small files outweigh the real suite
	ev     []luminos.Evidence
}

// maxTestSample is how many test files of one language are looked into.
const maxTestSample = 150

// frameworks works out which test frameworks the target uses. Tests decide:
// a framework that is only declared, and that no test file uses, is not in use.
func (r *reader) frameworks() {
	files := map[*testLanguage][]*luminos.File{}
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		if !f.Regular() || f.Vendored || r.tree.role(f) == luminos.ManifestVendored || pathrole.Fixture(f.Path) {
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
			r.testsOf(l, files[l])
		}
	}
	r.rustTests()
	r.ctest()
	slices.SortStableFunc(r.tests, func(a, b framework) int {
		return cmp.Or(-cmp.Compare(a.weight, b.weight), cmp.Compare(a.name, b.name))
	})
	for _, f := range r.tests {
		if slices.Contains(r.res.TestFrameworks, f.name) || f.weight == 0 {
			continue
		}
		r.res.TestFrameworks = append(r.res.TestFrameworks, f.name)
		r.res.Evidence["test_frameworks/"+f.name] = f.ev
	}
}

// testsOf weighs the frameworks of one language by its test files: what they
// import, and where they import nothing telling, what the manifests declare.
func (r *reader) testsOf(l *testLanguage, files []*luminos.File) {
	sample := files
	if len(files) > maxTestSample { // evenly over the tree, not its first corner
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
		name, ev := r.testMarker(l, f)
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
		if name, ev := l.declared(r, unclearFile); name != "" {
			count[name] += unclear
			evidence[name] = append(ev, evidence[name]...)
		}
	}
	if l.absorb != "" && count[l.absorb] > 0 {
		// A runner that also runs the classes of another framework.
		for name, n := range count {
			if name != l.absorb {
				count[l.absorb] += n
				delete(count, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		weight := max(1, int64(float64(count[name])*float64(all)/float64(max(sampled, 1))))
		r.addFramework(name, files[0].Language, weight, evidence[name])
	}
}

// addFramework records a framework. Tests in the main language weigh more: they
// are the ones next to the code.
func (r *reader) addFramework(name, language string, weight int64, ev []luminos.Evidence) {
	if languageFamily(language) == r.family {
		weight *= 4
	}
	r.tests = append(r.tests, framework{name: name, weight: weight, ev: ev})
}

// testMarker is the framework that a test file says it uses, or "".
func (r *reader) testMarker(l *testLanguage, f *luminos.File) (string, []luminos.Evidence) {
	if len(l.markers) == 0 {
		return "", nil
	}
	t, ok := r.source(f.Path, 24<<10)
	if !ok {
		return "", nil
	}
	for _, m := range l.markers {
		if i := wordIndex(t.Content, m.text); i >= 0 {
			return m.framework, citeLine(t, lineOf(t.Content, i))
		}
	}
	return "", nil
}

// wordIndex is where text first stands in s with no letter or digit just before
// or behind it that would make another word of its first or last; -1 if nowhere.
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

// rustTests counts Rust's tests, which mostly stand beside what they test.
func (r *reader) rustTests() {
	looked, weight := 0, int64(0)
	var ev []luminos.Evidence
	for _, f := range r.tree.byLanguage("Rust") {
		role := r.tree.role(f)
		if role == luminos.ManifestVendored || role == luminos.ManifestExample || pathrole.Fixture(f.Path) || f.Generated {
			continue
		}
		if looked++; looked > 600 {
			break
		}
		t, ok := r.source(f.Path, maxText)
		if !ok {
			continue
		}
		for _, mark := range []string{"#[test]", "#[cfg(test)]", "::test]", "#[wasm_bindgen_test"} {
			if i := strings.Index(t.Content, mark); i >= 0 {
				if weight += int64(len(t.Content) - i); ev == nil {
					ev = citeLine(t, lineOf(t.Content, i))
				}
				break
			}
		}
	}
	if weight > 0 && r.hasEcosystem("cargo") {
		r.addFramework("cargo test", "Rust", weight, ev)
	}
}

// ctest is named only where CMake registers tests that no framework explains.
func (r *reader) ctest() {
	for _, f := range r.tests {
		if isCFramework(f.name) {
			return
		}
	}
	for _, p := range r.pkgs {
		if p.Ecosystem == "cmake" && p.Role != luminos.ManifestVendored && p.Role != luminos.ManifestExample && !p.part {
			if ev := cite(p.text, "add_test("); ev != nil {
				r.tests = append(r.tests, framework{name: "ctest", weight: 1, ev: ev})
				return
			}
		}
	}
}

func isCFramework(name string) bool {
	for _, m := range cMarkers {
		if m.framework == name {
			return true
		}
	}
	return false
}

// hasEcosystem reports whether the target itself has a manifest of that sort.
func (r *reader) hasEcosystem(name string) bool {
	return slices.ContainsFunc(r.pkgs, func(p *pkg) bool { return p.Ecosystem == name && p.tells() })
}

// declaring finds the first manifest of an ecosystem, nearest to f first, that
// declares one of the dependencies, and cites where.
func (r *reader) declaring(f *luminos.File, ecosystem string, names ...string) []luminos.Evidence {
	var best *pkg
	for _, p := range r.pkgs {
		if p.Ecosystem != ecosystem || p.Role == luminos.ManifestVendored || !p.needs(names...) {
			continue
		}
		if best == nil || !f.Path.Within(best.dir) && f.Path.Within(p.dir) ||
			f.Path.Within(p.dir) && p.dir.Depth() > best.dir.Depth() {
			best = p
		}
	}
	if best == nil {
		return nil
	}
	for _, n := range names {
		if best.needs(n) {
			if ev := cite(best.text, n); ev != nil {
				return ev
			}
		}
	}
	return best.Evidence
}
