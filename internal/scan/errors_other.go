//go:build !unix

package scan

// isReplaced reports whether err means that an entry was replaced by another kind of
// entry. This system has no such error, so it returns false.
func isReplaced(error) bool { return false }
