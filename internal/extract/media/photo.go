package media

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"luminos/internal/extract/file"
)

// photo holds the texts that a camera and programs wrote about a photograph or a film. Empty texts are unknown.
type photo struct {
	times
	device
	captions
	place
}

// times are the times of a photograph as EXIF writes them, by the camera's clock or the clock of a program. Of an image
// without a camera, made is the time at which a program made it, and stated the one that a person or a program says of
// a drawing or a scan.
type times struct{ original, digitized, made, changed, stated string }

// device is the camera, and the program that wrote the file.
type device struct {
	maker, model, lens, software string
	orientation                  int // as the tag has it, 0 if unknown
}

// captions are the texts of people.
type captions struct {
	rating, title, description, artist, copyright string
	keywords                                      []string
}

// place is the position in degrees.
type place struct {
	latitude, longitude float64
	placed              bool
}

const (
	keywordsMost = 200
	// The first digital cameras that people could buy came in the late 1980s: a clock that says an earlier year, or one
	// after 2100, was never set.
	firstYear, lastYear = 1985, 2100
)

// day returns the day of a time that EXIF, XMP or a film writes, as YYYY-MM-DD. ok is false if it is no plausible day.
func day(s string) (d string, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) < 10 {
		return "", false
	}
	d = s[:4] + "-" + s[5:7] + "-" + s[8:10]
	t, err := time.Parse(time.DateOnly, d)
	if err != nil || len(s) > 10 && s[10] >= '0' && s[10] <= '9' {
		return "", false
	}
	return d, t.Year() >= firstYear && t.Year() <= lastYear
}

// set sets the properties of the photograph.
func (p *photo) set(j *job) {
	p.setDates(j)
	camera := p.camera()
	if camera != "" {
		var v file.Values
		v.Add(camera)
		v.Set(j.x, "camera")
	}
	j.x.Set("camera", camera)
	j.set("camera maker", p.maker)
	j.set("camera model", p.model)
	j.set("lens", strings.Trim(p.lens, "-"))
	j.set("software", p.software)
	if p.orientation > 0 && p.orientation < len(orientations) {
		j.set("orientation", orientations[p.orientation])
		if p.orientation > 1 {
			j.x.Add("images to turn", 1)
		}
	}
	j.set("title", p.title)
	j.set("description", p.description)
	j.set("artist", p.artist)
	j.set("copyright", p.copyright)
	if p.rating != "0" {
		j.set("rating", p.rating)
	}
	p.setKeywords(j)
	p.setPosition(j)
}

// orientations are the values of the EXIF tag Orientation in words: how to turn the stored image to see it upright.
var orientations = []string{
	"", "upright", "mirrored", "turned by 180 degrees", "mirrored and turned by 180 degrees",
	"mirrored and turned by 90 degrees", "turned by 90 degrees", "mirrored and turned by 270 degrees",
	"turned by 270 degrees",
}

// setDates sets the day on which a photograph was taken, and the period. A time of the camera that cannot be right is
// a fault of its clock. If a program is named and no camera, the image was made on that day, not taken.
func (p *photo) setDates(j *job) {
	fault := false
	taken, made := []string{p.original, p.digitized}, []string{p.stated, p.made}
	switch {
	case p.camera() != "":
		taken = append(taken, made...)
	case p.lens == "" && p.software != "": // of a drawing or a screenshot, by the program
		taken, made = nil, append(made, taken...)
	}
	for _, s := range taken {
		if s == "" {
			continue
		}
		d, ok := day(s)
		if !ok {
			fault = true
			if d != "" && d[0] != '0' {
				j.x.Set("camera clock", d)
			}
			continue
		}
		fault = false
		j.x.Set("taken", d)
		var days file.Days
		days.Add(d)
		days.Set(j.x, "dates taken")
		var v file.Values
		v.Add(d[:4])
		v.Set(j.x, "year")
		break
	}
	if fault {
		j.x.Add("clock faults", 1)
	}
	for _, s := range made { // the first one with a day: a person can state the year alone
		if d, ok := day(s); ok && j.x.Property("taken") == "" {
			j.x.Set("created", d)
		}
	}
	// Cameras write the time of the photograph as the time of the last change too.
	changed := instant(p.changed)
	if d, ok := day(p.changed); ok && changed != instant(p.original) && changed != instant(p.digitized) {
		j.x.Set("edited", d)
	}
}

// instant returns the digits of a time up to its seconds, to compare times in different forms.
func instant(s string) string {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
	return digits[:min(len(digits), 14)]
}

// camera returns the maker and the model of the camera, without repetition of the maker.
func (p *photo) camera() string {
	maker, model := clean(p.maker), clean(p.model)
	first, _, _ := strings.Cut(maker, " ")
	if model == "" || strings.HasPrefix(strings.ToLower(model), strings.ToLower(first)) {
		if model == "" {
			return maker
		}
		return model
	}
	return strings.TrimSpace(maker + " " + model)
}

func (p *photo) setKeywords(j *job) {
	var v file.Values
	var list []string
	for _, k := range p.keywords {
		if k = clean(k); k != "" && !slices.Contains(list, k) && len(list) < keywordsMost {
			list = append(list, k)
			v.Add(k)
		}
	}
	j.x.Set("keywords", strings.Join(list, ", "))
	v.Set(j.x, "keyword")
}

// setPosition sets the position, rounded to one degree: a report does not name the place itself.
func (p *photo) setPosition(j *job) {
	lat, long := p.latitude, p.longitude
	// Receivers without a fix write 0 and 0.
	if !p.placed || !(math.Abs(lat) <= 90 && math.Abs(long) <= 180) || lat == 0 && long == 0 {
		return
	}
	side := func(v float64, positive, negative string) string {
		n := int(math.Round(math.Abs(v)))
		if v < 0 && n > 0 {
			positive = negative
		}
		return strconv.Itoa(n) + " " + positive
	}
	j.x.Set("position", side(lat, "N", "S")+" "+side(long, "E", "W"))
	j.x.Add("positions", 1)
	j.x.Risks = append(j.x.Risks, "holds the position where it was taken")
}

// clockTime returns a duration as hours, minutes and seconds: "1:02:03", "2:03".
func clockTime(seconds float64) string {
	s := int64(math.Round(seconds))
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// secondsMost is the longest plausible length, about a year: a longer one is damage.
const secondsMost = 1 << 25

// A minute of the slowest codecs of speech has 30 kB. A file with less than slowest bytes a second does not hold the
// samples of the length that it states: it is the head of another file, or refers to it.
const (
	slowest    = 12
	headLength = 60 // seconds from which that is looked at
)

// length sets the length of a sound or a film, and counts its seconds if the file has room for them.
func (j *job) length(seconds float64) {
	if seconds <= 0 || seconds >= secondsMost {
		return
	}
	j.x.Set("duration", clockTime(seconds))
	played := j.x.Number("sounds")+j.x.Number("films") > 0 // subtitles have hours in a few lines
	if !played || seconds < headLength || float64(j.in.size) >= seconds*slowest {
		j.x.Add("seconds", int64(math.Round(seconds)))
	}
}
