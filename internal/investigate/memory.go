package investigate

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	"luminos"
	"luminos/internal/rules"
	"luminos/internal/store"
)

// memory is what a run has of earlier runs, and keeps for later ones. Without a
// stored investigation it remembers nothing. Whatever fails in it costs work,
// never the report: the first failure ends the keeping and is told.
type memory struct {
	inv   *store.Investigation // nil: nothing is kept
	rules string               // the version of rules, of which entries of files are stored
	told  *luminos.Memory

	src     luminos.Source
	scan    *luminos.Scan
	sums    []luminos.Digest
	trees   map[luminos.Path]luminos.Digest
	key     string
	entries map[luminos.Path]store.StoredEntry
	noted   map[luminos.Path]store.StoredFile // entries of files that came with units

	mu       sync.Mutex                       // guards all below
	files    map[luminos.Path][]*luminos.File // directly inside, by directory
	volatile map[luminos.Path]bool            // directories in whose subtrees something changed meanwhile
	unkept   []keptUnit                       // finished, not yet written
	written  []luminos.Path                   // files whose entries came with units and are current
	again    bool                             // something is not to be taken for the last word
	failed   error
}

// keptUnit is a finished unit as it is written.
type keptUnit struct {
	entries []store.StoredEntry
	files   []store.StoredFile
}

// batch is how many units of rules are written at once: many become durable for
// the price of one, and rules cost nothing to ask again.
const batch = 512

// remember digests the target and looks up what is known of it. The only error
// is that of a context that ended.
func (r *run) remember(ctx context.Context, scan *luminos.Scan) error {
	m := r.memory
	m.scan, m.volatile, m.told = scan, map[luminos.Path]bool{}, &luminos.Memory{Resumed: r.Before.Interrupted()}
	m.rules = r.version(r.rules, luminos.PassDirectories)
	known := m.inv.Index()
	var err error
	var index store.Index
	if m.sums, index, err = r.digests(ctx, scan, known); err != nil {
		return fmt.Errorf("digesting the target: %w", err)
	}
	m.trees = trees(scan, m.sums)
	if m.key, err = m.reportKey(r.reportVersion(), scan, m.sums); err != nil {
		m.fail(err)
	}
	if !slices.Equal(known, index) {
		m.try(func() error { return m.inv.PutIndex(index) })
	}
	return nil
}

// unchanged is the last report, if nothing at all has changed since.
func (m *memory) unchanged() *luminos.Report {
	if m.inv == nil || m.key == "" {
		return nil
	}
	r := m.inv.Report(m.key) // can be read even where nothing can be written
	if r != nil {
		r.Scan = m.scan
	}
	return r
}

// recall reads the entries of the directories, and those of the files that came
// with them.
func (m *memory) recall(ctx context.Context, dirs []luminos.DirFacts) (err error) {
	if m.inv == nil {
		return nil
	}
	m.try(m.inv.Start)
	paths := make([]luminos.Path, len(dirs))
	for i := range dirs {
		paths[i] = dirs[i].Path
	}
	if m.entries, err = m.inv.Entries(ctx, paths); err != nil {
		return err
	}
	var files []luminos.Path
	for _, p := range paths {
		if u := m.entries[p].Unit; u != nil {
			files = append(files, u.Files...)
		}
	}
	m.noted, err = m.inv.Files(ctx, files)
	return err
}

// known are the directories of which there is an entry, by path.
func (m *memory) known() []luminos.Path {
	return slices.Sorted(maps.Keys(m.entries))
}

// current is what is stored of a unit, if it still holds for all of it.
func (m *memory) current(u *luminos.Unit) (f luminos.Findings, ok bool) {
	if m.inv == nil || u.Fingerprint == "" {
		return f, false
	}
	for i := range u.Dirs {
		stored, ok := m.entries[u.Dirs[i].Path]
		if !ok || stored.Fingerprint != u.Fingerprint || stored.Again {
			return luminos.Findings{}, false
		}
		f.Entries = append(f.Entries, stored.Entry)
	}
	more := m.entries[u.Path()].Unit
	if more == nil {
		return f, true
	}
	f.Flags, f.Read = more.Flags, more.Read
	f.Turns, f.Borrowed, f.ToolCalls, f.ToolErrors = more.Turns, more.Borrowed, more.ToolCalls, more.ToolErrors
	for _, p := range more.Files {
		stored, ok := m.noted[p]
		if !ok || stored.Fingerprint != u.Fingerprint {
			return luminos.Findings{}, false
		}
		f.Files = append(f.Files, stored.FileEntry)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.written = append(m.written, more.Files...)
	return f, true
}

// keep stores a finished unit, with now at once and durably, but for one in which
// something changed since the scan: nobody knows what it describes. It does so
// although the run may have ended meanwhile: the work is done.
func (m *memory) keep(u *luminos.Unit, f *luminos.Findings, now bool) {
	if m.inv == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	m.mu.Lock()
	m.again = m.again || f.Again
	changed := false
	for i := range slices.Backward(u.Dirs) { // children come after their parents
		changed = m.changed(ctx, u.Dirs[i].Path)
	}
	if m.failed != nil || changed || u.Fingerprint == "" {
		m.mu.Unlock()
		return
	}
	k := kept(u, f)
	m.unkept = append(m.unkept, k)
	for i := range k.files {
		m.written = append(m.written, k.files[i].Path)
	}
	full := now || len(m.unkept) >= batch
	m.mu.Unlock()
	if !now { // a unit of a model is an event
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

// patience is how long a server may take to say whether a file has changed.
const patience = 30 * time.Second

// kept is a finished unit as it is written.
func kept(u *luminos.Unit, f *luminos.Findings) (k keptUnit) {
	for i := range f.Entries {
		k.entries = append(k.entries, store.StoredEntry{Entry: f.Entries[i], Fingerprint: u.Fingerprint, Again: f.Again})
	}
	for i := range f.Files {
		k.files = append(k.files, store.StoredFile{FileEntry: f.Files[i], Fingerprint: u.Fingerprint})
	}
	more := &store.StoredUnit{
		Files: pathsOf(f.Files), Read: f.Read, Flags: f.Flags,
		Turns: f.Turns, Borrowed: f.Borrowed, ToolCalls: f.ToolCalls, ToolErrors: f.ToolErrors,
	}
	if alone := len(u.Dirs) == 1; alone && len(f.Files)+len(f.Flags)+len(f.Read)+f.Turns+f.ToolCalls == 0 {
		return k // an entry says it all
	}
	for i := range u.Dirs {
		more.Dirs = append(more.Dirs, u.Dirs[i].Path)
	}
	k.entries[0].Unit = more
	return k
}

// flush writes what is finished: files before the entries that name them, and
// the last entry of a unit is the one without which it is not current.
func (m *memory) flush() {
	m.mu.Lock()
	units := m.unkept
	m.unkept = nil
	m.mu.Unlock()
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
		m.try(func() error { return m.inv.PutFiles(files) })
	}
	m.try(func() error { return m.inv.PutEntries(entries) })
}

// count notes how many of all directories were as before.
func (m *memory) count(reused, all int) {
	if m.told != nil {
		m.told.Reused, m.told.Investigated = reused, all-reused
	}
}

// changed looks again at the files directly in a directory and reports whether
// any of them, or anything below, is not what was scanned. Children are asked first.
func (m *memory) changed(ctx context.Context, dir luminos.Path) bool {
	if m.files == nil {
		m.files = make(map[luminos.Path][]*luminos.File, len(m.scan.Dirs))
		for i := range m.scan.Files {
			f := &m.scan.Files[i]
			m.files[f.Path.Dir()] = append(m.files[f.Path.Dir()], f)
		}
	}
	for _, f := range m.files[dir] {
		if !f.Regular() {
			continue
		}
		n, err := m.src.Stat(ctx, f.Path)
		if err == nil && n.Kind == luminos.KindFile && (n.Size < 0 || n.Size == f.Size) && (f.ModTime.IsZero() || n.ModTime.Equal(f.ModTime)) {
			continue
		}
		m.told.Volatile = append(m.told.Volatile, f.Path)
		m.volatile[dir] = true
	}
	delete(m.files, dir) // once is enough
	if m.volatile[dir] && dir != luminos.Root {
		m.volatile[dir.Dir()] = true
	}
	return m.volatile[dir]
}

// settle keeps what the run ended with, and the histories of these conversations.
func (m *memory) settle(ctx context.Context, facts *luminos.Facts, report *luminos.Report, evaluation luminos.PlanEvaluation, conversations []string) {
	if m.inv == nil {
		return
	}
	paths := make([]luminos.Path, len(m.scan.Dirs))
	for i, d := range m.scan.Dirs {
		paths[i] = d.Path
	}
	for _, p := range slices.Backward(paths) { // children come after their parents
		m.changed(ctx, p)
	}
	slices.Sort(m.told.Volatile)
	m.try(func() error { return m.inv.PutEvaluation(evaluation) })
	m.try(func() error { return m.inv.PutFlags(report.Flags) })
	files := m.notWritten(rules.Files(m.scan, facts))
	m.try(func() error { return m.keepFiles(ctx, files) })
	m.try(func() error { return m.inv.Prune(paths, append(pathsOf(files), m.written...)) })
	if len(conversations) > 0 {
		m.try(func() error { return m.inv.PruneHistory(conversations) })
	}
	m.told.Problems = m.inv.Problems()
	m.try(func() error {
		digest, err := m.inv.PutReport(report)
		if err != nil {
			return err
		}
		id := &store.ReportID{Key: m.key, SHA256: digest}
		if m.again || len(m.told.Volatile) > 0 || len(report.Quality.Degraded) > 0 {
			id.Key = "" // of no state of the target that could be met again
		}
		return m.inv.Finish(len(report.Entries), len(m.scan.Files), len(report.Flags), id)
	})
}

// notWritten leaves out the files whose entries came with units.
func (m *memory) notWritten(files []luminos.FileEntry) []luminos.FileEntry {
	written := make(map[luminos.Path]bool, len(m.written))
	for _, p := range m.written {
		written[p] = true
	}
	return slices.DeleteFunc(files, func(e luminos.FileEntry) bool { return written[e.Path] })
}

// keepFiles stores the entries of files that are new or of a file that changed.
func (m *memory) keepFiles(ctx context.Context, files []luminos.FileEntry) error {
	known, err := m.inv.Files(ctx, pathsOf(files))
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
	return m.inv.PutFiles(fresh)
}

// sumOf is the digest of a file of the scan.
func (m *memory) sumOf(p luminos.Path) []byte {
	i, ok := slices.BinarySearchFunc(m.scan.Files, p, func(f luminos.File, p luminos.Path) int { return cmp.Compare(f.Path, p) })
	if !ok {
		return nil
	}
	return m.sums[i][:]
}

func pathsOf(files []luminos.FileEntry) []luminos.Path {
	paths := make([]luminos.Path, len(files))
	for i := range files {
		paths[i] = files[i].Path
	}
	return paths
}

// try keeps something, unless keeping has failed before.
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

// log writes a line to the log of the investigation.
func (m *memory) log(l store.Line) {
	if m.inv != nil {
		m.inv.Log(l)
	}
}

func (m *memory) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failed = err
	m.told.Failed = err.Error()
}
