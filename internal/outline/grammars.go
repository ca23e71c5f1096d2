//go:build cgo && !noparsers

package outline

import (
	"strings"
	"sync"

	ts "github.com/tree-sitter/go-tree-sitter"
	bash "github.com/tree-sitter/tree-sitter-bash/bindings/go"
	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	golang "github.com/tree-sitter/tree-sitter-go/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	php "github.com/tree-sitter/tree-sitter-php/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"
)

// grammars contains the languages that are parsed. A grammar is loaded when first
// used.
var grammars = map[string]func() *grammar{
	"C":          sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(c.Language()), cRules()) }),
	"C#":         sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(csharp.Language()), csharpRules()) }),
	"C++":        sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(cpp.Language()), cppRules()) }),
	"Go":         sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(golang.Language()), goRules()) }),
	"Java":       sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(java.Language()), javaRules()) }),
	"JavaScript": sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(javascript.Language()), scriptRules()) }),
	"PHP":        sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(php.LanguagePHP()), phpRules()) }),
	"Python":     sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(python.Language()), pythonRules()) }),
	"Ruby":       sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(ruby.Language()), rubyRules()) }),
	"Rust":       sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(rust.Language()), rustRules()) }),
	"Shell":      sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(bash.Language()), shellRules()) }),
	"TSX":        sync.OnceValue(func() *grammar { return newGrammar(ts.NewLanguage(typescript.LanguageTSX()), scriptRules()) }),
	"TypeScript": sync.OnceValue(func() *grammar {
		return newGrammar(ts.NewLanguage(typescript.LanguageTypescript()), scriptRules())
	}),
}

func pythonRules() map[string]rule {
	return map[string]rule{
		"decorated_definition":  wrapper,
		"function_definition":   named(Func),
		"class_definition":      named(Class),
		"type_alias_statement":  pythonAlias,
		"assignment":            pythonAssignment,
		"import_statement":      skip,
		"import_from_statement": skip,
		"string":                skip,
		"comment":               skip,
		"argument_list":         skip,
	}
}

func pythonAlias(w *walk, n *ts.Node) bool {
	w.define(Type, word(w.field(n, "left"), ""), n, nil)
	return false
}

// pythonAssignment records, outside functions, assignments of Python to names in capitals as
// constants, and named lambdas as functions.
func pythonAssignment(w *walk, n *ts.Node) bool {
	left, right := n.ChildByFieldName("left"), n.ChildByFieldName("right")
	if left == nil || right == nil || left.Kind() != "identifier" || w.local(n) {
		return true
	}
	switch name := w.string(left); {
	case right.Kind() == "lambda":
		w.define(Func, name, n, right.ChildByFieldName("body"))
	case isConstant(name):
		w.define(Const, name, n, nil)
	}
	return false
}

func goRules() map[string]rule {
	return map[string]rule{
		"import_declaration":   skip,
		"function_declaration": named(Func),
		"method_declaration":   named(Method),
		"type_declaration":     goDeclaration,
		"const_declaration":    goDeclaration,
		"var_declaration":      goDeclaration,
		"type_spec":            goType,
		"type_alias":           named(Type),
		"const_spec":           goNames(Const),
		"var_spec":             goNames(Var),
		"method_elem":          named(Method),
	}
}

// goDeclaration extends the definition in a Go declaration without parentheses to begin at the
// keyword type, const or var.
func goDeclaration(w *walk, n *ts.Node) bool {
	if n.NamedChildCount() == 1 && !strings.HasPrefix(strings.TrimLeft(strings.TrimLeft(w.string(n), "abcdefghijklmnopqrstuvwxyz"), " \t"), "(") {
		return wrapper(w, n)
	}
	return true
}

func goType(w *walk, n *ts.Node) bool {
	kind, body := Type, n.ChildByFieldName("type")
	if body != nil {
		switch body.Kind() {
		case "struct_type":
			kind = Struct
		case "interface_type":
			kind = Interface
		}
	}
	w.define(kind, w.field(n, "name"), n, nil)
	return true
}

// goNames returns a rule that records every name except _ of a Go const or var specification
// outside functions as a definition of this kind.
func goNames(kind Kind) rule {
	return func(w *walk, n *ts.Node) bool {
		if w.local(n) {
			return true
		}
		for child := range children(n) {
			if child.Kind() != "identifier" {
				break
			}
			if name := w.string(child); name != "_" {
				w.define(kind, name, n, nil)
			}
		}
		return true
	}
}

func rustRules() map[string]rule {
	return map[string]rule{
		"function_item":           named(Func),
		"function_signature_item": named(Func),
		"struct_item":             named(Struct),
		"enum_item":               named(Enum),
		"union_item":              named(Union),
		"trait_item":              named(Trait),
		"impl_item":               rustImpl,
		"type_item":               named(Type),
		"associated_type":         named(Type),
		"const_item":              namedUnlessLocal(Const),
		"static_item":             namedUnlessLocal(Var),
		"mod_item":                named(Module),
		"macro_definition":        named(Macro),
		"use_declaration":         skip,
		"line_comment":            skip,
		"string_literal":          skip,
	}
}

// rustImpl records an impl block of Rust under the name of its type.
func rustImpl(w *walk, n *ts.Node) bool {
	of := n.ChildByFieldName("type")
	if of != nil && of.Kind() == "generic_type" {
		of = of.ChildByFieldName("type")
	}
	w.define(Impl, w.string(of), n, n.ChildByFieldName("body"))
	return true
}

func shellRules() map[string]rule {
	return map[string]rule{
		"function_definition": named(Func),
		"heredoc_redirect":    skip,
		"string":              skip,
	}
}
