package content

// mpegFrame is the header of one frame of MPEG audio.
type mpegFrame struct {
	version  string // "1", "2" or "2.5"
	layer    int
	kbps, hz int
	mono     bool
	length   int // bytes from this header to the next
}

// mpegRates are bit rates in kbit/s by row (see [parseMPEGFrame]) and index.
var mpegRates = [5][15]int{
	{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448}, // version 1, layer I
	{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},    // version 1, layer II
	{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},     // version 1, layer III
	{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},    // version 2, layer I
	{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},         // version 2, layers II and III
}

// parseMPEGFrame reads the four bytes of a frame header. ok is false if
// reserved values are set.
func parseMPEGFrame(b []byte) (f mpegFrame, ok bool) {
	if len(b) < 4 || b[0] != 0xFF || b[1]&0xE0 != 0xE0 {
		return f, false
	}
	version, layer := b[1]>>3&3, 4-int(b[1]>>1&3)
	rate, freq := b[2]>>4, b[2]>>2&3
	if version == 1 || layer == 4 || rate == 15 || rate == 0 || freq == 3 {
		return f, false
	}
	f.layer, f.mono = layer, b[3]>>6 == 3
	f.hz = [3]int{44100, 48000, 32000}[freq]
	row, samples := layer-1, 1152
	switch version {
	case 3:
		f.version = "1"
	case 2:
		f.version, f.hz, row = "2", f.hz/2, min(layer+2, 4)
	case 0:
		f.version, f.hz, row = "2.5", f.hz/4, min(layer+2, 4)
	}
	if f.version != "1" && layer == 3 {
		samples = 576
	}
	f.kbps = mpegRates[row][rate]
	padding := int(b[2] >> 1 & 1)
	if layer == 1 {
		f.length = (12*f.kbps*1000/f.hz + padding) * 4
	} else {
		f.length = samples/8*f.kbps*1000/f.hz + padding
	}
	return f, true
}
