package archive

import "strings"

const suspAreas = 16 // areas in which the records of one entry continue; an entry needs one or two

// rockRidge holds the properties of a file in the records of Rock Ridge (IEEE P1282) that a listing needs.
type rockRidge struct {
	name, link string
	child      uint32 // the place to which a deep directory was moved
	moved      bool   // the entry is such a directory, at its new place
}

// findRock finds out whether the root of a volume has records of the system use sharing protocol.
func (s *iso) findRock(root *isoDir) {
	b := make([]byte, 255)
	n, _ := s.f.ReadAt(b, int64(root.at)*isoSector)
	if n < 34 || int(b[0]) < 34 || int(b[0]) > n {
		return
	}
	area := b[34:b[0]]
	for _, skip := range []int{0, 14} { // 14 bytes of CD-ROM XA can come before
		if len(area) >= skip+7 && string(area[skip:skip+2]) == "SP" && string(area[skip+4:skip+6]) == "\xbe\xef" {
			s.rock, s.skip = true, int(area[skip+6])
		}
	}
}

// susp reads the records after the name of an entry, and the areas in which they continue.
func (s *iso) susp(record []byte) (r rockRidge) {
	at := 33 + int(record[32])
	at += at & 1
	area := record[min(at+s.skip, len(record)):]
	link := linkTarget{}
	for range suspAreas {
		var next []byte
		for len(area) >= 4 && area[2] >= 4 && int(area[2]) <= len(area) {
			b := area[:area[2]]
			area = area[area[2]:]
			switch string(b[:2]) {
			case "NM":
				if len(b) > 5 && b[4]&6 == 0 && len(r.name) < nameMost {
					r.name += string(b[5:])
				}
			case "SL":
				if len(b) > 5 {
					link.add(b[5:])
				}
			case "CL":
				if len(b) >= 12 {
					r.child = le32(b[4:])
				}
			case "RE":
				r.moved = true
			case "CE":
				if len(b) >= 28 {
					next = make([]byte, min(le32(b[20:]), isoSector))
					n, _ := s.f.ReadAt(next, int64(le32(b[4:]))*isoSector+int64(le32(b[12:])))
					next = next[:n]
				}
			case "ST":
				area = nil
			}
		}
		if area = next; len(area) == 0 {
			break
		}
	}
	r.link = link.String()
	return r
}

// linkTarget builds the target of a symbolic link from its components.
type linkTarget struct {
	b      strings.Builder
	joined bool // the next component continues the last one
}

func (l *linkTarget) add(b []byte) {
	for len(b) >= 2 && int(b[1])+2 <= len(b) && l.b.Len() < nameMost {
		if l.b.Len() > 0 && !l.joined && !strings.HasSuffix(l.b.String(), "/") {
			l.b.WriteByte('/')
		}
		switch {
		case b[0]&2 != 0:
			l.b.WriteByte('.')
		case b[0]&4 != 0:
			l.b.WriteString("..")
		case b[0]&8 != 0:
			l.b.WriteByte('/')
		default:
			l.b.Write(b[2 : 2+int(b[1])])
		}
		l.joined = b[0]&1 != 0
		b = b[2+int(b[1]):]
	}
}

func (l *linkTarget) String() string { return l.b.String() }
