package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/mcpclient"
	"luminos/internal/render"
	"luminos/internal/sandbox"
	"luminos/internal/scan"
	"luminos/internal/store"
	"luminos/internal/tool"
)

// subject is what a run is about: a directory, or the tree of a server.
type subject struct {
	name  string // under which it is stored
	shown string // what the report calls it
	root  string // of a directory; "" for a server
	// server is where the server is; its zero value for a directory.
	server mcpclient.Server
}

// directory is the subject of a run over a directory that was checked before.
func directory(root string) subject {
	return subject{name: targetName(root), shown: string(luminos.PathFromOS(filepath.ToSlash(root))), root: root}
}

// server is the subject of a run over the server that --mcp names.
func (a *app) server(uri string) (subject, error) {
	s, err := mcpclient.ParseServer(uri, a.servers())
	if err != nil {
		return subject{}, usage(err, "luminos --offline --mcp 'stdio:COMMAND ARGS', --mcp https://HOST/PATH, --mcp NAME of a server in "+a.serversFile()+", or --mcp NAME@FILE")
	}
	return subject{name: s.ID(), shown: uri, server: s}, nil
}

// isServer reports whether a name is that of a server, not of a directory.
func isServer(name string) bool {
	scheme, _, ok := strings.Cut(strings.ToLower(name), ":")
	return ok && (scheme == "stdio" || scheme == "http" || scheme == "https")
}

// serversFile is where the user's servers are configured.
func (a *app) serversFile() string { return a.configFile("mcp.json") }

// servers is where the servers that the user configured are found.
func (a *app) servers() mcpclient.Config {
	return mcpclient.Config{File: a.serversFile(), ReadFile: os.ReadFile, Lookup: os.LookupEnv}
}

// sight is how a run sees its subject. Whoever opens it closes it.
type sight struct {
	source luminos.Source
	scan   func(context.Context, scan.Options) (*luminos.Scan, error)
	// tools are what a model may call to look at the subject.
	tools func(context.Context) ([]tool.Tool, error)
	// masked says that the tools mask secrets themselves.
	masked bool
	// about says, once the run is over, who answered and how it was held.
	about func() luminos.Backend
	close func()
}

// open opens the subject of a run.
func (a *app) open(ctx context.Context, s subject, c *store.Cache, quiet bool) (*sight, error) {
	if s.root == "" {
		return a.openServer(ctx, s, c, quiet)
	}
	dir, err := localdir.Open(s.root)
	if err != nil {
		return nil, fmt.Errorf("opening the target: %w", err)
	}
	p := &parsers{root: s.root, start: a.child}
	seen := &sight{
		source: dir,
		scan: func(ctx context.Context, o scan.Options) (*luminos.Scan, error) {
			return scan.Dir(ctx, s.root, o)
		},
		tools:  p.tools,
		masked: true,
		about:  p.about,
		close:  func() { p.close(); dir.Close() },
	}
	if p.start != nil {
		seen.source = luminos.WithOutliner(dir, p)
	}
	return seen, nil
}

// openServer reaches the server of a subject.
func (a *app) openServer(ctx context.Context, s subject, c *store.Cache, quiet bool) (*sight, error) {
	o := mcpclient.Options{Environ: a.environ(), Version: programVersion(), Notify: func(n mcpclient.Notice) {
		if !quiet {
			a.tell("note", fmt.Sprintf("the server %q %s", n.Server, n.Text))
		}
	}}
	if c != nil {
		o.Pins = c.Pins()
	}
	b, err := mcpclient.Open(ctx, s.server, o)
	if err != nil {
		return nil, serverProblem(err, s)
	}
	about := backend(b)
	if !quiet {
		a.tell("note", fmt.Sprintf("reading the tree of the server %s, as %s", render.Clean(about.Server), about.Adapter))
	}
	seen := &sight{
		source: b,
		scan: func(ctx context.Context, o scan.Options) (*luminos.Scan, error) {
			return scan.Source(ctx, b, o)
		},
		tools: func(context.Context) ([]tool.Tool, error) { return b.Tools(), nil },
		about: func() luminos.Backend { return about },
		close: func() { b.Close() },
	}
	return seen, nil
}

// backend is what the report says of a server.
func backend(b *mcpclient.Backend) luminos.Backend {
	i := b.Info()
	return luminos.Backend{Server: strings.TrimSpace(i.Name + " " + i.Version), Protocol: i.Protocol, Adapter: i.Adapter, Sandbox: i.Sandbox, Notes: i.Notes}
}

func serverProblem(err error, s subject) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, mcpclient.ErrChanged):
		return failed(err, fmt.Sprintf("luminos cache clear %q forgets what the tools of this server were", s.name))
	}
	return failed(err, "check that the command or the address of --mcp works by itself")
}

// parsers are the outlines and the tools of the built-in server, which runs in a
// confined process of its own. It is started when it is first asked: many targets
// hold nothing to parse.
type parsers struct {
	root  string
	start mcpclient.Starter

	once    sync.Once
	backend *mcpclient.Backend
	err     error
}

// ready starts the process, once.
func (p *parsers) ready(ctx context.Context) error {
	p.once.Do(func() {
		if p.start == nil {
			p.err = errors.New("this program cannot start a process of its own")
			return
		}
		p.backend, p.err = mcpclient.Child(ctx, p.start, p.root, mcpclient.Options{Version: programVersion()})
	})
	return p.err
}

// Outlines implements [luminos.Outliner].
func (p *parsers) Outlines(ctx context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	if err := p.ready(ctx); err != nil {
		return nil, err
	}
	outliner := luminos.CapabilitiesOf(p.backend).Outliner
	if outliner == nil {
		return nil, errors.New("the process has no parsers")
	}
	return outliner.Outlines(ctx, files)
}

// tools are those of the process.
func (p *parsers) tools(ctx context.Context) ([]tool.Tool, error) {
	if err := p.ready(ctx); err != nil {
		return nil, fmt.Errorf("starting the process that reads the target: %w", err)
	}
	return p.backend.Tools(), nil
}

// about tells of the process, if there was one.
func (p *parsers) about() luminos.Backend {
	if p.backend == nil {
		return luminos.Backend{Adapter: "directory"}
	}
	b := backend(p.backend)
	b.Adapter = "directory"
	return b
}

func (p *parsers) close() {
	if p.backend != nil {
		p.backend.Close()
	}
}

// held says in words how far the kernel holds a process.
func held(s sandbox.State) string {
	if len(s.Missing) == 0 {
		return string(s.Level)
	}
	return string(s.Level) + ": " + strings.Join(s.Missing, "; ")
}
