package query

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"luminos/internal/words"
)

const (
	tokenMost    = 8 << 20  // bytes of a string of JSON
	valueMost    = 16 << 10 // bytes of a value that is compared: a long text
	namesMost    = 1000     // columns of records
	nameMost     = 200      // bytes of the name of a column
	flattenDepth = 4        // objects in objects whose members are columns: "a.b.c"
	tableDepth   = 3        // objects around an array of records
	tablesMost   = 100      // arrays of records that are listed
)

// jsonTable reads the records of a JSON text.
type jsonTable struct {
	dec     *jsontext.Decoder
	budget  *budget
	want    string
	yield   func(Row) bool
	names   []string
	index   map[string]int
	values  []string
	tables  []string
	used    bool // a table was read
	records bool // each value at the top is a record
}

var errEnded = errors.New("no more rows are wanted")

// JSON returns the rows of a JSON text: of the array at its top, or of the array of objects with the name of the table,
// "a.b" for the member b of the object a. If lines is set, each value at the top is a row. Members of objects in a row
// are columns, "a.b"; arrays are texts.
func JSON(r io.Reader, table string, lines bool) Rows {
	return func(yield func(Row) bool) error {
		b := &budget{r: r, left: tokenMost}
		t := &jsonTable{budget: b, want: table, yield: yield, index: map[string]int{}, records: lines}
		t.dec = jsontext.NewDecoder(b, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		err := t.top()
		var syntax *jsontext.SyntacticError
		switch {
		case errors.Is(err, errEnded), err == nil && (t.used && (table != "" || len(t.tables) < 2) || lines):
			return nil
		case errors.As(err, &syntax):
			return fmt.Errorf("%w: after byte %d it is not valid JSON", ErrSyntax, syntax.ByteOffset)
		case err != nil:
			return err
		case len(t.tables) == 0:
			return Invalid("it has no array of objects, so it has no rows")
		case table == "":
			return Invalid("it has several tables; pass one as table: " + strings.Join(t.tables, ", "))
		}
		return Invalid(fmt.Sprintf("it has no table %q; its tables are: %s",
			words.Line(table, nameMost), strings.Join(t.tables, ", ")))
	}
}

// ErrSyntax is the error of a text that breaks the rules of its format.
var ErrSyntax = errors.New("the text is damaged")

// budget is a reader that fails if one token takes more than tokenMost bytes, so that the decoder does not keep more.
type budget struct {
	r    io.Reader
	left int
}

func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, ErrTooLong
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// token returns the next token.
func (t *jsonTable) token() (jsontext.Token, error) {
	t.budget.left = tokenMost
	return t.dec.ReadToken()
}

func (t *jsonTable) peek() jsontext.Kind {
	t.budget.left = tokenMost
	return t.dec.PeekKind()
}

// top reads the values at the top.
func (t *jsonTable) top() error {
	for {
		var err error
		switch k := t.peek(); {
		case t.records && k == '{':
			err = t.row()
		case k == '[' && !t.records:
			err = t.array("")
		case k == '{':
			err = t.members("", 1)
		default:
			if _, err = t.token(); errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil && (k == '[') {
				err = t.skip(1)
			}
		}
		if err != nil {
			return err
		}
	}
}

// skip reads to the end of depth arrays and objects that were begun.
func (t *jsonTable) skip(depth int) error {
	for depth > 0 {
		tok, err := t.token()
		if err != nil {
			return unexpected(err)
		}
		switch tok.Kind() {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
	}
	return nil
}

// unexpected returns an end of the text within a value as a syntax error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: it is cut off", ErrSyntax)
	}
	return err
}

// value skips the next value.
func (t *jsonTable) value() error {
	tok, err := t.token()
	if err != nil {
		return unexpected(err)
	}
	if k := tok.Kind(); k == '{' || k == '[' {
		return t.skip(1)
	}
	return nil
}

// members looks for arrays of objects among the members of an object.
func (t *jsonTable) members(prefix string, depth int) error {
	if _, err := t.token(); err != nil {
		return unexpected(err)
	}
	for {
		tok, err := t.token()
		if err != nil {
			return unexpected(err)
		}
		if tok.Kind() == '}' {
			return nil
		}
		name := words.Line(tok.String(), nameMost)
		if prefix != "" {
			name = prefix + "." + name
		}
		switch k := t.peek(); {
		case k == '[':
			err = t.array(name)
		case k == '{' && depth < tableDepth:
			err = t.members(name, depth+1)
		default:
			err = t.value()
		}
		if err != nil {
			return err
		}
	}
}

// array reads the rows of an array if it is the wanted table, and skips it otherwise.
func (t *jsonTable) array(name string) error {
	if _, err := t.token(); err != nil {
		return unexpected(err)
	}
	if t.peek() != '{' {
		return t.skip(1)
	}
	if len(t.tables) < tablesMost {
		t.tables = append(t.tables, name)
	}
	if t.used || t.want != "" && t.want != name {
		return t.skip(1)
	}
	t.used = true
	for {
		var err error
		switch t.peek() {
		case ']':
			_, err = t.token()
			return unexpected(err)
		case '{':
			err = t.row()
		default: // no record
			clear(t.values)
			var text string
			if text, err = t.text(); err == nil {
				err = t.pass(text)
			}
		}
		if err != nil {
			return err
		}
	}
}

// row passes one object to the query.
func (t *jsonTable) row() error {
	clear(t.values)
	if err := t.record("", 1); err != nil {
		return err
	}
	return t.yielded()
}

// pass passes an element that is no object to the query, as the column "value".
func (t *jsonTable) pass(text string) error {
	t.set("value", text)
	return t.yielded()
}

func (t *jsonTable) yielded() error {
	if !t.yield(Row{Columns: t.names, Values: t.values, Open: true}) {
		return errEnded
	}
	return nil
}

// record reads the members of an object into the values of the row.
func (t *jsonTable) record(prefix string, depth int) error {
	if _, err := t.token(); err != nil {
		return unexpected(err)
	}
	for {
		tok, err := t.token()
		if err != nil {
			return unexpected(err)
		}
		if tok.Kind() == '}' {
			return nil
		}
		name := prefix + tok.String()
		if t.peek() == '{' && depth < flattenDepth && len(name) < nameMost {
			if err := t.record(name+".", depth+1); err != nil {
				return err
			}
			continue
		}
		text, err := t.text()
		if err != nil {
			return err
		}
		t.set(name, text)
	}
}

// set sets the value of a column, which is new if the name is.
func (t *jsonTable) set(name, text string) {
	at, ok := t.index[name]
	if !ok {
		if len(t.names) == namesMost || len(name) > nameMost {
			return
		}
		at = len(t.names)
		t.index[name] = at
		t.names = append(t.names, name)
		t.values = append(t.values, "")
	}
	t.values[at] = text
}

// text returns the next value as a text: the beginning of an array or a deep object in JSON, and "" for null.
func (t *jsonTable) text() (string, error) {
	if k := t.peek(); k == '{' || k == '[' {
		v, err := t.dec.ReadValue() // within the budget of one token
		if err != nil {
			return "", unexpected(err)
		}
		_ = v.Compact() // the decoder has checked it
		return cut(string(v)), nil
	}
	tok, err := t.token()
	switch {
	case err != nil:
		return "", unexpected(err)
	case tok.Kind() == 'n':
		return "", nil
	}
	return cut(tok.String()), nil
}

// cut returns the part of a value that is compared.
func cut(v string) string {
	if len(v) <= valueMost {
		return v
	}
	return strings.ToValidUTF8(v[:valueMost], "")
}
