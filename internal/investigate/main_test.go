package investigate

import (
	"flag"
	"os"
	"testing"
)

// TestMain keeps the random sequences of edits few unless somebody asks for
// more with -rapid.checks.
func TestMain(m *testing.M) {
	few := "20"
	flag.Parse()
	flag.Visit(func(f *flag.Flag) {
		if f.Name == "rapid.checks" {
			few = f.Value.String()
		}
	})
	flag.Set("rapid.checks", few)
	os.Exit(m.Run())
}
