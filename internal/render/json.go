package render

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"luminos/internal/words"
)

// JSON writes v as indented JSON with a line end. The text equals the
// output of encoding/json, except that characters that a terminal acts on and invisible
// ones are \u-escaped, so that the report can be printed raw. Lists are encoded
// element by element, so memory does not grow with their length.
func JSON(w io.Writer, v any) error {
	buf := bufio.NewWriterSize(w, 64<<10)
	s := &stream{w: &visible{w: buf}}
	s.value(reflect.ValueOf(v), "")
	s.text("\n")
	if s.err != nil {
		return fmt.Errorf("writing JSON: %w", s.err)
	}
	return buf.Flush()
}

// stream encodes structs and lists itself and everything else with
// encoding/json. After its first error it writes nothing more.
type stream struct {
	w       io.Writer
	err     error
	scratch bytes.Buffer
}

const indentStep = "  "

func (s *stream) text(t string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.w, t)
	}
}

func (s *stream) value(v reflect.Value, indent string) {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && !v.IsNil() && !marshals(v.Type()) {
		v = v.Elem()
	}
	switch {
	case s.err != nil:
	case !v.IsValid():
		s.text("null")
	case marshals(v.Type()):
		s.leaf(v, indent)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8 && v.Len() > 0:
		s.list(v, indent)
	case v.Kind() == reflect.Struct && walkable(v.Type()):
		s.object(v, indent)
	default:
		s.leaf(v, indent)
	}
}

func (s *stream) list(v reflect.Value, indent string) {
	inner := indent + indentStep
	for i := range v.Len() {
		s.text(separator(i == 0, "[") + "\n" + inner)
		s.value(v.Index(i), inner)
	}
	s.text("\n" + indent + "]")
}

func (s *stream) object(v reflect.Value, indent string) {
	inner := indent + indentStep
	first := true
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		f := v.Field(i)
		if name == "-" || omitted(f, options) {
			continue
		}
		s.text(separator(first, "{") + "\n" + inner + `"` + name + `": `)
		s.value(f, inner)
		first = false
	}
	if first {
		s.text("{}")
		return
	}
	s.text("\n" + indent + "}")
}

func separator(first bool, open string) string {
	if first {
		return open
	}
	return ","
}

// leaf encodes one value in memory and writes it.
func (s *stream) leaf(v reflect.Value, indent string) {
	s.scratch.Reset()
	e := json.NewEncoder(&s.scratch)
	e.SetEscapeHTML(false) // the reader is not a browser, and R&D reads better than R\u0026D
	e.SetIndent(indent, indentStep)
	if err := e.Encode(v.Interface()); err != nil {
		s.err = err
		return
	}
	_, err := s.w.Write(bytes.TrimSuffix(s.scratch.Bytes(), []byte("\n")))
	if s.err == nil {
		s.err = err
	}
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// textMarshaler is encoding.TextMarshaler without the import.
var textMarshaler = reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()

func marshals(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(marshaler) || p.Implements(textMarshaler)
}

// walkable reports whether the fields of a struct can be written one after the
// other. Structs with embedded fields or rarer options go to encoding/json.
func walkable(t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "" || strings.Contains(options, "string") {
			return false
		}
	}
	return true
}

// omitted reports whether the options omitempty and omitzero of a field's tag
// omit its value.
func omitted(f reflect.Value, options string) bool {
	for o := range strings.SplitSeq(options, ",") {
		switch o {
		case "omitzero":
			if f.IsZero() {
				return true
			}
		case "omitempty":
			switch f.Kind() {
			case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
				if f.Len() == 0 {
					return true
				}
			case reflect.Struct:
			default:
				if f.IsZero() {
					return true
				}
			}
		}
	}
	return false
}

// visible writes JSON to w with unsafe characters escaped. Outside of strings
// JSON is ASCII, and line ends are its only control characters.
type visible struct {
	w io.Writer
}

func (v *visible) Write(b []byte) (int, error) {
	start := 0
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf && c != 0x7F {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if !words.Hidden(r) {
			i += n
			continue
		}
		if _, err := v.w.Write(b[start:i]); err != nil {
			return 0, err
		}
		if _, err := io.WriteString(v.w, jsonEscape(r)); err != nil {
			return 0, err
		}
		i += n
		start = i
	}
	if _, err := v.w.Write(b[start:]); err != nil {
		return 0, err
	}
	return len(b), nil
}

func jsonEscape(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	r -= 0x10000
	return fmt.Sprintf(`\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
}
