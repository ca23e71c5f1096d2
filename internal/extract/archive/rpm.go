package archive

import (
	"bytes"
	"encoding/binary"
	"io"
	"time"

	"luminos/internal/extract/file"
)

const (
	rpmLead      = 96       // bytes before the signature
	rpmMost      = 64 << 20 // bytes of a header, of which the header of a kernel has some
	rpmTagsMost  = 4096     // tags of a header; packages have about 100
	rpmFilesMost = 1 << 20  // files of a package; large ones have 100,000
	rpmDirectory = 0o040000 // types of files
	rpmSymlink   = 0o120000
	rpmCharacter = 0o020000
	rpmBlock     = 0o060000
)

// The tags of a header (https://rpm-software-management.github.io/rpm/manual/tags.html).
const (
	tagName        = 1000
	tagVersion     = 1001
	tagRelease     = 1002
	tagSummary     = 1004
	tagBuildTime   = 1006
	tagVendor      = 1011
	tagLicense     = 1014
	tagPackager    = 1015
	tagURL         = 1020
	tagArch        = 1022
	tagPreIn       = 1023
	tagPostUn      = 1026
	tagOldNames    = 1027
	tagSizes       = 1028
	tagModes       = 1030
	tagTimes       = 1034
	tagLinks       = 1036
	tagDirIndexes  = 1116
	tagBaseNames   = 1117
	tagDirNames    = 1118
	tagLongSizes   = 5008
	typeInt16      = 3
	typeInt32      = 4
	typeInt64      = 5
	typeString     = 6
	typeStrings    = 8
	typeI18NString = 9
)

// walkRPM passes the files that the header of an RPM package lists to the listing. The payload is not unpacked.
func walkRPM(f *file.File, l *listing) error {
	l.x.Format, l.installed = "RPM package", true
	signature, err := rpmHeaderAt(f, rpmLead)
	if err != nil {
		return err
	}
	h, err := rpmHeaderAt(f, (signature.end+7)&^7)
	if err != nil {
		return err
	}
	l.x.Set("name", h.text(tagName))
	version := h.text(tagVersion)
	if r := h.text(tagRelease); r != "" {
		version += "-" + r
	}
	l.x.Set("version", version)
	l.x.Set("title", h.text(tagSummary))
	l.x.Set("architecture", h.text(tagArch))
	l.x.Set("author", h.text(tagPackager))
	l.x.Set("vendor", h.text(tagVendor))
	l.x.Set("license", h.text(tagLicense))
	l.x.Set("homepage", h.text(tagURL))
	if t := h.int(tagBuildTime, 0); t > 0 {
		l.x.Set("created", dayOf(time.Unix(t, 0).UTC()))
	}
	for tag := tagPreIn; tag <= tagPostUn; tag++ {
		if h.text(tag) != "" {
			l.risk("runs scripts when it is installed")
		}
	}
	if err := h.walk(l); err != nil {
		return err
	}
	if h.end >= f.Size {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// rpmValue is the value of a tag: its type, its number of elements, and the data from its place on.
type rpmValue struct {
	kind, n uint32
	data    []byte
}

// rpmHeader is a header of an RPM package.
type rpmHeader struct {
	values map[int]rpmValue
	end    int64
}

// rpmHeaderAt reads the header at a place.
func rpmHeaderAt(f *file.File, at int64) (h rpmHeader, err error) {
	var b [16]byte
	if n, err := f.ReadAt(b[:], at); n < len(b) {
		return h, cutOff(err)
	}
	tags, size := int64(binary.BigEndian.Uint32(b[8:])), int64(binary.BigEndian.Uint32(b[12:]))
	switch {
	case string(b[:4]) != "\x8e\xad\xe8\x01":
		return h, errRules
	case tags > rpmTagsMost || size > rpmMost:
		return h, file.ErrTooLarge
	}
	h.end = at + 16 + 16*tags + size
	if h.end > f.Size {
		return h, io.ErrUnexpectedEOF
	}
	all := make([]byte, 16*tags+size)
	if n, err := f.ReadAt(all, at+16); n < len(all) {
		return h, cutOff(err)
	}
	store := all[16*tags:]
	h.values = map[int]rpmValue{}
	for i := range tags {
		tag := all[16*i:]
		place := binary.BigEndian.Uint32(tag[8:])
		if int64(place) <= size {
			h.values[int(binary.BigEndian.Uint32(tag))] = rpmValue{
				kind: binary.BigEndian.Uint32(tag[4:]), n: binary.BigEndian.Uint32(tag[12:]), data: store[place:],
			}
		}
	}
	return h, nil
}

// text returns the first string of a tag.
func (h *rpmHeader) text(tag int) string {
	v := h.values[tag]
	if v.kind != typeString && v.kind != typeStrings && v.kind != typeI18NString {
		return ""
	}
	return text([]byte(v.next()))
}

// next removes a string from the data, and returns it.
func (v *rpmValue) next() string {
	i := bytes.IndexByte(v.data, 0)
	if i < 0 {
		i = len(v.data)
	}
	s := string(v.data[:min(i, nameMost)])
	v.data = v.data[min(len(v.data), i+1):]
	return s
}

// int returns the element i of a tag with numbers, or -1.
func (h *rpmHeader) int(tag int, i uint32) int64 {
	v := h.values[tag]
	width := map[uint32]int{typeInt16: 2, typeInt32: 4, typeInt64: 8}[v.kind]
	at := int64(i) * int64(width)
	if width == 0 || i >= v.n || at+int64(width) > int64(len(v.data)) {
		return -1
	}
	b := v.data[at:]
	switch width {
	case 2:
		return int64(binary.BigEndian.Uint16(b))
	case 4:
		return int64(binary.BigEndian.Uint32(b))
	}
	return int64(min(binary.BigEndian.Uint64(b), 1<<62))
}

// walk passes the files to the listing.
func (h *rpmHeader) walk(l *listing) error {
	names, links := h.values[tagBaseNames], h.values[tagLinks]
	if names.n == 0 {
		names = h.values[tagOldNames]
	}
	if names.n > rpmFilesMost {
		return file.ErrTooLarge
	}
	dirs, err := h.strings(tagDirNames)
	if err != nil {
		return err
	}
	for i := range names.n {
		if len(names.data) == 0 {
			return errRules
		}
		e := entry{name: names.next(), size: h.int(tagSizes, i)}
		if d := h.int(tagDirIndexes, i); d >= 0 && d < int64(len(dirs)) {
			e.name = dirs[d] + e.name
		}
		if long := h.int(tagLongSizes, i); long >= 0 {
			e.size = long
		}
		if t := h.int(tagTimes, i); t >= 0 {
			e.modified = time.Unix(t, 0).UTC()
		}
		link := links.next()
		switch mode := h.int(tagModes, i); mode & 0o170000 {
		case rpmDirectory:
			e.dir = true
		case rpmSymlink:
			e.link = link
		case rpmCharacter, rpmBlock:
			l.risk("holds device files")
		}
		if err := l.add(e); err != nil {
			return err
		}
	}
	return nil
}

// strings returns all strings of a tag, as far as there is data for them.
func (h *rpmHeader) strings(tag int) ([]string, error) {
	v := h.values[tag]
	if v.n > rpmFilesMost {
		return nil, file.ErrTooLarge
	}
	var all []string
	for range v.n {
		if len(v.data) == 0 {
			return nil, errRules
		}
		all = append(all, v.next())
	}
	return all, nil
}
