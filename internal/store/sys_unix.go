//go:build unix

package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// checkOwner refuses a directory of somebody else: who owns it can change what
// is read from it at any time.
func checkOwner(root *os.Root) error {
	info, err := root.Stat(".")
	if err != nil {
		return err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("it belongs to user %d: %w", st.Uid, ErrForeign)
	}
	return nil
}

// syncDir waits until the disk has the names in a directory.
func (f *folder) syncDir(dir string) error {
	d, err := f.root.Open(dir)
	if err != nil {
		return fmt.Errorf("writing to the cache: %w", err)
	}
	defer d.Close()
	// Some file systems cannot do it and say so; the files themselves are safe.
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return fmt.Errorf("writing to the cache: %w", err)
	}
	return nil
}
