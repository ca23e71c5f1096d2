package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/mcpext"
	"luminos/internal/tool"
)

const (
	maxSchema = 64 << 10
	// maxResult is the maximal length of the text of a result in bytes.
	maxResult = 256 << 10
)

// wrap makes tools for a model from the tools of the server that the policy permits. A tool that
// cannot be shown to a model, for example because of its schema, is refused.
func (b *Backend) wrap(ours bool) []tool.Tool {
	var tools []tool.Tool
	taken := map[string]bool{}
	for _, t := range b.link.policy.admitted() {
		name := toolName(t.Name)
		if taken[name] {
			b.link.policy.refuse(t.Name, "its name cannot be told from that of another")
			continue
		}
		input, err := schemaOf(t.InputSchema)
		if err != nil {
			b.link.policy.refuse(t.Name, err.Error())
			continue
		}
		taken[name] = true
		wrapped := tool.Tool{Name: name, Title: clean(t.Title, 100), Input: input, Handle: b.handler(t)}
		if wrapped.Description = quoteOf(b.link.name, "Description", t.Description); ours {
			wrapped.Description = t.Description
			wrapped.Output, _ = schemaOf(t.OutputSchema) // nil is legal
		}
		tools = append(tools, wrapped)
	}
	slices.SortFunc(tools, func(a, b tool.Tool) int { return strings.Compare(a.Name, b.Name) })
	return tools
}

// handler returns the function that calls a tool of the server for a model. If the server fails,
// the model gets a failed result. An error is returned only if the context ended.
func (b *Backend) handler(t *mcp.Tool) func(context.Context, json.RawMessage) (tool.Result, error) {
	tree, _ := mcpext.TreeOf(t.Meta)
	_, sql := b.tree.(*sqlite)
	return func(ctx context.Context, args json.RawMessage) (tool.Result, error) {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(args, &fields); err != nil || fields == nil {
			return tool.Failure("%s: the arguments are not a JSON object", t.Name), nil
		}
		if sql && t.Name == "read_query" {
			if err := checkQuery(args); err != nil {
				return tool.Failure("read_query: refused before it was asked: %v", err), nil
			}
		}
		var p luminos.Path
		if tree.PathArg != "" {
			var s string
			if json.Unmarshal(fields[tree.PathArg], &s) == nil {
				p = luminos.Path(s)
			}
		}
		r, err := b.link.callTool(ctx, t.Name, p, json.RawMessage(bytes.TrimSpace(args)))
		if e, ok := errors.AsType[*toolError](err); ok {
			return tool.Result{Text: strings.ToValidUTF8(cut(e.text, maxResult), "\uFFFD"), Failed: true}, nil
		}
		switch {
		case ctx.Err() != nil:
			return tool.Result{}, ctx.Err()
		case err != nil:
			return tool.Failure("%s: %v", t.Name, err), nil
		}
		return tool.Result{Text: shown(r), Data: r.StructuredContent}, nil
	}
}

// shown returns the text that a model gets for a result. A short note replaces each image, sound,
// link and binary file.
func shown(r *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range r.Content {
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		switch c := c.(type) {
		case *mcp.TextContent:
			b.WriteString(c.Text[:min(len(c.Text), maxResult+1)])
		case *mcp.ImageContent:
			fmt.Fprintf(&b, "[an image, %s, %d bytes]", clean(c.MIMEType, 60), len(c.Data))
		case *mcp.AudioContent:
			fmt.Fprintf(&b, "[a sound, %s, %d bytes]", clean(c.MIMEType, 60), len(c.Data))
		case *mcp.ResourceLink:
			fmt.Fprintf(&b, "[a link to %q]", clean(c.URI, 300))
		case *mcp.EmbeddedResource:
			if c.Resource != nil && c.Resource.Blob == nil {
				b.WriteString(c.Resource.Text[:min(len(c.Resource.Text), maxResult+1)])
			} else if c.Resource != nil {
				fmt.Fprintf(&b, "[a file, %s, %d bytes]", clean(c.Resource.MIMEType, 60), len(c.Resource.Blob))
			}
		}
		if b.Len() > maxResult {
			break
		}
	}
	text := strings.ToValidUTF8(b.String(), "\uFFFD")
	switch {
	case len(text) > maxResult:
		return cut(text, maxResult) + fmt.Sprintf("\n[cut off after %d KiB; ask for less]", maxResult>>10)
	case text == "" && r.StructuredContent != nil:
		if data, err := json.Marshal(r.StructuredContent); err == nil {
			return cut(string(data), maxResult)
		}
	case text == "":
		return "[the server gave an empty answer]"
	}
	return text
}

// toolName returns the name of a tool in the characters that models may use: letters, digits and
// "_". It cuts the name to 64 characters.
func toolName(s string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, s)
	return name[:min(len(name), 64)]
}

// schemaOf returns the schema of a tool's arguments or result, with the server's texts in it
// cleaned and shortened. It returns an error if the schema does not describe an object.
func schemaOf(v any) (*jsonschema.Schema, error) {
	if v == nil {
		return nil, errors.New("the tool has no schema for its arguments")
	}
	text, err := json.Marshal(tidy(v, 0))
	if err != nil || len(text) > maxSchema {
		return nil, fmt.Errorf("the schema of the arguments of the tool is larger than %d KiB", maxSchema>>10)
	}
	var s *jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil || s == nil {
		return nil, errors.New("the schema of the arguments of the tool cannot be read")
	}
	if s.Type != "object" {
		return nil, errors.New("the schema of the arguments of the tool does not describe an object")
	}
	return s, nil
}

// tidy returns a copy of the schema v in which all texts are cleaned of control characters and
// shortened.
func tidy(v any, depth int) any {
	if depth > 50 {
		return true // a schema that accepts everything
	}
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for k, e := range v {
			m[clean(k, 200)] = tidy(e, depth+1)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = tidy(e, depth+1)
		}
		return list
	case string:
		return clean(v, 500)
	}
	return v
}
