package settings

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

var rows = []Row{
	{Name: "color", Default: `"auto"`, Of: []string{"auto", "never"}},
	{Name: "max-cost", Example: "2.50"},
	{Name: "depth", Example: "3", Target: Allowed},
	{Name: "offline", Default: "false"},
	{Name: "exclude", Default: "[]", Target: Allowed},
	{Name: "turns-default", Default: "10", Target: Lower},
	{Name: "clear-cache", Once: true},
}

// Each value has its line, and the reason if its type is wrong. A key without a row is unknown.
func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "# a comment\n\n", ""},
		{"values of all types", "depth = 2\n\nmax_cost = 0.1 # USD\ncolor='never'\noffline = true\nexclude = [\n  '*.log', \"a b\"]\n",
			`1 depth ["2"]; 3 max_cost ["0.1"]; 4 color ["never"]; 5 offline ["true"]; 6 exclude ["*.log" "a b"]`},
		{"a whole number for an amount", "max_cost = 3", `1 max_cost ["3"]`},
		{"an empty list", "exclude = []", `1 exclude []`},
		{"a mark of the byte order", "\ufeffdepth = 2", `1 depth ["2"]`},
		{"a text for a number", "\ndepth = '2'", `2 depth ["2"] want a value such as 3`},
		{"a number for one of some values", "color = 1", `1 color ["1"] want one of auto, never`},
		{"a list for a text", "color = ['auto']", `1 color ["auto"] want one of auto, never`},
		{"a text for a list", "exclude = '*'", `1 exclude ["*"] want a value such as []`},
		{"numbers in a list of texts", "exclude = [1]", `1 exclude ["1"] want a value such as []`},
		{"a date", "depth = 2026-11-27", `1 depth ["2026-11-27"] want a value such as 3`},
		{"a table for a value", "[depth]\nn = 1", `1 depth ["map[n:1]"] want a value such as 3`},
		{"a mistyped key", "depth = 1\nmax_cots = 1", `1 depth ["1"]; 2 max_cots? max_cost`},
		{"a flag for a key", "max-cost = 1", `1 max-cost? max_cost`},
		{"a flag that is no setting", "clear_cache = true", `1 clear_cache?`},
		{"a table that is no setting", "\n[agents]\nx = 1\n", `2 agents?`},
		{"prices", "[prices.'a.b:1']\ninput = 1", `prices a.b:1 1 map[input:1]`},
		{"prices that are none", "prices = 3", `1 prices? prices."MODEL"`},
		{"a price that is none", "prices.x = 3", `1 prices.x? prices."MODEL"`},
	} {
		s, err := Parse(c.text, rows)
		if got := describe(s); err != nil || got != c.want {
			t.Errorf("%s: got %s, %v; want %s", c.name, got, err, c.want)
		}
	}
}

func describe(s Settings) string {
	var parts []string
	for _, e := range s.Entries {
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%d %s %q %s", e.Line, e.Key(), e.Texts, e.Wrong)))
	}
	for _, u := range s.Unknown {
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%d %s? %s", u.Line, u.Key, u.Near)))
	}
	for name, p := range s.Prices {
		parts = append(parts, fmt.Sprintf("prices %s %d %v", name, p.Line, p.Values))
	}
	return strings.Join(parts, "; ")
}

func TestBrokenFileNamesTheLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"depth = 1\ncolor = \n": "line 2", "depth = 1\ndepth = 2": "depth", "[": "line 1",
		"a = " + strings.Repeat("[", 100): "nested deeper", "\x00": "line 1",
	} {
		if _, err := Parse(text, rows); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// A target can make only harmless settings, and set a number of turns only below the default.
func TestSplit(t *testing.T) {
	t.Parallel()
	s, err := Parse("max_cost = 1\nexclude = ['x']\nturns_default = 10\ndepth = 'wrong'\noffline = false\n[prices.x]\ninput = 0", rows)
	if err != nil {
		t.Fatal(err)
	}
	keys := func(list []Entry) (names []string) {
		for _, e := range list {
			names = append(names, e.Key())
		}
		return names
	}
	may, refused := s.Split()
	if got := keys(may); !slices.Equal(got, []string{"exclude", "turns_default", "depth"}) {
		t.Errorf("a target may set %q", got)
	}
	if got := keys(refused); !slices.Equal(got, []string{"max_cost", "offline", "prices"}) {
		t.Errorf("a target must not set %q", got)
	}
	for text, want := range map[string]int{"11": 0, "10": 1, "-1": 1, "3": 1, "'3'": 0, "nan": 0, "inf": 0, "1e9": 0} {
		s, err := Parse("turns_default = "+text, rows)
		if may, _ := s.Split(); err != nil || len(may) != want {
			t.Errorf("turns_default = %s: %d may be set (%v), want %d", text, len(may), err, want)
		}
	}
}

// FuzzParse checks that foreign text never gives a target more than its rights, and each entry has a line of the text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"depth = 2\nexclude = ['a', \"b\"]\n", "[prices.\"x\"]\ninput = 1.5\n", "max-cost = 1\n[[a.b]]\nc = 1", "a.b.c = {d = [1, {e = 2}]}", "offline = true\nturns_default = 99999999999",
		"prices = {a = {input = 1}, b = 2}", "turns_default = +nan",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text, rows)
		if err != nil && len(s.Entries)+len(s.Unknown)+len(s.Prices) > 0 {
			t.Errorf("%q: settings beside the error %v", text, err)
		}
		may, refused := s.Split()
		if len(may)+len(refused) != len(s.Entries)+min(len(s.Prices), 1) {
			t.Errorf("%q: %d entries and %d prices, but %d may be set and %d not", text, len(s.Entries), len(s.Prices), len(may), len(refused))
		}
		for _, e := range may {
			if e.Target == Refused || e.Target == Lower && len(e.Value()) > 0 && e.Wrong == "" && !notAbove(e.Value(), e.Default) {
				t.Errorf("%q: a target may set %s = %s", text, e.Key(), e.Value())
			}
		}
		for _, e := range append(may, refused...) {
			if most := 1 + strings.Count(text, "\n"); e.Line < 1 || e.Line > most {
				t.Errorf("%q: %s is on line %d of %d", text, e.Key(), e.Line, most)
			}
		}
	})
}
