package facts_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luminos"
)

// share is a number of hits of a number of cases.
type share struct{ hit, of int }

func (s *share) count(hit bool) {
	s.of++
	if hit {
		s.hit++
	}
}

func (s share) String() string {
	if s.of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", s.hit, s.of)
}

func (s share) mustReach(t *testing.T, what string, num, den int) {
	t.Helper()
	if s.hit*den < s.of*num {
		t.Errorf("%s: %s, want at least %d/%d", what, s, num, den)
	}
}

// score compares facts with the expected ones, of one repository or summed.
type score struct {
	language, license, manifests, entries, ci, tests share
	name, description, kind                          share
	misses                                           []string
}

func (s *score) add(o score) {
	for _, p := range []struct {
		sum *share
		one share
	}{
		{&s.language, o.language}, {&s.license, o.license}, {&s.manifests, o.manifests}, {&s.entries, o.entries},
		{&s.ci, o.ci}, {&s.tests, o.tests}, {&s.name, o.name}, {&s.description, o.description}, {&s.kind, o.kind},
	} {
		p.sum.hit += p.one.hit
		p.sum.of += p.one.of
	}
}

func (s score) row(label string) string {
	return fmt.Sprintf("%s\t%v\t%v\t%v\t%v\t%v\t%v\t%v\t%v\t%v", label, s.language, s.license, s.manifests, s.entries,
		s.ci, s.tests, s.name, s.description, s.kind)
}

// judge compares the facts of one repository with the expected facts.
func judge(want expected, got *luminos.Facts) score {
	var s score
	check := func(on *share, what string, hit bool, wanted, found any) {
		on.count(hit)
		if !hit {
			s.misses = append(s.misses, fmt.Sprintf("%s: got %q, want %q", what, found, wanted))
		}
	}
	language := got.MainLanguage
	if language == "" {
		language = "none"
	}
	check(&s.language, "main language", language == want.MainLanguage, want.MainLanguage, language)
	check(&s.license, "licence", sameLicense(want.License, got.License), want.License, got.License)

	manifests, entries := paths(got)
	for _, p := range want.Manifests {
		check(&s.manifests, "manifest", slices.Contains(manifests, p), p, manifests[:min(len(manifests), 8)])
	}
	for _, p := range want.EntryPoints {
		check(&s.entries, "entry point", slices.Contains(entries, p), p, entries[:min(len(entries), 8)])
	}
	ci := []string{want.CI}
	if want.CI == "none" {
		ci = []string{}
	}
	check(&s.ci, "ci", slices.Equal(ci, got.CI), ci, got.CI)
	check(&s.tests, "test framework", sameFramework(want.TestFramework, got.TestFrameworks), want.TestFramework, got.TestFrameworks)
	if want.Name != nil {
		check(&s.name, "name", fold(*want.Name) == fold(got.Name), *want.Name, got.Name)
	}
	check(&s.description, "description", overlap(want.Description, got.Description), want.Description, got.Description)
	check(&s.kind, "kind", overlap(spellKind(want.Kind), got.Kind), want.Kind, got.Kind)
	return s
}

func paths(f *luminos.Facts) (manifests, entries []string) {
	for _, m := range f.Manifests {
		manifests = append(manifests, string(m.Path))
	}
	for _, e := range f.EntryPoints {
		entries = append(entries, string(e.Path))
	}
	return manifests, entries
}

// sameLicense compares SPDX expressions in any order of the operands of OR and
// AND. A deprecated short id of a GNU licence equals both of its successors.
func sameLicense(want, got string) bool {
	split := func(s string) []string {
		parts := regexp.MustCompile(`\s+(?:OR|AND)\s+`).Split(strings.Trim(s, "() "), -1)
		slices.Sort(parts)
		return parts
	}
	w, g := split(want), split(got)
	return slices.EqualFunc(w, g, func(a, b string) bool {
		if regexp.MustCompile(`^A?L?GPL-\d\.\d$`).MatchString(a) {
			b = strings.TrimSuffix(strings.TrimSuffix(b, "-only"), "-or-later")
		}
		return strings.EqualFold(a, b)
	})
}

// sameFramework reports whether a word of the wanted framework was found. If
// "none" is wanted, no framework may be found.
func sameFramework(want string, got []string) bool {
	if want == "none" {
		return len(got) == 0
	}
	// "go" and "test" alone say nothing: "go test" is one name.
	join := strings.NewReplacer("go test", "gotest", "cargo test", "cargotest")
	found := contentWords(join.Replace(strings.ToLower(strings.Join(got, " "))))
	for _, w := range contentWords(join.Replace(strings.ToLower(want))) {
		if w != "test" && w != "suite" && slices.Contains(found, w) {
			return true
		}
	}
	return false
}

// overlap reports whether two descriptions share a content word.
func overlap(want, got string) bool {
	g := contentWords(got)
	return slices.ContainsFunc(contentWords(want), func(w string) bool { return slices.Contains(g, w) })
}

// spellKind expands the abbreviations of the expected kinds.
func spellKind(kind string) string {
	return strings.NewReplacer("cli", "cli command-line program", "app", "app application", "libraries", "libraries library",
		"daemon", "daemon server").Replace(kind)
}

var reWord = regexp.MustCompile(`[\p{L}\d]+`)

func contentWords(s string) []string {
	return slices.DeleteFunc(reWord.FindAllString(strings.ToLower(s), -1), func(w string) bool {
		return slices.Contains([]string{"a", "an", "and", "the", "of", "for", "to", "in", "with", "that", "into", "one", "your", "by", "it"}, w)
	})
}

func fold(s string) string { return strings.Join(reWord.FindAllString(strings.ToLower(s), -1), "") }

func TestScoring(t *testing.T) {
	for _, c := range []struct {
		what string
		got  bool
		want bool
	}{
		{"order around OR", sameLicense("Apache-2.0 OR MIT", "MIT OR Apache-2.0"), true},
		{"another licence", sameLicense("MIT", "FSL-1.1-MIT"), false},
		{"a licence too many", sameLicense("MIT", "MIT OR Apache-2.0"), false},
		{"deprecated id", sameLicense("AGPL-3.0", "AGPL-3.0-only"), true},
		{"or-later is not only", sameLicense("AGPL-3.0-or-later", "AGPL-3.0-only"), false},
		{"one of several frameworks", sameFramework("go test + ruby minitest", []string{"minitest"}), true},
		{"go test is one name", sameFramework("go test", []string{"cargo test"}), false},
		{"none found, none wanted", sameFramework("none", nil), true},
		{"some found, none wanted", sameFramework("none", []string{"pytest"}), false},
		{"names fold", fold("AI File Sorter") == fold("ai-file-sorter"), true},
		{"articles are no overlap", overlap("the tool", "the library"), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v", c.what, c.got)
		}
	}
}
