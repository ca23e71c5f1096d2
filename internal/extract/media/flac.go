package media

import (
	"bytes"
	"math/bits"
)

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
	var info flacInfo
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
			info = flacInfo{
				block: int64(be16(b)), frameMost: be32(b[6:]) & 0xFFFFFF,
				rate: be32(b[10:]) >> 12, samples: be64(b[10:]) & (1<<36 - 1),
			}
			known = info.rate > 0
			j.number("sample rate", int(info.rate))
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
	if end := j.in.flacEnd(info); end > 0 && end < info.samples {
		info.samples = end
		j.cutOff()
	}
	j.length(float64(info.samples) / float64(info.rate))
	j.x.Add("tracks", 1)
	t.set(j)
	return nil
}

// flacInfo has the properties of a FLAC stream: samples of a block, bytes of the largest frame, or 0 if it is unknown,
// samples a second, and all samples.
type flacInfo struct{ block, frameMost, rate, samples int64 }

// flacEnd returns the number of samples up to the end of the last frame, or 0 if no frame begins near the end of the
// file. Bytes that look like the header of a frame can only make it larger.
func (in *input) flacEnd(info flacInfo) (end int64) {
	const unknownMost, after = 256 << 10, 4 << 10 // bytes; a tag can lie after the frames
	most := info.frameMost
	if most == 0 {
		most = unknownMost
	}
	b := in.tail(min(2*most+after, chunkMost))
	for i := bytes.IndexByte(b, 0xFF); i >= 0; {
		if first, n, ok := info.frame(b[i:]); ok && first+n <= info.samples {
			end = max(end, first+n)
		}
		next := bytes.IndexByte(b[i+1:], 0xFF)
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return end
}

// frame returns the first sample and the number of samples of the frame whose header b begins with.
func (info flacInfo) frame(b []byte) (first, n int64, ok bool) {
	if len(b) < 16 || b[1]&0xFE != 0xF8 || b[3]&1 != 0 {
		return 0, 0, false
	}
	size := max(bits.LeadingZeros8(^b[4]), 1) // of the number, which is coded as in UTF-8
	first = int64(b[4]) & (0x7F >> min(bits.LeadingZeros8(^b[4]), 7))
	for _, c := range b[5 : 4+min(size, 7)] {
		first = first<<6 | int64(c&0x3F)
	}
	at := 4 + min(size, 7)
	switch code := b[2] >> 4; {
	case code == 1:
		n = 192
	case code >= 2 && code <= 5:
		n = 144 << code
	case code == 6:
		n, at = int64(b[at])+1, at+1
	case code == 7:
		n, at = int64(be16(b[at:]))+1, at+2
	default:
		n = 1 << code
	}
	switch b[2] & 15 { // the rate of samples
	case 12:
		at++
	case 13, 14:
		at += 2
	}
	if b[1]&1 == 0 { // all blocks but the last one have one size, and the number counts them
		first *= info.block
	}
	return first, n, b[2]>>4 != 0 && at < len(b) && crc8(b[:at]) == b[at]
}

// crc8 returns the check of the header of a frame: x^8 + x^2 + x + 1.
func crc8(b []byte) (sum byte) {
	for _, c := range b {
		sum ^= c
		for range 8 {
			sum = sum<<1 ^ sum>>7*7
		}
	}
	return sum
}
