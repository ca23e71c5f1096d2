package agent_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/model"
)

func TestEventsOfALoop(t *testing.T) {
	var ev events
	var ticks atomic.Int64
	l, _ := loop(t, &desk{},
		func(model.Call) (model.Response, error) {
			return model.Response{Stop: model.StopTools, Prompt: 9, Blocks: []model.Block{words("x"), use("read_file", `{"path":"a"}`), use("read_file", "{\"path\":\"g\\u001bone\\n\"}"), use("write_cache", `{"path":5,"text":""}`)}}, nil
		},
		stops(model.StopEnd, words("I\nthink\x1b[31m "+strings.Repeat("é", 300))),
		submit())
	l.Event = luminos.Event{Pass: luminos.PassDirectories, Unit: "src", Kind: "nonsense"}
	l.Sink = ev.sink
	l.Clock = func() time.Time { return time.Unix(ticks.Add(1), 0) }
	ran(t, l)
	base := luminos.Event{Pass: luminos.PassDirectories, Unit: "src", Turns: 10}
	with := func(turn int, edit func(*luminos.Event)) luminos.Event {
		e := base
		e.Turn = turn
		edit(&e)
		return e
	}
	call := func(turn int, text string, u luminos.Usage) luminos.Event {
		return with(turn, func(e *luminos.Event) {
			e.Kind, e.Model, e.Text, e.Usage, e.Seconds = luminos.EventCall, "m", text, u, 1
			e.Priced = u == luminos.Usage{}
		})
	}
	want := []luminos.Event{
		call(1, "read_file a, read_file gone, write_cache", luminos.Usage{}),
		call(2, "I think[31m "+strings.Repeat("é", 187)+"…", luminos.Usage{Input: 100, Output: 10}),
		call(3, "submit_report", luminos.Usage{Input: 100, Output: 10}),
	}
	if diff := cmp.Diff(want, ev.of(luminos.EventCall)); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	byPath := map[luminos.Path]luminos.Event{}
	for _, e := range ev.of(luminos.EventTool) {
		byPath[luminos.Path(e.Tool)+" "+e.Path] = e
	}
	if e := byPath["read_file a"]; len(byPath) != 4 || e.Failed || e.Text != `{"path":"a"}` || e.Turn != 1 || e.Seconds <= 0 || e.Bytes == 0 || len(e.SHA256) != 64 {
		t.Errorf("tools: %+v", byPath)
	}
	if e := byPath["write_cache "]; !e.Failed || !strings.Contains(e.Text, "do not fit") {
		t.Errorf("a failed call: %+v", e)
	}
	if n := ev.of(luminos.EventNote); len(n) != 1 || !strings.Contains(n[0].Text, "no tool") || n[0].Turn != 2 {
		t.Errorf("notes: %+v", n)
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

// A run that is broken off between two attempts has paid for the first one.
func TestBehaviour15InterruptedCallIsBilled(t *testing.T) {
	var ev events
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("the user went away")
	l, _ := loop(t, &desk{}, fails(&model.Error{Class: model.Cut, Usage: luminos.Usage{Input: 3000}}))
	l.Client = model.Retry(l.Client, model.Policy{Failed: func(*model.Error, time.Duration, bool) {
		time.AfterFunc(time.Millisecond, func() { cancel(why) })
	}})
	l.Model, l.Prices, l.Sink = model.DefaultStrong, model.ListPrices(), ev.sink
	if _, err := l.Run(ctx); err != why {
		t.Errorf("got %v, want %v", err, why)
	}
	if calls := ev.of(luminos.EventCall); len(calls) != 1 || calls[0].Usage.Input != 3000 || !calls[0].Failed || !calls[0].Priced || calls[0].Cost == 0 || calls[0].Text != why.Error() {
		t.Errorf("got %+v", calls)
	}
}
