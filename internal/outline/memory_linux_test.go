//go:build cgo && !noparsers

package outline

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"luminos"
)

// TestMemoryOfParsersIsGivenBack parses hostile texts of nearly the largest size at once, several
// times, and compares the memory of the process before and after. Without the return of free memory
// the process kept 441 MiB.
func TestMemoryOfParsersIsGivenBack(t *testing.T) {
	const mib = 1024
	texts := map[string]string{"C": "a(", "C++": "a(b)(", "JavaScript": "("}
	parse := func() {
		var all sync.WaitGroup
		for language, part := range texts {
			all.Go(func() {
				o, err := Of(t.Context(), language, []byte(strings.Repeat(part, 500_000/len(part))))
				if err != nil || o.By != luminos.ByPatterns || !strings.Contains(o.Reason, "too much memory") {
					t.Errorf("%s: %+v, %v", language, o, err)
				}
			})
		}
		all.Wait()
	}
	before := resident(t)
	for range 3 {
		parse()
	}
	after := resident(t)
	t.Logf("%d MiB before, %d MiB after", before/mib, after/mib)
	if after > before+64*mib {
		t.Errorf("the process has %d MiB after 9 parses, and had %d MiB before", after/mib, before/mib)
	}
}

// resident returns the resident memory of this process in KiB.
func resident(t *testing.T) (size int) {
	t.Helper()
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("this system or user lacks what the test needs:", err)
	}
	_, line, _ := strings.Cut(string(b), "VmRSS:")
	if _, err := fmt.Sscan(line, &size); err != nil {
		t.Fatal(err)
	}
	return size
}
