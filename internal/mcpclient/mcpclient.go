// Package mcpclient is the client of the Model Context Protocol. It presents a server,
// named by the user or built in and run in a child process, as a luminos.Source and as
// tools for a model.
//
// Servers are not trusted. Names, sizes, cursors, schemas and descriptions are bounded and
// checked here. An invalid part is refused or reported, and the rest is used.
package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"slices"
	"strings"
	"time"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/mcpext"
	"luminos/internal/tool"
)

// Options are the settings of a connection to a server. The zero value is meant for everyday use.
type Options struct {
	// Environ is the environment of this program. A server gets the variables that it
	// needs to start (PATH, HOME, LANG and a few others), and no key.
	Environ []string
	// Allow names further tools that the model may use, besides the tools of the tree.
	Allow []string
	// Version is this program's, for servers to know; "" means "unknown".
	Version string
	// Pins remembers definitions of tools between runs; nil means that nothing remembers them.
	Pins Pins
	// Notify is called with events that the user should know: a declined question of the
	// server, a restart. It may be called concurrently.
	Notify func(Notice)
	// Connect bounds how long a server may take to be ready; 0 means 20 seconds,
	// and 60 where it is started by a program that fetches it first.
	Connect time.Duration
	// Call bounds one call; 0 means 30 seconds.
	Call time.Duration
	// Parse bounds the bytes of source text that one call of Outlines parses;
	// 0 means 64 MiB.
	Parse int64
}

// Notice is something about a server that the user should know.
type Notice struct {
	Server string
	Text   string // one line, without control characters
}

const (
	defaultConnect = 20 * time.Second
	fetchConnect   = 60 * time.Second
	defaultCall    = 30 * time.Second
	defaultParse   = 64 << 20
)

func (o Options) complete(s Server) Options {
	if o.Connect <= 0 {
		o.Connect = defaultConnect
		if s.fetches() {
			o.Connect = fetchConnect
		}
	}
	if o.Call <= 0 {
		o.Call = defaultCall
	}
	if o.Parse <= 0 {
		o.Parse = defaultParse
	}
	if o.Version == "" {
		o.Version = "unknown" // one is required
	}
	if o.Notify == nil {
		o.Notify = func(Notice) {}
	}
	return o
}

// limit returns the time limit of the call a.
func (o *Options) limit(a ask) time.Duration {
	if a.long {
		return mcpext.ExtractLimits * o.Call
	}
	return o.Call
}

// Backend is one server: a [luminos.Source], and tools. It is safe for concurrent
// use.
type Backend struct {
	link  *link
	tree  adapter
	tools []tool.Tool
	info  Info
	extra luminos.Capabilities
}

// Info describes a connected server and the way in which its tree is read.
type Info struct {
	Name, Version string // without control characters
	Protocol      string
	Adapter       string // how its tree is read: "native", "filesystem"…
	// Instructions are the instructions of the server to models, wrapped as a quotation;
	// "" if the server gives no instructions.
	Instructions string
	// Sandbox is the level of confinement that the server reports; "" when it
	// says nothing.
	Sandbox string
	// Notes are deficiencies of the server, for the report.
	Notes []string
}

// Open starts an MCP server or connects to it, checks its tools, and chooses the way to read its tree of files. The
// caller closes the backend.
func Open(ctx context.Context, s Server, o Options) (*Backend, error) {
	o = o.complete(s)
	return open(ctx, newLink(s.Name, o, s.dialer(o)), s.ID(), false)
}

// Starter returns a command that runs this program with other arguments. It is
// sandbox.Command except in tests.
type Starter func(ctx context.Context, args ...string) (*exec.Cmd, error)

// In returns a starter like s whose commands run in the directory that the function dir returns at each start.
func (s Starter) In(dir func() (string, error)) Starter {
	return func(ctx context.Context, args ...string) (*exec.Cmd, error) {
		cmd, err := s(ctx, args...)
		if err != nil {
			return nil, err
		}
		cmd.Dir, err = dir()
		return cmd, err
	}
}

// With returns a starter like s whose commands have further arguments at their end.
func (s Starter) With(more ...string) Starter {
	return func(ctx context.Context, args ...string) (*exec.Cmd, error) {
		return s(ctx, slices.Concat(args, more)...)
	}
}

// Child starts the built-in server for the directory root in a process of its own, and returns the
// backend that reads it.
func Child(ctx context.Context, start Starter, root string, o Options) (*Backend, error) {
	o = o.complete(Server{})
	dial := processDialer(func(ctx context.Context) (*exec.Cmd, error) { return start(ctx, "mcp", "serve", root) })
	return open(ctx, newLink("luminos mcp serve", o, dial), "", true)
}

func open(ctx context.Context, l *link, id string, ours bool) (*Backend, error) {
	b := &Backend{link: l}
	if err := b.look(ctx, id, ours); err != nil {
		l.close()
		return nil, err
	}
	return b, nil
}

// look lists the tools of the server, chooses the adapter that reads its tree, and stores the adapter and the
// permitted tools in b. It pins the definitions of the tools under id, except for the built-in server (ours).
func (b *Backend) look(ctx context.Context, id string, ours bool) error {
	l := b.link
	hello, err := l.hello(ctx)
	if err != nil {
		return err
	}
	l.policy = newPolicy(l.name, id, l.opts, ours)
	offered, notes, err := l.listTools(ctx)
	if err != nil {
		return err
	}
	b.tree, err = choose(ctx, l, hello, offered)
	if err != nil {
		return fmt.Errorf("choosing how to read the tree of the server %q: %w", l.name, err)
	}
	if err := l.policy.admit(ctx, offered, b.tree.uses()); err != nil {
		return err
	}
	if e, ok := b.tree.(*described); ok {
		e.addTools(l.policy)
	}
	b.tools = b.wrap(ours)
	b.info = Info{Name: l.name, Protocol: hello.ProtocolVersion, Adapter: b.tree.name(), Instructions: quoteOf(l.name, "instructions", hello.Instructions), Notes: notes}
	if c := hello.Capabilities; c != nil {
		b.info.Sandbox = sandboxOf(c.Experimental)
		if announces(c.Experimental, mcpext.MethodOutlines) {
			b.extra.Outliner = outliner{l}
		}
		if announces(c.Experimental, mcpext.MethodExtract) {
			b.extra.Extractor = extractor{l}
		}
	}
	b.extra.Tables, _ = b.tree.(luminos.Tables)
	if i := hello.ServerInfo; i != nil {
		b.info.Name, b.info.Version = clean(i.Name, 100), clean(i.Version, 100)
	}
	return nil
}

// Close ends the session. If Open or Child started the server, Close also ends the processes of its
// process group. It may be called more than once.
func (b *Backend) Close() error { return b.link.close() }

// Info returns the name, the version and the other properties of the connected server.
func (b *Backend) Info() Info { return b.info }

// Tools returns the tools that a model may use, sorted by name.
func (b *Backend) Tools() []tool.Tool { return b.tools }

// Refused returns the tools of the server that a model may not use, sorted by name, with the
// reasons.
func (b *Backend) Refused() []Refusal { return b.link.policy.refusals() }

// List implements [luminos.Source]. If a listing is incomplete, the error wraps a [*PartialError]
// and the returned nodes are valid.
func (b *Backend) List(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	if err := valid(ctx, dir); err != nil {
		return nil, fmt.Errorf("listing the directory %q of the MCP server: %w", dir, err)
	}
	nodes, err := b.tree.list(ctx, dir)
	if err != nil {
		return nodes, fmt.Errorf("listing the directory %q of the MCP server: %w", dir, err)
	}
	return nodes, nil
}

// Stat implements [luminos.Source] by the adapter of the server. The server is not asked about an invalid path.
func (b *Backend) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	if err := valid(ctx, p); err != nil {
		return luminos.Node{}, fmt.Errorf("reading the attributes of the file or directory %q from the MCP server: %w", p, err)
	}
	n, err := b.tree.stat(ctx, p)
	if err != nil {
		return luminos.Node{}, fmt.Errorf("reading the attributes of the file or directory %q from the MCP server: %w", p, err)
	}
	return n, nil
}

// Read implements [luminos.Source] by the adapter of the server. The server is not asked about an invalid path.
func (b *Backend) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	err := valid(ctx, p)
	if err == nil && (offset < 0 || n < 0) {
		err = fs.ErrInvalid
	}
	var data []byte
	if err == nil {
		data, err = b.tree.read(ctx, p, offset, n)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the file %q from the MCP server: %w", p, err)
	}
	return data, nil
}

// Text implements [luminos.Source]. This process decodes the bytes of the file, which it gets by [Backend.Read].
func (b *Backend) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	data, err := b.Read(ctx, p, 0, max(limit+1, content.EncodingHead))
	if err != nil {
		return luminos.Text{}, err
	}
	return content.TextOf(p, data, limit)
}

// Digest implements [luminos.Source]. It reads the file: the digest is of the bytes
// that the server shows, which the built-in server masks.
func (b *Backend) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	return luminos.DigestOf(ctx, p, limit, b.Read)
}

// Capabilities implements [luminos.Capable]: outlines of files and descriptions of tables, if the server has them.
func (b *Backend) Capabilities() luminos.Capabilities { return b.extra }

// valid returns an error if ctx has ended or p is not a valid path. The server is not asked about such a path, since it
// could understand it as a path outside of the target.
func valid(ctx context.Context, p luminos.Path) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	name := p.OS()
	if luminos.PathFromOS(name) != p || strings.IndexByte(name, 0) >= 0 || len(name) > maxPath {
		return fs.ErrInvalid
	}
	if p == luminos.Root {
		return nil
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." {
			return fs.ErrInvalid
		}
	}
	return nil
}

// PartialError says that a listing is not whole, and why. The nodes beside it hold.
type PartialError struct{ Reason string }

func (e *PartialError) Error() string { return "only a part could be listed: " + e.Reason }

// ErrGivenUp is the error of every call after a server has failed too often or did not start again.
var ErrGivenUp = errors.New("the server failed and is not used any more")

// ErrBarred is the error for a path that brought the server down, or made it hang, twice.
var ErrBarred = errors.New("a request that made the server fail twice is not sent again")

// ErrChanged is the error for a tool whose definition has changed since its first use.
var ErrChanged = errors.New("the server has changed the definition of the tool")
