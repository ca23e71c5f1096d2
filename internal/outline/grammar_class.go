//go:build cgo && !noparsers

package outline

import (
	"cmp"
	"strings"

	ts "github.com/tree-sitter/go-tree-sitter"
)

func javaRules() map[string]rule {
	return map[string]rule{
		"import_declaration":                  skip,
		"module_declaration":                  named(Module),
		"class_declaration":                   named(Class),
		"interface_declaration":               named(Interface),
		"annotation_type_declaration":         named(Interface),
		"enum_declaration":                    named(Enum),
		"record_declaration":                  named(Record),
		"method_declaration":                  named(Method),
		"constructor_declaration":             named(Method),
		"compact_constructor_declaration":     named(Method),
		"annotation_type_element_declaration": named(Method),
		"field_declaration":                   javaField,
		"constant_declaration":                javaConstants,
		"line_comment":                        skip,
		"block_comment":                       skip,
		"string_literal":                      skip,
	}
}

// javaField records the fields of a Java class that are static and final as constants.
func javaField(w *walk, n *ts.Node) bool {
	if m := n.NamedChild(0); m != nil && m.Kind() == "modifiers" {
		if s := w.string(m); strings.Contains(s, "static") && strings.Contains(s, "final") {
			return javaConstants(w, n)
		}
	}
	return true
}

func javaConstants(w *walk, n *ts.Node) bool {
	for child := range children(n) {
		if child.Kind() == "variable_declarator" {
			w.define(Const, w.field(child, "name"), n, nil)
		}
	}
	return true
}

func csharpRules() map[string]rule {
	return map[string]rule{
		"using_directive":                   skip,
		"namespace_declaration":             named(Namespace),
		"file_scoped_namespace_declaration": csharpNamespace,
		"class_declaration":                 named(Class),
		"struct_declaration":                named(Struct),
		"interface_declaration":             named(Interface),
		"enum_declaration":                  named(Enum),
		"record_declaration":                named(Record),
		"delegate_declaration":              named(Type),
		"method_declaration":                named(Method),
		"constructor_declaration":           named(Method),
		"destructor_declaration":            csharpDestructor,
		"local_function_statement":          named(Func),
		"property_declaration":              fields(Property, "name", "accessors"),
		"field_declaration":                 csharpField,
		"comment":                           skip,
		"string_literal":                    skip,
	}
}

// csharpNamespace records a namespace of C# without braces, which extends to the end of the file.
func csharpNamespace(w *walk, n *ts.Node) bool {
	w.define(Namespace, w.field(n, "name"), n, nil)
	w.found.defs[len(w.found.defs)-1].end = len(w.text)
	return true
}

func csharpDestructor(w *walk, n *ts.Node) bool {
	w.define(Method, "~"+w.field(n, "name"), n, n.ChildByFieldName("body"))
	return true
}

// csharpField records the constant fields of a C# type.
func csharpField(w *walk, n *ts.Node) bool {
	constant := false
	for child := range children(n) {
		switch child.Kind() {
		case "modifier":
			constant = constant || w.string(child) == "const"
		case "variable_declaration":
			for v := range children(child) {
				if constant && v.Kind() == "variable_declarator" {
					w.define(Const, word(w.string(v), "$"), n, nil)
				}
			}
		}
	}
	return true
}

func phpRules() map[string]rule {
	return map[string]rule{
		"namespace_use_declaration": skip,
		"namespace_definition":      phpNamespace,
		"class_declaration":         named(Class),
		"interface_declaration":     named(Interface),
		"trait_declaration":         named(Trait),
		"enum_declaration":          named(Enum),
		"function_definition":       named(Func),
		"method_declaration":        named(Method),
		"const_element":             phpConst,
		"comment":                   skip,
		"string":                    skip,
	}
}

// phpNamespace records a namespace of PHP: with braces, or without them up to the end of the file.
func phpNamespace(w *walk, n *ts.Node) bool {
	if n.ChildByFieldName("body") == nil {
		return csharpNamespace(w, n)
	}
	return named(Namespace)(w, n)
}

func phpConst(w *walk, n *ts.Node) bool {
	w.define(Const, word(w.string(n), "$"), n, nil)
	return false
}

func rubyRules() map[string]rule {
	return map[string]rule{
		"class":            rubyScope(Class),
		"module":           rubyScope(Module),
		"method":           rubyMethod,
		"singleton_method": rubyMethod,
		"alias":            named(Method),
		"assignment":       rubyAssignment,
		"comment":          skip,
		"heredoc_body":     skip,
	}
}

// rubyScope returns a rule that records the classes or modules of Ruby. The name of
// "class X::Y::Z" is Z.
func rubyScope(kind Kind) rule {
	return func(w *walk, n *ts.Node) bool {
		w.define(kind, lastWord(w.field(n, "name")), n, n.ChildByFieldName("body"))
		w.typeEnd = max(w.typeEnd, int(n.EndByte()))
		return true
	}
}

func rubyMethod(w *walk, n *ts.Node) bool {
	kind := Func
	if int(n.StartByte()) < w.typeEnd {
		kind = Method
	}
	w.define(kind, w.field(n, "name"), n, n.ChildByFieldName("body"))
	if d := &w.found.defs[len(w.found.defs)-1]; d.body == d.end { // no body
		head := cmp.Or(n.ChildByFieldName("parameters"), n.ChildByFieldName("name"), n)
		d.body = int(head.EndByte())
	}
	return true
}

// rubyAssignment records an assignment of Ruby to a name with a capital as a constant.
func rubyAssignment(w *walk, n *ts.Node) bool {
	if left := n.ChildByFieldName("left"); left != nil && left.Kind() == "constant" {
		w.define(Const, w.string(left), n, nil)
	}
	return true
}

// lastWord returns the name at the end of s: "Z" for "X::Y::Z".
func lastWord(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	return s[strings.LastIndexFunc(s, func(r rune) bool { return !isWord(r) })+1:]
}
