package media

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/daterange"
	"luminos/internal/words"
)

// head holds the properties in the head of one file.
type head struct {
	file *luminos.File
	size dimensions
	// taken is from the camera; zero when it says nothing.
	taken        time.Time
	maker, model string
	err          error
}

// dimensions of an image in pixels; zero when unknown.
type dimensions struct{ w, h int }

func (d dimensions) String() string { return strconv.Itoa(d.w) + "x" + strconv.Itoa(d.h) }

// compare returns the order of two image sizes, by their area in pixels and then by width, as cmp.Compare does.
func (d dimensions) compare(o dimensions) int {
	return cmp.Or(cmp.Compare(d.w*d.h, o.w*o.h), cmp.Compare(d.w, o.w))
}

// readHead reads the beginning of an image file and stores the image size and the time at which the
// picture was taken in h, if they are found. It ignores the size of an SVG and times that cannot be right.
func (h *head) readHead(ctx context.Context, src luminos.Source) error {
	b, err := src.Read(ctx, h.file.Path, 0, headBytes)
	if err != nil {
		return err
	}
	// An SVG has no size in pixels.
	if w, ht, ok := content.Dimensions(b); ok && h.file.MIME != svg {
		h.size = dimensions{w, ht}
	}
	p := photoOf(b)
	if p == (content.Photo{}) {
		p = itemPhoto(ctx, src, h.file.Path, b)
	}
	if words.Scanner(p.Model) { // its date is not the day of the picture
		return nil
	}
	if t := p.Taken; !t.IsZero() && daterange.Plausible(t) && !isUnset(t) {
		h.taken = t
	}
	h.maker, h.model = p.Maker, p.Model
	return nil
}

const svg = "image/svg+xml"

// photoOf returns the fields of a photograph from the Exif data in b, the beginning of its file. In HEIC files it
// searches b for the Exif data.
func photoOf(b []byte) content.Photo {
	p := content.PhotoOf(b)
	if p != (content.Photo{}) || !bytes.HasPrefix(b[min(len(b), 4):], []byte("ftyp")) {
		return p
	}
	for rest := b; ; { // the table of boxes names it before it comes
		_, exif, found := bytes.Cut(rest, []byte("Exif\x00\x00"))
		if !found {
			return content.Photo{}
		}
		if p = content.PhotoOf(exif); p != (content.Photo{}) {
			return p
		}
		rest = exif
	}
}

// isUnset reports whether t looks like the start value of a camera's clock: midnight on 1 January of any year.
func isUnset(t time.Time) bool {
	return t.YearDay() == 1 && t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0
}

// dropFuture deletes the camera dates in heads that are more than 24 hours later than newest, the time of the newest
// file of the scan: that camera's clock was not set. If newest is nil or precedes digital cameras, it deletes nothing.
func dropFuture(heads []head, newest *time.Time) {
	if newest == nil || newest.Year() < 1995 {
		return
	}
	limit := newest.Add(24 * time.Hour)
	for i := range heads {
		if heads[i].taken.After(limit) {
			heads[i].taken = time.Time{}
		}
	}
}

// Measure returns the width and height of the image p as text ("640x480"), to check evidence again.
// m must be [luminos.MeasureDimensions].
func Measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	if m != luminos.MeasureDimensions {
		return "", fmt.Errorf("measuring the media file %q: the measure %q does not exist for media files", p, m)
	}
	h := head{file: &luminos.File{Path: p}}
	if err := h.readHead(ctx, src); err != nil {
		return "", err
	}
	if h.size.w == 0 {
		return "", fmt.Errorf("measuring the media file %q: the file is not an image with a known size", p)
	}
	return h.size.String(), nil
}

// summarise returns the entry of the report for the media files g of one directory. heads holds the
// image sizes and times that were read.
func summarise(g *group, heads []head) luminos.MediaGroup {
	big := largest(g.files)
	m := luminos.MediaGroup{
		Dir:      g.dir,
		Category: g.category,
		Files:    len(g.files),
		Bytes:    g.bytes,
		Formats:  formats(g.files),
		Largest:  big.Path,
		Period:   spanOf(g, heads),
		Evidence: []luminos.Evidence{{
			Path: big.Path, Measure: luminos.MeasureSize, Value: strconv.FormatInt(big.Size, 10),
		}},
	}
	var sized []head
	for _, h := range heads {
		if h.size.w > 0 {
			sized = append(sized, h)
		}
	}
	if len(sized) == 0 {
		return m
	}
	var ends []head
	m.Dimensions, ends = rangeOf(sized)
	if len(sized) < len(g.files) {
		m.Sized = len(sized)
	}
	for _, h := range ends {
		m.Evidence = append(m.Evidence, evidenceOf(h))
	}
	return m
}

// rangeOf returns the range of image sizes as text, and the images at its ends. The text is one
// size, "640x480", or two, "16x16 to 640x480", if one image is the smallest and one the largest in
// both dimensions. Else it has a range for each dimension: "174 to 734 by 38 to 448".
func rangeOf(sized []head) (text string, ends []head) {
	bySize := func(a, b head) int { return a.size.compare(b.size) }
	byWidth := func(a, b head) int { return cmp.Compare(a.size.w, b.size.w) }
	byHeight := func(a, b head) int { return cmp.Compare(a.size.h, b.size.h) }
	low, high := slices.MinFunc(sized, bySize), slices.MaxFunc(sized, bySize)
	narrow, wide := slices.MinFunc(sized, byWidth), slices.MaxFunc(sized, byWidth)
	flat, tall := slices.MinFunc(sized, byHeight), slices.MaxFunc(sized, byHeight)
	switch {
	case low.size == high.size && narrow.size.w == wide.size.w && flat.size.h == tall.size.h:
		return high.size.String(), []head{high}
	case low.size == dimensions{narrow.size.w, flat.size.h} && high.size == dimensions{wide.size.w, tall.size.h}:
		return low.size.String() + " to " + high.size.String(), []head{high, low}
	}
	for _, h := range []head{narrow, wide, flat, tall} {
		if !slices.ContainsFunc(ends, func(o head) bool { return o.file == h.file }) {
			ends = append(ends, h)
		}
	}
	return fromTo(narrow.size.w, wide.size.w) + " by " + fromTo(flat.size.h, tall.size.h), ends
}

// fromTo returns the range from a to b as text, "174 to 734", or one number, "174", if a and b are equal.
func fromTo(a, b int) string {
	if a == b {
		return strconv.Itoa(a)
	}
	return strconv.Itoa(a) + " to " + strconv.Itoa(b)
}

func evidenceOf(h head) luminos.Evidence {
	return luminos.Evidence{Path: h.file.Path, Measure: luminos.MeasureDimensions, Value: h.size.String()}
}

// spanOf returns the period from which the media files of a group come, or nil. It uses the camera
// dates if at least half of heads have one, else the dates in the file names if at least half of
// the files have one, else the modification times.
func spanOf(g *group, heads []head) *luminos.Period {
	var camera, names, times daterange.Span
	for _, h := range heads {
		if !h.taken.IsZero() {
			camera.Add(h.taken)
		}
	}
	for _, f := range g.files {
		if t, ok := daterange.InName(f.Path.Base()); ok {
			names.Add(t)
		}
		if !f.ModTime.IsZero() && daterange.Plausible(f.ModTime) {
			times.Add(f.ModTime)
		}
	}
	switch {
	// A few camera dates among many scans would be given out as the date of all.
	case camera.Days > 0 && 2*camera.Days >= len(heads):
		return camera.Period("camera dates (EXIF)")
	case names.Days > 0 && 2*names.Days >= len(g.files):
		return names.Period("file names")
	}
	return times.Period("modification times")
}

// formats returns the names of the formats of the files, such as JPEG, most frequent first and without duplicates.
func formats(files []*luminos.File) []string {
	count := map[string]int{}
	for _, f := range files {
		count[format(f)]++
	}
	return slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
}

// format returns the name of a file's format, such as JPEG or MP3: by its MIME type if [formatNames]
// has it, else by its extension, else by its MIME type. Without both it returns "unknown".
func format(f *luminos.File) string {
	kind, sub, _ := strings.Cut(f.MIME, "/")
	sub, _, _ = strings.Cut(sub, ";")
	if kind == "audio" && sub == "mpeg" {
		return "MP3"
	}
	sub = strings.TrimPrefix(sub, "x-")
	if name, ok := formatNames[sub]; ok {
		return name
	}
	if ext := strings.TrimPrefix(f.Path.Ext(), "."); ext != "" && len(ext) <= 5 && isWord(ext) {
		switch ext {
		case "jpg", "jpeg", "png", "gif": // files of cameras and of editors are renamed, which changes nothing inside
			if ext = strings.Replace(ext, "jpg", "jpeg", 1); kind == "image" && isWord(sub) {
				ext = sub
			}
		case "tif":
			ext = "tiff"
		}
		return strings.ToUpper(ext)
	}
	if sub == "" || sub == "octet-stream" || !isWord(sub) {
		return "unknown"
	}
	return strings.ToUpper(sub)
}

// formatNames maps MIME subtypes, without "x-", to the usual names of formats.
var formatNames = map[string]string{
	"svg+xml": "SVG", "svg": "SVG", "vnd.microsoft.icon": "ICO", "icon": "ICO",
	"vnd.adobe.photoshop": "PSD", "webp": "WebP", "mpeg": "MPEG", "mp3": "MP3",
	"quicktime": "QuickTime", "matroska": "Matroska", "webm": "WebM", "msvideo": "AVI",
	"ogg": "Ogg", "wav": "WAV", "vnd.wave": "WAV", "midi": "MIDI", "m4a": "M4A", "jpeg": "JPEG",
	"ms-bmp": "BMP", "apple.mpegurl": "M3U", "icns": "ICNS", "portable-pixmap": "PPM",
}

func isWord(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}
