package media

import (
	"slices"

	"luminos/internal/content"
)

// resourcesMagic begins a segment of a JPEG image that holds image resources of Photoshop.
const resourcesMagic = "Photoshop 3.0\x00"

// readPhotoshop reads a Photoshop document: its size, and the tags in its image resources.
func readPhotoshop(j *job) error {
	j.image("Photoshop document")
	if w, h, ok := content.Dimensions(j.f.Head); ok {
		j.size(w, h)
	}
	at := int64(26)
	at += 4 + be32(j.in.bytes(at, 4)) // the colour mode data
	size := be32(j.in.bytes(at, 4))
	if at+4+size > j.in.size {
		j.cutOff()
	}
	var s findings
	s.resources(j.in.section(at+4, size))
	p := s.photo()
	p.set(j)
	return nil
}

// resourceMarks begin image resources of Photoshop and of other programs.
var resourceMarks = []string{"8BIM", "AgHg", "DCSR", "MeSa", "PHUT"}

// resources reads the tags in image resources of Photoshop, which fill the input.
func (s *findings) resources(in *input) {
	at := int64(0)
	for range segmentsMost {
		b := in.bytes(at, 12)
		if len(b) < 12 || !slices.Contains(resourceMarks, string(b[:4])) {
			return
		}
		id, name := be16(b[4:]), int64(b[6])
		at += 6 + (name+2)&^1
		size := be32(in.bytes(at, 4))
		at += 4
		switch id {
		case 0x0404:
			s.notes.iptc(in.bytes(at, size))
		case 0x0422:
			s.tiff(in.section(at, size))
		case 0x0424:
			s.packet(in.section(at, size))
		}
		at += (size + 1) &^ 1
	}
}

// recordsMost is the number of records of IPTC of one image that are read.
const recordsMost = 5_000

// iptc reads records of IPTC (IIM, version 4.2) into the fields of p that are still empty.
func (p *photo) iptc(b []byte) {
	const mark, head, application = 0x1C, 5, 2
	for range recordsMost {
		if len(b) < head || b[0] != mark || head+be16(b[3:]) > len(b) {
			return
		}
		kind, set, text := b[1], b[2], latin1(b[head:head+be16(b[3:])])
		b = b[head+be16(b[3:]):]
		var to *string
		switch {
		case kind != application:
			continue
		case set == 25 && len(p.keywords) < keywordsMost:
			p.keywords = append(p.keywords, text)
		case set == 5:
			to = &p.title
		case set == 55:
			to, text = &p.original, dashed(text)
		case set == 62:
			to, text = &p.digitized, dashed(text)
		case set == 80:
			to = &p.artist
		case set == 116:
			to = &p.copyright
		case set == 120:
			to = &p.description
		}
		if to != nil && *to == "" {
			*to = text
		}
	}
}

// dashed returns a day as IPTC writes it, "20040226", as "2004-02-26", and another text as it is.
func dashed(s string) string {
	if len(s) != 8 {
		return s
	}
	return s[:4] + "-" + s[4:6] + "-" + s[6:]
}
