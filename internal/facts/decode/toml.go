package decode

import (
	"errors"
	"fmt"
	"strings"

	"luminos/internal/facts/reading"

	"github.com/pelletier/go-toml/v2"
)

// TOML decodes a TOML document into a map or a struct.
func TOML(s string, into any) error {
	if err := tomlDepth(s); err != nil {
		return err
	}
	return reading.Guard(func() error {
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
	})
}

// tomlDepth refuses a document whose tables nest too deep, by brackets or by
// the dots of their keys, which nest as well: of
//
//	a.b = { c.d = [1.5, 2.5] }
//
// the array is the sixth level. A dot is one of a key as long as no other mark
// has come; in a number there is one at most, so that none has to be told from
// the other.
func tomlDepth(s string) error {
	depth := 0
	var opened []int // levels that each open bracket brought
	key := 0         // dots since the last other mark
	inKey := 0       // levels of the key whose value comes next
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"', '\'':
			i = endOfTOMLString(s, i)
		case '#':
			if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
				i += n - 1
			} else {
				i = len(s)
			}
		case '.':
			key++
		case '=':
			inKey, key = 1+key, 0
		case '[', '{':
			depth += 1 + inKey
			opened = append(opened, 1+inKey)
			inKey, key = 0, 0
		case ']', '}':
			if n := len(opened); n > 0 {
				depth -= opened[n-1]
				opened = opened[:n-1]
			}
			inKey, key = 0, 0
		case ',', '\n':
			inKey, key = 0, 0
		}
		if depth+inKey+key > maxDepth {
			return ErrTooDeep
		}
	}
	return nil
}

// endOfTOMLString is where the string that opens at i ends: at its closing
// quote, or at the end of the line if it is not one of several lines.
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
