package redact

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the expected results of testdata/settings.txt")

// testdata/settings.txt has the masked parts of many lines, for rules that depend on names.
func TestSettings(t *testing.T) {
	const file = "testdata/settings.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	letters := strings.NewReplacer("§", "Tr0ub"+"4dor", "¤", lot(mix, 32), "⏎", "\n", "«", "", "»", "")
	symbols := strings.NewReplacer("Tr0ub"+"4dor", "§", lot(mix, 32), "¤", "\n", "⏎")
	var all strings.Builder
	for line := range strings.Lines(string(text)) {
		if line == "\n" || strings.HasPrefix(line, "# ") && !strings.Contains(line, "§") || strings.Contains(line, "§ is") {
			all.WriteString(line)
			continue
		}
		source := letters.Replace(strings.TrimSuffix(line, "\n"))
		var shown strings.Builder
		at := 0
		for _, p := range find(source) {
			shown.WriteString(symbols.Replace(source[at:p.start]) + "«" + symbols.Replace(source[p.start:p.end]) + "»")
			at = p.end
		}
		shown.WriteString(symbols.Replace(source[at:]) + "\n")
		if got := shown.String(); got != line && !*update {
			t.Errorf("got %swant %s", got, line)
		}
		all.WriteString(shown.String())
	}
	if *update {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
