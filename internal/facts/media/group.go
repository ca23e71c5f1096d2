package media

import (
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
	"luminos/internal/facts/period"
)

// head is what the beginning of one file tells.
type head struct {
	file *luminos.File
	size dimensions
	// taken is from the camera; zero when it says nothing.
	taken time.Time
	err   error
}

// dimensions of an image in pixels; zero when unknown.
type dimensions struct{ w, h int }

func (d dimensions) String() string { return strconv.Itoa(d.w) + "x" + strconv.Itoa(d.h) }

func (d dimensions) compare(o dimensions) int {
	return cmp.Or(cmp.Compare(d.w*d.h, o.w*o.h), cmp.Compare(d.w, o.w))
}

// look fills in what the file's head tells.
func (h *head) look(ctx context.Context, src luminos.Source) error {
	b, err := src.Read(ctx, h.file.Path, 0, headBytes)
	if err != nil {
		return err
	}
	if w, ht, ok := content.Dimensions(b); ok {
		h.size = dimensions{w, ht}
	}
	if t, ok := content.TakenAt(b); ok && period.Plausible(t) {
		h.taken = t
	}
	return nil
}

// forgetFuture drops camera dates past the newest file of the target, by more
// than a time zone: the camera's clock was never set. Where the files' own times
// are older than digital pictures they tell nothing.
func forgetFuture(heads []head, newest *time.Time) {
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

// Measure takes a measure of one file again: [luminos.MeasureDimensions] is all there is.
func Measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	if m != luminos.MeasureDimensions {
		return "", fmt.Errorf("measuring %q: no measure %q of media", p, m)
	}
	h := head{file: &luminos.File{Path: p}}
	if err := h.look(ctx, src); err != nil {
		return "", err
	}
	if h.size.w == 0 {
		return "", fmt.Errorf("measuring %q: no image that can be read", p)
	}
	return h.size.String(), nil
}

// summarise makes one row of the report.
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
	bySize := func(a, b head) int { return a.size.compare(b.size) }
	low, high := slices.MinFunc(sized, bySize), slices.MaxFunc(sized, bySize)
	m.Dimensions = high.size.String()
	m.Evidence = append(m.Evidence, evidenceOf(high))
	if low.size != high.size {
		m.Dimensions = low.size.String() + " to " + m.Dimensions
		m.Evidence = append(m.Evidence, evidenceOf(low))
	}
	return m
}

func evidenceOf(h head) luminos.Evidence {
	return luminos.Evidence{Path: h.file.Path, Measure: luminos.MeasureDimensions, Value: h.size.String()}
}

// spanOf is from when the files are: as the cameras say, else as the names say
// when most of them do, else as the file system says.
func spanOf(g *group, heads []head) *luminos.Period {
	var camera, names, times period.Span
	for _, h := range heads {
		if !h.taken.IsZero() {
			camera.Add(h.taken)
		}
	}
	for _, f := range g.files {
		if t, ok := period.InName(f.Path.Base()); ok {
			names.Add(t)
		}
		if !f.ModTime.IsZero() && period.Plausible(f.ModTime) {
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

// formats are the names of the files' formats, commonest first.
func formats(files []*luminos.File) []string {
	count := map[string]int{}
	for _, f := range files {
		count[format(f)]++
	}
	return slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
}

// format names what a file is encoded as, after its MIME type rather than its
// extension, which may lie.
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
		case "jpg":
			ext = "jpeg"
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

// formatNames are those subtypes whose upper case is not what people call them.
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
