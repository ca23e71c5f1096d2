package content

import (
	"fmt"
	"strings"
	"testing"
)

// TestTables checks that only a long text of like lines with numbers is a table.
func TestTables(t *testing.T) {
	var calls, cases strings.Builder
	for i := range 1200 {
		fmt.Fprintf(&calls, "let v%d = f(0x%x, \"%c\")\n", i, i, 'a'+i%20)
		fmt.Fprintf(&cases, "case %d: return %s\n", i, strings.Repeat("x", i))
	}
	for text, want := range map[string]bool{
		calls.String():                    true,
		calls.String()[:10_000]:           false, // few lines
		cases.String():                    false, // many forms
		strings.Repeat("f(x)\n", 1200):    false, // no numbers
		strings.Repeat("  1, 22\n", 1200): false, // always the same
		"":                                false,
	} {
		if got := IsTable([]byte(text)); got != want {
			t.Errorf("IsTable(%.30q… of %d bytes) = %v", text, len(text), got)
		}
	}
}
