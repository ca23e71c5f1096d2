package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"luminos"
	"luminos/internal/words"
)

const (
	boxWidth, boxHeight = 190, 34
	boxGlyphs           = 22 // characters of a name in a box
	layerGap, boxGap    = 60, 18
	graphMargin         = 14
	// labelledEdges is the most arrows of a drawing that carry their number. With more, numbers hide each other; the
	// table below the drawing has all.
	labelledEdges = 14
	layerSweeps   = 6 // rounds of ordering, after which drawings of few boxes do not change
)

// htmlGraph is a drawing of imports with the same edges as a table.
type htmlGraph struct {
	htmlFigure
	Width, Height int // units of the drawing
	Boxes         []htmlTile
	Arrows        []htmlArrow
	Rows          []htmlEdge
}

// ShownWidth returns the width of the drawing in pixels, at which its names can be read.
func (g htmlGraph) ShownWidth() int { return g.Width * 4 / 5 }

// ShownHeight returns the height of the drawing in pixels.
func (g htmlGraph) ShownHeight() int { return g.Height * 4 / 5 }

// htmlArrow is the path of an arrow and its head.
type htmlArrow struct {
	Path, Head, Class, Title string
	Wide                     int
	Number                   string
	X, Y                     int // of the number
}

type htmlEdge struct {
	From, To, Place []htmlSpan
	Files           string
}

// graph writes the imports between the central directories, with importers at the left of the directories that they
// import. Arrows of cycles that run back are dashed.
func (h figures) graph(g diagram) {
	if len(g.edges) == 0 {
		return
	}
	layers := layersOf(g)
	shown, tall := 0, 0
	for _, l := range layers {
		shown += len(l)
		tall = max(tall, len(l))
	}
	v := htmlGraph{
		htmlFigure: htmlFigure{"imports", "Imports between central directories", fmt.Sprintf(
			"%s of %s with imports, the most central. An arrow leads to the imported directory; a number counts files.",
			words.Count(shown), words.Plural(g.all, "directory"))},
		Width:  2*graphMargin + len(layers)*boxWidth + (len(layers)-1)*layerGap,
		Height: 2*graphMargin + tall*(boxHeight+boxGap) + boxGap,
	}
	at := map[int]area{}
	for i, l := range layers {
		top := (v.Height - len(l)*(boxHeight+boxGap) + boxGap) / 2
		for k, n := range l {
			a := area{graphMargin + i*(boxWidth+layerGap), top + k*(boxHeight+boxGap), boxWidth, boxHeight}
			at[n] = a
			name := Clean(words.Shorten(string(g.nodes[n]), htmlText/10))
			v.Boxes = append(v.Boxes, htmlTile{area: a, Title: name, Label: elide(name, boxGlyphs)})
		}
	}
	for _, e := range g.edges {
		v.Arrows = append(v.Arrows, arrow(at[e.from], at[e.to], e.files, len(g.edges) <= labelledEdges))
		row := htmlEdge{Files: words.Count(e.files)}
		row.From, row.To = h.directory(g.nodes[e.from]), h.directory(g.nodes[e.to])
		row.Place = h.exampleOf(g.nodes[e.from], g.nodes[e.to])
		v.Rows = append(v.Rows, row)
	}
	h.put("graph", v)
}

func (h figures) directory(p luminos.Path) []htmlSpan {
	return h.spans([]span{{text: words.Shorten(string(p), htmlText/10), at: &spot{path: p, dir: true}}}, nil)
}

// exampleOf returns the place of an import, or nil if none is known.
func (h figures) exampleOf(from, to luminos.Path) []htmlSpan {
	for _, e := range h.dossier.facts.Imports.Edges {
		if e.From == from && e.To == to && len(e.Evidence) > 0 {
			return h.spans([]span{locationSpan(plain, e.Evidence[0])}, nil)
		}
	}
	return nil
}

// layersOf returns the nodes of a diagram in layers from left to right, each node behind the nodes that import it.
// Edges that close a cycle do not count. Within a layer a node is near its neighbours in the layers before.
func layersOf(g diagram) [][]int {
	next := map[int][]int{}
	used := map[int]bool{}
	for _, e := range g.edges {
		next[e.from] = append(next[e.from], e.to)
		used[e.from], used[e.to] = true, true
	}
	depth, state := make([]int, len(g.nodes)), make([]int, len(g.nodes)) // 1 on the way, 2 done
	var order []int
	forward := map[[2]int]bool{}
	var visit func(n int)
	visit = func(n int) {
		state[n] = 1
		for _, to := range next[n] {
			if state[to] == 0 {
				visit(to)
			}
			forward[[2]int{n, to}] = state[to] == 2
		}
		state[n] = 2
		order = append(order, n)
	}
	for n := len(g.nodes) - 1; n >= 0; n-- { // the least central are the importers
		if used[n] && state[n] == 0 {
			visit(n)
		}
	}
	for _, n := range slices.Backward(order) {
		for _, to := range next[n] {
			if forward[[2]int{n, to}] {
				depth[to] = max(depth[to], depth[n]+1)
			}
		}
	}
	var layers [][]int
	for n := range g.nodes {
		if used[n] {
			for len(layers) <= depth[n] {
				layers = append(layers, nil)
			}
			layers[depth[n]] = append(layers[depth[n]], n)
		}
	}
	arrange(layers, g.edges)
	return layers
}

// arrange orders the nodes of each layer by the mean place of their neighbours.
func arrange(layers [][]int, edges []diagramEdge) {
	place := map[int]float64{}
	settle := func(l []int) {
		for i, n := range l {
			place[n] = float64(i) - float64(len(l)-1)/2
		}
	}
	for _, l := range layers {
		settle(l)
	}
	for range layerSweeps {
		for _, l := range layers {
			mean := map[int]float64{}
			for _, n := range l {
				sum, count := 0.0, 0.0
				for _, e := range edges {
					if e.from == n {
						sum, count = sum+place[e.to], count+1
					} else if e.to == n {
						sum, count = sum+place[e.from], count+1
					}
				}
				mean[n] = sum / count // each node has an edge
			}
			slices.SortStableFunc(l, func(a, b int) int { return cmp.Or(cmp.Compare(mean[a], mean[b]), cmp.Compare(a, b)) })
			settle(l)
		}
	}
}

// arrow returns the arrow from one box to another.
func arrow(from, to area, files int, numbered bool) htmlArrow {
	a := htmlArrow{Wide: 1, Class: "arrow", Title: words.Plural(files, "file")}
	for n := files; n >= 4 && a.Wide < 5; n /= 3 {
		a.Wide++
	}
	x, y := from.X+from.Width, from.Y+from.Height/2
	tx, ty := to.X, to.Y+to.Height/2
	if tx > x {
		bend := (tx - x) / 2
		a.Path = fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x, y, x+bend, y, tx-bend, ty, tx-7, ty)
		a.Head = fmt.Sprintf("%d,%d %d,%d %d,%d", tx, ty, tx-9, ty-5, tx-9, ty+5)
		a.X, a.Y = (x+tx)/2, (y+ty)/2+4
	} else {
		x, tx = from.X+from.Width/2-20, to.X+to.Width/2+20
		y, ty = from.Y+from.Height, to.Y+to.Height
		dip := max(y, ty) + boxGap
		a.Class = "arrow back"
		a.Path = fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x, y, x, dip, tx, dip, tx, ty+7)
		a.Head = fmt.Sprintf("%d,%d %d,%d %d,%d", tx, ty, tx-5, ty+9, tx+5, ty+9)
		a.X, a.Y = x-12, y+12
	}
	if numbered {
		a.Number = strconv.Itoa(files)
	}
	return a
}
