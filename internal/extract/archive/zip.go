package archive

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"luminos/internal/extract/file"
)

const (
	zipEnd       = 22             // bytes of the end record without its comment
	zipTail      = zipEnd + 65535 // bytes at the end of a file in which the end record is
	zipLocal     = 30             // bytes of a local header
	zipCentral   = 46             // bytes of an entry of the directory
	zipEncrypted = 1 << 0         // flags
	zipStreamed  = 1 << 3
	zipUTF8      = 1 << 11
)

var (
	le16 = binary.LittleEndian.Uint16
	le32 = binary.LittleEndian.Uint32
	le64 = binary.LittleEndian.Uint64
)

// isZip reports whether a file begins with an entry of a zip file, the end of an empty one, or the mark of a part.
func isZip(f *file.File) bool {
	h := f.Head
	if len(h) < zipEnd || f.ID.Text {
		return false
	}
	switch string(h[:4]) {
	case "PK\x03\x04", "PK\x05\x06":
		return true
	case "PK00", "PK\x07\x08": // marks of an archive that was, or could have been, split
		return string(h[4:8]) == "PK\x03\x04"
	}
	if f.Path.Ext() != ".zip" {
		return false
	}
	_, err := findDirectory(f) // other bytes can come before the archive, or other files hold its beginning
	return err == nil || errors.Is(err, errVolume)
}

// zipDirectory is the place of the central directory.
type zipDirectory struct {
	at, size, entries int64
	base              int64 // bytes before the archive
	comment           []byte
}

// walkZip passes the entries of the central directory to the listing. It is read as a stream: the library keeps some
// hundred bytes of memory for each entry. Without a directory the entries are found by their own headers.
func walkZip(f *file.File, l *listing) error {
	l.x.Format = "zip archive"
	d, err := findDirectory(f)
	if err == io.ErrUnexpectedEOF {
		return walkLocal(f, l)
	}
	if err != nil {
		return err
	}
	l.x.Set("comment", text(d.comment))
	r := bufio.NewReaderSize(io.NewSectionReader(f, d.at, f.Size-d.at), 64<<10)
	kind := zipKind{}
	left := d.size
	for n := int64(0); n < d.entries || left >= zipCentral; n++ {
		e, length, err := nextCentral(f, r, d.base)
		if err != nil {
			return err
		}
		if length == 0 { // another record
			if n < d.entries {
				return errRules
			}
			break
		}
		left -= length
		kind.see(e.name)
		l.stored += e.packed
		if err := l.add(e.entry); err != nil {
			return err
		}
	}
	if name := kind.format(f.Path.Ext()); name != "" {
		l.x.Format = name
	}
	return nil
}

// findDirectory finds the central directory by the record at the end of the file. The error is io.ErrUnexpectedEOF if
// there is no such record.
func findDirectory(f *file.File) (d zipDirectory, err error) {
	size := min(f.Size, zipTail)
	tail := make([]byte, size)
	if n, err := f.ReadAt(tail, f.Size-size); int64(n) < size {
		return d, cutOff(err)
	}
	at := len(tail) - zipEnd
	for ; ; at-- {
		if at = bytes.LastIndex(tail[:max(0, min(len(tail), at+4))], []byte("PK\x05\x06")); at < 0 {
			return d, io.ErrUnexpectedEOF
		}
		if len(tail)-at >= zipEnd && at+zipEnd+int(le16(tail[at+20:])) <= len(tail) {
			break
		}
	}
	end := tail[at:]
	d.entries, d.size, d.at = int64(le16(end[10:])), int64(le32(end[12:])), int64(le32(end[16:]))
	d.comment = end[zipEnd : zipEnd+int(le16(end[20:]))]
	place := f.Size - size + int64(at) // of the end of the directory
	disk := le16(end[4:])
	if at >= 20 && string(tail[at-20:at-16]) == "PK\x06\x07" {
		if err := d.wide(f, &place, int64(le64(tail[at-12:]))); err != nil {
			return d, err
		}
	} else if disk != 0 && disk != 0xFFFF {
		return d, errVolume
	}
	// Bytes before the archive, such as a program that unpacks it, may be missing in the offsets.
	if d.base = place - d.size - d.at; d.size < 0 || d.at < 0 || d.base < 0 {
		return d, errRules
	}
	if d.base > 0 && d.entries > 0 && hasMagic(f, d.at, "PK\x01\x02") {
		d.base = 0
	}
	d.at += d.base
	return d, nil
}

// wide reads the end record of zip64, which is at the stated place, or directly before its locator.
func (d *zipDirectory) wide(f *file.File, place *int64, stated int64) error {
	before := *place - 20 - 56
	for _, at := range []int64{stated, before} {
		if at < 0 || !hasMagic(f, at, "PK\x06\x06") {
			continue
		}
		var b [56]byte
		if n, err := f.ReadAt(b[:], at); n < len(b) {
			return cutOff(err)
		}
		if le32(b[16:]) != 0 {
			return errVolume
		}
		d.entries, d.size, d.at = int64(le64(b[32:])), int64(le64(b[40:])), int64(le64(b[48:]))
		*place = at
		return nil
	}
	return errRules
}

func hasMagic(f *file.File, at int64, magic string) bool {
	b := make([]byte, len(magic))
	n, _ := f.ReadAt(b, at)
	return string(b[:n]) == magic
}

// zipEntry is an entry of the directory.
type zipEntry struct {
	entry
	packed int64 // bytes in the file, with the local header
}

// nextCentral reads an entry of the directory, and returns its length, or 0 if another record follows.
func nextCentral(f *file.File, r *bufio.Reader, base int64) (z zipEntry, length int64, err error) {
	b, err := r.Peek(zipCentral)
	if err != nil || string(b[:4]) != "PK\x01\x02" {
		if err == io.EOF && len(b) < 4 || err == nil {
			return z, 0, nil
		}
		return z, 0, cutOff(err)
	}
	head := bytes.Clone(b)
	names, extra, comment := int(le16(head[28:])), int(le16(head[30:])), int(le16(head[32:]))
	length = int64(zipCentral + names + extra + comment)
	rest := make([]byte, length)
	if _, err := io.ReadFull(r, rest); err != nil {
		return z, 0, cutOff(err)
	}
	h := zipHeader{
		flags: le16(head[8:]), method: le16(head[10:]), system: head[5], attributes: le32(head[38:]),
		time: le32(head[12:]), packed: int64(le32(head[20:])), size: int64(le32(head[24:])), at: int64(le32(head[42:])),
		name: rest[zipCentral : zipCentral+names],
	}
	h.extra(rest[zipCentral+names:zipCentral+names+extra], true)
	z.entry = h.entry()
	z.packed = h.packed + zipLocal + int64(names)
	if !z.dir {
		z.open = func() (io.Reader, error) { return openLocal(f, h, base) }
	}
	return z, length, nil
}

// text returns bytes as UTF-8; other bytes become U+FFFD.
func text(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

// iwork are the formats of the office programs of Apple, whose content is not read.
var iwork = map[string]string{
	".key": "Keynote presentation", ".pages": "Pages document", ".numbers": "Numbers spreadsheet",
}

// zipKind knows the kinds of zip files that are packages, by names of their entries.
type zipKind struct{ manifest, android, wheel, extension, iwork bool }

func (k *zipKind) see(name string) {
	switch {
	case name == "META-INF/MANIFEST.MF":
		k.manifest = true
	case name == "AndroidManifest.xml":
		k.android = true
	case strings.HasSuffix(name, ".dist-info/WHEEL") && strings.Count(name, "/") == 1:
		k.wheel = true
	case strings.HasSuffix(name, ".iwa") && strings.HasPrefix(name, "Index/"), name == "index.apxl", name == "Index.zip":
		k.iwork = true
	case name == "extension/package.json":
		k.extension = true
	}
}

// format returns the format of a package with the given extension, or "".
func (k *zipKind) format(ext string) string {
	switch {
	case k.iwork:
		return cmp.Or(iwork[ext], "iWork document")
	case k.android:
		return "Android package (zip)"
	case k.wheel:
		return "Python wheel (zip)"
	case k.extension:
		return "Visual Studio Code extension (zip)"
	case k.manifest:
		return "Java archive (zip)"
	}
	return ""
}

// nameOf returns the name of an entry with "/" as separators, which some programs of DOS and Windows write otherwise.
func nameOf(name []byte, system byte) string {
	s := string(name)
	if (system == 0 || system == 10 || system == 11) && utf8.ValidString(s) && !strings.Contains(s, "/") {
		s = strings.ReplaceAll(s, `\`, "/")
	}
	return s
}
