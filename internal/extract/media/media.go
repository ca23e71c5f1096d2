// Package media reads photographs, images, films, sounds, fonts and subtitles: when and with which camera they were
// made, their size or length, and the texts in them. It decodes neither pixels nor samples.
package media

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/extract/file"
)

// Reader reads the files of all kinds of media.
var Reader = file.Reader{Name: "media", Version: 10, Reads: reads, Read: read}

// job is the reading of one file.
type job struct {
	f  *file.File
	in *input
	x  *luminos.Extraction
}

// set sets a property unless its value is a placeholder that programs write for nothing.
func (j *job) set(name, value string) { j.x.Set(name, clean(value)) }

// number sets a property to a number above 0.
func (j *job) number(name string, n int) {
	if n > 0 {
		j.x.Set(name, strconv.Itoa(n))
	}
}

// size sets the width and the height in pixels.
func (j *job) size(w, h int) {
	if w > 0 && h > 0 && w < pixelsMost && h < pixelsMost {
		j.number("width", w)
		j.number("height", h)
	}
}

// cutOff records that the file ends too early.
func (j *job) cutOff() { j.x.Fail(luminos.ExtractDamaged, "it is cut off") }

// pixelsMost is the largest plausible side of an image.
const pixelsMost = 1 << 30

// errStructure is the error of a file that breaks the rules of its format.
var errStructure = errors.New("the structure of the format is broken")

// kind is a format with its reader.
type kind struct {
	is   func(*file.File) bool
	read func(*job) error
}

// kinds are the formats in the order in which they are tried.
var kinds = []kind{
	{named("image/svg+xml", ".svg", ".svgz"), readSVG},
	{text(".xmp"), readSidecar},
	{text(".srt", ".vtt", ".ass", ".ssa"), readSubtitles},
	{mime("image/jpeg"), readJPEG},
	{mime("image/png", "image/vnd.mozilla.apng"), readPNG},
	{mime("image/gif"), readGIF},
	{mime("image/webp"), readWebP},
	{mime("image/heic", "image/heif", "image/avif", "image/heif-sequence", "image/heic-sequence"), readHEIF},
	{mime("image/jp2", "image/jpx", "image/jxl"), readBoxed},
	{mime("image/tiff"), readTIFF},
	{mime("image/fits"), readFITS},
	{mime("image/vnd.adobe.photoshop"), readPhotoshop},
	{isEXV, readEXV},
	{isRaw, readRaw},
	{mime("audio/x-wav", "audio/wav"), readWave},
	{mime("video/x-msvideo"), readAVI},
	{mime("audio/x-aiff", "audio/aiff"), readAIFF},
	{mime("audio/flac"), readFLAC},
	{mime("audio/ogg", "video/ogg", "application/ogg"), readOgg},
	{mime("video/x-matroska", "video/webm", "audio/webm"), readMatroska},
	{isISO, readISO},
	{isMPEGAudio, readMPEGAudio},
	{mime("audio/aac"), readADTS},
	{isFont, readFont},
	{isOther, readOther},
}

// mime returns a function that reports whether a binary file has one of the types.
func mime(types ...string) func(*file.File) bool {
	return func(f *file.File) bool { return !f.ID.Text && slices.Contains(types, f.ID.MIME) }
}

// text returns a function that reports whether a file is a text with one of the extensions.
func text(extensions ...string) func(*file.File) bool {
	return func(f *file.File) bool { return f.ID.Text && slices.Contains(extensions, f.Path.Ext()) }
}

// named returns a function that reports whether a file has the type or one of the extensions.
func named(kind string, extensions ...string) func(*file.File) bool {
	return func(f *file.File) bool {
		return f.ID.MIME == kind || slices.Contains(extensions, f.Path.Ext())
	}
}

// isOther reports whether a file is of a kind of media of which only the format is known.
func isOther(f *file.File) bool {
	major, _, _ := strings.Cut(f.ID.MIME, "/")
	switch {
	case f.Size == 0:
		return isMedium(f.ID.Category) || slices.Contains([]string{".srt", ".vtt", ".ass", ".ssa"}, f.Path.Ext())
	case f.ID.Text || f.ID.MIME == "image/vnd.djvu":
		return false
	}
	return slices.Contains([]string{"image", "audio", "video", "font"}, major)
}

func isMedium(c luminos.Category) bool {
	switch c {
	case luminos.CategoryImage, luminos.CategoryAudio, luminos.CategoryVideo, luminos.CategoryFont:
		return true
	}
	return false
}

func reads(f *file.File) bool {
	return slices.ContainsFunc(kinds, func(k kind) bool { return k.is(f) })
}

func read(f *file.File, x *luminos.Extraction) error {
	j := &job{f, newInput(f), x}
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.is(f) })
	if i < 0 {
		return nil
	}
	err := kinds[i].read(j)
	if j.in.err != nil {
		return j.in.err
	}
	return err
}

// readOther counts a file and names its format.
func readOther(j *job) error {
	j.x.Format = content.Inspect(j.f.Path, j.f.Size, j.in).Format
	major, minor, _ := strings.Cut(j.f.ID.MIME, "/")
	if j.x.Format == "" {
		j.x.Format = strings.TrimPrefix(minor, "x-") + " " + major
	}
	if j.f.ID.Category == luminos.CategoryAudio { // containers of films hold sounds, too
		major = "audio"
	}
	switch major {
	case "image":
		j.x.Add("images", 1)
		if w, h, ok := content.Dimensions(j.f.Head); ok {
			j.size(w, h)
		}
	case "audio":
		j.x.Add("sounds", 1)
	case "video":
		j.x.Add("films", 1)
	case "font":
		j.x.Add("fonts", 1)
	}
	return nil
}

// placeholders are texts that cameras and programs write if they have nothing to say, in lower case.
var placeholders = []string{
	"olympus digital camera", "digital camera", "sony dsc", "konica minolta digital camera", "minolta digital camera",
	"default", "unknown", "undef", "untitled", "none", "n/a", "kodak digital still camera", "samsung digital camera",
	"exif_jpeg_picture", "picture", "image description", "photo", "jpeg",
}

// clean returns a text without control characters and outer spaces, or "" for a placeholder.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7F && r < 0xA0 {
			return ' '
		}
		return r
	}, s)
	s = luminos.Fold(s)
	if slices.Contains(placeholders, strings.ToLower(s)) || strings.Trim(s, "\uFFFD ") == "" {
		return ""
	}
	return s
}

// untilNUL returns the bytes before the first NUL as text.
func untilNUL(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	return string(b)
}
