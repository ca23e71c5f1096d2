package facts

import (
	"encoding/json"
	"strings"
	"testing"

	"luminos"
)

// TestListsAreNotNull checks that the JSON of facts without content has no null.
func TestListsAreNotNull(t *testing.T) {
	r := &readings{}
	r.facts.Interfaces, r.facts.Evidence = &luminos.Interfaces{}, map[string][]luminos.Evidence{}
	r.finish()
	b, err := json.Marshal(r.facts)
	if err != nil || strings.Contains(string(b), "null") {
		t.Errorf("facts: %s %v", b, err)
	}
}
