package media

import (
	"bytes"
	"compress/gzip"
	"math"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"luminos"
)

// samples returns one small file of each kind, by name.
func samples() map[string]string {
	wave := chunk("RIFF", "WAVE"+chunk("fmt ", l16(1)+l16(1)+l32(8000)+l32(8000)+l16(1)+l16(8))+
		chunk("LIST", "INFO"+chunk("INAM", "Bell"))+chunk("data", strings.Repeat("x", 16000)))
	avi := chunk("RIFF", "AVI "+chunk("LIST", "hdrl"+
		chunk("avih", l32(40000)+strings.Repeat("\x00", 12)+l32(50)+strings.Repeat("\x00", 12)+l32(320)+l32(240))+
		chunk("LIST", "strl"+chunk("strh", "vidsXVID"+strings.Repeat("\x00", 12)+l32(1)+l32(25)+l32(0)+l32(50))+
			chunk("strf", strings.Repeat("\x00", 16)+"XVID"))))
	aiffChunk := func(kind, body string) string { return kind + b32(len(body)) + body }
	aiff := aiffChunk("FORM", "AIFF"+aiffChunk("COMM", b16(1)+b32(88200)+b16(16)+"\x40\x0e\xac\x44\x00\x00\x00\x00\x00\x00")+
		aiffChunk("NAME", "Gong")+aiffChunk("SSND", "samples!"))
	stream := b16(16) + b16(16) + strings.Repeat("\x00", 6) + "\x0a\xc4\x42\xf0\x00\x01\x58\x88" + strings.Repeat("\x00", 16)
	comments := vorbisComments("TITLE=Lied", "ARTIST=Ä", "artist=B", "ALBUM=Songs; Tales")
	flac := "fLaC\x00" + b32(len(stream))[1:] + stream + "\x84" + b32(len(comments))[1:] + comments + "frames"
	opus := oggPage(2, 0, 7, "OpusHead\x01\x02"+l16(312)+l32(48000)+"\x00\x00\x00") +
		oggPage(0, 0, 7, "OpusTags"+comments) + oggPage(4, 96312, 7, "sound")
	mkv := ebml("\x1a\x45\xdf\xa3", ebml("\x42\x82", "matroska")) + ebml("\x18\x53\x80\x67",
		ebml("\x15\x49\xa9\x66", ebml("\x2a\xd7\xb1", b32(1_000_000)), ebml("\x44\x89", b32(int(math.Float32bits(7500)))),
			ebml("\x7b\xa9", "Fjord")),
		ebml("\x16\x54\xae\x6b", ebml("\xae", ebml("\x83", "\x01"), ebml("\x86", "V_VP9"),
			ebml("\xe0", ebml("\xb0", b16(1920)), ebml("\xba", b16(1080)))), ebml("\xae", ebml("\x83", "\x02"),
			ebml("\x86", "A_OPUS"), ebml("\x22\xb5\x9c", "nor"))))
	names := map[int]string{0: "© A", 1: "Lato", 2: "Bold", 5: "Version 2.010", 13: "SIL OFL 1.1"}
	gif := "GIF89a" + l16(5) + l16(4) + "\x00\x00\x00" + "!\xfe\x05hello\x00" +
		strings.Repeat(","+strings.Repeat("\x00", 8)+"\x00\x02\x01x\x00", 2) + ";"
	return map[string]string{
		"a.jpg": jpegOf("\xe1Exif\x00\x00"+tiff(ascii(0x10F, "NIKON CORPORATION"), ascii(0x110, "NIKON D70"), short(0x112, 6),
			ascii(0x132, "2011:02:03 04:05:06"), entry{tag: 0x8769, dir: []entry{ascii(0x9003, "2009:09:09 10:11:12"),
				ascii(0xA434, "50mm")}}, gps("N", "E")), iptc("\x05Roof", "\x19city", "\x19night")),
		"a.png":  pngOf(pngChunk("tEXt", "Title\x00Plan")),
		"a.gif":  gif,
		"a.tif":  tiff(short(0x100, 12), short(0x101, 10)),
		"a.svg":  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><title>Map</title><text>Main <tspan>road</tspan></text></svg>`,
		"a.xmp":  xmpPacket,
		"a.srt":  "1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i>\nthere\n\n2\n00:10:00,000 --> 00:10:03,000\nBye\n",
		"a.mp4":  movie(tagAtom("\xa9nam", "Trip"), tagAtom("trkn", "\x00\x00\x00\x03\x00\x0c")),
		"a.mp3":  id3("TIT2", "Song", "TCON", "(17)", "TRCK", "3/12") + mp3Frames(100),
		"a.wav":  wave,
		"a.avi":  avi,
		"a.aiff": aiff,
		"a.flac": flac,
		"a.opus": opus,
		"a.mkv":  mkv,
		"a.ttf":  sfnt(names),
		"a.ass": "[Script Info]\nTitle: Talk\n[Events]\nFormat: Layer, Start, End, Text\n" +
			"Dialogue: 0,0:00:01.00,0:00:05.50,{\\i1}One, two\\Nthree\n",
	}
}

// TestSamples reads each kind of file: properties by name, numbers with a "#" before their name.
func TestSamples(t *testing.T) {
	all := samples()
	for name, want := range map[string]string{
		"a.jpg": "taken=2009-09-09 edited=2011-02-03 camera=NIKON_D70 orientation=turned_by_90_degrees lens=50mm " +
			"position=43_N_12_E title=Roof keywords=city,_night width=640 height=480 #images=1 #positions=1 #images_to_turn=1",
		"a.png":  "width=30 height=20 title=Plan #images=1",
		"a.gif":  "width=5 height=4 frames=2 description=hello #images=1",
		"a.tif":  "width=12 height=10 #images=1",
		"a.svg":  "width=40 height=30 title=Map #words=2 #images=1",
		"a.xmp":  "title=Über_den_Dächern rating=4 keywords=city,_roof position=43_N_12_W",
		"a.srt":  "duration=10:03 #cues=2 #words=3 #seconds=603",
		"a.ass":  "title=Talk duration=0:06 #cues=1 #words=3",
		"a.mp4":  "duration=0:13 codec=H.264,_AAC width=640 height=360 title=Trip created=2020-09-13 track=3_of_12 #tracks=2 #films=1",
		"a.mp3":  "title=Song genre=Rock track=3_of_12 codec=MP3 duration=0:03 #sounds=1 #tracks=1 #seconds=3",
		"a.wav":  "title=Bell codec=PCM duration=0:02 #sounds=1",
		"a.avi":  "codec=MPEG-4 width=320 height=240 duration=0:02 #films=1 #tracks=1",
		"a.aiff": "title=Gong codec=PCM duration=0:02",
		"a.flac": "title=Lied artist=Ä;_B codec=FLAC duration=0:02",
		"a.opus": "title=Lied codec=Opus duration=0:02 #seconds=2",
		"a.mkv":  "title=Fjord codec=VP9,_Opus width=1920 height=1080 duration=0:08 languages=nor #tracks=2 #films=1",
		"a.ttf":  "family=Lato style=Bold version=2.010 licence=SIL_OFL_1.1 #glyphs=321 #fonts=1",
	} {
		x := extract(t, name, all[name])
		if x.State != "" || x.Format == "" {
			t.Errorf("%s: format %q, state %q, %s", name, x.Format, x.State, x.Problem)
		}
		for pair := range strings.FieldsSeq(want) {
			key, value, _ := strings.Cut(strings.ReplaceAll(pair, "_", " "), "=")
			got := x.Property(key)
			if number, ok := strings.CutPrefix(key, "#"); ok {
				got = strconv.FormatInt(x.Number(number), 10)
			}
			if got != value {
				t.Errorf("%s: %s is %q, want %q", name, key, got, value)
			}
		}
	}
	for name := range all {
		if x := extract(t, name, all[name]); x.Format == "" {
			t.Errorf("%s has no format", name)
		}
	}
}

// TestArtists counts each of several artists, and an album as one.
func TestArtists(t *testing.T) {
	x := extract(t, "a.flac", samples()["a.flac"]) // by "Ä" and "B"
	if x.Property("artist") != "Ä; B" {
		t.Errorf("artist %q", x.Property("artist"))
	}
	got := map[string]int{}
	for _, v := range x.Values {
		got[v.Name] = v.Distinct
	}
	if got["artist"] != 2 || got["album"] != 1 {
		t.Errorf("artists and albums: %v", got)
	}
}

// TestHeadAlone does not count the length in the head of a film whose samples are elsewhere.
func TestHeadAlone(t *testing.T) {
	hours := strings.Replace(samples()["a.mp4"], b32(12500), b32(1250*3600), 1)
	for text, want := range map[string]int64{hours: 0, hours + strings.Repeat("s", 54_000): 4500} {
		x := extract(t, "a.mp4", text)
		if x.Number("seconds") != want || x.Property("duration") != "1:15:00" {
			t.Errorf("%d bytes: %+v", len(text), x)
		}
	}
}

// TestDates distinguishes the day of a photograph from the day of an edit, and faults of the clock from both.
func TestDates(t *testing.T) {
	date := func(tag int, s string) entry { return entry{tag: 0x8769, dir: []entry{ascii(tag, s)}} }
	for _, c := range []struct {
		entries               []entry
		taken, edited, period string
		faults                int64
	}{
		{[]entry{date(0x9003, "2009:09:09 10:11:12")}, "2009-09-09", "", "2009-09-09", 0},
		{[]entry{date(0x9004, "2009:09:09 10:11:12")}, "2009-09-09", "", "2009-09-09", 0},
		{[]entry{ascii(0x132, "2023:01:04 00:00:01")}, "", "2023-01-04", "", 0},
		{[]entry{ascii(0x132, "2009:09:09 10:11:12"), date(0x9003, "2009:09:09 10:11:12")}, "2009-09-09", "", "2009-09-09", 0},
		{[]entry{date(0x9003, "0000:00:00 00:00:00")}, "", "", "", 1},
		{[]entry{date(0x9003, "    :  :     :  :  ")}, "", "", "", 1},
		{[]entry{date(0x9003, "1980:01:01 00:00:00")}, "", "", "", 1},
		{[]entry{date(0x9003, "2101:01:01 00:00:00")}, "", "", "", 1},
		{[]entry{date(0x9003, "2009:02:30 00:00:00")}, "", "", "", 1},
		{[]entry{short(0x112, 1)}, "", "", "", 0},
		{[]entry{ascii(0x131, "GIMP 2.10"), date(0x9003, "2009:09:09 10:11:12")}, "", "", "", 0},
		{[]entry{ascii(0x110, "X"), ascii(0x131, "GIMP 2.10"), date(0x9003, "2009:09:09 10:11:12")}, "2009-09-09", "",
			"2009-09-09", 0},
	} {
		x := extract(t, "a.jpg", exifJPEG(c.entries...))
		period := ""
		if x.Period != nil {
			period = x.Period.First
		}
		if x.Property("taken") != c.taken || x.Property("edited") != c.edited || period != c.period ||
			x.Number("clock faults") != c.faults {
			t.Errorf("%v: taken %q, edited %q, period %q, %d faults", c.entries, x.Property("taken"), x.Property("edited"),
				period, x.Number("clock faults"))
		}
	}
}

// TestXMPDates takes the day of an image without a day in EXIF from XMP. The day on which a program made an image
// counts only if a camera is named.
func TestXMPDates(t *testing.T) {
	packet := func(attributes string) string {
		return "\xe1http://ns.adobe.com/xap/1.0/\x00" + `<rdf:RDF xmlns:rdf="` + nsRDF + `"><rdf:Description xmlns:exif="` +
			nsEXIF + `" xmlns:xmp="` + nsXMP + `" xmlns:tiff="` + nsTIFF + `" xmlns:ps="` + nsPhotoshop + `" ` + attributes +
			`/></rdf:RDF>`
	}
	for attributes, want := range map[string]string{
		`exif:DateTimeOriginal="2011-05-06T07:08:09Z"`: "2011-05-06", `ps:DateCreated="2012-05-06"`: "", // of a drawing
		`ps:DateCreated="2012-05-06" tiff:Model="X"`:          "2012-05-06",
		`exif:DateTimeDigitized="2014-05-06T07:08:09"`:        "2014-05-06",
		`xmp:CreateDate="2013-05-06T07:08:09"`:                "",
		`xmp:CreateDate="2013-05-06T07:08:09" tiff:Model="X"`: "2013-05-06",
	} {
		if got := extract(t, "a.jpg", jpegOf(packet(attributes))).Property("taken"); got != want {
			t.Errorf("%s: %q, want %q", attributes, got, want)
		}
	}
	exif := "\xe1Exif\x00\x00" + tiff(entry{tag: 0x8769, dir: []entry{ascii(0x9003, "2009:09:09 10:11:12")}})
	both := extract(t, "a.jpg", jpegOf(exif, packet(`ps:DateCreated="2012-05-06"`)))
	if got := both.Property("taken"); got != "2009-09-09" {
		t.Errorf("EXIF and XMP: %q", got)
	}
}

// TestUnknownTypes reads the day and the position of a photograph whose directories have values of types that the
// library does not know.
func TestUnknownTypes(t *testing.T) {
	odd := entry{tag: 0x0100, kind: 13, n: 1, data: b32(8)}
	taken := entry{tag: 0x8769, dir: []entry{ascii(0x9003, "2009:09:09 10:11:12")}}
	for name, text := range map[string]string{
		"a.jpg": exifJPEG(odd, taken, gps("N", "W")), "a.tif": tiff(odd, taken, gps("N", "W")),
	} {
		x := extract(t, name, text)
		if x.Property("taken") != "2009-09-09" || x.Property("position") != "43 N 12 W" {
			t.Errorf("%s: %+v", name, x.Properties)
		}
	}
}

// TestDamagedTIFF checks that an image whose strips lie outside of the file, or do not have its rows, is damaged.
func TestDamagedTIFF(t *testing.T) {
	size := []entry{short(0x100, 12), short(0x101, 10)}
	strip := func(at, n, rows int) []entry {
		return append(size, entry{tag: 0x111, kind: 4, n: 1, data: b32(at)}, short(0x116, rows),
			entry{tag: 0x117, kind: 4, n: 1, data: b32(n)})
	}
	for name, c := range map[string]struct {
		entries []entry
		state   luminos.ExtractState
	}{
		"whole": {strip(8, 9, 10), ""}, "outside": {strip(8, 9000, 10), luminos.ExtractDamaged},
		"rows": {strip(8, 9, 3), luminos.ExtractDamaged}, "no strips": {size, ""},
	} {
		if x := extract(t, "a.tif", tiff(c.entries...)); x.State != c.state {
			t.Errorf("%s: state %q", name, x.State)
		}
	}
	chain := "MM\x00*" + b32(8) + b16(1) + b16(0x100) + b16(3) + b32(1) + b16(12) + b16(0) + b32(26) + b16(0) + b32(1<<30)
	if x := extract(t, "a.tif", chain); x.State != "" {
		t.Errorf("the end of the chain is an empty directory: %q", x.State)
	}
}

// bigTIFF returns a BigTIFF file with numbers of 64 bits.
func bigTIFF(pairs ...int) string {
	b64 := func(n int) string { return b32(0) + b32(n) }
	text := "MM\x00+\x00\x08\x00\x00" + b64(16) + b64(len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		text += b16(pairs[i]) + b16(16) + b64(1) + b64(pairs[i+1])
	}
	return text + b64(0)
}

// TestBigTIFF reads the size and the images of a BigTIFF file.
func TestBigTIFF(t *testing.T) {
	x := extract(t, "a.tif", bigTIFF(0x100, 12, 0x101, 10))
	if x.Property("height") != "10" || x.Number("images") != 1 || x.State != "" {
		t.Errorf("%+v", x)
	}
	if x := extract(t, "a.wma", "0&\xb2u\x8ef\xcf\x11"+strings.Repeat("\x00", 99)); x.Number("sounds") != 1 {
		t.Errorf("a sound in a container of films: %+v", x)
	}
	if x := extract(t, "a.tif", bigTIFF(0x101, 10, 0x111, 8, 0x117, 9000)); x.State != luminos.ExtractDamaged {
		t.Errorf("strips outside of the file: %+v", x)
	}
}

// TestPosition checks that a position is rounded and warned of, and that no other property has it.
func TestPosition(t *testing.T) {
	x := extract(t, "a.jpg", exifJPEG(gps("S", "W")))
	if got := x.Property("position"); got != "43 S 12 W" || len(x.Risks) != 1 {
		t.Errorf("position %q, risks %q", got, x.Risks)
	}
	zero := entry{tag: 0x8825, dir: []entry{ascii(1, "N"), rational(2, 0, 0, 0), ascii(3, "E"), rational(4, 0, 0, 0)}}
	if x := extract(t, "a.jpg", exifJPEG(zero)); x.Property("position") != "" || x.Number("positions") != 0 {
		t.Errorf("a receiver without a fix has the position %q", x.Property("position"))
	}
	film := extract(t, "a.mp4", movie(atom("\xa9xyz", b16(18)+b16(0)+"+27.5916+086.5640/")))
	if got := film.Property("position"); got != "28 N 87 E" {
		t.Errorf("position of the film %q", got)
	}
	for _, p := range append(x.Properties, film.Properties...) {
		if strings.Contains(p.Value, "28.") || strings.Contains(p.Value, ".59") {
			t.Errorf("the property %s has the place itself: %q", p.Name, p.Value)
		}
	}
	both := extract(t, "a.jpg", jpegOf(xmpSegment))
	if both.Property("title") != "Über den Dächern" || both.Property("position") != "43 N 12 W" {
		t.Errorf("XMP: %+v", both.Properties)
	}
}

// TestSubtitleParts checks that the text of subtitles is in parts of ten minutes, and that names state languages.
func TestSubtitleParts(t *testing.T) {
	x := extract(t, "film.pt-BR.forced.srt", samples()["a.srt"])
	want := "[from 0:00]\nHello\nthere\n[from 10:00]\nBye\n"
	if got := x.Content(); got != want || x.Property("language") != "pt-br" {
		t.Errorf("content %q, language %q", got, x.Property("language"))
	}
	vtt := extract(t, "a.vtt", "WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000 line:0\n<v Anna>A &amp; B</v>\n")
	if got := vtt.Content(); got != "A & B\n" {
		t.Errorf("WebVTT: %q", got)
	}
	if got := languageByName("film.2009.srt"); got != "" {
		t.Errorf("2009 is the language %q", got)
	}
}

// TestRisks names scripts and foreign addresses in SVG images.
func TestRisks(t *testing.T) {
	x := extract(t, "a.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>1</script><image href="http://a/b"/></svg>`)
	if strings.Join(x.Risks, "; ") != "holds a script; loads content from other places" {
		t.Errorf("risks %q", x.Risks)
	}
}

// TestBadFiles reads files that are cut off at each eighth, and garbage behind their beginnings: each has a state or is
// read, and none costs more than a second.
func TestBadFiles(t *testing.T) {
	states := map[string]bool{}
	for name, text := range samples() {
		for i := range 8 {
			cut := text[:len(text)*i/8]
			garbage := cut + strings.Repeat("\xff\x00\x7f\x80\xfe", 200)
			for _, bad := range []string{cut, garbage} {
				f := open(name, bad)
				if f.Size == 0 || !reads(f) {
					continue
				}
				start := time.Now()
				x := extract(t, name, bad)
				states[string(x.State)] = true
				if took := time.Since(start); took > time.Second {
					t.Errorf("%s cut at %d of 8: %s", name, i, took)
				}
			}
		}
	}
	if !states["damaged"] {
		t.Errorf("no cut file is damaged: %v", states)
	}
	for _, name := range []string{"a.jpg", "a.png", "a.gif", "a.mp4", "a.wav", "a.mkv", "a.svg"} {
		text := samples()[name]
		if x := extract(t, name, text[:len(text)-3]); x.State != luminos.ExtractDamaged {
			t.Errorf("%s without its last bytes: state %q", name, x.State)
		}
	}
	for name, x := range map[string]luminos.Category{"a.jpg": "", "a.srt": "", "a.mp3": "", "a.ttf": ""} {
		if !reads(open(name, "")) {
			t.Errorf("the empty file %s is not read %s", name, x)
		}
	}
}

// TestBombs reads files that ask for much more than they hold, within a bound on memory.
func TestBombs(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("<svg>"))
	for range 64 {
		z.Write([]byte(strings.Repeat("<g>", 300_000)))
	}
	z.Close()
	loop := "MM\x00*" + b32(8) + b16(1) + b16(0x8769) + b16(4) + b32(1) + b32(8) + b32(8)
	nested := strings.Repeat("\x00\x00\x00\x08moov", 200_000)
	deep := strings.Repeat(b32(0)+"moov", 100_000)
	for name, text := range map[string]string{
		"a.svgz": packed.String(),
		"a.svg":  "<svg>" + strings.Repeat("<g>", 1_000_000),
		"e.svg":  `<!DOCTYPE svg [<!ENTITY a "` + strings.Repeat("x", 1000) + `">]><svg><title>&a;</title></svg>`,
		"a.tif":  loop,
		"a.heic": atom("ftyp", "heic"+b32(0)) + b32(1) + "back" + "\xff\xff\xff\xff\xff\xff\xff\xf0" + strings.Repeat("x", 64),
		"a.mp4":  atom("ftyp", "isom") + nested,
		"b.mp4":  atom("ftyp", "isom") + deep,
		"a.jpg":  jpegOf("\xe1http://ns.adobe.com/xap/1.0/\x00" + strings.Repeat("<a>", 20_000)),
		"a.xmp":  `<rdf:RDF xmlns:rdf="` + nsRDF + `">` + strings.Repeat("<a ", 1) + strings.Repeat(`b="" `, 500_000) + ">",
		"a.flac": "fLaC\x04\xff\xff\xff" + l32(4) + "test" + l32(int64(math.MaxUint32)),
		"a.mp3":  "ID3\x03\x00\x00\x7f\x7f\x7f\x7fTIT2\x7f\xff\xff\xff\x00\x00",
		"a.mkv":  "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff" + strings.Repeat("\xae\xff", 300_000),
		"a.ttc":  "ttcf\x00\x01\x00\x00\xff\xff\xff\xff" + strings.Repeat("\x00\x00\x00\x00", 1000),
		"a.srt":  strings.Repeat("00:00:01,000 --> 00:00:02,000\n", 200_000),
		"a.wav":  "RIFF\xff\xff\xff\xffWAVE" + strings.Repeat("LIST\xff\xff\xff\x7fINFO", 50_000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		x := extract(t, name, text)
		runtime.ReadMemStats(&after)
		took, used := time.Since(start), (after.TotalAlloc-before.TotalAlloc)>>20
		t.Logf("%s: %s, %d MiB in all, %q", name, took.Round(time.Millisecond), used, x.State)
		if took > 10*time.Second || used > 500 {
			t.Errorf("%s took %s and %d MiB", name, took, used)
		}
	}
}

// TestCommentsNameThePrograms reads the program from a comment of a JPEG and of a PNG image, unless a tag names one.
func TestCommentsNameThePrograms(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n" + b32(13) + "IHDR" + b32(3) + b32(2) + "\x08\x00\x00\x00\x00" + b32(0) +
		b32(25) + "tEXtComment\x00Created with GIMP" + b32(0) + b32(0) + "IEND" + b32(0)
	for name, c := range map[string]struct{ text, want string }{
		"a.jpg": {jpegOf("\xfeCreated with The GIMP\x00"), "GIMP"},
		"b.jpg": {jpegOf("\xfeOn the beach, created with joy"), ""},
		"a.png": {png, "GIMP"},
	} {
		if got := extract(t, name, c.text).Property("software"); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestKeysOfQuickTime reads each value by the list of names before it: a track has a list of its own.
func TestKeysOfQuickTime(t *testing.T) {
	meta := func(name, value string) string {
		names := atom("keys", b32(0)+b32(1), atom("mdta", "com.apple.quicktime."+name))
		handler := atom("hdlr", b32(0)+b32(0)+"mdta"+strings.Repeat("\x00", 12))
		return atom("meta", handler, names, atom("ilst", atom(b32(1), atom("data", b32(1)+b32(0)+value))))
	}
	x := extract(t, "a.mov", movie(meta("title", "Trip"), meta("software", "macOS 12")))
	if title, software := x.Property("title"), x.Property("software"); title != "Trip" || software != "macOS 12" {
		t.Errorf("title %q, software %q", title, software)
	}
}
