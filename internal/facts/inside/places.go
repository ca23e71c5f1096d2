package inside

import (
	"fmt"
	"strconv"
	"strings"

	"luminos/internal/words"
)

// isPlaces reports whether a format holds tracks, places or shapes.
func isPlaces(format string) bool {
	for _, begin := range []string{"GPX", "KML", "KMZ", "Shapefile"} {
		if strings.HasPrefix(format, begin) {
			return true
		}
	}
	return false
}

// places adds the rows about tracks, places and shapes. The area that they cover can be the way home of a person.
func places(s *sum, add func(string, ...string)) {
	length := ""
	if metres := s.numbers["metres of tracks"] + s.numbers["metres of routes"]; metres >= 1000 {
		length = words.Count(int(metres/1000)) + " km"
	}
	add("Maps", s.formats(4, "shapes"), amounts(s.numbers, "tracks", "routes", "track points", "route points", "waypoints",
		"placemarks"), length, s.period())
	add("Bounds", s.bounds())
	shapefiles(s, add)
}

// bounds returns the box around the areas of files: "45.1000 to 46.0000 N, 13.0000 to 14.2000 E".
func (s *sum) bounds() string {
	var box [4]float64 // south, north, west, east
	some := false
	for _, f := range s.all {
		north, east, ok := strings.Cut(f.Property("area"), " N, ")
		b, ok1 := ends(north)
		c, ok2 := ends(strings.TrimSuffix(east, " E"))
		if !ok || !ok1 || !ok2 {
			continue
		}
		if !some {
			box, some = [4]float64{b[0], b[1], c[0], c[1]}, true
		}
		box = [4]float64{min(box[0], b[0]), max(box[1], b[1]), min(box[2], c[0]), max(box[3], c[1])}
	}
	if !some {
		return ""
	}
	return fmt.Sprintf("%.4f to %.4f N, %.4f to %.4f E", box[0], box[1], box[2], box[3])
}

// ends returns the ends of a span of degrees: "45.1 to 46.0", or one number.
func ends(span string) (out [2]float64, ok bool) {
	low, high, both := strings.Cut(span, " to ")
	if !both {
		high = low
	}
	a, err1 := strconv.ParseFloat(low, 64)
	b, err2 := strconv.ParseFloat(high, 64)
	return [2]float64{a, b}, err1 == nil && err2 == nil
}
