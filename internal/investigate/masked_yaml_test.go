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

// TestComparedDefaults has the condition of a task, which compares a password with the default, and the default.
func TestComparedDefaults(t *testing.T) {
	lines := []string{"  when: root_password == 'a'", "root_password: 'a'", "- when: x.rc == 0"}
	aside := asideIn("tasks.yml", lines)
	for i, want := range []bool{true, false, true} {
		if got := aside(i + 1); got != want {
			t.Errorf("%q is aside: %v", lines[i], got)
		}
	}
}

// TestTestsBesideCode has a test of Rust in a file without a module of tests.
func TestTestsBesideCode(t *testing.T) {
	for _, mark := range []string{"#[test]", "    #[helper::test]", "#[tokio::test(flavor = \"x\")]"} {
		if aside := asideIn("a.rs", []string{"let a = 1;", mark, "fn t() {"}); aside(1) || !aside(3) {
			t.Error(mark, aside(1), aside(3))
		}
	}
}
