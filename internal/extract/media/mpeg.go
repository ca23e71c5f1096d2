package media

import (
	"bytes"

	"luminos/internal/extract/file"
)

// isMPEGAudio reports whether a file is MP3 or a related sound: it has an ID3 tag, or begins with a frame.
func isMPEGAudio(f *file.File) bool {
	if f.ID.Text {
		return false
	}
	return f.ID.MIME == "audio/mpeg" || f.Path.Ext() == ".mp3" && frameOf(f.Head).size > 0
}

// frame is the header of a frame of MPEG sound (ISO/IEC 11172-3, 13818-3).
type frame struct {
	version, layer int // version 1, 2, or 3 for 2.5
	rate           int // samples a second
	bits           int // a second
	samples        int
	size           int64 // bytes, 0 if it is no frame
	side           int   // bytes between the header and a Xing header
}

var bitRates = [2][3][]int{
	{
		{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
		{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
		{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	},
	{
		{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
	},
}

// frameOf returns the frame whose header b begins with.
func frameOf(b []byte) (f frame) {
	if len(b) < 4 || b[0] != 0xFF || b[1]&0xE0 != 0xE0 {
		return f
	}
	version, layer, rate := b[1]>>3&3, 4-int(b[1]>>1&3), b[2]>>2&3
	if version == 1 || layer == 4 || rate == 3 || b[2]>>4 == 15 || b[2]>>4 == 0 {
		return f
	}
	f.version = map[byte]int{3: 1, 2: 2, 0: 3}[version]
	f.layer = layer
	f.rate = []int{44100, 48000, 32000}[rate] >> (f.version - 1)
	f.bits = bitRates[min(f.version-1, 1)][layer-1][b[2]>>4] * 1000
	f.samples = 1152
	mono := b[3]>>6 == 3
	switch {
	case layer == 1:
		f.samples = 384
	case layer == 3 && f.version > 1:
		f.samples = 576
	}
	padding := int64(b[2] >> 1 & 1)
	if layer == 1 {
		f.size = (int64(12*f.bits/f.rate) + padding) * 4
	} else {
		f.size = int64(f.samples/8*f.bits/f.rate) + padding
	}
	switch {
	case f.version == 1 && mono, f.version > 1 && !mono:
		f.side = 17
	case f.version == 1:
		f.side = 32
	default:
		f.side = 9
	}
	return f
}

// framesMost is the number of frames that are counted: 7 hours of MP3.
const framesMost = 1_000_000

// readMPEGAudio reads an MP3 file: its tags and its frames.
func readMPEGAudio(j *job) error {
	var t tags
	at := t.id3v2(j.in, 0)
	for range 8 { // some files have more than one tag
		next := t.id3v2(j.in, at)
		if next == at {
			break
		}
		at = next
	}
	end := j.in.size
	if t.id3v1(j.in) {
		end -= 128
	}
	if string(j.in.bytes(at, 4)) == "fLaC" {
		j.x.Add("sounds", 1)
		return j.flac(at, &t)
	}
	first, at := j.in.firstFrame(at)
	j.x.Add("sounds", 1)
	j.x.Add("tracks", 1)
	j.x.Format = "MPEG sound"
	t.set(j)
	if first.size == 0 {
		return errStructure
	}
	name := []string{"", "MP1", "MP2", "MP3"}[first.layer]
	j.x.Format = name + " sound"
	j.x.Set("codec", name)
	j.number("sample rate", first.rate)
	const dropped = 8 << 10 // bytes of the last frames, which editors leave out
	stated, size := j.in.framesStated(at, first)
	cut := size > end-at+dropped
	if stated > 0 && !cut {
		j.length(float64(stated*int64(first.samples)) / float64(first.rate))
		return nil
	}
	if cut {
		j.cutOff()
	}
	n, stop := j.in.countFrames(at, end, first)
	seconds := float64(n*int64(first.samples)) / float64(first.rate)
	if n == framesMost {
		seconds *= float64(end-at) / float64(stop-at)
		j.x.Limit("the length is estimated")
	}
	j.length(seconds)
	return nil
}

// firstFrame returns the first frame after an offset which another frame follows, and its offset.
func (in *input) firstFrame(at int64) (frame, int64) {
	const search = 256 << 10 // bytes of other data before the sound, such as padding
	b := in.bytes(at, search)
	for i := 0; i < len(b); i++ {
		k := bytes.IndexByte(b[i:], 0xFF)
		if k < 0 {
			break
		}
		i += k
		f := frameOf(b[i:])
		if f.size == 0 {
			continue
		}
		next := at + int64(i) + f.size
		if n := frameOf(in.bytes(next, 4)); n.layer == f.layer && n.rate == f.rate || next == in.size {
			return f, at + int64(i)
		}
	}
	return frame{}, at
}

// framesStated returns the number of frames and of their bytes that a Xing or VBRI header in the first frame states, or
// 0.
func (in *input) framesStated(at int64, f frame) (frames, size int64) {
	b := in.bytes(at, 64)
	if x := from(b, 4+f.side); len(x) >= 16 && (string(x[:4]) == "Xing" || string(x[:4]) == "Info") && x[7]&1 != 0 {
		if x[7]&2 != 0 {
			size = be32(x[12:])
		}
		return be32(x[8:]), size
	}
	if v := from(b, 36); len(v) >= 18 && string(v[:4]) == "VBRI" {
		return be32(v[14:]), be32(v[10:])
	}
	return 0, 0
}

// countFrames returns the number of frames from an offset, and the offset after the last one.
func (in *input) countFrames(at, end int64, first frame) (n, stop int64) {
	for n < framesMost && at < end {
		f := frameOf(in.bytes(at, 4))
		if f.size == 0 || f.layer != first.layer {
			break
		}
		at += f.size
		n++
	}
	return n, at
}

// readADTS reads a sound in AAC without a container: a sequence of frames with headers (ISO/IEC 13818-7).
func readADTS(j *job) error {
	var t tags
	at := t.id3v2(j.in, 0)
	start, n, rate := at, int64(0), 0
	for n < framesMost {
		b := j.in.bytes(at, 7)
		if len(b) < 7 || b[0] != 0xFF || b[1]&0xF6 != 0xF0 {
			break
		}
		size := int64(b[3]&3)<<11 | int64(b[4])<<3 | int64(b[5]>>5)
		if i := int(b[2] >> 2 & 15); rate == 0 && i < len(adtsRates) {
			rate = adtsRates[i]
		}
		if size < 7 {
			break
		}
		at += size
		n += int64(b[6]&3) + 1
	}
	j.x.Format = "AAC sound"
	j.x.Add("sounds", 1)
	if n == 0 || rate == 0 || at == start {
		return errStructure
	}
	j.x.Add("tracks", 1)
	j.x.Set("codec", "AAC")
	j.number("sample rate", rate)
	j.length(float64(n*1024) / float64(rate))
	if at > j.in.size {
		j.cutOff()
	}
	t.set(j)
	return nil
}

var adtsRates = []int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}
