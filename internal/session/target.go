package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/mcpclient"
	"luminos/internal/scan"
	"luminos/internal/tool"
)

// Target is a local directory or, if Server is set, the tree of an MCP server.
type Target struct {
	Dir    string // absolute, or relative to the current directory
	Server *mcpclient.Server
	URI    string // the server as the user named it, for the report
}

// Stored returns the name under which the cache stores the target: the id of the server, or the real path of the
// directory.
func (t Target) Stored() string {
	if t.Server != nil {
		return t.Server.ID()
	}
	return StoredName(t.Dir)
}

// shown returns the name of the target for reports and messages: the URI of the server without its secrets, or the
// absolute path of the directory.
func (t Target) shown() string {
	if t.Server != nil {
		return unsecret(t.URI)
	}
	abs, _ := filepath.Abs(t.Dir) // "" if the current directory is gone
	return string(luminos.PathFromOS(filepath.ToSlash(cmp.Or(abs, t.Dir))))
}

// StoredName returns the name under which the cache stores a target that was given on a command line: the URI of a
// server, or a directory. A directory is stored by its real path, independent of the links that lead to it.
func StoredName(target string) string {
	scheme, _, ok := strings.Cut(strings.ToLower(target), ":")
	if ok && (scheme == "stdio" || scheme == "http" || scheme == "https") {
		if s, err := mcpclient.ParseServer(target, mcpclient.Config{}); err == nil {
			return s.ID()
		}
	}
	return string(luminos.PathFromOS(filepath.ToSlash(localdir.RealPath(target))))
}

// target is an open directory or server, with the operations that a run needs.
type target interface {
	source() luminos.Source
	scan(context.Context, scan.Options) (*luminos.Scan, error)
	// tools returns the tools with which a model reads the target.
	tools(context.Context) ([]tool.Tool, error)
	// masked reports whether the tools mask secrets themselves.
	masked() bool
	// readable returns the directories and files that this process reads.
	readable() []string
	// backend describes, after the passes, the program that read the target.
	backend() luminos.Backend
	close()
}

// directory is a target on the local file system. Its tools and parsers run in a child process.
type directory struct {
	dir   *localdir.Dir
	child *child
}

// openDirectory opens the named directory. start starts the child process with its parsers and tools; if it is nil,
// there is no child process.
func openDirectory(name string, start mcpclient.Starter, version string) (target, error) {
	dir, err := localdir.Open(name)
	if err != nil {
		return nil, err
	}
	return &directory{dir, &child{dir: dir, start: start, version: version}}, nil
}

func (d *directory) source() luminos.Source {
	if d.child.start == nil {
		return d.dir
	}
	return luminos.WithExtractor(luminos.WithOutliner(d.dir, d.child), d.child)
}

func (d *directory) scan(ctx context.Context, o scan.Options) (*luminos.Scan, error) {
	return scan.Dir(ctx, d.dir, o)
}

func (d *directory) tools(ctx context.Context) ([]tool.Tool, error) { return d.child.tools(ctx) }
func (d *directory) masked() bool                                   { return true }
func (d *directory) backend() luminos.Backend                       { return d.child.about() }

// readable returns a name by which the confined process may read the directory, if possible one that outlasts renaming.
func (d *directory) readable() []string {
	name, err := d.dir.WorkingDir()
	if err != nil {
		name = d.dir.Name()
	}
	return []string{name}
}

func (d *directory) close() {
	d.child.close()
	d.dir.Close()
}

// server is a target that an MCP server serves.
type server struct{ *mcpclient.Backend }

// openServer connects to the MCP server of the request, and sends notices about it to the user.
func (r *run) openServer(ctx context.Context) (target, error) {
	o := mcpclient.Options{Environ: r.Environ, Version: r.Version, Notify: func(n mcpclient.Notice) {
		r.notify(luminos.Info, fmt.Sprintf("the server %q %s", n.Server, n.Text))
	}}
	if r.cache != nil {
		o.Pins = r.cache.Pins()
	}
	b, err := mcpclient.Open(ctx, *r.Target.Server, o)
	if err != nil {
		return nil, err
	}
	s := server{b}
	about := s.backend()
	r.notify(luminos.Info, fmt.Sprintf("reading the tree of the server %s, as %s", about.Server, about.Adapter))
	return s, nil
}

func (s server) source() luminos.Source { return s.Backend }

func (s server) scan(ctx context.Context, o scan.Options) (*luminos.Scan, error) {
	return scan.Source(ctx, s.Backend, o)
}

func (s server) tools(context.Context) ([]tool.Tool, error) { return s.Tools(), nil }
func (s server) masked() bool                               { return false }
func (s server) readable() []string                         { return nil }
func (s server) backend() luminos.Backend                   { return backendOf(s.Backend) }
func (s server) close()                                     { s.Close() }

// backendOf returns the description of the MCP server b for the report.
func backendOf(b *mcpclient.Backend) luminos.Backend {
	i := b.Info()
	return luminos.Backend{
		Server: strings.TrimSpace(i.Name + " " + i.Version), Protocol: i.Protocol, Adapter: i.Adapter,
		Sandbox: i.Sandbox, Notes: i.Notes,
	}
}

var errNoChild = errors.New("no process that reads the target can be started: the request has no Child")
