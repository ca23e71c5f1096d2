// Package outline returns the structure of a source file: definitions with their
// lines, imports, and the heads of documentation comments.
//
// An outline has one of two readers. Tree-sitter parses the text if the program was
// built with cgo and there is a grammar for the language. Patterns read all other
// texts in linear time: languages without a grammar, large texts, parses that took
// too long, and programs built without cgo. Imports are never read by the parser.
//
// [ReadHead] is a third, much faster reader for the imports and public names of
// many files.
package outline

import (
	"context"
	"errors"
	"fmt"

	"luminos"
)

// Kind is the kind of a definition.
type Kind = luminos.DefinitionKind

// The kinds of definitions. Each keyword of a language is mapped to the closest kind.
const (
	Func      Kind = "func"
	Method    Kind = "method" // a function in a type
	Type      Kind = "type"   // an alias, or a type of no other kind
	Class     Kind = "class"
	Struct    Kind = "struct"
	Enum      Kind = "enum"
	Union     Kind = "union"
	Interface Kind = "interface"
	Trait     Kind = "trait"
	Impl      Kind = "impl" // an implementation or extension of a type
	Record    Kind = "record"
	Module    Kind = "module"
	Namespace Kind = "namespace"
	Const     Kind = "const"
	Var       Kind = "var"
	Property  Kind = "property"
	Macro     Kind = "macro"
)

// Limits of an outline.
const (
	maxParsed  = 512 << 10 // bytes of a text that is parsed: junk of this size took up to 240 MB
	maxRead    = 4 << 20   // bytes of a text that patterns read
	maxSymbols = 5000      // including nested symbols
	maxImports = 500
	maxNesting = 24  // of symbols
	maxName    = 200 // bytes of a name or of an import
	maxLine    = 240 // bytes of a signature, or characters of the head of a documentation
)

// Of returns the outline of a UTF-8 text. The language is named as linguist and
// luminos.File name it. Every text has an outline, which may be empty.
//
// The deadline of ctx limits only the parse: after the deadline patterns read the
// text, which takes at most tenths of a second. A caller with a time budget can
// therefore pass the same deadline for all files of a batch. Of returns an error
// only if ctx is cancelled. This does not interrupt a running parse, which takes at
// most two seconds except on some junk.
//
// Of is safe for concurrent use. The parsers are C code and read untrusted text: a
// caller that must not crash calls Of in a child process.
func Of(ctx context.Context, language string, text []byte) (*luminos.Outline, error) {
	o := &luminos.Outline{Language: language, By: luminos.ByTreeSitter}
	found, err := parse(ctx, language, text)
	if err == nil {
		if found.mended {
			o.Reason = "what did not parse was read by patterns"
		}
		fill(o, text, language, found)
		return o, nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, context.Cause(ctx)
	}
	o.By = luminos.ByPatterns
	if !errors.Is(err, errNoGrammar) {
		o.Reason = err.Error()
	}
	if len(text) > maxRead {
		text = text[:maxRead]
		o.Lack(fmt.Sprintf("only the first %d MiB were read", maxRead>>20))
	}
	found, err = read(language, text)
	if err != nil {
		o.Lack(err.Error())
	}
	fill(o, text, language, found)
	return o, nil
}

// read returns the definitions and imports that the patterns of the language match in a text. A
// panic becomes an error.
func read(language string, text []byte) (found findings, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = findings{}, fmt.Errorf("reading the text by patterns failed: %v", r)
		}
	}()
	found, ok := match(language, text)
	if !ok {
		return findings{}, ErrUnknown
	}
	return found, nil
}

// Grammars returns the languages that are parsed, sorted. The list is empty without
// cgo.
func Grammars() []string { return grammarNames() }

// ErrUnknown is the reason of an outline of a language that has neither a grammar
// nor patterns.
var ErrUnknown = errors.New("there are no patterns for the definitions of this language")

// errNoGrammar is not shown to users: patterns are the normal reader of languages
// without a grammar.
var errNoGrammar = errors.New("there is no grammar for this language")
