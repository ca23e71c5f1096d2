package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/tool"
)

var update = flag.Bool("update", false, "rewrite testdata/messages.golden")

// Stored answers are used again as long as agent.Version stays. So the file holds all texts that the loop itself sends,
// below their version. A change of a text raises the version.
func TestMessagesToTheModel(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "version %d\n", agent.Version)
	story := func(title string, edit func(*agent.Loop), answers ...func(model.Call) (model.Response, error)) {
		fmt.Fprintf(&b, "\n# %s\n", title)
		l, s := loop(t, &desk{}, answers...)
		if edit != nil {
			edit(&l)
		}
		ran(t, l)
		for _, c := range s.calls {
			for _, block := range c.Messages[len(c.Messages)-1].Blocks {
				fmt.Fprintf(&b, "%s: %s\n", block.Kind, strings.TrimLeft(block.Text, "x"))
			}
			if len(c.Messages) > 1 && c.Messages[1].Blocks[0].Text == "(no answer)" {
				fmt.Fprintln(&b, "in place of an answer: (no answer)")
			}
		}
	}
	read := func(path string) model.Block { return use("read_file", `{"path":"`+path+`"}`) }
	fresh := func(l *agent.Loop) { l.Context, l.Work = 10_000, continued(func() string { return "Go on." }) }

	story("one turn", func(l *agent.Loop) { l.Turns = 1 }, submit())
	story("one turn that may become more", func(l *agent.Loop) { l.Turns, l.Work = 1, &desk{} }, submit())
	story("no tool", nil, stops(model.StopEnd, words("Well.")), stops(model.StopEnd), submit())
	story("rejected calls", nil, tools(use("delete_all", `{}`), use("read_file", `[`), read("a"), read("a"), read("a"), read("error"), read("empty"),
		use(strings.Repeat("n", 100), `{}`), read("long error")), submit())
	story("too many calls", nil, tools(append(twentyCalls(read), read("late"))...), submit())
	story("an answer that is cut", func(l *agent.Loop) { l.MaxOutput = 64_000 }, stops(model.StopLimit, read("a")), submit())
	story("an answer that ends before its calls", nil, stops(model.Stop("strange"+strings.Repeat("!", 100)), read("a")), submit())
	story("a long result", nil, tools(read("one more")), submit())
	story("nearly full", func(l *agent.Loop) { fresh(l); l.Savers = []string{"write_cache", "checkpoint"} }, took(8500, read("a")), took(8600, read("b")), submit())
	story("nearly full without tools that store", fresh, took(8500, read("a")), submit())
	story("nearly full before the last turn", func(l *agent.Loop) { fresh(l); l.Turns = 2 }, took(8500, read("a")), submit())
	story("full at the last turn", func(l *agent.Loop) { fresh(l); l.Turns = 3 }, took(8500, read("a")), took(8600, read("b")), submit())
	synctest.Test(t, func(t *testing.T) {
		story("a slow tool", func(l *agent.Loop) {
			l.Tools[0].Handle = func(ctx context.Context, _ json.RawMessage) (tool.Result, error) {
				<-ctx.Done()
				return tool.Result{}, ctx.Err()
			}
		}, tools(read("a")), submit())
	})

	const file = "testdata/messages.golden"
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(file, []byte(b.String()), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("a text changed: raise agent.Version and run with -update (-want +got):\n%s", diff)
	}
}

// twentyCalls returns 20 calls that read files with different names.
func twentyCalls(read func(string) model.Block) (calls []model.Block) {
	for i := range 20 {
		calls = append(calls, read(fmt.Sprint(i)))
	}
	return calls
}

// A note states why a conversation does not take its usual course.
func TestNotesToTheUser(t *testing.T) {
	read := use("read_file", `{"path":"a"}`)
	long := fails(&model.Error{Class: model.Overflow, Message: "prompt is too long"})
	var ids []model.Block
	for i := range 21 {
		ids = append(ids, use("read_file", fmt.Sprintf(`{"path":"f%d"}`, i)))
	}
	answers := func(list ...func(model.Call) (model.Response, error)) []func(model.Call) (model.Response, error) {
		return list
	}
	for name, test := range map[string]struct {
		turns   int
		budget  int64
		handed  bool
		answers []func(model.Call) (model.Response, error)
		want    []string
	}{
		"the usual course":              {10, 0, false, answers(tools(ids[:20]...), submit()), nil},
		"too many calls":                {10, 0, false, answers(tools(ids...), submit()), []string{"1 more call of one turn"}},
		"no tool":                       {10, 0, false, answers(stops(model.StopEnd, words("x")), submit()), []string{"m called no tool"}},
		"no turns left":                 {1, 0, false, answers(tools(read)), []string{"all 1 turns are used up"}},
		"no turns left, without a call": {1, 0, false, answers(stops(model.StopEnd, words("x"))), []string{"all 1 turns are used up"}},
		"no tokens left":                {10, 5000, false, answers(took(4999, read)), []string{"the context budget is 5000"}},
		"too long":                      {10, 0, false, answers(long), []string{"too long for m", "cannot be handed over"}},
		"a full window":                 {10, 0, false, answers(stops(model.StopWindow)), []string{"filled the window of m", "cannot be handed over"}},
		"handed over":                   {10, 0, true, answers(tools(read), long, submit()), []string{"too long for m", "a fresh one goes on"}},
		"nearly full":                   {10, 5000, true, answers(took(4500, read), took(4600, read), submit()), []string{"nearly full", "a fresh one goes on"}},
		"a refusal":                     {10, 0, false, answers(stops(model.StopRefusal)), []string{"m declines to go on: no reason is given"}},
		"silence":                       {10, 0, false, answers(stops(model.StopEnd), stops(model.StopEnd)), []string{"m called no tool", "no answer that can be used"}},
		"a call that is cut":            {10, 0, false, answers(stops(model.StopLimitInTool, read), submit()), []string{"cut at 16384 tokens and is asked for again with 32768"}},
	} {
		var ev events
		l, _ := loop(t, &desk{}, test.answers...)
		l.Turns, l.Context, l.Sink = test.turns, test.budget, ev.sink
		if test.handed {
			l.Work = continued(func() string { return "Go on." })
		}
		ran(t, l)
		notes := ev.of(luminos.EventNote)
		if len(notes) != len(test.want) {
			t.Errorf("%s: the notes are %+v, want %q", name, notes, test.want)
			continue
		}
		for i, want := range test.want {
			if !strings.Contains(notes[i].Text, want) {
				t.Errorf("%s: note %d is %q, want %q", name, i, notes[i].Text, want)
			}
		}
	}
}

func TestToolWithoutAValidSchemaIsAnError(t *testing.T) {
	l, s := loop(t, &desk{})
	l.Tools[0].Input = &jsonschema.Schema{Type: "object", Types: []string{"object", "null"}}
	if _, err := l.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "read_file") || len(s.calls) > 0 {
		t.Errorf("got %v after %d calls", err, len(s.calls))
	}
	l, s = loop(t, &desk{}, submit())
	l.Tools[0].Input = nil
	if ran(t, l); string(s.calls[0].Tools[0].Schema) != `{"type":"object"}` {
		t.Errorf("a tool without arguments is offered with the schema %s", s.calls[0].Tools[0].Schema)
	}
}

// A local tool is awaited beyond the limit of time: if it ran on, it would change the work later.
func TestSlowLocalToolIsAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, fails := range []bool{false, true} {
			l, s := loop(t, &desk{}, tools(use("write_cache", `{"text":"x"}`)), submit())
			l.Tools[1].Handle = func(ctx context.Context, _ json.RawMessage) (tool.Result, error) {
				<-ctx.Done()
				if fails {
					return tool.Result{}, errors.New("broken")
				}
				return tool.Result{Text: "written"}, nil
			}
			ran(t, l)
			if r := s.results(2)[0]; r.Failed != fails || strings.Contains(r.Text, "1m0s") != fails || !fails && r.Text != "written" {
				t.Errorf("got %+v", r)
			}
		}
	})
}
