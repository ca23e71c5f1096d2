package mcpclient

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/mcpext"
	"luminos/internal/sourcetest"
)

// The servers under test are this test binary, started with arguments.

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fake" {
		os.Exit(fake(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

// quick is a variable for servers under test: with the race detector every process sleeps for a second at its end.
const quick = "atexit_sleep_ms=10"

// fakes are the servers, by name. They return when their input ends.
var fakes = map[string]func(args []string) error{
	"native":     func(args []string) error { return serveStdio(nativeServer(args[0], true)) },
	"text":       func(args []string) error { return serveStdio(nativeServer(args[0], false)) },
	"filesystem": func(args []string) error { return serveStdio(filesystemServer(args[0], true, args[1:]...)) },
	"lines":      func(args []string) error { return serveStdio(filesystemServer(args[0], false)) },
	"outlines":   func(args []string) error { return serveStdio(outlineServer(args[0])) },
	"raw":        func(args []string) error { return rawServer(behaviours()[args[0]], args[1:]) },
	"holder":     hold,
}

func fake(name string, args []string) int {
	if err := fakes[name](args); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// fakeServer returns the description of a server that is this test binary.
func fakeServer(t testing.TB, args ...string) Server {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Server{Name: "fake", Command: append([]string{self, "fake"}, args...), Env: map[string]string{"GORACE": quick}}
}

// start opens a fake, and closes it when the test ends.
func start(t testing.TB, o Options, args ...string) *Backend {
	t.Helper()
	b, err := Open(t.Context(), fakeServer(t, args...), o)
	if err != nil {
		t.Fatalf("opening %q: %v", args, err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// startChild starts this test binary as the built-in server.
func startChild(t testing.TB, o Options, fakeArgs ...string) *Backend {
	t.Helper()
	b, err := Child(t.Context(), func(ctx context.Context, args ...string) (*exec.Cmd, error) {
		if want := []string{"mcp", "serve", fakeArgs[len(fakeArgs)-1]}; !slices.Equal(args, want) {
			t.Errorf("started with %q, want %q", args, want)
		}
		self, err := os.Executable()
		cmd := exec.CommandContext(ctx, self, append([]string{"fake"}, fakeArgs...)...)
		cmd.Env = []string{"GORACE=" + quick}
		return cmd, err
	}, fakeArgs[len(fakeArgs)-1], o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func serveStdio(s *mcp.Server) error { return s.Run(context.Background(), &mcp.StdioTransport{}) }

// tree writes the files of the common suite.
func tree(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for p, content := range sourcetest.Files {
		name := filepath.Join(dir, filepath.FromSlash(p.OS()))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var readOnly = &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(bool), OpenWorldHint: new(bool)}

const object = `{"type":"object","properties":{"path":{"type":"string"},"cursor":{"type":"string"},"limit":{"type":"integer"},"offset":{"type":"integer"}},"required":["path"]}`

func failed(err error) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

type pathArgs struct {
	Path    string
	Cursor  string
	Limit   int
	Offset  int
	Head    int
	Exclude []string `json:"excludePatterns"`
}

// roled adds a tool with a role.
func roled(s *mcp.Server, name string, role mcpext.Role, call func(context.Context, pathArgs) (*mcp.CallToolResult, error)) {
	s.AddTool(&mcp.Tool{Name: name, Description: "Does " + name + ".", InputSchema: json.RawMessage(object), Annotations: readOnly,
		Meta: mcp.Meta{mcpext.TreeKey: mcpext.Tree{Version: mcpext.TreeVersion, Role: role, PathArg: "path"}}}, handle(call))
}

func handle(call func(context.Context, pathArgs) (*mcp.CallToolResult, error)) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in pathArgs
		if err := json.Unmarshal(r.Params.Arguments, &in); err != nil {
			return failed(err)
		}
		return call(ctx, in)
	}
}

// nativeServer presents a directory as the built-in server does; bytes by a
// method of our own, or as text only.
func nativeServer(dir string, bytes bool) *mcp.Server {
	src, err := localdir.Open(dir)
	if err != nil {
		panic(err)
	}
	o := &mcp.ServerOptions{Instructions: "Read.", Capabilities: &mcp.ServerCapabilities{}}
	if bytes {
		o.Capabilities.Experimental = map[string]any{mcpext.MethodRead: struct{}{}}
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "native", Version: "7"}, o)
	roled(s, "ls", mcpext.RoleList, func(ctx context.Context, in pathArgs) (*mcp.CallToolResult, error) {
		nodes, err := src.List(ctx, luminos.Path(in.Path))
		if err != nil {
			return failed(err)
		}
		const page = 3 // for any limit
		from := 0
		fmt.Sscan(in.Cursor, &from)
		l := mcpext.Listing{Path: in.Path, Total: len(nodes), Entries: []mcpext.Entry{}}
		for _, n := range nodes[from:min(from+page, len(nodes))] {
			l.Entries = append(l.Entries, entryOf(n))
		}
		if from+page < len(nodes) {
			l.NextCursor = fmt.Sprint(from + page)
		}
		r := text("listed")
		r.StructuredContent = l
		return r, nil
	})
	roled(s, "cat", mcpext.RoleRead, func(ctx context.Context, in pathArgs) (*mcp.CallToolResult, error) {
		return numbered(ctx, src, in)
	})
	if !bytes {
		return s
	}
	roled(s, "look", mcpext.RoleStat, func(ctx context.Context, in pathArgs) (*mcp.CallToolResult, error) {
		n, err := src.Stat(ctx, luminos.Path(in.Path))
		if err != nil {
			return failed(err)
		}
		r := text("looked")
		r.StructuredContent = entryOf(n)
		return r, nil
	})
	if err := mcp.AddReceivingCustomMethod(s, mcpext.MethodRead, func(ctx context.Context, _ *mcp.ServerSession, p *mcpext.ReadParams) (*mcpext.ReadResult, error) {
		b, err := src.Read(ctx, luminos.Path(p.Path), p.Offset, min(p.N, mcpext.MaxRead))
		return &mcpext.ReadResult{Data: b, Problem: mcpext.ProblemOf(err)}, nil
	}); err != nil {
		panic(err)
	}
	return s
}

func entryOf(n luminos.Node) mcpext.Entry {
	e := mcpext.Entry{Name: string(n.Path[strings.LastIndexByte(string(n.Path), '/')+1:]), Kind: n.Kind, Size: &n.Size, MTime: &n.ModTime, Target: n.Target, Links: n.Links}
	e.Mode, e.Allocated = fmt.Sprintf("%04o", n.Perm), &n.Allocated
	return e
}

// numbered gives two lines at a time, with their numbers.
func numbered(ctx context.Context, src luminos.Source, in pathArgs) (*mcp.CallToolResult, error) {
	whole, err := src.Text(ctx, luminos.Path(in.Path), 1<<20)
	if err != nil {
		return failed(err)
	}
	lines := slices.Collect(strings.Lines(whole.Content))
	first := max(in.Offset, 1)
	last := min(first+1, len(lines))
	var b strings.Builder
	for i := first; i <= last; i++ {
		fmt.Fprintf(&b, "%6d\t%s", i, lines[i-1])
	}
	about := mcpext.FileText{Path: in.Path, FirstLine: first, LastLine: last, EOF: last >= len(lines)}
	if !about.EOF {
		about.NextOffset = last + 1
		b.WriteString("[more: pass offset]\n")
	}
	r := text(b.String())
	r.StructuredContent = about
	return r, nil
}

// rawServer answers each line as a behaviour defines. It initializes like any other
// server, unless the behaviour does so.
func rawServer(b func(method string, id, params json.RawMessage, args []string) string, args []string) error {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return nil
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Params json.RawMessage
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return err
		}
		if answer := b(m.Method, m.ID, m.Params, args); answer != "" {
			os.Stdout.WriteString(answer + "\n")
		}
	}
}

func result(id json.RawMessage, r string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, r)
}

func rawError(id json.RawMessage, text string) string {
	message, _ := json.Marshal(text)
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":%s}}`, id, message)
}

const (
	hello = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"raw","version":"1"}}`
	hints = `"annotations":{"readOnlyHint":true,"destructiveHint":false}`
)

// rawTool returns a tool with a role as JSON.
func rawTool(name, role string) string {
	return fmt.Sprintf(`{"name":%q,"description":"d","inputSchema":%s,%s,"_meta":{"dev.luminos/tree":{"v":1,"role":%q,"pathArg":"path"}}}`, name, object, hints, role)
}

// rawTree returns a behaviour with the methods of every tree; call answers calls of tools.
func rawTree(call func(name, path, cursor string, id json.RawMessage, args []string) string) func(string, json.RawMessage, json.RawMessage, []string) string {
	return func(method string, id, params json.RawMessage, args []string) string {
		switch method {
		case "initialize":
			return result(id, hello)
		case "tools/list":
			return result(id, `{"tools":[`+rawTool("ls", "list")+","+rawTool("cat", "read")+`]}`)
		case "tools/call":
			var p struct {
				Name      string
				Arguments struct{ Path, Cursor string }
			}
			if err := json.Unmarshal(params, &p); err != nil {
				return rawError(id, err.Error())
			}
			return call(p.Name, p.Arguments.Path, p.Arguments.Cursor, id, args)
		}
		if id == nil {
			return ""
		}
		return rawError(id, "no such method")
	}
}

// listed returns the result of a listing.
func listed(id json.RawMessage, next string, entries ...string) string {
	return result(id, fmt.Sprintf(`{"content":[],"structuredContent":{"path":".","total":1,"nextCursor":%q,"entries":[%s]}}`, next, strings.Join(entries, ",")))
}

func rawEntry(name string) string { return fmt.Sprintf(`{"name":%q,"kind":"file","size":1}`, name) }
