package office

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	// partMost bounds the bytes that one part of a package is inflated to.
	partMost = 16 << 20
	// packMost bounds the bytes that all parts of a package are inflated to. At 25 MB of XML a second it keeps the
	// time below the deadline.
	packMost = 128 << 20
	// directoryMost bounds the bytes of the directory of a ZIP file, each entry of which takes 46 bytes and more.
	directoryMost = 4 << 20
	// checkEvery is the number of reads of inflated bytes, of 32 KiB at most, after which the deadline is checked.
	checkEvery = 8
)

// pack is a ZIP file with the parts of a document.
type pack struct {
	d     *document
	files map[string]*zip.File // by name in lower case
	names []string             // in the order of the directory
	left  int64                // bytes until packMost
}

// openPack reads the directory of a ZIP file.
func openPack(d *document) (*pack, error) {
	// The directory claims its size; the bytes that are read for it are counted instead.
	r := &counted{ReaderAt: d.file, left: directoryMost + 1<<17}
	z, err := zip.NewReader(r, d.file.Size)
	if err != nil {
		if r.left < 0 {
			return nil, file.ErrTooLarge
		}
		return nil, err
	}
	r.left = 1 << 62
	p := &pack{d: d, files: make(map[string]*zip.File, len(z.File)), left: packMost}
	for _, f := range z.File {
		name := strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/")
		key := strings.ToLower(name)
		if _, ok := p.files[key]; !ok {
			p.files[key] = f
			p.names = append(p.names, name)
		}
	}
	return p, nil
}

// counted is a reader that fails after a number of bytes.
type counted struct {
	io.ReaderAt
	left int64
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	if c.left -= int64(len(b)); c.left < 0 {
		return 0, file.ErrTooLarge
	}
	return c.ReaderAt.ReadAt(b, at)
}

// has reports whether the package has a part.
func (p *pack) has(name string) bool { return p.files[strings.ToLower(name)] != nil }

// count returns the number of parts whose names begin with a directory and end with a suffix.
func (p *pack) count(dir, suffix string) (n int64) {
	for _, name := range p.names {
		if lower := strings.ToLower(name); strings.HasPrefix(lower, dir) && strings.HasSuffix(lower, suffix) &&
			!strings.HasSuffix(lower, "/") {
			n++
		}
	}
	return n
}

// withSuffix returns the name of the first part whose name ends with a suffix, or "".
func (p *pack) withSuffix(suffix string) string {
	for _, name := range p.names {
		if strings.HasSuffix(strings.ToLower(name), suffix) {
			return name
		}
	}
	return ""
}

// open returns a reader of a part, whose bytes are bounded.
func (p *pack) open(name string) (io.ReadCloser, error) {
	f := p.files[strings.ToLower(name)]
	if f == nil {
		return nil, errNoDocument
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &inflated{Reader: file.Limit(r, partMost), Closer: r, p: p}, nil
}

// inflated is the reader of a part, which takes its bytes from the budget of the package.
type inflated struct {
	io.Reader
	io.Closer
	p     *pack
	calls int
}

func (i *inflated) Read(b []byte) (int, error) {
	if i.p.left <= 0 {
		return 0, file.ErrTooLarge
	}
	if i.calls++; i.calls%checkEvery == 0 {
		if err := i.p.d.expired(); err != nil {
			return 0, err
		}
	}
	n, err := i.Reader.Read(b)
	i.p.left -= int64(n)
	return n, err
}

// head returns the first 100 bytes of a small part, or "" if it cannot be read.
func (p *pack) head(name string) string {
	r, err := p.open(name)
	if err != nil {
		return ""
	}
	defer r.Close()
	b, _ := io.ReadAll(io.LimitReader(r, 100))
	return strings.TrimSpace(string(b))
}

// walk passes the elements of a part to h. A part that is missing has no elements. A part that breaks the rules, or
// that exceeds a bound, is recorded in the extraction; the error is not nil only if reading has to stop.
func (p *pack) walk(name string, h handler) error {
	r, err := p.open(name)
	if err != nil {
		if errors.Is(err, errNoDocument) {
			return nil
		}
		return p.d.partial(err)
	}
	defer r.Close()
	return p.d.partial(walk(r, h))
}

// partial records the reason why a part was not read, or not whole. It returns errors after which reading has to stop.
func (d *document) partial(err error) error {
	switch {
	case err == nil:
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, file.ErrTooLarge):
		d.x.Limit("only the first 16 MiB of a part, and 128 MiB of all parts, were read")
	default:
		d.x.Fail(luminos.ExtractDamaged, "a part of it cannot be read")
	}
	return nil
}

// resolve returns the name of a part by a reference from another part.
func resolve(from, target string) string {
	if strings.HasPrefix(target, "/") {
		return strings.TrimPrefix(path.Clean(target), "/")
	}
	return strings.TrimPrefix(path.Clean("/"+path.Join(path.Dir(from), target)), "/")
}
