package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/coreutils"
	"luminos/internal/extract"
	"luminos/internal/extract/pdf"
	"luminos/internal/fsserver"
	"luminos/internal/localdir"
	"luminos/internal/redact"
	"luminos/internal/reportserver"
	"luminos/internal/sandbox"
	"luminos/internal/session"
)

func newMCP(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Tools that read a directory, for any MCP client: serve",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			return usage(errors.New("no command given to luminos mcp"), "luminos mcp serve DIR")
		},
	}
	cmd.AddCommand(newServe(a))
	return cmd
}

const serveLong = `Serve answers one client of the Model Context Protocol over standard input and
output. It has tools to list, read, search and outline the files in DIR, and
built-in versions of familiar programs to run on them. Clients cannot read
anything outside of DIR, write files or start programs. If the kernel can
confine the process to that, it does (see luminos doctor).

With --report, serve answers from the stored report on DIR instead: the report, its
sections and flags, and an outline of DIR are resources, and tools look things up.
Each answer says whether its evidence still holds in DIR.`

func newServe(a *app) *cobra.Command {
	code, report, kept := "", false, &caching{}
	cmd := &cobra.Command{
		Use:   "serve [flags] DIR",
		Short: "Serve a directory or the report on it over standard input and output",
		Long:  serveLong,
		Example: "  luminos mcp serve ~/src\n  luminos mcp serve --report ~/src\n" +
			"\n  in the configuration of a client:\n  {\"mcpServers\": {\"src\": {\"command\": \"luminos\", \"args\": [\"mcp\", \"serve\", \"/home/me/src\"]}}}",
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error {
			if report && code != "" {
				return usage(errors.New("--report and --pdf contradict each other"), "leave out --pdf")
			}
			if !report && kept.required(cmd) {
				return usage(errors.New("--cache-dir goes with --report only"), "add --report, or leave out --cache-dir")
			}
			a.parsed = true
			if report {
				return serveReport(a, cmd, kept, args[0])
			}
			dir, err := openTarget(cmd, args[0])
			if err != nil {
				return err
			}
			defer dir.Close()
			if code == "" && a.cacheDir != "" && session.HoldsPDF(cmd.Context(), dir) {
				code = filepath.Join(a.cacheDir, codeDir)
			}
			return a.serve(cmd.Context(), dir, args[0], code)
		},
		ValidArgsFunction: completeTarget,
	}
	add(cmd, "report", &report)
	add(cmd, "pdf", &code)
	kept.flags(cmd)
	return cmd
}

// serveReport confines this process to the directory called name and to the cache, and then answers MCP requests about
// the stored report on the directory until the client is gone.
func serveReport(a *app, cmd *cobra.Command, kept *caching, name string) error {
	req, err := consulting(a, cmd, kept, name)
	if err != nil {
		return err
	}
	err = session.Consult(cmd.Context(), req, func(c *session.Consultation) error {
		debug.SetMemoryLimit(memoryLimit)
		outline := func(ctx context.Context) (string, error) { return c.Map(ctx, defaultTokens) }
		return reportserver.Serve(cmd.Context(), io.NopCloser(a.stdin), noClose{a.stdout}, reportserver.Options{
			Version: programVersion(), Sandbox: c.Sandbox(), Now: a.clock,
			Source: reportserver.Source{Open: c.Book, Map: outline},
		})
	})
	return explain(cmd, err, req.Target, "", "", false)
}

// consulting returns the request for a consultation of the stored report on the directory called name.
func consulting(a *app, cmd *cobra.Command, kept *caching, name string) (session.Request, error) {
	req := session.Request{
		Target: session.Target{Dir: name}, Cache: session.Cache{Required: kept.required(cmd), Options: a.store},
		Clock: a.clock, Child: a.child, Confine: a.confine, Version: programVersion(),
	}
	if err := kept.checkPlace([]string{name}); err != nil {
		return req, err
	}
	var err error
	if req.Cache.Dir, err = kept.place(a); err != nil {
		return req, failed(fmt.Errorf("locating the directory of the cache: %w", err), "name one with --cache-dir")
	}
	req.Code = codeOf(a)
	return req, nil
}

// memoryLimit is when the runtime collects garbage, in bytes. It keeps the readers of hostile files below 512 MiB, and
// is far below the 2 GiB at which the kernel refuses memory to a confined process, which would end it.
const memoryLimit = 384 << 20

// serve confines this process to the directory called name, and then answers MCP requests on
// standard input until the client is gone.
// With code, the machine code of the reader of PDF files is loaded before, from that directory.
func (a *app) serve(ctx context.Context, dir *localdir.Dir, name, code string) error {
	if code != "" {
		if err := pdf.Load(ctx, code); err != nil {
			a.say("note", "PDF files are not read: "+err.Error())
		}
	}
	state, err := sandbox.Confine(name, sandbox.Options{})
	if err != nil {
		return err
	}
	debug.SetMemoryLimit(memoryLimit)
	shown := redact.NewSource(luminos.WithExtractor(dir, extract.Over(dir)), nil)
	return fsserver.Serve(ctx, dir, io.NopCloser(a.stdin), noClose{a.stdout}, fsserver.Options{
		Version:   programVersion(),
		Sandbox:   state.String(),
		Extractor: extract.Over(dir),
		Rows:      extract.RowsOf(dir),
		Programs:  coreutils.Names(),
		Run: func(ctx context.Context, name string, args []string) fsserver.Output {
			return fsserver.Output(coreutils.Run(ctx, shown, name, args))
		},
	})
}

// noClose is a writer whose Close does nothing, so that standard output stays open.
type noClose struct{ io.Writer }

func (noClose) Close() error { return nil }
