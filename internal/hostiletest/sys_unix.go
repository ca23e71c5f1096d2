//go:build linux || darwin

package hostiletest

import (
	"time"

	"golang.org/x/sys/unix"
)

// sparseFiles says that holes in files take no room.
const sparseFiles = true

func mkfifo(name string) error { return unix.Mkfifo(name, 0o644) }

func mkdevice(name string, block bool, major, minor uint32) error {
	mode := uint32(unix.S_IFCHR)
	if block {
		mode = unix.S_IFBLK
	}
	return unix.Mknod(name, mode|0o644, int(unix.Mkdev(major, minor)))
}

// setTime sets the modification time of an entry, or of a link itself, in seconds since 1970. The functions of the
// standard library count in nanoseconds, which reach to the year 2262 only.
func setTime(name string, seconds int64) error {
	ts, err := unix.TimeToTimespec(time.Unix(seconds, 0))
	if err != nil { // systems of 32 bits end in 2038
		return err
	}
	return unix.UtimesNanoAt(unix.AT_FDCWD, name, []unix.Timespec{ts, ts}, unix.AT_SYMLINK_NOFOLLOW)
}
