//go:build !unix

package store

import "os"

const noFollow = 0

// checkOwner leaves it to the permissions of the user's own folders.
func checkOwner(*os.Root) error { return nil }

// syncDir does nothing: directories cannot be opened for it here, and the
// system's journal keeps renames in order.
func (f *folder) syncDir(string) error { return nil }
