package fsserver

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/mcpext"
	"luminos/internal/tool"
)

// write fills a directory with files.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t testing.TB, dir string) *localdir.Dir {
	t.Helper()
	root, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

// kit is a set of tools by name.
type kit map[string]tool.Tool

func toolsOf(t testing.TB, root luminos.Source, o Options) kit {
	t.Helper()
	k := kit{}
	for _, one := range Tools(root, o) {
		k[one.Name] = one
	}
	return k
}

func over(t testing.TB, dir string) kit { return toolsOf(t, open(t, dir), Options{}) }

type args map[string]any

// call calls a tool and checks the properties of every result.
func (k kit) call(t testing.TB, name string, a args) tool.Result {
	t.Helper()
	raw, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	r, err := k[name].Call(t.Context(), raw)
	if err != nil {
		t.Fatalf("%s %s: %v", name, raw, err)
	}
	checkResult(t, k[name], string(raw), r)
	return r
}

// fine calls a tool and reports an error if it fails.
func (k kit) fine(t testing.TB, name string, a args) tool.Result {
	t.Helper()
	r := k.call(t, name, a)
	if r.Failed {
		t.Errorf("%s %v failed: %s", name, a, r.Text)
	}
	return r
}

// fails calls a tool and reports an error unless it fails with certain words.
func (k kit) fails(t testing.TB, name string, a args, words string) {
	t.Helper()
	if r := k.call(t, name, a); !r.Failed || !strings.Contains(r.Text, words) {
		t.Errorf("%s %v gives failed=%t %q, want a failure with %q", name, a, r.Failed, r.Text, words)
	}
}

func checkResult(t testing.TB, one tool.Tool, says string, r tool.Result) {
	t.Helper()
	checkText(t, one.Name+" "+says, r.Text)
	if r.Failed {
		if r.Data != nil {
			t.Errorf("%s %s failed and has data", one.Name, says)
		}
		return
	}
	b, err := json.Marshal(r.Data)
	if err != nil {
		t.Fatalf("%s %s: %v", one.Name, says, err)
	}
	if len(b) > 512<<10 {
		t.Errorf("%s %s: %d bytes of structured content", one.Name, says, len(b))
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	schema, err := one.Output.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil {
		t.Errorf("%s %s: the data does not fit its schema: %v\n%.500s", one.Name, says, err, b)
	}
}

// checkText wants text that is bounded, ends in a line end or is one line, and
// hides nothing.
func checkText(t testing.TB, says, text string) {
	t.Helper()
	if text == "" || len(text) > maxText*5/4+4096 {
		t.Errorf("%s: a text of %d bytes", says, len(text))
	}
	if !utf8.ValidString(text) {
		t.Errorf("%s: not UTF-8: %.200q", says, text)
	}
	for _, r := range text {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) || 0xE0000 <= r && r <= 0xE0FFF) {
			t.Errorf("%s: a raw %q in %.300q", says, r, text)
			return
		}
	}
}

// connect serves a directory over pipes and returns a client.
func connect(t testing.TB, root *localdir.Dir, o Options) *mcp.ClientSession {
	t.Helper()
	inServer, outClient := io.Pipe()
	inClient, outServer := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- Serve(context.WithoutCancel(t.Context()), root, inServer, outServer, o) }()
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	for _, err := range []error{
		mcp.AddSendingCustomMethod[*mcpext.ReadParams, *mcpext.ReadResult](client, mcpext.MethodRead),
		mcp.AddSendingCustomMethod[*mcpext.OutlinesParams, *mcpext.OutlinesResult](client, mcpext.MethodOutlines),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: inClient, Writer: outClient}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		if err := <-served; err != nil {
			t.Errorf("serving: %v", err)
		}
	})
	return session
}
