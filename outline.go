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
	// Doc is the head of what the file says of itself: a module's docstring, a
	// package comment.
	Doc     string       `json:"doc,omitempty"`
	Imports []Import     `json:"imports,omitempty"` // in the order of the text
	Symbols []Definition `json:"symbols,omitempty"` // in the order of the text
	// Cut says that there is more in the text than in the outline.
	Cut bool `json:"cut,omitempty"`
	// Reason says in words why the outline is cut, or why all of it or a part is
	// by patterns although there is a grammar; "" when nothing of that is so.
	Reason string `json:"reason,omitempty"`
}

// Lack notes that the outline is not whole, and why.
func (o *Outline) Lack(reason string) {
	o.Cut = true
	if o.Reason != "" {
		reason = o.Reason + "; " + reason
	}
	o.Reason = reason
}

// OutlineBy is who read a text.
type OutlineBy string

// The two readers.
const (
	ByTreeSitter OutlineBy = "tree-sitter"
	ByPatterns   OutlineBy = "patterns"
)

// Import is one thing that a file imports, as the file writes it: "os/exec",
// "../lib/x", "<stdio.h>", "crate::{a, b}".
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
	// Doc is the head of its documentation comment or docstring.
	Doc   string `json:"doc,omitempty"`
	First int    `json:"first"` // lines, from 1
	Last  int    `json:"last"`
	// Children are the definitions inside, in the order of the text.
	Children []Definition `json:"children,omitempty"`
}

// DefinitionKind is what sort of thing a definition is, in the words of [Symbol].
type DefinitionKind string
