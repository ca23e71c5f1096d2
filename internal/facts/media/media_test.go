package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

// picture returns a PNG of a size.
func picture(t testing.TB, w, h int) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// photo returns the head of a JPEG with Exif data: the time at which it was taken,
// and its size.
func photo(taken string, w, h uint16) string {
	le := binary.LittleEndian
	tiff := []byte("II*\x00\x08\x00\x00\x00")
	entry := func(tag, kind uint16, n, v uint32) {
		tiff = le.AppendUint16(tiff, tag)
		tiff = le.AppendUint16(tiff, kind)
		tiff = le.AppendUint32(tiff, n)
		tiff = le.AppendUint32(tiff, v)
	}
	tiff = le.AppendUint16(tiff, 1)
	entry(0x8769, 4, 1, 26) // offset of the camera's own directory
	tiff = le.AppendUint32(tiff, 0)
	tiff = le.AppendUint16(tiff, 1)
	entry(0x9003, 2, 20, 44) // when the picture was taken
	tiff = le.AppendUint32(tiff, 0)
	tiff = append(tiff, taken+"\x00"...)

	b := []byte("\xff\xd8\xff\xe1")
	b = binary.BigEndian.AppendUint16(b, uint16(len(tiff)+8))
	b = append(b, "Exif\x00\x00"...)
	b = append(b, tiff...)
	b = append(b, "\xff\xc0\x00\x0b\x08"...)
	b = binary.BigEndian.AppendUint16(b, h)
	b = binary.BigEndian.AppendUint16(b, w)
	b = append(b, "\x01\x01\x11\x00\xff\xd9"...)
	return string(b)
}

// heic returns the head of a HEIC picture: boxes, one of them with Exif data.
func heic(taken string) string {
	jpeg := photo(taken, 1, 1)
	return "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic\x00\x00\x00\x15infe\x02\x00\x00\x00\x00\x01\x00\x00Exif\x00\x00" +
		"mdat\x00\x00\x00\x06" + jpeg[6:]
}

// mtime is when all files of a test were last changed.
var mtime = time.Date(2021, 7, 6, 5, 4, 3, 0, time.UTC)

func tree(t *testing.T, files map[string]string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	root := factstest.Write(t, files)
	for name := range files {
		if err := os.Chtimes(filepath.Join(root, filepath.FromSlash(name)), mtime, mtime); err != nil {
			t.Fatal(err)
		}
	}
	return factstest.Dir(t, root)
}

func TestReadGroupsByDirectory(t *testing.T) {
	src, s := tree(t, map[string]string{
		"trip/a.jpg":                  photo("2019:04:01 12:00:00", 4000, 3000),
		"trip/b.jpg":                  photo("2019:04:09 08:30:00", 640, 480),
		"trip/b2.jpg":                 photo("2031:01:01 00:00:00", 640, 480), // a clock that was never set
		"trip/c.png":                  picture(t, 10, 10),
		"trip/notes.txt":              "no picture\n",
		"trip/empty.png":              "",
		"trip/clip.wav":               "RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00",
		"phone/IMG_20200102_1.png":    picture(t, 30, 20),
		"phone/IMG_20200304_2.png":    picture(t, 30, 20),
		"phone/VID-20200105-WA01.mp4": "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom",
		"icons/x.png":                 picture(t, 16, 16),
		"unset/a.jpg":                 photo("1998:01:01 00:00:00", 40, 30),
		"unset/b.jpg":                 photo("2019:04:01 12:00:00", 30, 40),
		"sides/a.png":                 picture(t, 20, 90),
		"sides/b.png":                 picture(t, 80, 30),
		"sides/c.png":                 picture(t, 50, 50),
		"drawn/a.svg":                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"2\"></svg>\n",
		"kept/a.png":                  "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
		"icons/y.xpm":                 "/* XPM */\nstatic char *y[] = {\"32 32 1 1\"};\n",
		"tablet/a.heic":               heic("2018:03:02 11:00:00"),
		"broken/y.jpg":                "\xff\xd8\xff\xe1\x00",
	})
	r, err := Read(t.Context(), src, s)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range r.Media {
		line := fmt.Sprintf("%s %s %d %v %s %s", m.Dir, m.Category, m.Files, m.Formats, m.Dimensions, m.Largest)
		if m.Sized > 0 {
			line += fmt.Sprintf(" sizes of %d", m.Sized)
		}
		if m.Period != nil {
			line += fmt.Sprintf(" %s..%s %s", m.Period.First, m.Period.Last, m.Period.Source)
		}
		got = append(got, line)
		for _, e := range m.Evidence {
			if e.Measure != luminos.MeasureDimensions {
				continue
			}
			if v, err := Measure(t.Context(), src, e.Path, e.Measure); v != e.Value || err != nil {
				t.Errorf("%s measured again: %q, %v, want %q", e.Path, v, err, e.Value)
			}
		}
	}
	want := []string{
		"broken image 1 [JPEG]  broken/y.jpg 2021-07-06..2021-07-06 modification times",
		"drawn image 1 [SVG]  drawn/a.svg 2021-07-06..2021-07-06 modification times",
		"icons image 2 [PNG XPM] 16x16 icons/x.png sizes of 1 2021-07-06..2021-07-06 modification times",
		"phone image 2 [PNG] 30x20 phone/IMG_20200102_1.png 2020-01-02..2020-03-04 file names",
		"phone video 1 [MP4]  phone/VID-20200105-WA01.mp4 2020-01-05..2020-01-05 file names",
		"sides image 3 [PNG] 20 to 80 by 30 to 90 sides/b.png 2021-07-06..2021-07-06 modification times",
		"tablet image 1 [HEIC]  tablet/a.heic 2018-03-02..2018-03-02 camera dates (EXIF)",
		"trip audio 1 [WAV]  trip/clip.wav 2021-07-06..2021-07-06 modification times",
		"trip image 4 [JPEG PNG] 10x10 to 4000x3000 trip/a.jpg 2019-04-01..2019-04-09 camera dates (EXIF)",
		"unset image 2 [JPEG] 30 to 40 by 30 to 40 unset/a.jpg 2019-04-01..2019-04-01 camera dates (EXIF)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("media (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]luminos.NotRead{{What: "image files", Files: 1, Reason: "Git LFS keeps them elsewhere: only their pointers are here"}}, r.NotRead); diff != "" {
		t.Errorf("not read (-want +got):\n%s", diff)
	}
	if len(r.Read) != 16 || len(r.Problems) != 0 {
		t.Errorf("read %v, problems %v", r.Read, r.Problems)
	}
}

func TestSampleIsSpreadAndHasTheLargest(t *testing.T) {
	files := make([]*luminos.File, 1000)
	for i := range files {
		files[i] = &luminos.File{Path: luminos.Path(fmt.Sprintf("%04d.jpg", i)), Size: int64(10 + i%7)}
	}
	files[501].Size = 99
	sample := sampleOf(files, 10)
	if len(sample) != 10 || sample[0] != files[0] || sample[8] != files[800] || sample[9] != files[501] {
		t.Errorf("sample of %d", len(sample))
	}
	if got := sampleOf(files[:3], 10); len(got) != 3 {
		t.Errorf("sample of all has %d", len(got))
	}
	if got := sampleOf(files, 0); got != nil {
		t.Errorf("an empty sample has %d", len(got))
	}
}

func TestReadIsBounded(t *testing.T) {
	src, s := tree(t, map[string]string{"a.png": picture(t, 1, 1)})
	for i := range groupsMax + 5 {
		s.Files = append(s.Files, luminos.File{
			Path: luminos.Path(fmt.Sprintf("d%05d/x.mp3", i)), Category: luminos.CategoryAudio, Size: int64(i), MIME: "audio/mpeg",
		})
	}
	r, err := Read(t.Context(), src, s)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Media) != groupsMax || r.Media[0].Formats[0] != "MP3" && r.Media[1].Formats[0] != "MP3" {
		t.Errorf("%d groups, first %v", len(r.Media), r.Media[0])
	}
	left := 0
	for _, n := range r.NotRead {
		left += n.Files
	}
	if left != 6 {
		t.Errorf("not read: %v", r.NotRead)
	}
}

func TestMeasureRefusesUnsupportedMeasures(t *testing.T) {
	src, _ := tree(t, map[string]string{"a.png": picture(t, 1, 1), "b.txt": "text\n"})
	for path, m := range map[luminos.Path]luminos.Measure{
		"a.png": luminos.MeasureRows, "b.txt": luminos.MeasureDimensions, "no.png": luminos.MeasureDimensions,
	} {
		if got, err := Measure(t.Context(), src, path, m); err == nil {
			t.Errorf("%s of %s = %q, want an error", m, path, got)
		}
	}
}

func TestReaderSuite(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("d%d/%d.png", i%4, i)] = picture(t, i+1, i+1)
	}
	factstest.Suite{
		Files: files,
		Gone:  []luminos.File{{Path: "gone.png", Category: luminos.CategoryImage, MIME: "image/png"}},
		Read: func(ctx context.Context, src luminos.Source, scan *luminos.Scan) (factstest.Outcome, error) {
			r, err := Read(ctx, src, scan)
			if err != nil {
				return factstest.Outcome{}, err
			}
			return factstest.Outcome{Result: r, Problems: r.Problems}, nil
		},
	}.Run(t)
}
