package render

import (
	"bufio"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"luminos/internal/words"
)

// JSON writes v as indented JSON with a line end, as writeJSON does.
func JSON(w io.Writer, v any) error { return writeJSON(w, v, true) }

// JSONLine writes v as JSON in one line, as writeJSON does.
func JSONLine(w io.Writer, v any) error { return writeJSON(w, v, false) }

// writeJSON writes v as JSON with a line end, indented or in one line. The text equals the output of encoding/json
// without escapes for HTML, except that characters that a terminal acts on and invisible ones are \u-escaped, so that
// the report can be printed raw. The encoder writes while it encodes, so memory does not grow with the report.
func writeJSON(w io.Writer, v any, indented bool) error {
	buf := bufio.NewWriterSize(w, 64<<10)
	options := []json.Options{jsonv1.DefaultOptionsV1(), jsontext.EscapeForHTML(false)}
	if indented {
		options = append(options, jsontext.WithIndent("  "))
	}
	err := json.MarshalWrite(visible{buf}, v, options...)
	if err == nil {
		buf.WriteByte('\n')
		err = buf.Flush()
	}
	if err != nil {
		return fmt.Errorf("writing the output as JSON: %w", err)
	}
	return nil
}

// visible writes JSON to w with unsafe characters escaped. Outside of strings
// JSON is ASCII, and line ends are its only control characters. Errors of w stay
// in w.
type visible struct{ w *bufio.Writer }

func (v visible) Write(b []byte) (int, error) {
	start := 0
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf && c != 0x7F {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if words.Hidden(r) {
			v.w.Write(b[start:i])
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(v.w, `\u%04x`, unit)
			}
			start = i + n
		}
		i += n
	}
	v.w.Write(b[start:])
	return len(b), nil
}
