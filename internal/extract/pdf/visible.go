package pdf

import (
	"encoding/binary"
	"math"

	"github.com/tetratelabs/wazero/api"

	"luminos"
	"luminos/internal/extract/file"
)

// rectsMost is the number of lines of a page that are compared with its edges.
const rectsMost = 5_000

// rect is a rectangle in points, from below and from the left.
type rect struct{ left, top, right, bottom float64 }

// meets reports whether two rectangles share a point.
func (r rect) meets(o rect) bool {
	return r.left <= o.right && o.left <= r.right && r.bottom <= o.top && o.bottom <= r.top
}

// visible returns the text of a page that is within its edges, if some is outside of them: one sheet for two pages
// holds the text of both, and pages hide texts there. The whole text is one of the texts that reading leaves out.
func (g *guest) visible(f *file.File, x *luminos.Extraction, p, t uint64, whole, name string) string {
	edges, ok := edgesOf(g, p)
	if !ok || !leaves(g, t, edges) {
		return whole
	}
	args := []uint64{t, api.EncodeF64(edges.left), api.EncodeF64(edges.top), api.EncodeF64(edges.right),
		api.EncodeF64(edges.bottom)}
	const get = "FPDFText_GetBoundedText"
	n := g.number(charsMost, get, append(args, 0, 0)...)
	b := g.buffer(2*(n+1), func(at uint64) { g.call(get, append(args, at, uint64(n))...) })
	f.AddInner(x, luminos.InnerText{Name: "text beyond the edges of " + name, Text: whole})
	return tidy.Replace(decode(b[:min(len(b), 2*n)]))
}

// edgesOf returns the part of a page that programs show.
func edgesOf(g *guest, p uint64) (r rect, ok bool) {
	b := g.buffer(16, func(at uint64) { ok = uint32(g.call("FPDF_GetPageBoundingBox", p, at)) != 0 })
	if !ok || len(b) < 16 {
		return rect{}, false
	}
	side := func(i int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))) }
	r = rect{left: side(0), top: side(1), right: side(2), bottom: side(3)}
	return r, r.left < r.right && r.bottom < r.top
}

// leaves reports whether a line of a page is wholly outside of a rectangle.
func leaves(g *guest, t uint64, edges rect) (out bool) {
	n := g.number(rectsMost, "FPDFText_CountRects", t, 0, math.MaxUint32) // -1: to the last character
	g.buffer(32, func(at uint64) {
		for i := range uint64(n) {
			if uint32(g.call("FPDFText_GetRect", t, i, at, at+8, at+16, at+24)) == 0 {
				continue
			}
			b, ok := g.module.Memory().Read(uint32(at), 32)
			if !ok {
				return
			}
			side := func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:])) }
			if r := (rect{side(0), side(1), side(2), side(3)}); !r.meets(edges) {
				out = true
				return
			}
		}
	})
	return out
}
