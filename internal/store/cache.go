// Package store keeps investigations on disk. The root of the cache holds
//
//	CACHEDIR.TAG            marks a cache directory and its format
//	investigations.json     target to investigation ids, newest first
//	servers.json            digests of the tools of MCP servers at their first use
//	forecasts.json          the work of finished runs, beside their estimates
//	locks/                  one lock for each target, one for the lists, and one for the whole cache
//	{id}/meta.json          target, engine, settings, state, counts
//	{id}/index              digests of the files of the target
//	{id}/dirs/, {id}/files/ one file for each entry, named by the SHA-256 of its path; for an entry of a model a digest
//	                        of its fingerprint follows, so that a target that returns to an earlier state pays nothing;
//	                        packs of entries of directories that rules made
//	{id}/survey.json, plan.json, plan_evaluation.json, flags.jsonl
//	{id}/extractions/       the texts and findings of documents and the like, with secrets masked; of the last state only
//	{id}/verdicts.json      verdicts of second readers, by digests of statements and lines
//	{id}/history/           one journal for each conversation
//	{id}/report.json        the last report; reports/ has a few before it
//	{id}/investigation.log  events, one JSON object on each line
//
// All files except the log, the journals and the locks are written under a temporary
// name, synced and renamed, so that a file under its name is complete. Extractions and
// entries that rules made are not synced: a power failure can damage them, and a run makes them again. Damaged entries
// and results are recognised by checksum, become problems, and are treated as missing.
// The package follows no link out of the cache.
package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// format is the version of the layout of the cache. A cache with another version is not read; only [Clear] changes it.
const format = 2

const (
	tagFile   = "CACHEDIR.TAG"
	tagFormat = "# Luminos cache, format "
	// tagText follows the cache directory tagging specification
	// (https://bford.info/cachedir/), so that backup programs skip the cache.
	tagText = "Signature: 8a477f597d28d172789f06886806bc55\n" + tagFormat
	locks   = "locks"
)

// Errors of this package.
var (
	// ErrFormat is returned for a cache of another version of Luminos.
	ErrFormat = errors.New("the cache has the format of another version of Luminos")
	// ErrForeign is returned for a directory that is not a cache of this user.
	ErrForeign = errors.New("the directory is not a Luminos cache of this user")
	// ErrBusy is returned if another process works on the target or the cache.
	ErrBusy = errors.New("the target or the cache is in use by another luminos process")
	// ErrNone is returned without a cache, or for a target without an investigation or a report.
	ErrNone = errors.New("nothing is stored in the cache")
)

// Unwritable reports whether a cache could not be opened because its disk is full or read-only, or its directory does
// not permit writing.
func Unwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || slices.ContainsFunc(unwritable, func(e error) bool { return errors.Is(err, e) })
}

// Options are the settings of a cache. The zero value is ready to use.
type Options struct {
	Clock func() time.Time // nil means time.Now
	// Wrote is called with the name of each file when it is in its place, unless it
	// is nil. Tests use it to stop a run there.
	Wrote func(name string)
}

// Cache is an open cache. It is safe for concurrent use.
type Cache struct {
	locker
	opts   Options
	newID  func() string
	shared *lock // held while the cache is open, so that no process clears it
}

// Open opens the cache in dir or creates one if dir is missing or empty. It leaves a directory alone that holds other
// files or belongs to another user ([ErrForeign]), or that another version wrote ([ErrFormat]). While another process
// clears the cache, Open waits, at most until ctx ends. The caller closes the cache.
func Open(ctx context.Context, dir string, opts Options) (*Cache, error) {
	for {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("creating the cache of investigations: %w", err)
		}
		c, err := open(dir, opts)
		if err != nil {
			return nil, err
		}
		err = c.prepare(ctx)
		if err == nil {
			return c, nil
		}
		c.Close()
		if !errors.Is(err, errCleared) {
			return nil, err
		}
	}
}

// errCleared is returned if another process cleared the cache while this process opened it.
var errCleared = errors.New("another process cleared the cache while it was being opened")

// OpenExisting opens a cache for reading. It creates and writes nothing. The error is [ErrNone] if there is no cache.
func OpenExisting(dir string, opts Options) (*Cache, error) {
	c, err := open(dir, opts)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("opening the cache %q: %w", dir, ErrNone)
	case err != nil:
		return nil, err
	}
	if err := c.checkTag(); err != nil {
		c.Close()
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("opening the cache %q: %w", dir, ErrNone)
		}
		return nil, err
	}
	return c, nil
}

func open(dir string, opts Options) (*Cache, error) {
	if opts.Clock == nil {
		opts.Clock = time.Now
	}
	if opts.Wrote == nil {
		opts.Wrote = func(string) {}
	}
	abs, _ := filepath.Abs(dir) // "" without a working directory, which cannot be opened
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("opening the directory of the cache of investigations: %w", err)
	}
	f := folder{root: root, disk: systemDisk{}, wrote: opts.Wrote}
	c := &Cache{locker: locker{folder: f, dir: abs, clock: opts.Clock}, opts: opts, newID: NewID}
	if err := checkOwner(root); err != nil {
		root.Close()
		return nil, fmt.Errorf("opening the cache %q: %w", abs, err)
	}
	return c, nil
}

// prepare takes the shared lock of the cache. If the directory is new or empty, it also writes the tag file that marks
// a cache.
func (c *Cache) prepare(ctx context.Context) error {
	err := c.checkTag()
	fresh := errors.Is(err, fs.ErrNotExist)
	if err != nil && !fresh {
		return err
	}
	if fresh {
		if err := c.checkEmpty(); err != nil {
			return err
		}
	}
	info, err := c.root.Stat(".")
	if err == nil && info.Mode().Perm()&0o077 != 0 { // not always: the cache can be on a read-only file system
		err = c.root.Chmod(".", 0o700)
	}
	if err := errors.Join(err, c.root.MkdirAll(locks, 0o700)); err != nil {
		return fmt.Errorf("creating the cache of investigations: %w", err)
	}
	if c.shared, err = c.lockShared(ctx); err != nil {
		return err
	}
	if fresh {
		l, err := c.lockNamed(ctx, investigationsLock, false, nil)
		if err != nil {
			return err
		}
		defer l.release()
		return c.write(tagFile, fmt.Appendf(nil, "%s%d\n", tagText, format))
	}
	if err := c.checkTag(); errors.Is(err, fs.ErrNotExist) {
		return errCleared // during the wait, together with the file of the lock
	}
	return nil
}

// checkTag returns an error if the tag file in the directory does not mark a cache of this format. The error is
// fs.ErrNotExist if there is no tag file.
func (c *Cache) checkTag() error {
	b, err := c.read(tagFile, 4<<10)
	if err != nil {
		return err
	}
	rest, ok := strings.CutPrefix(string(b), tagText)
	if !ok {
		return fmt.Errorf("the file %s in the directory %q was not written by Luminos: %w", tagFile, c.dir, ErrForeign)
	}
	if got, _, _ := strings.Cut(rest, "\n"); got != fmt.Sprint(format) {
		return fmt.Errorf("the cache %q has format %q, this program reads format %d: %w", c.dir, got, format, ErrFormat)
	}
	return nil
}

// checkEmpty returns [ErrForeign] if the directory contains anything but the directory of locks and temporary files.
func (c *Cache) checkEmpty() error {
	names, err := c.names(".")
	if slices.ContainsFunc(names, func(n string) bool { return n != locks && !isTemporary(n) }) {
		err = fmt.Errorf("the directory %q is not empty and has no file %s: %w", c.dir, tagFile, ErrForeign)
	}
	return err
}

// Dir returns the absolute path of the cache directory.
func (c *Cache) Dir() string { return c.dir }

// Close closes the cache. The caller closes its investigations before.
func (c *Cache) Close() error {
	c.shared.release()
	return c.root.Close()
}

// Clear removes all files of the cache in dir, then the directory if no other files are in it. It fails with [ErrBusy]
// if another process has the cache open. A directory without a cache is not changed.
func Clear(dir string) error {
	c, err := open(dir, Options{})
	if err == nil {
		defer c.root.Close()
		err = c.checkTag()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil && !errors.Is(err, ErrFormat): // a cache of another format can be removed too
		return err
	}
	l, err := c.lockWhole()
	if err != nil {
		return err
	}
	defer l.release()
	names, err := c.names(".")
	failures := []error{err}
	for _, n := range names {
		if n == investigationsFile || n == serversFile || n == forecastsFile || isTemporary(n) || isID(n) {
			failures = append(failures, c.root.RemoveAll(n))
		}
	}
	failures = append(failures, c.root.RemoveAll(locks), c.root.RemoveAll(tagFile))
	os.Remove(c.dir) // fails if other files are in it
	return doing("clearing the cache", errors.Join(failures...))
}

// NewID returns a random UUID of version 4, for use as the id of an investigation.
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0F | 0x40
	b[8] = b[8]&0x3F | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// isID reports whether a name has the form of a UUID.
func isID(name string) bool { return uuid.MatchString(name) }

// doing returns an error that names the action before err, or nil if err is nil.
func doing(action string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", action, err)
	}
	return err
}
