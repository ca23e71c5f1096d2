package agent_test

import (
	"encoding/json"
	"strings"
	"testing"

	"luminos/internal/agent"
)

// Masked text is neither sent nor kept: in the instructions, the opening, a hand-over, results and failed results.
func TestMaskedTextIsNeitherSentNorKept(t *testing.T) {
	const secret = "contents"
	d := &desk{}
	l, s := loop(t, d, took(8500, use("read_file", `{"path":"a"}`), use("read_file", `{"path":"gone contents"}`)), tools(use("write_cache", `{"text":"x"}`)), submit())
	l.System, l.Opening = "You look at contents.", "Look at contents."
	l.Context, l.Work = 10_000, continued(func() string { return "Go on with contents." })
	l.Mask = func(s string) string { return strings.ReplaceAll(s, secret, "(masked)") }
	j := &memory{}
	l.Journal = j
	if o := ran(t, l); o.End != agent.EndSubmitted || o.Conversations != 2 {
		t.Fatalf("%+v", o)
	}
	if len(s.calls) != 3 {
		t.Fatalf("%d calls", len(s.calls))
	}
	for i, c := range s.calls {
		for _, m := range c.Messages {
			if m.Role == "assistant" {
				continue // the model's own words
			}
			if raw, err := json.Marshal(m); err != nil || strings.Contains(string(raw), secret) {
				t.Errorf("call %d is sent %s, %v", i, raw, err)
			}
		}
		if strings.Contains(c.System, secret) {
			t.Errorf("call %d is sent %s", i, c.System)
		}
	}
	for _, raw := range j.kept {
		if !strings.Contains(string(raw), `"answer"`) && strings.Contains(string(raw), secret) {
			t.Errorf("it is kept: %s", raw)
		}
	}
}
