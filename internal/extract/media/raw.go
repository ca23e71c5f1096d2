package media

import (
	"cmp"
	"strings"

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
	name, raw := rawFormats[j.f.Path.Ext()]
	var s findings
	s.tiff(j.in)
	j.image(cmp.Or(name, "TIFF image"))
	w, h := j.in.tiffSize(raw)
	j.tagged(s, w, h, "")
	if raw {
		return nil
	}
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
			strings.HasPrefix(head, minoltaMagic) || strings.HasPrefix(head, sigmaMagic) ||
			strings.HasPrefix(head[6:], ciffMagic))
}

// readRaw reads a raw image of Fujifilm, Panasonic, Olympus, Minolta, Sigma or Canon.
func readRaw(j *job) error {
	switch head := string(j.f.Head[:min(len(j.f.Head), 16)]); {
	case strings.HasPrefix(head, fujiMagic):
		j.image("Fujifilm raw image (RAF)")
		b := j.in.bytes(84, 8) // offset and length of the JPEG image in it
		var s findings
		w, h, _, _ := j.in.section(be32(b), be32(from(b, 4))).jpegFrame(&s)
		j.tagged(s, w, h, "")
	case strings.HasPrefix(head, panaMagic):
		j.image("Panasonic raw image (RW2)")
		j.raw(j.in, false) // the tags of the size mean other things
	case strings.HasPrefix(head, olympusOther), strings.HasPrefix(head, olympusMagic):
		j.image("Olympus raw image (ORF)")
		j.raw(j.in, true)
	case strings.HasPrefix(head, minoltaMagic):
		readMinolta(j)
	case strings.HasPrefix(head, sigmaMagic):
		readSigma(j)
	case strings.HasPrefix(head[min(6, len(head)):], ciffMagic):
		readHeap(j)
	default:
		j.image("Canon raw image (CR3)")
		j.boxed()
	}
	return nil
}

// raw sets the tags of a raw image in a TIFF structure, and the size in its first directory if sized.
func (j *job) raw(in *input, sized bool) {
	var s findings
	s.tiff(in)
	w, h := 0, 0
	if sized {
		w, h = in.tiffSize(false)
	}
	j.tagged(s, w, h, "")
}

// merge sets the fields that are empty to the fields of q.
func (p *photo) merge(q photo) {
	for _, f := range [][2]*string{
		{&p.original, &q.original}, {&p.digitized, &q.digitized}, {&p.made, &q.made}, {&p.changed, &q.changed},
		{&p.stated, &q.stated},
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
		p.keywords = q.keywords
	}
}
