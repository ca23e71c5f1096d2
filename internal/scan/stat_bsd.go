//go:build darwin || freebsd

package scan

import "golang.org/x/sys/unix"

// openNoAtime is a flag that these systems do not have.
const openNoAtime = 0

func changeTime(st *unix.Stat_t) int64 { return st.Ctim.Nano() }

// ofKernel reports whether a directory is in a file system whose files the kernel makes: these systems mount none by
// default.
func ofKernel(directory) bool { return false }
