package words

import "testing"

// TestComment checks lines that begin with a mark of comments and take effect, and close cases.
func TestComment(t *testing.T) {
	for line, want := range map[string]bool{
		"// a kite":                         true,
		"  # a kite":                        true,
		"#[arg(long)]":                      false,
		"#define KITE 1":                    false,
		"//npm.kite.org/:_authToken=kitten": false,
		"//npm.kite.org/ is a registry":     true,
		";//npm.kite.org/:_authToken=kite":  true,
	} {
		if got := Comment(line); got != want {
			t.Errorf("%q: got %t", line, got)
		}
	}
}
