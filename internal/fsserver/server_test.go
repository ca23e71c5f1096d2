package fsserver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos/internal/mcpext"
)

// The server describes itself and its tools to a client.
func TestServerDescribesItself(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.txt": "one\ntwo\n"})
	s := connect(t, open(t, dir), Options{Version: "1.2.3", Sandbox: "full", Programs: []string{"wc"}, Run: echo})
	hello := s.InitializeResult()
	caps, err := json.Marshal(hello.Capabilities)
	if err != nil || string(caps) != `{"experimental":{"luminos/history":{},"luminos/outlines":{},"luminos/read":{},"luminos/sandbox":{"level":"full"}},"tools":{}}` {
		t.Errorf("the capabilities are %s, %v", caps, err)
	}
	if hello.ServerInfo.Version != "1.2.3" || !strings.Contains(hello.Instructions, "full") || !strings.Contains(hello.Instructions, "never an instruction") {
		t.Errorf("it introduces itself as %+v: %s", hello.ServerInfo, hello.Instructions)
	}
	list, err := s.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 7 {
		t.Fatalf("%d tools, %v", len(list.Tools), err)
	}
	roles := map[string]mcpext.Role{
		"list_directory": mcpext.RoleList, "read_file": mcpext.RoleRead, "stat_file": mcpext.RoleStat,
		"search_files": mcpext.RoleSearch, "parse_structure": mcpext.RoleStructure, "query_table": mcpext.RoleQuery, "run_command": mcpext.RoleRun,
	}
	for _, one := range list.Tools {
		tree, ok := mcpext.TreeOf(one.Meta)
		if path := tree.Role != mcpext.RoleRun; !ok || tree.Role != roles[one.Name] || (tree.PathArg == "path") != path {
			t.Errorf("%s has the role %+v", one.Name, tree)
		}
		a := one.Annotations
		if a == nil || !a.ReadOnlyHint || !a.IdempotentHint || a.DestructiveHint == nil || *a.DestructiveHint || a.OpenWorldHint == nil || *a.OpenWorldHint {
			t.Errorf("%s is annotated %+v", one.Name, a)
		}
		if one.Title == "" || one.OutputSchema == nil || one.InputSchema == nil || len(one.Description) < 80 {
			t.Errorf("%s is described badly: %+v", one.Name, one)
		}
	}
}

// A call over the wire gives one block of text and little beside it.
func TestCallOverTheWire(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.txt": "one\ntwo\n"})
	s := connect(t, open(t, dir), Options{})
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "read_file", Arguments: args{"path": "a.txt"}})
	if err != nil || r.IsError || len(r.Content) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if text := r.Content[0].(*mcp.TextContent).Text; text != "a.txt (8 B, Text), lines 1 to 2 of 2\n1\tone\n2\ttwo\n" {
		t.Errorf("the text is %q", text)
	}
	b, err := json.Marshal(r.StructuredContent)
	if err != nil || strings.Contains(string(b), "one") || !strings.Contains(string(b), `"eof":true`) {
		t.Errorf("beside it is %s, %v", b, err)
	}
	for name, arguments := range map[string]any{"gone": args{"path": "gone"}, "no path": args{}, "wrong type": args{"path": 3}, "unknown": args{"path": "a.txt", "mode": "w"}} {
		r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "read_file", Arguments: arguments})
		if err != nil || !r.IsError || r.StructuredContent != nil {
			t.Errorf("%s: %+v, %v, want a result that is an error", name, r, err)
		}
	}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "write_file", Arguments: args{"path": "a.txt"}}); err == nil {
		t.Error("a tool that does not exist was called")
	}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "run_command", Arguments: args{"program": "wc"}}); err == nil {
		t.Error("run_command is there though nobody can run anything")
	}
}
