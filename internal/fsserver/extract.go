package fsserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/mcpext"
	"luminos/internal/readable"
	"luminos/internal/tool"
	"luminos/internal/words"
)

type (
	extractParams = mcpext.ExtractParams
	extractResult = mcpext.ExtractResult
)

// extractTime is the time after which an answer with extractions ends. It is far below the limit of a call, so that the
// files that one request reads do not decide about a file at the end.
const extractTime = 5 * time.Second

var errNoExtractor = errors.New("this server has no readers of files that are not text")

// extractSome implements [mcpext.MethodExtract]: it extracts from the first of p.Paths, with secrets masked, until the
// result is full or extractTime is over. The client asks again for the rest.
func extractSome(ctx context.Context, root luminos.Source, p *extractParams) (*extractResult, error) {
	r := &extractResult{Extractions: []*luminos.Extraction{}}
	if p == nil {
		return r, nil
	}
	extractor := luminos.CapabilitiesOf(root).Extractor
	if extractor == nil {
		return nil, errNoExtractor
	}
	bytes, began := 0, time.Now()
	for i, path := range p.Paths[:min(len(p.Paths), maxPaths)] {
		if i > 0 && (bytes > mcpext.MaxExtracted/2 || time.Since(began) > extractTime) {
			break
		}
		wanted := luminos.Extract{Text: max(p.Text, 0), Inner: max(p.Inner, 0)}
		found, err := extractor.Extract(ctx, []luminos.Path{luminos.Path(path)}, wanted)
		if err != nil {
			return nil, err
		}
		b, err := json.Marshal(found[0])
		if err != nil {
			return nil, err
		}
		bytes += len(b)
		if i > 0 && bytes > mcpext.MaxExtracted {
			break
		}
		r.Extractions = append(r.Extractions, found[0])
	}
	return r, ctx.Err()
}

// readExtracted returns lines of the text that a reader extracts from a file. The result is zero if no reader reads it.
func (t target) readExtracted(ctx context.Context, in readInput, data mcpext.FileText) (tool.Result, error) {
	path := luminos.Path(data.Path)
	text, x, err := readable.Of(ctx, t.readable, path)
	switch {
	case err != nil:
		return t.cannot(ctx, "reading", in.Path, err)
	case x == nil:
		return tool.Result{}, nil
	}
	data.Encoding = x.Reader
	p := in.page(data)
	if p.size = int64(len(text)); p.size == data.Size {
		p.about[0] += " of text" // a file in an archive has no other size
	}
	p.about = append(p.about, x.Format)
	if x.State != "" {
		p.about = append(p.about, string(x.State)+": "+x.Problem)
	}
	p.about = append(append(p.about, x.Limits...), x.Risks...)
	for i := range p.about {
		p.about[i] = visibleText(p.about[i])
	}
	p.lines = newLines(t.readable, path, content.EncodingOf([]byte(text)), spot{line: 1}, nil)
	r, err := p.result(ctx)
	if err != nil {
		return t.cannot(ctx, "reading", in.Path, err)
	}
	return r, nil
}

// partsMost is the number of parts that an outline lists.
const partsMost = 500

// outlineExtracted returns the overview of the file p by its reader, and the names of its parts, with their lines if
// the file is read by the extracted text. It returns "" if no reader reads the file.
func (t target) outlineExtracted(ctx context.Context, p luminos.Path, numbered bool) (string, error) {
	_, x, err := readable.Of(ctx, t.readable, p)
	if err != nil || x == nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(show(p) + ": read by " + x.Reader + "\n" + x.Overview())
	line := 1
	for i, part := range x.Parts {
		if i == partsMost {
			fmt.Fprintf(&b, "[%s more]\n", words.Plural(len(x.Parts)-i, "part"))
			break
		}
		one := luminos.Extraction{Parts: x.Parts[i : i+1]}
		n := strings.Count(one.Content(), "\n")
		if len(x.Parts) > 1 {
			n++ // the line with its name
		}
		if numbered {
			b.WriteString(span(line, line+n-1) + " ")
		}
		b.WriteString(part.Name + "\n")
		line += n
	}
	lines := strings.SplitAfter(cutText(b.String(), maxText), "\n")
	for i, l := range lines {
		text, ended := strings.CutSuffix(l, "\n")
		if lines[i] = visibleText(text); ended {
			lines[i] += "\n"
		}
	}
	return strings.Join(lines, ""), nil
}
