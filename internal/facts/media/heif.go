package media

import (
	"bytes"
	"context"
	"encoding/binary"

	"luminos"
	"luminos/internal/content"
)

// Bounds of the search for the Exif data of a HEIF file.
const (
	boxesMax = 16       // boxes before the one with the table of items
	exifMax  = 64 << 10 // bytes of the Exif data
)

// itemPhoto returns the fields of a photograph from the Exif item of the HEIF file p, wherever in the file it lies.
// head is the beginning of the file. A file that cannot be read or understood has no fields.
func itemPhoto(ctx context.Context, src luminos.Source, p luminos.Path, head []byte) content.Photo {
	if !bytes.HasPrefix(head[min(len(head), 4):], []byte("ftyp")) {
		return content.Photo{}
	}
	at, ok := exifOffset(metaBox(ctx, src, p))
	if !ok {
		return content.Photo{}
	}
	b, err := src.Read(ctx, p, at, exifMax)
	if err != nil || len(b) < 4 {
		return content.Photo{}
	}
	skip := uint64(binary.BigEndian.Uint32(b)) // the bytes before the TIFF header, often "Exif" and two NUL bytes
	b = b[4:]
	if skip > uint64(len(b)) {
		return content.Photo{}
	}
	return content.PhotoOf(b[skip:])
}

// metaBox returns the beginning, at most headBytes, of the box that describes the items of the HEIF file p, or nil.
func metaBox(ctx context.Context, src luminos.Source, p luminos.Path) []byte {
	var at int64
	for range boxesMax {
		b, err := src.Read(ctx, p, at, 16)
		if err != nil || len(b) < 16 {
			return nil
		}
		size := int64(binary.BigEndian.Uint32(b))
		if string(b[4:8]) == "meta" {
			b, err = src.Read(ctx, p, at, int(min(size, headBytes)))
			if err != nil {
				return nil
			}
			return b
		}
		if size == 1 {
			size = int64(binary.BigEndian.Uint64(b[8:]))
		}
		if size < 8 || at+size < at {
			return nil
		}
		at += size
	}
	return nil
}

// exifOffset returns the offset in the file of the Exif item that meta, the box of the items, describes.
// It returns false if there is no such item, or its place is given in another way than by an offset of 4 bytes.
func exifOffset(meta []byte) (int64, bool) {
	i, j := bytes.Index(meta, []byte("Exif\x00")), bytes.Index(meta, []byte("iloc"))
	if i < 4 || j < 0 || len(meta) < j+14 {
		return 0, false
	}
	id, b := binary.BigEndian.Uint16(meta[i-4:]), meta[j+4:]
	version, base := b[0], int(b[5]>>4)
	if version > 1 || b[4] != 0x44 || b[5]&15 != 0 || base != 0 && base != 4 {
		return 0, false
	}
	count := int(binary.BigEndian.Uint16(b[6:]))
	b = b[8:]
	fixed := 4 + 2*int(version) + base // before the number of extents
	for range count {
		if len(b) < fixed+2 {
			return 0, false
		}
		extents := int(binary.BigEndian.Uint16(b[fixed:]))
		end := fixed + 2 + 8*extents
		if len(b) < end {
			return 0, false
		}
		if binary.BigEndian.Uint16(b) == id && extents > 0 {
			inFile := version == 0 || binary.BigEndian.Uint16(b[2:]) == 0
			at := int64(binary.BigEndian.Uint32(b[fixed+2:]))
			if base == 4 {
				at += int64(binary.BigEndian.Uint32(b[fixed-4:]))
			}
			return at, inFile
		}
		b = b[end:]
	}
	return 0, false
}
