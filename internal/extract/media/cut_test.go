package media

import (
	"strings"
	"testing"

	"luminos"
)

// flacFrames returns a FLAC sound whose head states 200 blocks of 4,096 samples, with the first n of them.
func flacFrames(n int) string {
	info := b16(4096) + b16(4096) + strings.Repeat("\x00", 6) + "\x0a\xc4\x42\xf0" + b32(200*4096) +
		strings.Repeat("\x00", 16)
	text := "fLaC\x80" + b32(len(info))[1:] + info
	for i := range n {
		head := "\xff\xf8\xc9\x18" + string(rune(i)) // the number is coded as in UTF-8
		text += head + string([]byte{crc8([]byte(head))}) + strings.Repeat("\xff\xf8s", 1000)
	}
	return text
}

// xing returns an MPEG sound whose head states 100 frames of 417 bytes, with n of them.
func xing(n int) string {
	head := "\xff\xfb\x90\x00" + strings.Repeat("\x00", 32) + "Xing" + b32(3) + b32(100) + b32(417*100)
	return head + strings.Repeat("\x00", 417-len(head)) + mp3Frames(n-1)
}

// TestCutSounds marks sounds with less bytes than their heads state, with the length of the rest.
func TestCutSounds(t *testing.T) {
	opus := oggPage(2, 0, 7, "OpusHead\x01\x02"+l16(312)+l32(48000)+"\x00\x00\x00") +
		oggPage(0, 0, 7, "OpusTags"+vorbisComments("TITLE=a"))
	for _, c := range []struct {
		name, text string
		cut        bool
		length     string
	}{
		{"whole.flac", flacFrames(200), false, "0:19"}, {"cut.flac", flacFrames(150), true, "0:14"},
		{"whole.mp3", xing(100), false, "0:03"}, {"cut.mp3", xing(50), true, "0:01"}, {"edited.mp3", xing(99), false, "0:03"},
		{"whole.opus", opus + oggPage(0, 96312, 7, "sound"), false, "0:02"},
		{"cut.opus", opus + oggPage(0, 96312, 7, "sound") + oggPage(0, 144312, 7, "sound")[:30], true, "0:03"},
		{"head.opus", opus + oggPage(0, 96312, 7, "sound") + oggPage(0, 144312, 7, "sound")[:9], true, "0:02"},
	} {
		x := extract(t, c.name, c.text)
		if got := x.State == luminos.ExtractDamaged; got != c.cut || x.Property("duration") != c.length {
			t.Errorf("%s: state %q, length %q", c.name, x.State, x.Property("duration"))
		}
	}
}
