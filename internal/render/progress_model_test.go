package render

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"luminos"
)

// agentRun returns the events of a small run with models, with foreign text.
func agentRun() []luminos.Event {
	small, strong := "claude-haiku-5-5", "claude-opus-5-5"
	call := func(e luminos.Event, model string, cents luminos.Money) luminos.Event {
		e.Kind, e.Model, e.Cost, e.Priced = luminos.EventCall, model, cents*luminos.Dollar/100, true
		e.Usage = luminos.Usage{Input: 2000, Output: 300}
		return e
	}
	of := func(unit luminos.Path, turn, done int) luminos.Event {
		return luminos.Event{Pass: luminos.PassDirectories, Unit: unit, Path: unit, Turn: turn, Turns: 10, Done: done, Total: 41}
	}
	tool := func(e luminos.Event, name string, p luminos.Path, failed bool) luminos.Event {
		e.Kind, e.Tool, e.Path, e.Failed = luminos.EventTool, name, p, failed
		return e
	}
	flag := of("internal/scan", 2, 3)
	flag.Kind, flag.Severity, flag.Path, flag.Text = luminos.EventFlag, luminos.Concern, "internal/scan/walk.go", "Errors of the walk are dropped \x1b[31mhere\nand there, so that a directory that cannot be read looks empty; nobody downstream can tell the difference, ever."
	first, second := of("internal/scan", 3, 4), of("docs\x1b]0;x\x07", 0, 5)
	first.Kind, first.Text = luminos.EventUnit, "Package scan walks a directory once. It measures what it finds."
	second.Kind, second.Text, second.Failed = luminos.EventUnit, "Nothing is known of it.", true
	noted := of("internal/rules", 1, 4)
	noted.Kind, noted.Text = luminos.EventNote, "the context budget of 140,000 tokens was reached"
	unpriced := call(luminos.Event{Pass: luminos.PassSynthesis, Turn: 1, Turns: 5}, "qwen3", 0)
	unpriced.Priced = false
	return []luminos.Event{
		{Pass: luminos.PassScan, Text: "Counting lines", Path: "main.go", Done: 12},
		{Kind: luminos.EventNote, Text: "asking " + small + " at api.example: overloaded (status 529); asking again in 2s", Failed: true},
		{Pass: luminos.PassSurvey, Text: "Looking at the whole"},
		call(luminos.Event{Pass: luminos.PassSurvey, Turn: 1, Turns: 3}, small, 1),
		{Pass: luminos.PassDirectories, Text: "Investigating directories", Total: 41},
		of("internal/scan", 1, 3),
		call(of("internal/scan", 1, 3), strong, 4),
		tool(of("internal/scan", 1, 3), "list_directory", "internal/scan", false),
		call(of("internal/rules", 1, 3), strong, 3),
		call(of("internal/scan", 2, 3), strong, 4),
		tool(of("internal/scan", 2, 3), "read_file", "internal/scan/walk.go", false),
		tool(of("internal/scan", 2, 3), "read_file", "internal/scan/nothing.go", true),
		flag,
		call(of("internal/scan", 3, 3), strong, 0),
		first,
		{Pass: luminos.PassDirectories, Text: "Investigating directories", Done: 4, Total: 41, Path: "internal/scan"},
		noted,
		second,
		unpriced,
	}
}

func play(events []luminos.Event, o ProgressOptions) string {
	var b bytes.Buffer
	o.Clock = ticking(time.Second)
	sink, stop := Progress(&b, o)
	for _, e := range events {
		sink(e)
	}
	stop()
	return b.String()
}

// states returns the successive states of a terminal: each state of the line in
// place on a line of its own, after the lasting lines.
func states(s string) string {
	s = strings.ReplaceAll(s, "\x1b[K", "")
	var b strings.Builder
	for _, l := range strings.SplitAfter(s, "\n") {
		for i, state := range strings.Split(l, "\r") {
			if i > 0 && strings.TrimSpace(state) != "" && !strings.HasSuffix(state, "\n") {
				state = "> " + state + "\n"
			}
			b.WriteString(state)
		}
	}
	return b.String()
}

func TestProgressOfAModel(t *testing.T) {
	for name, o := range map[string]ProgressOptions{
		"progress-terminal-80.txt": {Terminal: true, Width: 80},
		"progress-terminal-50.txt": {Terminal: true, Width: 50},
		"progress-lines.txt":       {Width: 80},
	} {
		golden(t, name, func(w io.Writer) error {
			_, err := io.WriteString(w, states(play(agentRun(), o)))
			return err
		})
	}
}

func TestProgressOfAModelFitsAndIsClean(t *testing.T) {
	for width := 20; width <= 120; width += 9 {
		got := play(agentRun(), ProgressOptions{Terminal: true, Width: width})
		for _, l := range strings.FieldsFunc(got, func(r rune) bool { return r == '\r' || r == '\n' }) {
			if n := ansi.StringWidth(l); n >= width {
				t.Errorf("at %d: a line of %d: %q", width, n, l)
			}
		}
		rest := strings.NewReplacer("\x1b[K", "", "\r", "").Replace(got)
		checkClean(t, fmt.Sprint("progress at ", width), rest)
	}
	plain := play(agentRun(), ProgressOptions{})
	checkClean(t, "plain progress", plain)
	if strings.ContainsAny(plain, "\r\x1b") {
		t.Error("plain lines move the cursor")
	}
}

func TestProgressColourOnlyWhereItIsAskedFor(t *testing.T) {
	const bold = "\x1b[1"
	for _, c := range []struct {
		o    ProgressOptions
		want bool
	}{{ProgressOptions{Terminal: true}, false}, {ProgressOptions{Terminal: true, Color: true}, true}, {ProgressOptions{Color: true}, false}} {
		if got := strings.Contains(play(agentRun(), c.o), bold); got != c.want {
			t.Errorf("%+v: colour %v", c.o, got)
		}
	}
}

// A unit takes three lines of a log, however much its model does, and a model
// cannot flood the terminal with findings.
func TestProgressOfAModelIsBounded(t *testing.T) {
	var events []luminos.Event
	add := func(e luminos.Event) {
		e.Pass, e.Unit, e.Turns = luminos.PassDirectories, "a", 300
		events = append(events, e)
	}
	for turn := range 300 {
		add(luminos.Event{Turn: turn + 1})
		add(luminos.Event{Kind: luminos.EventCall, Turn: turn + 1, Priced: true, Cost: luminos.Dollar})
		add(luminos.Event{Kind: luminos.EventTool, Turn: turn + 1, Tool: "read_file", Path: "a/b"})
	}
	add(luminos.Event{Kind: luminos.EventUnit, Turn: 300, Text: "Done. And more."})
	add(luminos.Event{Kind: luminos.EventTool, Turn: 300, Tool: "late"})
	got := play(events, ProgressOptions{})
	want := "[directories] a…\n[directories] ✓ a (300 turns, $300.00 of $300.00 so far): “Done.”\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	events = nil
	for i := range 1000 {
		add(luminos.Event{Kind: luminos.EventFlag, Severity: luminos.Info, Text: fmt.Sprint("finding ", i)})
		add(luminos.Event{Kind: luminos.EventNote, Text: fmt.Sprint("note ", i)})
	}
	for _, terminal := range []bool{false, true} {
		got = play(events, ProgressOptions{Terminal: terminal})
		if n := strings.Count(got, "\n"); n != 23-min(1, strings.Count(got, "\r")) {
			t.Errorf("%d lines of 2,000", n)
		}
		if !strings.Contains(got, "further findings in a are not shown here") || !strings.Contains(got, "further notes in a are not shown here") {
			t.Errorf("what is left out is not said:\n%s", got)
		}
	}
}

// The line must show the last event of a burst, not the first.
func TestProgressShowsTheLastOfABurst(t *testing.T) {
	var b bytes.Buffer
	now := time.Unix(1, 0)
	sink, _ := Progress(&b, ProgressOptions{Terminal: true, Clock: func() time.Time { return now }})
	for i := range 5 {
		sink(luminos.Event{Kind: luminos.EventTool, Pass: luminos.PassDirectories, Unit: "a", Turn: 1, Tool: "read_file", Path: luminos.Path(fmt.Sprint("a/", i))})
	}
	if got := b.String(); !strings.HasSuffix(got, "\r[directories] a · turn 1 · read_file 4\x1b[K") {
		t.Errorf("got %q", got)
	}
}

func TestAmount(t *testing.T) {
	call := func(cost luminos.Money, tokens int64) luminos.Event {
		return luminos.Event{Cost: cost, Priced: cost >= 0, Usage: luminos.Usage{Input: tokens - tokens/2, Output: tokens / 2}}
	}
	for _, c := range []struct {
		calls []luminos.Event
		want  string
	}{
		{nil, "$0.00"},
		{[]luminos.Event{call(luminos.Dollar/1000, 5)}, "<$0.01"},
		{[]luminos.Event{call(luminos.Dollar/8, 5)}, "$0.13"},
		{[]luminos.Event{call(luminos.Dollar*999/1000, 5)}, "$1.00"},
		{[]luminos.Event{call(luminos.Dollar*1234567/100, 5)}, "$12345.67"},
		{[]luminos.Event{call(-1, 12_345)}, "12.3k tokens"},
		{[]luminos.Event{call(-1, 12_000), call(luminos.Dollar/4, 7)}, "$0.25 + 12k tokens"},
		{[]luminos.Event{call(-1, 1<<62), call(-1, 1<<62), call(-1, 1<<62)}, "9223372037G tokens"},
	} {
		var a Amount
		for _, e := range c.calls {
			a.Add(e)
		}
		if got := a.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// spent returns the cost of a run with models of two providers.
func spent() *luminos.Spending {
	return &luminos.Spending{
		Calls: 61, Cost: 1_234_500_000_000, Unpriced: 12, PricesDate: "2026-11-20",
		Usage: luminos.Usage{Input: 120_400, CacheWrite5m: 510_000, CacheWrite1h: 2, CacheRead: 7_310_000, Output: 88_000, Estimated: true},
		ByPass: []luminos.PassSpending{
			{Pass: luminos.PassSurvey, Model: "claude-haiku-5-5", Calls: 1, Usage: luminos.Usage{Input: 2104, Output: 312}, Cost: 3_100_000_000, Priced: true},
			{Pass: luminos.PassDirectories, Model: "claude-opus-5-5", Calls: 48, Usage: luminos.Usage{Input: 100_200, CacheWrite5m: 510_000, CacheRead: 7_310_000, Output: 81_000}, Cost: 1_231_400_000_000, Priced: true},
			{Pass: luminos.PassSynthesis, Model: "meta-llama/Llama-3.3-70B-\x1b[31mInstruct", Calls: 12, Usage: luminos.Usage{Input: 18_100, Output: 6_700, Estimated: true}},
		},
	}
}

func TestSpending(t *testing.T) {
	golden(t, "spending-80.txt", func(w io.Writer) error {
		fmt.Fprintln(w, SpentInAll(spent()))
		return Spending(w, spent(), 80)
	})
	for width := 60; width < 130; width += 9 {
		checkWidth(t, fmt.Sprint("spending at ", width), width, func(w io.Writer) error { return Spending(w, spent(), width) })
	}
	all := spent()
	all.Unpriced = all.Calls
	if got := SpentInAll(all); got != "8M tokens on 61 calls of models in this run" {
		t.Errorf("got %q", got)
	}
}

// A call that was not answered costs nothing and is not counted.
func TestSpendingOmitsUnansweredCalls(t *testing.T) {
	dead := spent()
	dead.Calls += 7
	dead.ByPass = append(dead.ByPass, luminos.PassSpending{Pass: luminos.PassPlan, Model: "dead-model", Calls: 7, Priced: true})
	if got, want := SpentInAll(dead), SpentInAll(spent()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var b strings.Builder
	if err := Spending(&b, dead, 80); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "dead-model") {
		t.Errorf("the table has a row for calls without an answer:\n%s", b.String())
	}
}

// A failure that is repeated is shown once, and then from time to time.
func TestProgressShowsARepeatedFailureOnce(t *testing.T) {
	failed := func(text string) luminos.Event {
		return luminos.Event{Kind: luminos.EventNote, Text: text, Failed: true}
	}
	events := []luminos.Event{
		{Pass: luminos.PassSurvey, Text: "Surveying"},
		failed("asking m: overloaded [request 1]; asking again in 1s"), failed("asking m: overloaded [request 2]; asking again in 2s"),
		failed("asking m: overloaded [request 3]; given up"), failed("asking m: overloaded [request 4]; given up"), failed("asking m: overloaded [request 5]; given up"),
		failed("asking m: unreachable; asking again in 1s"),
		failed("asking m: overloaded; asking again in 1s"),
	}
	want := `[survey] Surveying…
[survey] · asking m: overloaded [request 1]; asking again in 1s
[survey] · asking m: overloaded [request 3] (3 times); given up
[survey] · asking m: overloaded [request 4] (4 times); given up
[survey] · asking m: unreachable; asking again in 1s
[survey] · asking m: overloaded; asking again in 1s
`
	if diff := cmp.Diff(want, play(events, ProgressOptions{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestLineOfAModel compares the line in place, for several states of a model, at
// widths from too narrow to wide.
func TestLineOfAModel(t *testing.T) {
	golden(t, "progress-widths.txt", func(w io.Writer) error {
		for _, s := range []work{
			{pass: luminos.PassSurvey},
			{pass: luminos.PassSurvey, total: 1, at: step{turn: 2}},
			{pass: luminos.PassSurvey, total: 1, at: step{turn: 1, turns: 1}},
			{pass: luminos.PassSurvey, at: step{turn: 2, turns: 9, doing: "read_file a/b.go"}, answered: true},
			{pass: luminos.PassDirectories, done: 3, total: 41, at: step{unit: "internal/scan"}},
			{pass: luminos.PassDirectories, done: 1234, total: 5678, at: step{unit: "internal/a-long-name/of-a-directory", turn: 7, turns: 10, doing: "search_files \x1b[2J"}, answered: true},
		} {
			for _, width := range []int{1, 12, 13, 24, 25, 30, 36, 37, 40, 44, 48, 52, 60, 79, 100} {
				line := s.describe(width)
				fmt.Fprintf(w, "%3d %s\n", width, line)
				if width >= 60 && cells(line) > width {
					t.Errorf("a line of %d at %d: %q", cells(line), width, line)
				}
			}
		}
		return nil
	})
}

func TestPathInsideItsUnit(t *testing.T) {
	for _, c := range []struct{ path, unit, want luminos.Path }{
		{"a", "a", ""}, {"a/b", "a", "b"}, {"ab", "a", "ab"}, {"a/b", ".", "a/b"}, {".", ".", ""}, {"c/d", "a", "c/d"},
	} {
		if got := inside(c.path, c.unit); got != string(c.want) {
			t.Errorf("%s inside %s is %q, want %q", c.path, c.unit, got, c.want)
		}
	}
}

// TestLinesOfEvents gives the display one event each, after the start of a unit.
func TestLinesOfEvents(t *testing.T) {
	for name, c := range map[string]struct {
		event luminos.Event
		want  string
	}{
		"a degradation is in the report": {luminos.Event{Kind: luminos.EventDegraded, Text: "d"}, ""},
		"a note that names its unit":     {luminos.Event{Kind: luminos.EventNote, Unit: "a/b", Text: "a/b is odd"}, "[directories] · a/b is odd\n"},
		"a note that does not":           {luminos.Event{Kind: luminos.EventNote, Unit: "a/b", Text: "it is odd"}, "[directories] · a/b: it is odd\n"},
		"a note of another pass":         {luminos.Event{Kind: luminos.EventNote, Pass: luminos.PassPlan, Text: "odd"}, "[plan] · odd\n"},
		"the start of a unit":            {luminos.Event{Pass: luminos.PassDirectories, Unit: "u"}, "[directories] 0/2 u…\n"},
		"the start of the only unit":     {luminos.Event{Pass: luminos.PassPlan, Unit: "u", Total: 1}, "[plan] 0/1 u…\n"},
		"a unit without a name":          {luminos.Event{Kind: luminos.EventUnit, Pass: luminos.PassDirectories}, "[directories] ✓ done\n"},
		"a unit with a path":             {luminos.Event{Kind: luminos.EventUnit, Pass: luminos.PassDirectories, Path: "p"}, "[directories] ✓ p\n"},
		"a unit that failed":             {luminos.Event{Kind: luminos.EventUnit, Pass: luminos.PassDirectories, Unit: "u", Turn: 1, Failed: true}, "[directories] ✗ u (1 turn)\n"},
		"a unit of an answered call":     {luminos.Event{Kind: luminos.EventUnit, Pass: luminos.PassDirectories, Unit: "u", Text: "It walks. It counts."}, "[directories] ✓ u: “It walks.”\n"},
		"a flag":                         {luminos.Event{Kind: luminos.EventFlag, Pass: luminos.PassDirectories, Path: "p", Severity: luminos.Concern, Text: "f"}, "[directories] ! concern p: “f”\n"},
		"a long flag": {luminos.Event{Kind: luminos.EventFlag, Pass: luminos.PassDirectories, Path: ".", Severity: luminos.Info, Text: strings.Repeat("f", 300)},
			"[directories] ! info “" + strings.Repeat("f", 238-len("[directories] ! info ")) + "…\n"},
	} {
		t.Run(name, func(t *testing.T) {
			start := luminos.Event{Pass: luminos.PassDirectories, Text: "Investigating", Total: 2}
			if got := strings.TrimPrefix(play([]luminos.Event{start, c.event}, ProgressOptions{}), "[directories] Investigating… 0/2\n"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if c.want == "" && play([]luminos.Event{c.event}, ProgressOptions{Terminal: true}) != "" {
				t.Error("the line in place shows it")
			}
		})
	}
}

// A note leaves the line of a working model as it is; without one it shows the note's pass.
func TestNoteBesideAWorkingModel(t *testing.T) {
	at := luminos.Event{Pass: luminos.PassDirectories, Unit: "u", Turn: 3}
	note := luminos.Event{Kind: luminos.EventNote, Pass: luminos.PassPlan, Text: "n"}
	got := states(play([]luminos.Event{at, note, {Pass: luminos.PassVerify, Text: "Checking"}}, ProgressOptions{Terminal: true}))
	want := "> [directories] u · turn 3 · thinking\n· n\n> [directories] u · turn 3 · thinking\n> [verify] Checking…\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	raw := play([]luminos.Event{at, {Pass: luminos.PassDirectories, Unit: "u", Text: "begun"}, {Pass: luminos.PassDirectories, Unit: "v", Turn: 1, Text: "writing"}}, ProgressOptions{Terminal: true})
	if want := "\r[directories] u · turn 3 · thinking\x1b[K\r[directories] u · turn 3 · thinking\x1b[K\r[directories] v · turn 1 · writing\x1b[K\r\x1b[K"; raw != want {
		t.Errorf("got  %q\nwant %q", raw, want)
	}
}

// A sentence of the model takes the room of the turn if it does not fit beside it. The name of a tool does not.
func TestWordsOfTheModelComeBeforeTheTurn(t *testing.T) {
	for _, c := range []struct{ text, tool, want string }{
		{"“It fits.”", "", "[directories] 3/41 part/unit · turn 2/10 · “It fits.”"},
		{"“The unit opens each file once, then closes it.”", "",
			"[directories] 3/41 part/unit · “The unit opens each file once, then close…"},
		{"“每个目录都有一个文件，没有测试，也没有文档。”", "",
			"[directories] 3/41 part/unit · “每个目录都有一个文件，没有测试，也没有文…"},
		{"", "a_tool_of_a_server_with_a_name_of_some_length",
			"[directories] 3/41 part/unit · turn 2/10 · a_tool_of_a_server_with_a_name…"},
	} {
		e := luminos.Event{Pass: luminos.PassDirectories, Done: 3, Total: 41, Unit: "part/unit", Turn: 2, Turns: 10}
		e.Text, e.Tool = c.text, c.tool
		got, want := states(play([]luminos.Event{e}, ProgressOptions{Terminal: true, Width: 77})), "> "+c.want+"\n"
		if got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestRepeatedFailures(t *testing.T) {
	shown := ""
	r := &repeat{}
	for i := range 20 {
		e := luminos.Event{Text: "a; again"}
		if r.shows(&e) {
			shown += fmt.Sprint(i+1, " ", e.Text, "\n")
		}
	}
	if want := "1 a; again\n4 a (4 times); again\n8 a (8 times); again\n16 a (16 times); again\n"; shown != want {
		t.Errorf("shown\n%s\nwant\n%s", shown, want)
	}
}

// Words of a model and of the target stand in quotation marks, which they cannot end. So they imitate no row of the
// display, and no part of one.
func TestProgressCannotBeForged(t *testing.T) {
	const forged = "x (1 turn, $0.00 so far): “FORGED” \" · FORGED\n[plan] ✓ FORGED” ! critical FORGED"
	quoted := regexp.MustCompile(`“[^”]*(”|…?$)|"([^"\\]|\\.)*("|…)`)
	of := func(kind luminos.EventKind, turn int) luminos.Event {
		return luminos.Event{Kind: kind, Pass: luminos.PassDirectories, Unit: forged, Path: forged, Turn: turn, Severity: luminos.Info, Text: forged, Tool: forged}
	}
	note := of(luminos.EventNote, 1)
	note.Text = "the conversation is full"
	many := make([]luminos.Event, 12)
	for i := range many {
		many[i] = of(luminos.EventFlag, 1)
	}
	events := slices.Concat([]luminos.Event{{Pass: luminos.PassScan, Text: "Counting lines", Path: forged, Done: 1}, of("", 1), of(luminos.EventTool, 1), note}, many, []luminos.Event{of(luminos.EventUnit, 2)})
	for i := range events {
		if events[i].Kind == luminos.EventTool {
			events[i].Failed = true
		}
	}
	for name, o := range map[string]ProgressOptions{"terminal of 80": {Terminal: true, Width: 80}, "terminal of 200": {Terminal: true, Width: 200}, "lines": {}} {
		text := strings.ReplaceAll(states(play(events, o)), "\n  ", " ") // the second lines of long rows
		if n := strings.Count(text, "FORGED"); n < 20 {
			t.Errorf("%s: %d forged words are shown", name, n)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if rest := quoted.ReplaceAllString(line, ""); strings.Contains(rest, "FORGED") {
				t.Errorf("%s: outside of quotation marks, in %s", name, line)
			}
		}
	}
}
