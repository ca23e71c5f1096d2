package scan

import "golang.org/x/sys/unix"

// openNoAtime leaves access times alone where we own the file.
const openNoAtime = unix.O_NOATIME
