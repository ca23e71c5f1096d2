package evidence_test

import (
	"slices"
	"testing"

	"luminos"
	"luminos/internal/evidence"
)

// TestLocateFindsTheSamePlaceAndTheNewOne checks evidence of a text against later texts of the file.
func TestLocateFindsTheSamePlaceAndTheNewOne(t *testing.T) {
	lines := func(n int) *luminos.LineRange { return &luminos.LineRange{First: n, Last: n} }
	e := luminos.Evidence{
		Path: "f", Lines: lines(2), Quote: "listenOn := port()", SHA256: luminos.DigestLines([]string{"listenOn := port()"}),
		Statement: "It listens.",
	}
	for name, c := range map[string]struct {
		text string
		want luminos.Standing
		line int
	}{
		"as it was":            {"a\nlistenOn := port()\n", luminos.Stands, 2},
		"its line is longer":   {"a\nif x { listenOn := port() }\n", luminos.Stands, 2},
		"further down":         {"a\nb\nc\nlistenOn := port()\n", luminos.Moved, 4},
		"further up, in less":  {"listenOn := port()", luminos.Moved, 1},
		"it is gone":           {"a\nb\n", luminos.Gone, 2},
		"everything is gone":   {"", luminos.Gone, 2},
		"another file is here": {"\x00\x01\x02", luminos.Gone, 2},
	} {
		src, _ := open(t, map[string]string{"f": c.text})
		list := []luminos.Evidence{e, {Path: "missing", Quote: e.Quote}}
		now, standings, err := evidence.Checker{Source: src}.Locate(t.Context(), list)
		if err != nil || !slices.Equal(standings, []luminos.Standing{c.want, luminos.Gone}) {
			t.Errorf("%s: the standings are %q, want %q, %v", name, standings, c.want, err)
			continue
		}
		if now[0].Lines.First != c.line || now[0].Statement != e.Statement || now[0].Quote != e.Quote {
			t.Errorf("%s: the evidence is now %+v at %+v, want line %d", name, now[0], now[0].Lines, c.line)
		}
		if claims := []luminos.Claim{luminos.NewClaim("", now[0])}; c.want != luminos.Gone {
			err := evidence.Checker{Source: src}.Check(t.Context(), claims, 1)
			if err != nil || claims[0].Verdict != luminos.Found {
				t.Errorf("%s: the evidence does not hold at its new place: %s", name, claims[0].Reason)
			}
		}
	}
}
