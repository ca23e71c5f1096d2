package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
)

// resourceServer has resources by URI.
func resourceServer(o *mcp.ServerOptions, list ...*mcp.Resource) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "near", Version: "1"}, o)
	for _, r := range list {
		if r.Name == "" {
			r.Name = "x"
		}
		s.AddResource(r, func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			c := &mcp.ResourceContents{URI: r.Params.URI, Text: "text of " + r.Params.URI}
			if r.Params.URI == "file:///blob" {
				c = &mcp.ResourceContents{URI: r.Params.URI, Blob: []byte{0, 1}}
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "file:///other", Text: "other"}, c}}, nil
		})
	}
	return s
}

// all lists a tree.
func all(t testing.TB, b *Backend) []string {
	t.Helper()
	var list []string
	var walk func(luminos.Path)
	walk = func(dir luminos.Path) {
		nodes, err := b.List(t.Context(), dir)
		if err != nil {
			t.Errorf("listing %q: %v", dir, err)
		}
		list = append(list, kinds(nodes)...)
		for _, n := range nodes {
			if n.Kind == luminos.KindDir {
				walk(n.Path)
			}
		}
	}
	walk(luminos.Root)
	return list
}

func TestResourcesAsATree(t *testing.T) {
	for name, c := range map[string]struct{ uris, want []string }{
		"one host":                   {[]string{"file:///a/b.txt", "file:///a/c", "file:///d"}, []string{"a directory", "d file", "a/b.txt file", "a/c file"}},
		"two hosts":                  {[]string{"x://h/a", "x://i/a"}, []string{"h directory", "i directory", "h/a file", "i/a file"}},
		"schemes":                    {[]string{"mem:graph", "x://h/a"}, []string{"mem:graph file", "x: directory", "x:/h directory", "x:/h/a file"}},
		"a leaf that is a directory": {[]string{"x://h/a", "x://h/a/b"}, []string{"a directory", "a/%self file", "a/b file"}},
		"traversal": {[]string{"x://h/../../etc/passwd", "x://h/%2e%2e/a", "x://h/./b", "x://h/c%2Fd", "x://h//e"},
			[]string{"%2e%2e directory", "%dot directory", "%dotdot directory", "c%2Fd file", "e file", "%2e%2e/a file", "%dot/b file", "%dotdot/%dotdot directory", "%dotdot/%dotdot/etc directory", "%dotdot/%dotdot/etc/passwd file"}},
	} {
		t.Run(name, func(t *testing.T) {
			var list []*mcp.Resource
			for _, u := range c.uris {
				list = append(list, &mcp.Resource{URI: u})
			}
			if got := all(t, near(t, resourceServer(nil, list...), Options{})); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestResourcesAreRead(t *testing.T) {
	b := near(t, resourceServer(nil, &mcp.Resource{URI: "file:///a/b", MIMEType: "text/plain", Size: 9}, &mcp.Resource{URI: "file:///blob"}), Options{})
	if b.Info().Adapter != "resources" {
		t.Errorf("got %+v", b.Info())
	}
	if got, err := b.Text(t.Context(), "a/b", 100); err != nil || got.Content != "text of file:///a/b" {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := b.Read(t.Context(), "blob", 1, 5); err != nil || string(got) != "\x01" {
		t.Errorf("got %q, %v", got, err)
	}
	if n, err := b.Stat(t.Context(), "a/b"); err != nil || n != (luminos.Node{Path: "a/b", Kind: luminos.KindFile, Size: 9, MIME: "text/plain"}) {
		t.Errorf("got %+v, %v", n, err)
	}
	for p, want := range map[luminos.Path]error{"a": luminos.ErrNotRegular, "gone": fs.ErrNotExist, "a/b/c": fs.ErrNotExist} {
		if _, err := b.Read(t.Context(), p, 0, 1); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", p, err, want)
		}
	}
}

// directoryServer lists resources by directory, as the skills extension says.
func directoryServer(announced bool) *mcp.Server {
	c := &mcp.ServerCapabilities{Resources: &mcp.ResourceCapabilities{}}
	c.AddExtension(skills, map[string]any{"directoryRead": announced})
	s := resourceServer(&mcp.ServerOptions{Capabilities: c}, &mcp.Resource{URI: "x://h/top", Name: "top", MIMEType: dirMIME})
	s.AddResource(&mcp.Resource{URI: "x://h/top/a", Name: "a"}, func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Text: "text of a"}}}, nil
	})
	if err := mcp.AddReceivingCustomMethod(s, methodDirectory, func(_ context.Context, _ *mcp.ServerSession, p *directoryParams) (*directoryResult, error) {
		switch {
		case p.URI == "x://h/top" && p.Cursor == "":
			return &directoryResult{NextCursor: "2", Resources: []*mcp.Resource{{URI: "x://h/top/a", Name: "a"}, {URI: "x://h/top/sub", Name: "sub", MIMEType: dirMIME}, {URI: "x://h/evil", Name: ".."}, nil}}, nil
		case p.URI == "x://h/top":
			return &directoryResult{Resources: []*mcp.Resource{{URI: "x://h/top/t%20x", Name: "A title / with a slash"}, {URI: "x://h/a2", Name: "a"}}}, nil
		case p.URI == "x://h/top/sub":
			return &directoryResult{Resources: []*mcp.Resource{{URI: "x://h/top/sub/deep", Name: "deep"}}}, nil
		}
		return nil, fmt.Errorf("no directory: %s", p.URI)
	}); err != nil {
		panic(err)
	}
	return s
}

func TestDirectoriesOfResources(t *testing.T) {
	b := near(t, directoryServer(true), Options{})
	if b.Info().Adapter != "resource directories" {
		t.Fatalf("got %+v", b.Info())
	}
	nodes, err := b.List(t.Context(), ".")
	partial, _ := errors.AsType[*PartialError](err)
	if want := []string{"a file", "evil file", "sub directory", "t x file"}; partial == nil || !slices.Equal(kinds(nodes), want) {
		t.Errorf("got %q, %v, want %q", kinds(nodes), err, want)
	}
	b = near(t, directoryServer(true), Options{}) // that has listed nothing yet
	if n, err := b.Stat(t.Context(), "sub/deep"); err != nil || n.Kind != luminos.KindFile {
		t.Errorf("got %+v, %v", n, err)
	}
	if got, err := b.Read(t.Context(), "a", 5, 100); err != nil || string(got) != "of a" {
		t.Errorf("got %q, %v", got, err)
	}
	for p, want := range map[luminos.Path]error{"gone": fs.ErrNotExist, "a/x": fs.ErrNotExist, "sub": luminos.ErrNotRegular} {
		if _, err := b.Read(t.Context(), p, 0, 1); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", p, err, want)
		}
	}
	if a := near(t, directoryServer(false), Options{}).Info().Adapter; a != "resources" {
		t.Errorf("of a server that does not announce it, directories are read by %q", a)
	}
}
