package store

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"luminos"
)

// fileRecord is the entry of a file as it lies on disk.
type fileRecord struct {
	Path     string       `json:"path"` // absolute
	Relative luminos.Path `json:"relative_path"`
	luminos.FileEntry
	Claims      []claim   `json:"claims,omitempty"`
	Fingerprint string    `json:"fingerprint"`
	CachedAt    time.Time `json:"cached_at"`
}

// StoredFile is the entry of a file with the fingerprint of what it describes.
type StoredFile struct {
	luminos.FileEntry
	Fingerprint string
}

// Files reads the entries of these files, as [Investigation.Entries] does those of directories.
func (inv *Investigation) Files(ctx context.Context, files []luminos.Path) (map[luminos.Path]StoredFile, error) {
	return readAll(ctx, files, inv.file)
}

func (inv *Investigation) file(p luminos.Path) (StoredFile, error) {
	name := fileFile(p)
	var r fileRecord
	err := inv.readSealed(name, &r)
	if err == nil {
		r.FileEntry.Path = r.Relative
		err = r.check(p)
	}
	if err != nil {
		inv.problem(name, fmt.Errorf("the entry of %q: %w", p, err))
		return StoredFile{}, err
	}
	r.FileEntry.Evidence = evidenceOf(r.Summary, r.Claims)
	return StoredFile{r.FileEntry, r.Fingerprint}, nil
}

func (r *fileRecord) check(p luminos.Path) error {
	if r.Relative != p {
		return fmt.Errorf("it is of %q", r.Relative)
	}
	if r.Fingerprint == "" {
		return errors.New("it has no fingerprint")
	}
	return CheckFile(&r.FileEntry)
}

// CheckFile says what the entry of a file lacks or has too much of, whoever made it.
func CheckFile(e *luminos.FileEntry) error {
	switch {
	case e.Path == "":
		return errors.New("an entry without a path")
	case e.Summary == "":
		return errors.New("an entry without a summary")
	case e.Category == "":
		return errors.New("an entry without a category")
	case e.Size < 0:
		return errors.New("an entry of less than no bytes")
	case !fraction(e.Confidence):
		return fmt.Errorf("an entry whose confidence is %v", e.Confidence)
	case e.Notable && e.NotableReason == "":
		return errors.New("a notable file without a reason")
	}
	return nil
}

// PutFiles writes entries of files durably. Those that break the rules of
// [CheckFile] are refused, and with them all others.
func (inv *Investigation) PutFiles(entries []StoredFile) error {
	now := inv.cache.opts.Clock().UTC()
	files := make([]written, 0, len(entries))
	for _, e := range entries {
		if err := CheckFile(&e.FileEntry); err != nil {
			return fmt.Errorf("the entry of %q: %w", e.Path, err)
		}
		b, err := seal(&fileRecord{
			Path: path.Join(inv.meta.Target, string(e.Path)), Relative: e.Path,
			FileEntry: e.FileEntry, Claims: claimsOf(e.Summary, e.Evidence), Fingerprint: e.Fingerprint, CachedAt: now,
		})
		if err != nil {
			return err
		}
		files = append(files, written{fileFile(e.Path), b})
	}
	return inv.writeAll(files)
}

func fileFile(p luminos.Path) string { return path.Join(filesDir, digestName(string(p))+".json") }
