//go:build unix

package scan

import (
	"errors"
	"syscall"
)

// isLoop reports whether err says that links lead in a circle.
func isLoop(err error) bool { return errors.Is(err, syscall.ELOOP) }

// isBroken reports whether err says that a link leads to nothing.
func isBroken(err error) bool {
	return errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG)
}

// isReplaced reports whether err is what opening something that is no longer
// what it was gives: a link, a file instead of a directory, a socket.
func isReplaced(err error) bool {
	return errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENXIO)
}
