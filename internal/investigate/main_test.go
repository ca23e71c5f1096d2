package investigate

import (
	"flag"
	"os"
	"testing"
)

// TestMain runs few random sequences of edits, unless -rapid.checks asks for
// more.
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
