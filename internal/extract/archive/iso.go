package archive

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf16"

	"luminos/internal/extract/file"
)

const (
	isoSector      = 2048
	isoFirst       = 16 * isoSector // of the descriptors of the volume
	isoDescriptors = 64             // descriptors that are read; an image has three or four
	isoDirectories = 100_000        // directories that are read, each once
	isoDirMost     = 64 << 20       // bytes of a directory, of about 500,000 entries
	isoDepth       = 64             // directories on a path
	isoEntries     = 4 << 20        // entries; directories that overlap can hold any number
	isoHeld        = 32 << 20       // bytes of the names of the directories that wait
)

// isISO reports whether a file has the mark of ISO 9660 in its 16th sector.
func isISO(f *file.File) bool {
	if f.Size < isoFirst+isoSector || f.ID.Text {
		return false
	}
	if len(f.Head) >= isoFirst+6 {
		return string(f.Head[isoFirst+1:isoFirst+6]) == "CD001"
	}
	return hasMagic(f, isoFirst+1, "CD001")
}

// iso is the file system of an image.
type iso struct {
	f     *file.File
	l     *listing
	wide  bool // names are in UTF-16, as Joliet stores them
	rock  bool // names and links are in the records of Rock Ridge
	skip  int  // bytes before these records
	seen  map[uint32]bool
	queue []isoDir
	held  int // bytes of names in the queue
}

// isoDir is a directory that is to be read.
type isoDir struct {
	name  string
	at    uint32 // sector
	size  uint32
	depth int
}

// walkISO passes the files of an ISO 9660 image to the listing, with the names of Rock Ridge or Joliet, if it has them.
func walkISO(f *file.File, l *listing) error {
	l.x.Format = "ISO 9660 image"
	var root, joliet *isoDir
	for i := range int64(isoDescriptors) {
		b := make([]byte, isoSector)
		if n, err := f.ReadAt(b, isoFirst+i*isoSector); n < len(b) {
			return cutOff(err)
		}
		if string(b[1:6]) != "CD001" {
			break
		}
		dir := &isoDir{at: le32(b[158:]), size: le32(b[166:])}
		switch {
		case b[0] == 255:
			i = isoDescriptors
		case b[0] == 0 && strings.HasPrefix(string(b[7:]), "EL TORITO"):
			l.x.Set("boot", "El Torito")
		case b[0] == 1 && root == nil:
			root = dir
			isoProperties(l, b)
			if stated := int64(le32(b[80:])) * isoSector; stated > f.Size {
				l.cut = true
			}
		case b[0] == 2 && strings.Contains("%/@%/C%/E", string(b[88:91])):
			joliet = dir
		}
		if i == isoDescriptors {
			break
		}
	}
	if root == nil {
		return errRules
	}
	fs := &iso{f: f, l: l, seen: map[uint32]bool{}}
	fs.findRock(root)
	if !fs.rock && joliet != nil {
		root, fs.wide = joliet, true
		l.x.Format += " with Joliet names"
	} else if fs.rock {
		l.x.Format += " with Rock Ridge names"
	}
	return fs.walk(root)
}

// isoProperties sets the properties of the volume.
func isoProperties(l *listing, b []byte) {
	trimmed := func(from, to int) string { return text([]byte(strings.TrimRight(string(b[from:to]), " \x00"))) }
	l.x.Set("title", trimmed(40, 72))
	l.x.Set("system", trimmed(8, 40))
	l.x.Set("publisher", trimmed(318, 446))
	l.x.Set("author", trimmed(446, 574))
	l.x.Set("program", trimmed(574, 702))
	date := func(at int) string {
		day, err := time.Parse("20060102", string(b[at:at+8]))
		if err != nil {
			return ""
		}
		return dayOf(day)
	}
	l.x.Set("created", date(813))
	l.x.Set("modified", date(830))
}

// walk reads all directories, each once.
func (s *iso) walk(root *isoDir) error {
	s.queue, s.seen[root.at] = []isoDir{*root}, true
	for n := 0; len(s.queue) > 0; n++ {
		d := s.queue[0]
		s.queue = s.queue[1:]
		s.held -= len(d.name)
		if n == isoDirectories || d.depth > isoDepth || d.size > isoDirMost {
			return file.ErrTooLarge
		}
		if err := s.dir(d); err != nil {
			return err
		}
	}
	if s.l.cut {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// dir reads the records of a directory. A record does not cross sectors.
func (s *iso) dir(d isoDir) error {
	r := bufio.NewReader(io.NewSectionReader(s.f, int64(d.at)*isoSector, int64(d.size)))
	sector := make([]byte, isoSector)
	var large int64 // the size of the extents of a file before its last one
	for {
		switch _, err := io.ReadFull(r, sector); {
		case err == io.EOF:
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF) && d.size%isoSector != 0:
			return nil
		case err != nil:
			return err
		}
		for b := sector; len(b) > 33 && b[0] > 33; b = b[b[0]:] {
			n := int(b[0])
			if n > len(b) || 33+int(b[32]) > n {
				return errRules
			}
			record := b[:n]
			if record[25]&0x80 != 0 { // more extents follow
				large += int64(le32(record[10:]))
			} else {
				if err := s.record(d, record, large); err != nil {
					return err
				}
				large = 0
			}
			if n == len(b) {
				break
			}
		}
	}
}

// record passes one record of a directory to the listing.
func (s *iso) record(d isoDir, b []byte, large int64) error {
	name := b[33 : 33+int(b[32])]
	if len(name) == 1 && name[0] <= 1 {
		return nil // the directory itself and the one above
	}
	at, size := le32(b[2:]), le32(b[10:])
	e := entry{size: large + int64(size), dir: b[25]&2 != 0, modified: isoTime(b[18:25])}
	own := isoName(name, s.wide)
	if s.rock {
		rr := s.susp(b)
		if rr.moved {
			return nil
		}
		if rr.name != "" {
			own = rr.name
		}
		e.link = rr.link
		if rr.child > 0 {
			at, e.dir = rr.child, true
			size = isoDirSize(s.f, at)
		}
	}
	e.name = own
	if d.name != "" {
		e.name = d.name + "/" + own
	}
	if len(e.name) > cpioNameMost || s.held > isoHeld || len(s.queue) > isoDirectories || s.l.entries == isoEntries {
		return file.ErrTooLarge
	}
	if e.dir {
		e.size = 0
		if !s.seen[at] {
			s.seen[at] = true
			s.held += len(e.name)
			s.queue = append(s.queue, isoDir{e.name, at, size, d.depth + 1})
		}
	} else if large == 0 {
		e.open = func() (io.Reader, error) {
			return io.NewSectionReader(s.f, int64(at)*isoSector, int64(size)), nil
		}
	}
	return s.l.add(e)
}

// isoDirSize returns the size of a directory that its first record states.
func isoDirSize(f *file.File, at uint32) uint32 {
	var b [34]byte
	if n, _ := f.ReadAt(b[:], int64(at)*isoSector); n < len(b) {
		return 0
	}
	return le32(b[10:])
}

// isoName returns a name without its version: "README.;1" is "README".
func isoName(b []byte, wide bool) string {
	s := string(b)
	if wide {
		units := make([]uint16, len(b)/2)
		for i := range units {
			units[i] = uint16(b[2*i])<<8 | uint16(b[2*i+1])
		}
		s = string(utf16.Decode(units))
	}
	if i := strings.LastIndexByte(s, ';'); i >= 0 {
		s = s[:i]
	}
	return strings.TrimSuffix(s, ".")
}

// isoTime returns the time of a record, which has a zone in quarters of an hour.
func isoTime(b []byte) time.Time {
	if b[1] == 0 || b[2] == 0 || b[1] > 12 {
		return time.Time{}
	}
	zone := time.FixedZone("", int(int8(b[6]))*15*60)
	return time.Date(1900+int(b[0]), time.Month(b[1]), int(b[2]), int(b[3]), int(b[4]), int(b[5]), 0, zone).UTC()
}
