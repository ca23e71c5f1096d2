package fsserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/outline"
	"luminos/internal/readable"
	"luminos/internal/structure"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// sourceMax is the number of bytes of a source file that are outlined.
const sourceMax = 1 << 20

type structureInput struct {
	Path string `json:"path" jsonschema:"the file, relative to the target"`
}

// structured is a [luminos.Outline] without symbols, whose type is recursive: no schema
// can be derived from it.
type structured struct {
	Language string            `json:"language"`
	By       luminos.OutlineBy `json:"by" jsonschema:"tree-sitter, patterns or reader"`
	Doc      string            `json:"doc,omitempty"`
	Imports  []luminos.Import  `json:"imports,omitempty"`
	Cut      bool              `json:"cut,omitempty"`
	Reason   string            `json:"reason,omitempty"`
}

func (s *server) structureTool() tool.Tool {
	t := tool.New[structureInput, structured]("parse_structure", "Outline a file",
		"Gives the structure of one file. Of source code: what it says of itself, its imports, and its definitions, each with its lines, "+
			"kind, signature and the beginning of its documentation. What is inside of another stands below it, indented. "+
			"Languages without a grammar are read by patterns, which can miss definitions. read_file shows the lines. "+
			"Of a text it gives headings, of CSV and JSON columns with types and ranges, of LaTeX sections, labels and "+
			"citations, of BibTeX entries, of a log form, period and kinds of messages. "+
			"Of a document, message, notebook, calendar or archive it gives properties, headings, tables, entries, parts.",
		s.structure)
	definition := &jsonschema.Schema{
		Type: "object", Required: []string{"kind", "name", "first", "last"}, PropertyOrder: []string{"kind", "name", "signature", "doc", "first", "last", "children"},
		Properties: map[string]*jsonschema.Schema{
			"kind": {Type: "string"}, "name": {Type: "string"}, "signature": {Type: "string"}, "doc": {Type: "string"},
			"first": {Type: "integer", Description: "lines, from 1"}, "last": {Type: "integer"},
			"children": {Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/definition"}},
		},
	}
	t.Output.Defs = map[string]*jsonschema.Schema{"definition": definition}
	t.Output.Properties["symbols"] = &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/definition"}}
	t.Output.PropertyOrder = append(t.Output.PropertyOrder, "symbols")
	return t
}

func (s *server) structure(ctx context.Context, in structureInput) (tool.Result, error) {
	const what = "outlining"
	n, err := s.find(ctx, in.Path)
	if err != nil {
		return s.cannot(ctx, what, in.Path, err)
	}
	if n.Kind != luminos.KindFile {
		return notFile(what, n), nil
	}
	source, err := s.source(ctx, n.Path)
	if _, member := readable.Archive(ctx, s.root, n.Path); member {
		source, err = s.sourceMember(ctx, n.Path)
	}
	if err == nil && source.extract {
		// The text of a file that is compressed is a log, as far as its form is of use.
		if _, x, err := readable.Of(ctx, s.readable, n.Path); err == nil && x != nil && isText(x) {
			o, err := structure.Of(ctx, s.readable, &luminos.File{Path: n.Path})
			if o != nil || err != nil {
				return s.outlined(ctx, n.Path, o, err)
			}
		}
		if text, err := s.outlineExtracted(ctx, n.Path, true); text != "" || err != nil {
			return tool.Result{Text: text, Data: structured{Language: source.nature, By: "reader"}}, err
		}
	}
	switch {
	case err != nil:
		return s.cannot(ctx, what, in.Path, err)
	case source.extract && source.nature == notText:
		return tool.Failure("%s %s: there is no reader of %s; stat_file has what is known of it",
			what, show(n.Path), s.formatOf(ctx, n)), nil
	}
	if o, err := s.outlineOf(ctx, n.Path, source); o != nil || err != nil {
		return s.outlined(ctx, n.Path, o, err)
	}
	// A calendar or a track is read by its lines, but a reader knows its structure.
	if _, x, err := readable.Of(ctx, s.readable, n.Path); x != nil || err != nil {
		text, err := s.outlineExtracted(ctx, n.Path, false)
		return tool.Result{Text: text, Data: structured{Language: source.nature, By: luminos.ByReader}}, err
	}
	if source.language == "" {
		return tool.Failure("%s %s: it is %s, and not source code in a language that is known; read_file reads it",
			what, show(n.Path), source.nature), nil
	}
	return tool.Failure("%s %s: there are no outlines of %s; read_file reads it",
		what, show(n.Path), source.language), nil
}

// outlined returns an outline, or the error of its making, as the result of the tool.
func (t target) outlined(ctx context.Context, p luminos.Path, o *luminos.Outline, err error) (tool.Result, error) {
	if err != nil {
		return t.cannot(ctx, "outlining", string(p), err)
	}
	left := trim(o, maxText)
	return tool.Result{Text: outlineText(p, o, left), Data: o}, nil
}

// outlineOf returns the outline of a text as source code, as a table, a document or a log; else nil.
func (t target) outlineOf(ctx context.Context, p luminos.Path, src source) (*luminos.Outline, error) {
	if src.language != "" {
		o, err := outline.Of(ctx, src.language, src.text)
		if err != nil || o.Reason != outline.ErrUnknown.Error() {
			if err == nil && src.cut {
				o.Lack(fmt.Sprintf("only the first %s of it were read", words.Bytes(sourceMax)))
			}
			return o, err
		}
	}
	return structure.Of(ctx, t.readable, &luminos.File{
		Path: p, Text: true, Category: src.id.Category, Language: src.id.Language, MIME: src.id.MIME,
	})
}

// notText is the nature of a file of bytes.
const notText = "not text"

// source is the text and the language of a source file to outline.
type source struct {
	text     []byte // UTF-8
	language string // "" if the file is not source code
	nature   string // the kind of a file that is not source code
	cut      bool
	extract  bool // readers of other files may know it
	id       content.Identity
}

func (t target) source(ctx context.Context, p luminos.Path) (source, error) {
	head, err := t.root.Read(ctx, p, 0, sourceMax+1)
	if err != nil {
		return source{}, err
	}
	id := content.Identify(p, false, head[:min(len(head), content.EncodingHead)])
	text, err := content.TextOf(p, head, sourceMax)
	switch {
	case err != nil || !id.Text:
		return source{nature: notText, extract: true}, nil
	case content.ReadByExtraction(p, id):
		return source{nature: id.Language, extract: true}, nil
	case id.Language == "" || content.LanguageType(id.Language) == "prose":
		return source{nature: "text", id: id}, nil
	}
	return source{text: []byte(text.Content), language: id.Language, cut: text.Cut, id: id}, nil
}

// trim cuts an outline to about max bytes of JSON: the imports to about half of that, then the definitions from the
// end. It returns the line of the first definition that it removed, or 0.
func trim(o *luminos.Outline, max int) (firstLost int) {
	const frame = 100 // bytes of the names of fields, of marks and of numbers
	room := max - frame - jsonSize(o.Doc) - jsonSize(o.Reason)
	for i, im := range o.Imports {
		if room -= frame/2 + jsonSize(im.Name); room < max/2 { // definitions matter more
			o.Lack(fmt.Sprintf("%s left out", words.Plural(len(o.Imports)-i, "import")))
			o.Imports = o.Imports[:i]
			break
		}
	}
	var cutAll func(defs []luminos.Definition) []luminos.Definition
	cutAll = func(defs []luminos.Definition) []luminos.Definition {
		for i := range defs {
			d := &defs[i]
			if room -= frame + jsonSize(d.Name) + jsonSize(d.Signature) + jsonSize(d.Doc); room < 0 {
				if firstLost == 0 {
					firstLost = d.First
				}
				return defs[:i]
			}
			d.Children = cutAll(d.Children)
		}
		return defs
	}
	if o.Symbols = cutAll(o.Symbols); firstLost > 0 {
		o.Lack(fmt.Sprintf("the definitions from line %d on are left out", firstLost))
	}
	return firstLost
}

// jsonSize returns the approximate length of a string in JSON. Control characters and
// characters with a meaning in HTML take six bytes each.
func jsonSize(s string) int {
	n := len(s)
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c == '<', c == '>', c == '&':
			n += 5
		case c == '"', c == '\\':
			n++
		}
	}
	return n
}

// outlineText returns an outline as the text that the tool shows, each definition on a line above its documentation.
func outlineText(p luminos.Path, o *luminos.Outline, firstLost int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, outlined by %s\n", show(p), o.Language, o.By)
	clean := func(s string) string { s, _ = visible(s); return s }
	if o.Doc != "" {
		fmt.Fprintf(&b, "says of itself: %s\n", clean(o.Doc))
	}
	for _, im := range o.Imports {
		fmt.Fprintf(&b, "import %s (%s)\n", clean(im.Name), span(im.First, im.Last))
	}
	var write func(defs []luminos.Definition, depth int)
	write = func(defs []luminos.Definition, depth int) {
		indent := strings.Repeat("  ", depth)
		for _, d := range defs {
			fmt.Fprintf(&b, "%s%s %s %s", indent, span(d.First, d.Last), d.Kind, clean(d.Name))
			if d.Signature != "" && d.Signature != d.Name {
				b.WriteString(": " + clean(d.Signature))
			}
			b.WriteByte('\n')
			if d.Doc != "" {
				fmt.Fprintf(&b, "%s    %s\n", indent, clean(d.Doc))
			}
			write(d.Children, depth+1)
		}
	}
	write(o.Symbols, 0)
	if len(o.Symbols) == 0 && len(o.Imports) == 0 {
		b.WriteString("no definitions and no imports were found\n")
	}
	if o.Reason != "" {
		fmt.Fprintf(&b, "[%s", clean(o.Reason))
		if firstLost > 0 {
			fmt.Fprintf(&b, "; read_file with offset %d shows them", firstLost)
		}
		b.WriteString("]\n")
	}
	return b.String()
}

// span returns a range of lines as text: "3-7", or "3" for one line.
func span(first, last int) string {
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}
