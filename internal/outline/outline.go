// Package outline returns the structure of a source file: definitions with their
// lines, imports, and the heads of documentation comments.
//
// An outline has one of two readers. Tree-sitter parses the text if the program was
// built with cgo and there is a grammar for the language. Patterns read all other
// texts in linear time: languages without a grammar, large texts, parses that allocate
// too much memory, and programs built without cgo. Imports are never read by the parser.
//
// [ReadHead] is a third, much faster reader for the imports and public names of
// many files.
package outline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

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

	// maxParse is the last resort against a parse that hangs. It is far from the time of a parse within
	// the other limits, so that the report does not depend on it.
	maxParse = 20 * time.Second
)

// Of returns the outline of a UTF-8 text. The language is named as linguist and
// luminos.File name it. Every text has an outline, which may be empty.
//
// The limits of a parse count bytes, so the outline does not depend on the machine. A
// text beyond them is read by patterns, which takes at most tenths of a second. Of
// returns an error if ctx is cancelled before the parse, or ErrTooSlow.
//
// Of is safe for concurrent use. The parsers are C code and read untrusted text: a
// caller that must not crash calls Of in a child process.
func Of(ctx context.Context, language string, text []byte) (*luminos.Outline, error) {
	return within(ctx, maxParse, language, text)
}

// within returns the outline of a text, as [Of] does, or ErrTooSlow if the parser takes longer than the time most.
func within(ctx context.Context, most time.Duration, language string, text []byte) (*luminos.Outline, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	found, err := parse(language, text, most)
	switch {
	case errors.Is(err, ErrTooSlow):
		return nil, err
	case err != nil:
		return byPatterns(language, text, err), nil
	}
	o := &luminos.Outline{Language: language, By: luminos.ByTreeSitter}
	if found.mended {
		o.Reason = "what did not parse was read by patterns"
	}
	fill(o, text, language, found)
	return o, nil
}

// WithoutParser returns the outline of a text by patterns alone, for a caller whose budget of bytes
// for the parsers is used up.
func WithoutParser(language string, text []byte) *luminos.Outline {
	if !slices.Contains(Grammars(), language) {
		return byPatterns(language, text, errNoGrammar)
	}
	return byPatterns(language, text, errOver)
}

// byPatterns returns the outline of a text by patterns. The error is the reason why the text is not
// parsed.
func byPatterns(language string, text []byte, unparsed error) *luminos.Outline {
	o := &luminos.Outline{Language: language, By: luminos.ByPatterns}
	if !errors.Is(unparsed, errNoGrammar) {
		o.Reason = unparsed.Error()
	}
	if len(text) > maxRead {
		text = text[:maxRead]
		o.Lack(fmt.Sprintf("only the first %d MiB were read", maxRead>>20))
	}
	found, err := read(language, text)
	if err != nil {
		o.Lack(err.Error())
	}
	fill(o, text, language, found)
	return o
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

// ErrTooSlow is the error of a parse that was cut off after a time that no honest text needs: the parser hangs.
var ErrTooSlow = fmt.Errorf("the parse was cut off after %v", maxParse)

// errOver is the reason of an outline by WithoutParser.
var errOver = errors.New("the text was not parsed: other files used up the budget of the parsers")

// errNoGrammar is not shown to users: patterns are the normal reader of languages
// without a grammar.
var errNoGrammar = errors.New("there is no grammar for this language")
