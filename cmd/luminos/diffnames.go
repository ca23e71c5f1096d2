package main

import (
	"bytes"
	"context"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/diff"
	"luminos/internal/localdir"
	"luminos/internal/mcpclient"
	"luminos/internal/search"
)

// Bounds on the code in which names are looked for.
const (
	namesFile  = 1 << 20   // bytes of one file
	namesBytes = 128 << 20 // of all files
)

// confirmNames leaves out of a comparison the interfaces and dependencies that seem new or gone though the code of the
// other side names them, in a form that is not read. It reads the other side if that is a directory.
func confirmNames(ctx context.Context, start mcpclient.Starter, c *diff.Comparison, sides []side) error {
	for i, kind := range []diff.Kind{diff.Added, diff.Removed} {
		names := c.Doubtful(kind)
		if len(names) == 0 || sides[i].dir == "" {
			continue
		}
		found, err := namesIn(ctx, start, sides[i].dir, sides[1-i].dir, names)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			c.Notes = append(c.Notes, "the code of one side was not searched for names that seem new or gone: "+err.Error())
			continue
		}
		c.LeaveOut(kind, found)
	}
	return nil
}

// namesIn returns the interfaces and dependencies that the code in a directory names, which a confined process reads.
// other is the directory that has them, or "".
func namesIn(ctx context.Context, start mcpclient.Starter, at, other string, names []string) (map[string]bool, error) {
	dir, err := localdir.Open(at)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	var there *localdir.Dir
	if other != "" {
		if there, err = localdir.Open(other); err != nil {
			return nil, err
		}
		defer there.Close()
	}
	child, err := mcpclient.Child(ctx, start.In(dir.WorkingDir), ".", mcpclient.Options{Version: programVersion()})
	if err != nil {
		return nil, err
	}
	defer child.Close()
	sought, read := diff.Seek(names), 0
	_, err = search.Files(ctx, child, func(n luminos.Node) error {
		kind := content.Identify(n.Path, false, nil).Category
		code := kind == luminos.CategorySource || kind == luminos.CategoryConfig
		if !code && n.Path.Ext() != ".txt" || n.Size > namesFile {
			return nil
		}
		if read += int(n.Size); read > namesBytes {
			return search.ErrTotal
		}
		b, err := child.Read(ctx, n.Path, 0, namesFile)
		if err != nil {
			return ctx.Err() // a file that is gone names nothing
		}
		sought.InDeclarations(n.Path, string(b), func() bool {
			if there == nil {
				return false
			}
			same, err := there.Read(ctx, n.Path, 0, namesFile)
			return err == nil && bytes.Equal(same, b)
		})
		if code { // other texts only list dependencies
			sought.InCode(string(b))
		}
		return ctx.Err()
	})
	return sought.Found, err
}
