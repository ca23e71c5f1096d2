package session

import (
	"bytes"
	"context"
	"time"

	"luminos"
	"luminos/internal/localdir"
)

// Code is a directory for the machine code with which the child process reads PDF files.
type Code struct {
	Dir string // "" reads no PDF files
	// Filled reports that the directory has the code, which takes a while to make.
	Filled bool
}

const (
	// lookMost is the number of entries of a target among which a PDF file is looked for before the run is confined.
	// zipsMost is the number of zip archives in whose last namesMost bytes, which are the names of their files, one is
	// looked for.
	lookMost  = 20_000
	zipsMost  = 100
	namesMost = 64 << 10
	// codeWithin bounds the start of a child that makes the code.
	codeWithin = 2 * time.Minute
)

// startEarly starts the child process before the run is confined, if the target holds a PDF file. The reader of such
// files needs memory that is code, which neither a confined run nor its children can have. The child gets it before it
// confines itself. Other children start when they are needed.
func (r *run) startEarly(ctx context.Context) {
	d, ok := r.target.(*directory)
	if !ok || d.child.start == nil || r.Code.Dir == "" || !HoldsPDF(ctx, d.dir) {
		return
	}
	// A confined run can write its cache, and must not write code that a later run executes.
	if r.cache != nil && localdir.Contains(r.cache.Dir(), r.Code.Dir) {
		r.notify(luminos.Info, "PDF files are not read, since the directory of the cache contains the one of their reader")
		return
	}
	if !r.Code.Filled {
		r.notify(luminos.Info, "compiling the PDF reader (once, about 15 s)")
	}
	d.child.code = r.Code.Dir
	_ = d.child.ready(ctx) // each use of the child returns the error
}

// HoldsPDF reports whether a PDF file is among the first entries of a directory and the ones below it, directories near
// the root first, or by its name in a zip archive among them. Nothing in the directory is parsed. Archives of other
// formats are not looked into: the names in them are packed, or are spread over the file. PDF files in these are read
// if another one is found.
func HoldsPDF(ctx context.Context, dir *localdir.Dir) bool {
	left, zips := lookMost, zipsMost
	for dirs := []luminos.Path{luminos.Root}; len(dirs) > 0 && left > 0; dirs = dirs[1:] {
		nodes, err := dir.Kinds(ctx, dirs[0])
		if err != nil {
			continue
		}
		for _, n := range nodes {
			if left--; left < 0 {
				break
			}
			switch {
			case n.Kind == luminos.KindFile && n.Path.Ext() == ".pdf":
				return true
			case n.Kind == luminos.KindFile && n.Path.Ext() == ".zip" && zips > 0:
				zips--
				zip, err := dir.Stat(ctx, n.Path)
				if err != nil {
					continue
				}
				end, err := dir.Read(ctx, n.Path, max(zip.Size-namesMost, 0), namesMost)
				if err == nil && bytes.Contains(bytes.ToLower(end), []byte(".pdf")) {
					return true
				}
			case n.Kind == luminos.KindDir && n.Path.Base() != ".git":
				dirs = append(dirs, n.Path)
			}
		}
	}
	return false
}
