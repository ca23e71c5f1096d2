package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"

	"luminos"
)

const (
	dirsDir    = "dirs"
	filesDir   = "files"
	reportsDir = "reports"
)

// Investigation is the stored investigation of one target, locked for this
// process. It is safe for concurrent use.
type Investigation struct {
	*vault
	entryStore
	passStore
	*reportStore
	*extractionStore
	*logWriter
	cache *Cache
	lock  *lock
	cut   bool // the last run made calls of models and did not end

	metaMu sync.Mutex
	meta   Meta
}

// Begin holds the arguments of [Cache.Begin].
type Begin struct {
	Target   string // absolute path, escaped like a Path
	Engine   string
	Settings []Setting
	// Fresh begins a new investigation even if there is one.
	Fresh bool
	// Existing returns [ErrNone] without a stored investigation, instead of a new one.
	Existing bool
	// NoWait returns [ErrBusy] instead of waiting for another process on the same target.
	NoWait bool
	// Waiting is called before the wait begins, unless it is nil.
	Waiting func(Holder)
}

// Before is the state in which the last run left an investigation.
type Before struct {
	Meta
	Found bool // the investigation existed
	// Spent is the cost of the runs since the last whole report, as far as prices are known, and Calls is the number of
	// their calls of models.
	Spent luminos.Money
	Calls int
	// AtLeast states that one of these runs did not end. A call that was under way may have a cost, which is not known.
	AtLeast bool
}

// Interrupted reports whether the last run ended without a report.
func (b Before) Interrupted() bool { return b.Found && b.State == Running }

// lacking reports whether the last report lacks parts.
func (b Before) lacking() bool { return b.Report != nil && b.Report.Partial }

// Begin opens the newest investigation of the target that b names, or a new one if nothing is stored or b.Fresh is set.
// If another process works on the target, Begin waits, at most until ctx ends, or fails at once with [ErrBusy] if
// b.NoWait is set. The caller closes the investigation.
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
		c.tidy(ctx)
		return c.enter(id, b, true)
	}
	if b.Existing {
		return nil, Before{}, ErrNone
	}
	var inv *Investigation
	var before Before
	err := c.change(ctx, func(v *investigations) (err error) {
		c.sweep(".")
		c.removeOrphans(v)
		id = c.newID()
		if inv, before, err = c.enter(id, b, false); err != nil {
			return err
		}
		v.Targets[b.Target] = append([]string{id}, v.Targets[b.Target]...)
		return inv.save() // first, so that each id in the index has its meta.json
	})
	if err != nil && inv != nil {
		inv.Close()
	}
	return inv, before, err
}

// enter opens the directory of the investigation id, creates it if necessary, and loads the state that the last run
// left. found states whether the investigation existed before.
func (c *Cache) enter(id string, b Begin, found bool) (*Investigation, Before, error) {
	for _, dir := range []string{dirsDir, filesDir, reportsDir, extractionsDir} {
		if err := c.root.MkdirAll(path.Join(id, dir), 0o700); err != nil {
			return nil, Before{}, fmt.Errorf("creating the directory of an investigation: %w", err)
		}
	}
	root, err := c.root.OpenRoot(id)
	if err != nil {
		return nil, Before{}, fmt.Errorf("opening the directory of an investigation: %w", err)
	}
	v := &vault{folder: folder{root: root, disk: c.disk, wrote: c.opts.Wrote}, clock: c.opts.Clock}
	inv := &Investigation{
		vault: v, entryStore: entryStore{v}, passStore: passStore{v},
		reportStore: &reportStore{vault: v}, extractionStore: &extractionStore{vault: v, used: map[string]int{}},
		logWriter: &logWriter{vault: v}, cache: c,
	}
	before := inv.resume(id, b, found)
	inv.logWriter.open()
	return inv, before, nil
}

// resume loads the state that the last run left and returns it. It sets the new state to running, but does not write it
// to the disk.
func (inv *Investigation) resume(id string, b Begin, found bool) Before {
	now := inv.now()
	before := Before{Found: found}
	if found {
		m, err := inv.cache.meta(id)
		if err != nil {
			inv.problem(metaFile, err)
		}
		before.Meta = m
		if before.Interrupted() || before.lacking() {
			since := m.Whole
			if since.IsZero() && !before.lacking() {
				since = m.Finished // of a version without this field
			}
			before.Spent, before.Calls, before.AtLeast = inv.logWriter.spent(since)
			inv.cut = before.Interrupted() && before.Calls > 0
			before.AtLeast = before.AtLeast || inv.cut
		}
		for _, dir := range []string{".", dirsDir, filesDir, reportsDir, extractionsDir} {
			inv.sweep(dir)
		}
	}
	inv.meta = before.Meta
	inv.meta.ID, inv.meta.Target, inv.meta.Engine = id, b.Target, b.Engine
	if inv.meta.Started.IsZero() {
		inv.meta.Started = now
	}
	if id := before.Report; id != nil && id.Key != "" && before.State == Complete {
		inv.last = inv.reportStore.load(*id)
	}
	inv.meta.Updated, inv.meta.State = now, Running
	inv.meta.Settings = b.Settings
	inv.meta.Runs++
	return before
}

// ID returns the UUID of the investigation.
func (inv *Investigation) ID() string { return inv.meta.ID }

// Start writes the state "running" to the disk. From now on the stored entries may differ from the last report.
func (inv *Investigation) Start() error {
	if inv.cut {
		inv.Log(Line{Text: "the run before did not end", Cut: true})
	}
	return inv.save()
}

// Finish writes the state "complete", the counts and the id of the report to the disk.
func (inv *Investigation) Finish(directories, files, flags int, report *ReportID) error {
	inv.metaMu.Lock()
	now := inv.now()
	inv.meta.State, inv.meta.Updated, inv.meta.Finished = Complete, now, now
	if report == nil || !report.Partial {
		inv.meta.Whole = now
	}
	inv.meta.Directories, inv.meta.Files, inv.meta.Flags, inv.meta.Report = directories, files, flags, report
	inv.metaMu.Unlock()
	return inv.save()
}

// Withdraw writes to the disk the state before this run, or removes the investigation if this run created it. It is for
// runs that ended before they had a result.
func (inv *Investigation) Withdraw(ctx context.Context, before Before) error {
	inv.metaMu.Lock()
	id, target := inv.meta.ID, inv.meta.Target
	inv.metaMu.Unlock()
	if before.Found {
		return doing("restoring the state of the investigation", inv.put(metaFile, before.Meta))
	}
	err := inv.cache.change(ctx, func(v *investigations) error {
		v.Targets[target] = slices.DeleteFunc(v.Targets[target], func(other string) bool { return other == id })
		if len(v.Targets[target]) == 0 {
			delete(v.Targets, target)
		}
		return nil
	})
	if err == nil {
		err = inv.cache.root.RemoveAll(id)
	}
	return doing("removing the investigation", err)
}

func (inv *Investigation) save() error {
	inv.metaMu.Lock()
	defer inv.metaMu.Unlock()
	return inv.put(metaFile, inv.meta)
}

// Settings returns the names and values of the settings with which this run was begun.
func (inv *Investigation) Settings() []Setting {
	inv.metaMu.Lock()
	defer inv.metaMu.Unlock()
	return slices.Clone(inv.meta.Settings)
}

// Close closes the files of the investigation and releases its lock.
func (inv *Investigation) Close() error {
	if inv.last != nil {
		<-inv.last // its reader uses the directory
	}
	err := errors.Join(inv.root.Close(), inv.logWriter.close())
	inv.lock.release()
	return err
}

// PutFlags writes the flags to flags.jsonl, one JSON object on each line.
func (inv *Investigation) PutFlags(flags []luminos.Flag) error {
	var b bytes.Buffer
	var err error
	for _, f := range flags {
		err = errors.Join(err, json.NewEncoder(&b).Encode(f))
	}
	return errors.Join(err, inv.write("flags.jsonl", b.Bytes()))
}
