package extract

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"time"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/content"
	"luminos/internal/extract/archive"
	"luminos/internal/extract/file"
)

const (
	// documentMost is the size of the largest file in an archive that is read as a document, and documentsMost the size of
	// all of them: each takes many times its size of memory, and their text is only searched.
	documentMost  = 4 << 20
	documentsMost = 8 << 20
	// pdfsMost is the number of PDF files in an archive that are read, and pdfWork bounds the work on each: hostile ones
	// leave time for the other files of the archive.
	pdfsMost = 8
	pdfWork  = 2 * time.Second
)

var errEnough = errors.New("no more texts are wanted")

// members collects the texts of the files in an archive.
type members struct {
	ctx     context.Context // of the request
	archive *file.File
	x       *luminos.Extraction
	room    int64 // bytes of documents that are still read
	read    int   // files
	pdfs    int   // PDF files that were begun
}

// addMembers adds the texts of the files in an archive to its extraction, up to the bounds on texts.
func addMembers(ctx context.Context, f *file.File, x *luminos.Extraction) {
	m := &members{ctx: ctx, archive: f, x: x, room: documentsMost}
	_ = batch.Guard(func() error { return archive.Each(f, m.add) }) // a damaged archive has the texts before the damage
	x.InnerLeft += max(int(min(x.Number("files"), math.MaxInt32))-m.read, 0)
}

// add adds the text of one file, and the places of the secrets that its reader has masked.
func (m *members) add(name string, r io.Reader) error {
	if !m.archive.WantsInner(m.x) {
		return errEnough
	}
	in := bufio.NewReaderSize(r, content.EncodingHead)
	head, err := in.Peek(content.EncodingHead)
	if err != nil && err != io.EOF {
		return err
	}
	path := luminos.Path(name)
	id := content.Identify(path, false, head)
	document, most := !id.Text || content.ReadByExtraction(path, id), int64(file.InnerMost)+1
	if document {
		most = min(documentMost, m.room)
	}
	pdf := id.MIME == "application/pdf"
	if pdf {
		m.pdfs++
	}
	if pdf && m.pdfs > pdfsMost || most <= 0 {
		return nil
	}
	b, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return err
	}
	if document {
		if m.room -= int64(len(b)); int64(len(b)) == most {
			return nil
		}
	}
	f := inMemory(m.ctx, path, b, file.InnerMost)
	if pdf {
		f.Work = pdfWork
	}
	x := memberOf(f)
	if pdf && (x.State == luminos.ExtractTooLarge || x.State == luminos.ExtractUnsupported) {
		m.x.Again = m.x.Again || x.Again && x.State == luminos.ExtractTooLarge
		return nil // its text is not known: it took too long, or its reader is not loaded
	}
	m.read++
	if x.Reader != archiveReader() { // else no reader reads it
		m.archive.AddInner(m.x, luminos.InnerText{Name: name, Reader: x.Reader, Text: x.Reading()})
		for _, k := range x.Masked {
			k.Path = m.archive.Path + "!/" + path
			m.x.Masked = append(m.x.Masked, k)
		}
	}
	return nil
}

// inMemory returns a file with content that is in memory. Reads after the end of the request fail.
func inMemory(ctx context.Context, name luminos.Path, b []byte, text int) *file.File {
	head := b[:min(len(b), content.EncodingHead)]
	return &file.File{
		ReaderAt: timed{ctx, bytes.NewReader(b)}, Path: name, Size: int64(len(b)), Text: text,
		Head: head, ID: content.Identify(name, false, head),
	}
}

// timed is the content of a file in memory, as [reading] is of a source.
type timed struct {
	ctx context.Context
	r   io.ReaderAt
}

func (t timed) ReadAt(b []byte, at int64) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	return t.r.ReadAt(b, at)
}
