package reportserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/lookup"
	"luminos/internal/mcpserve"
	"luminos/internal/render"
	"luminos/internal/words"
)

// The addresses of the resources. They never change: configurations of clients name them.
const (
	reportMarkdown = "luminos://report/markdown"
	reportJSON     = "luminos://report/json"
	reportFlags    = "luminos://report/flags"
	reportMap      = "luminos://report/map"
	sectionPrefix  = "luminos://report/sections/"
)

// maxResource is the number of bytes of a resource. A client has to hold it in memory, and most put it into the context
// of a model.
const maxResource = 4 << 20

// resources serves the parts of the report.
type resources struct {
	Source
	calls, long *mcpserve.Calls
	serving     context.Context // of the server
}

// reader returns the content of a resource.
type reader func(context.Context, *lookup.Book) (string, error)

// add adds the resources to a server. The sections of the present report are listed; the ones of a later report have
// addresses of the same form.
func (s *resources) add(m *mcp.Server) {
	for _, r := range []struct {
		uri, name, mime, about string
		read                   reader
	}{
		{reportMarkdown, "report.md", "text/markdown", "the whole report for people and models", markdown(nil)},
		{reportJSON, "report.json", "application/json", "the report with all facts, as luminos schema describes it; " +
			"claims have the verdicts and lines of now, and all else is of the time when it was made", whole},
		{reportFlags, "flags.json", "application/json", "all flags with their evidence and its present state", flags},
	} {
		about := &mcp.Resource{URI: r.uri, Name: r.name, MIMEType: r.mime, Description: r.about}
		m.AddResource(about, s.handler(r.mime, func(string) (reader, error) { return r.read, nil }))
	}
	if s.Map != nil {
		m.AddResource(&mcp.Resource{URI: reportMap, Name: "map.txt", MIMEType: "text/plain",
			Description: "an outline of the directory as it is now: its most important files and definitions"}, s.readMap)
	}
	section := s.handler("text/markdown", func(uri string) (reader, error) {
		name, err := url.PathUnescape(strings.TrimPrefix(uri, sectionPrefix))
		if err != nil {
			return nil, mcp.ResourceNotFoundError(uri)
		}
		return markdown([]string{name}), nil
	})
	m.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: sectionPrefix + "{name}", Name: "section",
		MIMEType: "text/markdown", Description: "one section of the report; an unknown name gives the list"}, section)
	b, err := s.Open(s.serving)
	if err != nil {
		return // the tool overview states the reason
	}
	for _, name := range render.SectionNames(b.Report()) {
		m.AddResource(&mcp.Resource{URI: sectionPrefix + url.PathEscape(name), Name: name, MIMEType: "text/markdown",
			Description: "a section of the report"}, section)
	}
}

// handler returns the function that reads a resource with the reader that choose returns for its address.
func (s *resources) handler(mime string, choose func(uri string) (reader, error)) mcp.ResourceHandler {
	return func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		got, err := mcpserve.DoMethod(ctx, s.serving, s.calls, func(ctx context.Context) (*mcp.ReadResourceResult, error) {
			read, err := choose(req.Params.URI)
			if err != nil {
				return nil, err
			}
			b, err := s.Open(ctx)
			if none, ok := errors.AsType[*lookup.NoReport](err); ok {
				return nil, notFound(none.Error())
			}
			if err != nil {
				return nil, err
			}
			text, err := read(ctx, b)
			if err != nil {
				return nil, err
			}
			if len(text) > maxResource {
				return nil, fmt.Errorf("this resource has %s, and at most %s are served; read sections, "+
					"or luminos show -o FILE writes it", words.Bytes(int64(len(text))), words.Bytes(maxResource))
			}
			return content(req.Params.URI, mime, text), nil
		})
		return got, coded(err)
	}
}

func (s *resources) readMap(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	got, err := mcpserve.DoMethod(ctx, s.serving, s.long, func(ctx context.Context) (*mcp.ReadResourceResult, error) {
		text, err := s.Map(ctx)
		if err != nil {
			return nil, err
		}
		return content(req.Params.URI, "text/plain", text), nil
	})
	return got, coded(err)
}

// notFound returns the error of the protocol for a resource that is not there.
func notFound(why string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: why}
}

// coded returns an error with a code of the protocol: without one, the SDK sends the code 0, which no error has.
func coded(err error) error {
	if _, ok := errors.AsType[*jsonrpc.Error](err); err == nil || ok {
		return err
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
}

func content(uri, mime, text string) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: mime, Text: text}}}
}

// markdown returns the reader of sections of the report as Markdown, or of the whole report without names. Texts whose
// evidence does not hold any more say so, and the last line states how much of the evidence of the whole report holds.
func markdown(sections []string) reader {
	return func(ctx context.Context, b *lookup.Book) (string, error) {
		if names := render.SectionNames(b.Report()); len(sections) > 0 && !slices.Contains(names, sections[0]) {
			return "", notFound("the report has no such section; it has " + strings.Join(names, ", "))
		}
		r, now, err := b.Marked(ctx)
		if err != nil {
			return "", err
		}
		text, err := written("markdown", r, render.Style{Sections: sections, Verbose: len(sections) > 0})
		return text + "\n" + now.String() + "\n", err
	}
}

// whole returns the report as JSON, its claims with their present verdicts.
func whole(ctx context.Context, b *lookup.Book) (string, error) {
	r, _, err := b.Present(ctx)
	if err != nil {
		return "", err
	}
	return written("json", r, render.Style{})
}

// written returns the report in a format.
func written(format string, r *luminos.Report, style render.Style) (string, error) {
	i := slices.IndexFunc(render.Formats, func(f render.Format) bool { return f.Name == format })
	var out bytes.Buffer
	err := render.Formats[i].Report(&out, r, style)
	return out.String(), err
}

// flagPages is the number of pages of flags in the resource: 2,000 flags.
const flagPages = 40

// flags returns the flags as JSON.
func flags(ctx context.Context, b *lookup.Book) (string, error) {
	all := &lookup.Answer{Items: []lookup.Item{}}
	for range flagPages {
		a, err := b.Flags(ctx, "", "", lookup.Page{Limit: lookup.PageMost, Offset: len(all.Items)})
		if err != nil {
			return "", err
		}
		all.About, all.All, all.Notes, all.Items = a.About, a.All, a.Notes, append(all.Items, a.Items...)
		if len(all.Items) >= a.All {
			break
		}
	}
	text, err := json.Marshal(all)
	return string(text), err
}
