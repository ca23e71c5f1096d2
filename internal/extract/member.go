package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/content"
	"luminos/internal/extract/archive"
	"luminos/internal/extract/data"
	"luminos/internal/extract/file"
)

// memberMost is the size of the largest file in an archive that is read: it is in memory as a whole.
const memberMost = 64 << 20

// member returns the extraction of a file in an archive by its path, "a.zip!/dir/file", or nil without such a file.
func (e extractor) member(ctx context.Context, p luminos.Path, o luminos.Extract) *luminos.Extraction {
	f, err := openMember(ctx, e.src, p, o.Text)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil:
		return memberOf(f)
	}
	x := &luminos.Extraction{Reader: archiveReader(), Format: "file in an archive"}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		x.Fail(luminos.ExtractTooLarge, "reading it took longer than "+deadline.String())
	case errors.Is(err, file.ErrTooLarge):
		x.Fail(luminos.ExtractTooLarge, "a file in an archive of more than 64 MiB is not read")
	case errors.Is(err, errors.ErrUnsupported):
		x.Fail(luminos.ExtractUnsupported, "it needs a password, or is packed by a method that is not known")
	default:
		x.Fail(luminos.ExtractDamaged, "it cannot be unpacked")
	}
	return x
}

func archiveReader() string {
	return luminos.ReaderVersion(archive.Reader.Name, archive.Reader.Version)
}

// openMember returns a file in an archive. It fails with [fs.ErrNotExist] if there is no such archive or file.
func openMember(ctx context.Context, src luminos.Source, p luminos.Path, text int) (*file.File, error) {
	var outer *file.File
	_, name, ok := luminos.SplitMember(p, func(p luminos.Path) bool {
		outer = open(ctx, src, p, 0)
		return outer != nil
	})
	if !ok {
		return nil, fs.ErrNotExist
	}
	var b []byte
	err := batch.Guard(func() error {
		r, size, err := archive.Open(outer, string(name))
		if err != nil {
			return err
		}
		if size > memberMost {
			return file.ErrTooLarge
		}
		b, err = io.ReadAll(file.Limit(r, memberMost))
		return err
	})
	if err != nil {
		return nil, err
	}
	return inMemory(ctx, name, b, text), nil
}

// memberOf returns the extraction of a file from an archive. If no reader reads it, the extraction has its text, or its
// description.
func memberOf(f *file.File) *luminos.Extraction {
	x := &luminos.Extraction{}
	if !f.ID.Text || content.ReadByExtraction(f.Path, f.ID) {
		x = Of(f)
	}
	if x != nil && x.Reader != "" {
		x.Reader = archiveReader() + " > " + x.Reader
		return x
	}
	x = &luminos.Extraction{Reader: archiveReader() + " > text"}
	b, err := f.All(memberMost)
	text, failed := content.TextOf(f.Path, b, max(f.Text, 0))
	switch {
	case err != nil || failed != nil || !f.ID.Text:
		x.Reader, x.Format = archiveReader(), content.Describe(f.Path, f.Size, f)
	case f.Size == 0:
		x.Fail(luminos.ExtractEmpty, "it has no bytes")
	default:
		x.Format = f.ID.Language
		x.Parts = []luminos.Part{{Name: "text", Text: text.Content}}
		if text.Cut {
			x.Limit("only its beginning was read")
		}
	}
	return x
}

// Rows calls a function with the names of the columns and the values of each row of a table in a database, until it
// returns false. The error is [luminos.ErrNotTable] if the file has no such table, or its rows cannot be read.
type Rows func(ctx context.Context, p luminos.Path, table string, row func(columns, values []string) bool) error

// RowsOf returns the reader of the rows of the databases of a source, and of databases in its archives.
func RowsOf(src luminos.Source) Rows {
	return func(ctx context.Context, p luminos.Path, table string, row func(columns, values []string) bool) error {
		f := open(ctx, src, p, 0)
		if f == nil {
			var err error
			if f, err = openMember(ctx, src, p, 0); err != nil {
				return fmt.Errorf("reading the rows of %q: %w", p, err)
			}
		}
		err := batch.Guard(func() error { return data.Rows(f, table, rowsMost, archive.Unpack, row) })
		if errors.Is(err, data.ErrNoTable) {
			return fmt.Errorf("%w: %w", luminos.ErrNotTable, err)
		}
		return err
	}
}

// rowsMost is the number of rows of one table that are read. The caller ends earlier.
const rowsMost = 1 << 30
