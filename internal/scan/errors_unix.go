//go:build unix

package scan

import (
	"errors"
	"syscall"
)

// isReplaced reports whether err is what opening something that is no longer
// what it was gives: a link, a file instead of a directory, a socket.
func isReplaced(err error) bool {
	return errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENXIO)
}
