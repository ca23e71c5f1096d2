package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"slices"
	"strconv"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/lazyregexp"
)

// The dangers of opening a file.
const (
	riskJavaScript = "runs JavaScript"
	riskLaunch     = "starts programs"
)

const (
	scanMost   = 256 << 20 // bytes of a file that are searched for risks
	scanWindow = 1 << 20
	scanLap    = 4 << 10 // bytes by which windows overlap: no name or dictionary of an action is longer
	// packedMost and unpackedMost bound a stream of objects, and totalMost all of them together.
	packedMost   = 1 << 20
	unpackedMost = 8 << 20
	totalMost    = 64 << 20
)

func addRisk(x *luminos.Extraction, risk string) {
	if !slices.Contains(x.Risks, risk) {
		x.Risks = append(x.Risks, risk)
	}
}

// findRisks searches the objects of a file for actions that run code, and returns the day on which the XMP packets of
// the file say that it was made, or "". It needs no structure of the file, so that a damaged file has no secret ones;
// objects in streams are unpacked, the content of pages and files is not.
func findRisks(f *file.File, x *luminos.Extraction) (made string, err error) {
	s := scan{x: x, left: totalMost}
	b := make([]byte, min(f.Size, scanWindow))
	for at := int64(0); at < min(f.Size, scanMost); at += scanWindow - scanLap {
		n, err := f.ReadAt(b, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		s.window(f, b[:n], at)
		if n < len(b) || int64(n) >= f.Size {
			break
		}
	}
	if f.Size > scanMost {
		x.Limit("only the first 256 MiB were searched for risks")
	}
	if len(s.made) != 1 { // pictures in the file have packets, too
		return "", nil
	}
	return s.made[0], nil
}

// xmpMade matches the day on which an XMP packet says that its file was made.
var xmpMade = lazyregexp.Lazy(`xmp:CreateDate(?:>|=["'])\s*(\d{4})-(\d\d)-(\d\d)`)

// packets collects the different days of the XMP packets in a part of the file.
func (s *scan) packets(b []byte) {
	const daysMost = 2
	for _, m := range xmpMade().FindAllSubmatch(b, 100) {
		if d := day(string(bytes.Join(m[1:], nil))); len(s.made) < daysMost && d != "" && !slices.Contains(s.made, d) {
			s.made = append(s.made, d)
		}
	}
}

// scan searches for risks, and for the days of XMP packets.
type scan struct {
	x    *luminos.Extraction
	left int64 // bytes that may still be unpacked
	last int64 // offset of the last stream of objects that was unpacked
	made []string
}

// window searches a part of the file that begins at an offset.
func (s *scan) window(f *file.File, b []byte, at int64) {
	s.actions(b)
	s.packets(b)
	rest := b
	for {
		i := bytes.Index(rest, []byte("/ObjStm"))
		if i < 0 {
			return
		}
		rest = rest[i+len("/ObjStm"):]
		where := at + int64(len(b)-len(rest))
		if where > s.last && s.left > 0 {
			s.last = where
			s.stream(f, where)
		}
	}
}

// stream unpacks the stream of objects whose dictionary has its type at an offset, and searches it.
func (s *scan) stream(f *file.File, at int64) {
	head := make([]byte, 1024)
	n, _ := f.ReadAt(head, at) // a short rest is looked at too
	mark := []byte("stream")
	i := bytes.Index(head[:n], mark)
	if i < 0 {
		return
	}
	i += len(mark)
	for i < n && i < len(head) && (head[i] == '\r' || head[i] == '\n') {
		i++
	}
	section := io.NewSectionReader(f, at+int64(i), packedMost)
	z, err := zlib.NewReader(section)
	if err != nil {
		return // of another filter, or encrypted
	}
	got, _ := io.ReadAll(io.LimitReader(z, min(unpackedMost, s.left))) // damaged streams are searched up to the damage
	s.left -= int64(len(got))
	s.actions(got)
}

// actions searches objects for the entry /S /JavaScript or /S /Launch of an action. Names may be written with codes of
// their letters, as in /Java#53cript.
func (s *scan) actions(b []byte) {
	for {
		i := bytes.Index(b, []byte("/S"))
		if i < 0 {
			return
		}
		b = b[i+2:]
		value := bytes.TrimLeft(b[:min(len(b), 256)], "\x00\t\n\f\r ")
		if len(value) == 0 || value[0] != '/' {
			continue
		}
		switch name(value[1:]) {
		case "JavaScript":
			addRisk(s.x, riskJavaScript)
		case "Launch":
			addRisk(s.x, riskLaunch)
		}
	}
}

// name returns the name at the beginning of b, without its slash and with its codes decoded. It is at most 64 bytes.
func name(b []byte) string {
	b = b[:min(len(b), 64)]
	if i := bytes.IndexAny(b, "\x00\t\n\f\r ()<>[]{}/%"); i >= 0 {
		b = b[:i]
	}
	var got []byte
	for i := 0; i < len(b); i++ {
		if b[i] == '#' && i+2 < len(b) {
			if code, err := strconv.ParseUint(string(b[i+1:i+3]), 16, 8); err == nil {
				got = append(got, byte(code))
				i += 2
				continue
			}
		}
		got = append(got, b[i])
	}
	return string(got)
}
