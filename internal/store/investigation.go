package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"sync"

	"luminos"
)

const (
	dirsDir     = "dirs"
	filesDir    = "files"
	reportsDir  = "reports"
	documentMax = 64 << 20
)

// Investigation is the stored investigation of one target, locked for this
// process. It is safe for concurrent use.
type Investigation struct {
	folder // of {id}/
	cache  *Cache
	lock   *lock
	logMu  sync.Mutex // guards log and logged
	log    *os.File
	logged int64 // bytes in it

	// last gives the report of the run before. It is read while the caller
	// scans the target, which it has to do anyway to know whether it can use it.
	last <-chan lastReport

	mu       sync.Mutex
	meta     Meta
	problems []luminos.Problem
}

// Begin says what a run is about to do.
type Begin struct {
	Target   string // absolute path, escaped like a Path
	Engine   string
	Settings []Setting
	// Fresh begins a new investigation even where there is one.
	Fresh bool
	// NoWait gives [ErrBusy] instead of waiting for another process on the same target.
	NoWait bool
	// Waiting, unless it is nil, is told before the wait begins.
	Waiting func(Holder)
}

// Before is the state in which a run found its investigation.
type Before struct {
	Meta
	Found bool // there was one
}

// Interrupted reports whether the last run before did not come to its end.
func (b Before) Interrupted() bool { return b.Found && b.State == Running }

// Begin opens the newest investigation of a target, or makes one, and notes
// that a run is under way. It waits for other processes on the same target
// until ctx ends. The caller closes the investigation.
func (c *Cache) Begin(ctx context.Context, b Begin) (*Investigation, Before, error) {
	l, err := c.lockNamed(ctx, targetLock(b.Target), b.NoWait, b.Waiting)
	if err != nil {
		return nil, Before{}, err
	}
	inv, before, err := c.begin(ctx, b)
	if err != nil {
		l.release()
		return nil, Before{}, err
	}
	inv.lock = l
	return inv, before, nil
}

func (c *Cache) begin(ctx context.Context, b Begin) (*Investigation, Before, error) {
	id := ""
	if !b.Fresh {
		var err error
		if id, err = c.latest(b.Target); err != nil {
			return nil, Before{}, err
		}
	}
	if id != "" {
		if err := c.tidy(ctx); err != nil {
			return nil, Before{}, err
		}
		return c.enter(id, b, true)
	}
	var inv *Investigation
	var before Before
	err := c.change(ctx, func(v *investigations) (err error) {
		c.sweep(".")
		c.removeOrphans(v)
		id = c.opts.NewID()
		if inv, before, err = c.enter(id, b, false); err != nil {
			return err
		}
		v.Targets[b.Target] = append([]string{id}, v.Targets[b.Target]...)
		return inv.save() // before the id is in the index: what is there has its meta.json
	})
	if err != nil && inv != nil {
		inv.Close()
	}
	return inv, before, err
}

// enter opens the directory of an investigation and takes over what is in it.
func (c *Cache) enter(id string, b Begin, found bool) (*Investigation, Before, error) {
	for _, dir := range []string{dirsDir, filesDir, reportsDir} {
		if err := c.root.MkdirAll(path.Join(id, dir), 0o700); err != nil {
			return nil, Before{}, fmt.Errorf("making an investigation: %w", err)
		}
	}
	root, err := c.root.OpenRoot(id)
	if err != nil {
		return nil, Before{}, fmt.Errorf("opening an investigation: %w", err)
	}
	inv := &Investigation{folder: folder{root: root, wrote: c.opts.Wrote}, cache: c}
	before := inv.resume(id, b, found)
	inv.openLog()
	return inv, before, nil
}

// resume takes over what an earlier run left.
func (inv *Investigation) resume(id string, b Begin, found bool) Before {
	now := inv.cache.opts.Clock().UTC()
	before := Before{Found: found}
	if found {
		m, err := inv.cache.meta(id)
		if err != nil {
			inv.problem(metaFile, err)
		}
		before.Meta = m
		for _, dir := range []string{".", dirsDir, filesDir, reportsDir} {
			inv.sweep(dir)
		}
	}
	inv.meta = before.Meta
	inv.meta.ID, inv.meta.Target, inv.meta.Engine = id, b.Target, b.Engine
	if inv.meta.Started.IsZero() {
		inv.meta.Started = now
	}
	if id := before.Report; id != nil && id.Key != "" && before.State == Complete {
		inv.last = inv.loadReport(*id)
	}
	inv.meta.Updated, inv.meta.State = now, Running
	inv.meta.Settings = b.Settings
	inv.meta.Runs++
	return before
}

// ID is the investigation's UUID.
func (inv *Investigation) ID() string { return inv.meta.ID }

// Start notes durably that results are being written: what stands in the
// investigation from now on is no longer what the last report was made from.
func (inv *Investigation) Start() error { return inv.save() }

// Finish notes durably that the run came to its end.
func (inv *Investigation) Finish(directories, files, flags int, report *ReportID) error {
	inv.mu.Lock()
	inv.meta.State, inv.meta.Updated = Complete, inv.cache.opts.Clock().UTC()
	inv.meta.Directories, inv.meta.Files, inv.meta.Flags, inv.meta.Report = directories, files, flags, report
	inv.mu.Unlock()
	return inv.save()
}

func (inv *Investigation) save() error {
	inv.mu.Lock()
	defer inv.mu.Unlock()
	return inv.put(metaFile, inv.meta)
}

// put writes a sealed file.
func (inv *Investigation) put(name string, v any) error {
	b, err := seal(v)
	if err != nil {
		return err
	}
	return inv.write(name, b)
}

// Close ends the work with the investigation and lets others in.
func (inv *Investigation) Close() error {
	if inv.last != nil {
		<-inv.last // nobody reads in a closed directory
	}
	err := inv.root.Close()
	inv.logMu.Lock()
	defer inv.logMu.Unlock()
	if inv.log != nil {
		err = errors.Join(err, inv.log.Close())
		inv.log = nil
	}
	inv.lock.release()
	return err
}

// Problems are the files of the investigation that could not be used, and why.
// They were treated as if they were not there.
func (inv *Investigation) Problems() []luminos.Problem {
	inv.mu.Lock()
	defer inv.mu.Unlock()
	return append([]luminos.Problem(nil), inv.problems...)
}

// problem notes a file that is there and cannot be used.
func (inv *Investigation) problem(name string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	inv.mu.Lock()
	defer inv.mu.Unlock()
	inv.problems = append(inv.problems, luminos.Problem{Path: luminos.PathFromOS(name), Reason: words(err)})
}

// PutFlags writes flags.jsonl.
func (inv *Investigation) PutFlags(flags []luminos.Flag) error {
	var b []byte
	for _, f := range flags {
		line, err := json.Marshal(f)
		if err != nil {
			return fmt.Errorf("encoding flags: %w", err)
		}
		b = append(append(b, line...), '\n')
	}
	return inv.write("flags.jsonl", b)
}
