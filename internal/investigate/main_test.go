package investigate

import (
	"flag"
	"os"
	"testing"

	"luminos/internal/hostiletest"
)

// TestMain runs 20 random sequences of edits, or 5 under the race detector, unless -rapid.checks asks for
// more.
func TestMain(m *testing.M) {
	few := "20"
	if hostiletest.Shrink > 1 {
		few = "5"
	}
	flag.Parse()
	flag.Visit(func(f *flag.Flag) {
		if f.Name == "rapid.checks" {
			few = f.Value.String()
		}
	})
	flag.Set("rapid.checks", few)
	os.Exit(m.Run())
}
