package analyst

import (
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

// TestUnsureReportIsSentBackOnce submits reports with a low confidence. The first is sent back with the unread files of
// the unit if there are turns left, and is kept if no better one comes.
func TestUnsureReportIsSentBackOnce(t *testing.T) {
	submit := func(confidence float64) modeltest.Reply {
		return modeltest.Say(modeltest.Call("submit_report", report(map[string]any{"confidence": confidence,
			"claims": []any{claim("src/walk.go", "Walk goes through a directory once")}})))
	}
	read := modeltest.Say(modeltest.Call("read_file", map[string]any{"path": "src/read.go"}))
	for name, c := range map[string]struct {
		turns  int
		player modeltest.Script
		calls  int
		want   float64
		told   string
	}{
		"sure enough": {10, modeltest.Script{submit(0.5)}, 1, 0.5, ""},
		"then sure": {10, modeltest.Script{submit(0.2), read, submit(0.8)}, 3, 0.8,
			"only 0.20, and 9 turns are left. Use some of them for what is unclear: " +
				"read src/read.go and src/walk.go (not opened yet), search"},
		"still unsure":  {10, modeltest.Script{read, submit(0.2)}, 3, 0.2, "read src/walk.go (not opened yet), search"},
		"one turn left": {2, modeltest.Script{submit(0.2)}, 1, 0.2, ""},
		"and then nothing": {3, modeltest.Script{submit(0.2), modeltest.Say(modeltest.Text("No."))}, 3, 0.2,
			"2 turns are left"},
	} {
		e, s := small.engine(t, c.player, nil)
		u := small.unit(c.turns, "src")
		f, err := e.Investigate(t.Context(), u)
		if err != nil || len(s.Ledger()) != c.calls || f.Entries[0].Confidence != c.want || f.Entries[0].Partial {
			t.Errorf("%s: %d calls, %v, %+v", name, len(s.Ledger()), err, f.Entries)
			continue
		}
		told := ""
		for _, r := range s.Requests()[len(s.Requests())-1].Calls() {
			if r.Name == "submit_report" {
				told += r.Text
			}
		}
		if !strings.Contains(told, c.told) || c.told == "" && told != "" {
			t.Errorf("%s: it is told %q", name, told)
		}
	}
}
