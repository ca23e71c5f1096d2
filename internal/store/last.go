package store

import (
	"time"

	"luminos"
)

// FileState is the state of a file when its unit was investigated.
type FileState struct {
	Path   luminos.Path `json:"path"`
	Digest string       `json:"digest"`
	// Lines has 4 bytes for each line of a text, a digest from which the line cannot be restored; nil if the lines
	// are not known.
	Lines []byte `json:"lines,omitempty"`
}

// Last is the part of the last report of an engine that the next report is compared with.
type Last struct {
	Written time.Time `json:"written"` // set by PutLast
	// Flags are the flags of the report with their evidence.
	Flags []luminos.Flag `json:"flags"`
	// Files are the digests of all files, by path. Their stamps are not set.
	Files Index `json:"-"`
}

// lastMax is the maximal size in bytes of the stored flags of a report.
const lastMax = 64 << 20

func lastFile(engine string) string  { return "last-" + engine + ".json" }
func filesFile(engine string) string { return "files-" + engine }

// PutLast stores the part of the last report of an engine that the next one is compared with.
func (inv *Investigation) PutLast(engine string, l Last) error {
	l.Written = inv.now()
	b, err := seal(&l)
	if err == nil {
		err = inv.write(filesFile(engine), encodeIndex(l.Files))
	}
	if err == nil {
		err = inv.write(lastFile(engine), b)
	}
	return doing("storing the flags and the files of the report", err)
}

// Last returns the value that [Investigation.PutLast] stored for an engine, or nil if it is missing or damaged.
func (inv *Investigation) Last(engine string) *Last {
	var l Last
	if err := inv.readSealed(lastFile(engine), lastMax, &l); err != nil {
		inv.problem(lastFile(engine), err)
		return nil
	}
	b, err := inv.read(filesFile(engine), indexMax)
	if err == nil {
		l.Files, err = decodeIndex(b)
	}
	if err != nil {
		inv.problem(filesFile(engine), err)
		return nil
	}
	return &l
}
