//go:build !linux && !darwin

package hostiletest

import (
	"errors"
	"os"
	"time"
)

const sparseFiles = false

func mkfifo(string) error { return errors.ErrUnsupported }

func mkdevice(string, bool, uint32, uint32) error { return errors.ErrUnsupported }

// setTime sets the modification time of an entry. It skips links, since it would set the time of their targets.
func setTime(name string, seconds int64) error {
	info, err := os.Lstat(name)
	if err != nil || info.Mode()&os.ModeSymlink != 0 {
		return err
	}
	t := time.Unix(seconds, 0)
	return os.Chtimes(name, t, t)
}
