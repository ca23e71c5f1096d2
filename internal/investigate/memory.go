package investigate

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"luminos"
	"luminos/internal/rules"
	"luminos/internal/store"
)

// memory connects a run with the stored investigation: it returns results of earlier runs and stores the results of
// this run. Without a stored investigation, nothing is returned or stored. The first error of storing ends the storing
// and is noted in the report.
type memory struct {
	inv     *store.Investigation // nil if nothing is stored
	src     luminos.Source
	rules   string          // the version of the rules that made the entries of files
	summary *luminos.Memory // for the report
	targetState
	recalled

	mu      sync.Mutex // guards the fields below
	changes *changes
	pending []keptUnit     // units that rules finished, not yet written
	written []luminos.Path // files with current entries from units
	again   bool           // a unit is partial for a reason that another run may not meet
	failed  error
}

// targetState holds the digests of the files and directories of the target, which identify its content.
type targetState struct {
	scan  *luminos.Scan
	sums  []luminos.Digest // of the files of the scan, in its order
	trees map[luminos.Path]luminos.Digest
	key   string // of the report; "" if it cannot be computed
}

// keptUnit holds the stored records of one finished unit.
type keptUnit struct {
	entries []store.StoredEntry
	files   []store.StoredFile
}

// batch is the number of units that are written together if rules investigated them.
const batch = 512

// remember computes and stores the digests of the target, and computes its report key. It fails only if ctx has ended.
func (r *run) remember(ctx context.Context, scan *luminos.Scan) error {
	m := r.memory
	m.scan, m.changes, m.summary = scan, newChanges(m.src, scan, m.sumOf), &luminos.Memory{Resumed: r.Before.Interrupted()}
	m.rules = r.version(r.rules, luminos.PassDirectories)
	known := m.inv.Index()
	var err error
	var index store.Index
	if m.sums, index, err = r.digests(ctx, scan, known); err != nil {
		return fmt.Errorf("computing the digests of all files of the target: %w", err)
	}
	m.trees = trees(scan, m.sums)
	version := r.reportVersion()
	if h := luminos.CapabilitiesOf(m.src).Historian; h != nil {
		version += " " + h.Head(ctx)
	}
	if m.key, err = m.reportKey(version, scan, m.sums); err != nil {
		m.fail(err)
	}
	if !slices.Equal(known, index) {
		m.try(func() error { return m.inv.PutIndex(index) })
	}
	return nil
}

// unchanged returns the stored report of the last run if nothing on which it depends has changed since, else nil.
func (m *memory) unchanged() *luminos.Report {
	if m.key == "" {
		return nil
	}
	r := m.inv.Report(m.key) // also if nothing can be written
	if r != nil {
		r.Scan = m.scan
	}
	return r
}

// recall reads the stored entries of dirs.
func (m *memory) recall(ctx context.Context, dirs []luminos.DirFacts) (err error) {
	paths := make([]luminos.Path, len(dirs))
	for i := range dirs {
		paths[i] = dirs[i].Path
	}
	m.inquirer.target = &m.targetState
	m.last = m.inv.Last(m.engine)
	if m.entries, err = m.inv.Entries(ctx, paths); m.reminder.on {
		m.reminder.index(m.entries)
	}
	return err
}

// current returns the stored findings of the unit u and true, if the stored entries of all its directories and files
// have the fingerprint of u and no entry is to be made again. Otherwise it returns false. The entries of the files stay
// stored.
func (m *memory) current(ctx context.Context, u *luminos.Unit) (luminos.Findings, bool) {
	f, top := m.find(ctx, u)
	if top != nil && (m.last == nil || !top.CachedAt.After(m.last.Written)) {
		f.Dropped = nil // an earlier report said so
	}
	renew(m, top, &f)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.written = append(m.written, pathsOf(f.Files)...)
	if top != nil && top.Fingerprint != u.Fingerprint {
		m.summary.Mixed += len(u.Dirs)
		m.summary.Settings = union(m.summary.Settings, m.otherSettings(top.Unit))
	}
	return f, top != nil
}

// find returns the same findings as current and the stored entry of the first directory, or nil, and changes nothing.
func (m *memory) find(ctx context.Context, u *luminos.Unit) (f luminos.Findings, top *store.StoredEntry) {
	if top = m.version(ctx, u); top == nil {
		return f, nil
	}
	for i := range u.Dirs {
		stored := with(m.entries[u.Dirs[i].Path], top.Key())
		if stored == nil || stored.Again {
			return luminos.Findings{}, nil
		}
		f.Entries = append(f.Entries, stored.Entry)
	}
	more := top.Unit
	if more == nil {
		return f, top
	}
	f.Flags, f.Read, f.Inquiries, f.Dropped = more.Flags, more.Read, more.Inquiries, more.Dropped
	f.Turns, f.Borrowed, f.ToolCalls, f.ToolErrors = more.Turns, more.Borrowed, more.ToolCalls, more.ToolErrors
	files, err := m.inv.Files(ctx, more.Files, top.Key())
	for _, p := range more.Files {
		stored, ok := files[p]
		if !ok || err != nil {
			return luminos.Findings{}, nil
		}
		f.Files = append(f.Files, stored.FileEntry)
	}
	return f, top
}

// keep stores the findings of a finished unit, at once if a model was asked, else with the next batch. It stores no
// unit whose files changed since the scan. It waits until the source has described the files of the unit, but after the
// end of ctx at most the time patience; without a description of all files it does not store the unit.
func (m *memory) keep(ctx context.Context, u *luminos.Unit, f *luminos.Findings, asked bool) {
	if m.inv == nil {
		return
	}
	ctx, cancel := outlasting(ctx, patience)
	defer cancel()
	var changed bool
	var unknown error
	var state []store.FileState
	if asked && m.reminder.on {
		state = m.stateOf(ctx, u)
	}
	// Children come after their parents, and the first directory holds all others: the last result is about the unit.
	for i := range slices.Backward(u.Dirs) {
		changed, unknown = m.changes.below(ctx, u.Dirs[i].Path)
	}
	m.mu.Lock()
	m.again = m.again || f.Again
	if m.failed != nil || changed || unknown != nil || u.Fingerprint == "" {
		m.mu.Unlock()
		return
	}
	k := m.recordsOf(u, f, asked)
	if k.entries[0].Unit != nil {
		k.entries[0].Unit.State = state
	}
	for i := range k.files {
		m.written = append(m.written, k.files[i].Path)
	}
	if !asked {
		m.pending = append(m.pending, k)
	}
	full := len(m.pending) >= batch
	m.mu.Unlock()
	if asked {
		m.put([]keptUnit{k}, true)
	} else { // units of a model are logged as events
		text := "investigated by rules"
		if u.Tier == luminos.TierSkip {
			text = "skipped by the plan, described by rules"
		}
		m.log(store.Line{Pass: string(luminos.PassDirectories), Unit: string(u.Path()), Text: text})
	}
	if full {
		m.flush()
	}
}

// patience is the maximal time, after the end of a run, for checking whether the files of a unit have changed.
const patience = 30 * time.Second

// outlasting returns a context that ends at the time d after the end of ctx, and a function that ends it before.
func outlasting(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d, cancel) })
	return longer, func() { stop(); cancel() }
}

// recordsOf returns the records to store for a finished unit with the findings f. asked states that a model was asked.
func (m *memory) recordsOf(u *luminos.Unit, f *luminos.Findings, asked bool) (k keptUnit) {
	inquiries, answers := m.dated(f.Inquiries)
	for i := range f.Entries {
		k.entries = append(k.entries, store.StoredEntry{
			Entry: f.Entries[i], Fingerprint: u.Fingerprint, Content: u.Content, Replies: answers, Again: f.Again,
		})
	}
	for i := range f.Files {
		k.files = append(k.files, store.StoredFile{FileEntry: f.Files[i], Fingerprint: u.Fingerprint, Replies: answers})
	}
	more := &store.StoredUnit{
		Files: pathsOf(f.Files), Read: f.Read, Flags: f.Flags, Inquiries: inquiries, Dropped: f.Dropped,
		Turns: f.Turns, Borrowed: f.Borrowed, ToolCalls: f.ToolCalls, ToolErrors: f.ToolErrors,
	}
	if alone := len(u.Dirs) == 1 && !asked; alone && len(f.Files)+len(f.Flags)+len(f.Read)+f.Turns+f.ToolCalls == 0 {
		return k // the entry holds everything
	}
	if asked {
		more.Settings = m.inv.Settings()
	}
	for i := range u.Dirs {
		more.Dirs = append(more.Dirs, u.Dirs[i].Path)
	}
	k.entries[0].Unit = more
	return k
}

// flush writes the units that are pending.
func (m *memory) flush() {
	m.mu.Lock()
	units := m.pending
	m.pending = nil
	m.mu.Unlock()
	m.put(units, false)
}

// put writes units, the files before the entries that name them. A unit counts as current only after its last entry is
// written. If a model was paid for them, put waits until they are on the disk. The units of rules need no wait: to sync
// 2,500 entries took a tenth of the time of a run, more than to make them.
func (m *memory) put(units []keptUnit, paid bool) {
	if len(units) == 0 {
		return
	}
	var entries []store.StoredEntry
	var files []store.StoredFile
	for _, k := range units {
		entries = append(entries, k.entries...)
		files = append(files, k.files...)
	}
	if len(files) > 0 {
		m.try(func() error { return m.inv.PutFiles(files, paid) })
	}
	m.try(func() error { return m.inv.PutEntries(entries, paid) })
}

// finish stores the evaluation, the flags, the entries of files and the report, and marks the investigation as
// complete. It removes the entries of deleted paths and, if conversations are listed, the histories of all others.
func (m *memory) finish(ctx context.Context, facts *luminos.Facts, report *luminos.Report, evaluation luminos.PlanEvaluation, conversations []string) {
	if m.inv == nil {
		return
	}
	paths := make([]luminos.Path, len(m.scan.Dirs))
	for i, d := range m.scan.Dirs {
		paths[i] = d.Path
	}
	var unknown error
	for _, p := range slices.Backward(paths) { // children come after their parents
		_, unknown = m.changes.below(ctx, p)
	}
	m.summary.Volatile = slices.Sorted(slices.Values(m.changes.paths))
	m.try(func() error { return m.inv.PutEvaluation(evaluation) })
	m.try(func() error { return m.inv.PutFlags(report.Flags) })
	m.try(m.inv.PruneExtractions)
	files := notWritten(m, rules.Files(m.scan, facts))
	m.try(func() error { return m.keepFiles(ctx, files) })
	m.try(func() error { return m.inv.Prune(paths, append(pathsOf(files), m.written...)) })
	if len(conversations) > 0 {
		m.try(func() error { return m.inv.PruneHistory(conversations) })
	}
	m.summary.Problems = m.inv.Problems()
	m.try(func() error {
		digest, err := m.inv.PutReport(report)
		if err == nil {
			err = m.inv.PutLast(m.engine, lastOf(&m.targetState, report))
		}
		if err != nil {
			return err
		}
		id := &store.ReportID{Key: m.key, SHA256: digest, Partial: len(report.Quality.Degraded)+report.Quality.Partial > 0}
		if s := m.summary; m.again || unknown != nil || len(s.Volatile)+len(report.Quality.Degraded)+s.Mixed > 0 {
			id.Key = "" // the report must not be reused
		}
		return m.inv.Finish(len(report.Entries), len(m.scan.Files), len(report.Flags), id)
	})
}

// notWritten returns the entries of files for which no unit of this run, investigated or reused, has an entry.
func notWritten(m *memory, files []luminos.FileEntry) []luminos.FileEntry {
	written := make(map[luminos.Path]bool, len(m.written))
	for _, p := range m.written {
		written[p] = true
	}
	return slices.DeleteFunc(files, func(e luminos.FileEntry) bool { return written[e.Path] })
}

// keepFiles stores the entries of files that differ from the entries on the disk.
func (m *memory) keepFiles(ctx context.Context, files []luminos.FileEntry) error {
	known, err := m.inv.Files(ctx, pathsOf(files), "")
	if err != nil {
		return err
	}
	var fresh []store.StoredFile
	for _, e := range files {
		s := store.StoredFile{FileEntry: e, Fingerprint: m.rules + " " + hex.EncodeToString(m.sumOf(e.Path))}
		old, ok := known[e.Path]
		old.CachedAt = s.CachedAt
		if !ok || !reflect.DeepEqual(old, s) {
			fresh = append(fresh, s)
		}
	}
	return m.inv.PutFiles(fresh, false)
}

// sumOf returns the digest of the file p, or nil if the scan does not contain it.
func (m *targetState) sumOf(p luminos.Path) []byte {
	i, ok := slices.BinarySearchFunc(m.scan.Files, p, byPath)
	if !ok {
		return nil
	}
	return m.sums[i][:]
}

// byPath compares the path of a file with p.
func byPath(f luminos.File, p luminos.Path) int { return cmp.Compare(f.Path, p) }

func pathsOf(files []luminos.FileEntry) []luminos.Path {
	paths := make([]luminos.Path, len(files))
	for i := range files {
		paths[i] = files[i].Path
	}
	return paths
}

// try calls f, which stores something, unless storing has failed before. After an error of f, the
// report notes it and nothing more is stored.
func (m *memory) try(f func() error) {
	m.mu.Lock()
	failed := m.failed
	m.mu.Unlock()
	if failed != nil {
		return
	}
	if err := f(); err != nil {
		m.fail(err)
	}
}

// log appends a line to investigation.log if an investigation is stored.
func (m *memory) log(l store.Line) {
	if m.inv != nil {
		m.inv.Log(l)
	}
}

func (m *memory) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failed = err
	m.summary.Failed = err.Error()
}
