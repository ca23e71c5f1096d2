package media

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bep/imagemeta"

	"luminos/internal/extract/file"
)

const (
	tagsMost    = 5_000
	tagSizeMost = 10_000           // bytes; a caption is shorter
	tagReads    = 100_000          // a photograph takes a few thousand
	tagTimeout  = 10 * time.Second // half of the time for a file; the fuzzed files take milliseconds
)

// wanted are the tags that are read, of any source.
var wanted = []string{
	"DateTimeOriginal", "CreateDate", "ModifyDate", "Make", "Model", "LensModel", "Lens", "Software", "Orientation",
	"Rating", "ImageDescription", "Artist", "Copyright", "XPTitle", "XPKeywords", "GPSLatitude", "GPSLongitude",
	"GPSLatitudeRef", "GPSLongitudeRef", "ObjectName", "Caption-Abstract", "By-line", "CopyrightNotice", "Keywords",
}

// collector takes the tags of one decoding. After a timeout the decoder still runs, so it is closed before its tags
// are read.
type collector struct {
	mu     sync.Mutex
	closed bool
	tags   map[string]any // by source and name
	xmp    photo
}

func (c *collector) handle(t imagemeta.TagInfo) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return imagemeta.ErrStopWalking
	}
	key := t.Source.String() + " " + t.Tag
	if _, ok := c.tags[key]; !ok {
		c.tags[key] = t.Value
	}
	return nil
}

func (c *collector) packet(r io.Reader) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		readXMP(b, &c.xmp)
	}
	return nil
}

// ours reports whether a tag is read. EXIF tags of the thumbnail describe the thumbnail.
func ours(t imagemeta.TagInfo) bool {
	if t.Source == imagemeta.EXIF {
		// The numbers of tags mean other things in other directories; the library has one table of names.
		place := strings.HasSuffix(t.Namespace, "GPSInfoIFD")
		inner := strings.HasSuffix(t.Namespace, "InteroperabilityIFD")
		if !strings.HasPrefix(t.Namespace, "IFD0") || inner || place != strings.HasPrefix(t.Tag, "GPS") {
			return false
		}
	}
	return slices.Contains(wanted, t.Tag)
}

// exif reads EXIF, IPTC and XMP of an image in the format, from in. It returns the size in pixels, which is 0 if it is
// unknown. Damage of one source costs the others nothing.
func (j *job) exif(in *input, format imagemeta.ImageFormat) (p photo, w, h int) {
	c := &collector{tags: map[string]any{}}
	// The library follows sizes that lead back. It has an input of its own, since after a timeout it reads on.
	own := in.section(0, in.size)
	own.calls = tagReads
	if first := in.pages[0]; first != nil {
		own.pages[0] = first
	}
	broken := false
	for _, s := range []imagemeta.Source{imagemeta.EXIF, imagemeta.IPTC, imagemeta.XMP, imagemeta.CONFIG} {
		got, err := imagemeta.Decode(imagemeta.Options{
			R: own.seeker(), ImageFormat: format, Sources: s,
			ShouldHandleTag: ours, HandleTag: c.handle, HandleXMP: c.packet,
			Timeout: tagTimeout, LimitNumTags: tagsMost, LimitTagSize: tagSizeMost,
		})
		if err != nil && strings.HasPrefix(err.Error(), "timed out") {
			j.in.err = file.ErrTooLarge
			break
		}
		broken = broken || err != nil && s == imagemeta.EXIF
		if s == imagemeta.CONFIG {
			w, h = got.ImageConfig.Width, got.ImageConfig.Height
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	p = c.photo()
	begin := bytes.Index(in.bytes(0, pageSize), []byte("Exif\x00\x00"))
	switch {
	case !broken:
	case format == imagemeta.JPEG && begin >= 0:
		at := int64(begin) + 6
		p.repair(in.section(at, in.size-at))
	case format == imagemeta.TIFF || format == imagemeta.DNG:
		p.repair(in)
	}
	return p, w, h
}

// text returns the first tag with a text, of the given sources and names.
func (c *collector) text(keys ...string) string {
	for _, k := range keys {
		switch v := c.tags[k].(type) {
		case string:
			if s := clean(v); s != "" {
				return s
			}
		case uint16, uint32, int, uint8:
			return fmt.Sprint(v)
		}
	}
	return ""
}

// photo returns the findings of all sources. EXIF comes from the camera, so it has precedence over XMP except for
// texts: XMP is in Unicode.
func (c *collector) photo() photo {
	p := c.xmp
	first := func(to *string, keys ...string) {
		if s := c.text(keys...); s != "" {
			*to = s
		}
	}
	if original, digitized := c.time("EXIF DateTimeOriginal"), c.time("EXIF CreateDate"); original+digitized != "" {
		p.original, p.digitized = original, digitized
	}
	first(&p.changed, "EXIF ModifyDate")
	first(&p.maker, "EXIF Make")
	first(&p.model, "EXIF Model")
	first(&p.lens, "EXIF LensModel", "EXIF Lens")
	first(&p.software, "EXIF Software")
	for _, f := range []struct {
		to   *string
		keys []string
	}{
		{&p.title, []string{"IPTC ObjectName"}},
		{&p.description, []string{"IPTC Caption-Abstract", "EXIF ImageDescription"}},
		{&p.artist, []string{"IPTC By-line", "EXIF Artist"}},
		{&p.copyright, []string{"IPTC CopyrightNotice", "EXIF Copyright"}},
		{&p.rating, []string{"EXIF Rating"}},
	} {
		if *f.to == "" {
			first(f.to, f.keys...)
		}
	}
	if n, err := strconv.Atoi(c.text("EXIF Orientation")); err == nil {
		p.orientation = n
	}
	switch v := c.tags["IPTC Keywords"].(type) {
	case string:
		p.keywords = append(p.keywords, v)
	case []string:
		p.keywords = append(p.keywords, v...)
	}
	lat, ok := c.tags["EXIF GPSLatitude"].(float64)
	long, ok2 := c.tags["EXIF GPSLongitude"].(float64)
	if ok && ok2 {
		p.latitude, p.longitude, p.placed = lat, long, true
		if strings.HasPrefix(strings.ToUpper(c.text("EXIF GPSLatitudeRef")), "S") {
			p.latitude = -lat
		}
		if strings.HasPrefix(strings.ToUpper(c.text("EXIF GPSLongitudeRef")), "W") {
			p.longitude = -long
		}
	}
	return p
}

// time returns a time as EXIF writes it. A blank one is a space, since the tag is there.
func (c *collector) time(key string) string {
	s, ok := c.tags[key].(string)
	if ok && strings.Trim(s, ": ") == "" {
		return " "
	}
	return s
}
