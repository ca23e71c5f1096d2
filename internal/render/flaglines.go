package render

import (
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// FlagLines returns at most n flags in the notation of linters, "path:line: severity: text [rule]", the gravest first,
// and a line that counts the others. Editors and terminals lead from such a line to the place.
func FlagLines(flags []luminos.Flag, n int) []string {
	var out []string
	for _, f := range sortedFlags(flags)[:min(n, len(flags))] {
		lines := f.Lines
		if lines == nil {
			lines = f.OwnLines()
		}
		where := string(f.Path)
		if lines != nil && lines.First > 0 {
			where += fmt.Sprintf(":%d", lines.First)
		}
		line := fmt.Sprintf("%s: %s: %s [%s]", where, f.Severity, strings.TrimSpace(f.Finding), f.Rule)
		out = append(out, Clean(line))
	}
	if left := len(flags) - n; left > 0 {
		out = append(out, "… and "+words.Plural(left, "more flag", "more flags"))
	}
	return out
}
