// Package tool defines tools, which a model or an MCP client can call: a name, the schema
// of the arguments, and a handler.
package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Tool is a function that is called by its name with a JSON object. The zero value cannot be called.
type Tool struct {
	Name        string // of letters, digits and "_"
	Title       string // for people
	Description string // for models: purpose, result and limits
	Input       *jsonschema.Schema
	Output      *jsonschema.Schema // of Result.Data; nil for a tool without data
	// Local is set if a call changes only the state of the caller and reads nothing
	// that can change. The same calls in the same order then give the same results.
	Local bool
	// Handle runs a call with the given arguments. Callers use [Tool.Call] instead.
	Handle func(ctx context.Context, args json.RawMessage) (Result, error)
}

// Result is the result of a call.
type Result struct {
	Text   string // for the caller to read
	Data   any    // for programs; its JSON fits Tool.Output
	Failed bool   // the call could not be carried out; Text states the reason
	// Ends is set if the conversation is finished, because its result was accepted.
	Ends bool
}

// Failure returns the failed result of a tool call, with the formatted text. The text should name
// the action, its object, and an alternative.
func Failure(format string, args ...any) Result {
	return Result{Text: fmt.Sprintf(format, args...), Failed: true}
}

// Call calls the handler with the arguments, or with {} if they are empty. A panic of the handler gives a failed
// result. The error is the error of the handler: the end of ctx or a fault of this program.
func (t Tool) Call(ctx context.Context, args json.RawMessage) (r Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			r, err = Failure("%s: internal error: %.200v; other arguments may fare better", t.Name, v), nil
		}
	}()
	if len(bytes.TrimSpace(args)) == 0 {
		args = json.RawMessage("{}")
	}
	return t.Handle(ctx, args)
}

// New returns a tool that calls a function. The schema of the arguments is derived from
// In, a struct whose fields have json and jsonschema tags, with "omitempty" for optional
// ones. Arguments that do not fit the schema do not reach the function. Out is the type of
// Result.Data. New panics if a type has no schema.
func New[In, Out any](name, title, description string, call func(context.Context, In) (Result, error)) Tool {
	input, output := schema[In](), schema[Out]()
	check, err := input.Resolve(nil)
	if err != nil {
		panic(fmt.Sprintf("resolving the schema of the tool %s: %v", name, err)) // a fault in In, which every test finds
	}
	return Tool{
		Name: name, Title: title, Description: description, Input: input, Output: output,
		Handle: func(ctx context.Context, raw json.RawMessage) (Result, error) {
			in, err := decode[In](raw, check)
			if err != nil {
				return Failure("%s: the arguments do not fit: %v. Expected: %s", name, err, usage(input)), nil
			}
			return call(ctx, in)
		},
	}
}

// decode parses the JSON arguments of a call and validates them by the schema of the tool.
func decode[In any](raw json.RawMessage, check *jsonschema.Resolved) (in In, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		return in, fmt.Errorf("parsing the arguments as a JSON object: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return in, errors.New("there is more text after the JSON object of the arguments")
	}
	if v == nil {
		v = map[string]any{} // null
	}
	if err := check.Validate(v); err != nil {
		return in, err
	}
	// 1.0 is an integer in JSON Schema, and not in encoding/json until it is written again.
	if raw, err = json.Marshal(v); err != nil {
		return in, err
	}
	err = json.Unmarshal(raw, &in)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok { // its text names the types of this program
		field := wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:]
		return in, fmt.Errorf("%s cannot be a %s", field, wrong.Value)
	}
	return in, err
}

// schema returns the schema of the type T, changed by neverNull, since some clients refuse schemas
// that allow null for lists.
func schema[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(fmt.Sprintf("making the schema of the type %T: %v", *new(T), err))
	}
	neverNull(s)
	return s
}

// neverNull removes null beside another type from the types that a schema allows, and from its properties and items.
func neverNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	for _, p := range s.Properties {
		neverNull(p)
	}
	neverNull(s.Items)
}

// usage returns one line with the names and types of the arguments of a tool, such as "{path: string, limit?: integer}".
func usage(s *jsonschema.Schema) string {
	required := map[string]bool{}
	for _, name := range s.Required {
		required[name] = true
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range s.PropertyOrder {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name)
		if !required[name] {
			b.WriteByte('?')
		}
		b.WriteString(": " + s.Properties[name].Type)
	}
	b.WriteByte('}')
	return b.String()
}
