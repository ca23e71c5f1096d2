package analyst

import (
	"encoding/json"
	"math"
	"path"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// paragraph returns text of a model as one line of at most n characters, without control and invisible characters and
// without orders.
func paragraph(s string, n int) string {
	return words.Shorten(withoutOrders(strings.Join(strings.Fields(visible(s)), " ")), n)
}

// passage returns text of a model without orders, and without control and invisible characters except line ends. It
// cuts a text of more than n characters after n and adds "…".
func passage(s string, n int) string {
	s = withoutOrders(strings.TrimSpace(visible(s)))
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n])) + "…"
}

// visible returns s without control sequences of terminals, without control and invisible characters, except for line
// ends and tabs, and without invalid UTF-8.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case words.Hidden(r) || r == utf8.RuneError:
			return -1
		}
		return r
	}, words.WithoutEscapes(s))
}

// fraction returns x limited to the range from 0 to 1 and rounded to three decimals.
func fraction(x float64) float64 {
	return math.Round(max(0, min(x, 1))*1000) / 1000
}

// pathOf parses a path as models write it: "./src/", "src", or with all or parts quoted as JSON. The path need not
// exist.
func pathOf(s string) luminos.Path {
	s = strings.TrimSpace(s)
	var b strings.Builder
	for rest := s; rest != ""; {
		if rest[0] == '"' {
			d := json.NewDecoder(strings.NewReader(rest))
			var part string
			if d.Decode(&part) != nil {
				b.Reset()
				b.WriteString(s)
				break
			}
			b.WriteString(part)
			rest = rest[d.InputOffset():]
			continue
		}
		n := strings.IndexByte(rest, '/') + 1
		if n == 0 {
			n = len(rest)
		}
		b.WriteString(rest[:n])
		rest = rest[n:]
	}
	if b.Len() == 0 {
		return luminos.Root
	}
	return luminos.Path(path.Clean(b.String()))
}

// named returns a path as text for a model. Paths with unusual characters are quoted as JSON, as in results of tools.
func named(p luminos.Path) string { return words.Name(string(p)) }
