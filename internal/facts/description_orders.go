package facts

import (
	"reflect"

	"luminos"
	"luminos/internal/facts/injection"
)

// withhold removes each text that reads like an order to an agent from the results of the readers, so that it becomes
// no description, title, theme or other fact: prompts and reports show facts as their own findings. The places stay in
// the list of injections, and the quotes of evidence stay as they are.
func (r *readings) withhold() {
	withholdIn(reflect.ValueOf(&r.facts).Elem())
	for p, a := range r.abouts {
		if injection.In(a.Text) {
			delete(r.abouts, p)
		}
	}
	for i := range r.readmes {
		if injection.In(r.readmes[i].Text) {
			r.readmes[i].Text = ""
		}
	}
	for _, symbols := range r.symbols {
		withholdIn(reflect.ValueOf(symbols))
	}
}

// keptTypes are the types whose texts are no facts about the target, or that are shown as quotations.
var keptTypes = map[reflect.Type]bool{
	reflect.TypeFor[luminos.Injection]():   true,
	reflect.TypeFor[luminos.Evidence]():    true,
	reflect.TypeFor[luminos.ImportGraph](): true,
}

// withholdIn sets each string in v that reads like an order to an agent to "". Other types, such as paths, stay.
func withholdIn(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() && injection.In(v.String()) {
			v.SetString("")
		}
	case reflect.Pointer:
		if !v.IsNil() {
			withholdIn(v.Elem())
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 || keptTypes[v.Type().Elem()] {
			return
		}
		for i := range v.Len() {
			withholdIn(v.Index(i))
		}
	case reflect.Struct:
		if keptTypes[v.Type()] {
			return
		}
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				withholdIn(f)
			}
		}
	}
}
