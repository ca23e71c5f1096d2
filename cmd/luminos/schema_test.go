package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"luminos/internal/render"
)

// compiled returns the schemas that luminos schema prints, by the name of the document.
var compiled = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	all := map[string]*jsonschema.Schema{}
	for _, d := range schemas {
		var out bytes.Buffer
		if err := render.Schema(&out, d); err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(&out)
		if err != nil {
			return nil, err
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("mem:///"+d.Name, doc); err != nil {
			return nil, err
		}
		if all[d.Name], err = c.Compile("mem:///" + d.Name); err != nil {
			return nil, err
		}
	}
	return all, nil
})

// fieldsOf holds the fields by which a document is recognised. Scans and SARIF are other documents.
var fieldsOf = map[string][]string{
	"report": {"run", "schema_version"}, "verify": {"citations", "documents"}, "diff": {"changes"},
	"map": {"tokens_estimated_as"},
}

// checkSchema returns an error if a JSON document has a schema and does not follow it. Each document that a script
// reads with json or same is checked, and the reports on hostile trees.
func checkSchema(text string) error {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	fields, _ := doc.(map[string]any)
	all, err := compiled()
	if err != nil {
		return err
	}
	for name, of := range fieldsOf {
		has := func(field string) bool { _, ok := fields[field]; return ok }
		if name == "report" && !(has(of[0]) && has(of[1])) || !slices.ContainsFunc(of, has) {
			continue
		}
		if err := all[name].Validate(doc); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func TestCheckSchema(t *testing.T) {
	for text, valid := range map[string]bool{
		`{"tokens": 4}`: true, `{"schema_version": 1, "files": []}`: true,
		`{"schema_version": 4, "run": {}}`: false, `{"schema_version": "x", "run": 1}`: false,
		`{"citations": [], "counts": {"found": 1}, "target": "t"}`: true,
		`{"citations": [], "counts": null, "target": "t"}`:         false,
		`{"findings": [], "documents": [], "checked": 0}`:          false,
		`{"changes": [{"topic": "size"}]}`:                         false, `{"changes": []}`: false,
		`{"tokens_estimated_as": "x", "files": null}`: false,
	} {
		if err := checkSchema(text); (err == nil) != valid {
			t.Errorf("%s: %v", text, err)
		}
	}
}
