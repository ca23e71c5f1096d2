package media

// readFLAC reads a FLAC sound.
func readFLAC(j *job) error {
	j.x.Add("sounds", 1)
	return j.flac(0, &tags{})
}

// flac reads the blocks of metadata of a FLAC stream at an offset (RFC 9639).
func (j *job) flac(at int64, t *tags) error {
	const streamInfo, vorbisComment, blocksMost = 0, 4, 1000
	j.x.Format = "FLAC sound"
	j.x.Set("codec", "FLAC")
	at += 4
	known := false
	for range blocksMost {
		h := j.in.bytes(at, 4)
		if len(h) < 4 {
			j.cutOff()
			break
		}
		n := be32([]byte{0, h[1], h[2], h[3]})
		body := at + 4
		switch h[0] & 0x7F {
		case streamInfo:
			b := j.in.bytes(body, 18)
			if len(b) < 18 {
				return errStructure
			}
			rate := int(be32(b[10:]) >> 12)
			samples := be64(b[10:]) & (1<<36 - 1)
			known = rate > 0
			j.number("sample rate", rate)
			if known {
				j.length(float64(samples) / float64(rate))
			}
		case vorbisComment:
			t.vorbis(j.in.bytes(body, min(n, isoTagsMost)))
		}
		if at = body + n; h[0]&0x80 != 0 {
			if at >= j.in.size {
				j.cutOff()
			}
			break
		}
	}
	if !known {
		return errStructure
	}
	j.x.Add("tracks", 1)
	t.set(j)
	return nil
}
