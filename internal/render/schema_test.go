package render

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"luminos"
)

func reportSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	var out bytes.Buffer
	if err := Schema(&out, Document{Forms: []any{&luminos.Report{}}}); err != nil {
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

// complete makes the lists and maps that a report made by hand leaves out, as a run makes them.
func complete(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			complete(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				complete(f)
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			complete(v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
	}
}

func TestReportsFollowTheSchema(t *testing.T) {
	schema := reportSchema(t)
	for name, r := range map[string]*luminos.Report{
		"full": hostileReport("x", true), "marks": hostileReport(hostile, false), "golden": fixture(),
		"model": modelReport(), "judged": judgedReport(), "unanswered": unanswered(), "passages": passageReport(),
		"crowded": crowded(9, 9),
	} {
		complete(reflect.ValueOf(r).Elem())
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
