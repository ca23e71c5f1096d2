package history

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"luminos/internal/facts/factstest"
	"luminos/internal/history/historytest"
)

// packed is an object of a pack that is written byte by byte: its header with the base of a difference, and its
// content.
type packed struct {
	hash   byte // of which all 20 bytes are this
	header []byte
	size   int // that the header states; 0 means the size of data
	kind   byte
	data   []byte
}

// Kinds of objects in packs.
const (
	commitKind = 1
	ofsDelta   = 6
	refDelta   = 7
)

// packOf returns the files of a repository whose only pack has these objects. HEAD is the commit of ones.
func packOf(objects ...packed) map[string]string {
	data, offsets := bytes.NewBufferString("PACK\x00\x00\x00\x02\x00\x00\x00\x00"), map[byte]uint32{}
	for _, o := range objects {
		offsets[o.hash] = uint32(data.Len())
		size := o.size
		if size == 0 {
			size = len(o.data)
		}
		b := o.kind<<4 | byte(size&15)
		for size >>= 4; size > 0; size >>= 7 {
			data.WriteByte(b | 0x80)
			b = byte(size & 0x7f)
		}
		data.WriteByte(b)
		data.Write(o.header)
		w := zlib.NewWriter(data)
		w.Write(o.data)
		w.Close()
	}
	slices.SortFunc(objects, func(a, b packed) int { return int(a.hash) - int(b.hash) })
	index := bytes.NewBufferString(indexMagic)
	for i := range 256 {
		n := uint32(0)
		for _, o := range objects {
			if int(o.hash) <= i {
				n++
			}
		}
		index.Write(binary.BigEndian.AppendUint32(nil, n))
	}
	for _, o := range objects {
		index.Write(bytes.Repeat([]byte{o.hash}, hashSize))
	}
	index.Write(make([]byte, 4*len(objects)))
	for _, o := range objects {
		index.Write(binary.BigEndian.AppendUint32(nil, offsets[o.hash]))
	}
	index.Write(make([]byte, indexEnd))
	return map[string]string{
		".git/HEAD": strings.Repeat("01", hashSize), ".git/objects/pack/pack-1.pack": data.String(), ".git/objects/pack/pack-1.idx": index.String(),
	}
}

// ref returns the header of a difference to the object with a hash.
func ref(hash byte) []byte { return bytes.Repeat([]byte{hash}, hashSize) }

func TestHostileRepositoriesAreBounded(t *testing.T) {
	bomb := binary.AppendUvarint(binary.AppendUvarint(nil, 1), 1<<40) // a difference that states a result of 1 TiB
	chain := []packed{{hash: 1, kind: refDelta, header: ref(2), data: []byte{1, 1, 1, 'x'}}}
	for i := 2; i < 255; i++ {
		chain = append(chain, packed{hash: byte(i), kind: refDelta, header: ref(byte(i + 1)), data: []byte{1, 1, 1, 'x'}})
	}
	index := packOf(packed{hash: 1, kind: commitKind, data: []byte("x")})
	index[".git/objects/pack/pack-1.idx"] = indexMagic + strings.Repeat("\xff\xff\xff\xff", 256)
	down := packOf(packed{hash: 1, kind: commitKind, data: []byte("x")})
	down[".git/objects/pack/pack-1.idx"] = indexMagic + strings.Repeat("\x00\x00\x00\x02\x00\x00\x00\x01", 128) + strings.Repeat("x", 200)
	alone := packOf()
	delete(alone, ".git/objects/pack/pack-1.pack")
	for name, c := range map[string]struct {
		files map[string]string
		want  error
	}{
		"a difference to itself": {packOf(packed{hash: 1, kind: refDelta, header: ref(1), data: []byte{1, 1, 1, 'x'}}), errBounds},
		"a cycle of differences": {packOf(packed{hash: 1, kind: refDelta, header: ref(2), data: []byte{1, 1, 1, 'x'}},
			packed{hash: 2, kind: refDelta, header: ref(1), data: []byte{1, 1, 1, 'x'}}), errBounds},
		"an offset before the pack": {packOf(packed{hash: 1, kind: ofsDelta, header: []byte{0x7f}, data: []byte("x")}), errCorrupt},
		"a difference without base": {packOf(packed{hash: 1, kind: refDelta, header: ref(9), data: []byte("x")}), errMissing},
		"a chain to nothing":        {packOf(chain...), errMissing},
		"a stated size of 2 GiB":    {packOf(packed{hash: 1, kind: commitKind, size: math.MaxInt32, data: []byte("x")}), errBounds},
		"more bytes than stated":    {packOf(packed{hash: 1, kind: commitKind, size: 1, data: make([]byte, 1<<20)}), errCorrupt},
		"fewer bytes than stated":   {packOf(packed{hash: 1, kind: commitKind, size: 1 << 20, data: []byte("x")}), errCorrupt},
		"a result of 1 TiB": {packOf(packed{hash: 1, kind: refDelta, header: ref(2), data: bomb},
			packed{hash: 2, kind: commitKind, data: []byte("x")}), errBounds},
		"a commit without a tree":    {packOf(packed{hash: 1, kind: commitKind, data: []byte("author x <y> 1 +0000\n")}), errCorrupt},
		"a blob as a commit":         {packOf(packed{hash: 1, kind: 3, data: []byte("x")}), errCorrupt},
		"an index of 4 Gi objects":   {index, errCorrupt},
		"an index that runs down":    {down, errCorrupt},
		"an index without a pack":    {alone, errMissing},
		"a loose object of garbage":  {map[string]string{".git/HEAD": strings.Repeat("01", hashSize), ".git/objects/01/" + strings.Repeat("01", 19): "garbage"}, errCorrupt},
		"a loose object of 1 TiB":    {looseFile(fmt.Sprintf("commit %d\x00x", int64(1)<<40)), errBounds},
		"a loose object of no bytes": {looseFile("commit -5\x00x"), errBounds},
		"another loose object":       {looseFile("commit 1\x00x"), errCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			if h := read(t, factstest.Write(t, c.files)); h.NotRead != c.want.Error() || h.Commits != 0 {
				t.Errorf("got %+v, want %v", h, c.want)
			}
		})
	}
}

// looseFile returns a repository whose only object has this content.
func looseFile(text string) map[string]string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return map[string]string{".git/HEAD": strings.Repeat("01", hashSize), ".git/objects/01/" + strings.Repeat("01", 19): b.String()}
}

// TestBorrowedObjectsAreNotRead has the objects of the repository in a directory to which alternates and a link lead.
func TestBorrowedObjectsAreNotRead(t *testing.T) {
	r, err := historytest.New(historytest.Team()...)
	if err != nil {
		t.Fatal(err)
	}
	files, err := r.Files(true)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := map[string]string{}
	for name, text := range files {
		if rest, ok := strings.CutPrefix(name, ".git/objects/"); ok {
			elsewhere[rest] = text
			delete(files, name)
		}
	}
	files[".git/objects/info/alternates"] = factstest.Write(t, elsewhere) + "\n"
	if h := read(t, factstest.Write(t, files)); h.NotRead != string(errElsewhere) {
		t.Errorf("objects of another directory were read: %+v", h)
	}
}

func FuzzParse(f *testing.F) {
	hash := strings.Repeat("0", 40)
	f.Add([]byte("tree " + hash + "\nparent " + hash + "\nauthor A <a> 1700000000 +0530\ncommitter B <b> 1700000000 -0200\n\nx"))
	f.Add([]byte("100644 a\x00" + hash[:20] + "40000 b\x00" + hash[:20]))
	f.Add([]byte{0x91, 0x01, 0x80, 0x80})
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := parseCommit([20]byte{}, data); err == nil && (c.when < firstTime || c.when > lastTime || len(c.parents) > maxParents || len(c.day()) != 10) {
			t.Errorf("a commit of %d, %q", c.when, c.day())
		}
		for rest := data; len(rest) > 0; {
			e, after, err := next(rest)
			if err != nil {
				break
			}
			if len(e.name) == 0 || bytes.ContainsAny(e.name, "/\x00") || len(after) >= len(rest) {
				t.Fatalf("the entry %q", e.name)
			}
			rest = after
		}
		if size, err := patchedSize(data); err == nil && size < 0 {
			t.Errorf("a result of %d bytes", size)
		}
		if name := shown(string(data)); strings.ContainsAny(name, "@/\x1b\n") || len([]rune(name)) > maxAuthor {
			t.Errorf("the name %q", name)
		}
	})
}
