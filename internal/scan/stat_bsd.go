//go:build darwin || freebsd

package scan

// openNoAtime is a flag that these systems do not have.
const openNoAtime = 0
