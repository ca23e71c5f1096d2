package mcpclient

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
)

// adapter reads the tree of one kind of server. It gets valid paths only. Its callers add
// the path to its errors.
type adapter interface {
	name() string
	// uses returns the tools of the server that belong to the tree.
	uses() map[string]use
	list(ctx context.Context, dir luminos.Path) ([]luminos.Node, error)
	stat(ctx context.Context, p luminos.Path) (luminos.Node, error)
	read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error)
}

// skills is the extension whose servers can list directories of resources.
const skills = "io.modelcontextprotocol/skills"

// choose returns the adapter that reads the tree of files from a server, chosen by the tools and resources of the
// server. If several adapters fit, it returns the first in the order native, filesystem, sqlite, resources. If none
// fits, it returns the adapter described, whose files describe the tools.
func choose(ctx context.Context, l *link, hello *mcp.InitializeResult, offered []*mcp.Tool) (adapter, error) {
	byName := map[string]*mcp.Tool{}
	for _, t := range offered {
		byName[t.Name] = t
	}
	if a := newNative(l, hello, offered); a != nil {
		return a, nil
	}
	if a := newFilesystem(l, byName); a != nil {
		return a, nil
	}
	if a := newSQLite(l, byName); a != nil {
		return a, nil
	}
	if hello.Capabilities.Resources != nil {
		settings, _ := hello.Capabilities.Extensions[skills].(map[string]any)
		reads, _ := settings["directoryRead"].(bool)
		a, err := newResources(ctx, l, reads)
		if a != nil || err != nil {
			return a, err
		}
	}
	return &described{}, nil
}

const (
	maxPath = 16 << 10
	maxName = 1 << 10
	// maxEntries is the maximal number of entries of a listing.
	maxEntries = 250_000
)

// errName is the reason for leaving an entry out of a listing.
var errName = errors.New("not a valid name of a file or directory")

// errNotDir is the error of listing something other than a directory.
var errNotDir = errors.New("the path is not a directory")

// checkName returns an error if a name from a server is not a valid name of one entry: empty,
// ".", "..", too long, with a slash or NUL, or not UTF-8.
func checkName(name string) error {
	switch {
	case name == "" || name == "." || name == "..":
		return fmt.Errorf("the server gave a file or directory the name %q: %w", name, errName)
	case len(name) > maxName:
		return fmt.Errorf("the server gave a file or directory a name of %d bytes: %w", len(name), errName)
	case strings.ContainsAny(name, "/\x00") || !utf8.ValidString(name):
		return fmt.Errorf("the server gave a file or directory the name %q: %w", clean(name, 60), errName)
	}
	return nil
}

// join returns the path of the entry name in the directory dir. [luminos.Path.Join] would
// clean the name.
func join(dir, name luminos.Path) luminos.Path {
	if dir == luminos.Root {
		return name
	}
	return dir + "/" + name
}

// listing collects the entries of a directory as a server gives them.
type listing struct {
	dir     luminos.Path
	nodes   []luminos.Node
	seen    map[luminos.Path]bool
	refused int
	first   error  // the reason for the first refused entry
	partial string // the reason why the listing is incomplete
}

func newListing(dir luminos.Path) *listing {
	return &listing{dir: dir, seen: map[luminos.Path]bool{}}
}

// add adds the entry n to the listing under a name, which is escaped as in paths. It refuses a name that is invalid,
// too long or already listed, and reports whether it added the entry.
func (l *listing) add(name luminos.Path, n luminos.Node) bool {
	err := checkName(name.OS())
	if p := string(name); err != nil && len(p) <= maxName && !utf8.ValidString(name.OS()) && utf8.ValidString(p) && !strings.ContainsAny(name.OS(), "/\x00") {
		err = nil // bytes that are not UTF-8 are legal in names, escaped
	}
	if err == nil && luminos.PathFromOS(name.OS()) != name {
		err = fmt.Errorf("the server gave a file or directory the name %q: %w", clean(string(name), 60), errName)
	}
	n.Path = join(l.dir, name)
	if err == nil && l.seen[n.Path] {
		err = fmt.Errorf("the server gave two entries of a directory the name %q", clean(string(name), 60))
	}
	if err == nil && len(n.Path) > maxPath {
		err = errors.New("the path of a file or directory that the server listed is too long")
	}
	if err != nil {
		l.refuse(err)
		return false
	}
	l.seen[n.Path] = true
	l.nodes = append(l.nodes, n)
	return true
}

// addName escapes a name as a server gives it, and adds an entry with this name and an unknown size to the listing.
// It reports whether the entry was added, as add does.
func (l *listing) addName(name string, kind luminos.EntryKind) bool {
	return l.add(luminos.PathFromOS(name), luminos.Node{Kind: kind, Size: -1})
}

func (l *listing) refuse(err error) {
	l.refused++
	if l.first == nil {
		l.first = err
	}
}

// full reports whether the listing has maxEntries entries. If so, it records that the listing
// is incomplete.
func (l *listing) full() bool {
	if len(l.nodes) < maxEntries {
		return false
	}
	l.partial = fmt.Sprintf("it has more than %d entries", maxEntries)
	return true
}

// done returns the entries of the listing sorted by path, and a [*PartialError] if entries are
// missing or were refused.
func (l *listing) done() ([]luminos.Node, error) {
	slices.SortFunc(l.nodes, func(a, b luminos.Node) int { return cmp.Compare(a.Path, b.Path) })
	reason := l.partial
	if l.refused > 0 {
		if reason != "" {
			reason += "; "
		}
		what := "entries"
		if l.refused == 1 {
			what = "entry"
		}
		reason += fmt.Sprintf("%d %s refused, the first: %s", l.refused, what, l.first)
	}
	if reason != "" {
		return l.nodes, &PartialError{Reason: reason}
	}
	return l.nodes, nil
}

// toolError is the error for a call that a tool answered with an error result.
type toolError struct{ server, tool, text string }

func (e *toolError) Error() string {
	return fmt.Sprintf("%s of the server %q answers: %s", e.tool, e.server, clean(e.text, 300))
}

// Reason returns the text with which the tool refused the call, as the reason that a report shows.
func (e *toolError) Reason() string {
	return fmt.Sprintf("the server answers %q", clean(e.text, 200))
}

// callTool calls the tool called name with args, if the policy permits that tool, and returns its result. An error
// result becomes a *toolError. Repeated failures of the server in calls for the path p bar the path.
func (l *link) callTool(ctx context.Context, name string, p luminos.Path, args any) (*mcp.CallToolResult, error) {
	var result *mcp.CallToolResult
	err := l.do(ctx, ask{what: name, path: p}, func(ctx context.Context, s *session) error {
		if err := l.policy.usable(name); err != nil {
			return err
		}
		r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
		if err != nil {
			return err
		}
		if r.IsError {
			return &toolError{server: l.name, tool: name, text: textOf(r, 64<<10)}
		}
		result = r
		return nil
	})
	return result, err
}

// textOf joins the texts in the result of a tool call, one per line, to a string of at most limit bytes. It leaves
// out images and all other content.
func textOf(r *mcp.CallToolResult, limit int) string {
	var b strings.Builder
	for _, c := range r.Content {
		t, ok := c.(*mcp.TextContent)
		if !ok || t == nil {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(t.Text[:min(len(t.Text), max(limit-b.Len(), 0))])
		if b.Len() >= limit {
			break
		}
	}
	return b.String()
}

// soleText returns the text in the result of a tool call. It returns an error unless the content of the result is
// exactly one text.
func soleText(r *mcp.CallToolResult) (string, error) {
	if len(r.Content) == 1 {
		if t, ok := r.Content[0].(*mcp.TextContent); ok && t != nil {
			return t.Text, nil
		}
	}
	return "", errors.New("the server answered a call of a tool with other content than one block of text")
}

// decode converts the structured content v of a tool's result to the type of into, which is a
// pointer. It goes by way of JSON.
func decode(v, into any) error {
	if v == nil {
		return errors.New("the server answered a call of a tool without structured content")
	}
	b, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		return fmt.Errorf("the structured content in the server's answer to a call of a tool does not have the agreed form: %s", clean(syntax(err), 200))
	}
	return nil
}

// window returns the part of data that begins at offset and has at most n bytes, as
// [luminos.Source.Read] returns the bytes of a file.
func window(data []byte, offset int64, n int) []byte {
	from := min(offset, int64(len(data)))
	data = data[from:]
	return data[:min(n, len(data)):min(n, len(data))]
}

// lastRead is the content of the file that was read last. Files are read in parts from the
// beginning, and a server returns a whole file each time.
type lastRead struct {
	mu   sync.Mutex // guards the fields below
	key  string
	data []byte
}

// window returns at most n bytes at offset of the file with this key. If offset is 0 or the stored content is of
// another file, it first calls ask for the whole content of the file and stores it.
func (l *lastRead) window(key string, offset int64, n int, ask func() ([]byte, error)) ([]byte, error) {
	l.mu.Lock()
	data := l.data
	if offset == 0 || l.key != key {
		data = nil
	}
	l.mu.Unlock()
	if data == nil {
		var err error
		if data, err = ask(); err != nil {
			return nil, err
		}
		l.mu.Lock()
		l.key, l.data = key, data
		l.mu.Unlock()
	}
	return window(data, offset, n), nil
}

// find lists the parent directory of the path p and returns the node of p in the list. If the list
// lacks p, the error is fs.ErrNotExist, even if the list is incomplete.
func find(ctx context.Context, a adapter, p luminos.Path) (luminos.Node, error) {
	if p == luminos.Root {
		return luminos.Node{Path: p, Kind: luminos.KindDir, Size: -1}, nil
	}
	nodes, err := a.list(ctx, p.Dir())
	i, ok := slices.BinarySearchFunc(nodes, p, func(n luminos.Node, p luminos.Path) int { return cmp.Compare(n.Path, p) })
	partial, _ := errors.AsType[*PartialError](err)
	switch {
	case ok:
		return nodes[i], nil
	case err != nil && partial == nil:
		_, refused := errors.AsType[*toolError](err)
		if !refused && !errors.Is(err, errNotDir) || p.Dir() == luminos.Root {
			return luminos.Node{}, err
		}
		// Nothing exists below an entry that is not a directory.
		if above, look := find(ctx, a, p.Dir()); look != nil || above.Kind == luminos.KindDir {
			return luminos.Node{}, cmp.Or(look, err)
		}
	}
	return luminos.Node{}, fs.ErrNotExist
}
