//go:build cgo && !noparsers

package outline

import (
	"strings"

	ts "github.com/tree-sitter/go-tree-sitter"
)

// scriptRules returns the rules of JavaScript and TypeScript.
func scriptRules() map[string]rule {
	return map[string]rule{
		"export_statement":               scriptExport,
		"import_statement":               skip,
		"function_declaration":           named(Func),
		"generator_function_declaration": named(Func),
		"function_expression":            scriptExpression(Func),
		"generator_function":             scriptExpression(Func),
		"function_signature":             named(Func),
		"class_declaration":              named(Class),
		"abstract_class_declaration":     named(Class),
		"class":                          scriptExpression(Class),
		"method_definition":              named(Method),
		"method_signature":               named(Method),
		"abstract_method_signature":      named(Method),
		"interface_declaration":          named(Interface),
		"type_alias_declaration":         named(Type),
		"enum_declaration":               named(Enum),
		"internal_module":                scriptModule,
		"module":                         scriptModule,
		"lexical_declaration":            scriptDeclaration,
		"variable_declaration":           scriptDeclaration,
		"variable_declarator":            scriptVariable,
		"field_definition":               scriptField,
		"public_field_definition":        scriptField,
		"assignment_expression":          scriptAssignment,
		"pair":                           scriptPair,
		"comment":                        skip,
		"regex":                          skip,
	}
}

func scriptExport(w *walk, n *ts.Node) bool {
	if n.ChildByFieldName("source") != nil {
		return false
	}
	if n.ChildByFieldName("declaration") != nil {
		return wrapper(w, n)
	}
	return true
}

// scriptExpression returns a rule that records a JavaScript function or class in an expression
// under its own name, unless the definition recorded last has the same name and contains it.
func scriptExpression(kind Kind) rule {
	return func(w *walk, n *ts.Node) bool {
		name := w.field(n, "name")
		if defs := w.found.defs; name == "" || len(defs) > 0 && defs[len(defs)-1].name == name && defs[len(defs)-1].end >= int(n.EndByte()) {
			return true
		}
		w.define(kind, name, n, n.ChildByFieldName("body"))
		return true
	}
}

func scriptModule(w *walk, n *ts.Node) bool {
	w.define(Namespace, unquoted(w.field(n, "name")), n, n.ChildByFieldName("body"))
	return true
}

// scriptDeclaration extends the definition of a single JavaScript variable to begin at its const,
// let or var.
func scriptDeclaration(w *walk, n *ts.Node) bool {
	if n.NamedChildCount() == 1 {
		return wrapper(w, n)
	}
	return true
}

// scriptValue returns the kind of definition that a JavaScript variable with this value is,
// function or class, and the node of the body. The kind is "" for other values.
func scriptValue(value *ts.Node) (Kind, *ts.Node) {
	if value == nil {
		return "", nil
	}
	switch value.Kind() {
	case "arrow_function", "function_expression", "generator_function":
		return Func, value.ChildByFieldName("body")
	case "class":
		return Class, value.ChildByFieldName("body")
	}
	return "", nil
}

// scriptVariable records JavaScript variables that hold functions or classes, and outside functions
// all other variables too, except imported modules.
func scriptVariable(w *walk, n *ts.Node) bool {
	name, value := n.ChildByFieldName("name"), n.ChildByFieldName("value")
	if name == nil || name.Kind() != "identifier" {
		return true
	}
	kind, body := scriptValue(value)
	switch {
	case kind != "":
		w.define(kind, w.string(name), n, body)
	case !w.local(n) && !isRequire(w, value):
		kind = Var
		if strings.HasPrefix(w.declared(n), "const") {
			kind = Const
		}
		w.define(kind, w.string(name), n, nil)
	}
	return true
}

// declared returns the first five bytes of the declaration that contains a variable,
// enough to recognise const.
func (w *walk) declared(n *ts.Node) string {
	if p := n.Parent(); p != nil {
		start := int(p.StartByte())
		return string(w.text[start:min(start+len("const"), len(w.text))])
	}
	return ""
}

func scriptField(w *walk, n *ts.Node) bool {
	name := n.ChildByFieldName("name")
	if name == nil {
		name = n.ChildByFieldName("property")
	}
	if kind, body := scriptValue(n.ChildByFieldName("value")); kind == Func {
		w.define(Method, w.string(name), n, body)
	}
	return true
}

// scriptAssignment records a function or class of JavaScript that is assigned, as in
// "exports.a = function () {}".
func scriptAssignment(w *walk, n *ts.Node) bool {
	left := n.ChildByFieldName("left")
	kind, body := scriptValue(n.ChildByFieldName("right"))
	if left == nil || kind == "" {
		return true
	}
	switch left.Kind() {
	case "member_expression":
		if strings.Contains(w.string(left), ".prototype.") {
			kind = Method
		}
		left = left.ChildByFieldName("property")
	case "identifier":
	default:
		return true
	}
	if name := w.string(left); name != "exports" {
		w.define(kind, name, n, body)
	}
	return true
}

func scriptPair(w *walk, n *ts.Node) bool {
	key := n.ChildByFieldName("key")
	if kind, body := scriptValue(n.ChildByFieldName("value")); kind != "" && key != nil && key.Kind() != "computed_property_name" {
		if kind == Func {
			kind = Method
		}
		w.define(kind, unquoted(w.string(key)), n, body)
	}
	return true
}

func isRequire(w *walk, n *ts.Node) bool {
	if n == nil || n.Kind() != "call_expression" || n.ChildByFieldName("arguments") == nil {
		return false
	}
	f := w.field(n, "function")
	return f == "require" || f == "import"
}
