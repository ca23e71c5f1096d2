package agent_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// sleeping returns a client that answers as s does, after a second and the given parts of the answer.
type sleeping struct {
	*scripted
	parts []model.Delta
}

func (s sleeping) Complete(ctx context.Context, c model.Call, show func(model.Delta)) (model.Response, error) {
	time.Sleep(time.Second)
	for _, d := range s.parts {
		show(d)
	}
	return s.scripted.Complete(ctx, c, nil)
}

func TestEventsOfALoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ev events
		l, s := loop(t, &desk{},
			func(model.Call) (model.Response, error) {
				return model.Response{Stop: model.StopTools, Prompt: 9, Blocks: []model.Block{words("x"), use("read_file", `{"path":"a"}`), use("read_file", "{\"path\":\"g\\u001bone\\n\"}"), use("write_cache", `{"path":5,"text":""}`)}}, nil
			},
			stops(model.StopEnd, words("I\nthink\x1b[31m "+strings.Repeat("é", 300))),
			tools(use(strings.Repeat("n", 100), `{"path":["a"]}`), use("submit_report", `{"summary":"done"}`)))
		l.Client = sleeping{scripted: s}
		handle := l.Tools[0].Handle
		l.Tools[0].Handle = func(ctx context.Context, args json.RawMessage) (tool.Result, error) {
			time.Sleep(2 * time.Second)
			return handle(ctx, args)
		}
		base := luminos.Event{Pass: luminos.PassDirectories, Unit: "src", Done: 3, Total: 7, Turns: 10}
		l.Event, l.Sink = base, ev.sink
		l.Event.Kind, l.Event.Turns = "nonsense", 5
		ran(t, l)
		with := func(kind luminos.EventKind, turn int, edit func(*luminos.Event)) luminos.Event {
			e := base
			e.Kind, e.Turn = kind, turn
			edit(&e)
			return e
		}
		call := func(turn int, text string, u luminos.Usage) luminos.Event {
			return with(luminos.EventCall, turn, func(e *luminos.Event) {
				e.Model, e.Text, e.Usage, e.Seconds, e.Priced = "m", text, u, 1, u == luminos.Usage{}
			})
		}
		want := []luminos.Event{
			call(1, "read_file a, read_file gone, write_cache", luminos.Usage{}),
			call(2, "I think "+strings.Repeat("é", 191)+"…", luminos.Usage{Input: 100, Output: 10}),
			call(3, strings.Repeat("n", 100)+", submit_report", luminos.Usage{Input: 100, Output: 10}),
		}
		if diff := cmp.Diff(want, ev.of(luminos.EventCall)); diff != "" {
			t.Errorf("calls (-want +got):\n%s", diff)
		}
		made := func(turn int, name string, p luminos.Path, text, result string, seconds float64) luminos.Event {
			return with(luminos.EventTool, turn, func(e *luminos.Event) {
				e.Tool, e.Path, e.Text, e.Seconds, e.Bytes, e.SHA256 = name, p, text, seconds, len(result), fmt.Sprintf("%x", sha256.Sum256([]byte(result)))
			})
		}
		unfit := s.results(2)[2].Text
		failed := made(1, "write_cache", "", strings.Split(unfit, "\n")[0], unfit, 0)
		failed.Failed = true
		no := strings.Repeat("n", 79) + "… was not run: there is no such tool; there are read_file, write_cache, submit_report, request_turns."
		unknown := made(3, strings.Repeat("n", 79)+"…", "", no, no, 0)
		unknown.Failed = true
		want = []luminos.Event{
			made(1, "read_file", "a", `{"path":"a"}`, "1\tcontents of a", 2),
			made(1, "read_file", "gone", `{"path":"g\u001bone\n"}`, "1\tcontents of g\uFFFDone\n", 2), failed,
			unknown, made(3, "submit_report", "", `{"summary":"done"}`, "accepted", 0),
		}
		if diff := cmp.Diff(want, ev.of(luminos.EventTool)); diff != "" {
			t.Errorf("tools (-want +got):\n%s", diff)
		}
		if n := ev.of(luminos.EventNote); len(n) != 1 || !strings.Contains(n[0].Text, "no tool") || n[0].Turn != 2 {
			t.Errorf("notes: %+v", n)
		}
	})
}

// While an answer arrives, the user sees its latest text or the tool that it calls.
func TestPartsOfAnAnswerAreEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ev events
		l, s := loop(t, &desk{}, submit())
		l.Sink = ev.sink
		long := strings.Repeat("é", 150) + "x" // 301 bytes
		l.Client = sleeping{s, []model.Delta{
			{Kind: model.Text, Text: "I\n"}, {Kind: model.Text, Text: "see"}, {Kind: model.ToolUse, Name: "read_file"}, {Kind: model.Text},
			{Kind: model.Text, Text: "then"}, {Restart: true, Text: "broken off"}, {Kind: model.Text, Text: "now"}, {Kind: model.ToolUse, Name: "a\x1bb" + strings.Repeat("!", 100)}, {Kind: model.Text, Text: long},
		}}
		ran(t, l)
		var got []string
		for _, e := range ev.of(luminos.EventProgress) {
			got = append(got, e.Tool+":"+e.Text)
			if e.Turn != 1 {
				t.Errorf("%+v is an event of turn 1", e)
			}
		}
		want := []string{":I", ":I see", "read_file:", ":then", ":asking again: broken off", ":now", "ab" + strings.Repeat("!", 77) + "…:", ":" + strings.Repeat("é", 99) + "x"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}

// Thinking is an event when its short form changes, not for each part, and it does not mix with the text that follows.
func TestThinkingIsAnEventOnceASentence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ev events
		l, s := loop(t, &desk{}, submit())
		l.Sink = ev.sink
		var parts []model.Delta
		for p := range slices.Chunk([]byte("I read the walk. It opens each file once. "), 3) {
			parts = append(parts, model.Delta{Kind: model.Thinking, Text: string(p)})
		}
		l.Client = sleeping{s, append(parts, []model.Delta{
			{Kind: model.Text, Text: "So it"}, {Kind: model.Thinking, Text: "Hm"}, {Restart: true, Text: "cut"},
			{Kind: model.Thinking, Text: "Hm"}, {Kind: model.ToolUse, Name: "read_file"},
		}...)}
		ran(t, l)
		var got []string
		for _, e := range ev.of(luminos.EventProgress) {
			got = append(got, e.Text+e.Tool)
		}
		want := []string{"thinking", "“I read the walk.”", "“It opens each file once.”", "So it",
			"thinking", "asking again: cut", "thinking", "read_file"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}

// A call is priced by the requested model or, if that has no price, by the model that answered.
func TestPriceOfTheModelThatAnswered(t *testing.T) {
	used := luminos.Usage{Input: 1000, Output: 10}
	want, _ := model.ListPrices().Cost(model.DefaultStrong, used)
	for name, priced := range map[string]bool{model.DefaultStrong: true, "unknown": false} {
		var ev events
		l, _ := loop(t, &desk{}, func(model.Call) (model.Response, error) {
			return model.Response{Model: name, Stop: model.StopTools, Blocks: []model.Block{use("submit_report", `{"summary":"s"}`)}, Usage: used, Prompt: 5}, nil
		})
		l.Sink = ev.sink
		ran(t, l)
		if e := ev.of(luminos.EventCall)[0]; e.Priced != priced || priced && e.Cost != want || e.Answered != name {
			t.Errorf("answered by %s: %+v, want a price %t", name, e, priced)
		}
	}
}

func TestBehaviour15AttemptsThatFailedAreBilled(t *testing.T) {
	var ev events
	again := func(model.Call) (model.Response, error) {
		return model.Response{Stop: model.StopEnd, Blocks: []model.Block{words("a")}, Usage: luminos.Usage{Input: 1000, Output: 10}, Wasted: luminos.Usage{Input: 2000}, Prompt: 1000}, nil
	}
	broken := fails(&model.Error{Class: model.Cut, Message: "broke\noff", Usage: luminos.Usage{Input: 3000}})
	l, _ := loop(t, &desk{}, again, broken)
	l.Model, l.Prices, l.Sink = model.DefaultStrong, model.ListPrices(), ev.sink
	if _, err := l.Run(t.Context()); !model.IsClass(err, model.Cut) {
		t.Errorf("%v", err)
	}
	calls := ev.of(luminos.EventCall)
	if len(calls) != 2 || calls[0].Usage.Input != 3000 || calls[1].Usage.Input != 3000 || !calls[1].Failed || !calls[0].Priced || !calls[1].Priced {
		t.Fatalf("%+v", calls)
	}
	one, _ := model.ListPrices().Cost(l.Model, luminos.Usage{Input: 1000, Output: 10})
	two, _ := model.ListPrices().Cost(l.Model, luminos.Usage{Input: 2000})
	three, _ := model.ListPrices().Cost(l.Model, luminos.Usage{Input: 3000})
	if calls[0].Cost != one.Plus(two) || calls[1].Cost != three || one == 0 || strings.Contains(calls[1].Text, "\n") {
		t.Errorf("%+v, want %v and %v", calls, one.Plus(two), three)
	}
	ev.all = nil
	l, _ = loop(t, &desk{}, again, broken)
	l.Prices, l.Sink = model.ListPrices(), ev.sink
	if _, err := l.Run(t.Context()); err == nil {
		t.Error("no error")
	}
	for _, c := range ev.of(luminos.EventCall) {
		if c.Priced || c.Cost != 0 {
			t.Errorf("a price of a model that has none: %+v", c)
		}
	}
}

// The system prompt and the first message leave the machine as the results of tools do.
func TestOpeningIsReportedAsSent(t *testing.T) {
	var ev events
	l, s := loop(t, &desk{}, submit())
	l.Sink, l.Event = ev.sink, luminos.Event{Pass: luminos.PassSurvey, Provider: "anthropic"}
	ran(t, l)
	sent := ev.of(luminos.EventSent)
	if len(sent) != 2 {
		t.Fatalf("got %+v", sent)
	}
	for i, text := range []string{s.calls[0].System, s.calls[0].Messages[0].Blocks[0].Text} {
		if e := sent[i]; e.Bytes != len(text) || e.SHA256 != fmt.Sprintf("%x", sha256.Sum256([]byte(text))) || e.Provider != "anthropic" || e.Pass != luminos.PassSurvey {
			t.Errorf("got %+v for %q", e, text)
		}
	}
}

// A run that is broken off between two attempts has paid for the first one.
func TestBehaviour15InterruptedCallIsBilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ev events
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("the user went away")
		l, _ := loop(t, &desk{}, fails(&model.Error{Class: model.Cut, Usage: luminos.Usage{Input: 3000}}))
		l.Client = model.Retry(l.Client, model.Policy{Failed: func(context.Context, *model.Error, time.Duration, bool) {
			time.AfterFunc(time.Millisecond, func() { cancel(why) })
		}})
		l.Model, l.Prices, l.Sink = model.DefaultStrong, model.ListPrices(), ev.sink
		if _, err := l.Run(ctx); err != why {
			t.Errorf("got %v, want %v", err, why)
		}
		if calls := ev.of(luminos.EventCall); len(calls) != 1 || calls[0].Usage.Input != 3000 || !calls[0].Failed || !calls[0].Priced || calls[0].Cost == 0 || calls[0].Text != why.Error() {
			t.Errorf("got %+v", calls)
		}
	})
}
