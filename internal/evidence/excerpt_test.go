package evidence_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// excerptOf returns the excerpt of the lines first to last of the file r.go with this text.
func excerptOf(t *testing.T, text, statement, quote string, first, last int) luminos.Excerpt {
	t.Helper()
	list, err := checker(t, map[string]string{"r.go": text}).Excerpts(t.Context(), []luminos.Claim{{Evidence: luminos.Evidence{
		Statement: statement, Path: "r.go", Lines: lines(first, last), Quote: quote,
	}}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

func TestExcerpts(t *testing.T) {
	long := strings.Repeat("a b ", 1000) + "the quote stands here" + strings.Repeat(" c d", 1000)
	text := "one\ntwo\nthree\nfour\nfive\n" + long + "\n" + strings.Repeat("line\n", 3000)
	for name, c := range map[string]struct {
		first, last int
		want        luminos.Excerpt
	}{
		"the first line":  {1, 1, luminos.Excerpt{First: 1, Cited: []string{"one"}}},
		"inner lines":     {3, 4, luminos.Excerpt{First: 3, Before: []string{"one", "two"}, Cited: []string{"three", "four"}}},
		"after the end":   {3006, 3007, luminos.Excerpt{}},
		"lines backwards": {4, 3, luminos.Excerpt{}},
	} {
		got := excerptOf(t, text, "It is so.", "three", c.first, c.last)
		if c.want.After == nil {
			got.After = nil
		}
		c.want.Path = "r.go"
		if len(got.Before) == 0 {
			got.Before = nil
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if got := excerptOf(t, text, "", "the quote stands here", 6, 6).Cited[0]; len(got) > 310 || !strings.Contains(got, "the quote stands here") {
		t.Errorf("of a long line is shown %q", got)
	}
	if got := strings.Join(excerptOf(t, text, "", "line", 7, 3000).Cited, "\n"); len(got) > 2500 || !strings.HasSuffix(got, "…") {
		t.Errorf("%d bytes of many lines are shown", len(got))
	}
}

// TestHeadsOfExcerpts shows six lines on either side, and the heads of the blocks around the cited line.
func TestHeadsOfExcerpts(t *testing.T) {
	body := strings.Repeat("\t\tx()\n", 20)
	got := excerptOf(t, "package a\n\nfunc put() {\n\tif full {\n"+body+"\t}\n}\n", "", "x()", 15, 15)
	if diff := cmp.Diff([]string{"func put() {", "\tif full {"}, got.Inside); diff != "" || len(got.Before) != 6 || len(got.After) != 6 {
		t.Errorf("%d lines before, %d after, inside (-want +got):\n%s", len(got.Before), len(got.After), diff)
	}
	if got := excerptOf(t, "a()\n"+strings.Repeat("b()\n", 20), "", "b()", 12, 12); got.Inside != nil {
		t.Errorf("lines at the margin are inside of %q", got.Inside)
	}
}

// TestTermsOfStatements looks for the numbers, quoted texts and names of statements near the line "retries: 3".
func TestTermsOfStatements(t *testing.T) {
	text := "// maxWait is 1,500 ms\nfunc open() {}\nretries: 3,\nname: \"Gate\"\n\n\n\n\nfar_away: 99\n"
	for statement, want := range map[string]string{
		"It retries 3 times.":                         "",
		"It retries 30 times.":                        "30",
		"It retries 03 times, in r.go.":               "",
		"It waits 1500 ms at most, says maxWait.":     "",
		"It calls `open()` for the “gate”.":           "",
		"It calls `close()` for the \"door\".":        "close door",
		"It sets far_away with --retries to 99.":      "--retries far_away 99",
		"It is written in Go 2x by three people.":     "2",
		"There is no check anywhere.":                 "",
		"Line 3 has it.":                              "",
		"Line 8 has it, in v1.2.3 and python3 alike.": "8",
		"It uses maxWait, MaxDelay and __all__.":      "MaxDelay",
	} {
		if got := strings.Join(excerptOf(t, text, statement, "retries", 3, 3).Lacks, " "); got != want {
			t.Errorf("%q lacks %q, want %q", statement, got, want)
		}
	}
}

// The excerpt of a row of a table begins with the header, which names the values.
func TestExcerptOfATableHasItsHeader(t *testing.T) {
	text := "name,rent,deposit\n" + strings.Repeat("x,1,2\n", 20) + "hall,7,8\n"
	for p, want := range map[luminos.Path][]string{"a.csv": {"name,rent,deposit"}, "a.txt": nil} {
		list, err := checker(t, map[string]string{string(p): text}).Excerpts(t.Context(), []luminos.Claim{{
			Evidence: luminos.Evidence{Path: p, Lines: lines(22, 22), Quote: "hall,7,8"},
		}}, 1)
		if err != nil || len(list) != 1 || cmp.Diff(want, list[0].Inside) != "" {
			t.Errorf("%s: %+v, %v", p, list, err)
		}
	}
}

// A count of lines has its scope after a check, and its excerpt has the scope, too.
func TestScopeOfACount(t *testing.T) {
	c := checker(t, map[string]string{"a.txt": "one\n", "b.bin": "\x00\x01\x02", "c.txt": "two\n"})
	e, err := c.Cite(t.Context(), luminos.Evidence{Path: ".", Measure: luminos.Matches("three", false), Value: "0"})
	const want = "2 files searched; not: 1 not text"
	if err != nil || e.Scope != want {
		t.Errorf("%+v, %v", e, err)
	}
	e.Scope = ""
	claims := []luminos.Claim{{Evidence: e}}
	if err := c.Check(t.Context(), claims, 1); err != nil || claims[0].Verdict != luminos.Found || claims[0].Scope != want {
		t.Errorf("%+v, %v", claims, err)
	}
	if list, err := c.Excerpts(t.Context(), claims, 1); err != nil || list[0].Scope != want {
		t.Errorf("%+v, %v", list, err)
	}
}
