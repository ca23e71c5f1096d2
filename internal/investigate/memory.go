package investigate

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"

	"luminos"
	"luminos/internal/rules"
	"luminos/internal/store"
)

// memory is what a run has of earlier runs, and keeps for later ones. Without a
// stored investigation it remembers nothing. Whatever fails in it costs work,
// never the report: the first failure ends the keeping and is told.
type memory struct {
	inv    *store.Investigation // nil: nothing is kept
	engine string               // name and version: what entries of another one are not current for
	told   *luminos.Memory

	src     luminos.Source
	scan    *luminos.Scan
	sums    []luminos.Digest
	trees   map[luminos.Path]luminos.Digest
	key     string
	entries map[luminos.Path]store.StoredEntry

	files    map[luminos.Path][]*luminos.File // directly inside, by directory
	volatile map[luminos.Path]bool            // directories in whose subtrees something changed meanwhile
	failed   error
}

// remember digests the target and looks up what is known of it. The only error
// is that of a context that ended.
func (r *run) remember(ctx context.Context, scan *luminos.Scan) error {
	m := r.memory
	m.scan, m.volatile, m.told = scan, map[luminos.Path]bool{}, &luminos.Memory{Resumed: r.Before.Interrupted()}
	m.engine = r.Engine.Name() + " " + r.EngineVersion
	known := m.inv.Index()
	var err error
	var index store.Index
	if m.sums, index, err = r.digests(ctx, scan, known); err != nil {
		return fmt.Errorf("digesting the target: %w", err)
	}
	m.trees = trees(scan, m.sums)
	if m.key, err = m.reportKey(scan, m.sums); err != nil {
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

// recall reads the entries of the directories.
func (m *memory) recall(ctx context.Context, dirs []luminos.DirFacts) (err error) {
	if m.inv == nil {
		return nil
	}
	m.try(m.inv.Start)
	paths := make([]luminos.Path, len(dirs))
	for i := range dirs {
		paths[i] = dirs[i].Path
	}
	m.entries, err = m.inv.Entries(ctx, paths)
	return err
}

// current is the stored entry of a unit, if it still holds, and the unit's fingerprint.
func (m *memory) current(u luminos.Unit) (e luminos.Entry, fingerprint string, ok bool) {
	if m.inv == nil {
		return e, "", false
	}
	fingerprint, err := m.fingerprint(u)
	if err != nil {
		return e, "", false // JSON has no word for something: investigate
	}
	stored, ok := m.entries[u.Dirs[0].Path]
	if !ok || stored.Fingerprint != fingerprint || stored.Partial {
		return e, fingerprint, false
	}
	stored.Tier = u.Tier
	return stored.Entry, fingerprint, true
}

// keep stores finished entries, but for those of directories in which
// something changed since the scan: nobody knows what they describe.
func (m *memory) keep(ctx context.Context, level []int, entries []luminos.Entry, fingerprints []string) {
	if m.inv == nil || m.failed != nil {
		return
	}
	var fresh []store.StoredEntry
	for _, i := range level {
		if e := entries[i]; fingerprints[i] != "" && !m.changed(ctx, e.Path) {
			fresh = append(fresh, store.StoredEntry{Entry: e, Fingerprint: fingerprints[i]})
			m.log(store.Line{Pass: string(luminos.PassDirectories), Unit: string(e.Path), Text: "investigated"})
		}
	}
	m.try(func() error { return m.inv.PutEntries(fresh) })
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

// settle keeps what the run ended with.
func (m *memory) settle(ctx context.Context, facts *luminos.Facts, report *luminos.Report, evaluation luminos.PlanEvaluation) {
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
	m.try(func() error { return m.inv.PutDocument("survey.json", report.Survey) })
	m.try(func() error { return m.inv.PutDocument("plan.json", report.Plan) })
	m.try(func() error { return m.inv.PutDocument("plan_evaluation.json", evaluation) })
	m.try(func() error { return m.inv.PutFlags(report.Flags) })
	files := rules.Files(m.scan, facts)
	m.try(func() error { return m.keepFiles(ctx, files) })
	m.try(func() error { return m.inv.Prune(paths, pathsOf(files)) })
	m.told.Problems = m.inv.Problems()
	m.try(func() error {
		digest, err := m.inv.PutReport(report)
		if err != nil {
			return err
		}
		id := &store.ReportID{Key: m.key, SHA256: digest}
		if len(m.told.Volatile) > 0 || len(report.Quality.Degraded) > 0 {
			id.Key = "" // of no state of the target that could be met again
		}
		return m.inv.Finish(len(report.Entries), len(m.scan.Files), len(report.Flags), id)
	})
}

// keepFiles stores the entries of files that are new or of a file that changed.
func (m *memory) keepFiles(ctx context.Context, files []luminos.FileEntry) error {
	known, err := m.inv.Files(ctx, pathsOf(files))
	if err != nil {
		return err
	}
	var fresh []store.StoredFile
	for _, e := range files {
		s := store.StoredFile{FileEntry: e, Fingerprint: m.engine + " " + hex.EncodeToString(m.sumOf(e.Path))}
		if old, ok := known[e.Path]; !ok || !reflect.DeepEqual(old, s) {
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
	if m.failed != nil {
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
	m.failed = err
	m.told.Failed = err.Error()
}
