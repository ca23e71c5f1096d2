package scan

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash/maphash"
	"io"
	"math"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/outline"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

const (
	// headMax is the number of bytes that are read to identify a file. If the first
	// bytes contain NUL, only they are read.
	headMax = 16 << 10
	glance  = 4 << 10
	// firstRead is the number of bytes of a text that are read at once. Most texts are shorter.
	firstRead = 64 << 10
	// countMax is the largest file whose lines are counted. A larger one is rarely
	// written by hand, and a sparse file of a terabyte must not be read.
	countMax = 16 << 20
	// keepBuffer is the largest buffer that a worker holds on to.
	keepBuffer = 1 << 20
)

// reader reads files, one at a time. Each worker has its own.
type reader struct {
	walk    *walk
	first   []byte // the beginning of a file
	whole   []byte // all of a larger one
	counter counter
}

func newReader(w *walk) *reader { return &reader{walk: w, first: make([]byte, firstRead)} }

// readRun reads and measures the files of the task t: the entries t.first to t.end-1 of one
// directory, except links. A failure is recorded as a problem of the file.
func (r *reader) readRun(t task) {
	other := r.walk.names.number(string(luminos.CategoryOther))
	for i := t.first; i < t.end; i++ {
		e := &t.node.entries[i]
		if e.flags.has(flagLink) {
			e.category = other
			continue
		}
		if err := guarded(func() error { return r.read(t.node, t.at.directory, e) }); err != nil {
			r.walk.problem(e.path, reason(err))
		}
		if e.category == 0 {
			e.category = other
			_ = guarded(func() error { r.identify(e, nil); return nil }) // the name still says something
		}
		r.walk.progress(e.path)
	}
}

// read reads the first bytes of the file of the entry e, unless readRules kept its content, and calls measure. A MIME
// type that the source reports then replaces the measured type; a table loses its language and lines of code.
func (r *reader) read(n *node, dir directory, e *entry) error {
	name := luminos.Path(e.path[baseAt(e.path):]).OS()
	if data, ok := n.preread[name]; ok {
		r.measure(n, e, data, bytes.NewReader(data))
		return nil
	}
	f, err := dir.openFile(name)
	if err != nil {
		return err
	}
	defer f.close()
	m, err := f.stat()
	if err != nil {
		return err
	}
	if m.kind != luminos.KindFile {
		return luminos.ErrNotRegular
	}
	data, err := readFull(f, r.first[:min(e.size, glance)], 0)
	if err == nil && len(data) == glance && e.size > glance && bytes.IndexByte(data, 0) < 0 {
		data, err = readFull(f, r.first[glance:min(e.size, firstRead)], glance)
		data = r.first[:glance+len(data)]
	}
	if err != nil {
		return err
	}
	if m.links == 1 && !r.walk.shallow && isOwn(e.path, e.size, data) {
		r.walk.found.Lock()
		r.walk.own = append(r.walk.own, ownReport{n, e.path})
		r.walk.found.Unlock()
		return nil
	}
	r.measure(n, e, data, f)
	if m.mime != "" {
		e.mime = r.walk.names.number(m.mime)
	}
	if m.table { // the language of its description is not a fact of the target
		e.flags |= flagTable
		e.language, e.code, e.comment, e.blank, e.tests = 0, 0, 0, 0, 0
	}
	return nil
}

// measure sets the fields of the entry e of a file: its type, its flags, its lines of code and its
// hash. It also offers the file to the sample. first holds the first bytes of the file; measure
// reads the rest from f if it needs them.
func (r *reader) measure(n *node, e *entry, first []byte, f io.ReaderAt) {
	head := first[:min(len(first), headMax)]
	id := r.identify(e, head)
	if id.Text && id.Language != "" {
		if n.vendored || content.IsVendored(e.path) && !content.IsOwnModule(e.path, head) {
			e.flags |= flagVendored
		}
		if content.IsGenerated(e.path, head) || pathrole.Built(e.path) {
			e.flags |= flagGenerated
		}
		switch {
		case e.size > countMax:
			r.walk.problem(e.path, fmt.Sprintf("lines not counted: %s, more than %s", words.Bytes(e.size), words.Bytes(countMax)))
		case e.size > 0:
			if data, err := r.readWhole(first, e.size, f); err != nil {
				r.walk.problem(e.path, reason(err))
			} else {
				r.count(e, id.Language, data)
				r.hash(e, head, data)
				if content.IsCompiled(e.path, data) {
					e.flags |= flagGenerated
				}
			}
		}
	}
	if !e.flags.has(flagHashed) {
		r.hash(e, head, head)
	}
	if id.Text {
		r.walk.attributes.read(e.path, head)
		if !e.flags.has(flagVendored | flagGenerated) {
			r.walk.notices.note(e.path, id.Language, head)
		}
		if found, encrypted := content.HoldsPrivateKey(head); encrypted {
			e.flags |= flagPrivateKey | flagEncrypted
		} else if found {
			e.flags |= flagPrivateKey
		}
	}
	if len(head) >= typedBytes && content.Contradicts(e.path, id.MIME) {
		e.flags |= flagMismatch
	}
	r.walk.sample.offer(e.path, e.size, f)
}

// typedBytes is the least number of bytes that contradict the name of a file: any few bytes are a text in one
// encoding or another.
const typedBytes = 16

// identify stores the category, language and MIME type of a file in its entry and returns its
// identity. A nil head means that only the name is known.
func (r *reader) identify(e *entry, head []byte) content.Identity {
	id := content.Identify(e.path, e.flags.has(flagExecutable), head)
	names := r.walk.names
	e.category, e.language, e.mime = names.number(string(id.Category)), names.number(id.Language), names.number(id.MIME)
	if id.Text {
		e.flags |= flagText
	}
	return id
}

// readWhole returns the content of a file: first, its first bytes, and the rest, which it reads from f. A file that
// grows is read up to size; of a file that shrank, the remaining bytes are returned.
func (r *reader) readWhole(first []byte, size int64, f io.ReaderAt) ([]byte, error) {
	if int64(len(first)) >= size {
		return first, nil
	}
	buf := r.whole
	if int64(cap(buf)) < size {
		buf = make([]byte, max(size, 4*firstRead))
		if size <= keepBuffer {
			r.whole = buf
		}
	}
	buf = buf[:size]
	copy(buf, first)
	rest, err := readFull(f, buf[len(first):], int64(len(first)))
	return buf[:len(first)+len(rest)], err
}

func (r *reader) count(e *entry, language string, data []byte) {
	lines, note := r.counter.count(language, e.path, data)
	if note != "" {
		r.walk.problem(e.path, note)
	}
	e.code, e.comment, e.blank = clip(lines.Code), clip(lines.Comment), clip(lines.Blank)
	if tests := outline.TestsInside(language, data); len(tests) > 0 {
		lines, _ := r.counter.count(language, e.path, tests)
		e.tests = min(clip(lines.Code), e.code) // a comment around a test is cut off with the lines outside
	} else if content.IsTestScript(e.path, data) {
		e.tests = e.code
	}
}

// hash sets the hashes of a file: of head, its first bytes, and of data if that is the whole content. The hashes are
// seeded for this process, so no other process can prepare different content with equal hashes.
func (r *reader) hash(e *entry, head, data []byte) {
	e.head = maphash.Bytes(r.walk.seed, head)
	e.flags |= flagHashed
	if int64(len(data)) == e.size {
		e.whole = e.head
		if len(data) > len(head) {
			e.whole = maphash.Bytes(r.walk.seed, data)
		}
		if r.walk.opts.Sums {
			sum := luminos.Digest(sha256.Sum256(data))
			e.sum = &sum
		}
		e.flags |= flagWhole
	}
}

// readFull reads bytes from the offset of a file into buf and returns the part of buf that it
// filled. The end of the file is not an error.
func readFull(f io.ReaderAt, buf []byte, offset int64) ([]byte, error) {
	if len(buf) == 0 {
		return buf, nil
	}
	n, err := f.ReadAt(buf, offset)
	if err == io.EOF {
		err = nil
	}
	return buf[:n], err
}

// readSmall reads at most limit bytes from the beginning of the file name in dir. It returns an
// error if the file is no longer the regular file that m describes, the result of an earlier stat.
func readSmall(dir directory, name string, m *meta, limit int64) ([]byte, error) {
	f, err := dir.openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.close()
	now, err := f.stat()
	if err != nil {
		return nil, err
	}
	if !now.same(m) || now.kind != luminos.KindFile {
		return nil, luminos.ErrNotRegular
	}
	return readFull(f, make([]byte, min(m.size, limit)), 0)
}

// readBelow reads at most limit bytes from the beginning of a file. names are the elements of its
// path below dir; none may be a link.
func readBelow(dir directory, limit int64, names ...string) ([]byte, error) {
	last := len(names) - 1
	if last > 0 {
		var err error
		if dir, err = openBelow(dir, names[:last]...); err != nil {
			return nil, err
		}
		defer dir.close()
	}
	m, err := dir.lstat(names[last])
	if err != nil {
		return nil, err
	}
	if m.kind != luminos.KindFile {
		return nil, luminos.ErrNotRegular
	}
	return readSmall(dir, names[last], &m, limit)
}

// baseAt returns the index of the byte at which the last element of a path begins.
func baseAt(p luminos.Path) int {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] == '/' {
			return i + 1
		}
	}
	return 0
}

func clip(n int) uint32 { return uint32(min(int64(n), math.MaxUint32)) }

// openBelow opens the directory at names below dir. None of the names may be a link.
func openBelow(dir directory, names ...string) (directory, error) {
	for i, name := range names {
		next, err := dir.openDir(name)
		if i > 0 {
			dir.close()
		}
		if err != nil {
			return nil, err
		}
		dir = next
	}
	return dir, nil
}
