package analyst

import (
	"strings"
	"testing"

	"luminos"
	"luminos/internal/model/modeltest"
)

// TestAReportWaitsForUnseenResults hands in a flag that loses a place, and a report, in one turn. The report is sent
// back, so that the model sees the loss. If no turn is left, it is accepted.
func TestAReportWaitsForUnseenResults(t *testing.T) {
	good := map[string]any{"first_line": 4, "quote": "func Walk() {}"}
	bad := map[string]any{"quote": "it runs backwards"}
	flag := func(places ...any) modeltest.Block {
		return modeltest.Call("flag", map[string]any{
			"path": "src/walk.go", "finding": "It walks once.", "severity": "concern", "evidence": places,
		})
	}
	hand := modeltest.Call("submit_report", report(nil))
	failing := modeltest.Call("write_cache", map[string]any{"path": "gone", "summary": "No."})
	twice := modeltest.Say(flag(good, bad), hand)
	for name, c := range map[string]struct {
		turns  int
		player modeltest.Script
		calls  int
	}{
		"a lost place":          {10, modeltest.Script{twice, modeltest.Say(flag(good), hand)}, 2},
		"a failed call":         {10, modeltest.Script{modeltest.Say(flag(good), failing, hand), modeltest.Say(hand)}, 2},
		"nothing lost":          {10, modeltest.Script{modeltest.Say(flag(good), hand)}, 1},
		"in an earlier turn":    {10, modeltest.Script{modeltest.Say(flag(good, bad)), modeltest.Say(hand)}, 2},
		"no turn left":          {1, modeltest.Script{twice}, 1},
		"one that never learns": {10, modeltest.Script{twice, twice, twice, twice}, 3},
	} {
		e, s := small.engine(t, c.player, nil)
		f, err := e.Investigate(t.Context(), small.unit(c.turns, "src"))
		raised := len(f.Flags) == 1 && len(f.Flags[0].Evidence) == 1
		if err != nil || len(s.Ledger()) != c.calls || f.Entries[0].Partial || !raised {
			t.Errorf("%s: %d calls, want %d; %v, %+v, %+v", name, len(s.Ledger()), c.calls, err, f.Entries, f.Flags)
		}
	}
}

// TestASynthesisWaitsForUnseenResults does the same with a claim that does not hold.
func TestASynthesisWaitsForUnseenResults(t *testing.T) {
	note := modeltest.Call("note_claim", claim("src/walk.go", "it runs backwards through everything"))
	hand := modeltest.Call("submit_report", map[string]any{"brief": "It walks."})
	e, s := small.engine(t, modeltest.Script{modeltest.Say(note, hand), modeltest.Say(hand)}, nil)
	got, err := e.Synthesize(t.Context(), dossier())
	if err != nil || len(s.Ledger()) != 2 || len(got.Sections) != 1 {
		t.Errorf("%d calls, %v, %+v", len(s.Ledger()), err, got)
	}
}

// TestFilesOfTheSameTurnCanBeCited reads a file and cites it in the same turn.
func TestFilesOfTheSameTurnCanBeCited(t *testing.T) {
	read := modeltest.Call("read_file", map[string]any{"path": "docs/use.md"})
	flag := modeltest.Call("flag", map[string]any{
		"path": "src/walk.go", "finding": "It walks once.", "severity": "concern",
		"evidence": []any{map[string]any{"path": "docs/use.md", "quote": "Call Walk, then Read what it found."}},
	})
	for name, c := range map[string]struct {
		reply modeltest.Reply
		want  int
	}{
		"read before": {modeltest.Say(read, flag), 1},
		"read after":  {modeltest.Say(flag, read), 0},
	} {
		e, _ := small.engine(t, modeltest.Script{c.reply, modeltest.Say(modeltest.Call("submit_report", report(nil)))}, nil)
		f, err := e.Investigate(t.Context(), small.unit(10, "src"))
		if err != nil || len(f.Flags) != 1 || len(f.Flags[0].Evidence) != c.want {
			t.Errorf("%s: %v, %+v", name, err, f.Flags)
		}
	}
}

// TestNote checks which files the results of tools show.
func TestNote(t *testing.T) {
	for _, c := range []struct{ tool, args, result, opened, glimpsed string }{
		{"read_file", `{"path":"./a.go"}`, "1\tx", "a.go", ""},
		{"parse_structure", `{"path":"a.go"}`, "1-2 func A()", "", "a.go"},
		{"search_files", `{"pattern":"x"}`, "3 matches\nb/c d.go:12: x:3: y\na.go:1: x\na.go:2: x\n[not searched: 1]",
			"", "a.go b/c d.go"},
		{"read_file", `{}`, "1\tx", "", ""}, // no path is no file
		{"parse_structure", `{}`, "1-2 func A()", "", ""},
		{"search_files", `{"pattern":"x"}`, "1 match in a.go:1: x", "", ""}, // the first line counts
		{"list_directory", `{"path":"src"}`, "file 3 a.go:1: x", "", ""},
	} {
		l := looked{opened: new(fileSet), glimpsed: new(fileSet)}
		l.note(c.tool, []byte(c.args), c.result)
		join := func(s *fileSet) string {
			var names []string
			for _, p := range s.sorted() {
				names = append(names, string(p))
			}
			return strings.Join(names, " ")
		}
		if join(l.opened) != c.opened || join(l.glimpsed) != c.glimpsed {
			t.Errorf("%s %s: opened %q, glimpsed %q", c.tool, c.args, join(l.opened), join(l.glimpsed))
		}
	}
}

// TestAFlagRaisedAgainGetsPlaces raises a flag again with another place and another severity.
func TestAFlagRaisedAgainGetsPlaces(t *testing.T) {
	w := small.work("src")
	for i, in := range []map[string]any{
		{"severity": "concern"},
		{"severity": "concern", "evidence": []any{map[string]any{"first_line": 4, "quote": "func Walk() {}"}}},
		{"severity": "info", "evidence": []any{map[string]any{"first_line": 3, "quote": "Walk goes through a directory"},
			map[string]any{"first_line": 4, "quote": "func Walk() {}"}}, "remedy": "Stop."},
	} {
		in["path"], in["finding"] = "src/walk.go", "It walks."
		w.called(t, "flag", in)
		want := []luminos.Severity{luminos.Info, luminos.Concern, luminos.Concern}[i]
		f := w.flags[0]
		if len(w.flags) != 1 || len(f.Evidence) != i || f.Severity != want || (f.Lowered != nil) != (i == 0) {
			t.Errorf("after %d calls: %+v", i+1, w.flags)
		}
	}
	if f := w.flags[0]; f.Remedy != "Stop." || f.Lines == nil {
		t.Errorf("%+v", f)
	}
}
