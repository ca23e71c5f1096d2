//go:build cgo && !noparsers

package outline

import (
	"strings"

	ts "github.com/tree-sitter/go-tree-sitter"
)

func cRules() map[string]rule {
	return map[string]rule{
		"preproc_def":          cMacro,
		"preproc_function_def": cMacro,
		"function_definition":  cDeclaration,
		"declaration":          cDeclaration,
		"field_declaration":    cDeclaration,
		"type_definition":      cTypedef,
		"struct_specifier":     cType(Struct),
		"union_specifier":      cType(Union),
		"enum_specifier":       cType(Enum),
		"comment":              skip,
		"string_literal":       skip,
		"initializer_list":     skip,
	}
}

func cppRules() map[string]rule {
	rules := cRules()
	rules["template_declaration"] = wrapper
	rules["class_specifier"] = cType(Class)
	rules["namespace_definition"] = named(Namespace)
	rules["alias_declaration"] = named(Type)
	rules["concept_definition"] = named(Type)
	rules["import_declaration"] = named(Module)
	delete(rules, "initializer_list") // may contain lambdas
	return rules
}

// cType returns a rule that records a struct, class, union or enum of C or C++ as a definition if
// it has a body; without a body the type is only mentioned. Template arguments are not part of the
// name.
func cType(kind Kind) rule {
	return func(w *walk, n *ts.Node) bool {
		if body := n.ChildByFieldName("body"); body != nil {
			name, _, _ := strings.Cut(w.field(n, "name"), "<")
			w.define(kind, name, n, body)
		}
		return true
	}
}

// cMacro records a #define of C as a macro, except include guards.
func cMacro(w *walk, n *ts.Node) bool {
	name := w.field(n, "name")
	if n.ChildByFieldName("value") == nil && n.Kind() == "preproc_def" {
		if before := n.PrevSibling(); before != nil && w.string(before) == name {
			return false
		}
	}
	w.define(Macro, name, n, nil)
	return false
}

// cDeclaration records the functions with a body that a declaration of C declares, and outside
// functions also constants and functions without a body.
func cDeclaration(w *walk, n *ts.Node) bool {
	body := n.ChildByFieldName("body")
	c := n.Walk()
	declarators := n.ChildrenByFieldName("declarator", c)
	c.Close()
	for i := range declarators {
		name, function := cDeclared(&declarators[i])
		switch text := cName(w.string(name)); {
		case text == "" || w.local(n) && body == nil:
		case function:
			w.define(Func, text, n, body)
		case n.Kind() == "declaration" && isConst(w, n):
			w.define(Const, text, n, nil)
		}
	}
	return true
}

// isConst reports whether a declaration of C declares constants: it has const or
// constexpr, and not extern.
func isConst(w *walk, n *ts.Node) bool {
	for child := range children(n) {
		if child.Kind() == "type_qualifier" {
			if q := w.string(child); q == "const" || q == "constexpr" {
				return !strings.HasPrefix(w.string(n), "extern")
			}
		}
	}
	return false
}

// cDeclared returns the node of the name that a C declarator declares and reports whether it
// names a function.
//
//	char *(*name(int a))(void)   function
//	char *(*name)(int a)         pointer to a function
func cDeclared(n *ts.Node) (name *ts.Node, function bool) {
	pointed := false // since the last function, going inwards
	for range 50 {
		switch n.Kind() {
		case "identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name", "operator_cast", "primitive_type":
			return n, function || n.Kind() == "operator_cast"
		case "qualified_identifier", "template_function", "template_method", "template_type":
			name := n.ChildByFieldName("name")
			if name == nil {
				return nil, false
			}
			n = name
			continue
		case "function_declarator", "abstract_function_declarator":
			function, pointed = true, false
		case "pointer_declarator", "reference_declarator", "array_declarator":
			pointed = true
		case "init_declarator":
			if value := n.ChildByFieldName("value"); value != nil && value.Kind() == "argument_list" {
				function = false
			}
		case "parenthesized_declarator":
			if inner := n.NamedChild(n.NamedChildCount() - 1); inner != nil {
				if function && inner.Kind() == "pointer_declarator" {
					function = false
				}
				n = inner
				continue
			}
		}
		next := n.ChildByFieldName("declarator")
		if next == nil && pointed && n.NamedChildCount() > 0 {
			next = n.NamedChild(n.NamedChildCount() - 1)
		}
		if next == nil {
			return nil, false
		}
		n = next
	}
	return nil, false
}

// cName returns the name of a C or C++ declaration on one line, for a conversion operator without
// its parameters.
func cName(s string) string {
	if rest, ok := strings.CutPrefix(s, "operator"); !ok || !strings.HasPrefix(strings.TrimSpace(rest), "(") {
		s, _, _ = strings.Cut(s, "(")
	}
	return strings.Join(strings.Fields(s), " ")
}

// cTypedef records the names that a typedef of C declares.
func cTypedef(w *walk, n *ts.Node) bool {
	c := n.Walk()
	declarators := n.ChildrenByFieldName("declarator", c)
	c.Close()
	for i := range declarators {
		if name, _ := cDeclared(&declarators[i]); name != nil {
			w.define(Type, w.string(name), n, nil)
		}
	}
	return true
}
