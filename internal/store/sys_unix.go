//go:build unix

package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// unwritable are the errors of a disk that is full or read-only, besides [fs.ErrPermission].
var unwritable = []error{syscall.EROFS, syscall.ENOSPC, syscall.EDQUOT}

const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// checkOwner returns [ErrForeign] if the directory belongs to another user, who could change its files at any time.
func checkOwner(root *os.Root) error {
	info, err := root.Stat(".")
	if err != nil {
		return err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("the directory of the cache belongs to user %d: %w", st.Uid, ErrForeign)
	}
	return nil
}

// syncDir waits until the names of the files in the directory dir below root are on the disk.
func syncDir(root *os.Root, dir string) error {
	d, err := root.Open(dir)
	if err != nil {
		return fmt.Errorf("syncing a directory of the cache of investigations: %w", err)
	}
	defer d.Close()
	// Some file systems return an error because they do not support it; the
	// contents of the files are safe on them.
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return fmt.Errorf("syncing a directory of the cache of investigations: %w", err)
	}
	return nil
}
