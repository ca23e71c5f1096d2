package media

import (
	"bytes"
	"encoding/xml"
	"strconv"
	"strings"
)

const (
	xmpTokensMost = 200_000 // the history of an edited image has tens of thousands
	xmpMost       = 4 << 20 // bytes of a packet
	xmlDepthMost  = 256
)

// The namespaces of the properties that are read (XMP specification, part 2).
const (
	nsDublinCore = "http://purl.org/dc/elements/1.1/"
	nsXMP        = "http://ns.adobe.com/xap/1.0/"
	nsTIFF       = "http://ns.adobe.com/tiff/1.0/"
	nsEXIF       = "http://ns.adobe.com/exif/1.0/"
	nsAux        = "http://ns.adobe.com/exif/1.0/aux/"
	nsPhotoshop  = "http://ns.adobe.com/photoshop/1.0/"
	nsRDF        = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
)

// readXMP reads an XMP packet into the fields of p that are still empty. Damage ends the reading.
func readXMP(b []byte, p *photo) {
	b = b[:min(len(b), xmpMost)]
	d := xml.NewDecoder(bytes.NewReader(b))
	var path []xml.Name
	var text strings.Builder
	for range xmpTokensMost {
		t, err := d.Token()
		if err != nil {
			return
		}
		switch t := t.(type) {
		case xml.StartElement:
			if len(path) == xmlDepthMost {
				return
			}
			path = append(path, t.Name)
			text.Reset()
			if t.Name.Space == nsRDF && t.Name.Local == "Description" && topLevel(path) {
				for _, a := range t.Attr {
					p.property(a.Name, a.Value)
				}
			}
		case xml.CharData:
			if text.Len() < tagSizeMost {
				text.Write(t[:min(len(t), tagSizeMost)])
			}
		case xml.EndElement:
			if name, ok := propertyOf(path); ok {
				p.property(name, text.String())
			}
			text.Reset()
			path = path[:max(0, len(path)-1)]
		}
	}
}

// topLevel reports whether the path ends in a description of the image itself, not of a part such as a step of its
// history.
func topLevel(path []xml.Name) bool {
	n := len(path)
	return n == 1 || n >= 2 && path[n-2].Local == "RDF" && n <= 3
}

// propertyOf returns the property whose value is the element at the end of the path: a property of the description, or
// an item of its list.
func propertyOf(path []xml.Name) (xml.Name, bool) {
	n := len(path)
	switch {
	case n >= 2 && path[n-2].Local == "Description" && topLevel(path[:n-1]):
		return path[n-1], path[n-1].Space != nsRDF
	case n >= 4 && path[n-1].Local == "li" && path[n-4].Local == "Description" && topLevel(path[:n-3]):
		return path[n-3], true
	}
	return xml.Name{}, false
}

// property sets the field for one property.
func (p *photo) property(name xml.Name, value string) {
	value = strings.TrimSpace(value)
	if value == "" {
		return
	}
	var to *string
	switch name.Space + " " + name.Local {
	case nsDublinCore + " title":
		to = &p.title
	case nsDublinCore + " description":
		to = &p.description
	case nsDublinCore + " creator":
		to = &p.artist
	case nsDublinCore + " rights":
		to = &p.copyright
	case nsDublinCore + " subject":
		if len(p.keywords) < keywordsMost {
			p.keywords = append(p.keywords, value)
		}
	case nsXMP + " Rating":
		to = &p.rating
	case nsXMP + " CreatorTool":
		to = &p.software
	case nsEXIF + " DateTimeOriginal":
		to = &p.original
	case nsPhotoshop + " DateCreated":
		to = &p.stated
	case nsEXIF + " DateTimeDigitized":
		to = &p.digitized
	case nsXMP + " CreateDate":
		to = &p.made
	case nsXMP + " ModifyDate":
		to = &p.changed
	case nsTIFF + " Make":
		to = &p.maker
	case nsTIFF + " Model":
		to = &p.model
	case nsAux + " Lens":
		to = &p.lens
	case nsTIFF + " Orientation":
		p.orientation, _ = strconv.Atoi(value)
	case nsEXIF + " GPSLatitude":
		p.latitude = degrees(value)
		p.placed = p.latitude != 0 && p.longitude != 0
	case nsEXIF + " GPSLongitude":
		p.longitude = degrees(value)
		p.placed = p.latitude != 0 && p.longitude != 0
	}
	if to != nil && *to == "" {
		*to = value
	}
}

// degrees returns a coordinate of XMP: "43,28.2N", "43,28,12N". It returns 0 for another text.
func degrees(s string) float64 {
	sign := 1.0
	if strings.HasSuffix(s, "S") || strings.HasSuffix(s, "W") {
		sign = -1
	}
	total, unit := 0.0, 1.0
	for part := range strings.SplitSeq(strings.TrimRight(s, "NSEW"), ",") {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || unit > 3600 {
			return 0
		}
		total += v / unit
		unit *= 60
	}
	return sign * total
}

// readSidecar reads the XMP file that a program keeps beside a photograph.
func readSidecar(j *job) error {
	j.x.Format = "XMP sidecar"
	var p photo
	b := j.in.bytes(0, xmpMost)
	if !bytes.Contains(b, []byte(nsRDF)) {
		return errStructure
	}
	readXMP(b, &p)
	p.set(j)
	return nil
}
