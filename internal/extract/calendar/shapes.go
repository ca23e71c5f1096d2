package calendar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"strconv"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/words"
)

const (
	shapeMagic  = "\x00\x00\x27\x0a"
	shapeHeader = 100
	shapesMost  = 5_000_000 // of a file
)

// shapeKinds are the kinds of shapes, by their number without the marks for heights and measures.
var shapeKinds = map[uint32]string{0: "no shapes", 1: "points", 3: "lines", 5: "polygons", 8: "groups of points"}

// isShapes reports whether a file is the main file of a shapefile.
func isShapes(head []byte) bool {
	return len(head) >= shapeHeader && bytes.HasPrefix(head, []byte(shapeMagic))
}

// shapes reads the main file of a shapefile (ESRI Shapefile Technical Description, 1998): its kind, the number of
// shapes, and the box around them, which is an area on the earth if it is in degrees.
func shapes(f *file.File, x *luminos.Extraction) error {
	s := f.Stream(binary.BigEndian)
	s.Skip(24)
	size := 2 * int64(s.U32())
	s.Order = binary.LittleEndian
	s.Skip(4)
	kind := s.U32()
	x.Format = "Shapefile"
	if name := shapeKinds[kind%10]; kind < 30 && name != "" {
		x.Format += " of " + name
	}
	var box [4]float64 // west, south, east, north
	for i := range box {
		box[i] = math.Float64frombits(s.U64())
	}
	if s.Err != nil {
		return errors.New("its header is cut off")
	}
	s.Goto(shapeHeader)
	s.Order = binary.BigEndian
	n := int64(0)
	for ; s.Left() > 0 && n < shapesMost; n++ {
		s.Skip(4)
		if s.Skip(2 * uint64(s.U32())); s.Err != nil {
			break
		}
	}
	x.Add("shapes", n)
	switch {
	case n == shapesMost:
		x.Limit("only the first " + words.Count(shapesMost) + " shapes were counted")
	case s.Err != nil, size > f.Size:
		x.Fail(luminos.ExtractDamaged, "it is cut off after "+words.Plural(n, "shape"))
	}
	var a area
	if n > 0 && a.add(box[1], box[0]) && a.add(box[3], box[2]) {
		a.set(x)
	} else if n > 0 {
		text := ""
		for _, v := range box {
			text += " " + strconv.FormatFloat(v, 'f', 2, 64)
		}
		x.Set("extent", text)
	}
	return nil
}
