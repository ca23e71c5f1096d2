package agent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/model/anthropic"
	"luminos/internal/model/modeltest"
	"luminos/internal/tool"
)

// library returns tools over a few files, in the forms that players read.
func library(d *desk) []tool.Tool {
	list := d.tools()
	type listed struct {
		Path string `json:"path"`
	}
	list = append(list, tool.New[listed, struct{}]("list_directory", "List", "Lists a directory.", func(context.Context, listed) (tool.Result, error) {
		return tool.Result{Text: "file 20 README.md\nfile 30 a.go\nfile 40 b.go"}, nil
	}))
	type entry struct {
		Path    string `json:"path"`
		Summary string `json:"summary"`
	}
	i := slices.IndexFunc(list, func(t tool.Tool) bool { return t.Name == "write_cache" })
	list[i] = tool.New[entry, struct{}]("write_cache", "Write", "Writes an entry.", func(_ context.Context, in entry) (tool.Result, error) {
		d.written = append(d.written, in.Path)
		return tool.Result{Text: "written"}, nil
	})
	list[i].Local = true
	return list
}

// asking returns a loop that asks a server through the real adapter.
func asking(t *testing.T, s *modeltest.Server, d *desk) agent.Loop {
	t.Helper()
	c, err := anthropic.New(anthropic.Options{Key: "test", Base: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	return agent.Loop{
		Client: model.Retry(c, model.Policy{First: time.Microsecond, Most: time.Microsecond}),
		Terms:  agent.Terms{Model: model.DefaultStrong, System: "You look.", Opening: "Unit: \"src\"\nYou have 12 turns.", Cache: model.Cache5m},
		Limits: agent.Limits{Turns: 12}, Reporting: agent.Reporting{Prices: model.ListPrices()}, Tools: library(d), Submit: "submit_report",
	}
}

func TestBehaviour01And02BrokenAnswersAreNotKept(t *testing.T) {
	players := map[string]modeltest.Player{"diligent": modeltest.Diligent{Thinks: true}, "overloaded": modeltest.Overloaded{}, "in the stream": modeltest.Spoiled{Fault: modeltest.Overload(3), Attempts: 1}}
	for _, kind := range []modeltest.FaultKind{modeltest.FaultReset, modeltest.FaultEnd, modeltest.FaultError, modeltest.FaultGarbage} {
		for _, events := range []int{2, -1} {
			players[fmt.Sprintf("%s at %d", kind, events)] = modeltest.Spoiled{Player: modeltest.Diligent{Thinks: true}, Fault: modeltest.AfterEvents(events, kind), Attempts: 2}
		}
	}
	for name, p := range players {
		t.Run(name, func(t *testing.T) {
			s := modeltest.Start(t, modeltest.Options{Player: p})
			d := &desk{}
			var ev events
			l := asking(t, s, d)
			l.Sink = ev.sink
			o := ran(t, l)
			if o.End != agent.EndSubmitted || len(d.written) != 3 || o.ToolErrors != 0 {
				t.Errorf("%+v, %+v", o, d)
			}
			var cost luminos.Money
			for _, e := range ev.of(luminos.EventCall) {
				cost = cost.Plus(e.Cost)
			}
			// The ledger counts in billionths.
			want := luminos.Money(s.Ledger().Cost()) * 1000
			// The output of an answer that was cut is estimated, and not too low. A broken connection can lose parts.
			lossy := strings.Contains(name, "reset") || strings.Contains(name, "garbage")
			if cost > want*3/2 || cost == 0 || cost < want && !lossy {
				t.Errorf("it cost %v, and the server wants %v\n%s", cost, want, s.Ledger())
			}
			if again := s.Ledger().Repeated(); len(again) > 0 {
				t.Errorf("asked again:\n%s", again)
			}
		})
	}
}

func TestPlayersThatMisbehaveEndWell(t *testing.T) {
	for name, c := range map[string]struct {
		player modeltest.Player
		want   agent.End
	}{
		"looping":        {modeltest.Looping{}, agent.EndTurns},
		"lazy":           {modeltest.Lazy{}, ""}, // whether an empty report is taken is the tool's business
		"silent":         {modeltest.Script{{}}, agent.EndSilent},
		"pausing":        {modeltest.Pausing{Times: -1}, agent.EndTurns},
		"pausing twice":  {modeltest.Pausing{Times: 2}, agent.EndSubmitted}, // three calls for each of four answers
		"refusing":       {modeltest.Refusing{}, agent.EndRefused},
		"cut short":      {modeltest.CutShort{}, agent.EndTurns},
		"cut below":      {modeltest.CutShort{Needs: 20_000}, agent.EndSubmitted},
		"overflow":       {modeltest.Overflowing{Turn: 3}, agent.EndBudget},
		"overflow, 413":  {modeltest.Overflowing{Turn: 3, How: "413"}, agent.EndBudget},
		"overflow, stop": {modeltest.Overflowing{Turn: 3, How: "stop"}, agent.EndBudget},
		"talking":        {modeltest.Script{modeltest.Say(modeltest.Text("Well."))}, agent.EndTurns},
		"hostile":        {modeltest.Hostile{Always: true}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := modeltest.Start(t, modeltest.Options{Player: c.player})
			o := ran(t, asking(t, s, &desk{}))
			if c.want != "" && o.End != c.want || o.End == "" || o.Turns > 12 {
				t.Errorf("%+v, want %q", o, c.want)
			}
		})
	}
}

func TestConfusedPlayersEndWell(t *testing.T) {
	for i, what := range append(modeltest.Confusions(), "", "") {
		t.Run(fmt.Sprintf("%d %s", i, what), func(t *testing.T) {
			s := modeltest.Start(t, modeltest.Options{Player: modeltest.Confused{Seed: uint64(i), Only: what, Lucid: 30, Size: 200 << 10}})
			l := asking(t, s, &desk{})
			l.Turns, l.Context, l.Work, l.Journal = 6, 60_000, continued(func() string { return "Unit: \"src\"\nYou have 3 turns." }), &memory{}
			o := ran(t, l)
			if o.End == "" || o.Turns > 12 {
				t.Errorf("%+v", o)
			}
			if again, err := l.Run(t.Context()); err != nil || again != o {
				t.Errorf("run again: %+v, %v; want %+v", again, err, o)
			}
		})
	}
}

// A run that is killed at any record is continued: the server sees the same conversation, and repeats at most one
// answer.
func TestKilledRunsGoOnAtTheServer(t *testing.T) {
	begin := func() (*modeltest.Server, *memory) {
		return modeltest.Start(t, modeltest.Options{Player: modeltest.Diligent{Thinks: true, AtOnce: 2}}), &memory{}
	}
	s, whole := begin()
	d := &desk{}
	l := asking(t, s, d)
	l.Journal = whole
	want := ran(t, l)
	last := s.Requests()[len(s.Requests())-1]
	if want.End != agent.EndSubmitted || whole.ops < 9 {
		t.Fatalf("%+v after %d records", want, whole.ops)
	}
	for n := 1; n <= whole.ops; n++ {
		s, j := begin()
		j.failing, j.after = n, n%2 == 0
		l := asking(t, s, &desk{})
		l.Journal = j
		if _, err := l.Run(t.Context()); !errors.Is(err, errBroken) {
			t.Fatalf("killed at %d: %v", n, err)
		}
		again := &desk{}
		l = asking(t, s, again)
		l.Journal = j
		if o := ran(t, l); o != want || strings.Join(again.written, " ") != strings.Join(d.written, " ") {
			t.Errorf("killed at %d: %+v %q, want %+v %q", n, o, again.written, want, d.written)
		}
		if r := s.Ledger().Repeated(); len(r) > 1 {
			t.Errorf("killed at %d: asked again:\n%s", n, r)
		}
		if n == whole.ops && j.after {
			continue // it was over
		}
		if got := s.Requests()[len(s.Requests())-1]; string(got.Raw) != string(last.Raw) {
			t.Errorf("killed at %d: the last request is\n%.2000s\nwant\n%.2000s", n, got.Raw, last.Raw)
		}
	}
}
