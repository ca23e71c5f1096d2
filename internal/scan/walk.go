package scan

import (
	"context"
	"fmt"
	"hash/maphash"
	"sync"
	"sync/atomic"

	"luminos"
	"luminos/internal/ignore"
)

// The walk is a stack of tasks shared by workers. A task lists a directory or
// reads a run of files in one; results go to their place in the tree by index,
// so that nothing depends on who was first. Taking the newest task first keeps
// the walk deep rather than broad: few directories are open at a time.

const (
	// runLength is the number of files of a directory in one task: enough to pay for
	// the stack, few enough that one huge directory occupies all workers.
	runLength = 128
	// keptOpen is the maximum number of directories that stay open for their children.
	// The children of other directories are opened from the root.
	keptOpen = 200
	// depthMax is the maximum depth of the walk: each level costs the
	// length of its path.
	depthMax = 1000
	// progressEvery is the number of files between two events.
	progressEvery = 64
)

type walk struct {
	top  directory
	opts Options
	leftOut
	root   *node
	names  *interner
	sample sampler
	seed   maphash.Seed
	bounds
	queue

	open atomic.Int32 // directories kept open
	done atomic.Int64 // files read

	lists
}

// leftOut holds the paths that the request leaves out of the scan.
type leftOut struct {
	excludes *ignore.Rules
	omit     map[luminos.Path]bool
}

// bounds are the limits of a walk through a [luminos.Source] instead of a local directory.
type bounds struct {
	shallow bool // ruled-out directories are not listed, and no file is read again to compare it
	// unmeasured lists the fields of the result that the target cannot give.
	unmeasured []string
}

// lists holds the findings that belong to no directory. They are sorted at the end.
type lists struct {
	found      sync.Mutex // guards the fields below
	problems   []luminos.Problem
	special    []luminos.Special
	linked     []luminos.Link
	hardlinks  []hardlink
	own        []ownReport
	ruledOut   []luminos.IgnoredRoot // single files; directories are in the tree
	notices    notices
	attributes attributes
}

// task lists a directory, or reads its entries from first up to end.
type task struct {
	node       *node
	at         *handle // open, for reading
	first, end int
}

// handle is an open directory that several tasks share. The last of its users closes it.
type handle struct {
	directory
	users atomic.Int32
	walk  *walk
}

func (h *handle) release() {
	if h.users.Add(-1) == 0 {
		h.walk.open.Add(-1)
		h.close()
	}
}

func newWalk(top directory, opts Options, excludes *ignore.Rules, omit map[luminos.Path]bool) *walk {
	w := &walk{top: &veil{directory: top}, opts: opts, leftOut: leftOut{excludes, omit}, names: newInterner(), seed: maphash.MakeSeed()}
	w.wake.L = &w.mu
	return w
}

// run walks the whole tree with opts.Parallel workers and returns when all tasks are done. If ctx
// ends, no new task begins and run returns the cause.
func (w *walk) run(ctx context.Context) error {
	meta, err := w.top.stat()
	if err != nil {
		return err
	}
	w.opts.Sink.Emit(luminos.Event{Pass: luminos.PassScan, Text: "Walking"})
	w.root = &node{path: luminos.Root, meta: meta, scope: ignore.Scope{Excludes: w.excludes, NoIgnore: w.opts.NoIgnore}}
	if w.opts.Commit {
		w.root.scope.EnterCommit()
	}
	w.push(task{node: w.root})
	stop := context.AfterFunc(ctx, func() { w.stop(context.Cause(ctx)) })
	defer stop()
	var workers sync.WaitGroup
	for range w.opts.Parallel {
		workers.Go(func() { w.work(newReader(w)) })
	}
	workers.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return w.stopped
}

// work runs tasks until the queue is stopped, or its stack is empty and no running task can add one.
func (w *walk) work(r *reader) {
	for {
		t, ok := w.next()
		if !ok {
			return
		}
		if t.at == nil {
			w.list(t.node, r)
		} else {
			r.readRun(t)
			t.at.release()
		}
		w.finish()
	}
}

// guarded calls parse, which reads foreign bytes, and returns its panic as an error. A panic in
// the goroutine of a worker would end the whole run.
func guarded(parse func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("could not be identified: internal error: %.200v", v)
		}
	}()
	return parse()
}

// enter opens the directory n: from its parent if the parent is still open, else name by name from
// the root. For the root it returns w.top, which is open already. No step follows a link.
func (w *walk) enter(n *node) (directory, error) {
	if n.from != nil {
		defer func() { n.from.release(); n.from = nil }()
		return n.from.openDir(n.name)
	}
	var names []string
	for a := n; a.parent != nil; a = a.parent {
		names = append(names, a.name)
	}
	dir := w.top
	for i := len(names) - 1; i >= 0; i-- {
		next, err := dir.openDir(names[i])
		if dir != w.top {
			dir.close()
		}
		if err != nil {
			return nil, err
		}
		dir = next
	}
	return dir, nil
}

// progress counts one more file and emits a progress event after every progressEvery files.
func (w *walk) progress(p luminos.Path) {
	if n := w.done.Add(1); n%progressEvery == 0 {
		w.opts.Sink.Emit(luminos.Event{Pass: luminos.PassScan, Text: "Counting lines", Path: p, Done: int(n)})
	}
}

func (w *walk) problem(p luminos.Path, reason string) {
	w.found.Lock()
	w.problems = append(w.problems, luminos.Problem{Path: p, Reason: reason})
	w.found.Unlock()
}
