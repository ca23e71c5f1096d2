package calendar

import (
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/words"
)

// outlineMost bounds the names of tracks and folders in the outline.
const outlineMost = 1000

// journey collects the findings in a file of tracks.
type journey struct {
	x     *luminos.Extraction
	text  *file.Text
	e     *elements
	area  area
	days  file.Days
	track track
	way   string // the name of the last waypoint
	high  heights
	seen  bool // the root element is gpx
}

// track is the track or the route that is read.
type track struct {
	name, description string
	points            int
	metres            float64
	lat, lon          float64 // of the last point; NaN at the beginning of a segment
	first, last       string  // times
}

// heights is the span of heights in metres.
type heights struct {
	low, high float64
	some      bool
}

// tracks reads a GPX file (https://www.topografix.com/GPX/1/1/).
func tracks(f *file.File, x *luminos.Extraction) error {
	x.Format = "GPX"
	j := &journey{x: x, text: file.NewText(f, x), e: newElements(f.Reader())}
	cut, err := j.e.walk(j.begin, j.end)
	switch {
	case err == nil && !j.seen:
		err = errors.New("it is no GPX file")
	case err == nil && cut:
		x.Fail(luminos.ExtractDamaged, "it is cut off: an element has no end")
	}
	j.area.set(x)
	if j.high.some {
		x.Set("elevation", fmt.Sprintf("%.0f to %.0f m", j.high.low, j.high.high))
	}
	j.days.Set(x, "times of points")
	j.text.Done()
	return err
}

// begin begins an element.
func (j *journey) begin(s xml.StartElement) {
	switch s.Name.Local {
	case "gpx":
		j.seen = true
		if v := attribute(s, "version"); len(v) > 0 && len(v) <= 5 {
			j.x.Format = "GPX " + v
		}
		j.x.Set("software", attribute(s, "creator"))
	case "trk", "rte":
		j.track = track{lat: math.NaN()}
	case "trkseg":
		j.track.lat = math.NaN()
		j.x.Add("track segments", 1)
	case "trkpt", "rtept":
		j.point(degrees(attribute(s, "lat")), degrees(attribute(s, "lon")))
	case "wpt":
		j.way = ""
		j.x.Add("waypoints", 1)
		j.area.add(degrees(attribute(s, "lat")), degrees(attribute(s, "lon")))
	}
}

// point adds a point of a track or a route.
func (j *journey) point(lat, lon float64) {
	if j.e.at(0) == "trkpt" {
		j.x.Add("track points", 1)
	} else {
		j.x.Add("route points", 1)
	}
	j.track.points++
	if !j.area.add(lat, lon) {
		j.x.Add("points without a position", 1)
		return
	}
	if !math.IsNaN(j.track.lat) {
		j.track.metres += metres(j.track.lat, j.track.lon, lat, lon)
	}
	j.track.lat, j.track.lon = lat, lon
}

// end ends an element with the given text.
func (j *journey) end(text string) {
	name, parent := j.e.at(0), j.e.at(1)
	text = strings.TrimSpace(text)
	switch {
	case name == "trk" || name == "rte":
		j.finish(name)
	case name == "name":
		j.named(parent, text)
	case name == "desc" || name == "cmt":
		j.described(parent, text)
	case name == "author" && text != "", name == "name" && parent == "author":
		j.x.Set("author", text)
	case name == "time":
		j.timed(parent, text)
	case name == "ele" && (parent == "trkpt" || parent == "rtept" || parent == "wpt"):
		if h := degrees(text); !math.IsNaN(h) && !math.IsInf(h, 0) {
			if !j.high.some {
				j.high = heights{h, h, true}
			}
			j.high.low, j.high.high = min(j.high.low, h), max(j.high.high, h)
		}
	case name == "wpt":
		if j.way != "" {
			j.text.Line("Waypoint: " + j.way)
		}
	}
}

// named adds a name.
func (j *journey) named(parent, text string) {
	switch parent {
	case "metadata", "gpx":
		j.x.Set("title", text)
	case "author":
		j.x.Set("author", text)
	case "trk", "rte":
		j.track.name = text
	case "wpt":
		j.way = short(text)
	}
}

// described adds a description.
func (j *journey) described(parent, text string) {
	switch parent {
	case "metadata", "gpx":
		j.x.Set("description", text)
	case "trk", "rte":
		j.track.description = text
	case "wpt":
		if text != "" && text != j.way && len(j.way) < textMost {
			j.way = strings.TrimPrefix(j.way+": "+luminos.Fold(text), ": ")
		}
	}
}

// timed adds a time.
func (j *journey) timed(parent, text string) {
	day := dayOf(text)
	switch {
	case parent == "metadata" || parent == "gpx":
		j.x.Set("created", day)
	case parent != "trkpt" && parent != "wpt" && parent != "rtept":
	case !isDay(day):
		j.x.Add("odd dates", 1)
	default:
		j.days.Add(day)
		if parent == "trkpt" {
			if j.track.first == "" {
				j.track.first = short(text)
			}
			j.track.last = short(text)
		}
	}
}

// finish adds the track or the route that is at its end.
func (j *journey) finish(element string) {
	t := &j.track
	kind := "track"
	if element == "rte" {
		kind = "route"
	}
	j.x.Add(kind+"s", 1)
	j.x.Add("metres of "+kind+"s", int64(math.Round(t.metres)))
	number := strconv.FormatInt(j.x.Number(kind+"s"), 10)
	name := strings.TrimRight(short(kind+" "+number+": "+t.name), ": ")
	j.text.Part(name)
	if t.name != "" && len(j.x.Outline) < outlineMost {
		j.x.Outline = append(j.x.Outline, luminos.Heading{Level: 1, Title: short(t.name), Part: len(j.x.Parts)})
	}
	row := words.Plural(t.points, "point") + fmt.Sprintf(", %.1f km", t.metres/1000)
	if t.first != "" {
		row += ", " + t.first + " to " + t.last
	}
	for _, s := range []string{t.name, row, t.description} {
		if s != "" {
			j.text.Line(s)
		}
	}
	*t = track{lat: math.NaN()}
}
