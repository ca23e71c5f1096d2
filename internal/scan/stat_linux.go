package scan

import "golang.org/x/sys/unix"

// openNoAtime is the flag that keeps access times; it works for the user's own files.
const openNoAtime = unix.O_NOATIME

func changeTime(st *unix.Stat_t) int64 { return st.Ctim.Nano() }
