package store

import (
	"io"
	"os"
)

// disk is the part of the file system that durability depends on. Tests use one
// that counts calls, fails, and loses unsynced writes in a power failure. Killing a
// process does not test durability, since the page cache survives.
type disk interface {
	// open opens a file below root. It takes the flags of [os.OpenFile]; a new
	// file gets mode 0600.
	open(root *os.Root, name string, flag int) (diskFile, error)
	// rename replaces the file newName below root by oldName.
	rename(root *os.Root, oldName, newName string) error
	// link gives the file oldName below root the second name newName.
	link(root *os.Root, oldName, newName string) error
	// syncDir waits until the names in a directory below root are on the disk.
	syncDir(root *os.Root, dir string) error
}

// diskFile is an open file of a [disk].
type diskFile interface {
	io.Writer
	io.WriterAt
	io.Closer
	// Sync waits until the content is on the disk.
	Sync() error
	Truncate(size int64) error
}

// systemDisk implements [disk] with the file system of the operating system.
type systemDisk struct{}

func (systemDisk) open(root *os.Root, name string, flag int) (diskFile, error) {
	return root.OpenFile(name, flag, 0o600)
}

func (systemDisk) rename(root *os.Root, oldName, newName string) error {
	return root.Rename(oldName, newName)
}

func (systemDisk) link(root *os.Root, oldName, newName string) error {
	return root.Link(oldName, newName)
}

func (systemDisk) syncDir(root *os.Root, dir string) error { return syncDir(root, dir) }
