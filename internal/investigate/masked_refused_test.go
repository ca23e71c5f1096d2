package investigate

import (
	"strings"
	"testing"
)

// TestRefusedValues has lists of values that a program takes for not set, and values that it takes.
func TestRefusedValues(t *testing.T) {
	for text, want := range map[string]bool{
		"const WEAK_DEFAULTS: Record<string, string> = {\n  A: 'x',\n  JWT_SECRET: '(masked)'": true,
		"var forbiddenPasswords = []string{\n\t\"(masked)\"":                                   true,
		"const DEFAULTS: Record<string, string> = {\n  JWT_SECRET: '(masked)'":                 false,
		"const seen = new WeakMap({\n  JWT_SECRET: '(masked)'":                                 false,
		"const WEAK_DEFAULTS = {}\nfunction a() {\n  secret = '(masked)'":                      false,
	} {
		if got := refused(strings.Split(text, "\n")); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

// TestHintsOfFields has lines above a value that begin the hint of a field, and lines that do not.
func TestHintsOfFields(t *testing.T) {
	for line, want := range map[string]bool{
		"'placeholder' =>": true, "  placeholder:": true, "'value' =>": false, "placeholder: 'a',": false, "// a placeholder": false,
	} {
		if got := hintAbove().MatchString(line); got != want {
			t.Errorf("%q: got %v, want %v", line, got, want)
		}
	}
}
