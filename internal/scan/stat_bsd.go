//go:build darwin || freebsd

package scan

import "golang.org/x/sys/unix"

// openNoAtime is a flag that these systems do not have.
const openNoAtime = 0

func changeTime(st *unix.Stat_t) int64 { return st.Ctim.Nano() }
