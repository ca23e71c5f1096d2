// Package outline gives the structure of one source file: its definitions with
// their lines, what it imports, and the heads of its documentation.
//
// Two readers make an outline. Where the program was built with a C compiler and
// there is a grammar for the language, tree-sitter parses the text. Everything
// else is read by patterns, which work on any text in time that grows with its
// length: languages without a grammar, texts that are too large, parses that took
// too long, and programs built without a C compiler.
package outline

import (
	"context"
	"errors"
	"fmt"

	"luminos"
)

// Kind is what sort of thing a definition is.
type Kind = luminos.DefinitionKind

// The kinds of definitions. A language uses those that its own words name.
const (
	Func      Kind = "func"
	Method    Kind = "method" // a function in a type
	Type      Kind = "type"   // an alias, or what the language calls just a type
	Class     Kind = "class"
	Struct    Kind = "struct"
	Enum      Kind = "enum"
	Union     Kind = "union"
	Interface Kind = "interface"
	Trait     Kind = "trait"
	Impl      Kind = "impl" // Rust's, named after its type
	Record    Kind = "record"
	Module    Kind = "module"
	Namespace Kind = "namespace"
	Const     Kind = "const"
	Var       Kind = "var"
	Property  Kind = "property"
	Macro     Kind = "macro"
)

// Bounds of an outline, whatever the text.
const (
	maxParsed  = 512 << 10 // bytes of a text that is parsed: junk of this size took up to 240 MB
	maxRead    = 4 << 20   // bytes of a text that patterns read
	maxSymbols = 5000      // with those inside of others
	maxImports = 1000
	maxNesting = 24  // of symbols in symbols
	maxName    = 200 // bytes of a name or of an import
	maxLine    = 240 // bytes of a signature or of the head of a documentation
)

// Of outlines a text, which is UTF-8, in a language by linguist's name for it,
// as luminos.File has it. Any text has an outline, if only an empty one.
//
// The deadline of ctx bounds the parse and not the call: what is not parsed by
// then is read by patterns, which takes milliseconds, for the largest texts tenths
// of a second. So a caller with a budget gives the same deadline for every file of
// a batch. The error is only that of a ctx that was cancelled, which is noticed
// before and after a parse: that takes two seconds at most, but for some junk that
// it looks up from less often. Of may be called concurrently. The parsers are C code
// and read what strangers wrote: whoever cannot afford to crash runs Of in a
// process of its own.
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

// read reads a text by patterns. One that they fail on is not worth the run.
func read(language string, text []byte) (found findings, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = findings{}, fmt.Errorf("the patterns failed: %v", r)
		}
	}()
	found, ok := match(language, text)
	if !ok {
		return findings{}, ErrUnknown
	}
	return found, nil
}

// Grammars are the languages that this program parses, sorted; none when it was
// built without a C compiler.
func Grammars() []string { return grammarNames() }

// ErrUnknown is the reason of an outline of a language that is neither parsed nor
// read by patterns.
var ErrUnknown = errors.New("there are no patterns for this language")

// errNoGrammar is why a text is not parsed that nobody needs to be told:
// patterns are then the way to read its language.
var errNoGrammar = errors.New("there is no grammar for this language")
