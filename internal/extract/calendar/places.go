package calendar

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"math"
	"path"
	"strings"

	"luminos"
	"luminos/internal/extract/encoded"
	"luminos/internal/extract/file"
)

// atlas collects the findings in a file of places.
type atlas struct {
	x     *luminos.Extraction
	text  *file.Text
	e     *elements
	area  area
	days  file.Days
	place place
	level int // folders that are open
	seen  bool
}

// place is the placemark that is read.
type place struct{ name, description, address string }

// counted are the elements that are counted, with the names of their numbers.
var counted = map[string]string{
	"Placemark": "placemarks", "Folder": "folders", "Point": "points", "LineString": "lines", "Polygon": "polygons",
	"Track": "tracks", "Model": "models", "GroundOverlay": "overlays", "PhotoOverlay": "overlays",
	"ScreenOverlay": "overlays", "NetworkLink": "network links",
}

// places reads a KML file (OGC 12-007r2).
func places(f *file.File, x *luminos.Extraction) error {
	a := &atlas{x: x, text: file.NewText(f, x), e: newElements(f.Reader())}
	return a.read()
}

// Bounds of a packed file.
const (
	packedMost   = 128 << 20 // bytes of the archive, whose directory is read into memory
	unpackedMost = 256 << 20 // bytes of the KML file in it
)

// packed reads a KMZ file: a zip archive whose first KML file is the document.
func packed(f *file.File, x *luminos.Extraction) error {
	if f.Size > packedMost {
		return file.ErrTooLarge
	}
	z, err := zip.NewReader(f, f.Size)
	if err != nil {
		return err
	}
	for _, member := range z.File {
		if strings.ToLower(path.Ext(member.Name)) != ".kml" {
			continue
		}
		r, err := member.Open()
		if err != nil {
			return err
		}
		defer r.Close()
		a := &atlas{x: x, text: file.NewText(f, x), e: newElements(file.Limit(r, unpackedMost))}
		err = a.read()
		x.Format = strings.Replace(x.Format, "KML", "KMZ", 1)
		x.Add("packed files", int64(len(z.File)))
		return err
	}
	return errors.New("it has no KML file")
}

// read reads the elements.
func (a *atlas) read() error {
	a.x.Format = "KML"
	cut, err := a.e.walk(a.begin, a.end)
	switch {
	case err == nil && !a.seen:
		err = errors.New("it is no KML file")
	case err == nil && cut:
		a.x.Fail(luminos.ExtractDamaged, "it is cut off: an element has no end")
	}
	if a.x.Number("network links") > 0 {
		a.x.Risks = append(a.x.Risks, "loads files from the network when it is opened")
	}
	a.area.set(a.x)
	a.days.Set(a.x, "times of places")
	a.text.Done()
	return err
}

// begin begins an element.
func (a *atlas) begin(s xml.StartElement) {
	name := s.Name.Local
	if number := counted[name]; number != "" {
		a.x.Add(number, 1)
	}
	// Google Earth and others also read a file of one feature without the element around it.
	if root := len(a.e.path) == 1; name == "kml" || root && (name == "Document" || counted[name] != "") {
		a.seen = true
		for _, at := range s.Attr {
			if version := path.Base(at.Value); len(version) == 3 && version[1] == '.' && a.x.Format == "KML" {
				a.x.Format = "KML " + version // the name space ends with it
			}
		}
	}
	switch name {
	case "Placemark":
		a.place = place{}
	case "Folder":
		a.level++
	}
}

// end ends an element with the given text.
func (a *atlas) end(text string) {
	name, parent := a.e.at(0), a.e.at(1)
	text = strings.TrimSpace(text)
	switch name {
	case "name":
		a.named(parent, text)
	case "description", "address":
		a.described(name, parent, text)
	case "coordinates":
		a.coordinates(text)
	case "coord": // of a track: longitude, latitude and height with spaces
		if n := strings.Fields(text); len(n) >= 2 {
			a.position(n[0], n[1])
		}
	case "when", "begin", "end":
		if day := dayOf(text); isDay(day) {
			a.days.Add(day)
		}
	case "Folder":
		a.level--
	case "Placemark":
		for _, s := range []string{a.place.name, a.place.address, a.place.description} {
			if s != "" {
				a.text.Line(s)
			}
		}
	}
}

// named adds a name.
func (a *atlas) named(parent, text string) {
	switch parent {
	case "Document":
		a.x.Set("title", text)
	case "Folder":
		if text != "" && len(a.x.Outline) < outlineMost {
			a.x.Outline = append(a.x.Outline, luminos.Heading{Level: max(a.level, 1), Title: short(text)})
		}
		a.text.Line(text)
	case "Placemark":
		a.place.name = text
	}
}

// described adds a description, which can be HTML, or an address.
func (a *atlas) described(name, parent, text string) {
	if strings.Contains(text, "<") {
		text = encoded.HTML(text)
	}
	switch {
	case parent == "Document" && name == "description":
		a.x.Set("description", text)
	case parent == "Placemark" && name == "address":
		a.place.address = text
	case parent == "Placemark":
		a.place.description = text
	}
}

// coordinates adds positions: longitude, latitude and perhaps height with commas, between spaces.
func (a *atlas) coordinates(text string) {
	for tuple := range strings.FieldsSeq(text) {
		lon, rest, _ := strings.Cut(tuple, ",")
		lat, _, _ := strings.Cut(rest, ",")
		a.position(lon, lat)
	}
}

// position adds a position.
func (a *atlas) position(lon, lat string) {
	a.x.Add("coordinates", 1)
	if y, x := degrees(lat), degrees(lon); math.IsNaN(x) || !a.area.add(y, x) {
		a.x.Add("points without a position", 1)
	}
}
