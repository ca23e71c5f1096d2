package license

import (
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	// The rest of a line, or of the next where that has the value.
	changeDate    = lazyregexp.Lazy(`(?m)^[ \t*#-]*Change Date\**:?\**[ \t]*\n?[ \t]*(\S[^\n]*)$`)
	changeLicense = lazyregexp.Lazy(`(?m)^[ \t*#-]*Change License\**:?\**[ \t]*\n?[ \t]*(\S[^\n]*)$`)
	anniversary   = lazyregexp.Lazy(`(?i)\bsecond\s+anniversary\b`)
)

// future returns a note that says when an FSL or BUSL text turns into which other licence, with evidence of the lines
// that say so. The note is "" for other licences and for a text that does not say it.
func future(t luminos.Text, expr string) (note string, evidence []luminos.Evidence) {
	at := func(offset int) { // cites the line there
		n := 1 + strings.Count(t.Content[:offset], "\n")
		evidence = append(evidence, t.Cite(n, n))
	}
	switch {
	case strings.HasPrefix(expr, "FSL-"):
		m := anniversary().FindStringIndex(t.Content)
		if m == nil {
			return "", nil
		}
		later := "MIT"
		if strings.HasSuffix(expr, "-ALv2") {
			later = "Apache-2.0"
		}
		at(m[0])
		return "becomes " + later + " two years after each version was made available", evidence
	case strings.HasPrefix(expr, "BUSL-"):
		date, license := changeDate().FindStringSubmatchIndex(t.Content), changeLicense().FindStringSubmatchIndex(t.Content)
		if date == nil || license == nil {
			return "", nil
		}
		when, later := luminos.Fold(t.Content[date[2]:date[3]]), normalise(luminos.Fold(t.Content[license[2]:license[3]]))
		if len(when) > 60 || !strings.ContainsFunc(later, unicode.IsLetter) || len(later) > nameLimit {
			return "", nil
		}
		at(date[2])
		at(license[2])
		return "becomes " + later + " on the change date: " + strings.TrimRight(when, "."), evidence
	}
	return "", nil
}
