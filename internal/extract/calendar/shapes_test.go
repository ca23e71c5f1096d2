package calendar

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/extract/filetest"
)

// shapefile returns a shapefile with n shapes of 20 bytes and a box: west, south, east, north.
func shapefile(kind uint32, n int, box ...float64) []byte {
	b := append([]byte(shapeMagic), make([]byte, 20)...)
	b = binary.BigEndian.AppendUint32(b, uint32(shapeHeader+28*n)/2)
	b = binary.LittleEndian.AppendUint32(b, 1000)
	b = binary.LittleEndian.AppendUint32(b, kind)
	for _, v := range box {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	b = append(b, make([]byte, shapeHeader-len(b))...)
	for i := range n {
		b = binary.BigEndian.AppendUint32(b, uint32(i+1))
		b = binary.BigEndian.AppendUint32(b, 10)
		b = append(b, make([]byte, 20)...)
	}
	return b
}

func TestShapes(t *testing.T) {
	whole := shapefile(1, 3, 8.5, 47.1, 8.6, 47.2)
	const box = "47.1000 to 47.2000 N, 8.5000 to 8.6000 E"
	for name, c := range map[string]struct {
		bytes        []byte
		format, area string
		shapes       int64
		state        luminos.ExtractState
	}{
		"points":      {whole, "Shapefile of points", box, 3, ""},
		"in metres":   {shapefile(15, 1, 9e5, 1e5, 1e6, 2e5), "Shapefile of polygons", "", 1, ""},
		"no box":      {shapefile(5, 1, math.NaN(), 0, 0, 0), "Shapefile of polygons", "", 1, ""},
		"cut off":     {whole[:len(whole)-1], "Shapefile of points", box, 2, luminos.ExtractDamaged},
		"none":        {shapefile(0, 0), "Shapefile of no shapes", "", 0, ""},
		"other kinds": {shapefile(99, 1), "Shapefile", "0.0000 N, 0.0000 E", 1, ""},
	} {
		x, err := filetest.Extract(t, &Reader, "a.shp", c.bytes, 1<<10)
		if err != nil || x == nil || x.Format != c.format || x.Property("area") != c.area || x.Number("shapes") != c.shapes ||
			x.State != c.state {
			t.Errorf("%s: %+v, %v", name, x, err)
		}
	}
	x := filetest.Good(t, &Reader, "a.shp", shapefile(3, 1, 9e5, 1, 1e6, 2), 9)
	if got := x.Property("extent"); !strings.Contains(got, "900000.00") {
		t.Errorf("extent %q", got)
	}
}
