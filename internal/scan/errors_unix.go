//go:build unix

package scan

import (
	"errors"
	"syscall"
)

// isReplaced reports whether err means that an entry was replaced by another kind of
// entry: a link, a file instead of a directory, a socket.
func isReplaced(err error) bool {
	return errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENXIO)
}
