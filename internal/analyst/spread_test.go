package analyst

import (
	"fmt"
	"strings"
	"testing"
)

// A sample of sorted names reaches from the first to near the last.
func TestSpread(t *testing.T) {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprint(i))
	}
	if got := strings.Join(spread(4, names), " "); got != "0 25 50 75" {
		t.Errorf("got %s", got)
	}
	if got := spread(4, names[:3]); len(got) != 3 {
		t.Errorf("got %s", got)
	}
}
