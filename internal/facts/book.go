package facts

import (
	"context"
	"html"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/decode"
	"luminos/internal/facts/imports"
	"luminos/internal/facts/injection"
	"luminos/internal/lazyregexp"
)

// maxPackage is the maximum number of bytes of the package document of an e-book that are read.
const maxPackage = 1 << 20

// book holds the title and the description of an unpacked e-book. The zero value is no book.
type book struct{ title, about imports.About }

// readBook reads the title and the description of an unpacked e-book from its package document: the file that
// META-INF/container.xml names. It reads nothing if the target holds no e-book or several.
func readBook(ctx context.Context, in input, r *readings) (yield, error) {
	var containers []luminos.Path
	for i := range in.scan.Files {
		if p := in.scan.Files[i].Path; p.Base() == "container.xml" && p.Dir().Base() == "META-INF" {
			containers = append(containers, p)
		}
	}
	if len(containers) != 1 {
		return yield{}, nil
	}
	at := containers[0]
	y := yield{read: []luminos.Path{at}}
	_, container, err := readXML(ctx, in.src, at)
	if file := container.Child("rootfiles", "rootfile"); file != nil {
		at = at.Dir().Dir().Join(file.Attrs["full-path"])
		var text luminos.Text
		var pack *decode.Element
		if text, pack, err = readXML(ctx, in.src, at); err == nil {
			y.read = append(y.read, at)
			metadata := pack.Child("metadata")
			r.book = book{aboutElement(text, metadata.Child("title")), aboutElement(text, metadata.Child("description"))}
		}
	}
	if err != nil {
		y.problems = append(y.problems, batch.Problem(at, err))
	}
	return y, ctx.Err()
}

// readXML reads and parses a small file of XML.
func readXML(ctx context.Context, src luminos.Source, p luminos.Path) (luminos.Text, *decode.Element, error) {
	text, err := src.Text(ctx, p, maxPackage)
	if err != nil {
		return text, nil, err
	}
	root, err := decode.XML(text.Content)
	return text, root, err
}

// tags matches the tags of HTML.
var tags = lazyregexp.Lazy(`</?[a-zA-Z][^<>]*>`)

// aboutElement returns the text of an element with the line on which its start tag ends, or a zero value without an
// element and for text that reads like an order to an agent.
func aboutElement(text luminos.Text, e *decode.Element) imports.About {
	if e == nil || injection.In(e.Text) {
		return imports.About{}
	}
	plain := html.UnescapeString(tags().ReplaceAllString(e.Text, "")) // a description can be HTML
	return imports.About{Text: luminos.Fold(plain), Evidence: []luminos.Evidence{text.Cite(e.Line, e.Line)}}
}
