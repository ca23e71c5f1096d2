package render

import (
	"io"
	"maps"
	"reflect"

	"github.com/invopop/jsonschema"

	"luminos"
)

// Document is a JSON document of the program, for [Schema].
type Document struct {
	Name        string // as a command names it
	Title       string
	Description string
	Forms       []any // a value of each type that the document can have
}

// Schema writes the JSON Schema (draft 2020-12) of a JSON document, made from the types of its forms. A reader must
// accept fields that the schema does not name: later versions of Luminos add some. It returns the first error of w.
func Schema(w io.Writer, d Document) error {
	r := jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true}
	r.Mapper = func(t reflect.Type) *jsonschema.Schema {
		if t == reflect.TypeFor[luminos.Money]() { // it writes itself
			return &jsonschema.Schema{Type: "number", Description: "US dollars"}
		}
		return nil
	}
	s := r.Reflect(d.Forms[0])
	for i, form := range d.Forms[1:] {
		if i == 0 {
			s.AnyOf, s.Ref = []*jsonschema.Schema{{Ref: s.Ref}}, ""
		}
		other := r.Reflect(form)
		s.AnyOf = append(s.AnyOf, &jsonschema.Schema{Ref: other.Ref})
		maps.Copy(s.Definitions, other.Definitions)
	}
	if inner := s.Definitions["Retraction"]; inner != nil {
		// Of two fields with one name the outer one is written, and the library describes the inner one.
		inner.Properties.Set("from", &jsonschema.Schema{Type: "string"})
	}
	if report := s.Definitions["Report"]; report != nil {
		// A survey that failed or does not apply is null.
		survey, _ := report.Properties.Get("survey")
		report.Properties.Set("survey", &jsonschema.Schema{OneOf: []*jsonschema.Schema{survey, {Type: "null"}}})
	}
	s.Title, s.Description = d.Title, d.Description
	return writeJSON(w, s, true)
}
