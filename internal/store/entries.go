package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"luminos"
)

// sealedMax is the maximal size in bytes of a file with a checksum, such as an entry, which is usually much smaller.
const sealedMax = 4 << 20

// entryStore reads and writes the stored entries of directories and files.
type entryStore struct{ *vault }

// StoredEntry is the stored form of the entry of a directory.
type StoredEntry struct {
	luminos.Entry
	// Fingerprint is a digest of everything that the entry depends on.
	Fingerprint string `json:"fingerprint"`
	// Content is a digest of the same without the engine and its settings.
	Content string `json:"content,omitempty"`
	// Replies is a digest of the answers to the inquiries of the unit, or "" without inquiries.
	Replies string `json:"replies,omitempty"`
	// Again marks an entry that is partial for a reason that another run may not meet.
	Again bool `json:"again,omitempty"`
	// Unit is set in the entry of the first directory of a unit. It is nil if the
	// investigation gave an entry only.
	Unit     *StoredUnit `json:"unit,omitempty"`
	CachedAt time.Time   `json:"cached_at"` // set by PutEntries
}

// Key returns the text that differs between the entries of a path that [entryStore.PutEntries] keeps.
func (e *StoredEntry) Key() string { return e.Fingerprint + e.Replies }

// StoredUnit holds the results of the investigation of a unit besides its entries.
type StoredUnit struct {
	Dirs  []luminos.Path `json:"directories"`     // all directories of the unit, in its order
	Files []luminos.Path `json:"files,omitempty"` // files with entries of their own
	Read  []luminos.Path `json:"read,omitempty"`  // files that were read
	Flags []luminos.Flag `json:"flags,omitempty"`
	// Inquiries are the calls of tools that looked outside of the unit.
	Inquiries []luminos.Inquiry `json:"inquiries,omitempty"`
	// State is the state of the files directly in Dirs; nil if it is not known.
	State []FileState `json:"state,omitempty"`
	// Dropped are the findings of an earlier run that the unit no longer has.
	Dropped []luminos.FindingChange `json:"dropped,omitempty"`
	// Settings are the settings of the run in which a model investigated the unit.
	Settings []Setting `json:"settings,omitempty"`
	// Turns, Borrowed, ToolCalls and ToolErrors have the meaning of the same fields of
	// [luminos.Findings].
	Turns      int `json:"turns"`
	Borrowed   int `json:"borrowed_turns"`
	ToolCalls  int `json:"tool_calls"`
	ToolErrors int `json:"tool_errors"`
}

// StoredFile is the stored form of the entry of a file.
type StoredFile struct {
	luminos.FileEntry
	// Fingerprint and Replies are the ones of the entry of the unit.
	Fingerprint string    `json:"fingerprint"`
	Replies     string    `json:"replies,omitempty"`
	CachedAt    time.Time `json:"cached_at"` // set by PutFiles
}

// Entries returns the stored entries of the directories dirs by path, the newest first. Missing entries are left out of
// the result; so are unusable ones, which are added to [Investigation.Problems].
func (s entryStore) Entries(ctx context.Context, dirs []luminos.Path) (map[luminos.Path][]StoredEntry, error) {
	names, err := s.names(dirsDir)
	if err != nil {
		return nil, err
	}
	versions := map[string][]string{} // by digest of the path
	for _, name := range names {
		digest, _, _ := strings.Cut(name, ".")
		versions[digest] = append(versions[digest], name)
	}
	packed, err := s.packed(ctx, packsOf(names), dirs)
	if err != nil {
		return nil, err
	}
	return readAll(ctx, dirs, func(p luminos.Path) (all []StoredEntry, err error) {
		for _, name := range versions[digestName(string(p))] {
			var e StoredEntry
			id := func() (luminos.Path, string) { return e.Path, e.Fingerprint }
			if s.readEntry(path.Join(dirsDir, name), p, &e, id) == nil {
				all = append(all, e)
			}
		}
		if e, ok := packed[p]; ok {
			all = append(all, e)
		}
		slices.SortStableFunc(all, func(a, b StoredEntry) int { return b.CachedAt.Compare(a.CachedAt) })
		if len(all) == 0 {
			err = ErrNone
		}
		return all, err
	})
}

// Files returns the entries of these files by path that were paid for together with an entry that has the key, or, if
// it is "", the ones that were not paid for. Missing entries are left out of the result; so are unusable ones, which are
// added to [Investigation.Problems].
func (s entryStore) Files(
	ctx context.Context, files []luminos.Path, key string,
) (map[luminos.Path]StoredFile, error) {
	return readAll(ctx, files, func(p luminos.Path) (e StoredFile, err error) {
		name := entryFile(filesDir, p, key)
		err = s.readEntry(name, p, &e, func() (luminos.Path, string) { return e.Path, e.Fingerprint })
		return e, err
	})
}

// readAll calls read for each of the paths, several at a time, and returns the results by path. It leaves out the paths
// for which read fails. Its only error is the end of ctx.
func readAll[T any](ctx context.Context, paths []luminos.Path, read func(luminos.Path) (T, error)) (map[luminos.Path]T, error) {
	results := make([]*T, len(paths))
	group := errgroup.Group{}
	group.SetLimit(filesAtOnce)
	for i, p := range paths {
		group.Go(func() error {
			if e, err := read(p); err == nil {
				results[i] = &e
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	entries := make(map[luminos.Path]T, len(paths))
	for i, e := range results {
		if e != nil {
			entries[paths[i]] = *e
		}
	}
	return entries, nil
}

// readEntry reads the sealed file name into e and checks that it is the entry of
// p. The function identity returns the path and the fingerprint of e.
func (s entryStore) readEntry(name string, p luminos.Path, e any, identity func() (luminos.Path, string)) error {
	err := s.readSealed(name, sealedMax, e)
	of, fingerprint := identity()
	return s.checked(name, p, err, of, fingerprint)
}

// checked returns err, the error of reading an entry of p from the named file, or an error if the entry is of another
// path or has no fingerprint. It adds the error to the problems.
func (s entryStore) checked(name string, p luminos.Path, err error, of luminos.Path, fingerprint string) error {
	if err == nil {
		switch {
		case of != p:
			err = fmt.Errorf("the file of the cache holds the entry of another file or directory, %q", of)
		case fingerprint == "":
			err = errors.New("the stored entry of a file or directory has no fingerprint")
		}
	}
	if err != nil {
		s.problem(name, fmt.Errorf("reading the stored entry of the file or directory %q: %w", p, err))
	}
	return err
}

// CheckEntry returns an error if the entry of a directory lacks a required field or has a value out of range.
func CheckEntry(e *luminos.Entry) error {
	switch {
	case !fraction(e.Completeness):
		return fmt.Errorf("the entry of the directory %q has the completeness %v, not a number from 0 to 1", e.Path, e.Completeness)
	case e.Partial && e.PartialReason == "":
		return fmt.Errorf("the partial entry of the directory %q has no reason for being partial", e.Path)
	}
	return check(e.Path, e.Summary, e.DominantCategory, int64(e.ChildCount), e.Confidence)
}

// CheckFile returns an error if the entry of a file lacks a required field or has a value out of range.
func CheckFile(e *luminos.FileEntry) error {
	if e.Notable && e.NotableReason == "" {
		return fmt.Errorf("the entry of the notable file %q has no reason for being notable", e.Path)
	}
	return check(e.Path, e.Summary, e.Category, e.Size, e.Confidence)
}

// check checks the fields that the entries of directories and files have in common. size is the number of children of a
// directory or of bytes of a file.
func check(p luminos.Path, summary string, category luminos.Category, size int64, confidence float64) error {
	switch {
	case p == "":
		return errors.New("a new entry of a file or directory has no path")
	case summary == "":
		return fmt.Errorf("the entry of the file or directory %q has no summary", p)
	case category == "":
		return fmt.Errorf("the entry of the file or directory %q has no category", p)
	case size < 0:
		return fmt.Errorf("the entry of the file or directory %q has a negative size or number of children, %d", p, size)
	case !fraction(confidence):
		return fmt.Errorf("the entry of the file or directory %q has the confidence %v, not a number from 0 to 1", p, confidence)
	}
	return nil
}

// fraction reports whether x is a number from 0 to 1, which NaN is not.
func fraction(x float64) bool { return x >= 0 && x <= 1 }

// PutEntries writes the entries of directories. If paid is true, they stand beside the entries with other keys, and
// PutEntries waits until they are on the disk. Otherwise each replaces the one of the same path that was not paid for,
// and a power failure can damage it, which its checksum shows. If [CheckEntry] rejects an entry, PutEntries writes none.
func (s entryStore) PutEntries(entries []StoredEntry, paid bool) error {
	now := s.now()
	files, err := sealAll(entries, func(e *StoredEntry) (string, error) {
		e.CachedAt, e.Claims = now, nil // claims are of one report; the evidence is kept
		return entryFile(dirsDir, e.Path, e.Key()), CheckEntry(&e.Entry)
	})
	if err != nil {
		return err
	}
	if paid {
		return s.writeAll(files, true)
	}
	lines := make([][]byte, len(files))
	for i := range files {
		lines[i] = files[i].data
	}
	return s.putPacks(lines)
}

// PutFiles writes the entries of files, as [entryStore.PutEntries] writes the entries of directories. If [CheckFile]
// rejects an entry, PutFiles writes none.
func (s entryStore) PutFiles(entries []StoredFile, paid bool) error {
	now := s.now()
	files, err := sealAll(entries, func(e *StoredFile) (string, error) {
		e.CachedAt, e.Claims = now, nil
		return entryFile(filesDir, e.Path, only(paid, e.Fingerprint+e.Replies)), CheckFile(&e.FileEntry)
	})
	if err != nil {
		return err
	}
	return s.writeAll(files, paid)
}

// only returns text if the condition holds, else "".
func only(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}

// sealAll returns copies of records with a checksum, each as a file. prepare completes and checks a record and returns
// the name of its file.
func sealAll[T any](records []T, prepare func(*T) (string, error)) ([]written, error) {
	files := make([]written, 0, len(records))
	for _, r := range records {
		name, unfit := prepare(&r)
		b, err := seal(&r)
		if err := errors.Join(unfit, err); err != nil {
			return nil, fmt.Errorf("storing the entry of a directory or file: %w", err)
		}
		files = append(files, written{name, b})
	}
	return files, nil
}

// Bounds of the entries that were paid for.
const (
	versionsKept = 8                   // of one path
	goneKept     = 90 * 24 * time.Hour // of a path that is no longer in the target
)

// Prune removes the entries that were not paid for of all directories that are not in dirs, and of all files that are
// not in files. Entries that were paid for can be of another state of the target, to which it may return: Prune keeps
// the newest 8 of a path, and the ones of paths that are gone for 90 days.
func (s entryStore) Prune(dirs, files []luminos.Path) error {
	return errors.Join(s.pruneEntries(dirsDir, dirs), s.prunePacks(dirs), s.pruneEntries(filesDir, files))
}

// pruneEntries prunes the directory dir of the store. paths are in the target.
func (s entryStore) pruneEntries(dir string, paths []luminos.Path) error {
	there := make(map[string]bool, len(paths))
	for _, p := range paths {
		there[digestName(string(p))] = true
	}
	entries, err := fs.ReadDir(s.root.FS(), dir)
	versions := map[string][]version{}
	remove := func(name string) { err = errors.Join(err, s.root.Remove(path.Join(dir, name))) }
	for _, e := range entries {
		digest, rest, _ := strings.Cut(e.Name(), ".")
		info, unknown := e.Info()
		paid := strings.Contains(rest, ".") && unknown == nil
		switch {
		case "."+rest == packSuffix:
		case !paid && dir == dirsDir: // of a version without packs
			remove(e.Name())
		case !there[digest] && (!paid || s.now().Sub(info.ModTime()) > goneKept):
			remove(e.Name())
		case paid:
			versions[digest] = append(versions[digest], version{e.Name(), info.ModTime()})
		}
	}
	for _, all := range versions {
		slices.SortFunc(all, func(a, b version) int { return b.made.Compare(a.made) })
		for _, v := range all[min(len(all), versionsKept):] {
			remove(v.name)
		}
	}
	return doing("removing old entries from the cache", err)
}

// version is the file of an entry that was paid for.
type version struct {
	name string
	made time.Time
}

// entryFile returns the name of the file for the entry of p in the directory dir of the store. key is "" if the entry
// was not paid for.
func entryFile(dir string, p luminos.Path, key string) string {
	name := digestName(string(p))
	if key != "" {
		name += "." + digestName(key)[:16]
	}
	return path.Join(dir, name+".json")
}
