package media

import (
	"slices"
	"strings"

	"github.com/bep/imagemeta"

	"luminos/internal/content"
	"luminos/internal/extract/file"
)

// rawFormats are the extensions of raw files that are built like TIFF, with their formats in words.
var rawFormats = map[string]string{
	".dng": "Digital Negative (DNG)", ".nef": "Nikon raw image (NEF)", ".nrw": "Nikon raw image (NRW)",
	".cr2": "Canon raw image (CR2)", ".arw": "Sony raw image (ARW)", ".sr2": "Sony raw image (SR2)",
	".pef": "Pentax raw image (PEF)", ".srw": "Samsung raw image (SRW)", ".3fr": "Hasselblad raw image (3FR)",
	".dcr": "Kodak raw image (DCR)", ".kdc": "Kodak raw image (KDC)", ".mef": "Mamiya raw image (MEF)",
	".iiq": "Phase One raw image (IIQ)", ".erf": "Epson raw image (ERF)",
}

// readTIFF reads a TIFF image, or a raw image that is built like one.
func readTIFF(j *job) error {
	if name, ok := rawFormats[j.f.Path.Ext()]; ok {
		j.image(name)
		j.tagged(imagemeta.DNG, "", nil)
		return nil
	}
	j.image("TIFF image")
	j.tagged(imagemeta.TIFF, "", nil)
	pages, ok := j.in.tiffPages()
	if !ok {
		j.cutOff()
	}
	if pages > 1 {
		j.x.Add("pages", int64(pages))
	}
	return nil
}

const (
	fujiMagic    = "FUJIFILMCCD-RAW"
	panaMagic    = "IIU\x00"
	olympusMagic = "IIR" // and O or S
	olympusOther = "MMO"
)

// isRaw reports whether a file is a raw image with a signature of its own.
func isRaw(f *file.File) bool {
	head := string(f.Head[:min(len(f.Head), 16)])
	return f.ID.MIME == "image/x-canon-cr3" || !f.ID.Text && len(head) == 16 &&
		(strings.HasPrefix(head, fujiMagic) || strings.HasPrefix(head, panaMagic) ||
			strings.HasPrefix(head, olympusMagic) || strings.HasPrefix(head, olympusOther) ||
			strings.HasPrefix(head, minoltaMagic) || strings.HasPrefix(head[6:], ciffMagic))
}

// readRaw reads a raw image of Fujifilm, Panasonic, Olympus, Minolta or Canon.
func readRaw(j *job) error {
	switch head := string(j.f.Head[:min(len(j.f.Head), 16)]); {
	case strings.HasPrefix(head, fujiMagic):
		j.image("Fujifilm raw image (RAF)")
		b := j.in.bytes(84, 8) // offset and length of the JPEG image in it
		p, w, h := j.exif(j.in.section(be32(b), be32(from(b, 4))), imagemeta.JPEG)
		j.size(w, h)
		p.set(j)
	case strings.HasPrefix(head, panaMagic):
		j.image("Panasonic raw image (RW2)")
		p, _, _ := j.exif(j.in.patched(2, "*\x00"), imagemeta.TIFF)
		p.set(j)
	case strings.HasPrefix(head, olympusOther):
		j.image("Olympus raw image (ORF)")
		p, w, h := j.exif(j.in.patched(2, "\x00*"), imagemeta.TIFF)
		j.size(w, h)
		p.set(j)
	case strings.HasPrefix(head, olympusMagic):
		j.image("Olympus raw image (ORF)")
		p, w, h := j.exif(j.in.patched(2, "*\x00"), imagemeta.TIFF)
		j.size(w, h)
		p.set(j)
	case strings.HasPrefix(head, minoltaMagic):
		readMinolta(j)
	case strings.HasPrefix(head[6:], ciffMagic):
		readHeap(j)
	default:
		readCanon(j)
	}
	return nil
}

// readCanon reads a Canon CR3 file: its film box holds one TIFF structure for each directory.
func readCanon(j *job) {
	j.image("Canon raw image (CR3)")
	var p photo
	j.boxes(0, j.in.size, func(b box) bool {
		switch {
		case b.kind == "moov", b.kind == "uuid" && b.depth == 1:
			return true
		case strings.HasPrefix(b.kind, "CMT") && b.kind != "CMT3": // CMT3 holds the notes of the maker
			q, _, _ := j.exif(j.in.section(b.at, b.end-b.at), imagemeta.TIFF)
			p.merge(q)
		}
		return false
	})
	p.set(j)
}

// merge sets the fields that are empty to the fields of q.
func (p *photo) merge(q photo) {
	for _, f := range [][2]*string{
		{&p.original, &q.original}, {&p.digitized, &q.digitized}, {&p.made, &q.made}, {&p.changed, &q.changed},
		{&p.maker, &q.maker}, {&p.model, &q.model}, {&p.lens, &q.lens}, {&p.software, &q.software}, {&p.rating, &q.rating},
		{&p.title, &q.title}, {&p.description, &q.description}, {&p.artist, &q.artist}, {&p.copyright, &q.copyright},
	} {
		if *f[0] == "" {
			*f[0] = *f[1]
		}
	}
	if p.orientation == 0 {
		p.orientation = q.orientation
	}
	if !p.placed {
		p.latitude, p.longitude, p.placed = q.latitude, q.longitude, q.placed
	}
	if len(p.keywords) == 0 {
		p.keywords = slices.Clone(q.keywords)
	}
}

// patched returns an input with other bytes at an offset of the first page.
func (in *input) patched(at int, with string) *input {
	first := slices.Clone(in.page(0))
	if len(first) >= at+len(with) {
		copy(first[at:], with)
	}
	p := in.section(0, in.size)
	p.pages[0] = first // it is not in the order of pages, so it stays
	return p
}

// readPhotoshop reads a Photoshop document: its size, and the tags in its image resources.
func readPhotoshop(j *job) error {
	j.image("Photoshop document")
	if w, h, ok := content.Dimensions(j.f.Head); ok {
		j.size(w, h)
	}
	at := int64(26)
	at += 4 + be32(j.in.bytes(at, 4)) // the colour mode data
	end := at + 4 + be32(j.in.bytes(at, 4))
	if end > j.in.size {
		j.cutOff()
	}
	at += 4
	var p photo
	for range segmentsMost {
		b := j.in.bytes(at, 12)
		if at+12 > end || len(b) < 12 || string(b[:4]) != "8BIM" {
			break
		}
		id, name := be16(b[4:]), int64(b[6])
		at += 6 + (name+2)&^1
		size := be32(j.in.bytes(at, 4))
		at += 4
		switch id {
		case 0x0422:
			q, _, _ := j.exif(j.in.section(at, size), imagemeta.TIFF)
			p.merge(q)
		case 0x0424:
			readXMP(j.in.bytes(at, min(size, xmpMost)), &p)
		}
		at += (size + 1) &^ 1
	}
	p.set(j)
	return nil
}
