// Package settings reads luminos.toml against the table of the settings of the program: the values with their lines,
// unknown keys with the nearest names, and the keys that a target must not set.
package settings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"luminos/internal/facts/decode"
	"luminos/internal/words"
)

// Row is the row of one flag in the table. A flag that is no setting has a row too, with Once.
type Row struct {
	Name    string // of the flag
	Short   string // one letter, or ""
	Command string // the only command that has the flag; "" if it is not the only one
	Group   string // the heading in the list of all flags
	Help    string
	// Default and Example are values as in TOML: the default, and without one an example. They also set the type.
	Default, Example string
	// Variable is the environment variable; "" means LUMINOS_ and the key.
	Variable string
	Once     bool // the flag is for one command line, and no setting
	Results  bool // the stored results depend on the value
	Target   Right
	Of       []string // the values that the shell offers
}

// Right says whether the luminos.toml of a target may make a setting.
type Right int

// The rights of a target. Lower permits a number that is not above the default.
const (
	Refused Right = iota
	Allowed
	Lower
)

// File is the name of the file of settings, in the user's configuration directory and at the root of a target.
const File = "luminos.toml"

// Prices is the key of the tables of prices by model.
const Prices = "prices"

// Key returns the key of the setting in luminos.toml.
func (r *Row) Key() string { return strings.ReplaceAll(r.Name, "-", "_") }

// Environment returns the name of the environment variable of the setting.
func (r *Row) Environment() string {
	if r.Variable != "" {
		return r.Variable
	}
	return "LUMINOS_" + strings.ToUpper(r.Key())
}

// Literal returns the default as in TOML or, without one, the example.
func (r *Row) Literal() string {
	if r.Default != "" {
		return r.Default
	}
	return r.Example
}

// Entry is one setting in a file.
type Entry struct {
	*Row
	Line int
	// Texts is the value as a flag takes it; the elements of a list.
	Texts []string
	Wrong string // the reason why the value has the wrong type, or ""
}

// Value returns the value of the entry for messages.
func (e *Entry) Value() string { return strings.Join(e.Texts, " ") }

// Unknown is a key that the table lacks.
type Unknown struct {
	Key, Near string // Near is the most similar key, or ""
	Line      int
}

// Settings is the content of one luminos.toml. Lists are in the order of the lines.
type Settings struct {
	Entries []Entry
	Unknown []Unknown
	Prices  map[string]Price
}

// Price is the table of one model below [Prices].
type Price struct {
	Values map[string]any
	Line   int
}

// Parse reads the text of a luminos.toml. It returns an error only for a text that is no TOML.
func Parse(text string, table []Row) (s Settings, err error) {
	defer func() {
		if v := recover(); v != nil { // the parser is foreign, and so is the text
			s, err = Settings{}, fmt.Errorf("not valid TOML: %.100v", v)
		}
	}()
	all := map[string]any{}
	text = strings.TrimPrefix(text, "\ufeff")
	if err := decode.TOML(text, &all); err != nil {
		return Settings{}, err
	}
	lines := decode.TOMLLines(text)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if key == Prices {
			s.Prices = s.readPrices(all[key], lines)
			continue
		}
		line := max(lines[key], 1)
		i := slices.IndexFunc(table, func(r Row) bool { return !r.Once && r.Key() == key })
		if i < 0 {
			s.Unknown = append(s.Unknown, Unknown{key, near(key, table), line})
			continue
		}
		e := Entry{Row: &table[i], Line: line}
		e.Texts, e.Wrong = table[i].read(all[key])
		s.Entries = append(s.Entries, e)
	}
	slices.SortStableFunc(s.Entries, func(a, b Entry) int { return a.Line - b.Line })
	slices.SortStableFunc(s.Unknown, func(a, b Unknown) int { return a.Line - b.Line })
	return s, nil
}

// readPrices returns the tables of the models in value. Another value is an unknown key.
func (s *Settings) readPrices(value any, lines map[string]int) map[string]Price {
	prices := map[string]Price{}
	models, ok := value.(map[string]any)
	if !ok {
		s.Unknown = append(s.Unknown, Unknown{Key: Prices, Near: Prices + `."MODEL"`, Line: lines[Prices]})
	}
	for name, row := range models {
		values, ok := row.(map[string]any)
		line := cmp.Or(lines[Prices+"."+name], lines[Prices], 1)
		if !ok {
			s.Unknown = append(s.Unknown, Unknown{Key: Prices + "." + name, Near: Prices + `."MODEL"`, Line: line})
			continue
		}
		prices[name] = Price{values, line}
	}
	return prices
}

// near returns the key most similar to a mistyped one. Flags that are no settings do not count.
func near(key string, table []Row) string {
	names := []string{Prices}
	for i := range table {
		if !table[i].Once {
			names = append(names, table[i].Key())
		}
	}
	return words.Nearest(strings.ToLower(strings.NewReplacer("-", "_", ".", "_").Replace(key)), names)
}

// read returns a value of TOML as texts that a flag takes, and the reason if its type is not the one of the row.
func (r *Row) read(value any) (texts []string, wrong string) {
	literal := r.Literal()
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	wrong = "want a value such as " + literal
	if len(r.Of) > 0 {
		wrong = "want one of " + strings.Join(r.Of, ", ")
	}
	same := isList == strings.HasPrefix(literal, "[")
	texts = []string{}
	for _, v := range list {
		text, first := fmt.Sprint(v), byte(0)
		switch v := v.(type) {
		case string:
			text, first = v, '"'
		case bool:
			text, first = strconv.FormatBool(v), 't'
		case int64:
			text, first = strconv.FormatInt(v, 10), '0'
		case float64:
			text, first = strconv.FormatFloat(v, 'f', -1, 64), '0'
		}
		same = same && first == kind(strings.TrimPrefix(literal, "["))
		texts = append(texts, text)
	}
	if same {
		wrong = ""
	}
	return texts, wrong
}

// kind returns a letter for the type of a literal: '"' for text, 't' for true and false, '0' for a number.
func kind(literal string) byte {
	switch c := literal[0]; {
	case c == '"' || c == ']': // lists are of texts
		return '"'
	case c == 't' || c == 'f':
		return 't'
	}
	return '0'
}

// Split divides the settings of a target: first the settings that it may make, then the others, prices among them.
func (s Settings) Split() (may, mustNot []Entry) {
	for _, e := range s.Entries {
		if e.Target == Allowed || e.Target == Lower && e.Wrong == "" && notAbove(e.Value(), e.Default) {
			may = append(may, e)
		} else {
			mustNot = append(mustNot, e)
		}
	}
	if len(s.Prices) > 0 {
		first := slices.MinFunc(slices.Collect(maps.Values(s.Prices)), func(a, b Price) int { return a.Line - b.Line })
		mustNot = append(mustNot, Entry{Row: &Row{Name: Prices}, Line: first.Line})
	}
	slices.SortFunc(mustNot, func(a, b Entry) int { return a.Line - b.Line })
	return may, mustNot
}

func notAbove(text, most string) bool {
	n, err := strconv.ParseFloat(text, 64)
	limit, limitErr := strconv.ParseFloat(most, 64)
	return err == nil && limitErr == nil && n <= limit
}
