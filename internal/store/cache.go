// Package store keeps investigations on disk. Under the root of the cache lie
//
//	CACHEDIR.TAG            says that this is a cache, whose, and of which format
//	investigations.json     target to investigation ids, newest first
//	servers.json            what the tools of MCP servers were when first used
//	locks/                  one lock a target, and one for the whole cache
//	{id}/meta.json          target, engine, settings, state, counts
//	{id}/index              what every file held when it was last digested
//	{id}/dirs/, {id}/files/ one entry a file, under the SHA-256 of its path
//	{id}/survey.json, plan.json, plan_evaluation.json, flags.jsonl
//	{id}/report.json        the last report; reports/ has a few before it
//	{id}/investigation.log  what happened, a JSON object a line
//
// Every file but the log is written beside its name, made durable, and renamed,
// so that what has a name is whole. What was damaged by others is found by
// checksum, named, and treated as if it were not there. Nothing in the cache is
// reached through a link that leads out of it.
package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// format is the version of the layout. A cache of another format is left alone.
const format = 2

const (
	tagFile   = "CACHEDIR.TAG"
	tagFormat = "# Luminos cache, format "
	// tagText begins as the cache directory tagging specification wants it
	// (https://bford.info/cachedir/), so that backup programs pass the cache by.
	tagText = "Signature: 8a477f597d28d172789f06886806bc55\n" + tagFormat
	locks   = "locks"
)

// Errors that tell why there is no cache to work with.
var (
	// ErrFormat is a cache that another version of Luminos made.
	ErrFormat = errors.New("the cache is of another format")
	// ErrForeign is a directory that is no cache of this user.
	ErrForeign = errors.New("not a Luminos cache of yours")
	// ErrBusy is a target or a cache that another process is working on.
	ErrBusy = errors.New("in use by another luminos")
	// ErrNone is a target without an investigation, or without a report.
	ErrNone = errors.New("nothing is stored")
)

// Options are what the cache needs of the world. The zero value is the real one.
type Options struct {
	Clock func() time.Time // nil means time.Now
	NewID func() string    // nil means random UUIDs
	// Wrote, unless it is nil, is told the name of each file once it is durably in its place.
	Wrote func(name string)
}

// Cache is an open cache. It is safe for concurrent use.
type Cache struct {
	folder
	dir    string
	opts   Options
	shared *lock // held as long as the cache is open, so that nobody clears it
}

// Open opens the cache in dir and makes one where there is nothing. A directory
// that holds other things, belongs to somebody else, or was written by another
// version is left alone: see [ErrForeign] and [ErrFormat]. While somebody clears
// the cache Open waits until ctx ends. The caller closes the cache.
func Open(ctx context.Context, dir string, opts Options) (*Cache, error) {
	for {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("making the cache: %w", err)
		}
		c, err := open(dir, opts)
		if err != nil {
			return nil, err
		}
		err = c.settle(ctx)
		if err == nil {
			return c, nil
		}
		c.Close()
		if !errors.Is(err, errCleared) {
			return nil, err
		}
	}
}

// errCleared says that somebody cleared the cache while it was being opened.
var errCleared = errors.New("the cache was cleared")

// OpenExisting opens a cache for looking only: it makes none, and writes
// nothing. Where there is none the error is [ErrNone].
func OpenExisting(dir string, opts Options) (*Cache, error) {
	c, err := open(dir, opts)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the cache %q: %w", dir, ErrNone)
	case err != nil:
		return nil, err
	}
	if err := c.checkTag(); err != nil {
		c.Close()
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("the cache %q: %w", dir, ErrNone)
		}
		return nil, err
	}
	return c, nil
}

func open(dir string, opts Options) (*Cache, error) {
	if opts.Clock == nil {
		opts.Clock = time.Now
	}
	if opts.NewID == nil {
		opts.NewID = NewID
	}
	if opts.Wrote == nil {
		opts.Wrote = func(string) {}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("locating the cache: %w", err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("opening the cache: %w", err)
	}
	c := &Cache{folder: folder{root: root, wrote: opts.Wrote}, dir: abs, opts: opts}
	if err := checkOwner(root); err != nil {
		root.Close()
		return nil, fmt.Errorf("the cache %q: %w", abs, err)
	}
	return c, nil
}

// settle makes the directory a cache if it is empty, and takes the shared lock.
func (c *Cache) settle(ctx context.Context) error {
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
	if info, err := c.root.Stat("."); err == nil && info.Mode().Perm()&0o077 != 0 {
		if err := c.root.Chmod(".", 0o700); err != nil {
			return fmt.Errorf("closing the cache to others: %w", err)
		}
	}
	if err := c.root.MkdirAll(locks, 0o700); err != nil {
		return fmt.Errorf("making the cache: %w", err)
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
		return errCleared // while we waited; our lock went with it
	}
	return nil
}

// checkTag makes sure that the directory is a cache of this format. Where there
// is no tag the error is fs.ErrNotExist.
func (c *Cache) checkTag() error {
	b, err := c.read(tagFile, 4<<10)
	if err != nil {
		return err
	}
	rest, ok := strings.CutPrefix(string(b), tagText)
	if !ok {
		return fmt.Errorf("%q has a %s of something else: %w", c.dir, tagFile, ErrForeign)
	}
	if got, _, _ := strings.Cut(rest, "\n"); got != fmt.Sprint(format) {
		return fmt.Errorf("%q has format %q, this program reads format %d: %w", c.dir, got, format, ErrFormat)
	}
	return nil
}

// checkEmpty refuses a directory in which somebody else keeps things.
func (c *Cache) checkEmpty() error {
	names, err := c.names(".")
	if err != nil {
		return err
	}
	for _, n := range names {
		if n != locks && !isTemporary(n) {
			return fmt.Errorf("%q is not empty and has no %s: %w", c.dir, tagFile, ErrForeign)
		}
	}
	return nil
}

// Dir is the absolute path of the cache.
func (c *Cache) Dir() string { return c.dir }

// Close gives up the cache. Investigations in it are to be closed before.
func (c *Cache) Close() error {
	c.shared.release()
	return c.root.Close()
}

// Clear removes the cache in dir: what Luminos put there, and the directory if
// nothing else is left in it. It fails with [ErrBusy] while somebody works
// with the cache, and does nothing where there is none.
func Clear(dir string) error {
	c, err := OpenExisting(dir, Options{})
	if errors.Is(err, ErrNone) {
		return nil
	}
	if err != nil && !errors.Is(err, ErrFormat) {
		return err
	}
	if err != nil { // of another version, but ours to remove
		if c, err = open(dir, Options{}); err != nil {
			return err
		}
	}
	defer c.Close()
	l, err := c.lockWhole()
	if err != nil {
		return err
	}
	defer l.release()
	names, err := c.names(".")
	if err != nil {
		return err
	}
	var failures []error
	for _, n := range names {
		if n == investigationsFile || n == serversFile || isTemporary(n) || isID(n) {
			failures = append(failures, c.root.RemoveAll(n))
		}
	}
	failures = append(failures, c.root.RemoveAll(locks), c.root.RemoveAll(tagFile))
	if err := errors.Join(failures...); err != nil {
		return fmt.Errorf("clearing the cache: %w", err)
	}
	os.Remove(c.dir) // stays when something of somebody else is in it
	return nil
}

// NewID is a random UUID, as investigations have one.
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0F | 0x40
	b[8] = b[8]&0x3F | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// isID reports whether a name has the form of a UUID.
func isID(name string) bool {
	if len(name) != 36 {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (c == '-') {
			return false
		} else if !dash && !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return false
		}
	}
	return true
}
