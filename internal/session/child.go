package session

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/mcpclient"
	"luminos/internal/tool"
)

// child is the confined process that parses files of a directory, extracts from them and serves the
// tools of a model. It starts when it is first needed: many targets hold no
// source files. It implements [luminos.Outliner] and [luminos.Extractor].
type child struct {
	dir     *localdir.Dir
	start   mcpclient.Starter
	version string
	code    string // the directory of the machine code of the PDF reader, see [Code]; "" for no such reader

	once    sync.Once
	backend *mcpclient.Backend
	err     error
}

// ready starts the child process at the first call. Later calls return the error of the first.
func (c *child) ready(ctx context.Context) error {
	c.once.Do(func() {
		if c.start == nil {
			c.err = errNoChild
			return
		}
		o, start := mcpclient.Options{Version: c.version}, c.start.In(c.dir.WorkingDir)
		if c.code != "" {
			o.Connect = codeWithin
			start = start.With("--pdf", c.code)
		}
		// The process serves its current directory, which is the open directory: a path
		// could lead to another one by now.
		c.backend, c.err = mcpclient.Child(ctx, start, ".", o)
	})
	return c.err
}

// Outlines returns the outlines of source files, parsed by the child process, which it starts if necessary.
func (c *child) Outlines(ctx context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	if err := c.ready(ctx); err != nil {
		return nil, err
	}
	outliner := luminos.CapabilitiesOf(c.backend).Outliner
	if outliner == nil {
		return nil, errors.New("the process that reads the target has no parsers of source files")
	}
	return outliner.Outlines(ctx, files)
}

// Extract extracts from files in the child process, which it starts if necessary. It implements [luminos.Extractor].
func (c *child) Extract(
	ctx context.Context, files []luminos.Path, o luminos.Extract,
) ([]*luminos.Extraction, error) {
	if err := c.ready(ctx); err != nil {
		return nil, err
	}
	extractor := luminos.CapabilitiesOf(c.backend).Extractor
	if extractor == nil {
		return nil, errors.New("the process that reads the target has no readers of files that are not text")
	}
	return extractor.Extract(ctx, files, o)
}

// tools returns the tools that the child process offers for the directory.
func (c *child) tools(ctx context.Context) ([]tool.Tool, error) {
	if err := c.ready(ctx); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrChild, err)
	}
	return c.backend.Tools(), nil
}

// about returns the description of the child process for the report.
func (c *child) about() luminos.Backend {
	if c.backend == nil {
		return luminos.Backend{Adapter: "directory"}
	}
	b := backendOf(c.backend)
	b.Adapter = "directory"
	return b
}

func (c *child) close() {
	if c.backend != nil {
		c.backend.Close()
	}
}
