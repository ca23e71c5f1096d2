package agent_test

import (
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
