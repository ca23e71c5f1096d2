package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Locks are advisory locks of the operating system on files in locks/. The system
// releases them at the end of the process, so no lock is left behind.

// retryEvery is the time between two attempts to take a lock.
const retryEvery = 100 * time.Millisecond

const wholeLock = "cache"

// lock is a lock that this process holds. The method release of a nil lock does nothing.
type lock struct{ *flock.Flock }

func (l *lock) release() {
	if l != nil {
		l.Close() // unlocks; a failure has no remedy
	}
}

// Holder identifies the process that holds a lock. Its fields are zero if the process is unknown.
type Holder struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// locker takes the locks of a cache, which are files in its directory.
type locker struct {
	folder
	dir   string // absolute path of the cache
	clock func() time.Time
}

// flock returns the file lock of that name, which the caller then takes. Its file is open only while the lock is held.
func (c *locker) flock(name string) *flock.Flock {
	return flock.New(filepath.Join(c.dir, locks, name),
		flock.SetFlag(os.O_CREATE|os.O_RDONLY|noFollow), flock.SetPermissions(0o600))
}

// lockShared takes the shared lock that each process holds while it has the cache open. While another process clears
// the cache, it waits, at most until ctx ends.
func (c *locker) lockShared(ctx context.Context) (*lock, error) {
	l := c.flock(wholeLock)
	if _, err := l.TryRLockContext(ctx, retryEvery); err != nil {
		return nil, fmt.Errorf("locking the cache of investigations: %w", err)
	}
	return &lock{l}, nil
}

// lockWhole takes the lock of the whole cache. It fails with [ErrBusy] if another process has the cache open.
func (c *locker) lockWhole() (*lock, error) {
	l := c.flock(wholeLock)
	ok, err := l.TryLock()
	if err == nil && !ok {
		err = ErrBusy
	}
	if err != nil {
		return nil, fmt.Errorf("locking the cache of investigations: %w", err)
	}
	return &lock{l}, nil
}

// lockNamed takes the exclusive lock of that name. If another process holds it and noWait is true, lockNamed returns
// [ErrBusy]. Otherwise it calls waiting once with the holder, unless waiting is nil, and waits, at most until ctx ends.
func (c *locker) lockNamed(ctx context.Context, name string, noWait bool, waiting func(Holder)) (*lock, error) {
	l := c.flock(name)
	ok, err := l.TryLock()
	if err == nil && !ok {
		holder := c.holder(name)
		if noWait {
			return nil, fmt.Errorf("locking the target, on which process %d has worked since %s: %w",
				holder.PID, holder.Since.Local().Format(time.TimeOnly), ErrBusy)
		}
		if waiting != nil {
			waiting(holder)
		}
		_, err = l.TryLockContext(ctx, retryEvery)
	}
	if err != nil {
		return nil, fmt.Errorf("locking the cache of investigations: %w", err)
	}
	c.sign(name)
	return &lock{l}, nil
}

// sign writes the id of this process and the time into the file of a lock, for messages to other processes.
func (c *locker) sign(name string) {
	b, _ := json.Marshal(Holder{os.Getpid(), c.clock().UTC()})
	// In place: another file under that name would be another lock.
	if f, err := c.root.OpenFile(filepath.Join(locks, name), os.O_WRONLY|os.O_TRUNC, 0); err == nil {
		f.Write(b)
		f.Close()
	}
}

func (c *locker) holder(name string) (h Holder) {
	if b, err := c.read(filepath.Join(locks, name), 4<<10); err == nil {
		_ = json.Unmarshal(b, &h) // the holder of an unsigned lock is unknown
	}
	return h
}

func targetLock(target string) string { return "target-" + digestName(target) }

// digestName returns the hexadecimal SHA-256 of s, for use as a file name.
func digestName(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
