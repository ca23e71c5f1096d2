package render

import (
	"slices"
	"testing"

	"luminos"
)

func TestFlagLines(t *testing.T) {
	at := &luminos.LineRange{First: 7, Last: 9}
	flags := []luminos.Flag{
		{Path: "a b/\x1b[2J\n.go", Finding: "Odd.", Severity: luminos.Info, Rule: "r.odd"},
		{Path: "main.go", Lines: at, Finding: "Text\nof two lines.", Severity: luminos.Critical, Rule: "agent"},
		{Path: "k.env", Finding: "A secret.", Severity: luminos.Concern, Rule: "secret.environment",
			Evidence: []luminos.Evidence{{Path: "k.env", Lines: at}}},
		{Path: ".", Finding: "No licence.", Severity: luminos.Info, Rule: "licence.missing"},
	}
	for _, test := range []struct {
		most int
		want []string
	}{
		{4, []string{
			`main.go:7: critical: Text\nof two lines. [agent]`,
			`k.env:7: concern: A secret. [secret.environment]`,
			`a b/\x1b[2J\n.go: info: Odd. [r.odd]`,
			`.: info: No licence. [licence.missing]`,
		}},
		{1, []string{`main.go:7: critical: Text\nof two lines. [agent]`, "… and 3 more flags"}},
		{3, []string{
			`main.go:7: critical: Text\nof two lines. [agent]`,
			`k.env:7: concern: A secret. [secret.environment]`,
			`a b/\x1b[2J\n.go: info: Odd. [r.odd]`,
			"… and 1 more flag",
		}},
	} {
		if got := FlagLines(flags, test.most); !slices.Equal(got, test.want) {
			t.Errorf("at most %d: %q, want %q", test.most, got, test.want)
		}
	}
	if got := FlagLines(nil, 20); got != nil {
		t.Errorf("no flags have the lines %q", got)
	}
}
