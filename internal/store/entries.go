package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"luminos"
)

// entryMax is more than any entry needs: a summary and its claims.
const entryMax = 4 << 20

// claim is one piece of evidence with what it is evidence for.
type claim struct {
	Statement string `json:"statement"`
	luminos.Evidence
}

// dirRecord is the entry of a directory as it lies on disk.
type dirRecord struct {
	Path     string       `json:"path"` // absolute
	Relative luminos.Path `json:"relative_path"`
	luminos.Entry
	Claims      []claim     `json:"claims,omitempty"`
	Fingerprint string      `json:"fingerprint"`
	Again       bool        `json:"again,omitempty"`
	Unit        *unitRecord `json:"unit,omitempty"`
	CachedAt    time.Time   `json:"cached_at"`
}

// StoredEntry is the entry of a directory with the fingerprint of all it depends on.
type StoredEntry struct {
	luminos.Entry
	Fingerprint string
	// Again says that the entry is partial for a reason that another run may not meet.
	Again bool
	// Unit stands in the entry of a unit's first directory: what else its
	// investigation gave. It is nil where a directory by itself gave an entry only.
	Unit *StoredUnit
}

// Entries reads the entries of these directories. Those that are not there, or
// broken, are missing from the result; the broken ones become problems.
func (inv *Investigation) Entries(ctx context.Context, dirs []luminos.Path) (map[luminos.Path]StoredEntry, error) {
	return readAll(ctx, dirs, inv.entry)
}

// readAll reads what is stored of each of the paths, side by side. What cannot be read is left out.
func readAll[T any](ctx context.Context, paths []luminos.Path, read func(luminos.Path) (T, error)) (map[luminos.Path]T, error) {
	found := make([]*T, len(paths))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for i, p := range paths {
		group.Go(func() error {
			if e, err := read(p); err == nil {
				found[i] = &e
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	entries := make(map[luminos.Path]T, len(paths))
	for i, e := range found {
		if e != nil {
			entries[paths[i]] = *e
		}
	}
	return entries, nil
}

func (inv *Investigation) entry(dir luminos.Path) (StoredEntry, error) {
	name := dirFile(dir)
	var r dirRecord
	err := inv.readSealed(name, &r)
	if err == nil {
		r.Entry.Path = r.Relative
		err = r.check(dir)
	}
	if err != nil {
		inv.problem(name, fmt.Errorf("the entry of %q: %w", dir, err))
		return StoredEntry{}, err
	}
	r.Entry.Evidence = evidenceOf(r.Summary, r.Claims)
	return StoredEntry{r.Entry, r.Fingerprint, r.Again, r.Unit.unit()}, nil
}

// readSealed reads a sealed file into v.
func (inv *Investigation) readSealed(name string, v any) error {
	b, err := inv.read(name, entryMax)
	if err != nil {
		return err
	}
	return unseal(b, v)
}

// evidenceOf is the evidence of claims that stand with a statement.
func evidenceOf(statement string, claims []claim) (all []luminos.Evidence) {
	for _, c := range claims {
		if c.Statement != statement {
			c.Evidence.Statement = c.Statement
		}
		all = append(all, c.Evidence)
	}
	return all
}

func claimsOf(statement string, evidence []luminos.Evidence) (all []claim) {
	for _, e := range evidence {
		all = append(all, claim{cmp.Or(e.Statement, statement), e})
	}
	return all
}

// check refuses a record that lacks what every entry has, or is of another directory.
func (r *dirRecord) check(dir luminos.Path) error {
	if r.Relative != dir {
		return fmt.Errorf("it is of %q", r.Relative)
	}
	if r.Fingerprint == "" {
		return errors.New("it has no fingerprint")
	}
	if err := r.Unit.check(dir); err != nil {
		return err
	}
	return CheckEntry(&r.Entry)
}

// CheckEntry says what an entry lacks or has too much of, whoever made it.
func CheckEntry(e *luminos.Entry) error {
	switch {
	case e.Path == "":
		return errors.New("an entry without a path")
	case e.Summary == "":
		return errors.New("an entry without a summary")
	case e.DominantCategory == "":
		return errors.New("an entry without a dominant category")
	case e.ChildCount < 0:
		return errors.New("an entry with fewer than no children")
	case !fraction(e.Confidence):
		return fmt.Errorf("an entry whose confidence is %v", e.Confidence)
	case !fraction(e.Completeness):
		return fmt.Errorf("an entry whose completeness is %v", e.Completeness)
	case e.Partial && e.PartialReason == "":
		return errors.New("a partial entry without a reason")
	}
	return nil
}

func fraction(x float64) bool { return x >= 0 && x <= 1 && !math.IsNaN(x) }

// PutEntries writes entries durably. Those that break the rules of [CheckEntry]
// are refused, and with them all others.
func (inv *Investigation) PutEntries(entries []StoredEntry) error {
	now := inv.cache.opts.Clock().UTC()
	files := make([]written, 0, len(entries))
	for _, e := range entries {
		if err := CheckEntry(&e.Entry); err != nil {
			return fmt.Errorf("the entry of %q: %w", e.Path, err)
		}
		r := dirRecord{
			Path: path.Join(inv.meta.Target, string(e.Path)), Relative: e.Path,
			Entry: e.Entry, Claims: claimsOf(e.Summary, e.Evidence), Fingerprint: e.Fingerprint,
			Again: e.Again, Unit: e.Unit.record(), CachedAt: now,
		}
		r.Entry.Claims = nil // numbers of one report
		b, err := seal(&r)
		if err != nil {
			return err
		}
		files = append(files, written{dirFile(e.Path), b})
	}
	return inv.writeAll(files)
}

// Prune removes the entries of directories and of files that are not among these.
func (inv *Investigation) Prune(dirs, files []luminos.Path) error {
	return errors.Join(inv.prune(dirsDir, dirs, dirFile), inv.prune(filesDir, files, fileFile))
}

func (inv *Investigation) prune(folder string, paths []luminos.Path, nameOf func(luminos.Path) string) error {
	keep := make(map[string]bool, len(paths))
	for _, p := range paths {
		keep[path.Base(nameOf(p))] = true
	}
	names, err := inv.names(folder)
	if err != nil {
		return err
	}
	for _, n := range names {
		if !keep[n] {
			if err := inv.root.Remove(path.Join(folder, n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("removing an old entry: %w", err)
			}
		}
	}
	return nil
}

func dirFile(dir luminos.Path) string { return path.Join(dirsDir, digestName(string(dir))+".json") }
