package inside

import (
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/sourcetest"
)

// TestRowsOfKinds checks the rows on music, certificates, maps and split archives.
func TestRowsOfKinds(t *testing.T) {
	song := func(artist, album, date string) *luminos.Extraction {
		x := document("media 1", "MP3 sound", "sounds", 1)
		x.Add("seconds", 100)
		x.Set("artist", artist)
		x.Set("album", album)
		x.Set("date", date)
		for name, value := range map[string]string{"artist": artist, "album": album} {
			if value != "" {
				x.Values = append(x.Values, luminos.ValueCounts{Name: name, Top: []luminos.Counted{{Name: value, Files: 1}}})
			}
		}
		return x
	}
	track := document("calendar 1", "GPX 1.1", "tracks", 2)
	track.Add("metres of tracks", 12_345)
	track.Set("area", "45.1000 to 45.2000 N, -1.0000 to 1.0000 E")
	shapes := document("calendar 1", "Shapefile of points", "shapes", 7)
	shapes.Set("area", "44.0000 N, 0.5000 E")
	film, cut := document("media 1", "MPEG-4 film", "films", 1), document("media 1", "MPEG-4 film", "films", 1)
	film.Add("seconds", 40)
	cut.Add("seconds", 4000)
	cut.State = luminos.ExtractDamaged
	titles := document("media 1", "SubRip subtitles", "cues", 12)
	titles.Add("words", 90)
	titles.Add("seconds", 600)
	titles.Parts = []luminos.Part{{Text: strings.Repeat("the cat and the dog are in the house of it ", 9)}}
	sidecar := &luminos.Extraction{Reader: "media 1", Format: "XMP sidecar"}
	rated := &luminos.Extraction{Reader: "media 1", Format: "XMP sidecar"}
	rated.Set("rating", "5")
	bundle := document("certificate 1", "certificates and keys (PEM)", "certificates", 3)
	for _, name := range []string{"private keys", "encrypted private keys", "authority certificates",
		"certificates not parsed", "sets of parameters"} {
		bundle.Add(name, 1)
	}
	bundle.Period = &luminos.Period{First: "2020-01-01", Last: "2030-01-01"}
	bundle.Values = []luminos.ValueCounts{
		{Name: "domain", Top: []luminos.Counted{{Name: "example.org", Files: 2}}},
		{Name: "last day", Top: []luminos.Counted{{Name: "2025-01-01", Files: 1}, {Name: "2026-02-01", Files: 1},
			{Name: "2030-01-01", Files: 1}}},
	}
	part := func(number, digest string) *luminos.Extraction {
		x := document("certificate 1", "certificates and keys (PEM)", number, 1)
		x.Set(luminos.PublicKeyDigest, digest)
		if number == "certificates" {
			x.Values = []luminos.ValueCounts{{Name: "last day", Top: []luminos.Counted{{Name: "2030-01-02", Files: 1}}}}
		}
		return x
	}
	files := fixed{
		"k/a.crt": part("certificates", "1"), "k/a.key": part("private keys", "1"), "k/b.pem": part("certificates", "2"),
		"k/b.key": part("private keys", "3"), "k/c.pem": part("certificates", ""), "k/c.key": part("private keys", "4"),
		"k/d.key": part("private keys", "5"),
		"a.mp3":   song("Ann", "Blue", "1999"), "b.mp3": song("Ben", "blue", "2003-04-05"), "c.mp3": song("", "", ""),
		"n.mid": document("media 1", "Standard MIDI", "sounds", 1),
		"d.srt": titles, "d.xmp": rated, "d.mp4.xmp": sidecar, "x.xmp": sidecar, "d.mp4": film, "e.mp4": film, "f.mp4": cut, "t.gpx": track, "s.shp": shapes, "c.pem": bundle,
		"x-2024-01-01.zip": {Reader: "archive 1", State: luminos.ExtractDamaged},
		"x-2024-03-01.zip": {Reader: "archive 1", State: luminos.ExtractDamaged},
		"a.zip":            {Reader: "archive 1", State: luminos.ExtractDamaged},
	}
	scan := &luminos.Scan{}
	newest := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	scan.SurveySignals.Newest = &newest
	for _, name := range []luminos.Path{"a.7z.001", "a.7z.002", "b.part1.rar", "b.part03.rar", "c.r01", "c.r02", "d.z01",
		"d.z02", "lone.001",
		"vmlinuz-6.1.100", "vmlinuz-6.1.105", "libx.so.1.101", "libx.so.1.105", "e.tar.100", "e.tar.101",
		"x/e.zip.001", "x/e.zip.006", "y/e.zip.000", "y/e.zip.001", "y/e.zip.003"} {
		scan.Files = append(scan.Files, luminos.File{Path: name, Size: 1})
	}
	for p := range files {
		f := luminos.File{Path: p, Size: 1_600_000, Category: luminos.CategoryDocument}
		scan.Files = append(scan.Files, f)
	}
	r, err := Read(t.Context(), luminos.WithExtractor(sourcetest.Memory{}, files), scan, func(Found) {})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]luminos.InsideRow{}
	for _, row := range r.Inside.Rows {
		got[row.Label] = row
	}
	for label, want := range map[string]string{
		"Music":    "2 of 3 sounds with an artist or an album · 2 artists, 1 album · dated 1999 to 2003 · about 128 kbit/s",
		"Sidecars": "3 XMP files · 1 with a rating · 1 without an image: x.xmp",
		"Captions": "1 file · 12 cues · about 90 words · English (1)",
		"Albums":   "“Blue” (2)",
		"Films":    "2 films of 40 s each", "Lengths": "6 min of sound and film",
		"Maps": "1 GPX file, 1 shapefile (7 shapes) · 2 tracks · 12 km",
		"Certs": "6 certificates · 1 expired before 2026-01-01 (c.pem), the next on 2026-02-01 · 5 private keys, " +
			"1 encrypted private key, 1 authority certificate, 1 certificate not parsed, 1 set of parameters · " +
			"valid within 2020-01-01 to 2030-01-01",
		"Unpaired": "1 file with a private key that does not belong to the certificate beside it: k/b.key",
		"Domains":  "1 domain in certificates: example.org (2)",
		"Split": "6 split archives of 13 volumes, 4 with missing volumes: b (volume 2), c (volume 0), x/e.zip (volumes 2, 3, 4 and 5) " +
			"and 1 more",
		"Damaged": "4 files, damaged or cut off: x-2024-03-01.zip, x-2024-01-01.zip, a.zip and 1 more",
	} {
		if got[label].Text != want || got[label].Private {
			t.Errorf("%s: %+v, want %q", label, got[label], want)
		}
	}
	for label, want := range map[string]string{
		"Artists": "Ann (1) · Ben (1)", "Bounds": "44.0000 to 45.2000 N, -1.0000 to 1.0000 E",
	} {
		if got[label].Text != want || !got[label].Private {
			t.Errorf("%s: %+v, want %q, private", label, got[label], want)
		}
	}
}

// TestUnpaired compares no key with a file of several certificates, of which only the first has a digest.
func TestUnpaired(t *testing.T) {
	for name, c := range map[string]struct {
		certificates, unparsed int64
		want                   int
	}{"one": {1, 0, 1}, "a bundle": {2, 0, 0}, "a bundle with one that is not parsed": {1, 1, 0}} {
		cert, key := luminos.FileInside{Path: "a.crt"}, luminos.FileInside{Path: "a.key"}
		cert.Add("certificates", c.certificates)
		cert.Add("certificates not parsed", c.unparsed)
		cert.Set(luminos.PublicKeyDigest, "1")
		key.Add("private keys", 1)
		key.Set(luminos.PublicKeyDigest, "2")
		if got := unpaired([]*luminos.FileInside{&cert, &key}); len(got) != c.want {
			t.Errorf("%s: %v, want %d", name, got, c.want)
		}
	}
}
