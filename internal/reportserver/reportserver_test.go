package reportserver

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/lookup"
)

// found is a checker that finds all evidence.
type found struct{}

func (found) States(_ context.Context, claims []luminos.Claim, _ int) ([]evidence.Present, error) {
	return slices.Repeat([]evidence.Present{{State: evidence.Found}}, len(claims)), nil
}

// connect returns the session of a client of the SDK with a server in memory.
func connect(t *testing.T, s Source) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { ended <- serve(ctx, there, Options{Version: "test", Sandbox: "full", Source: s}) }()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); cancel(); <-ended })
	return c
}

func report() *luminos.Report {
	c := luminos.NewClaim("It is a shop.", luminos.Evidence{Path: "README.md", Lines: &luminos.LineRange{First: 1, Last: 1}, Quote: "A shop of boats"})
	return &luminos.Report{
		SchemaVersion: luminos.SchemaVersion, Target: luminos.Target{Name: "shop", Engine: "offline"},
		Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{Inside: &luminos.Inside{Rows: []luminos.InsideRow{
			{Label: "Mail", Text: "from Ada Lovelace", Private: true}}}}},
		Claims: []luminos.Claim{c},
		Sections: []luminos.Section{{ID: "brief", Title: "In brief",
			Statements: []luminos.Statement{{Text: "It is a shop.", Basis: luminos.Measured, Claims: []string{c.ID}}}}},
		Flags: []luminos.Flag{{Rule: "x.y", Path: "a.go", Severity: luminos.Concern, Source: "rules", Finding: "It leaks."}},
	}
}

func library(r *luminos.Report) lookup.Library {
	return func(context.Context) (*lookup.Book, error) { return lookup.New(r, found{}), nil }
}

func TestResources(t *testing.T) {
	c := connect(t, Source{Open: library(report()), Map: func(context.Context) (string, error) { return "# 1 of 1 files", nil }})
	list, err := c.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var uris []string
	for _, r := range list.Resources {
		uris = append(uris, r.URI)
		got, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
		if err != nil || len(got.Contents) != 1 || got.Contents[0].Text == "" {
			t.Errorf("%s: %+v, %v", r.URI, got, err)
			continue
		}
		text := got.Contents[0].Text
		if r.MIMEType == "application/json" && !json.Valid([]byte(text)) {
			t.Errorf("%s is not JSON: %.100s", r.URI, text)
		}
		if strings.Contains(text, "Lovelace") {
			t.Errorf("%s names a person", r.URI)
		}
	}
	all := strings.Join(uris, " ")
	for _, want := range []string{reportMarkdown, reportJSON, reportFlags, reportMap, sectionPrefix + "brief"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not listed: %s", want, all)
		}
	}
	for uri, want := range map[string]string{
		sectionPrefix + "nope": "it has brief", sectionPrefix + "..%2F..": "no such section", sectionPrefix: "", "luminos://report/x": "",
	} {
		got, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err == nil || !strings.Contains(err.Error(), want) || !notThere(err) {
			t.Errorf("%s: %+v, %v", uri, got, err)
		}
	}
}

// notThere reports whether an error has the code of the protocol for a resource that is not there.
func notThere(err error) bool {
	wire, ok := errors.AsType[*jsonrpc.Error](err)
	return ok && wire.Code == jsonrpc.CodeInvalidParams
}

// stale is a checker that finds all evidence changed.
type stale struct{}

func (stale) States(_ context.Context, claims []luminos.Claim, _ int) ([]evidence.Present, error) {
	return slices.Repeat([]evidence.Present{{State: evidence.Changed, Reason: "no quote"}}, len(claims)), nil
}

// TestStaleResources checks that the resources say which evidence went stale.
func TestStaleResources(t *testing.T) {
	r := report()
	r.Claims[0].Verdict, r.Quality.Citations, r.Quality.CitationsFound = luminos.Found, 1, 1
	r.Flags[0].Claims = []string{r.Claims[0].ID}
	c := connect(t, Source{Open: func(context.Context) (*lookup.Book, error) { return lookup.New(r, stale{}), nil }})
	for uri, want := range map[string][]string{
		reportMarkdown: {"It leaks. (now changed: README.md:1)", "1 citation, 0 found as quoted",
			"Checked now: 1 citation, 1 changed."},
		reportJSON:                 {`"verdict":"changed"`, `"citations_found":0`, `"text":"It is a shop."`},
		sectionPrefix + "brief":    {"It is a shop. (now changed: README.md:1)"},
		sectionPrefix + "evidence": {"“A shop of boats” (changed: no quote)"},
	} {
		got, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			t.Errorf("%s: %v", uri, err)
			continue
		}
		for _, part := range want {
			if text := strings.ReplaceAll(got.Contents[0].Text, "\\", ""); !strings.Contains(text, part) {
				t.Errorf("%s lacks %q: %s", uri, part, text)
			}
		}
	}
}

// A client learns how to make a report, and reads it when it is there, in the same session.
func TestReportThatComesLater(t *testing.T) {
	var r *luminos.Report
	c := connect(t, Source{Open: func(ctx context.Context) (*lookup.Book, error) {
		if r == nil {
			return nil, &lookup.NoReport{Advice: "luminos --offline . makes one"}
		}
		return library(r)(ctx)
	}})
	call := func(name string, args map[string]any) *mcp.CallToolResult {
		t.Helper()
		got, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	text := func(r *mcp.CallToolResult) string { return r.Content[0].(*mcp.TextContent).Text }
	if got := call("overview", nil); !got.IsError || !strings.Contains(text(got), "makes one") {
		t.Errorf("without a report, overview is %+v", got)
	}
	if got := call("flags", nil); !got.IsError || !strings.Contains(text(got), "makes one") {
		t.Errorf("without a report, flags is %+v", got)
	}
	if _, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: reportMarkdown}); err == nil || !strings.Contains(err.Error(), "makes one") || !notThere(err) {
		t.Errorf("without a report, the resource gives %v", err)
	}
	r = report()
	if got := text(call("overview", nil)); !strings.Contains(got, "Checked now: 1 citation, 1 found.") {
		t.Errorf("overview is %s", got)
	}
	if got := text(call("find_claims", map[string]any{"query": "shop"})); !strings.Contains(got, "found: README.md:1 “A shop of boats”") {
		t.Errorf("find_claims is %s", got)
	}
	if got := text(call("flags", map[string]any{"severity": "concern"})); !strings.Contains(got, "It leaks.") {
		t.Errorf("flags is %s", got)
	}
	if got := text(call("about", map[string]any{"path": "a.go"})); !strings.Contains(got, "x.y") {
		t.Errorf("about is %s", got)
	}
}

// A resource that is too long is refused with the way to read it.
func TestLongReport(t *testing.T) {
	r := report()
	r.Sections[0].Statements[0].Text = strings.Repeat("boats ", maxResource/6+1)
	c := connect(t, Source{Open: library(r)})
	_, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: reportJSON})
	if err == nil || !strings.Contains(err.Error(), "read sections") {
		t.Errorf("got %v", err)
	}
}
