package investigate

import "testing"

// TestSettingsOfDevelopment has settings for development, and the same below "production".
func TestSettingsOfDevelopment(t *testing.T) {
	lines := []string{"# keys", "development:", "  secret: a", "", "# comment", "  more: b", "production:", "  secret: c", "test:", "  secret: d"}
	want := []bool{false, true, true, true, true, true, false, false, true, true}
	for i, got := range ofDevelopment(lines) {
		if got != want[i] {
			t.Errorf("%q is of development: %v", lines[i], got)
		}
	}
}
