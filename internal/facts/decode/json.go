package decode

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// JSON decodes a JSON text into a map or a struct, as [json.Unmarshal] does. Comments and trailing commas are allowed.
func JSON(s string, into any) error {
	plain := withoutComments(s)
	if err := jsonDepth(plain); err != nil {
		return err
	}
	// Strict JSON is tried first, and its error is the one returned if both forms fail.
	err := json.Unmarshal([]byte(s), into)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return wrongType(err)
	}
	err = json.Unmarshal([]byte(plain), into)
	if errors.As(err, new(*json.SyntaxError)) {
		line := 1 + strings.Count(s[:min(int(syntax.Offset), len(s))], "\n")
		return fmt.Errorf("not valid JSON: line %d: %w", line, syntax)
	}
	return wrongType(err)
}

// wrongType returns an error that names the field, in place of the JSON decoder's error for a value of the wrong type.
// It returns any other error, and nil, unchanged.
func wrongType(err error) error {
	var other *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &other):
		return err
	case other.Field == "":
		return errors.New("not a JSON object")
	}
	return fmt.Errorf("the JSON field %q has a value of the wrong type: %s", other.Field, other.Value)
}

// jsonDepth returns an error if the brackets outside of strings are nested too deeply in a JSON text.
func jsonDepth(s string) error {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			i = endOfString(s, i)
		case '[', '{':
			if depth++; depth > maxDepth {
				return errTooDeep
			}
		case ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return nil
}

// endOfString returns the index of the closing quote of the string at i, or the end of the text.
func endOfString[T string | []byte](s T, i int) int {
	quote := s[i]
	for i++; i < len(s) && s[i] != quote; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i
}

// withoutComments returns a JSON text with spaces in the place of comments and trailing commas, so
// that lines and offsets do not change.
func withoutComments(s string) string {
	b := []byte(s)
	comma := -1 // the last comma with nothing but space and comments after it
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			i = endOfString(b, i)
			comma = -1
		case c == '/' && i+1 < len(b) && (b[i+1] == '/' || b[i+1] == '*'):
			i = blankComment(b, i) - 1
		case c == ',':
			comma = i
		case c == ']' || c == '}':
			if comma >= 0 {
				b[comma] = ' '
			}
			comma = -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
	}
	return string(b)
}

// blankComment replaces the comment that begins at the offset i by spaces and returns the offset of its end.
func blankComment(b []byte, i int) int {
	block := b[i+1] == '*'
	b[i], b[i+1] = ' ', ' '
	for i += 2; i < len(b); i++ {
		if !block && b[i] == '\n' {
			return i
		}
		if block && b[i] == '*' && i+1 < len(b) && b[i+1] == '/' {
			b[i], b[i+1] = ' ', ' '
			return i + 2
		}
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	return i
}
