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

// setTime leaves links alone: setting theirs would set that of what they name.
func setTime(name string, seconds int64) error {
	info, err := os.Lstat(name)
	if err != nil || info.Mode()&os.ModeSymlink != 0 {
		return err
	}
	t := time.Unix(seconds, 0)
	return os.Chtimes(name, t, t)
}
