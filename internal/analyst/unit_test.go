package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/evidence"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// work returns the state of a loop over a unit of the tree.
func (t tree) work(dirs ...luminos.Path) *work {
	u := t.unit(10, dirs...)
	return newWork(New(Options{Checker: evidence.Checker{Source: t}}), &u)
}

// called calls a tool of the loop.
func (w *work) called(t *testing.T, name string, args map[string]any) tool.Result {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	for _, tl := range w.tools() {
		if tl.Name == name {
			r, err := tl.Call(t.Context(), raw)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
	}
	t.Fatalf("there is no tool %s", name)
	return tool.Result{}
}

func claim(path, quote string) map[string]any {
	return map[string]any{"statement": "It is so.", "path": path, "quote": quote}
}

func report(more map[string]any) map[string]any {
	r := map[string]any{"summary": "It walks.", "confidence": 0.8, "completeness": 1.0}
	for k, v := range more {
		r[k] = v
	}
	return r
}

// A report with a false quote is sent back once, with the claim that failed. If it comes again it is accepted; the
// claim is left out, counted, and lowers the confidence.
func TestFalseClaimIsSentBackOnceAndLowersConfidence(t *testing.T) {
	w := small.work("src")
	in := report(map[string]any{"claims": []any{claim("src/walk.go", "Walk goes through a directory once"), claim("src/walk.go", "it runs backwards through everything")}})
	first := w.called(t, "submit_report", in)
	if !first.Failed || first.Ends || !strings.Contains(first.Text, "claim 2") || strings.Contains(first.Text, "claim 1") {
		t.Fatalf("the first report gets %+v", first)
	}
	if second := w.called(t, "submit_report", in); second.Failed || !second.Ends {
		t.Fatalf("the second report gets %+v", second)
	}
	e := w.findings(agent.Outcome{End: agent.EndSubmitted}).Entries[0]
	if len(e.Evidence) != 1 || e.ClaimsFailed != 1 || e.Confidence != 0.6 {
		t.Errorf("the entry has %d claims, %d failed, confidence %v; want 1, 1, 0.6", len(e.Evidence), e.ClaimsFailed, e.Confidence)
	}
	// The same for the entry of a file.
	r := w.called(t, "write_cache", map[string]any{"path": "src/walk.go", "summary": "It walks.", "confidence": 0.8, "claims": in["claims"]})
	if f := w.written["src/walk.go"]; r.Failed || !strings.Contains(r.Text, "1 claim left out") || len(f.Evidence) != 1 || f.ClaimsFailed != 1 || f.Confidence != 0.6 {
		t.Errorf("%+v: %+v", r, f)
	}
}

// Claims that do not hold count even if the model leaves them out later, and a claim that it puts right does not count.
func TestClaimsThatAreLeftOutCount(t *testing.T) {
	w := small.work("src")
	var invented []any
	for i := range 30 {
		c := claim("src/walk.go", "it runs backwards through everything")
		c["statement"] = fmt.Sprintf("It lies %d times.", i)
		invented = append(invented, c)
	}
	right := claim("src/walk.go", "Walk goes through a directory once")
	wrong := map[string]any{"statement": right["statement"], "path": "src/walk.go", "quote": "Walk goes through no directory"}
	call := func(tool string, claims ...any) {
		in := map[string]any{"path": "src/walk.go", "summary": "It walks.", "confidence": 0.99, "claims": append([]any{}, claims...)}
		if tool == "submit_report" {
			delete(in, "path")
			in["completeness"] = 1.0
		}
		w.called(t, tool, in)
	}
	for _, c := range []struct {
		first, then []any
		failed      int
		confidence  float64
	}{
		{invented, nil, 30, 0.3}, {invented, []any{right}, 30, 0.511}, {[]any{wrong}, []any{right}, 0, 0.99}, {nil, nil, 0, 0.6}, {[]any{wrong}, []any{wrong}, 1, 0.3},
	} {
		w.Forget()
		for _, tool := range []string{"write_cache", "submit_report"} {
			call(tool, c.first...)
			call(tool, c.then...)
		}
		file, dir := w.written["src/walk.go"], w.findings(agent.Outcome{End: agent.EndSubmitted}).Entries[0]
		if file.ClaimsFailed != c.failed || file.Confidence != c.confidence || dir.ClaimsFailed != c.failed || dir.Confidence != c.confidence {
			t.Errorf("after %d claims, then %d: file %d failed, confidence %v; directory %d, %v; want %d, %v",
				len(c.first), len(c.then), file.ClaimsFailed, file.Confidence, dir.ClaimsFailed, dir.Confidence, c.failed, c.confidence)
		}
	}
	images := tree{"img/a.png": "x"}
	u := images.unit(5, "img")
	u.Files[0].Text = false
	pictures := newWork(New(Options{Checker: evidence.Checker{Source: images}}), &u)
	pictures.called(t, "submit_report", map[string]any{"summary": "Images.", "confidence": 0.9, "completeness": 1})
	if e := pictures.findings(agent.Outcome{End: agent.EndSubmitted}).Entries[0]; e.Confidence != 0.9 {
		t.Errorf("without text files and claims the confidence is %v", e.Confidence)
	}
}

// A claim cites files directly in the unit, or files of which the model saw a part. A flag is on a path below the unit
// or on such
// a file. An entry is of a file directly in the unit.
func TestClaimsAndFlagsOutsideOfTheUnit(t *testing.T) {
	nested := tree{"src/a.go": small["src/walk.go"], "src/deep/b.go": small["src/read.go"], "docs/use.md": small["docs/use.md"]}
	w := nested.work("src")
	for _, c := range []map[string]any{claim("docs/use.md", "Call Walk, then Read what it found."), claim("src/deep/b.go", "Read reads a file, but never twice")} {
		const refused = "you have not seen"
		r := w.called(t, "submit_report", report(map[string]any{"claims": []any{c}}))
		if !r.Failed || !strings.Contains(r.Text, refused) {
			t.Errorf("a claim on %s gets %+v", c["path"], r)
		}
		w.Forget()
		use := model.Block{Kind: model.ToolUse, Name: "read_file", Input: fmt.Sprintf(`{"path":%q}`, c["path"])}
		w.Seen(use, model.Block{Kind: model.Result, Text: "1\tread"})
		if r := w.called(t, "submit_report", report(map[string]any{"claims": []any{c}})); !r.Ends || len(w.held) != 1 {
			t.Errorf("a claim on %s, which was opened, gets %+v", c["path"], r)
		}
		if e := w.findings(agent.Outcome{End: agent.EndSubmitted}).Entries[0]; len(e.Evidence) != 1 {
			t.Errorf("a claim on %s, which was opened, is not in the entry: %+v", c["path"], e)
		}
		r = w.called(t, "flag", map[string]any{"path": c["path"], "finding": "It is bad.", "severity": "info"})
		if r.Failed || len(w.flags) != 1 {
			t.Errorf("a flag on %s, which was opened, gets %+v", c["path"], r)
		}
		w.Forget()
	}
	for _, path := range []string{"docs/use.md", "docs"} {
		if r := w.called(t, "flag", map[string]any{"path": path, "finding": "It is bad.", "severity": "info"}); !r.Failed || len(w.flags) > 0 {
			t.Errorf("a flag on %s gets %+v", path, r)
		}
	}
	if r := w.called(t, "write_cache", map[string]any{"path": "docs/use.md", "summary": "It says how."}); !r.Failed || len(w.written) > 0 {
		t.Errorf("an entry outside gets %+v", r)
	}
}

func TestRefusedClaimsAreNamedByTheirNumbers(t *testing.T) {
	nested := tree{"src/a.go": small["src/walk.go"], "docs/use.md": small["docs/use.md"]}
	fine := claim("src/a.go", "Walk goes through a directory once")
	empty := map[string]any{"statement": " ", "path": "src/a.go", "quote": "Walk goes through a directory once"}
	many := slices.Repeat([]any{fine}, 42)
	for want, claims := range map[string][]any{
		"claim 2: you have not seen docs/use.md": {fine, claim("docs/use.md", "Call Walk, then Read what it found.")},
		"claim 2 states nothing":                 {fine, empty},
		"claim 2 (src/a.go, “it runs backwards ": {fine, claim("src/a.go", "it runs backwards through everything")},
		"claim 41 and later: 40 at once":         many,
	} {
		r := nested.work("src").called(t, "submit_report", report(map[string]any{"claims": claims}))
		if !r.Failed || !strings.Contains(r.Text, want) || strings.Contains(r.Text, "claim 1") {
			t.Errorf("the report gets %+v, want %q", r, want)
		}
	}
}

func TestReasonOfANotableFileIsBounded(t *testing.T) {
	for _, c := range []struct {
		notable bool
		reason  string
		want    string
	}{
		{true, strings.Repeat("x", 300), strings.Repeat("x", 300)},
		{true, strings.Repeat("x", 301), strings.Repeat("x", 299) + "…"},
		{true, " ", "It counts."},
		{false, "It is odd.", ""},
	} {
		in := entryInput{Notable: c.notable, NotableReason: c.reason, Summary: "It counts. It is old."}
		if got := notableReason(in); got != c.want {
			t.Errorf("the reason of %d characters becomes %q", len(c.reason), got)
		}
	}
}

func TestReportHasEachDirectoryOfItsUnitOnce(t *testing.T) {
	both := tree{"a/x.go": small["src/walk.go"], "a/b/y.go": small["src/read.go"]}
	dir := func(path, summary string) any {
		return map[string]any{"path": path, "summary": summary, "confidence": 0.5, "completeness": 1.0}
	}
	for name, c := range map[string]struct {
		dirs    []any
		problem string // "" is accepted
	}{
		"both":         {[]any{dir("a", "A."), dir("a/b", "B.")}, ""},
		"only below":   {[]any{dir("a/b", "B.")}, ""}, // the report's own summary is about a
		"none":         {[]any{}, "lacks 1 of the unit's directories, such as a/b"},
		"only above":   {[]any{dir("a", "A.")}, "lacks 1"},
		"twice":        {[]any{dir("a/b", "B."), dir("a/b", "B.")}, "named twice"},
		"another":      {[]any{dir("docs", "D."), dir("a/b", "B.")}, "is no directory of this unit"},
		"an empty one": {[]any{dir("a/b", " ")}, "the summary of a/b is empty"},
		"too many":     {[]any{dir("a", "A."), dir("a/b", "B."), dir("a/c", "C.")}, "more entries than the unit has"},
	} {
		w := both.work("a", "a/b")
		r := w.called(t, "submit_report", report(map[string]any{"directories": c.dirs}))
		if r.Ends != (c.problem == "") || !strings.Contains(r.Text, c.problem) {
			t.Errorf("%s: %+v, want %q", name, r, c.problem)
		}
	}
	w := both.work("a", "a/b")
	w.called(t, "submit_report", report(map[string]any{"directories": []any{dir("a", "A walks, and holds b."), dir("a/b", "B.")}}))
	if e := w.entry(&w.unit.Dirs[0]); e.Summary != "A walks, and holds b." || e.Confidence != 0.5 {
		t.Errorf("the entry of a directory that is described twice has not the longer text: %+v", e)
	}
}

func TestFlagsOfALoopAreBounded(t *testing.T) {
	w := small.work("src")
	s := newSynthesist(New(Options{}), &luminos.Dossier{Entries: []luminos.Entry{{Path: "src"}}})
	for i := range 27 {
		finding := fmt.Sprintf("Finding %d.", i)
		r := w.called(t, "flag", map[string]any{"path": "src", "finding": finding, "severity": "info"})
		whole, err := s.raise(t.Context(), wholeFlagInput{Path: "src", Finding: finding, Severity: "info"})
		if refused := i >= 25; err != nil || r.Failed != refused || whole.Failed != refused {
			t.Errorf("flag %d gets %+v and %+v", i+1, r, whole)
		}
	}
	if len(w.flags) != 25 || len(s.flags) != 25 {
		t.Errorf("%d and %d flags", len(w.flags), len(s.flags))
	}
}

// A flag needs a quote that is found to be more than info, and 3 flags of a conversation can be critical.
func TestSeverityOfAFlagNeedsItsPlace(t *testing.T) {
	w := small.work("src")
	raise := func(finding, severity, quote string) string {
		args := map[string]any{"path": "src/walk.go", "finding": finding, "severity": severity}
		if quote != "" {
			args["evidence"] = []any{map[string]any{"quote": quote}}
		}
		return w.called(t, "flag", args).Text
	}
	for _, c := range []struct{ finding, severity, quote, answer string }{
		{"No place.", "critical", "", "raised as info, not as critical: it cites no place. Raise it again"},
		{"A false place.", "concern", "it runs backwards",
			"raised as info, not as concern: place 1 (src/walk.go, “it runs backwards”): the quote is not in the file"},
		{"A vague place.", "concern", "{",
			"raised as info, not as concern: place 1 (src/walk.go, “{”): the quote is too short or too common"},
		{"One.", "critical", "Walk goes through a directory", "raised"}, {"Two.", "critical", "Walk goes through a directory", "raised"},
		{"Three.", "critical", "Walk goes through a directory", "raised"}, {"Three.", "critical", "Walk goes through a directory", "raised"},
		{"Four.", "critical", "Walk goes through a directory", "raised as a concern, not as critical: a model may call 3 flags of a unit critical"},
		{"No place.", "concern", "Walk goes through a directory", "raised"},
	} {
		if got := raise(c.finding, c.severity, c.quote); !strings.HasPrefix(got, c.answer) || c.answer == "raised" && got != "raised" {
			t.Errorf("%q, %s: %q, want %q", c.finding, c.severity, got, c.answer)
		}
	}
	n := map[luminos.Severity]int{}
	for _, f := range w.flags {
		n[f.Severity]++
	}
	if len(w.flags) != 7 || n[luminos.Critical] != 3 || n[luminos.Concern] != 2 || n[luminos.Info] != 2 {
		t.Errorf("%d flags: %v", len(w.flags), n)
	}
}

// A flag of the synthesis cites claims by their numbers.
func TestFlagOfTheSynthesisCitesClaims(t *testing.T) {
	d := &luminos.Dossier{Entries: []luminos.Entry{{Path: "src", Evidence: []luminos.Evidence{{Statement: "It walks.", Path: "src/walk.go", Quote: "func Walk"}}}}}
	for name, c := range map[string]struct {
		claims   []int
		severity luminos.Severity // "" if the flag is refused
	}{
		"none": {nil, luminos.Info}, "one": {[]int{1}, luminos.Critical}, "unknown": {[]int{2}, ""}, "zero": {[]int{0}, ""},
		"not shown": {[]int{1}, ""},
	} {
		s := newSynthesist(New(Options{}), d)
		if name != "not shown" {
			s.show("[1] and [2]")
		}
		if _, err := s.raise(t.Context(), wholeFlagInput{Path: "src", Finding: "It is bad.", Severity: "critical", Claims: c.claims}); err != nil {
			t.Fatal(err)
		}
		got := luminos.Severity("")
		if len(s.flags) > 0 {
			got = s.flags[0].Severity
		}
		if got != c.severity {
			t.Errorf("%s: %q, want %q", name, got, c.severity)
		}
	}
}

// A synthesis cites the numbers that its first message or a result showed, also if the conversation begins anew.
func TestSynthesisCitesShownNumbers(t *testing.T) {
	d := dossier()
	d.Files = append(d.Files, luminos.FileEntry{Path: "docs/use.md", Summary: "Says how.",
		Evidence: []luminos.Evidence{{Path: "docs/use.md", Quote: "Use it like this"}}})
	d.Scan.SurveySignals.Files = 100 // the first message shows notable files only
	e := New(Options{})
	s := newSynthesist(e, d)
	e.synthesisLoop(s)
	submit := func() bool {
		s.sent = 0
		r, err := s.submit(t.Context(), synthesisInput{Brief: "It says how [1]."})
		if err != nil {
			t.Fatal(err)
		}
		return !r.Failed
	}
	if s.book.claims[0].Path != "docs/use.md" || submit() {
		t.Error("a number that was not shown is cited")
	}
	if _, err := s.read(t.Context(), pathInput{Path: "docs/use.md"}); err != nil || !submit() {
		t.Errorf("a number that was shown is not cited: %v", err)
	}
	s.Forget()
	if _, err := s.submit(t.Context(), synthesisInput{Brief: "It walks [2]."}); err != nil || s.got == nil {
		t.Errorf("a number of the first message is not cited: %v", err)
	}
}

func TestSynthesisListsAndReadsEntries(t *testing.T) {
	d := &luminos.Dossier{
		Entries: []luminos.Entry{{Path: ".", Summary: "The whole."}, {Path: "src", Summary: "Code.", Confidence: 0.8}},
		Files:   []luminos.FileEntry{{Path: "src/a.go", Summary: "Walks.", Confidence: 0.5}, {Path: "srcs/b.go", Summary: "Other."}},
	}
	s := newSynthesist(New(Options{}), d)
	const all = "directory . 0.00 The whole.\ndirectory src 0.80 Code.\nfile src/a.go 0.50 Walks.\nfile srcs/b.go 0.00 Other.\n"
	for below, want := range map[string]string{
		"": all, ".": all, "src": "directory src 0.80 Code.\nfile src/a.go 0.50 Walks.\n", "src/a.go": "file src/a.go 0.50 Walks.\n",
	} {
		if r, err := s.list(t.Context(), listInput{Below: below}); err != nil || r.Failed || r.Text != want {
			t.Errorf("entries below %q: %+v, %v; want %q", below, r, err, want)
		}
	}
	if r, err := s.list(t.Context(), listInput{Below: "doc"}); err != nil || !r.Failed {
		t.Errorf("entries below a directory that has none: %+v, %v", r, err)
	}
	for path, want := range map[string][]string{"src": {"Code.", "Walks."}, "src/a.go": {"Walks."}, ".": {"The whole."}, "doc": nil} {
		r, err := s.read(t.Context(), pathInput{Path: path})
		var got []string
		for _, summary := range []string{"The whole.", "Code.", "Walks.", "Other."} {
			if strings.Contains(r.Text, summary) {
				got = append(got, summary)
			}
		}
		if err != nil || !slices.Equal(got, want) || r.Failed != (want == nil) {
			t.Errorf("reading %q gives %q, %+v, %v; want %q", path, got, r, err, want)
		}
	}
}

// A file is read if the model saw it from its first line to its last.
func TestOnlyWholeFilesCountAsRead(t *testing.T) {
	for name, c := range map[string]struct {
		tool, args, result string
		failed             bool
		opened, read       bool
	}{
		"whole":            {"read_file", `{"path":"src/walk.go"}`, "1\tpackage src\n2\tx\n", false, true, true},
		"from line 1":      {"read_file", `{"path":"./src/walk.go","offset":1}`, "1\tpackage src\n", false, true, true},
		"from line 2":      {"read_file", `{"path":"src/walk.go","offset":2}`, "2\tx\n", false, true, false},
		"cut":              {"read_file", `{"path":"src/walk.go"}`, "1\tpackage src\n[cut: the first 9 bytes]\n", false, true, false},
		"goes on":          {"read_file", `{"path":"src/walk.go"}`, "1\tpackage src\n(3 more lines)\n", false, true, false},
		"failed":           {"read_file", `{"path":"src/walk.go"}`, "no", true, false, false},
		"another tool":     {"stat_file", `{"path":"src/walk.go"}`, "1\tx\n", false, false, false},
		"outside the unit": {"read_file", `{"path":"docs/use.md"}`, "1\tx\n", false, false, false},
	} {
		w := small.work("src")
		w.Seen(model.Block{Kind: model.ToolUse, Name: c.tool, Input: c.args}, model.Block{Kind: model.Result, Text: c.result, Failed: c.failed})
		if w.opened.has("src/walk.go") != c.opened || w.read["src/walk.go"] != c.read || len(w.read) > 1 {
			t.Errorf("%s: opened %v, read %v; want %v, %v", name, w.opened.sorted(), w.read, c.opened, c.read)
		}
	}
}

// A conversation that is handed over begins with the unit and with all that was written down, notes included.
func TestHandoverHoldsWhatWasWrittenDown(t *testing.T) {
	w := small.work("src")
	w.called(t, "checkpoint", map[string]any{"notes": "old notes"})
	w.called(t, "checkpoint", map[string]any{"notes": "read.go is not read yet"})
	w.called(t, "write_cache", map[string]any{"path": "src/walk.go", "summary": "It walks a tree. Once."})
	w.called(t, "flag", map[string]any{"path": "src/read.go", "finding": "Pages are missing.", "severity": "info"})
	text := w.Handover()
	for _, want := range []string{`Unit: "src"`, "Your notes:\n\nread.go is not read yet\n", "- src/walk.go has its entry: It walks a tree.\n", "- raised of src/read.go: Pages are missing.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	if strings.Contains(text, "old notes") {
		t.Error("the first checkpoint is shown, too")
	}
}

// More turns are lent up to the pool, and not beyond.
func TestTurnsAreLentUpToThePool(t *testing.T) {
	w := small.work("src")
	w.unit.Pool = 5
	for _, c := range []struct{ ask, borrowed int }{{3, 3}, {0, 3}, {1, 4}, {4, 5}, {1, 5}} {
		w.called(t, "request_turns", map[string]any{"turns": c.ask, "reason": "more"})
		if w.borrowed != c.borrowed {
			t.Errorf("after asking for %d: %d borrowed, want %d", c.ask, w.borrowed, c.borrowed)
		}
	}
}

// A directory without files has the category of most of its subdirectories.
func TestCategoryOfADirectoryWithoutFiles(t *testing.T) {
	w := small.work("lib")
	w.unit.Children = []luminos.Entry{{Path: "lib/a", DominantCategory: luminos.CategoryData}, {Path: "lib/b/c", DominantCategory: luminos.CategorySource}, {Path: "lib/b/d", DominantCategory: luminos.CategorySource}}
	if e := w.findings(agent.Outcome{}).Entries[0]; e.DominantCategory != luminos.CategoryData {
		t.Errorf("the category is %q, want the one of lib/a", e.DominantCategory)
	}
}

// The first message states that there are no directories below a unit only if the unit contains them all.
func TestLeafUnitIsToldThatNothingIsBelow(t *testing.T) {
	for _, c := range []struct {
		subdirs []int // of src and src/deep
		want    bool
	}{{[]int{0}, true}, {[]int{1}, false}, {[]int{1, 0}, true}, {[]int{2, 0}, false}, {[]int{1, 1}, false}} {
		u := small.unit(5, []luminos.Path{"src", "src/deep"}[:len(c.subdirs)]...)
		for i, n := range c.subdirs {
			u.Dirs[i].Subdirs = n
		}
		if got := strings.Contains(unitOpening(&u), "There are no directories below."); got != c.want {
			t.Errorf("with %d subdirectories the message states that there are none is %t", c.subdirs, got)
		}
	}
}

// ending is a checker that ends the context while it checks a claim.
type ending struct {
	Checker
	cancel func()
}

func (ending) Copies(context.Context, luminos.Path, string) bool { return false }

func (e ending) Cite(ctx context.Context, ev luminos.Evidence) (luminos.Evidence, error) {
	e.cancel()
	return ev, ctx.Err()
}

// A claim that is not checked to its end is neither kept nor refused.
func TestInterruptedCheckKeepsNothing(t *testing.T) {
	claims := `"claims":[{"statement":"It is so.","path":"src/walk.go","first_line":1}]`
	for name, args := range map[string]string{
		"write_cache": `{"path":"src/walk.go","summary":"It walks.",` + claims + `}`, "submit_report": `{"summary":"It walks.","confidence":1,"completeness":1,` + claims + `}`,
		"flag": `{"path":"src/walk.go","finding":"It is bad.","severity":"info",` +
			`"evidence":[{"first_line":1,"quote":"package src"}]}`,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		w := small.work("src")
		w.engine.opts.Checker = ending{cancel: cancel}
		for _, tl := range w.tools() {
			if tl.Name != name {
				continue
			}
			if got, err := tl.Call(ctx, json.RawMessage(args)); err != context.Canceled || len(w.written)+len(w.flags) > 0 || w.report != nil {
				t.Errorf("%s: got %+v, %v; kept %v, %v, %v", name, got, err, w.written, w.flags, w.report)
			}
			// The next call finds the context at its end before it has checked anything.
			if got, err := tl.Call(ctx, json.RawMessage(args)); err != nil || !got.Failed || !strings.Contains(got.Text, "took too long") {
				t.Errorf("%s after the end: got %+v, %v", name, got, err)
			}
		}
	}
}
