package render

import (
	"io"
	"reflect"

	"github.com/invopop/jsonschema"

	"luminos"
)

// Schema writes the JSON Schema (draft 2020-12) of the JSON report, made from the types of the report. A reader must
// accept fields that the schema does not name: later versions of Luminos add some. It returns the first error of w.
func Schema(w io.Writer) error {
	r := jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true}
	r.Mapper = func(t reflect.Type) *jsonschema.Schema {
		if t == reflect.TypeFor[luminos.Money]() { // it writes itself
			return &jsonschema.Schema{Type: "number", Description: "US dollars"}
		}
		return nil
	}
	s := r.Reflect(&luminos.Report{})
	// Of two fields with one name the outer one is written, and the library describes the inner one.
	s.Definitions["Retraction"].Properties.Set("from", &jsonschema.Schema{Type: "string"})
	// A survey that failed or does not apply is null.
	survey, _ := s.Definitions["Report"].Properties.Get("survey")
	s.Definitions["Report"].Properties.Set("survey", &jsonschema.Schema{
		OneOf: []*jsonschema.Schema{survey, {Type: "null"}},
	})
	s.Title = "Luminos report"
	s.Description = "A report about a directory, as luminos --json writes it."
	return writeJSON(w, s, true)
}
