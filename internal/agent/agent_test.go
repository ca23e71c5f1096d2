package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
)

func TestALoopReadsWritesAndSubmits(t *testing.T) {
	d := &desk{}
	l, s := loop(t, d,
		tools(words("First."), use("read_file", `{"path":"a"}`), use("read_file", `{"path":"b"}`)),
		tools(use("write_cache", `{"text":"one"}`), use("write_cache", `{"text":"two"}`)),
		submit())
	got := ran(t, l)
	want := agent.Outcome{End: agent.EndSubmitted, Turns: 3, ToolCalls: 5, Conversations: 1}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if d.report != "done" || strings.Join(d.written, " ") != "one two" || len(d.read) != 2 {
		t.Errorf("the desk: %+v", d)
	}
	if r := s.results(2); len(r) != 2 || r[0].Text != "1\tcontents of a" || r[1].Text != "1\tcontents of b" || r[0].Failed {
		t.Errorf("results: %+v", r)
	}
	if c := s.calls[0]; c.MaxOutput != 16384 || c.System != l.System || len(c.Tools) != 4 || s.said(1) != l.Opening {
		t.Errorf("the first call: %+v", c)
	}
}

func TestBehaviour05EveryUseIsAnswered(t *testing.T) {
	for stop, want := range map[model.Stop]string{
		model.StopEnd: "was not run", model.StopSequence: "was not run", "something new": "something new", model.StopPause: "was not run", model.StopLimit: "output limit",
	} {
		d := &desk{}
		l, s := loop(t, d, stops(stop, use("read_file", `{"path":"a"}`), use("write_cache", `{"text":"x"}`)), submit())
		l.MaxOutput = 64_000 // nothing is gained by asking again
		if o := ran(t, l); o.End != agent.EndSubmitted || o.ToolErrors != 2 || o.ToolCalls != 3 {
			t.Errorf("%s: %+v", stop, o)
		}
		r := s.results(2)
		if len(r) != 2 || !r[0].Failed || !r[1].Failed || !strings.Contains(r[0].Text, want) || len(d.read)+len(d.written) > 0 {
			t.Errorf("%s: %+v, %+v; no tool may run", stop, r, d)
		}
	}
}

func TestRejectedCallsGetFailedResults(t *testing.T) {
	d := &desk{}
	l, s := loop(t, d, tools(
		use("read_file", `{"path":`), use("delete_all", `{}`), use("read_file", `[1]`), use("read_file", `{"path":5}`), use("read_file", `{"path":"panic"}`),
		use("read_file", `{"path":"error"}`), use("read_file", `{"path":"gone"}`), use("read_file", `{"path":"empty"}`), use("read_file", `{"path":"control"}`), use("request_turns", ``),
	), submit())
	if o := ran(t, l); o.ToolErrors != 7 || o.ToolCalls != 11 {
		t.Errorf("%+v", o)
	}
	r := s.results(2)
	for i, want := range []string{"not JSON", "there are read_file, write_cache, submit_report, request_turns", "no object", "do not fit", "internal error: broken",
		"the disk is on fire", "no such file", model.NoOutput, "a\uFFFD[31m\uFFFDb\nc\td\uFFFD\uFFFD", "two more"} {
		if !strings.Contains(r[i].Text, want) || r[i].Failed != (i < 7) {
			t.Errorf("result %d: %+v, want %q", i, r[i], want)
		}
	}
}

func TestAtMostTwentyCallsOfATurnAreMade(t *testing.T) {
	d := &desk{}
	var calls []model.Block
	for i := range 25 {
		calls = append(calls, use("read_file", fmt.Sprintf(`{"path":"f%d"}`, i)))
	}
	l, s := loop(t, d, tools(calls...), submit())
	var ev events
	l.Sink = ev.sink
	ran(t, l)
	r := s.results(2)
	if n := len(ev.of(luminos.EventTool)); n != 21 {
		t.Errorf("%d events of tools, want 20 of the first turn and 1 of the second", n)
	}
	if len(d.read) != 20 || len(r) != 25 || r[19].Failed || !r[20].Failed || !strings.Contains(r[24].Text, "too many at once") {
		t.Errorf("%d were read, the results are %+v", len(d.read), r)
	}
	for i := range 20 {
		if want := fmt.Sprintf("1\tcontents of f%d", i); r[i].Text != want || r[i].ID != calls[i].ID {
			t.Errorf("result %d: %+v, want %q", i, r[i], want)
		}
	}
}

func TestTheSameCallIsNotMadeAThirdTimeInARow(t *testing.T) {
	d := &desk{}
	same := func(spacing string) func(model.Call) (model.Response, error) {
		return tools(use("read_file", `{"path":`+spacing+`"a"}`))
	}
	l, s := loop(t, d, same(""), same(" "), same("\n"), same(""), tools(use("read_file", `{"path":"b"}`)), same(""), submit())
	if o := ran(t, l); o.ToolErrors != 2 {
		t.Errorf("%+v", o)
	}
	if strings.Join(d.read, "") != "aaba" {
		t.Errorf("read %q, want a twice, b, and a again", d.read)
	}
	for n, failed := range map[int]bool{3: false, 4: true, 5: true, 6: false, 7: false} {
		if r := s.results(n); r[0].Failed != failed || failed && !strings.Contains(r[0].Text, "2 times in a row") {
			t.Errorf("call %d: %+v", n, r[0])
		}
	}
}

// watched is a desk that records the results that it observes.
type watched struct {
	*desk
	seen []string
}

func (w *watched) Seen(use, result model.Block) {
	if use.ID != result.ID {
		w.seen = append(w.seen, "the result of another call")
	}
	w.seen = append(w.seen, use.Name+": "+result.Text)
}

func TestWorkObservesEveryResultWithItsCall(t *testing.T) {
	w := &watched{desk: &desk{}}
	l, _ := loop(t, w.desk, tools(use("read_file", `{"path":"a"}`), use("nothing", `{}`)), submit())
	l.Work = w
	ran(t, l)
	if len(w.seen) != 3 || w.seen[0] != "read_file: 1\tcontents of a" || !strings.HasPrefix(w.seen[1], "nothing: ") {
		t.Errorf("observed %q", w.seen)
	}
}

// TestLongResultsAreCut checks that each result has at most 72 KiB and the results of a turn 96 KiB. Short results stay
// whole.
func TestLongResultsAreCut(t *testing.T) {
	for _, c := range []struct {
		files []string
		shown []int // bytes of each result before the note that it is cut
		notes []string
	}{
		{[]string{"huge"}, []int{73_728}, []string{"[cut: the first 73728 of 120000 bytes; ask for less"}},
		{[]string{"72 KiB", "a"}, []int{73_728, len("1\tcontents of a")}, []string{"", ""}},
		{[]string{"72 KiB", "a", "huge"}, []int{49_144, len("1\tcontents of a"), 49_144}, []string{
			"[cut: the first 49144 of 73728 bytes; ask for less", "", "[cut: the first 49144 of 120000 bytes; ask for less",
		}},
		{[]string{"huge", "72 KiB", "one more"}, []int{32_768, 32_768, 32_768}, []string{
			"[cut: the first 32768 of 120000 bytes; ask for less", "[cut: the first 32768 of 73728 bytes; ask for less",
			"[cut: the first 32768 of 73729 bytes; ask for less",
		}},
	} {
		var uses []model.Block
		for _, f := range c.files {
			uses = append(uses, use("read_file", `{"path":"`+f+`"}`))
		}
		l, s := loop(t, &desk{}, tools(uses...), submit())
		ran(t, l)
		for i := range uses {
			shown, note, _ := strings.Cut(s.results(2)[i].Text, "\n")
			if len(shown) != c.shown[i] || !strings.HasPrefix(note, c.notes[i]) || (note == "") != (c.notes[i] == "") || !utf8.ValidString(shown) {
				t.Errorf("%q: result %d has %d bytes, then %q", c.files, i, len(shown), note)
			}
		}
	}
}

func TestNothingRunsAfterASubmission(t *testing.T) {
	d := &desk{}
	l, _ := loop(t, d, tools(use("read_file", `{"path":"a"}`), use("submit_report", `{"summary":"s"}`), use("write_cache", `{"text":"late"}`), use("read_file", `{"path":"late"}`)))
	j := &memory{}
	l.Journal = j
	o := ran(t, l)
	if o.End != agent.EndSubmitted || o.ToolCalls != 4 || len(d.written) > 0 || len(d.read) != 1 {
		t.Errorf("%+v, %+v", o, d)
	}
	if last := string(j.kept[len(j.kept)-1]); strings.Count(last, "was not run") != 2 || !strings.Contains(last, "contents of a") {
		t.Errorf("the results are not kept: %s", last)
	}
}

func TestARefusedSubmissionGoesOn(t *testing.T) {
	d := &desk{}
	l, s := loop(t, d, tools(use("submit_report", `{"summary":""}`)), submit())
	if o := ran(t, l); o.End != agent.EndSubmitted || o.ToolErrors != 1 || !strings.Contains(s.results(2)[0].Text, "empty") {
		t.Errorf("%+v", o)
	}
}

func TestATurnWithoutCallsIsNudged(t *testing.T) {
	l, s := loop(t, &desk{}, stops(model.StopEnd, words("I am done.")), stops(model.StopTools, words("Really.")), submit())
	if o := ran(t, l); o.End != agent.EndSubmitted || o.Turns != 3 {
		t.Errorf("%+v", o)
	}
	for _, n := range []int{2, 3} {
		if !strings.Contains(s.said(n), "submit_report") {
			t.Errorf("call %d says %q", n, s.said(n))
		}
	}
}

func TestTheLastTurnIsAnnounced(t *testing.T) {
	for turns := 1; turns <= 3; turns++ {
		var answers []func(model.Call) (model.Response, error)
		for i := range turns {
			answers = append(answers, tools(use("read_file", fmt.Sprintf(`{"path":"%d"}`, i))))
		}
		l, s := loop(t, &desk{}, answers...)
		l.Turns = turns
		if o := ran(t, l); o.End != agent.EndTurns || o.Turns != turns || o.ToolCalls != turns {
			t.Errorf("%d turns: %+v", turns, o)
		}
		for n := 1; n <= turns; n++ {
			if last := strings.Contains(s.said(n), "last turn") && strings.Contains(s.said(n), "submit_report"); last != (n == turns) {
				t.Errorf("of %d turns, call %d says %q", turns, n, s.said(n))
			}
		}
	}
	l, s := loop(t, &desk{})
	l.Turns = 0
	if o := ran(t, l); o.End != agent.EndTurns || len(s.calls) > 0 {
		t.Errorf("without turns: %+v", o)
	}
}

func TestBorrowedTurnsCount(t *testing.T) {
	d := &desk{}
	l, s := loop(t, d, tools(use("request_turns", `{}`)), tools(use("read_file", `{"path":"a"}`)), tools(use("read_file", `{"path":"b"}`)))
	l.Turns, l.Work = 1, d
	if o := ran(t, l); o.End != agent.EndTurns || o.Turns != 3 {
		t.Errorf("%+v", o)
	}
	if strings.Contains(s.said(2), "last turn") || !strings.Contains(s.said(3), "last turn") {
		t.Errorf("said %q, then %q", s.said(2), s.said(3))
	}
}

func TestSilenceIsNudgedOnceAndEnds(t *testing.T) {
	l, s := loop(t, &desk{}, stops(model.StopEnd), stops(model.StopEnd, words(" \n")))
	if o := ran(t, l); o.End != agent.EndSilent || o.Turns != 2 {
		t.Errorf("%+v", o)
	}
	if m := s.calls[1].Messages; len(m) != 3 || m[1].Blocks[0].Text != "(no answer)" {
		t.Errorf("the second call: %+v", m)
	}
	l, _ = loop(t, &desk{}, stops(model.StopEnd), stops(model.StopEnd, words("Oh.")), stops(model.StopEnd), submit())
	if o := ran(t, l); o.End != agent.EndSubmitted {
		t.Errorf("silence that was broken: %+v", o)
	}
}

func TestBehaviour06CutCallsAreAskedForAgainOnce(t *testing.T) {
	cut := stops(model.StopLimitInTool, use("read_file", `{"pa`))
	d := &desk{}
	l, s := loop(t, d, cut, tools(use("read_file", `{"path":"a"}`)), submit())
	if o := ran(t, l); o.End != agent.EndSubmitted || o.Turns != 3 || o.ToolErrors != 0 {
		t.Errorf("%+v", o)
	}
	if len(s.calls[1].Messages) != 1 || s.calls[1].MaxOutput != 32768 {
		t.Errorf("asked again with %d messages and a limit of %d", len(s.calls[1].Messages), s.calls[1].MaxOutput)
	}
	// An answer without calls that is cut is a turn like any other.
	l, s = loop(t, d, stops(model.StopLimit, words("Well")), submit())
	if ran(t, l); len(s.calls[1].Messages) != 3 || s.calls[1].MaxOutput != 16384 {
		t.Errorf("after a text that was cut: %d messages and a limit of %d", len(s.calls[1].Messages), s.calls[1].MaxOutput)
	}
	l, s = loop(t, d, cut, cut, submit())
	l.MaxOutput = 40_000
	if o := ran(t, l); o.ToolErrors != 1 || s.calls[1].MaxOutput != 64_000 {
		t.Errorf("%+v, limit %d", o, s.calls[1].MaxOutput)
	}
	if r := s.results(3); len(r) != 1 || !r[0].Failed || !strings.Contains(r[0].Text, "cut at the output limit") || !strings.Contains(r[0].Text, "write less") {
		t.Errorf("results: %+v", r)
	}
}

func TestBehaviour06TheLimitStaysWithinTheModels(t *testing.T) {
	l, s := loop(t, &desk{}, stops(model.StopLimit, use("read_file", `{}`)), submit())
	p, err := model.ParsePrices([]byte(`{"date":"2026-11-20","unit":"USD per million tokens","sources":{"a":"https://example.com"},"models":[{"id":"m","window":100000,"max_output":20000,` +
		`"rates":{"input":"1","cache_write_5m":"1","cache_write_1h":"1","cache_read":"1","output":"1"},"since":"2026-01-01","sources":["a"]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	l.Prices = p
	if ran(t, l); s.calls[1].MaxOutput != 20_000 {
		t.Errorf("the limit is %d, want the model's 20000", s.calls[1].MaxOutput)
	}
}

func TestBehaviour07PausesContinue(t *testing.T) {
	pause := stops(model.StopPause, words("wait "))
	l, s := loop(t, &desk{}, pause, pause, tools(words("now"), use("read_file", `{"path":"a"}`)), submit())
	if o := ran(t, l); o.End != agent.EndSubmitted || o.Turns != 4 {
		t.Errorf("%+v", o)
	}
	if m := s.calls[3].Messages; len(m) != 3 || len(m[1].Blocks) != 4 {
		t.Errorf("the last call: %+v", m)
	}
	l, s = loop(t, &desk{}, pause, pause, pause, pause, pause, pause, submit())
	if o := ran(t, l); o.Turns != 7 || !strings.Contains(s.said(7), "submit_report") {
		t.Errorf("%+v, the last call says %q", o, s.said(7))
	}
	read := tools(use("read_file", `{"path":"a"}`))
	l, s = loop(t, &desk{}, pause, pause, pause, pause, pause, read, pause, pause, pause, pause, pause, read, submit())
	l.Turns = 13
	ran(t, l)
	if m := s.calls[11].Messages; m[len(m)-1].Role != model.Assistant {
		t.Errorf("pauses after an answer are not counted anew: call 12 ends with %+v", m[len(m)-1])
	}
	l, _ = loop(t, &desk{}, pause, pause)
	l.Turns = 2
	if o := ran(t, l); o.End != agent.EndTurns {
		t.Errorf("pauses count: %+v", o)
	}
}

// A refusal ends the conversation of this run. Another run begins it anew.
func TestBehaviour08RefusalsAreFinal(t *testing.T) {
	refusal := func(model.Call) (model.Response, error) {
		return model.Response{Stop: model.StopRefusal, Detail: "cyber" + strings.Repeat("!", 100), Prompt: 5}, nil
	}
	d := &desk{}
	l, s := loop(t, d, tools(use("read_file", `{"path":"a"}`)), refusal, tools(use("read_file", `{"path":"a"}`)), submit())
	l.Journal = &memory{}
	o := ran(t, l)
	if o.End != agent.EndRefused || o.Detail != "cyber"+strings.Repeat("!", 74)+"…" || o.Turns != 2 || len(s.calls) != 2 {
		t.Errorf("%+v after %d calls", o, len(s.calls))
	}
	if o := ran(t, l); o.End != agent.EndSubmitted || o.Turns != 2 || len(s.calls) != 4 || len(s.calls[2].Messages) != 1 {
		t.Errorf("another run: %+v after %d calls", o, len(s.calls))
	}
}

// aged is a desk whose stored results can be out of date.
type aged struct {
	*desk
	outdated bool
}

func (a *aged) Outdated(context.Context) bool { return a.outdated }

// A stored conversation about a target that has changed since is begun anew; another one continues.
func TestOutdatedConversationIsBegunAnew(t *testing.T) {
	for _, outdated := range []bool{false, true} {
		gone := &model.Error{Class: model.Overloaded, Message: "busy"}
		d := &aged{&desk{}, outdated}
		read := tools(use("read_file", `{"path":"a"}`))
		l, s := loop(t, d.desk, read, fails(gone), read, submit())
		l.Work, l.Journal = d, &memory{}
		if _, err := l.Run(t.Context()); !errors.Is(err, gone) {
			t.Fatal(err)
		}
		o := ran(t, l)
		first := s.calls[2].Messages
		if o.End != agent.EndSubmitted || (len(first) == 1) != outdated || (d.forgets > 0) != outdated {
			t.Errorf("outdated %t: %+v, the next call has %d messages", outdated, o, len(first))
		}
	}
}

func TestBehaviour09ThinkingComesBackAsItWas(t *testing.T) {
	thought := model.Block{Kind: model.Thinking, Text: "hm", Raw: `{"type":"thinking","thinking":"h<m\u003e","signature":"a/b=="}`}
	l, s := loop(t, &desk{}, tools(thought, use("read_file", `{"path":"a"}`)), submit())
	l.Journal = &memory{}
	ran(t, l)
	if got := s.calls[1].Messages[1].Blocks[0]; got != thought {
		t.Errorf("got %+v, want %+v", got, thought)
	}
}

func TestErrorsEndTheLoopAndCount(t *testing.T) {
	gone := &model.Error{Class: model.Billing, Message: "no credit"}
	l, s := loop(t, &desk{}, tools(use("read_file", `{"path":"a"}`)), fails(gone), submit())
	l.Journal = &memory{}
	o, err := l.Run(t.Context())
	if !errors.Is(err, gone) || o.End != "" || o.Turns != 1 || o.ToolCalls != 1 {
		t.Errorf("%+v, %v", o, err)
	}
	if o := ran(t, l); o.End != agent.EndSubmitted || len(s.calls) != 3 {
		t.Errorf("gone on with: %+v", o)
	}
}

func TestTheEndOfTheContextEndsTheLoop(t *testing.T) {
	why := errors.New("a caller pressed Ctrl-C")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer func() {
		l, s := loop(t, &desk{})
		if _, err := l.Run(ctx); err != why || len(s.calls) > 0 {
			t.Errorf("a run that begins after it: %v, %d calls", err, len(s.calls))
		}
	}()
	d := &desk{}
	l, s := loop(t, d, func(c model.Call) (model.Response, error) {
		cancel(why)
		return model.Response{Stop: model.StopTools, Blocks: []model.Block{use("read_file", `{"path":"a"}`)}, Prompt: 9}, nil
	}, submit())
	l.Journal = &memory{}
	o, err := l.Run(ctx)
	if !errors.Is(err, why) || o.Turns != 1 || o.ToolCalls != 0 {
		t.Errorf("%+v, %v, want %v", o, err, why)
	}
	if o := ran(t, l); o.End != agent.EndSubmitted || o.Turns != 2 || len(s.calls) != 2 || len(s.results(2)) != 1 || s.results(2)[0].Failed {
		t.Errorf("gone on with: %+v", o)
	}
}
