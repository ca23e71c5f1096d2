// Package formats sums up documents, archives, data and models by format: versions, pages, entries and encryption.
package formats

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/content"
)

// Bounds of one run.
const (
	filesMax = 2000 // files that are looked at
	formsMax = 20   // properties of a format that are kept
)

// Result holds the formats of a scan, and the files and problems that were met.
type Result struct {
	// Formats is sorted by number of files, most first, then by name. Files of unknown format come last.
	Formats  []luminos.FormatGroup
	NotRead  []luminos.NotRead
	Problems []luminos.Problem
}

// texts are formats that are text, by MIME type. Their files are counted by their measurement only.
var texts = map[string]string{
	"message/rfc822": "E-mail", "application/mbox": "Mailbox", "text/calendar": "iCalendar", "text/vcard": "vCard",
	"text/rtf": "Rich Text Format",
}

// Read groups the binary documents, archives, data and models of a scan by format, and the files of a few formats of
// text. A file that cannot be read is a problem in the result; only a cancelled context is an error. The function mail
// reports whether a file is a message of mail by its path; named returns the name of the format of a file, or "". It
// is used only if no file of that name is text or has a format by its content.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan, mail func(luminos.Path) bool,
	named func(*luminos.File) string) (*Result, error) {
	r := &Result{}
	groups := map[string]*luminos.FormatGroup{}
	var files []*luminos.File
	for _, f := range candidates(scan, mail) {
		switch name := texts[f.MIME]; {
		case mail(f.Path):
			add(groups, f.Size, content.Details{Format: texts["message/rfc822"], Count: -1})
		case name != "":
			add(groups, f.Size, content.Details{Format: name, Count: -1})
		default:
			files = append(files, f)
		}
	}
	files, r.NotRead = sample(files)
	details := make([]content.Details, len(files))
	errs, err := batch.Each(ctx, len(files), func(ctx context.Context, i int) error {
		f := files[i]
		at := &readerAt{ctx: ctx, src: src, path: f.Path}
		details[i] = content.Inspect(f.Path, f.Size, at)
		return at.err
	})
	if err != nil {
		return nil, fmt.Errorf("cancelled while reading the headers of binary files: %w", err)
	}
	taken := namesByContent(scan, files, details, named)
	for i, f := range files {
		if errs[i] != nil {
			r.Problems = append(r.Problems, batch.Problem(f.Path, errs[i]))
			continue
		}
		if name := named(f); details[i].Format == "" && !taken[name] {
			details[i].Format = name
		}
		add(groups, f.Size, details[i])
	}
	r.Problems = batch.Few(r.Problems)
	for _, g := range groups {
		slices.SortFunc(g.Versions, func(a, b luminos.Counted) int { return strings.Compare(a.Name, b.Name) })
		slices.SortFunc(g.Forms, func(a, b luminos.Counted) int {
			return cmp.Or(cmp.Compare(b.Files, a.Files), strings.Compare(a.Name, b.Name))
		})
		g.Forms = g.Forms[:min(formsMax, len(g.Forms))]
		r.Formats = append(r.Formats, *g)
	}
	slices.SortFunc(r.Formats, func(a, b luminos.FormatGroup) int {
		if unknown := a.Name == ""; unknown != (b.Name == "") {
			return map[bool]int{true: 1, false: -1}[unknown]
		}
		return cmp.Or(cmp.Compare(b.Files, a.Files), strings.Compare(a.Name, b.Name))
	})
	return r, nil
}

// namesByContent returns the names of the formats with a file that is text or has a format by its content. Another file
// with such a name can be damaged, and its group would have fewer files than the holdings say.
func namesByContent(scan *luminos.Scan, files []*luminos.File, details []content.Details,
	named func(*luminos.File) string) map[string]bool {
	taken := map[string]bool{}
	for i := range scan.Files {
		if f := &scan.Files[i]; f.Text {
			taken[named(f)] = true
		}
	}
	for i, f := range files {
		if details[i].Format != "" {
			taken[named(f)] = true
		}
	}
	return taken
}

// candidates returns the files whose formats are of interest: binary documents, archives, data, models and files of no
// category, messages of mail, and a few formats of text. Foreign code and empty files are left out.
func candidates(scan *luminos.Scan, mail func(luminos.Path) bool) []*luminos.File {
	var files []*luminos.File
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() || f.Vendored || f.Table || f.Size <= 0 || f.MIME == content.LFSPointer {
			continue
		}
		if f.Text && texts[f.MIME] == "" && !mail(f.Path) {
			continue
		}
		switch f.Category {
		case luminos.CategoryDocument, luminos.CategoryArchive, luminos.CategoryData, luminos.CategoryModel,
			luminos.CategoryOther:
			files = append(files, f)
		}
	}
	return files
}

// sample returns at most filesMax of the files, which it chooses at even distances, and the number of the others.
func sample(files []*luminos.File) ([]*luminos.File, []luminos.NotRead) {
	all := len(files)
	if all <= filesMax {
		return files, nil
	}
	for i := range filesMax {
		files[i] = files[i*all/filesMax]
	}
	return files[:filesMax], []luminos.NotRead{{What: luminos.BinaryFiles, Files: all - filesMax,
		Reason: fmt.Sprintf("only %d of them are looked at", filesMax)}}
}

// add adds the details of a file to the group of its format.
func add(groups map[string]*luminos.FormatGroup, size int64, d content.Details) {
	g := groups[d.Format]
	if g == nil {
		g = &luminos.FormatGroup{Name: d.Format, Unit: d.Unit, Versions: []luminos.Counted{}, Forms: []luminos.Counted{}}
		groups[d.Format] = g
	}
	g.Files++
	g.Bytes += size
	if d.Count >= 0 {
		g.Known++
		g.Count += d.Count
	}
	if d.Checked {
		g.Checked++
	}
	if d.Encrypted {
		g.Encrypted++
	}
	count(&g.Versions, d.Version)
	count(&g.Forms, d.Form)
}

// count adds one file to the element of list with a name. An empty name is not counted.
func count(list *[]luminos.Counted, name string) {
	if name == "" {
		return
	}
	i := slices.IndexFunc(*list, func(c luminos.Counted) bool { return c.Name == name })
	if i < 0 {
		i = len(*list)
		*list = append(*list, luminos.Counted{Name: name})
	}
	(*list)[i].Files++
}

// readerAt is a file of a source as an [io.ReaderAt], for the call of one context. It keeps the first error of the
// source.
type readerAt struct {
	ctx  context.Context
	src  luminos.Source
	path luminos.Path
	err  error
}

// ReadAt implements [io.ReaderAt] with the source.
func (r *readerAt) ReadAt(b []byte, at int64) (int, error) {
	got, err := r.src.Read(r.ctx, r.path, at, len(b))
	if err != nil {
		r.err = cmp.Or(r.err, err)
		return 0, err
	}
	n := copy(b, got)
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}
