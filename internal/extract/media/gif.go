package media

import "strings"

// readGIF reads a GIF image: its size, its frames and its comment.
func readGIF(j *job) error {
	j.image("GIF image")
	head := j.in.bytes(0, 13)
	if len(head) < 13 {
		return errStructure
	}
	j.x.Format += ", version " + clean(string(head[3:6]))
	j.size(le16(head[6:]), le16(head[8:]))
	at, frames := int64(13)+colorTable(head[10]), 0
	for range chunksMost {
		b := j.in.bytes(at, 11)
		if len(b) == 0 {
			j.cutOff()
			break
		}
		if b[0] == 0x3B || b[0] != 0x21 && b[0] != 0x2C { // the trailer, or other data behind the image
			break
		}
		if b[0] == 0x2C && len(b) > 9 {
			frames++
			at += 11 + colorTable(b[9])
		} else {
			at += 2
		}
		comment := len(b) > 1 && b[0] == 0x21 && b[1] == 0xFE && j.x.Property("description") == ""
		if at = j.gifBlocks(at, comment); at < 0 {
			j.cutOff()
			break
		}
	}
	if frames > 1 {
		j.x.Format = strings.Replace(j.x.Format, "image", "animation", 1)
		j.number("frames", frames)
	}
	return nil
}

// colorTable returns the number of bytes of the colour table that flags announce.
func colorTable(flags byte) int64 {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// gifBlocks returns the offset after a chain of blocks, or -1 if the file ends before. The first block of a comment is
// the description.
func (j *job) gifBlocks(at int64, comment bool) int64 {
	for {
		b := j.in.bytes(at, 1)
		if len(b) == 0 {
			return -1
		}
		n := int64(b[0])
		if comment && n > 0 {
			j.set("description", latin1(j.in.bytes(at+1, n)))
			comment = false
		}
		if at += 1 + n; n == 0 {
			return at
		}
	}
}
