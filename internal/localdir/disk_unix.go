//go:build unix

package localdir

import (
	"io/fs"
	"syscall"
)

// onDisk returns the number of hard links of a file and the bytes that it occupies on disk, or 0, 0
// if the system does not state them.
func onDisk(info fs.FileInfo) (links, allocated int64) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0
	}
	return int64(st.Nlink), int64(st.Blocks) * 512
}
