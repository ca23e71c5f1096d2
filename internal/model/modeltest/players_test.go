package modeltest_test

import (
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

func TestDiligentInvestigatesADirectory(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{Player: modeltest.Diligent{Files: 5, AtOnce: 2, Thinks: true}})
	c := talk(s, "Unit: src\nYou have 20 turns.", dirTools()...)
	c.mark = true
	report, calls := c.run(t, target, 20)
	if report == nil {
		t.Fatalf("no report after %d calls", len(calls))
	}
	did := map[string]int{}
	for _, call := range calls {
		did[call["name"].(string)]++
		args := call["args"].(obj)
		if call["name"] != "write_cache" {
			continue
		}
		if args["freshness"] != "new" {
			t.Errorf("write_cache was called with %v, want the required property that the player does not know", args)
		}
		claims, _ := args["claims"].([]any)
		if len(claims) != 1 {
			t.Errorf("an entry has claims %v, want one", args["claims"])
			continue
		}
		claim := claims[0].(obj)
		if quote := claim["quote"].(string); !strings.Contains(target[args["path"].(string)], quote) {
			t.Errorf("%s does not hold the quote %q", args["path"], quote)
		}
	}
	if did["list_directory"] != 1 || did["read_file"] != 5 || did["write_cache"] != 5 || did["flag"] != 1 || did["submit_report"] != 1 {
		t.Errorf("it made the calls %v", did)
	}
	if claims, _ := report["claims"].([]any); len(claims) != 5 {
		t.Errorf("the report has %d claims, want 5", len(claims))
	}
	if n := len(s.Ledger().Completed()); n < 8 {
		t.Errorf("it took %d turns, want a loop of at least 8", n)
	}
}
