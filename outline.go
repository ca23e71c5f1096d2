package luminos

import "context"

// Outliner extracts the structure of source files. Implementations run the parsers,
// which are C code that reads untrusted files, in a process of their own. It is safe
// for concurrent use.
type Outliner interface {
	// Outlines returns the outline of each file, in the order of files. Put the most
	// important files first: the budget of the parsers is spent in this order. A file
	// beyond the budget is outlined by patterns. The outline of a file that cannot be
	// read is nil. After an error the results so far are returned with it.
	Outlines(ctx context.Context, files []Path) ([]*Outline, error)
}

// Outline is the structure of one source file.
type Outline struct {
	Language string    `json:"language"`
	By       OutlineBy `json:"by"`
	// Doc is the beginning of the documentation of the file: a module's docstring, a
	// package comment.
	Doc     string       `json:"doc,omitempty"`
	Imports []Import     `json:"imports,omitempty"` // in the order of the text
	Symbols []Definition `json:"symbols,omitempty"` // in the order of the text
	// Cut reports whether the outline lacks a part of the text.
	Cut bool `json:"cut,omitempty"`
	// Reason is the reason, as text, why the outline is cut or why it is by patterns
	// although the language has a grammar; else "".
	Reason string `json:"reason,omitempty"`
}

// Lack marks the outline as cut and adds the reason why a part is missing.
func (o *Outline) Lack(reason string) {
	o.Cut = true
	if o.Reason != "" {
		reason = o.Reason + "; " + reason
	}
	o.Reason = reason
}

// OutlineBy is the method by which a text was read.
type OutlineBy string

// The methods: a parser for the language, regular expressions, or a reader of a text that is no source code.
const (
	ByTreeSitter OutlineBy = "tree-sitter"
	ByPatterns   OutlineBy = "patterns"
	ByReader     OutlineBy = "reader"
)

// Import is an import of a file, written as in the file: "os/exec", "../lib/x",
// "<stdio.h>", "crate::{a, b}".
type Import struct {
	Name  string `json:"name"`
	First int    `json:"first"` // lines, from 1
	Last  int    `json:"last"`
}

// Definition is one definition in a source file. Its lines include decorators
// and the body, not the comment above it.
type Definition struct {
	Kind DefinitionKind `json:"kind"`
	Name string         `json:"name"` // without its scope
	// Signature is the definition up to its body, on one line.
	Signature string `json:"signature,omitempty"`
	// Doc is the beginning of its documentation comment or docstring.
	Doc   string `json:"doc,omitempty"`
	First int    `json:"first"` // lines, from 1
	Last  int    `json:"last"`
	// Children are the definitions inside, in the order of the text.
	Children []Definition `json:"children,omitempty"`
}

// DefinitionKind is the kind of a definition, with the values of [Symbol].Kind.
type DefinitionKind string
