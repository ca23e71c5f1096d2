package investigate

import (
	"testing"

	"luminos"
	"luminos/internal/redact"
)

// TestIdentifiers has the keys of a catalogue, which code compares, and keys that open something.
func TestIdentifiers(t *testing.T) {
	const one, two = "d14dd26a37cecc30fdd65700bfb55b23", "3758e7f7c6f4cecf0f4f348b9a00f456"
	for name, c := range map[string]struct {
		name  string // of the value in all files
		files []luminos.Path
		also  string // another value on the line
		want  bool
	}{
		"a catalogue":   {"gateway_key", []luminos.Path{"app/a.php", "database/seeders/Gateways.php"}, "", true},
		"two of code":   {"gateway_key", []luminos.Path{"app/a.php", "app/b.php"}, "", false},
		"three of code": {"gateway_key", []luminos.Path{"app/a.php", "app/b.php", "app/c.php"}, "", true},
		"tests":         {"gateway_key", []luminos.Path{"app/a.php", "app/b.php", "tests/c.php"}, "", false},
		"another":       {"stripe_keys", []luminos.Path{"app/a.php", "app/b.php", "app/c.php"}, two, false},
		"key of an API": {"api_key", []luminos.Path{"app/a.php", "app/b.php", "app/c.php"}, "", false},
		"a token":       {"gateway_token", []luminos.Path{"app/a.php", "app/b.php", "app/c.php"}, "", false},
	} {
		r := &recorder{masked: map[luminos.Path]*masked{}}
		line := ""
		for i, p := range c.files {
			text := "$" + c.name + " = '" + one + "';"
			if i == 0 && c.also != "" {
				text = "private array $" + c.name + " = ['" + one + "', '" + c.also + "'];"
			}
			found := []redact.Secret(nil)
			text, found = redact.Text(text)
			if len(found) == 0 {
				t.Fatalf("%s: no secret in %s", name, text)
			}
			if r.secrets(p, found); i == 0 {
				line = text
			}
		}
		m := &luminos.Masked{Path: c.files[0], Kind: "token", Lines: luminos.LineRange{First: 1, Last: 1}}
		if got := r.identifies(m, line); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
