package content_test

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/content"
)

func TestDescribe(t *testing.T) {
	samples := samplesOfFormats(t)
	for name, want := range map[string]string{
		"hello.py":            "Python script, ASCII text executable",
		"run.sh":              "Bourne-Again shell script, ASCII text executable",
		"main.go":             "Go source, ASCII text",
		"notes.txt":           "ASCII text",
		"latin1.txt":          "ISO-8859 text",
		"utf16.txt":           "Unicode text, UTF-16, little-endian text",
		"dos.bat":             "Batchfile source, ASCII text, with CRLF line terminators",
		"items.json":          "JSON text data, ASCII text",
		"feed.xml":            "XML 1.0 document, ASCII text",
		"logo.svg":            "SVG Scalable Vector Graphics image, 20 x 10, ASCII text",
		"cert.pem":            "PEM certificate",
		"letter.rtf":          "Rich Text Format data",
		"plot.ps":             "PostScript document text",
		"lfs.bin":             "Git LFS pointer, ASCII text",
		"picture.png":         "PNG image data, 30 x 20",
		"picture.gif":         "GIF image data, 30 x 20",
		"picture.jpg":         "JPEG image data, 30 x 20",
		"exif.jpg":            "JPEG image data, taken 2021-05-03 10:11:12, 30 x 20",
		"picture.tiff":        "TIFF image data, 30 x 20",
		"big.tiff":            "BigTIFF image data, 30 x 20",
		"photo.bmp":           "PC bitmap, 4 x 2",
		"photo.webp":          "RIFF (little-endian) data, Web/P image, 400 x 300",
		"photo.psd":           "Adobe Photoshop Image, 55 x 55",
		"icon.ico":            "MS Windows icon resource",
		"notes.gz":            "gzip compressed data",
		"files.zip":           "Zip archive data, 2 entries",
		"files.tar":           "tar archive",
		"report.docx":         "Microsoft Word 2007+",
		"table.xlsx":          "Microsoft Excel 2007+",
		"report.odt":          "OpenDocument Text",
		"book.epub":           "EPUB document",
		"model.pt":            "PyTorch model (Zip archive data)",
		"data.xz":             "XZ compressed data",
		"data.bz2":            "bzip2 compressed data",
		"data.7z":             "7-zip archive data",
		"data.rar":            "RAR archive data",
		"old.doc":             "Microsoft Word 97-2003 document",
		"doc.pdf":             "PDF document, version 1.4, 3 pages",
		"base.sqlite":         "SQLite 3.x database",
		"prog.exe":            "PE executable",
		"macho":               "Mach-O",
		"Main.class":          "compiled Java class data",
		"prog.wasm":           "WebAssembly (wasm) binary module",
		"mod.pyc":             "Byte-compiled Python module",
		"sound.wav":           "RIFF (little-endian) data, WAVE audio",
		"sound.flac":          "FLAC audio bitstream data",
		"song.mp3":            "mpeg audio data",
		"tagged.mp3":          "Audio file with ID3",
		"sound.ogg":           "Ogg data",
		"tune.mid":            "Standard MIDI data",
		"film.mp4":            "ISO Media, MP4 v2 [ISO 14496-14]",
		"film.webm":           "WebM",
		"font.ttf":            "TrueType Font data",
		"font.woff":           "Web Open Font Format",
		"de.mo":               "GNU message catalog (little endian)",
		"a.npy":               "NumPy data file",
		"a.pickle":            "Python pickle data",
		"dump.rdb":            "Redis RDB file",
		"pack.pack":           "Git pack",
		"model.gguf":          "GGUF model weights",
		"weights.safetensors": "Safetensors model weights",
		"tables.parquet":      "Apache Parquet",
		"zeros.dat":           "data",
	} {
		b, ok := samples[name]
		if !ok {
			t.Errorf("no sample %s", name)
			continue
		}
		if got := content.Describe(luminos.Path(name), int64(len(b)), bytes.NewReader(b)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

func TestDescribeTextShape(t *testing.T) {
	for head, want := range map[string]string{
		"one line":                                 "ASCII text, with no line terminators",
		"gr\u00fcn\n":                              "Unicode text, UTF-8 text",
		"\ufeffgr\u00fcn\n":                        "Unicode text, UTF-8 (with BOM) text",
		"a\x93b\x94\n":                             "Non-ISO extended-ASCII text",
		"a\r\nb\nc\r\n":                            "ASCII text, with CRLF, LF line terminators",
		"a\rb\r":                                   "ASCII text, with CR line terminators",
		"\x1b[1mbold\x1b[0m\n":                     "ASCII text, with escape sequences",
		strings.Repeat("x", 301) + "\n":            "ASCII text, with very long lines (301)",
		strings.Repeat("\u00fc", 300) + "\n":       "Unicode text, UTF-8 text",
		"diff --git a/x b/x\n--- a/x\n+++ b/x\n":   "unified diff output, ASCII text",
		"{\"a\": 1}\n":                             "JSON text data, ASCII text",
		"<!DOCTYPE html>\n<html></html>\n":         "HTML document, ASCII text",
		"-----BEGIN OPENSSH PRIVATE KEY-----\nx\n": "PEM OPENSSH private key",
	} {
		if got := content.Describe("x", int64(len(head)), strings.NewReader(head)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", cut(head), got, want)
		}
	}
}

// failing is a reader that fails.
type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errors.New("no") }

// A disk image that is cut off within its label is data.
func TestDescribeDiskImage(t *testing.T) {
	image := "\x01\x00" + strings.Repeat("\x00", 32767) + "CD001\x01\x00" + strings.Repeat(" ", 32) + "LABEL" + strings.Repeat(" ", 27)
	for n, want := range map[int]string{32839: "data", 32840: `ISO 9660 CD-ROM filesystem data 'LABEL'`} {
		if got := content.Describe("image", int64(n), strings.NewReader(image[:n])); got != want {
			t.Errorf("%d bytes: got %q, want %q", n, got, want)
		}
	}
}

func TestDescribeWithoutContent(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{content.Describe("a.go", 0, nil), "empty"},
		{content.Describe("a.go", 9, nil), "Go source"},
		{content.Describe("a.png", 9, nil), "image file"},
		{content.Describe("a", 9, nil), "data"},
		{content.Describe("a.go", 9, failing{}), "cannot be read"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// TestDescribeOwnProgram describes this test's own executable.
func TestDescribeOwnProgram(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Skipf("the running program cannot be found: %v", err)
	}
	f, err := os.Open(own)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	want, ok := map[string]string{"linux": "ELF ", "windows": "PE ", "darwin": "Mach-O"}[runtime.GOOS]
	if !ok {
		t.Skip("no such format known for " + runtime.GOOS)
	}
	got := content.Describe("x", info.Size(), f)
	if !strings.HasPrefix(got, want) || runtime.GOOS == "linux" && !strings.Contains(got, "executable") {
		t.Errorf("got %s", got)
	}
}

// counting reads zeros and notes how many bytes were asked for.
type counting struct {
	head []byte
	n    int
}

func (c *counting) ReadAt(b []byte, at int64) (int, error) {
	c.n += len(b)
	clear(b)
	if at < int64(len(c.head)) {
		copy(b, c.head[at:])
	}
	return len(b), nil
}

// TestDescribeReadsLittle: headers with the largest numbers must not make it
// read, or allocate, much.
func TestDescribeReadsLittle(t *testing.T) {
	const most = 512 << 10
	for name, b := range samplesOfFormats(t) {
		for at := 4; at < min(len(b), 160); at += 4 {
			hostile := bytes.Clone(b)
			for i := at; i < min(len(b), at+4); i++ {
				hostile[i] = 0xFF
			}
			r := &counting{head: hostile}
			content.Describe(luminos.Path(name), 1<<50, r)
			if r.n > most {
				t.Fatalf("%s with 0xFF at %d: read %d bytes", name, at, r.n)
			}
		}
	}
}

func TestDimensions(t *testing.T) {
	samples := samplesOfFormats(t)
	for name, want := range map[string][2]int{
		"picture.png": {30, 20}, "picture.jpg": {30, 20}, "picture.gif": {30, 20}, "picture.tiff": {30, 20}, "photo.bmp": {4, 2},
		"big.tiff": {30, 20}, "damaged.tiff": {},
		"photo.webp": {400, 300}, "icon.ico": {16, 16}, "photo.psd": {55, 55}, "logo.svg": {20, 10},
		"notes.txt": {}, "song.mp3": {}, "photo.heic": {},
	} {
		w, h, ok := content.Dimensions(samples[name])
		if (w != want[0] || h != want[1]) && ok || ok != (want[0] > 0) {
			t.Errorf("%s: got %d x %d %v, want %v", name, w, h, ok, want)
		}
	}
	for text, want := range map[string][2]int{
		`<?xml version="1.0"?><!-- x --><svg viewBox="0 0 24 12.4"/>`: {24, 12},
		`<svg width="100%" height="100%" viewBox="0 0 7 8"></svg>`:    {7, 8},
		`<svg width='10px' height='11px'></svg>`:                      {10, 11},
		`<svg></svg>`:                                                 {},
		`<html><svg width="1" height="2"></svg></html>`:               {},
		`<svg width="-1" height="NaN" viewBox="0 0 Inf 1e300"></svg>`: {},
		"BM\x00\x00": {},
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff": {},
	} {
		w, h, ok := content.Dimensions([]byte(text))
		if w != want[0] || h != want[1] || ok != (want[0] > 0) {
			t.Errorf("%q: got %d x %d %v, want %v", text, w, h, ok, want)
		}
	}
}

func TestBibTeXStyle(t *testing.T) {
	for head, want := range map[string]string{
		strings.Repeat("% a comment\n", 1000) + "ENTRY { author } {} {}\n": "BibTeX Style",
		"# an element\nkind: autotools\n":                                  "BuildStream",
	} {
		if got := content.Identify("plain.bst", false, []byte(head)).Language; got != want {
			t.Errorf("%.20q: got %q, want %q", head, got, want)
		}
	}
}

// programTIFF is the head of an image with a program, no camera, and a time.
var programTIFF = []byte("MM\x00*\x00\x00\x00\x08\x00\x02\x01\x31\x00\x02\x00\x00\x00\x04GIM\x00" +
	"\x87\x69\x00\x04\x00\x00\x00\x01\x00\x00\x00\x26\x00\x00\x00\x00" +
	"\x00\x01\x90\x03\x00\x02\x00\x00\x00\x14\x00\x00\x00\x38\x00\x00\x00\x002021:12:29 10:54:36\x00")

func TestTakenAt(t *testing.T) {
	samples := samplesOfFormats(t)
	want := time.Date(2021, 5, 3, 10, 11, 12, 0, time.UTC)
	if got, ok := content.TakenAt(samples["exif.jpg"]); !ok || !got.Equal(want) {
		t.Errorf("got %v %v, want %v", got, ok, want)
	}
	for name, b := range map[string][]byte{
		"no EXIF":        samples["picture.jpg"],
		"not a picture":  samples["notes.txt"],
		"nothing":        nil,
		"no time set":    withExif(samples["picture.jpg"], "0000:00:00 00:00:00"),
		"not a time":     withExif(samples["picture.jpg"], "yesterday          "),
		"blank":          withExif(samples["picture.jpg"], "    :  :     :  :  "),
		"changed only":   bytes.Replace(samples["exif.jpg"], []byte("\x90\x03\x00\x02"), []byte("\x01\x32\x00\x02"), 1),
		"EXIF cut short": samples["exif.jpg"][:50],
		"by a program":   programTIFF,
	} {
		if got, ok := content.TakenAt(b); ok {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
