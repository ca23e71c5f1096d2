//go:build !unix

package scan

import (
	"errors"
	"io/fs"
)

// isLoop reports whether err says that links lead in a circle. Where the
// system has no such error, a circle counts as leading nowhere.
func isLoop(error) bool { return false }

// isBroken reports whether err says that a link leads to nothing.
func isBroken(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// isReplaced reports whether err tells that something is no longer what it
// was. Where the system has no such error, its own words do.
func isReplaced(error) bool { return false }
