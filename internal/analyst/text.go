package analyst

import (
	"encoding/json"
	"fmt"
	"math"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// paragraph makes text of a model fit for a line of the report: valid, without
// characters that a terminal obeys or nobody sees, at most n characters long.
func paragraph(s string, n int) string {
	return words.Shorten(strings.Join(strings.Fields(visible(s)), " "), n)
}

// passage is paragraph for text of several lines.
func passage(s string, n int) string {
	s = strings.TrimSpace(visible(s))
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n])) + "…"
}

func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case words.Hidden(r) || unicode.IsControl(r) || r == utf8.RuneError:
			return -1
		}
		return r
	}, s)
}

// fraction is a number from 0 to 1.
func fraction(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return math.Round(max(0, min(x, 1))*1000) / 1000
}

// pathOf reads a path as models write it: "./src/", "src", or in quotes as JSON.
// Whether there is such a path is another matter.
func pathOf(s string) luminos.Path {
	s = strings.TrimSpace(s)
	if len(s) > 1 && s[0] == '"' {
		var unquoted string
		if json.Unmarshal([]byte(s), &unquoted) == nil {
			s = unquoted
		}
	}
	if s == "" {
		return luminos.Root
	}
	return luminos.Path(path.Clean(s))
}

// named writes a path for a model: as it stands where that is plain, else as a
// JSON string. The tools write names in the same way.
func named(p luminos.Path) string {
	s := string(p)
	plain := s != "" && !strings.ContainsAny(s, "\"'`,:;()[]{}<>#") && s == strings.TrimSpace(s)
	for _, r := range s {
		if words.Hidden(r) || unicode.IsControl(r) || unicode.IsSpace(r) && r != ' ' {
			plain = false
		}
	}
	if plain {
		return s
	}
	b, err := json.Marshal(s)
	if err != nil {
		return "\"\"" // strings have a JSON form
	}
	var out strings.Builder
	for _, r := range string(b) {
		if r != ' ' && words.Hidden(r) && r <= 0xFFFF {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}
