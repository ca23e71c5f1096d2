package analyst

import (
	"fmt"
	"strings"
	"testing"
)

// TestListsOfEntriesAndFlags writes two entries in a call, of which one fails, and raises more flags than a call may.
func TestListsOfEntriesAndFlags(t *testing.T) {
	w := small.work("src")
	entry := func(path string) map[string]any { return map[string]any{"path": path, "summary": "It walks."} }
	in := entry("src/walk.go")
	in["more"] = []any{entry("docs/use.md"), entry("src/read.go")}
	r := w.called(t, "write_cache", in)
	const want = "1: stored, with 0 claims\n2: write_cache: docs/use.md is no file"
	if r.Failed || len(w.written) != 2 || !strings.HasPrefix(r.Text, want) {
		t.Errorf("%d entries are written: %+v", len(w.written), r)
	}
	in = entry("docs/use.md")
	in["more"] = []any{entry("docs/use.md")}
	if r := w.called(t, "write_cache", in); !r.Failed {
		t.Errorf("a call of which all entries fail gets %+v", r)
	}
	flag := func(n int) map[string]any {
		return map[string]any{"path": "src", "finding": fmt.Sprintf("It has %d faults.", n), "severity": "info"}
	}
	in = flag(0)
	var more []any
	for n := range listMost + 2 {
		more = append(more, flag(n+1))
	}
	in["more"] = more
	r = w.called(t, "flag", in)
	if r.Failed || len(w.flags) != listMost || !strings.Contains(r.Text, "3 more: 20 in one call are the most") {
		t.Errorf("%d flags are raised: %s", len(w.flags), r.Text)
	}
}
