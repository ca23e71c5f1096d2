package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"luminos/internal/render"
)

// reportSchema returns the schema that luminos schema prints.
var reportSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	var out bytes.Buffer
	if err := render.Schema(&out); err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(&out)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///report.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("mem:///report.json")
})

// checkSchema returns an error if a JSON document is a report and does not follow the schema. Each report that a script
// reads with json or same is checked, and the ones on hostile trees.
func checkSchema(text string) error {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	fields, _ := doc.(map[string]any)
	if _, ok := fields["run"]; !ok || fields["schema_version"] == nil {
		return nil // scans, maps and comparisons are other documents
	}
	schema, err := reportSchema()
	if err != nil {
		return err
	}
	return schema.Validate(doc)
}

func TestCheckSchema(t *testing.T) {
	for text, valid := range map[string]bool{
		`{"tokens": 4}`: true, `{"schema_version": 1, "files": []}`: true,
		`{"schema_version": 4, "run": {}}`: false, `{"schema_version": "x", "run": 1}`: false,
	} {
		if err := checkSchema(text); (err == nil) != valid {
			t.Errorf("%s: %v", text, err)
		}
	}
}
