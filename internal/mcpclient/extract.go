package mcpclient

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/mcpext"
)

// extractor implements [luminos.Extractor] with a server that announces [mcpext.MethodExtract].
type extractor struct{ l *link }

// extractBatch is the maximal number of files in one request.
const extractBatch = 64

// Extract implements [luminos.Extractor] by requests for at most extractBatch files each. A file whose reader brings
// the server down, or takes too long, has an extraction that says so.
func (e extractor) Extract(
	ctx context.Context, files []luminos.Path, o luminos.Extract,
) ([]*luminos.Extraction, error) {
	all := make([]*luminos.Extraction, len(files))
	some := func(ctx context.Context, files []luminos.Path) ([]*luminos.Extraction, error) {
		return e.some(ctx, files, o)
	}
	for first := 0; first < len(files); first += extractBatch {
		last := min(first+extractBatch, len(files))
		if err := halving(ctx, files[first:last], all[first:last], some, unanswered); err != nil {
			return all, err
		}
	}
	return all, nil
}

// unanswered returns the extraction of a file about which the server gave no answer.
func unanswered(_ luminos.Path, err error) *luminos.Extraction {
	x := &luminos.Extraction{Reader: "unknown", Again: true}
	if errors.Is(err, errSlow) {
		x.Fail(luminos.ExtractTooLarge, "its reader took too long and was stopped")
	} else {
		x.Fail(luminos.ExtractDamaged, "its reader ended the process that reads the target")
	}
	return x
}

// some requests the extractions of several files and returns the extractions of the first of them, at least one.
func (e extractor) some(
	ctx context.Context, files []luminos.Path, o luminos.Extract,
) ([]*luminos.Extraction, error) {
	a := ask{what: mcpext.MethodExtract, long: true}
	if len(files) == 1 {
		a.path = files[0]
	}
	params := &mcpext.ExtractParams{Paths: make([]string, len(files)), Text: o.Text, Inner: o.Inner}
	for i, p := range files {
		params.Paths[i] = string(p)
	}
	var r *mcpext.ExtractResult
	call := mcp.CallCustomMethod[*mcpext.ExtractParams, *mcpext.ExtractResult]
	err := e.l.do(ctx, a, func(ctx context.Context, s *session) (err error) {
		r, err = call(ctx, s.ClientSession, mcpext.MethodExtract, params)
		return err
	})
	if err != nil {
		return nil, err
	}
	if r == nil || len(r.Extractions) == 0 || len(r.Extractions) > len(files) {
		return nil, refusal{errors.New("the server sent no extractions, or more extractions than were requested")}
	}
	for _, x := range r.Extractions {
		cleanExtraction(x)
	}
	return r.Extractions, nil
}

// cleanExtraction removes control characters from the texts of an extraction, which the server made from untrusted
// bytes, and bounds the short ones.
func cleanExtraction(x *luminos.Extraction) {
	if x == nil {
		return
	}
	x.Reader, x.Format, x.Problem = clean(x.Reader, 100), clean(x.Format, 200), clean(x.Problem, 300)
	x.State = luminos.ExtractState(clean(string(x.State), 100))
	for _, list := range [][]string{x.Limits, x.Risks} {
		for i := range list {
			list[i] = clean(list[i], 300)
		}
	}
	for i := range x.Properties {
		x.Properties[i] = luminos.Property{Name: clean(x.Properties[i].Name, 100), Value: clean(x.Properties[i].Value, 500)}
	}
	for i := range x.Numbers {
		x.Numbers[i].Name = clean(x.Numbers[i].Name, 100)
	}
	if p := x.Period; p != nil {
		x.Period = &luminos.Period{First: clean(p.First, 10), Last: clean(p.Last, 10), Source: clean(p.Source, 100)}
	}
	for i := range x.Values {
		x.Values[i].Name = clean(x.Values[i].Name, 100)
		for j := range x.Values[i].Top {
			x.Values[i].Top[j].Name = clean(x.Values[i].Top[j].Name, 300)
		}
	}
	cleanContent(x)
}

// cleanContent cleans the parts, headings, tables and entries of an extraction as [cleanExtraction] does.
func cleanContent(x *luminos.Extraction) {
	for i := range x.Parts {
		p := &x.Parts[i]
		p.Name, p.Text = clean(p.Name, 300), cleanLines(p.Text)
	}
	for i := range x.Inner {
		t := &x.Inner[i]
		t.Name, t.Reader, t.Text = clean(t.Name, 1000), clean(t.Reader, 100), cleanLines(t.Text)
	}
	for i := range x.Outline {
		x.Outline[i].Title = clean(x.Outline[i].Title, 300)
	}
	for i := range x.Tables {
		x.Tables[i].Name = clean(x.Tables[i].Name, 300)
	}
	for i := range x.Columns {
		c := &x.Columns[i]
		c.Name, c.Type, c.Min, c.Max = clean(c.Name, 300), clean(c.Type, 100), clean(c.Min, 100), clean(c.Max, 100)
		for j := range c.Examples {
			c.Examples[j] = clean(c.Examples[j], 100)
		}
	}
	for i := range x.Entries {
		x.Entries[i].Modified = clean(x.Entries[i].Modified, 10)
		x.Entries[i].Name = clean(x.Entries[i].Name, 1000)
	}
}

// cleanLines replaces the control characters of a text, so that lines and columns stay true.
func cleanLines(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && control(r) {
			return '\uFFFD'
		}
		return r
	}, s)
}
