package history

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/objfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"

	"luminos"
)

// Files are the files of a directory.
type Files interface {
	Reader
	List(ctx context.Context, dir luminos.Path) ([]luminos.Node, error)
	// Open opens a regular file that implements [io.ReaderAt].
	Open(ctx context.Context, p luminos.Path) (fs.File, error)
}

// Bounds on the objects of one repository.
const (
	maxPacks   = 500
	maxObject  = 16 << 20  // bytes of one object
	maxChain   = 1000      // differences from an object to the whole object at its base
	maxBytes   = 768 << 20 // of all objects that are made, without compression
	maxObjects = 400_000   // that are read
	cacheBytes = 64 << 20  // of objects that are kept for the next differences
)

// objects are the objects of one repository, in packs and in files of their own.
type objects struct {
	files Files
	packs []*pack
	cache map[place]object
	kept  int // bytes in the cache
	read  int // objects
	bytes int // of objects
}

// object is the content of an object.
type object struct {
	kind plumbing.ObjectType
	data []byte
}

// place is the place of an object in a pack.
type place struct {
	pack   *pack
	offset int64
}

// openObjects opens the packs of the repository. Other repositories that it borrows objects from are not read.
func openObjects(ctx context.Context, files Files) (*objects, error) {
	o := &objects{files: files, cache: map[place]object{}}
	nodes, err := files.List(ctx, ".git/objects/pack")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, n := range nodes {
		base, ok := strings.CutSuffix(string(n.Path), ".idx")
		if !ok || n.Kind != luminos.KindFile {
			continue
		}
		if len(o.packs) == maxPacks {
			o.close()
			return nil, errTooMuch
		}
		p, err := openPack(ctx, files, luminos.Path(base))
		if err != nil {
			o.close()
			return nil, err
		}
		o.packs = append(o.packs, p)
	}
	return o, nil
}

func (o *objects) close() {
	for _, p := range o.packs {
		p.close()
	}
}

// get returns the content of an object. It is an error if the object has another kind.
func (o *objects) get(ctx context.Context, hash plumbing.Hash, kind plumbing.ObjectType) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.read++; o.read > maxObjects {
		return nil, errTooMuch
	}
	found, err := o.find(ctx, hash)
	if err == nil && found.kind != kind {
		err = errCorrupt
	}
	return found.data, err
}

// find returns an object from the first pack that has it, or else from its own file.
func (o *objects) find(ctx context.Context, hash plumbing.Hash) (object, error) {
	for _, p := range o.packs {
		offset, err := p.find(hash)
		if err == errMissing {
			continue
		}
		if err != nil {
			return object{}, err
		}
		return o.unpack(place{p, offset})
	}
	return o.loose(ctx, hash)
}

// spend adds n bytes to the bytes of the objects that were made.
func (o *objects) spend(n int64) error {
	if n < 0 || n > maxObject {
		return errBounds
	}
	if o.bytes += int(n); o.bytes > maxBytes {
		return errTooMuch
	}
	return nil
}

// loose returns an object from a file of its own.
func (o *objects) loose(ctx context.Context, hash plumbing.Hash) (object, error) {
	name := hash.String()
	f, err := o.files.Open(ctx, luminos.PathFromOS(".git/objects/"+name[:2]+"/"+name[2:]))
	if errors.Is(err, fs.ErrNotExist) {
		return object{}, errMissing
	}
	if err != nil {
		return object{}, err
	}
	defer f.Close()
	r, err := objfile.NewReader(io.LimitReader(f, maxObject))
	if err != nil {
		return object{}, errCorrupt
	}
	defer r.Close()
	kind, size, err := r.Header()
	if err != nil {
		return object{}, errCorrupt
	}
	if err := o.spend(size); err != nil {
		return object{}, err
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(r, data); err != nil || r.Hash() != hash {
		return object{}, errCorrupt
	}
	return object{kind, data}, nil
}

// unpack returns the object at a place of a pack: the whole object at the end of its chain of differences, with the
// differences applied.
func (o *objects) unpack(at place) (object, error) {
	type step struct {
		at    place
		delta []byte
	}
	var steps []step
	whole, ok := o.cache[at]
	for !ok {
		kind, base, data, err := o.entry(at)
		if err != nil {
			return object{}, err
		}
		if kind != plumbing.OFSDeltaObject {
			whole = object{kind, data}
			o.keep(at, whole)
			break
		}
		if len(steps) == maxChain {
			return object{}, errBounds
		}
		steps = append(steps, step{at, data})
		at.offset = base
		whole, ok = o.cache[at]
	}
	for _, s := range slices.Backward(steps) {
		size, err := patchedSize(s.delta)
		if err == nil {
			err = o.spend(size)
		}
		if err != nil {
			return object{}, err
		}
		data, err := packfile.PatchDelta(whole.data, s.delta)
		if err != nil {
			return object{}, errCorrupt
		}
		whole = object{whole.kind, data}
		o.keep(s.at, whole)
	}
	return whole, nil
}

// entry reads the entry at a place of a pack. A difference has the kind OFSDeltaObject and the offset of its base.
func (o *objects) entry(at place) (kind plumbing.ObjectType, base int64, data []byte, err error) {
	h, err := at.pack.scanner.SeekObjectHeader(at.offset)
	if err != nil {
		return 0, 0, nil, errCorrupt
	}
	if err := o.spend(h.Length); err != nil {
		return 0, 0, nil, err
	}
	buf := bytes.NewBuffer(make([]byte, 0, min(h.Length, 64<<10)))
	if _, _, err := at.pack.scanner.NextObject(buf); err != nil || int64(buf.Len()) != h.Length {
		return 0, 0, nil, errCorrupt
	}
	if h.Type == plumbing.REFDeltaObject {
		base, err := at.pack.find(h.Reference)
		return plumbing.OFSDeltaObject, base, buf.Bytes(), err
	}
	return h.Type, h.OffsetReference, buf.Bytes(), nil
}

// keep puts an object into the cache. A full cache is emptied before.
func (o *objects) keep(at place, whole object) {
	if o.kept += len(whole.data); o.kept > cacheBytes {
		clear(o.cache)
		o.kept = len(whole.data)
	}
	o.cache[at] = whole
}

// patchedSize returns the size that a difference states for its result.
func patchedSize(delta []byte) (int64, error) {
	size := int64(0)
	for range 2 { // the size of the base, then the size of the result
		size = 0
		for shift := 0; ; shift += 7 {
			if len(delta) == 0 || shift > 49 {
				return 0, errCorrupt
			}
			b := delta[0]
			delta = delta[1:]
			size |= int64(b&0x7f) << shift
			if b < 0x80 {
				break
			}
		}
	}
	return size, nil
}
