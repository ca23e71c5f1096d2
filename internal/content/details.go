package content

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"luminos"
)

// Details are figures of fixed fields of one binary file.
type Details struct {
	Format  string // "PDF document"; "" if no signature is known
	Version string // of the format, by the first bytes
	Unit    string // of Count: "page", "entry", "tensor"
	Count   int    // -1 if unknown
	Form    string // a property in words: "(1000, 28) float32"
	// Checked reports that the file is known to be encrypted or not. Encrypted reports that it is.
	Checked, Encrypted bool
}

// Inspect returns the details of a binary file. It reads at most 64 KiB from its beginning, for some formats at most
// as much at its end, and a few short parts elsewhere. Values that are not certain stay unknown.
func Inspect(p luminos.Path, size int64, r io.ReaderAt) Details {
	s := &sample{path: p, size: size, r: r}
	s.head = s.read(0, describeHead)
	d := Details{Count: -1}
	if size <= 0 || len(s.head) == 0 {
		return d
	}
	f, ok := textSignature(s.head)
	if !ok {
		f = binaryFormat(s.head)
	}
	if f.mime == "application/x-ole-storage" {
		directory := s.read(oleStart(s.head), 4<<10)
		f = oleFormat(f, directory, directory)
	}
	if f == unknownFormat {
		f.name = describeUnknown(s)
	}
	d.Format, _, _ = strings.Cut(f.name, " data '")
	d.Format = strings.TrimSuffix(d.Format, " data")
	switch {
	case d.Format == unknownFormat.name:
		d.Format = ""
	case f.mime == "application/pdf":
		d.pdf(s)
	case f.mime == "application/zip", f.mime == "application/java-archive":
		d.zip(s)
	case f.mime == "application/encrypted":
		d.Format, d.Checked, d.Encrypted = "Office document with encryption", true, true
	case f.mime == "application/vnd.sqlite3":
		d.sqlite(s)
	case f == safetensors:
		d.safetensors(s)
	case f == gguf:
		d.gguf(s)
	case f == numPy:
		d.numpy(s)
	}
	return d
}

// zip sets the number of entries by the end of the central directory if the directory is in its place, and the
// encryption: of any entry if the whole directory lies in the last 64 KiB, else only if the first entry is encrypted.
func (d *Details) zip(s *sample) {
	d.Unit = "entry"
	if b := s.head; len(b) >= 30 && b[2] == 3 && le16(b[6:])&1 != 0 {
		d.Checked, d.Encrypted = true, true
	}
	tail := s.tail(describeHead)
	i := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if i < 0 || len(tail) < i+22 || len(tail) != i+22+int(le16(tail[i+20:])) {
		return
	}
	end := tail[i:]
	n, size := int(le16(end[10:])), int64(le32(end[12:]))
	if n == 0xFFFF || int(le16(end[8:])) != n {
		return // a larger archive, or one part of several
	}
	first := s.size - int64(len(tail)) // in the file
	at := first + int64(i) - size
	if n > 0 && string(s.read(at, 4)) != zipHeader {
		at = int64(le32(end[16:])) // other records can stand between the directory and its end
	}
	switch {
	case n > 0 && string(s.read(at, 4)) != zipHeader:
		return
	case at < first:
		d.Count = n
		return
	}
	encrypted := false
	b := tail[at-first : i]
	for range n {
		if len(b) < 46 || string(b[:4]) != zipHeader {
			return
		}
		encrypted = encrypted || le16(b[8:])&1 != 0
		b = b[min(len(b), 46+int(le16(b[28:]))+int(le16(b[30:]))+int(le16(b[32:]))):]
	}
	if string(b[:min(4, len(b))]) == zipHeader {
		return // more entries than the end states
	}
	d.Count, d.Checked, d.Encrypted = n, true, d.Encrypted || encrypted
}

// zipHeader begins each entry of the central directory of a ZIP file.
const zipHeader = "PK\x01\x02"

// sqlite sets the number of pages by the header, or by the size of the file if the header does not state it.
func (d *Details) sqlite(s *sample) {
	d.Unit = "page"
	if len(s.head) < 100 {
		return
	}
	page := int64(be16(s.head[16:]))
	if page == 1 {
		page = 64 << 10
	}
	if page < 512 || page&(page-1) != 0 {
		return
	}
	d.Form = fmt.Sprintf("pages of %d bytes", page)
	if n := be32(s.head[28:]); n > 0 && be32(s.head[24:]) == be32(s.head[92:]) {
		d.Count = int(n)
	} else if s.size%page == 0 {
		d.Count = int(s.size / page)
	}
}

// safetensors sets the number of tensors by the header, if it is not longer than 1 MiB.
func (d *Details) safetensors(s *sample) {
	const headerMax = 1 << 20
	d.Unit = "tensor"
	n := binary.LittleEndian.Uint64(s.head)
	if n > headerMax {
		return
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(s.read(8, int(n)), &keys) != nil {
		return
	}
	delete(keys, "__metadata__")
	d.Count = len(keys)
}

// gguf sets the version and the number of tensors by the header.
func (d *Details) gguf(s *sample) {
	d.Unit = "tensor"
	if len(s.head) < 24 {
		return
	}
	version, n := le32(s.head[4:]), binary.LittleEndian.Uint64(s.head[8:])
	if version < 2 || version > 3 || n > 1<<20 {
		return
	}
	d.Version, d.Count = fmt.Sprint(version), int(n)
}

// numpyTypes are the types of numbers in words, by kind and bytes.
var numpyTypes = map[string]string{
	"b1": "bool", "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u1": "uint8", "u2": "uint16",
	"u4": "uint32", "u8": "uint64", "f2": "float16", "f4": "float32", "f8": "float64",
	"c8": "complex64", "c16": "complex128",
}

// numpy sets the shape and the type of the numbers by the header.
func (d *Details) numpy(s *sample) {
	if len(s.head) < 12 {
		return
	}
	at, n := 10, int(le16(s.head[8:]))
	if s.head[6] > 1 {
		at, n = 12, int(le32(s.head[8:])&0xFFFFFF)
	}
	header := string(s.head[at:min(len(s.head), at+n)])
	_, descr, _ := strings.Cut(header, "'descr': '")
	descr, _, _ = strings.Cut(descr, "'")
	_, shape, ok := strings.Cut(header, "'shape': (")
	shape, _, closed := strings.Cut(shape, ")")
	if !ok || !closed || strings.Trim(shape, "0123456789, ") != "" || len(shape) > 80 {
		return
	}
	d.Form = strings.TrimSpace("(" + shape + ") " + numpyTypes[strings.TrimLeft(descr, "<>|=")])
}
