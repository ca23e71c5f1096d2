package store

import (
	"errors"
	"io/fs"
	"slices"
	"sync"
	"time"

	"luminos"
)

// vault reads and writes the sealed files of one investigation and collects the
// files that cannot be used. It is safe for concurrent use.
type vault struct {
	folder // {id}/
	clock  func() time.Time

	packing sync.Mutex // held while packs are numbered and written
	// lastPack is the highest number of a pack, 0 if it is not known. It is guarded by packing.
	lastPack int

	mu       sync.Mutex
	problems []luminos.Problem
}

// now returns the time of the clock in UTC.
func (v *vault) now() time.Time { return v.clock().UTC() }

// Problems returns the files of the investigation that could not be used, and why. They were treated as missing.
func (v *vault) Problems() []luminos.Problem {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.problems)
}

// problem adds the named file and the error of reading it to the list of [vault.Problems]. It ignores errors because of
// a missing file.
func (v *vault) problem(name string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.problems = append(v.problems, luminos.Problem{Path: luminos.PathFromOS(name), Reason: describe(err)})
}

// describe returns the text of an error without the path of the file.
func describe(err error) string {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}
