package archive

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"luminos"
)

// TestCutOff cuts each archive at every eighth. Except at ends of entries, the cut has to be noticed.
func TestCutOff(t *testing.T) {
	noticed := 0
	for _, f := range fixtures(t) {
		for i := 1; i < 8; i++ {
			part := f.bytes[:len(f.bytes)*i/8]
			in := inMemory(f.name, part)
			if !reads(in) {
				continue
			}
			x := &luminos.Extraction{}
			if err := read(in, x); err != nil {
				t.Errorf("%s at %d/8: %v", f.name, i, err)
			}
			if x.State != "" {
				noticed++
			}
			if x.State != "" && x.Problem == "" {
				t.Errorf("%s at %d/8: %+v", f.name, i, x)
			}
		}
	}
	if noticed < 55 {
		t.Errorf("%d cuts are noticed, want at least 55", noticed)
	}
	x := extract(t, "a.tgz", gzipped(bytes.Repeat(tarred(t)[:4*1024], 50))[:120])
	if x.State != luminos.ExtractDamaged || !strings.HasPrefix(x.Problem, "it is cut off after ") {
		t.Errorf("%s: %s", x.State, x.Problem)
	}
}

// TestGarbage reads files that begin like archives, with random bytes in the rest.
func TestGarbage(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, f := range fixtures(t) {
		for range 20 {
			b := bytes.Clone(f.bytes[:min(len(f.bytes), 40_000)])
			for range 1 + rnd.IntN(20) {
				b[rnd.IntN(len(b))] = byte(rnd.Uint32())
			}
			if in := inMemory(f.name, b); reads(in) {
				if err := read(in, &luminos.Extraction{}); err != nil {
					t.Errorf("%s: %v", f.name, err)
				}
			}
		}
	}
	garbage := make([]byte, 5000)
	for i := range garbage {
		garbage[i] = byte(rnd.Uint32())
	}
	garbage[0], garbage[1] = 0, 1
	if x := extract(t, "a.zip", garbage); x.State != luminos.ExtractDamaged || x.Problem == "" {
		t.Errorf("garbage: %+v", x)
	}
	if reads(inMemory("a.bin", garbage)) || reads(inMemory("a.txt", []byte("text"))) {
		t.Error("a file that is no archive is read")
	}
	if !reads(inMemory("a.zip", nil)) {
		t.Error("an empty archive is not read")
	}
}

// TestBombs bounds the bytes that are unpacked, the entries that are listed, and the sums.
func TestBombs(t *testing.T) {
	// Members of gzip follow each other, so that a bomb of any size is small and quickly made.
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	w.Write(make([]byte, 64<<20))
	w.Close()
	x := extract(t, "zeros.gz", bytes.Repeat(b.Bytes(), 10))
	if x.State != luminos.ExtractTooLarge || x.Number("unpacked bytes") != inflateMost || len(x.Limits) != 1 {
		t.Errorf("zeros: %+v", x)
	}
	// A directory of many entries of the same bytes.
	x = extract(t, "many.zip", overlapping(100_000, 1<<40, 1000))
	if x.Number("entries") != 100_000 || len(x.Entries) != entriesMost || len(x.Limits) != 1 ||
		x.Number("unpacked bytes") != 100_000<<40 || len(x.Risks) != 2 || x.State != "" {
		t.Errorf("overlapping: %+v %v %v", x.Numbers, x.Limits, x.Risks)
	}
	x = extract(t, "sums.zip", overlapping(10, 1<<62, 0))
	if x.Number("unpacked bytes") != 1<<63-1 {
		t.Errorf("sums: %+v", x.Numbers)
	}
}

// overlapping returns a zip file whose entries all state the same place, and the given sizes.
func overlapping(entries int, size uint64, stored uint32) []byte {
	b := []byte("PK\x03\x04" + strings.Repeat("\x00", 22) + "\x01\x00\x00\x00a")
	at := len(b)
	head := make([]byte, zipCentral)
	copy(head, "PK\x01\x02")
	binary.LittleEndian.PutUint32(head[20:], stored)
	binary.LittleEndian.PutUint32(head[24:], 0xFFFFFFFF)
	head[28], head[30] = 8, 12
	extra := binary.LittleEndian.AppendUint64([]byte{1, 0, 8, 0}, size)
	for i := range entries {
		b = append(append(append(b, head...), fmt.Sprintf("%08d", i)...), extra...)
	}
	le := binary.LittleEndian
	end := append([]byte("PK\x06\x06"), make([]byte, 52)...)
	le.PutUint64(end[32:], uint64(entries))
	le.PutUint64(end[40:], uint64(len(b)-at))
	le.PutUint64(end[48:], uint64(at))
	locator := append([]byte("PK\x06\x07"), make([]byte, 16)...)
	le.PutUint64(locator[8:], uint64(len(b)))
	b = append(append(b, end...), locator...)
	return append(append(b, "PK\x05\x06"...), make([]byte, 18)...)
}

// TestWindows refuses windows that would take gigabytes of memory.
func TestWindows(t *testing.T) {
	b := packed([]byte("text"), xzed)
	at := bytes.IndexByte(b[12:], 0x21) + 12
	b[at+2] = 40 // 4 GiB
	copy(b[12+4*(int(b[12])+1)-4:], crcOf(b[12:12+4*(int(b[12])+1)-4]))
	if x := extract(t, "a.xz", b); x.State != luminos.ExtractTooLarge {
		t.Errorf("xz: %+v", x)
	}
	frame := "\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00" // a window of 2 GiB
	if x := extract(t, "a.zst", []byte(frame)); x.State != luminos.ExtractTooLarge {
		t.Errorf("zstd: %+v", x)
	}
}

// crcOf returns the checksum of a header of xz.
func crcOf(b []byte) []byte { return binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(b)) }

// Fuzz runs all readers on any file.
func Fuzz(f *testing.F) {
	for _, x := range fixtures(f) {
		f.Add(string(x.name), x.bytes[:min(len(x.bytes), 100_000)])
	}
	for _, name := range []string{"hidden.7z", "link5.rar", "subblock4.rar", "partly4.rar", "tiny.rpm", "a.txt.bz2"} {
		f.Add(name, testdata(f, name))
	}
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		in := inMemory(luminos.PathFromOS(name), b)
		if !reads(in) || len(b) == 0 {
			return
		}
		x := &luminos.Extraction{}
		if err := read(in, x); err != nil {
			t.Fatal(err)
		}
		if x.State != "" && x.Problem == "" || x.Format == "" && x.State == "" || len(x.Entries) > entriesMost {
			t.Errorf("%+v", x)
		}
		for _, e := range x.Entries[:min(len(x.Entries), 3)] {
			if r, _, err := Open(in, e.Name); err == nil {
				io.Copy(io.Discard, io.LimitReader(r, 1<<20))
			}
		}
	})
}
