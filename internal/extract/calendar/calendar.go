// Package calendar reads calendars (iCalendar), contacts (vCard), and tracks and places (GPX, KML, shapefiles): counts,
// periods, the area that positions cover, and the texts of events, contacts and places.
package calendar

import (
	"bytes"

	"luminos"
	"luminos/internal/extract/file"
)

// Reader reads calendars, contacts, tracks and places.
var Reader = file.Reader{Name: "calendar", Version: 3, Reads: reads, Read: read}

// formatOf returns the function that reads a file, or nil.
func formatOf(f *file.File) func(*file.File, *luminos.Extraction) error {
	head := bytes.TrimLeft(f.Head[:min(len(f.Head), 4096)], "\xef\xbb\xbf\r\n\t ")
	empty := len(f.Head) == 0
	switch ext := f.Path.Ext(); {
	case f.ID.MIME == "text/calendar", hasPrefix(head, "BEGIN:VCALENDAR"), empty && (ext == ".ics" || ext == ".ical"):
		return calendar
	case f.ID.MIME == "text/vcard", hasPrefix(head, "BEGIN:VCARD"): // .vcf is also a format of genetics
		return contacts
	case ext == ".gpx" && (empty || bytes.HasPrefix(head, []byte("<"))):
		return tracks
	case ext == ".kml" && (empty || bytes.HasPrefix(head, []byte("<"))):
		return places
	case ext == ".kmz" && (empty || bytes.HasPrefix(head, []byte("PK\x03\x04"))):
		return packed
	case ext == ".shp" && isShapes(f.Head):
		return shapes
	}
	return nil
}

// hasPrefix reports whether b begins with s, ignoring case.
func hasPrefix(b []byte, s string) bool {
	return len(b) >= len(s) && bytes.EqualFold(b[:len(s)], []byte(s))
}

func reads(f *file.File) bool { return formatOf(f) != nil }

func read(f *file.File, x *luminos.Extraction) error { return formatOf(f)(f, x) }

// some adds to a number of the extraction, except nothing.
func some(x *luminos.Extraction, name string, n int) {
	if n > 0 {
		x.Add(name, int64(n))
	}
}
