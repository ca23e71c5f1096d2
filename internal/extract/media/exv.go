package media

import (
	"strings"

	"luminos/internal/extract/file"
)

// exvMagic begins a file of the metadata of a photograph without the photograph, as Exiv2 writes it: segments of JPEG
// follow.
const exvMagic = "\xff\x01Exiv2"

func isEXV(f *file.File) bool { return strings.HasPrefix(string(f.Head), exvMagic) }

// readEXV reads a file of metadata of Exiv2.
func readEXV(j *job) error {
	j.x.Format = "Exiv2 metadata"
	const begin = int64(len(exvMagic) - 2) // as if the two bytes that begin a JPEG image were there
	var s findings
	j.in.section(begin, j.in.size).jpegFrame(&s)
	p := s.photo()
	p.set(j)
	return nil
}
