package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// listed returns n values, made from their numbers.
func listed[T any](n int, each func(i int) T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = each(i)
	}
	return out
}

func numbered(i int) luminos.Path { return luminos.Path(fmt.Sprintf("p%02d", i)) }

// long returns a report whose lists have n elements each.
func long(n int) *luminos.Report {
	problems := listed(n, func(i int) luminos.Problem { return luminos.Problem{Path: numbered(i), Reason: "r"} })
	tiers := []luminos.Tier{luminos.TierDefault, luminos.TierShallow, luminos.TierSkip, luminos.TierPriority}
	r := &luminos.Report{
		Results: luminos.Results{Facts: &luminos.Facts{Problems: problems, Code: luminos.CodeSize{All: n}},
			Scan: &luminos.Scan{
				Unreadable:     problems,
				LargeFiles:     listed(n, func(i int) luminos.SizedPath { return luminos.SizedPath{Path: numbered(i)} }),
				RecentFiles:    listed(n, func(i int) luminos.DatedPath { return luminos.DatedPath{Path: numbered(i), Modified: time.Unix(0, 0)} }),
				TopDirectories: listed(n, func(i int) luminos.DirUsage { return luminos.DirUsage{Path: numbered(i)} }),
				Mismatches:     listed(n, func(i int) luminos.Mismatch { return luminos.Mismatch{Path: numbered(i)} }),
				Special:        listed(n, func(i int) luminos.Special { return luminos.Special{Path: numbered(i)} }),
				Links:          listed(n, func(i int) luminos.Link { return luminos.Link{Path: numbered(i), Status: luminos.LinkOutside} }),
				Ignored:        luminos.Ignored{Files: n, Roots: listed(n, func(i int) luminos.IgnoredRoot { return luminos.IgnoredRoot{Path: numbered(i)} })},
				Duplicates: luminos.Duplicates{Total: n, Groups: listed(n, func(i int) luminos.DuplicateGroup {
					return luminos.DuplicateGroup{Paths: []luminos.Path{numbered(i)}}
				})},
				Languages: listed(n, func(i int) luminos.LanguageLines {
					return luminos.LanguageLines{Name: string(numbered(i)), Type: []string{"data", "programming"}[i%2], Files: i + 1, Lines: luminos.Lines{Code: i}}
				}),
			}},
		Sections: []luminos.Section{{ID: "open_questions", Title: "Open questions", Questions: listed(n, func(i int) luminos.Question {
			return luminos.Question{Question: string(numbered(i)) + "?"}
		})}},
		Entries: listed(2*n, func(i int) luminos.Entry {
			return luminos.Entry{Path: numbered(i), Summary: "S.", Tier: tiers[i%4], Partial: i < n, Confidence: 0.4, ConfidenceReason: fmt.Sprint("reason ", i)}
		}),
		Claims: listed(n, func(i int) luminos.Claim {
			return luminos.Claim{ID: fmt.Sprint(i), Evidence: luminos.Evidence{Path: numbered(i), Statement: "S."}, Verdict: luminos.Changed}
		}),
		Coverage: luminos.Coverage{
			Measured: n, MaskedPlaces: n,
			Masked: listed(n, func(i int) luminos.Masked { return luminos.Masked{Path: numbered(i), Kind: "token"} }),
			Reasons: listed(n, func(i int) luminos.CoverageReason {
				return luminos.CoverageReason{How: "measured", Reason: fmt.Sprint("reason ", i), Files: 1}
			}),
			Unknown: listed(n, func(i int) string { return string(numbered(i)) }),
		},
		Quality: luminos.Quality{Degraded: listed(n, func(i int) luminos.Degradation {
			return luminos.Degradation{Pass: luminos.PassPlan, Reason: fmt.Sprint("reason ", i), Instead: "nothing"}
		})},
		Flags: listed(n, func(i int) luminos.Flag {
			return luminos.Flag{Path: numbered(i), Finding: "F.", Severity: luminos.Info, Remedy: fmt.Sprint("Remedy ", i/2)}
		}),
	}
	r.Run.Backend = luminos.Backend{Adapter: "mcp", Server: "s", Notes: []string{"a note"}, Sandbox: "full"}
	r.Scan.Unmeasured = []string{"owners"}
	r.Scan.Truncated = []luminos.Truncated{{Field: "files", Kept: n, Total: n + 1}}
	return r
}

// TestLengthOfLists compares the lists of a report and of a scan at their bounds:
// all of n, or fewer and one line with the number of the others.
func TestLengthOfLists(t *testing.T) {
	for _, n := range []int{0, 1, 4, 5, 6, 7, 9, 10, 12, 14} {
		golden(t, fmt.Sprintf("lists-%02d.txt", n), func(w io.Writer) error {
			return errorsOf(Terminal(w, long(n), Style{Width: 120}), Scan(w, long(n).Scan, "/x", Style{Width: 120}))
		})
	}
	golden(t, "lists-verbose.txt", func(w io.Writer) error {
		return errorsOf(Terminal(w, long(14), Style{Verbose: true}), Scan(w, long(14).Scan, "/x", Style{Verbose: true}))
	})
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// grown returns a tree with the numbers of entries in the top directory and in
// each directory below it, down to the given depth.
func grown(dirs, files, depth int) *luminos.TreeNode {
	n := &luminos.TreeNode{Name: "d", Kind: luminos.KindDir, Files: files}
	if depth == 0 {
		return n
	}
	for range dirs {
		n.Children = append(n.Children, grown(dirs, files, depth-1))
	}
	for range files {
		n.Children = append(n.Children, &luminos.TreeNode{Name: "f", Kind: luminos.KindFile})
	}
	return n
}

// TestTreeIsShortened compares the lines that are left of trees which do not fit.
func TestTreeIsShortened(t *testing.T) {
	var out bytes.Buffer
	for _, c := range []struct{ dirs, files, depth, limit int }{
		{3, 2, 2, 40}, {3, 14, 1, 17}, {3, 14, 1, 18}, {2, 13, 1, 14}, {2, 13, 2, 20}, {13, 0, 2, 200}, {14, 0, 2, 190}, {14, 0, 2, 200}, {9, 0, 2, 90}, {10, 0, 2, 100},
		{5, 0, 3, 40}, {6, 1, 3, 40}, {4, 0, 4, 20}, {20, 9, 2, 40}, {30, 20, 1, 40}, {40, 1, 1, 40}, {41, 1, 1, 40}, {2, 2, 2, 3}, {2, 2, 2, 1},
	} {
		tree := grown(c.dirs, c.files, c.depth)
		tree.Omitted = 3
		lines := prune(tree, c.limit, false)
		fmt.Fprintf(&out, "%d directories and %d files in each of %d levels, at most %d lines:\n", c.dirs, c.files, c.depth, c.limit)
		if len(lines) > c.limit {
			t.Errorf("%+v: %d lines", c, len(lines))
		}
		for _, b := range lines {
			if b.node != nil {
				fmt.Fprintln(&out, b.stem+b.node.Name)
			} else {
				fmt.Fprintln(&out, b.stem, b.rest)
			}
		}
		if all := prune(tree, c.limit, true); len(all) != len(grow(tree, nil)) {
			t.Errorf("%+v: the whole tree has %d lines", c, len(all))
		}
	}
	golden(t, "trees.txt", func(w io.Writer) error { _, err := out.WriteTo(w); return err })
}

func TestAmounts(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1k", 1049: "1k", 1250: "1.2k", 99_949: "99.9k", 99_950: "100k", 999_499: "999k", 999_500: "1M",
		1_250_000: "1.2M", 99_949_999: "99.9M", 99_950_000: "100M", 999_499_999: "999M", 999_500_000: "1G", 12_000_000_000: "12G",
	} {
		if got := words.Compact(n); got != want {
			t.Errorf("%d tokens are %q, want %q", n, got, want)
		}
	}
	const cent = luminos.Dollar / 100
	for m, want := range map[luminos.Money]string{
		0: "$0.00", 1: "<$0.01", cent - 1: "<$0.01", cent: "$0.01", cent*3/2 - 1: "$0.01", cent * 3 / 2: "$0.02", 99 * cent: "$0.99", luminos.Dollar: luminos.Dollar.String(),
	} {
		if got := m.Cents(); got != want {
			t.Errorf("%d is %q, want %q", m, got, want)
		}
	}
	var a Amount
	for _, c := range []struct {
		e    luminos.Event
		want string
	}{
		{luminos.Event{Usage: luminos.Usage{Input: 900, Output: 30, CacheRead: 10}}, "940 tokens"},
		{luminos.Event{Priced: true, Cost: 12 * cent, Usage: luminos.Usage{Input: 5}}, "$0.12 + 940 tokens"},
		{luminos.Event{Usage: luminos.Usage{Output: 60}}, "$0.12 + 1k tokens"},
	} {
		if a.Add(c.e); a.String() != c.want {
			t.Errorf("the amount is %q, want %q", a, c.want)
		}
	}
}

func TestSpendingOfPasses(t *testing.T) {
	pass := func(p luminos.Pass, model string, calls int, tokens int64, priced bool) luminos.PassSpending {
		s := luminos.PassSpending{Pass: p, Model: model, Calls: calls, Usage: luminos.Usage{Input: tokens, CacheWrite5m: 5, CacheWrite1h: 7, Output: tokens / 2}, Priced: priced}
		if priced {
			s.Cost = luminos.Dollar / 4
		}
		return s
	}
	one, dead := pass(luminos.PassSurvey, "claude-haiku-5-5-with-a-long-name", 2, 1200, true), luminos.PassSpending{Pass: luminos.PassPlan, Model: "dead", Calls: 3, Priced: true}
	other := pass(luminos.PassDirectories, "qwen3\x1b", 4, 90_000, false)
	var out bytes.Buffer
	for _, s := range []*luminos.Spending{
		{Calls: 2, Cost: one.Cost, Usage: one.Usage, PricesDate: "2026-11-20", ByPass: []luminos.PassSpending{one}},
		{Calls: 5, Cost: one.Cost, Usage: one.Usage, PricesDate: "2026-11-20", ByPass: []luminos.PassSpending{one, dead}},
		{Calls: 6, Unpriced: 4, Cost: one.Cost, Usage: one.Usage.Plus(other.Usage), PricesDate: "2026\x1b", ByPass: []luminos.PassSpending{one, other}},
		{Calls: 4, Unpriced: 4, Usage: luminos.Usage{Input: 90_000, Estimated: true}, ByPass: []luminos.PassSpending{other, other}},
	} {
		fmt.Fprintln(&out, SpentInAll(s))
		for _, width := range []int{0, 60, 72, 73, 74, 150} {
			fmt.Fprintln(&out, "width", width)
			if err := Spending(&out, s, width); err != nil {
				t.Fatal(err)
			}
		}
	}
	golden(t, "spending-of-passes.txt", func(w io.Writer) error { _, err := out.WriteTo(w); return err })
}

// TestJSONEscapes compares the escapes of characters that a terminal acts on, and
// the error of an output whose first, second or later write fails.
func TestJSONEscapes(t *testing.T) {
	for in, want := range map[string]string{
		"a\x7fb": `a\u007fb`, "\u009b": `\u009b`, "\u0080": `\u0080`, "\u202ex": `\u202ex`, "\U000e0041": `\udb40\udc41`, "\U000e0fff": `\udb43\udfff`, "é~日": "é~日",
		"\ufeff\ufeff": `\ufeff\ufeff`,
	} {
		var b bytes.Buffer
		if err := JSON(&b, in); err != nil || b.String() != `"`+want+"\"\n" {
			t.Errorf("%q is %q, %v; want %q", in, b.String(), err, want)
		}
	}
	long := strings.Repeat("a\u202eb", 100_000)
	for n := range 4 { // the buffer is written several times
		if err := JSON(&failsAt{n: n}, long); !errors.Is(err, errFull) {
			t.Errorf("write %d fails: %v", n, err)
		}
	}
}

// failsAt is a writer whose writes fail from number n on.
type failsAt struct{ n int }

func (f *failsAt) Write(b []byte) (int, error) {
	if f.n--; f.n < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestWidthOfAReport(t *testing.T) {
	for width, want := range map[int]int{-1: 80, 0: 80, 1: 40, 39: 40, 40: 40, 41: 41, 119: 119, 120: 120, 121: 120} {
		if got := (Style{Width: width}).columns(); got != want {
			t.Errorf("width %d: %d columns, want %d", width, got, want)
		}
	}
}

func TestNumbersOfClaims(t *testing.T) {
	d := newDossier(&luminos.Report{}, Style{Verbose: true})
	for _, c := range []struct {
		ids  string
		want string
	}{
		{"a", " [1]"}, {"b c d", " [2–4]"}, {"d a", " [1,4]"}, {"c b a", " [1–3]"}, {"e a c d", " [1,3–5]"}, {"a c e", " [1,3,5]"}, {"", ""},
	} {
		if got := d.cited(strings.Fields(c.ids)).text; got != c.want {
			t.Errorf("claims %s are cited as %q, want %q", c.ids, got, c.want)
		}
	}
	if got := newDossier(&luminos.Report{}, Style{}).cited([]string{"a"}).text; got != "" {
		t.Errorf("a shortened report cites %q", got)
	}
}

func TestPlaceAndContentOfEvidence(t *testing.T) {
	at := func(first, last int) *luminos.LineRange { return &luminos.LineRange{First: first, Last: last} }
	for _, c := range []struct {
		e    luminos.Evidence
		want string
	}{
		{luminos.Evidence{Path: "a"}, "a"}, {luminos.Evidence{Path: "a", Lines: at(3, 3)}, "a:3"}, {luminos.Evidence{Path: "a", Lines: at(3, 4), Quote: "q"}, "a:3-4  “q”"},
		{luminos.Evidence{Path: "a", Measure: luminos.MeasureSize, Value: "7"}, "a  " + string(luminos.MeasureSize) + " 7"},
		{luminos.Evidence{Path: "a", Quote: "b=(masked)"}, "a  “b=(masked)” (a secret in it is masked)"},
		{luminos.Evidence{Path: "a", Quote: strings.Repeat("q", 100)}, "a  “" + strings.Repeat("q", 100) + "”"},
		{luminos.Evidence{Path: "a", Quote: strings.Repeat("q", 101)}, "a  “" + strings.Repeat("q", 99) + "…”"},
	} {
		if got := location(c.e) + content(c.e); got != c.want {
			t.Errorf("%+v: %q, want %q", c.e, got, c.want)
		}
	}
}

func TestLinesOfATree(t *testing.T) {
	for _, c := range []struct{ entries, scan int }{{79, 80}, {80, 80}} {
		r := &luminos.Report{Results: luminos.Results{Scan: &luminos.Scan{Tree: grown(c.entries, 0, 1)}}}
		for whole, want := range map[bool][2]int{false: {c.entries + 1, c.scan}, true: {c.entries + 1, c.entries + 1}} {
			var report, scan bytes.Buffer
			style := Style{Sections: []string{"tree"}}
			if whole {
				style = Style{Verbose: true}
			}
			if err := errorsOf(Terminal(&report, r, style), Scan(&scan, r.Scan, "/x", Style{WholeTree: whole})); err != nil {
				t.Fatal(err)
			}
			lines := func(out string) int {
				_, tree, _ := strings.Cut("\n"+out, "\nTree\n")
				tree, _, _ = strings.Cut(tree, "\n\n")
				return strings.Count(strings.TrimRight(tree, "\n"), "\n") + 1
			}
			if got := [2]int{lines(report.String()), lines(scan.String())}; got != want {
				t.Errorf("%d entries, whole %t: %v lines in the report and the scan, want %v", c.entries, whole, got, want)
			}
		}
	}
}

// TestHiddenEntriesOfATree checks that the tree counts the entries that it leaves out, below the top only
// directories.
func TestHiddenEntriesOfATree(t *testing.T) {
	below := &luminos.TreeNode{Name: "mail", Kind: luminos.KindDir, Hidden: &luminos.HiddenEntries{Dirs: 3, Within: 853, Files: 1}}
	tree := &luminos.TreeNode{Name: ".", Kind: luminos.KindDir, Children: []*luminos.TreeNode{below}}
	all := "3 hidden directories (853 files)"
	for c, want := range map[*cut]string{nil: all + " and 1 hidden file", {depth: 3}: all, {depth: 1}: ""} {
		got := ""
		if lines := grow(tree, c); len(lines) == 3 {
			got = lines[2].hidden
		}
		if got != want {
			t.Errorf("cut %+v: %q, want %q", c, got, want)
		}
	}
}

// TestLongParagraphs gives a section six lines of text, which are a paragraph, and
// seven, which are a list.
func TestLongParagraphs(t *testing.T) {
	for lines, want := range map[int]string{6: "  One one", 7: "  - One one"} {
		var list []luminos.Statement
		for range 2 { // a line of 80 columns has ten words of seven letters
			list = append(list, luminos.Statement{Text: "One" + strings.Repeat(" one two", lines*5-1) + "."})
		}
		r := &luminos.Report{Sections: []luminos.Section{{ID: "x", Title: "X", Statements: list}}}
		_, got, _ := strings.Cut(rendered(t, r, Style{Width: 82}), "\nX\n")
		if !strings.HasPrefix(got, want) {
			t.Errorf("%d lines:\n%s", lines, got)
		}
	}
}

// TestWaysToShortenATree applies each cut to a tree that is larger than all of
// them: a chain of directories, and many files and directories at the top.
func TestWaysToShortenATree(t *testing.T) {
	wide := grown(120, 0, 1)
	wide.Name = "wide"
	tree := &luminos.TreeNode{Name: "top", Kind: luminos.KindDir, Children: []*luminos.TreeNode{grown(1, 1, 12), wide}}
	for range 120 {
		tree.Children = append(tree.Children, &luminos.TreeNode{Name: "f", Kind: luminos.KindFile})
	}
	golden(t, "cuts.txt", func(w io.Writer) error {
		for i := range cuts {
			levels, dirs, files := 0, 0, 0
			for _, b := range grow(tree, &cuts[i]) {
				depth := utf8.RuneCountInString(b.stem) / 4
				levels = max(levels, depth)
				switch {
				case b.node == nil:
				case b.node.Kind == luminos.KindFile:
					files++
				case depth == 2 && strings.HasPrefix(b.stem, "│   ├"):
					dirs++
				}
			}
			fmt.Fprintf(w, "%d levels, %d of 120 directories, %d of 120 files\n", levels, dirs, files)
		}
		return nil
	})
}

// TestRoomOfTheFirstScreen compares first screens whose texts are all too long, with more and more rows.
func TestRoomOfTheFirstScreen(t *testing.T) {
	much := func(word string) []span { return []span{text(strings.TrimSpace(strings.Repeat(word+" ", 60)))} }
	golden(t, "budgets.txt", func(w io.Writer) error {
		for n := range 8 {
			s := screen{name: "name", about: much("about"), kinds: [][]span{much("kind")}}
			s.flags = screenFlags{rules: flagGroup{count: "5 info", total: 5}}
			for i := range n {
				s.practice = append(s.practice, practice{label: "Build", text: much("build")})
				s.places = append(s.places, place{path: "p", why: much("place")[0].text})
				s.flags.rules.worst = append(s.flags.rules.worst, row{kind: flagRow, label: text("info"), text: much("flag")})
				if i == 6 {
					s.partial, s.claims = much("partial"), much("claims")[0].text
					s.legend = []legendLine{{text: much("legend"), most: 2}, {text: much("legend"), most: 1}}
				}
			}
			s.places = s.places[:min(n, mostPlaces)]
			fmt.Fprintf(w, "%d rows of each\n", n)
			p := newPage(w, Style{Width: 60})
			terminal{p}.screen(s)
			if err := p.w.Flush(); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestTablesAndLabels compares tables and labelled lines on pages of several widths.
func TestTablesAndLabels(t *testing.T) {
	cols := []column{{title: "name"}, {title: "size", right: true}, {title: "first spare", spare: true}, {title: "second", right: true, spare: true}, {title: "end"}}
	rows := [][]string{{"a-rather-long-name", "1", "x", "12345", "e"}, {"b\x1b", "1,234", "y"}, {"日本語"}}
	golden(t, "tables.txt", func(w io.Writer) error {
		for _, width := range []int{40, 41, 42, 43, 46, 47, 48, 49, 55, 56, 57, 80} {
			p := newPage(w, Style{Width: width})
			p.put("width ", fmt.Sprint(width))
			p.table(2, cols, rows)
			if err := p.w.Flush(); err != nil {
				return err
			}
		}
		p := newPage(w, Style{Width: 40})
		for _, label := range []string{"", "a", "label", "a label", "a longer label"} {
			for n := range 4 {
				p.put(fmt.Sprintf("label %q, at most %d lines", label, n))
				p.lines(0, p.beside(20, 7, n, text(label), text("one two three four five six"), span{text: " *", ink: quiet, keep: true}))
				p.lines(0, p.labelLines(7, text(label), []string{"x", "y", "z"}[:n]))
			}
			p.lines(0, p.beside(20, 7, 0, text(label)))
		}
		return p.w.Flush()
	})
	if head, tail := (word{text("日本")}).split(1); len(head) != 1 || head[0].text != "日本" || tail != nil {
		t.Errorf("a character that is wider than the line is split into %v and %v", head, tail)
	}
}

func TestSectionIsShownIfAnythingOfItIs(t *testing.T) {
	s := luminos.Section{ID: "x", Title: "X", Statements: []luminos.Statement{{Text: "S."}}, Items: []luminos.Item{{Label: "l", Statement: luminos.Statement{Text: "I."}}}}
	if got := rendered(t, &luminos.Report{Sections: []luminos.Section{s}}, Style{}); !strings.Contains(got, "\nX\n  S.\n  l       I.\n") {
		t.Errorf("a statement and an item:\n%s", got)
	}
	s = luminos.Section{ID: "brief", Title: "In brief"}
	for _, word := range []string{"one ", "two "} {
		s.Statements = append(s.Statements, luminos.Statement{Text: strings.Repeat(word, 150), Basis: luminos.Judged})
	}
	if got := rendered(t, &luminos.Report{Sections: []luminos.Section{s}}, Style{}); !strings.Contains(got, "\nIn brief\n> one one") || !strings.Contains(got, "one  * two") {
		t.Errorf("the brief is no paragraph:\n%s", got)
	}
}

func TestDoubtsAreListedOnce(t *testing.T) {
	entry := func(confidence float64, reason string) luminos.Entry {
		return luminos.Entry{Confidence: confidence, ConfidenceReason: reason}
	}
	list := []luminos.Entry{entry(0, "a"), entry(0.1, ""), entry(0.1, "b"), entry(0.49, "b"), entry(0.4, "c"), entry(0.5, "d")}
	var got []string
	for _, b := range composeDoubts(list) {
		got = append(got, b.(row).text[0].text)
	}
	if strings.Join(got, " ") != "b c" {
		t.Errorf("doubts %q", got)
	}
}

// TestPartsFromOneOn gives parts of a scan one element, or none.
func TestPartsFromOneOn(t *testing.T) {
	language := func(n int) []luminos.LanguageLines {
		one := luminos.Tally{Files: n}
		return []luminos.LanguageLines{{Name: "Go", Files: n, Generated: one, Vendored: one}}
	}
	for _, c := range []struct {
		scan        luminos.Scan
		want, lacks string
	}{
		{luminos.Scan{}, "On disk", "Worth knowing"},
		{luminos.Scan{Unmeasured: []string{"owners"}}, "\nWorth knowing\n  unmeasured    owners\n", ""},
		{luminos.Scan{Languages: language(0)}, "On disk", "Languages"},
		{luminos.Scan{Languages: language(1)}, "not counted: 1 generated file (0 B) and 1 vendored file or fixture (0 B)\n", ""},
		{luminos.Scan{Tree: &luminos.TreeNode{Name: "d", Kind: luminos.KindDir, Omitted: 1}}, "└── … 1 more", ""},
		{luminos.Scan{DiskUsage: luminos.DiskUsage{Ignored: 1, VCS: 1}}, "version control", ""},
	} {
		var b strings.Builder
		if err := Scan(&b, &c.scan, "/x", Style{}); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, c.want) || c.lacks != "" && strings.Contains(got, c.lacks) {
			t.Errorf("want %q without %q in\n%s", c.want, c.lacks, got)
		}
	}
}
