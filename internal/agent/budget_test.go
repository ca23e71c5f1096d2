package agent_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
)

// took returns an answer to a prompt of the given number of tokens.
func took(prompt int64, blocks ...model.Block) func(model.Call) (model.Response, error) {
	return func(model.Call) (model.Response, error) {
		return model.Response{Blocks: blocks, Stop: model.StopTools, Prompt: prompt}, nil
	}
}

func TestANearlyFullConversationIsHandedOver(t *testing.T) {
	d := &desk{}
	l, s := loop(t, d,
		took(700, use("read_file", `{"path":"a"}`)),
		took(810, use("read_file", `{"path":"b"}`)), // from here on it is nearly full
		took(850, use("write_cache", `{"text":"a and b"}`)),
		took(100, use("read_file", `{"path":"c"}`)),
		submit())
	var ev events
	l.Context, l.Sink, l.Savers = 1000, ev.sink, []string{"write_cache"}
	l.Work = continued(func() string { return "Go on: " + strings.Join(d.written, ";") })
	if o := ran(t, l); o.End != agent.EndSubmitted || o.Conversations != 2 || o.Turns != 5 || o.ToolCalls != 5 {
		t.Errorf("%+v", o)
	}
	if strings.Contains(s.said(2), "nearly full") || !strings.Contains(s.said(3), "nearly full") || !strings.Contains(s.said(3), "write_cache") || !strings.Contains(s.said(3), "submit_report") {
		t.Errorf("said %q, then %q", s.said(2), s.said(3))
	}
	if m := s.calls[3].Messages; len(m) != 1 || s.said(4) != "Go on: a and b" {
		t.Errorf("the fresh conversation begins with %+v", m)
	}
	if n := len(ev.of(luminos.EventNote)); n != 2 {
		t.Errorf("%d notes, want one before and one at the hand-over", n)
	}
}

func TestAConversationIsHandedOverTwiceAtMost(t *testing.T) {
	d := &desk{}
	full := func() func(model.Call) (model.Response, error) {
		return took(9000, use("write_cache", `{"text":"x"}`))
	}
	l, s := loop(t, d, full(), full(), full(), full(), full(), took(12_000, use("write_cache", `{"text":"y"}`)))
	l.Turns, l.Context, l.Work = 20, 10_000, continued(func() string { return "Go on." })
	if o := ran(t, l); o.End != agent.EndBudget || o.Conversations != 3 || o.Turns != 6 || o.Detail == "" {
		t.Errorf("%+v", o)
	}
	if strings.Contains(s.said(6), "nearly full") {
		t.Errorf("a third hand-over is announced: %q", s.said(6))
	}
	l, s = loop(t, d, full(), full(), full(), full(), stops(model.StopEnd, words("x")))
	l.Context, l.Work, l.Turns = 10_000, continued(func() string { return "Go on." }), 5
	if o := ran(t, l); o.End != agent.EndTurns || !strings.Contains(s.said(5), "last turn") {
		t.Errorf("turns count on: %+v, the last call says %q", o, s.said(5))
	}
}

func TestACallOverTheBudgetIsNotMade(t *testing.T) {
	l, s := loop(t, &desk{}, took(995, use("read_file", `{"path":"a"}`)))
	l.Context = 1000
	if o := ran(t, l); o.End != agent.EndBudget || len(s.calls) != 1 || o.ToolCalls != 1 {
		t.Errorf("%+v after %d calls", o, len(s.calls))
	}
	l, s = loop(t, &desk{})
	l.Context, l.Opening = 1000, strings.Repeat("x", 4000)
	if o := ran(t, l); o.End != agent.EndBudget || len(s.calls) != 0 {
		t.Errorf("%+v after %d calls", o, len(s.calls))
	}
	// Without a count of the provider it is guessed from the length.
	l, s = loop(t, &desk{}, took(0, use("read_file", `{"path":"huge"}`)), took(0, words(strings.Repeat("y", 60_000))))
	l.Context = 20_000
	if o := ran(t, l); o.End != agent.EndBudget || len(s.calls) != 2 {
		t.Errorf("%+v after %d calls", o, len(s.calls))
	}
}

// Results that exceed the room left are shortened before they are sent, so that the conversation can still be handed
// over.
func TestResultsAreFittedToTheRoomThatIsLeft(t *testing.T) {
	d := &desk{}
	l, s := loop(t, d,
		took(1000, use("read_file", `{"path":"huge"}`), use("read_file", `{"path":"huge"}`), use("read_file", `{"path":"b"}`)),
		took(19_000, use("write_cache", `{"text":"x"}`)), submit())
	l.Context, l.Work = 20_000, continued(func() string { return "Go on." })
	if o := ran(t, l); o.End != agent.EndSubmitted || o.Conversations != 2 {
		t.Errorf("%+v", o)
	}
	r := s.results(2)
	if n := len(r[0].Text) + len(r[1].Text); n > 3*19_000 || !strings.Contains(r[1].Text, "nearly full") || !strings.Contains(r[2].Text, "contents of b") {
		t.Errorf("%d bytes of results; %.80q, %q", n, r[1].Text, r[2].Text)
	}
	if !strings.Contains(s.said(2), "nearly full") {
		t.Errorf("said %q", s.said(2))
	}
}

func TestBehaviour04OverflowIsHandedOverOnce(t *testing.T) {
	overflow := fails(&model.Error{Class: model.Overflow, Message: "prompt is too long: 210000 tokens > 200000 maximum"})
	window := stops(model.StopWindow, words("What I"), use("write_cache", `{"text":"never"}`))
	for name, full := range map[string]func(model.Call) (model.Response, error){"error": overflow, "stop": window} {
		d := &desk{}
		l, s := loop(t, d, tools(use("read_file", `{"path":"huge"}`)), full, submit())
		l.Work = continued(func() string { return "Go on." })
		if o := ran(t, l); o.End != agent.EndSubmitted || o.Conversations != 2 || len(s.calls[2].Messages) != 1 || len(d.written) > 0 {
			t.Errorf("%s: %+v, %+v", name, o, d)
		}
		l, _ = loop(t, d, tools(use("read_file", `{"path":"huge"}`)), full, tools(use("read_file", `{"path":"huge"}`)), full)
		l.Work = continued(func() string { return "Go on." })
		if o := ran(t, l); o.End != agent.EndBudget || o.Conversations != 2 {
			t.Errorf("%s twice: %+v", name, o)
		}
		for how, handover := range map[string]func() string{"not at all": nil, "longer": func() string { return strings.Repeat("x", 5000) }, "with nothing": func() string { return " " }} {
			l, s = loop(t, d, full)
			l.Journal = &memory{}
			if handover != nil {
				l.Work = continued(handover)
			}
			for range 2 { // the second knows it from the journal
				if o := ran(t, l); o.End != agent.EndBudget || o.Conversations != 1 || len(s.calls) != 1 {
					t.Errorf("%s, handed over %s: %+v", name, how, o)
				}
			}
		}
	}
}

// A conversation is handed over twice at most, also if the third time it is the model that finds it too long.
func TestOverflowAfterTwoHandoversEnds(t *testing.T) {
	full := func() func(model.Call) (model.Response, error) {
		return took(9000, use("write_cache", `{"text":"x"}`))
	}
	overflow := fails(&model.Error{Class: model.Overflow, Message: "prompt is too long"})
	l, s := loop(t, &desk{}, full(), full(), full(), full(), tools(use("read_file", `{"path":"huge"}`)), overflow)
	l.Turns, l.Context, l.Work = 20, 10_000, continued(func() string { return "Go on." })
	if o := ran(t, l); o.End != agent.EndBudget || o.Conversations != 3 || len(s.calls) != 6 || !strings.Contains(o.Detail, "too long for the model") {
		t.Errorf("%+v after %d calls", o, len(s.calls))
	}
}

// The size of a call is the number of tokens of the last prompt, as the provider counts it, and an estimate of the rest.
func TestCallOfExactlyTheBudgetIsMade(t *testing.T) {
	l, s := loop(t, &desk{}, submit())
	ran(t, l)
	first := s.calls[0].Estimate()
	said, read := words("Reading."), use("read_file", `{"path":"a"}`)
	second := 500 + tokens(said, read) + tokens(model.Answer(read, "1\tcontents of a", false), words("9 of 10 turns are left."))
	for budget, calls := range map[int64]int{first - 1: 0, first: 1, max(first, second) - 1: 1, max(first, second): 2} {
		l, s := loop(t, &desk{}, took(500, said, read), submit())
		if l.Context = budget; budget == first {
			s.answers = s.answers[1:]
		}
		if o := ran(t, l); len(s.calls) != calls || calls == 0 && o.End != agent.EndBudget {
			t.Errorf("with %d tokens for a first call of %d and a second of %d: %d calls, %+v", budget, first, second, len(s.calls), o)
		}
	}
}

// A server may report any number of tokens.
func TestImpossibleCountOfTokensEndsTheConversation(t *testing.T) {
	l, s := loop(t, &desk{}, took(math.MaxInt64, use("read_file", `{"path":"a"}`)))
	l.Context = 1000
	if o := ran(t, l); o.End != agent.EndBudget || len(s.calls) != 1 {
		t.Errorf("%+v after %d calls", o, len(s.calls))
	}
}

// A conversation is nearly full at 80 % of its budget, its last results included.
func TestConversationIsNearlyFullAt80Percent(t *testing.T) {
	read := use("read_file", `{"path":"a"}`)
	results := tokens(read) + tokens(model.Answer(read, "1\tcontents of a", false))
	for prompt, want := range map[int64]bool{8000 - results: true, 8000 - results - 1: false} {
		l, s := loop(t, &desk{}, took(prompt, read), submit())
		l.Context, l.Work = 10_000, continued(func() string { return "Go on." })
		ran(t, l)
		if got := strings.Contains(s.said(2), "nearly full"); got != want {
			t.Errorf("a prompt of %d tokens and %d of results: the model is told that the conversation is nearly full is %t", prompt, results, got)
		}
	}
	l, s := loop(t, &desk{}, took(9000, read), submit())
	l.Work = continued(func() string { return "Go on." })
	if ran(t, l); s.said(2) != "9 of 10 turns are left." {
		t.Errorf("without a budget the model is told %q", s.said(2))
	}
}

// Nineteen twentieths of the budget are for results, at three bytes a token. Of a result for which no room is left the
// beginning is shown.
func TestRoomOfResults(t *testing.T) {
	for _, c := range []struct{ prompt, budget int64 }{{1000, 12_000}, {19_000, 20_000}, {30_000, 20_000}} {
		read := use("read_file", `{"path":"huge"}`)
		other := use("read_file", `{"path":"72 KiB"}`)
		l, _ := loop(t, &desk{}, took(c.prompt, read, other), submit())
		j := &memory{}
		l.Context, l.Journal = c.budget, j
		ran(t, l)
		most := max(3*(c.budget-c.budget/20-c.prompt-tokens(read, other)), 512)
		results := string(j.kept[3])
		for _, want := range []string{fmt.Sprintf("the first %d of 120000 bytes; the conversation is nearly full", most), "the first 512 of 73728 bytes; the conversation is nearly full"} {
			if !strings.Contains(results, want) {
				t.Errorf("a prompt of %d tokens: want a result with %q, got one that ends in %s", c.prompt, want, results[len(results)-300:])
			}
		}
	}
}

// A new conversation does not begin if it would not be shorter than the full one.
func TestHandoverIsShorterThanTheConversation(t *testing.T) {
	full := fails(&model.Error{Class: model.Overflow})
	l, s := loop(t, &desk{}, full)
	l.Work = continued(func() string { return "" })
	ran(t, l)
	size := int(3 * model.Call{Messages: s.calls[0].Messages}.Estimate())
	for n, conversations := range map[int]int{size: 1, size - 1: 2} {
		l, _ := loop(t, &desk{}, full, submit())
		l.Work = continued(func() string { return strings.Repeat("x", n) })
		if o := ran(t, l); o.Conversations != conversations {
			t.Errorf("an opening of %d bytes for a conversation of %d: %+v", n, size, o)
		}
	}
}

// The last turn is announced to a new conversation, too.
func TestNewConversationIsToldItsLastTurn(t *testing.T) {
	for turns, want := range map[int]bool{3: true, 4: false} {
		l, s := loop(t, &desk{}, took(9000, use("read_file", `{"path":"a"}`)), took(9000, use("write_cache", `{"text":"x"}`)), submit())
		l.Turns, l.Context, l.Work = turns, 10_000, continued(func() string { return "Go on." })
		if ran(t, l); strings.Contains(s.said(3), "last turn") != want {
			t.Errorf("with %d turns the third call says %q", turns, s.said(3))
		}
	}
}

// A model that stores nothing although it is asked to gets no further message.
func TestNearlyFullConversationWithoutCallsIsHandedOver(t *testing.T) {
	l, s := loop(t, &desk{}, took(8500, use("read_file", `{"path":"a"}`)), stops(model.StopEnd, words("Later.")), submit())
	j := &memory{}
	l.Context, l.Work, l.Journal = 10_000, continued(func() string { return "Go on." }), j
	for range 2 { // the second run reads the journal
		if o := ran(t, l); o.End != agent.EndSubmitted || o.Conversations != 2 || s.said(3) != "Go on." || len(s.calls) != 3 || j.resets > 0 {
			t.Errorf("%+v after %d calls and %d resets, the third call says %q", o, len(s.calls), j.resets, s.said(3))
		}
	}
	l, s = loop(t, &desk{}, took(8500, use("read_file", `{"path":"a"}`)), stops(model.StopEnd, words("Later.")))
	j = &memory{}
	l.Context, l.Work, l.Journal = 10_000, continued(func() string { return "" }), j
	for range 2 {
		if o := ran(t, l); o.End != agent.EndBudget || len(s.calls) != 2 || j.resets > 0 {
			t.Errorf("without an opening: %+v after %d calls and %d resets", o, len(s.calls), j.resets)
		}
	}
}
