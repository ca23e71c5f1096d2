// Package extract reads the content of files that are not plain text: the readers of all families of formats, the
// choice among them, and the bounds of one file. It runs in the confined child.
package extract

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/content"
	"luminos/internal/extract/archive"
	"luminos/internal/extract/calendar"
	"luminos/internal/extract/certificate"
	"luminos/internal/extract/data"
	"luminos/internal/extract/file"
	"luminos/internal/extract/mail"
	"luminos/internal/extract/media"
	"luminos/internal/extract/mlmodel"
	"luminos/internal/extract/notebook"
	"luminos/internal/extract/office"
	"luminos/internal/extract/pdf"
)

// readers are the readers of all families. The first one that reads a file is the one that is used.
var readers = []*file.Reader{
	&notebook.Reader,
	&office.Reader,
	&certificate.Reader,
	&mail.Reader,
	&calendar.Reader,
	&mlmodel.Reader,
	&data.Reader,
	&archive.Reader, // after the formats that are archives inside
	&media.Reader,
	&pdf.Reader,
}

// Names returns the names of all readers with their versions, sorted.
func Names() []string {
	var names []string
	for _, r := range readers {
		names = append(names, luminos.ReaderVersion(r.Name, r.Version))
	}
	slices.Sort(names)
	return names
}

const (
	// deadline bounds the time for the work on one file, see [file.Patience].
	deadline = 20 * time.Second
	// wait bounds the time for one file on the clock of the wall: a reader that gets a third of a processor has time
	// until its deadline. It is shorter than the limit of a call by the time after which an answer ends.
	wait = 60 * time.Second
)

// Over returns an extractor that reads the files of src in this process.
func Over(src luminos.Source) luminos.Extractor { return extractor{src} }

type extractor struct{ src luminos.Source }

// Extract implements [luminos.Extractor]. It reads one file after the other.
func (e extractor) Extract(
	ctx context.Context, files []luminos.Path, o luminos.Extract,
) ([]*luminos.Extraction, error) {
	all := make([]*luminos.Extraction, len(files))
	for i, p := range files {
		all[i] = e.one(ctx, p, o)
		if ctx.Err() != nil {
			return all, context.Cause(ctx)
		}
	}
	return all, nil
}

// one returns the extraction of one file, or nil if no reader reads it.
func (e extractor) one(ctx context.Context, p luminos.Path, o luminos.Extract) *luminos.Extraction {
	soon, end := file.Patience(ctx, deadline, wait)
	defer end()
	x := e.within(soon, p, o)
	if x != nil && errors.Is(soon.Err(), file.ErrBusy) { // also if the reader returned a part
		x.Again = true
	}
	return x
}

// within returns the extraction of one file as one does, until the end of the context.
func (e extractor) within(ctx context.Context, p luminos.Path, o luminos.Extract) *luminos.Extraction {
	f := open(ctx, e.src, p, o.Text)
	if f == nil {
		return e.member(ctx, p, o)
	}
	f.Inner = o.Inner
	x := Of(f)
	if x != nil && f.Inner > 0 && x.Reader == archiveReader() && x.State == "" && x.Number("files") > 0 {
		addMembers(ctx, f, x)
	}
	return x
}

// open returns the regular file at a path, or nil.
func open(ctx context.Context, src luminos.Source, p luminos.Path, text int) *file.File {
	n, err := src.Stat(ctx, p)
	if err != nil || n.Kind != luminos.KindFile {
		return nil
	}
	head, err := src.Read(ctx, p, 0, content.EncodingHead)
	if err != nil {
		return nil
	}
	return &file.File{
		ReaderAt: reading{ctx, src, p}, Path: p, Size: n.Size, Text: text,
		Head: head, ID: content.Identify(p, false, head),
	}
}

// Of returns the extraction of a file, or nil if no reader reads it. A panic of the reader is a damaged file.
func Of(f *file.File) *luminos.Extraction {
	i := slices.IndexFunc(readers, func(r *file.Reader) bool { return r.Reads(f) })
	if i < 0 {
		return nil
	}
	r := readers[i]
	x := &luminos.Extraction{Reader: luminos.ReaderVersion(r.Name, r.Version)}
	if f.Size == 0 {
		x.Fail(luminos.ExtractEmpty, "it has no bytes")
		return x
	}
	switch err := batch.Guard(func() error { return r.Read(f, x) }); {
	case err == nil:
	case errors.Is(err, file.ErrBusy):
		x.Fail(luminos.ExtractTooLarge, file.ErrBusy.Error())
		x.Again = true
	case errors.Is(err, context.DeadlineExceeded):
		x.Fail(luminos.ExtractTooLarge, "reading it took longer than "+deadline.String())
	case errors.Is(err, file.ErrTooLarge):
		x.Fail(luminos.ExtractTooLarge, file.ErrTooLarge.Error())
	case batch.Panicked(err):
		x.Fail(luminos.ExtractDamaged, "its reader failed on it")
	default:
		x.Fail(luminos.ExtractDamaged, "its structure cannot be read")
	}
	return x
}

// reading is a file of a source as an io.ReaderAt. It holds the context of one request.
type reading struct {
	ctx  context.Context
	src  luminos.Source
	path luminos.Path
}

func (r reading) ReadAt(b []byte, at int64) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	got, err := r.src.Read(r.ctx, r.path, at, len(b))
	if err == nil && len(got) < len(b) {
		err = io.EOF
	}
	return copy(b, got), err
}
