package media

import (
	"testing"

	"luminos"
)

// fuzz feeds a reader with changed files, without a look at their signatures. A panic fails the test.
func fuzz(f *testing.F, names []string, readers ...func(*job) error) {
	for _, name := range names {
		f.Add([]byte(samples()[name]))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, name := range names[:1] {
			for _, r := range readers {
				in := open(name, string(b))
				x := &luminos.Extraction{}
				_ = r(&job{in, newInput(in), x})
				for _, p := range x.Properties {
					if p.Value == "" || p.Name == "" {
						t.Errorf("the property %q is %q", p.Name, p.Value)
					}
				}
				for _, n := range x.Numbers {
					if n.N < 0 {
						t.Errorf("the number %q is %d", n.Name, n.N)
					}
				}
			}
		}
	})
}

func FuzzImage(f *testing.F) {
	fuzz(f, []string{"a.jpg", "a.png", "a.gif", "a.tif"},
		readJPEG, readPNG, readGIF, readTIFF, readWebP, readHEIF, readBoxed, readEXV, readPhotoshop, readRaw)
}

func FuzzFilm(f *testing.F) {
	fuzz(f, []string{"a.mp4", "a.mkv", "a.avi"}, readISO, readMatroska, readAVI)
}

func FuzzSound(f *testing.F) {
	fuzz(f, []string{"a.mp3", "a.wav", "a.aiff", "a.flac", "a.opus"},
		readMPEGAudio, readWave, readAIFF, readFLAC, readOgg, readADTS)
}

func FuzzFont(f *testing.F) { fuzz(f, []string{"a.ttf"}, readFont, readType1) }

func FuzzSubtitles(f *testing.F) {
	fuzz(f, []string{"a.srt"}, readSubtitles)
}

func FuzzSubStation(f *testing.F) { fuzz(f, []string{"a.ass"}, readSubtitles) }

func FuzzXML(f *testing.F) { fuzz(f, []string{"a.svg", "a.xmp"}, readSVG, readSidecar) }
