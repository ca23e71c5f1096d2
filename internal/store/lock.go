package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Locks are advisory locks of the system on files in locks/. The system lets go
// of them when their process ends in whatever way, so none is ever left behind.

// retryEvery is how often a lock that somebody holds is tried again.
const retryEvery = 100 * time.Millisecond

const wholeLock = "cache"

// lock is a lock that is held; nil is none.
type lock struct{ *flock.Flock }

func (l *lock) release() {
	if l != nil {
		l.Close() // unlocks; there is nothing to do about a failure
	}
}

// Holder is who holds a lock, as far as the holder told.
type Holder struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

func (c *Cache) flock(name string) *flock.Flock {
	return flock.New(filepath.Join(c.dir, locks, name), flock.SetFlag(os.O_CREATE|os.O_RDONLY|noFollow), flock.SetPermissions(0o600))
}

// lockShared is what everybody who works with the cache holds.
func (c *Cache) lockShared(ctx context.Context) (*lock, error) {
	l := c.flock(wholeLock)
	ok, err := l.TryRLockContext(ctx, retryEvery)
	if err != nil || !ok {
		l.Close()
		return nil, fmt.Errorf("locking the cache: %w", err)
	}
	return &lock{l}, nil
}

// lockWhole is what who clears the cache holds.
func (c *Cache) lockWhole() (*lock, error) {
	l := c.flock(wholeLock)
	if ok, err := l.TryLock(); err != nil || !ok {
		l.Close()
		return nil, fmt.Errorf("locking the cache: %w", errors.Join(err, busyUnless(err)))
	}
	return &lock{l}, nil
}

func busyUnless(err error) error {
	if err != nil {
		return nil
	}
	return ErrBusy
}

// lockNamed takes the exclusive lock of that name. Somebody else holding it is
// [ErrBusy] with noWait; otherwise waiting, unless it is nil, is told once who does.
func (c *Cache) lockNamed(ctx context.Context, name string, noWait bool, waiting func(Holder)) (*lock, error) {
	l := c.flock(name)
	ok, err := l.TryLock()
	if err == nil && !ok {
		holder := c.holder(name)
		if noWait {
			l.Close()
			return nil, fmt.Errorf("process %d works on it since %s: %w", holder.PID, holder.Since.Local().Format(time.TimeOnly), ErrBusy)
		}
		if waiting != nil {
			waiting(holder)
		}
		ok, err = l.TryLockContext(ctx, retryEvery)
	}
	if err != nil || !ok {
		l.Close()
		return nil, fmt.Errorf("locking the cache: %w", err)
	}
	c.sign(name)
	return &lock{l}, nil
}

// sign says in the lock file who holds it. It is a courtesy: nothing depends on it.
func (c *Cache) sign(name string) {
	b, err := json.Marshal(Holder{os.Getpid(), c.opts.Clock().UTC()})
	if err != nil {
		return
	}
	// In place: another file under that name would be another lock.
	if f, err := c.root.OpenFile(filepath.Join(locks, name), os.O_WRONLY|os.O_TRUNC, 0); err == nil {
		f.Write(b)
		f.Close()
	}
}

func (c *Cache) holder(name string) (h Holder) {
	if b, err := c.read(filepath.Join(locks, name), 4<<10); err == nil {
		_ = json.Unmarshal(b, &h) // an unsigned lock has an unknown holder
	}
	return h
}

func targetLock(target string) string { return "target-" + digestName(target) }

// digestName is a name for a file about something with a name of any length and kind.
func digestName(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
