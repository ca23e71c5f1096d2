// Package integrity compares files that belong together: checksums with files, the backups of a series with each
// other, declared files with present ones. It also finds files that end too early.
package integrity

import (
	"context"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/content"
	"luminos/internal/facts/present"
)

// listMost is the number of names of one kind that are kept.
const listMost = 20

// Result holds the comparisons, and the files and problems that were met.
type Result struct {
	Checked  *luminos.Checked // nil if there is nothing to compare
	Cut      []luminos.Path   // files that end too early, of formats without a reader
	Read     []luminos.Path
	Problems []luminos.Problem
}

// Read compares the files of a scan. A file that cannot be read is a problem in the result. Read returns an error
// only if ctx is cancelled.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	r := &reader{src: src, present: present.New(src), left: bytesMost,
		files: map[luminos.Path]int64{}, extensions: map[luminos.Path][]string{}}
	var sums, declarations []luminos.Path
	var ended []*luminos.File
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() || f.Vendored || f.MIME == content.LFSPointer {
			continue
		}
		r.files[f.Path] = f.Size
		r.addExtension(f.Path)
		if mayBeCut(f) {
			ended = append(ended, f)
		}
		switch {
		case !f.Text:
		case f.Path.Base() == "datapackage.json":
			declarations = append(declarations, f.Path)
		case isSums(f.Path):
			sums = append(sums, f.Path)
		}
	}
	c := luminos.Checked{Series: seriesOf(r.files)}
	for _, p := range sums[:min(len(sums), sumsMost)] {
		if s := r.checksums(ctx, p); s != nil {
			c.Sums = append(c.Sums, *s)
		}
	}
	for _, p := range declarations[:min(len(declarations), declarationsMost)] {
		if d := r.declared(ctx, p); d != nil {
			c.Declared = append(c.Declared, *d)
		}
	}
	r.out.Cut = r.cutOff(ctx, ended)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	r.out.Problems = batch.Few(r.out.Problems)
	if len(c.Sums)+len(c.Series)+len(c.Declared) > 0 {
		r.out.Checked = &c
	}
	return &r.out, nil
}

// reader compares the files of one scan.
type reader struct {
	src     luminos.Source
	present *present.Files
	files   map[luminos.Path]int64 // sizes of the investigated files
	// extensions are the extensions of files by their paths without, at most 3 of each.
	extensions map[luminos.Path][]string
	left       int64 // bytes that may still be read for checksums
	lines      int   // of files of checksums that were compared
	out        Result
}

// addExtension records the extension of a file that holds no checksums.
func (r *reader) addExtension(p luminos.Path) {
	const most = 3
	i := strings.LastIndexByte(string(p), '.')
	if i <= 0 || isSums(p) {
		return
	}
	if stem := p[:i]; len(r.extensions[stem]) < most {
		r.extensions[stem] = append(r.extensions[stem], string(p[i:]))
	}
}

// text returns the text of a file, or "" if it cannot be read.
func (r *reader) text(ctx context.Context, p luminos.Path, most int) luminos.Text {
	text, err := r.src.Text(ctx, p, most)
	if err != nil {
		if ctx.Err() == nil {
			r.out.Problems = append(r.out.Problems, batch.Problem(p, err))
		}
		return luminos.Text{}
	}
	r.out.Read = append(r.out.Read, p)
	return text
}
