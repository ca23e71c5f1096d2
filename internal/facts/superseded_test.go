package facts

import "testing"

// TestSuperseded checks that the tag of a version is compared with another version, and the tag of a day is not.
func TestSuperseded(t *testing.T) {
	for tag, want := range map[string]bool{
		"v1.3": true, "1.3.0": true, "r1.3": true, "v1.2": false, "x-1.3": false, "2025-11-05": false,
	} {
		if got := superseded("1.2", tag); got != want {
			t.Errorf("%s: %v, want %v", tag, got, want)
		}
	}
}
