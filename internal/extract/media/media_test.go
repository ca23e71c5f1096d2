package media

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/extract/file"
	"luminos/internal/extract/filetest"
)

// open returns a file with the given content.
func open(name, text string) *file.File {
	return filetest.Open(luminos.Path(name), []byte(text), 1<<20)
}

// extract returns the extraction of a file, and fails if no reader reads it, or its reader panics.
func extract(t *testing.T, name, text string) *luminos.Extraction {
	t.Helper()
	f := open(name, text)
	if !reads(f) {
		t.Fatalf("%s (%s) is not read", name, f.ID.MIME)
	}
	x := &luminos.Extraction{}
	if err := batch.Guard(func() error { return read(f, x) }); err != nil {
		if batch.Panicked(err) {
			t.Fatalf("%s: %v", name, err)
		}
		x.Fail(luminos.ExtractDamaged, err.Error())
	}
	return x
}

func b16(n int) string              { return string(binary.BigEndian.AppendUint16(nil, uint16(n))) }
func b32[N int | int64](n N) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }
func l16(n int) string              { return string(binary.LittleEndian.AppendUint16(nil, uint16(n))) }
func l32[N int | int64](n N) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }

// entry is a tag of a TIFF directory with a text, numbers, or a directory.
type entry struct {
	tag  int
	kind int
	n    int
	data string
	dir  []entry
}

func ascii(tag int, s string) entry { return entry{tag, 2, len(s) + 1, s + "\x00", nil} }
func short(tag, n int) entry        { return entry{tag, 3, 1, b16(n) + "\x00\x00", nil} }
func rational(tag int, n ...int) entry {
	e := entry{tag: tag, kind: 5, n: len(n)}
	for _, v := range n {
		e.data += b32(v) + b32(1)
	}
	return e
}

// directory returns a TIFF directory that lies at the offset at, with the data of its entries behind it.
func directory(at int, entries []entry) string {
	head, data := b16(len(entries)), ""
	behind := at + 2 + 12*len(entries) + 4
	for _, e := range entries {
		if e.dir != nil {
			e.kind, e.n, e.data = 4, 1, b32(behind+len(data))
			data += directory(behind+len(data), e.dir)
		}
		value := e.data
		if len(value) > 4 {
			value = b32(behind + len(data))
			data += e.data
		}
		head += b16(e.tag) + b16(e.kind) + b32(e.n) + (value + "\x00\x00\x00")[:4]
	}
	return head + b32(0) + data
}

func tiff(entries ...entry) string { return "MM\x00*" + b32(8) + directory(8, entries) }

// jpegOf returns a small JPEG file with segments.
func jpegOf(segments ...string) string {
	text := "\xff\xd8"
	for _, s := range segments {
		text += "\xff" + s[:1] + b16(len(s)+1) + s[1:]
	}
	frame := "\xc0\x08" + b16(480) + b16(640) + "\x01\x01\x11\x00"
	return text + "\xff" + frame[:1] + b16(len(frame)+1) + frame[1:] + "\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00abc\xff\xd9"
}

func exifJPEG(entries ...entry) string { return jpegOf("\xe1Exif\x00\x00" + tiff(entries...)) }

const (
	xmpPacket = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ` +
		`xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:Rating="4" exif:GPSLatitude="43,28.2N" ` +
		`exif:GPSLongitude="11,53.1W"><dc:title><rdf:Alt><rdf:li>Über den Dächern</rdf:li></rdf:Alt></dc:title>` +
		`<dc:subject><rdf:Bag><rdf:li>city</rdf:li><rdf:li>roof</rdf:li></rdf:Bag></dc:subject>` +
		`<xmp:History><rdf:Seq><rdf:li><rdf:Description><dc:title>step</dc:title></rdf:Description></rdf:li></rdf:Seq>` +
		`</xmp:History></rdf:Description></rdf:RDF></x:xmpmeta>`
	xmpSegment = "\xe1http://ns.adobe.com/xap/1.0/\x00" + xmpPacket
)

// gps returns a directory of a position in degrees, minutes and seconds.
func gps(ns, ew string) entry {
	return entry{tag: 0x8825, dir: []entry{
		ascii(1, ns), rational(2, 43, 28, 10), ascii(3, ew), rational(4, 11, 53, 6),
	}}
}

// iptc returns a segment with records of IPTC, each after its number.
func iptc(records ...string) string {
	body := ""
	for _, r := range records {
		body += "\x1c\x02" + r[:1] + b16(len(r)-1) + r[1:]
	}
	return "\xedPhotoshop 3.0\x008BIM\x04\x04\x00\x00" + b32(len(body)) + body
}

func chunk(kind, body string) string {
	return kind + l32(len(body)) + body + strings.Repeat("\x00", len(body)%2)
}
func pngChunk(kind, body string) string {
	return b32(len(body)) + kind + body + "crc!"
}

func pngOf(chunks ...string) string {
	header := pngChunk("IHDR", b32(30)+b32(20)+"\x08\x02\x00\x00\x00")
	return "\x89PNG\r\n\x1a\n" + header + strings.Join(chunks, "") + pngChunk("IDAT", "x") + pngChunk("IEND", "")
}

func atom(kind string, body ...string) string {
	text := strings.Join(body, "")
	return b32(len(text)+8) + kind + text
}

// movie returns an MP4 film of two tracks and 12.5 seconds with tags.
func movie(tags ...string) string {
	track := func(handler, codec string, w, h int) string {
		head := strings.Repeat("\x00", 76) + b32(w<<16) + b32(h<<16)
		return atom("trak", atom("tkhd", head), atom("mdia", atom("hdlr", b32(0)+b32(0)+handler+strings.Repeat("\x00", 12)),
			atom("minf", atom("stbl", atom("stsd", b32(0)+b32(1)+b32(16)+codec)))))
	}
	const created int64 = 2_082_844_800 + 1_600_000_000 // 2020-09-13
	header := atom("mvhd", b32(0)+b32(created)+b32(0)+b32(1000)+b32(12500)+strings.Repeat("\x00", 80))
	return atom("ftyp", "isom"+b32(0)+"isom") +
		atom("moov", header, track("vide", "avc1", 640, 360), track("soun", "mp4a", 0, 0), atom("udta", tags...)) +
		atom("mdat", "samples")
}

func tagAtom(kind, text string) string { return atom(kind, atom("data", b32(1)+b32(0)+text)) }

// id3 returns a tag with frames of texts in Latin 1.
func id3(frames ...string) string {
	body := ""
	for i := 0; i < len(frames); i += 2 {
		body += frames[i] + b32(len(frames[i+1])+1) + "\x00\x00" + "\x00" + frames[i+1]
	}
	n := len(body)
	return "ID3\x03\x00\x00" + string([]byte{byte(n >> 21 & 127), byte(n >> 14 & 127), byte(n >> 7 & 127), byte(n & 127)}) + body
}

// mp3Frames returns frames of 128 kbit/s at 44,100 samples a second.
func mp3Frames(n int) string {
	return strings.Repeat("\xff\xfb\x90\x00"+strings.Repeat("\x00", 413), n)
}

func vorbisComments(fields ...string) string {
	text := l32(4) + "test" + l32(len(fields))
	for _, f := range fields {
		text += l32(len(f)) + f
	}
	return text
}

func oggPage(flags byte, position, serial int, packets ...string) string {
	table, body := "", ""
	for _, p := range packets {
		table += strings.Repeat("\xff", len(p)/255) + string([]byte{byte(len(p) % 255)})
		body += p
	}
	return "OggS\x00" + string([]byte{flags}) + l32(position) + l32(0) + l32(serial) + l32(0) + l32(0) +
		string([]byte{byte(len(table))}) + table + body
}

func ebml(id string, body ...string) string {
	text := strings.Join(body, "")
	return id + "\x10"[:0] + string([]byte{0x10 | byte(len(text)>>24), byte(len(text) >> 16), byte(len(text) >> 8), byte(len(text))}) + text
}

// sfnt returns a font with names and glyphs.
func sfnt(names map[int]string) string {
	records, text, n := "", "", 0
	for id, s := range names {
		var u bytes.Buffer
		for _, r := range s {
			u.WriteString(b16(int(r)))
		}
		records += b16(3) + b16(1) + b16(0x409) + b16(id) + b16(u.Len()) + b16(len(text))
		text += u.String()
		n++
	}
	name := b16(0) + b16(n) + b16(6+12*n) + records + text
	maxp := b32(0x5000) + b16(321)
	at := 12 + 2*16
	return "\x00\x01\x00\x00" + b16(2) + b16(0) + b16(0) + b16(0) +
		"maxp" + b32(0) + b32(at) + b32(len(maxp)) + "name" + b32(0) + b32(at+len(maxp)) + b32(len(name)) + maxp + name
}
