package decode

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// TOML decodes a TOML document into a map or a struct.
func TOML(s string, into any) error {
	if err := tomlBounds(s); err != nil {
		return err
	}
	err := toml.Unmarshal([]byte(s), into)
	var at *toml.DecodeError
	if errors.As(err, &at) {
		row, _ := at.Position()
		return fmt.Errorf("not valid TOML: line %d: %w", row, err)
	}
	if err != nil {
		return fmt.Errorf("not valid TOML: %w", err)
	}
	return nil
}

// TOMLLines returns the line of each key and each table of a valid TOML document, by its path with dots: "table.key".
func TOMLLines(s string) map[string]int {
	lines := map[string]int{}
	p, table := unstable.Parser{}, ""
	p.Reset([]byte(s))
	for line, at := 1, 0; p.NextExpression(); {
		e, path := p.Expression(), ""
		if e.Kind == unstable.KeyValue {
			path = table
		}
		for keys := e.Key(); keys.Next(); {
			if offset := int(keys.Node().Raw.Offset); offset > at {
				line, at = line+strings.Count(s[at:offset], "\n"), offset
			}
			path = strings.TrimPrefix(path+"."+string(keys.Node().Data), ".")
			if lines[path] == 0 {
				lines[path] = line
			}
		}
		if e.Kind != unstable.KeyValue {
			table = path
		}
	}
	return lines
}

// endOfTOMLString returns the index of the last byte of the string at i: its closing quote, or the last byte of the
// line if a one-line string is not closed.
func endOfTOMLString(s string, i int) int {
	quote := s[i]
	if triple := strings.Repeat(s[i:i+1], 3); strings.HasPrefix(s[i:], triple) {
		for i += 3; i < len(s) && !strings.HasPrefix(s[i:], triple); i++ {
			if s[i] == '\\' && quote == '"' {
				i++
			}
		}
		i += 2
		for range 2 { // the string itself may end in up to two quotes
			if i+1 < len(s) && s[i+1] == quote {
				i++
			}
		}
		return i
	}
	for i++; i < len(s) && s[i] != quote && s[i] != '\n'; i++ {
		if s[i] == '\\' && quote == '"' {
			i++
		}
	}
	if i < len(s) && s[i] == '\n' {
		return i - 1
	}
	return i
}
