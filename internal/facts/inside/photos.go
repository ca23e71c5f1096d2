package inside

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"luminos"
	"luminos/internal/words"
)

// photos adds up the images of one target.
type photos struct {
	sum     luminos.Photos
	faults  faults
	years   map[string]int
	makers  map[string]int
	models  map[string]int
	areas   map[string]int // positions, rounded to a degree
	undated map[string]int // images without a day, by their top directory
	sizes   sizes
	tools   map[string]int
	turned  int
	shots   []shot
	films   []int64 // their lengths in seconds
}

// faults count the images with a day that cannot be right.
type faults struct {
	impossible int // zeros or blanks, a year before digital cameras, or a day after the last change
	late       int // after the newest file
}

// sizes are the numbers of images with a known size and of small ones, and the width and the height of the largest one.
type sizes struct {
	known, small int
	largest      [2]int
}

// smallPixels is half a megapixel: below it an image is rather a preview than a photograph.
const smallPixels = 500_000

// photosOf adds up the images and films among files. newest is the time of the newest file, or nil: a later day is a
// fault of a clock.
func photosOf(files []luminos.FileInside, newest *time.Time) *photos {
	p := &photos{
		years: map[string]int{}, makers: map[string]int{}, models: map[string]int{}, areas: map[string]int{},
		undated: map[string]int{}, tools: map[string]int{},
	}
	limit := "9999"
	if newest != nil && newest.Year() >= 1995 { // older clocks of file systems were not set
		limit = newest.AddDate(0, 0, 1).Format(time.DateOnly)
	}
	for i := range files {
		f := &files[i]
		if family(&f.Extraction) != "media" {
			continue
		}
		if f.Number("films") > 0 && f.State != luminos.ExtractDamaged {
			p.films = append(p.films, f.Number("seconds"))
		}
		if at := f.Property("position"); at != "" {
			p.areas[at]++
		}
		if f.Number("images") > 0 {
			p.add(f, limit)
		}
	}
	p.sum.Years, p.sum.Makers, p.sum.Models = luminos.Counts(p.years), luminos.Counts(p.makers), luminos.Counts(p.models)
	slices.SortFunc(p.sum.Years, func(a, b luminos.Counted) int { return cmp.Compare(a.Name, b.Name) })
	p.sum.Cameras = len(p.sum.Models)
	const most = 50 // of each list in the report
	p.sum.Makers, p.sum.Models = p.sum.Makers[:min(len(p.sum.Makers), most)], p.sum.Models[:min(len(p.sum.Models), most)]
	return p
}

// add adds an image.
func (p *photos) add(f *luminos.FileInside, limit string) {
	s := &p.sum
	s.Images++
	s.Looked++
	day := f.Property("taken")
	model := f.Property("camera model")
	brand := words.Brand(f.Property("camera maker"))
	scanner := words.Scanner(model)                // its date is not the day of the picture
	if len(day) != len(time.DateOnly) || scanner { // a server is not trusted to write a day
		day = ""
	}
	switch {
	case day != "" && f.Property("edited") != "" && day > dayAfter(f.Property("edited")): // taken after its last change
		p.faults.impossible++
	case day > limit:
		p.faults.late++
	case day != "":
		s.Dated++
		p.years[day[:4]]++
		if s.Period == nil {
			s.Period = &luminos.Period{First: day, Last: day, Source: "camera dates (EXIF)"}
		}
		s.Period.First, s.Period.Last = min(s.Period.First, day), max(s.Period.Last, day)
	case f.Number("clock faults") > 0:
		p.faults.impossible++
	default:
		p.undated[top(f.Path)]++
	}
	if model != "" && !scanner {
		s.WithCamera++
		p.models[words.Camera(brand, model)]++
		if brand != "" {
			p.makers[brand]++
		}
	}
	if tool := editor(f.Property("software")); tool != "" {
		p.tools[tool]++
	}
	p.turned += int(f.Number("images to turn"))
	w, _ := strconv.Atoi(f.Property("width"))
	h, _ := strconv.Atoi(f.Property("height"))
	if f.State == luminos.ExtractDamaged {
		w, h = 0, 0
	}
	p.shots = append(p.shots, shot{f.Path, w * h, f.Property("taken")})
	if w > 0 && h > 0 {
		if p.sizes.known++; w*h < smallPixels {
			p.sizes.small++
		}
	}
	if w*h > p.sizes.largest[0]*p.sizes.largest[1] {
		p.sizes.largest = [2]int{w, h}
	}
}

// dayAfter returns the day after a day, or a text that sorts after all days if it is no day.
func dayAfter(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return "9999"
	}
	return t.AddDate(0, 0, 1).Format(time.DateOnly)
}

// top returns the first element of the path of a directory, with "/", or "" for a file of the root.
func top(p luminos.Path) string {
	if first, _, below := strings.Cut(string(p), "/"); below {
		return first + "/"
	}
	return ""
}

// editors are programs that change photographs, by a part of the name that they write, in lower case. Lightroom calls
// itself "Adobe Photoshop Lightroom".
var editors = []struct{ part, name string }{
	{"lightroom", "Lightroom"}, {"photoshop", "Photoshop"}, {"gimp", "GIMP"}, {"picasa", "Picasa"},
	{"paint.net", "Paint.NET"},
	{"snapseed", "Snapseed"}, {"darktable", "darktable"}, {"capture one", "Capture One"}, {"acdsee", "ACDSee"},
	{"paint shop", "Paint Shop"}, {"affinity", "Affinity"}, {"iphoto", "iPhoto"}, {"aperture", "Aperture"},
	{"photofiltre", "PhotoFiltre"}, {"gthumb", "gThumb"}, {"digikam", "digiKam"}, {"irfanview", "IrfanView"},
}

// editor returns the name of the program that changes photographs, or "" for another software, such as of a camera.
func editor(software string) string {
	software = strings.ToLower(software)
	for _, e := range editors {
		if strings.Contains(software, e.part) {
			return e.name
		}
	}
	return ""
}

// rows adds the rows about the images and films.
func (p *photos) rows(add func(label string, parts ...string)) {
	s := &p.sum
	if s.Dated > 1 {
		of := words.Count(s.Dated) + " of " + words.Plural(s.Images, "image") + " "
		years := ""
		if len(s.Years) > 1 {
			years = ": " + names(s.Years, yearsShown)
		}
		days := s.Period.First
		if s.Period.Last != days {
			days += " to " + s.Period.Last
		}
		add("Taken", of+days+years)
		add("Undated", p.undatedText(), p.clocks())
	} else {
		add("Undated", p.clocks())
	}
	if s.Cameras > 0 {
		add("Cameras", words.Plural(s.Cameras, "model")+" in "+words.Plural(s.WithCamera, "image"), names(s.Makers, 6))
	}
	if n := total(p.areas); n > 0 {
		areas := luminos.Counts(p.areas)
		spread := words.Plural(len(areas), "area") // a degree wide
		if areas[0].Files > 1 && len(areas) > 1 {
			spread += ", " + words.Count(areas[0].Files) + " in one"
		}
		add("Places", words.Plural(n, "file")+" with a position: remove it before sharing", spread)
		add("Areas", names(areas, 5))
	}
	if p.sizes.small > 0 && s.Images > 1 {
		of := words.Plural(p.sizes.known, "image") + " of known size"
		add("Small", words.Count(p.sizes.small)+" of "+of+" below half a megapixel",
			"largest "+strconv.Itoa(p.sizes.largest[0])+"x"+strconv.Itoa(p.sizes.largest[1]))
	}
	edited, turned := "", ""
	if n := total(p.tools); n > 0 {
		edited = words.Plural(n, "image") + " written by " + names(luminos.Counts(p.tools), 4)
		if len(p.tools) == 1 {
			edited = words.Plural(n, "image") + " written by " + words.Name(luminos.Counts(p.tools)[0].Name)
		}
	}
	if p.turned > 0 {
		turned = words.Plural(p.turned, "image") + " to be turned for display"
	}
	add("Edited", p.smaller(), edited, turned)
	if n := len(p.films); n > 1 {
		shortest, longest := span(slices.Min(p.films)), span(slices.Max(p.films))
		if shortest == longest {
			longest += " each"
		} else {
			longest = shortest + " to " + longest
		}
		add("Films", words.Plural(n, "film")+" of "+longest)
	}
}

// yearsShown is the number of years that a row lists.
const yearsShown = 40

// undatedText returns the number of images without a day, and the directory that holds most of them.
func (p *photos) undatedText() string {
	n := total(p.undated)
	if n == 0 {
		return ""
	}
	text := words.Count(n) + " without a date of the camera"
	if dirs := luminos.Counts(p.undated); dirs[0].Name != "" && dirs[0].Files > 1 {
		text += ", " + words.Count(dirs[0].Files) + " of them in " + words.Name(dirs[0].Name)
	}
	return text
}

// clocks returns the numbers of images with a day that cannot be right.
func (p *photos) clocks() string {
	var parts []string
	if p.faults.impossible > 0 {
		parts = append(parts, words.Count(p.faults.impossible)+" with a zero, blank or impossible date")
	}
	if p.faults.late > 0 {
		parts = append(parts, words.Count(p.faults.late)+" from the future")
	}
	return strings.Join(parts, ", ")
}

// names returns the first names of a list with their numbers, and the number of the others: "Canon (68), Nikon (44), 9
// more". A bare number after a name reads as a version.
func names(list []luminos.Counted, most int) string {
	var out []string
	for _, c := range list[:min(len(list), most)] {
		out = append(out, words.Name(c.Name)+" ("+words.Count(c.Files)+")")
	}
	if more := len(list) - len(out); more > 0 {
		out = append(out, words.Count(more)+" more")
	}
	return strings.Join(out, ", ")
}

// total returns the sum of counts.
func total(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}
