// Package scan measures a directory: one walk, each file read at most once,
// many measurements, no judgement.
package scan

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"

	"luminos"
	"luminos/internal/ignore"
)

// Options say what to walk and how. The zero value scans everything that the
// target's own ignore files leave in.
type Options struct {
	// Excludes are patterns in the syntax of .gitignore, anchored at the target.
	// Nothing in the target can overrule them.
	Excludes []string
	// NoIgnore disregards .gitignore, .ignore and .git/info/exclude.
	NoIgnore bool
	// OneFileSystem keeps out of directories on other devices.
	OneFileSystem bool
	// Depth is how many levels the tree shows; 0 means 3. The walk has no such limit.
	Depth int
	// All shows hidden entries in the tree. They are measured either way.
	All bool
	// Parallel is how many workers read; 0 means one per processor. It never changes the result.
	Parallel int
	// Sink hears how far the scan is.
	Sink luminos.Sink
	// Omit are absolute paths that belong to this program, such as its cache;
	// they are treated as if they did not exist.
	Omit []string
}

// defaultDepth is how many levels the tree shows unless asked otherwise.
const defaultDepth = 3

// ErrExclude is what a malformed pattern in [Options.Excludes] gives.
var ErrExclude = ignore.ErrExclude

// CheckExcludes says what a scan with these patterns would refuse, without
// scanning anything: an [ErrExclude] or nil.
func CheckExcludes(patterns []string) error {
	_, err := ignore.ParseExcludes(patterns)
	return err
}

// Dir scans a directory. What cannot be read, what vanishes meanwhile and what
// is too large is data in the result; the error tells of a target that cannot
// be opened at all, of a malformed exclude ([ErrExclude]), or of a context that
// ended.
//
// The scan writes nothing, follows no link, opens nothing but regular files
// and directories, and gives the same result at any parallelism.
func Dir(ctx context.Context, root string, opts Options) (*luminos.Scan, error) {
	if opts.Parallel <= 0 {
		opts.Parallel = runtime.GOMAXPROCS(0)
	}
	excludes, err := opts.settle()
	if err != nil {
		return nil, err
	}
	top, err := openRoot(root)
	if err != nil {
		return nil, fmt.Errorf("scanning %q: %w", root, err)
	}
	defer top.close()
	own, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("scanning %q: %w", root, err)
	}

	w := newWalk(top, opts, excludes, omitted(own, opts.Omit))
	if !measuresAllocation {
		w.unmeasured = []string{"disk_usage/allocated_bytes"}
	}
	if err := w.run(ctx); err != nil {
		return nil, fmt.Errorf("scanning %q: %w", root, err)
	}
	return w.assemble(ctx)
}

// settle puts in what the options leave out, and reads the excludes.
func (o *Options) settle() (*ignore.Rules, error) {
	if o.Depth <= 0 {
		o.Depth = defaultDepth
	}
	return ignore.ParseExcludes(o.Excludes)
}
