package render

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"luminos"
)

func reportSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	var out bytes.Buffer
	if err := Schema(&out); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(&out)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///report.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///report.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReportsFollowTheSchema(t *testing.T) {
	schema := reportSchema(t)
	for name, r := range map[string]*luminos.Report{
		"full": hostileReport("x", true), "marks": hostileReport(hostile, false),
	} {
		r.Facts.EntryPoints = []luminos.EntryPoint{}
		var out bytes.Buffer
		if err := writeJSON(&out, fold(r), false); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(&out)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
