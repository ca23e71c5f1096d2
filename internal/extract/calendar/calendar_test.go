package calendar

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/extract/filetest"
)

// extract returns the extraction of a file with the given content, or nil if the reader does not read it.
func extract(t testing.TB, p luminos.Path, text string) (*luminos.Extraction, error) {
	t.Helper()
	f := filetest.Open(p, []byte(text), 1<<20)
	if !Reader.Reads(f) {
		return nil, nil
	}
	x := &luminos.Extraction{}
	return x, Reader.Read(f, x)
}

const agendaText = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//X//Y\r\nX-WR-CALNAME:Team\r\nBEGIN:VEVENT\r\nSUMMARY:A long\r\n  name\\, yes\r\n" +
	"DTSTART;VALUE=DATE:20240105\r\nDTEND;VALUE=DATE:20240107\r\nRRULE:FREQ=DAILY\r\nLOCATION:Room 1\r\nCATEGORIES:work,play\r\n" +
	"ORGANIZER;CN=\"B: C\":MAILTO:B@x.org\r\nATTENDEE:mailto:c@x.org\r\n" +
	"BEGIN:VALARM\r\nDESCRIPTION:no\r\nEND:VALARM\r\nDESCRIPTION:About\\nit\r\nEND:VEVENT\r\n" +
	"BEGIN:VTODO\r\nSUMMARY:Do\r\nDUE:20250301T100000Z\r\nSTATUS:CANCELLED\r\nEND:VTODO\r\n" +
	"BEGIN:VEVENT\r\nSUMMARY:Old\r\nDTSTART:16010101T000000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"

const cardText = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann Lee\r\nN:Lee;Ann;;;\r\nitem1.EMAIL;TYPE=work:ann@X.org\r\nTEL:+1 2\r\nORG:Firm;Unit\r\n" +
	"PHOTO;ENCODING=b:AAAA\r\n BBBB\r\nREV:20200102T030405Z\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:2.1\r\n" +
	"N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FC=\r\nller;J\r\nAGENT:\r\nBEGIN:VCARD\r\nTEL:1\r\nEND:VCARD\r\nEND:VCARD\r\n"

const trackText = `<?xml version="1.0" encoding="ISO-8859-1"?><gpx version="1.1" creator="me" xmlns="http://www.topografix.com/GPX/1/1">` +
	"<metadata><name>H\xfcgel</name><time>2020-05-01T10:00:00Z</time></metadata><wpt lat='1' lon='-2'><name>Top</name></wpt>" +
	"<trk><name>Walk</name><trkseg><trkpt lat='0' lon='0'><ele>5</ele><time>2020-05-01T10:00:00Z</time></trkpt>" +
	"<trkpt lat='0' lon='1'><ele>-3</ele><time>2020-05-02T10:00:00Z</time></trkpt></trkseg>" +
	"<trkseg><trkpt lat='95' lon='1'/></trkseg></trk></gpx>"

const placesText = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>City</name><Folder><name>Sights</name><Placemark><name>Tower</name>` +
	`<description><![CDATA[<p>High<br>up</p>]]></description><TimeStamp><when>2019-03-01</when></TimeStamp><Point><coordinates>2.29,48.85,300` +
	`</coordinates></Point></Placemark></Folder><NetworkLink/><Placemark><LineString><coordinates>1,2 3,4
	5,6,7</coordinates></LineString></Placemark></Document></kml>`

// numbers returns the numbers of an extraction as text.
func numbers(x *luminos.Extraction) string {
	var got []string
	for _, n := range x.Numbers {
		got = append(got, fmt.Sprintf("%s %d", n.Name, n.N))
	}
	return strings.Join(got, ", ")
}

func TestFormats(t *testing.T) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	w, err := z.Create("doc.kml")
	if err == nil {
		_, err = w.Write([]byte(placesText))
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	const area = "2.0000 to 48.8500 N, 1.0000 to 5.0000 E"
	const count = "folders 1, placemarks 2, points 1, coordinates 4, network links 1, lines 1"
	for _, c := range []struct {
		path                            luminos.Path
		text                            string
		format, numbers, period, titles string
		content                         string
	}{
		{"a.ics", agendaText, "iCalendar 2.0", "calendars 1, events 2, alarms 1, recurring events 1, attendees 1, tasks 1, " +
			"cancelled tasks 1, odd dates 1, undated events 1, words 27", "2024-01-05 2025-03-01", "Team",
			"[event 1: A long name, yes]\nA long name, yes\nWhen: 2024-01-05 to 2024-01-06\nWhere: Room 1\nAbout\nit\n" +
				"[task 1: Do]\nDo\nDue: 2025-03-01\n[event 2: Old]\nOld\nWhen: 1601-01-01\n"},
		{"a.vcf", cardText, "vCard 3.0", "contacts 2, e-mail addresses 1, telephone numbers 1, photos 1, words 17", "", "",
			"[contact 1: Ann Lee]\nName: Ann Lee\nE-mail: ann@X.org\nTelephone: +1 2\nOrganization: Firm, Unit\n" +
				"[contact 2: J Müller]\nName: J Müller\n"},
		{"a.gpx", trackText, "GPX 1.1", "waypoints 1, track segments 2, track points 3, points without a position 1, tracks 1, " +
			"metres of tracks 111195, words 18", "2020-05-01 2020-05-02", "Hügel",
			"[text]\nWaypoint: Top\n[track 1: Walk]\nWalk\n3 points, 111.2 km, 2020-05-01T10:00:00Z to 2020-05-02T10:00:00Z\n"},
		{"a.kml", placesText, "KML 2.2", count + ", words 4", "2019-03-01 2019-03-01", "City", "Sights\nTower\nHigh\nup\n"},
		{"a.kmz", packed.String(), "KMZ 2.2", count + ", words 4, packed files 1", "2019-03-01 2019-03-01", "City",
			"Sights\nTower\nHigh\nup\n"},
	} {
		x, err := extract(t, c.path, c.text)
		if err != nil || x == nil || x.State != "" || x.Format != c.format {
			t.Errorf("%s: %v, %+v", c.path, err, x)
			continue
		}
		if got := numbers(x); got != c.numbers {
			t.Errorf("%s: %s\nwant %s", c.path, got, c.numbers)
		}
		period := ""
		if x.Period != nil {
			period = x.Period.First + " " + x.Period.Last
		}
		if period != c.period || x.Property("title") != c.titles || x.Content() != c.content {
			t.Errorf("%s: %s, %q, %q", c.path, period, x.Property("title"), x.Content())
		}
		if c.path.Ext() == ".kml" && (x.Property("area") != area || len(x.Risks) != 1 || len(x.Outline) != 1) {
			t.Errorf("%+v", x)
		}
	}
}

// TestBad checks that files that are cut off, or lie, have a state or an error.
func TestBad(t *testing.T) {
	for p, text := range map[luminos.Path]string{"a.ics": agendaText, "a.vcf": cardText, "a.gpx": trackText, "a.kml": placesText} {
		for i := 1; i < 8; i++ {
			x, err := extract(t, p, text[:len(text)*i/8])
			if x == nil || err == nil && x.State == "" && i < 4 {
				t.Errorf("%s cut at %d/8: %+v, %v", p, i, x, err)
			}
		}
	}
	deep := strings.Repeat("<a>", 1000)
	for _, c := range []struct {
		path      luminos.Path
		text      string
		fails     bool
		wantLimit string
	}{
		{"a.gpx", "<gpx>" + deep, true, ""},
		{"a.kml", "<kml><name>" + strings.Repeat("x", 20<<20), true, ""},
		{"a.kml", "<html><body>", true, ""},
		{"a.kml", "<html><Placemark></Placemark></html>", true, ""},
		{"a.kml", `<GroundOverlay xmlns="http://earth.google.com/kml/2.1"><name>a</name></GroundOverlay>`, false, ""},
		{"a.kml", "<Document></Document>", false, ""},
		{"a.kml", "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><kml><Placemark><name>&b;&b;</name></Placemark></kml>", false, ""},
		{"a.kmz", "PK\x03\x04nonsense", true, ""},
		{"a.ics", "BEGIN:VCALENDAR\n" + strings.Repeat("BEGIN:X\n", 1000), false, "components are read 16 levels deep"},
		{"a.ics", "BEGIN:VCALENDAR\nX:" + strings.Repeat("x", 10<<20) + "\nEND:VCALENDAR\n", false, ""},
		{"a.vcf", strings.Repeat("BEGIN:VCARD\n", 1000), false, ""},
	} {
		x, err := extract(t, c.path, c.text)
		if x == nil || (err != nil) != c.fails || strings.Join(x.Limits, "") != c.wantLimit {
			t.Errorf("%s: %v, %+v", c.path, err, x)
		}
	}
	for p, text := range map[luminos.Path]string{"a.vcf": "##fileformat=VCFv4.2\n", "a.txt": "BEGIN\n", "b.gpx": "binary\n"} {
		if x, _ := extract(t, p, text); x != nil {
			t.Errorf("%s: %+v", p, x)
		}
	}
}

// FuzzCalendar checks that no file makes a reader panic or count less than nothing.
func FuzzCalendar(f *testing.F) {
	for _, s := range []string{agendaText, cardText, trackText, placesText, "PK\x03\x04"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []luminos.Path{"a.ics", "a.vcf", "a.gpx", "a.kml", "a.kmz"} {
			x, _ := extract(t, p, text)
			if x == nil {
				continue
			}
			for _, n := range x.Numbers {
				if n.N < 0 {
					t.Errorf("%s: %s is %d", p, n.Name, n.N)
				}
			}
			if len(x.Content()) > 8*len(text)+1000 {
				t.Errorf("%s: %d bytes from %d", p, len(x.Content()), len(text))
			}
		}
	})
}
