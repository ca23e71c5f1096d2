package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// scripted is a client that answers from a list. It holds every call against
// the rules, and against the calls before: nothing that was sent may change.
type scripted struct {
	t       testing.TB
	answers []func(model.Call) (model.Response, error)
	calls   []model.Call
	known   [][]model.Message // conversations, as they were last sent
}

func (s *scripted) Complete(ctx context.Context, c model.Call, _ func(model.Delta)) (model.Response, error) {
	s.t.Helper()
	if err := c.Check(); err != nil {
		s.t.Errorf("call %d: %v", len(s.calls)+1, err)
	}
	s.appended(c)
	c.Messages = slices.Clone(c.Messages)
	s.calls = append(s.calls, c)
	if len(s.calls) > len(s.answers) {
		s.t.Fatalf("call %d is one more than the script has answers for: %+v", len(s.calls), c.Messages[len(c.Messages)-1])
	}
	return s.answers[len(s.calls)-1](c)
}

// appended fails unless a call goes on from one before, or begins a conversation.
func (s *scripted) appended(c model.Call) {
	if len(s.known) > 0 {
		old := s.known[len(s.known)-1]
		n := len(old)
		if n > 0 && old[n-1].Role == model.Assistant {
			n-- // after a pause the last turn grows
		}
		if len(c.Messages) >= n && reflect.DeepEqual(old[:n], c.Messages[:n]) {
			if n < len(old) && !reflect.DeepEqual(old[n].Blocks, c.Messages[n].Blocks[:len(old[n].Blocks)]) {
				s.t.Errorf("call %d edits what was said before a pause", len(s.calls)+1)
			}
			s.known[len(s.known)-1] = slices.Clone(c.Messages)
			return
		}
		if len(c.Messages) > 1 {
			s.t.Errorf("call %d does not go on from the one before", len(s.calls)+1)
		}
	}
	s.known = append(s.known, slices.Clone(c.Messages))
}

func (*scripted) Count(context.Context, model.Call) (int64, error) { return 0, errors.New("not asked") }
func (*scripted) Window(context.Context, string) (model.Window, error) {
	return model.Window{}, errors.New("not asked")
}

// said returns the text beside the results in the last turn of call n (from 1).
func (s *scripted) said(n int) string {
	s.t.Helper()
	if n > len(s.calls) {
		s.t.Fatalf("there are only %d calls", len(s.calls))
	}
	m := s.calls[n-1].Messages
	texts := 0
	var text string
	for _, b := range m[len(m)-1].Blocks {
		if b.Kind == model.Text {
			texts++
			text = b.Text
		}
	}
	if texts > 1 {
		s.t.Errorf("call %d: the last turn has %d texts", n, texts)
	}
	return text
}

// results returns the results in the last turn of call n.
func (s *scripted) results(n int) []model.Block {
	s.t.Helper()
	if n > len(s.calls) {
		s.t.Fatalf("there are only %d calls", len(s.calls))
	}
	m := s.calls[n-1].Messages
	var all []model.Block
	for _, b := range m[len(m)-1].Blocks {
		if b.Kind == model.Result {
			all = append(all, b)
		}
	}
	return all
}

var uses int // numbers the ids of uses; tests that share it are not parallel

func use(name, input string) model.Block {
	uses++
	return model.Block{Kind: model.ToolUse, ID: fmt.Sprintf("u%d", uses), Name: name, Input: input}
}

func words(s string) model.Block { return model.Block{Kind: model.Text, Text: s} }

// stops returns an answer with a reason to stop.
func stops(stop model.Stop, blocks ...model.Block) func(model.Call) (model.Response, error) {
	return func(model.Call) (model.Response, error) {
		return model.Response{Model: "m", Blocks: blocks, Stop: stop, Prompt: 100, Usage: luminos.Usage{Input: 100, Output: 10}, Attempts: 1}, nil
	}
}

func tools(blocks ...model.Block) func(model.Call) (model.Response, error) {
	return stops(model.StopTools, blocks...)
}

func fails(err error) func(model.Call) (model.Response, error) {
	return func(model.Call) (model.Response, error) { return model.Response{}, err }
}

func submit() func(model.Call) (model.Response, error) {
	return tools(use("submit_report", `{"summary":"done"}`))
}

// desk holds the data that tools of a test read and write.
type desk struct {
	mu      sync.Mutex
	read    []string // paths, in the order of the calls
	written []string
	report  string
	granted int
	forgets int
}

type (
	pathArgs struct {
		Path string `json:"path"`
	}
	noteArgs struct {
		Text string `json:"text"`
	}
	reportArgs struct {
		Summary string `json:"summary"`
	}
)

// tools returns a tool that reads, a tool that writes down, a tool that submits, and a tool that grants turns.
func (d *desk) tools() []tool.Tool {
	list := []tool.Tool{
		tool.New[pathArgs, struct{}]("read_file", "Read", "Reads a file.", func(_ context.Context, in pathArgs) (tool.Result, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.read = append(d.read, in.Path)
			switch in.Path {
			case "empty":
				return tool.Result{Text: " \n"}, nil
			case "72 KiB":
				return tool.Result{Text: strings.Repeat("x", 73_728)}, nil
			case "one more":
				return tool.Result{Text: strings.Repeat("x", 73_728) + "y"}, nil
			case "huge":
				return tool.Result{Text: strings.Repeat("ö", 60_000)}, nil
			case "control":
				return tool.Result{Text: "a\x1b[31m\x00b\r\nc\td\xff\u009b"}, nil
			case "gone":
				return tool.Failure("%s: there is no such file\nask for another", in.Path), nil
			case "panic":
				panic("broken")
			case "long error":
				return tool.Result{}, errors.New(strings.Repeat("long ", 100))
			case "error":
				return tool.Result{}, errors.New("the disk is on fire")
			}
			return tool.Result{Text: "1\tcontents of " + in.Path}, nil
		}),
		tool.New[noteArgs, struct{}]("write_cache", "Write", "Writes down.", func(_ context.Context, in noteArgs) (tool.Result, error) {
			d.written = append(d.written, in.Text)
			return tool.Result{Text: fmt.Sprintf("%d written", len(d.written))}, nil
		}),
		tool.New[reportArgs, struct{}]("submit_report", "Submit", "Submits.", func(_ context.Context, in reportArgs) (tool.Result, error) {
			if in.Summary == "" {
				return tool.Failure("the summary is empty"), nil
			}
			d.report = in.Summary
			return tool.Result{Text: "accepted", Ends: true}, nil
		}),
		tool.New[struct{}, struct{}]("request_turns", "Turns", "Asks for turns.", func(context.Context, struct{}) (tool.Result, error) {
			d.granted += 2
			return tool.Result{Text: "two more"}, nil
		}),
	}
	for i := range list {
		list[i].Local = list[i].Name != "read_file"
	}
	return list
}

// memory is a journal that does not last. It breaks at the failing-th
// operation: before it is done, or after.
type memory struct {
	kept    []json.RawMessage
	durable []bool
	ops     int
	failing int
	after   bool
	resets  int
	stuck   bool // Reset fails
}

var errBroken = errors.New("the disk is full")

func (m *memory) Records() []json.RawMessage { return slices.Clone(m.kept) }

func (m *memory) Reset() error {
	m.resets++
	if m.stuck {
		return errBroken
	}
	m.kept, m.durable = nil, nil
	return nil
}

func (m *memory) Append(record any, durable bool) error {
	m.ops++
	broken := m.ops == m.failing
	if broken && !m.after {
		return errBroken
	}
	b, err := json.Marshal(record)
	if err != nil {
		return err
	}
	m.kept, m.durable = append(m.kept, b), append(m.durable, durable)
	if broken {
		return errBroken
	}
	return nil
}

// events collects.
type events struct {
	mu  sync.Mutex
	all []luminos.Event
}

func (e *events) sink(ev luminos.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all = append(e.all, ev)
}

func (e *events) of(kind luminos.EventKind) []luminos.Event {
	return slices.DeleteFunc(slices.Clone(e.all), func(ev luminos.Event) bool { return ev.Kind != kind })
}

// loop returns a conversation over a desk with scripted answers.
func loop(t testing.TB, d *desk, answers ...func(model.Call) (model.Response, error)) (agent.Loop, *scripted) {
	s := &scripted{t: t, answers: answers}
	return agent.Loop{
		Client: s, Terms: agent.Terms{Model: "m", System: "You look.", Opening: "Look at src."}, Limits: agent.Limits{Turns: 10},
		Tools: d.tools(), Submit: "submit_report",
	}, s
}

// ran runs a loop that must not fail.
func ran(t *testing.T, l agent.Loop) agent.Outcome {
	t.Helper()
	o, err := l.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// continued is work from which a fresh conversation begins with the given opening.
type continued func() string

func (c continued) Handover() string { return c() }
func (continued) Forget()            {}

// Borrowed makes a desk work that lends turns.
func (d *desk) Borrowed() int { return d.granted }

// Forget deletes everything that was written.
func (d *desk) Forget() {
	d.forgets++
	d.read, d.written, d.report, d.granted = nil, nil, "", 0
}

// tokens returns the estimate of the tokens of a message.
func tokens(blocks ...model.Block) int64 {
	return model.Call{Messages: []model.Message{{Blocks: blocks}}}.Estimate()
}

// joined is a desk from which a fresh conversation can begin.
type joined struct{ *desk }

func (j joined) Handover() string { return "Go on from " + strings.Join(j.written, ",") }
