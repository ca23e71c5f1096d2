package calendar

import (
	"math"
	"strconv"
	"strings"

	"luminos"
)

// area is the smallest box of latitudes and longitudes around positions. The zero value is empty.
type area struct {
	south, north, west, east float64
	some                     bool
}

// add extends the box to a position, in degrees. It reports whether there is such a position on the earth.
func (a *area) add(lat, lon float64) bool {
	if math.IsNaN(lat) || math.IsNaN(lon) || math.Abs(lat) > 90 || math.Abs(lon) > 180 {
		return false
	}
	if !a.some {
		*a = area{lat, lat, lon, lon, true}
		return true
	}
	a.south, a.north = min(a.south, lat), max(a.north, lat)
	a.west, a.east = min(a.west, lon), max(a.east, lon)
	return true
}

// set sets the property of the box: "47.1234 to 47.2000 N, 8.5000 to 8.6000 E" with signs for south and west.
func (a *area) set(x *luminos.Extraction) {
	if a.some {
		x.Set("area", span(a.south, a.north)+" N, "+span(a.west, a.east)+" E")
	}
}

// span returns two degrees in words. Four decimals are ten metres.
func span(from, to float64) string {
	low, high := strconv.FormatFloat(from, 'f', 4, 64), strconv.FormatFloat(to, 'f', 4, 64)
	if low == high {
		return low
	}
	return low + " to " + high
}

// earthRadius is the mean radius of the earth, in metres.
const earthRadius = 6_371_008.8

// metres returns the distance of two positions on a sphere, by the haversine formula.
func metres(lat1, lon1, lat2, lon2 float64) float64 {
	rad := math.Pi / 180
	s := math.Sin((lat2 - lat1) * rad / 2)
	t := math.Sin((lon2 - lon1) * rad / 2)
	h := s*s + math.Cos(lat1*rad)*math.Cos(lat2*rad)*t*t
	return 2 * earthRadius * math.Asin(math.Sqrt(min(h, 1)))
}

// degrees returns a number, or NaN if it is not one.
func degrees(s string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil {
		return math.NaN()
	}
	return n
}
