//go:build !unix

package store

import "os"

const noFollow = 0

// unwritable is empty: the numbers of these errors differ between systems.
var unwritable []error

// checkOwner returns nil: on this system the permissions of the directory protect the cache from other users.
func checkOwner(*os.Root) error { return nil }

// syncDir does nothing: directories cannot be opened for syncing here, and the
// journal of the file system keeps renames in order.
func syncDir(*os.Root, string) error { return nil }
