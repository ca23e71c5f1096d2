// Package scan measures a directory: one walk, many measurements of each file
// while it is open, no judgement. Possible duplicates are read a second time.
package scan

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"

	"luminos"
	"luminos/internal/ignore"
	"luminos/internal/localdir"
)

// Options configure a scan. The zero value scans everything except the files that
// the target's own ignore files rule out.
type Options struct {
	// Excludes are patterns in the syntax of a .gitignore at the root of the target.
	// Nothing in the target can overrule them.
	Excludes []string
	// NoIgnore disregards .gitignore, .ignore and .git/info/exclude.
	NoIgnore bool
	// Commit states that the directory is the tree of a commit without its repository, which tracks all files in it.
	Commit bool
	// OneFileSystem keeps out of directories on other devices.
	OneFileSystem bool
	// Depth is the number of levels that the tree shows; 0 means 3. The walk has no such limit.
	Depth int
	// All shows hidden entries in the tree. They are measured either way.
	All bool
	// Parallel is the number of workers that read; 0 means one per processor, or sourceParallel
	// for [Source]. It never changes the result.
	Parallel int
	// Sink gets the events of the scan.
	Sink luminos.Sink
	// Omit holds the names of files and directories that belong to this program,
	// such as its cache. [Dir] treats them as if they did not exist.
	Omit []string
	// Sums computes the digests of the files that are read whole.
	Sums bool
}

// defaultDepth is the number of levels that the tree shows if Options.Depth is 0.
const defaultDepth = 3

// ErrExclude is the error of a malformed pattern in [Options.Excludes].
var ErrExclude = ignore.ErrExclude

// CheckExcludes returns the [ErrExclude] with which a scan would refuse these
// patterns, or nil. It scans nothing.
func CheckExcludes(patterns []string) error {
	_, err := ignore.ParseExcludes(patterns)
	return err
}

// Dir scans an open directory. Files that cannot be read, that vanish during the
// scan or that are too large are data in the result. It returns an error if the
// directory cannot be opened, if a pattern in Excludes is malformed
// ([ErrExclude]), or if ctx ended.
//
// The scan writes nothing, follows no link and opens only regular files and
// directories. Its result does not depend on Parallel.
func Dir(ctx context.Context, dir *localdir.Dir, opts Options) (*luminos.Scan, error) {
	if opts.Parallel <= 0 {
		opts.Parallel = runtime.GOMAXPROCS(0)
	}
	excludes, err := opts.settle()
	if err != nil {
		return nil, err
	}
	top, err := openRoot(dir.Root())
	if err != nil {
		return nil, fmt.Errorf("scanning the directory %q: %w", dir.Name(), err)
	}
	defer top.close()

	w := newWalk(top, opts, excludes, omitted(dir.Name(), opts.Omit))
	w.notices.own(luminos.Root, owned{names: []string{filepath.Base(dir.Name())}})
	if !measuresAllocation {
		w.unmeasured = []string{"disk_usage/allocated_bytes"}
	}
	if err := w.run(ctx); err != nil {
		return nil, fmt.Errorf("scanning the directory %q: %w", dir.Name(), err)
	}
	return w.assemble(ctx)
}

// settle sets the default depth in the options if none is given, and returns the rules of the exclude patterns.
func (o *Options) settle() (*ignore.Rules, error) {
	if o.Depth <= 0 {
		o.Depth = defaultDepth
	}
	return ignore.ParseExcludes(o.Excludes)
}
