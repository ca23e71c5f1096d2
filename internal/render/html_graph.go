package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

const (
	boxWidth, boxHeight = 190, 34
	boxGlyphs           = 22 // characters of a name in a box
	boxGap, bendWidth   = 18, 8
	bendGap             = 6 // beside a bend
	minPart             = 4 // characters of a part of a path that say something
	graphMargin         = 10
	headLength          = 9
	// graphFits is the width in units of a drawing that a page shows without scrolling.
	graphFits = 1230
	// graphNarrow is the same width in the window of a telephone, in which two boxes are beside each other.
	graphNarrow = 437
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

// graph writes the imports between the central directories, with importers before the directories that they import: at
// the left or, if that is too wide or only the other fits a narrow window, above. Arrows of cycles that run back are
// dashed.
func (h figures) graph(g diagram) {
	if len(g.edges) == 0 {
		return
	}
	layers := layersOf(g)
	shown := 0
	for _, l := range layers {
		shown += len(l)
	}
	layers, via := bends(layers, g)
	layout := laidOut(layers, len(g.nodes), false)
	down := laidOut(layers, len(g.nodes), true)
	if layout.width > max(graphFits, down.width) || layout.width > graphNarrow && down.width <= graphNarrow {
		layout = down
	}
	numbered := ""
	if len(g.edges) <= labelledEdges {
		numbered = "; a number counts files"
	}
	v := htmlGraph{
		htmlFigure: htmlFigure{"imports", "Imports between central directories", fmt.Sprintf(
			"%s of %s with imports, the most central. An arrow leads to the imported directory%s.",
			words.Count(shown), words.Plural(g.all, "directory"), numbered)},
		Width: layout.width, Height: layout.height,
	}
	labels := boxLabels(g.nodes)
	for _, l := range layers {
		for _, n := range l {
			if n < len(g.nodes) {
				title := Clean(words.Shorten(string(g.nodes[n]), htmlText/10))
				v.Boxes = append(v.Boxes, htmlTile{area: layout.at[n], Title: title, Label: labels[n]})
			}
		}
	}
	for i, e := range g.edges {
		arrow := layout.arrow(slices.Concat([]int{e.from}, via[i], []int{e.to}), e.files)
		if len(g.edges) <= labelledEdges {
			arrow.Number = strconv.Itoa(e.files)
		}
		v.Arrows = append(v.Arrows, arrow)
		row := htmlEdge{Files: words.Count(e.files)}
		row.From, row.To = h.directory(g.nodes[e.from]), h.directory(g.nodes[e.to])
		row.Place = h.exampleOf(g.nodes[e.from], g.nodes[e.to])
		v.Rows = append(v.Rows, row)
	}
	h.put("graph", v)
}

// boxLabels returns the names of directories, cut to the width of a box. Names that would be equal have the first part
// in which their paths differ.
func boxLabels(nodes []luminos.Path) []string {
	labels, same := make([]string, len(nodes)), map[string][]int{}
	for i, p := range nodes {
		labels[i] = elide(Clean(string(p)), boxGlyphs)
		if p == "." {
			labels[i] = "the top directory"
		}
		same[labels[i]] = append(same[labels[i]], i)
	}
	for _, list := range same {
		for _, i := range list {
			parts := strings.Split(string(nodes[i]), "/")
			differs := slices.IndexFunc(list, func(o int) bool { return o != i })
			if differs < 0 {
				continue
			}
			k, other := 0, strings.Split(string(nodes[list[differs]]), "/")
			for k < min(len(parts), len(other))-1 && parts[k] == other[k] {
				k++
			}
			end := "/…/" + Clean(parts[len(parts)-1])
			if room := boxGlyphs - cells("…/"+end); room >= minPart {
				labels[i] = "…/" + truncate(Clean(parts[k]), room, "…") + end
			}
		}
	}
	return labels
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

// bends adds to the layers a place for each arrow that crosses a layer, so that it passes between the boxes. The
// numbers of these places follow the ones of the nodes; via has the places of each edge in its direction.
func bends(layers [][]int, g diagram) (all [][]int, via [][]int) {
	depth := map[int]int{}
	for i, l := range layers {
		all = append(all, slices.Clone(l))
		for _, n := range l {
			depth[n] = i
		}
	}
	next := len(g.nodes)
	var parts []diagramEdge
	via = make([][]int, len(g.edges))
	for i, e := range g.edges {
		step, last := 1, e.from
		if depth[e.to] < depth[e.from] {
			step = -1
		}
		for d := depth[e.from] + step; d != depth[e.to] && depth[e.to] != depth[e.from]; d += step {
			all[d], via[i] = append(all[d], next), append(via[i], next)
			parts = append(parts, diagramEdge{last, next, e.files})
			last, next = next, next+1
		}
		parts = append(parts, diagramEdge{last, e.to, e.files})
	}
	arrange(all, parts)
	return all, via
}

// layout has the areas of the nodes and the bends of a drawing, whose layers follow each other to the right or down.
type layout struct {
	down          bool
	width, height int
	at            map[int]area
}

// laidOut returns the layout of layers with the given number of nodes; higher numbers are bends.
func laidOut(layers [][]int, nodes int, down bool) layout {
	v := layout{down: down, at: map[int]area{}}
	long, gap, across := boxWidth, 60, boxHeight // along the layers, between them, and across them
	if down {
		long, gap, across = boxHeight, 46, boxWidth
	}
	extent := func(n int) (wide, aside int) { // with the room on both sides together
		if n < nodes {
			return across, boxGap
		}
		return bendWidth, bendGap
	}
	sums, most := make([]int, len(layers)), 0
	for i, l := range layers {
		for _, n := range l {
			wide, aside := extent(n)
			sums[i] += wide + aside
		}
		most = max(most, sums[i])
	}
	for i, l := range layers {
		a, c := graphMargin+i*(long+gap), graphMargin+(most-sums[i])/2
		for _, n := range l {
			wide, aside := extent(n)
			v.at[n] = area{a, c + aside/2, long, wide}
			if down {
				v.at[n] = area{c + aside/2, a, wide, long}
			}
			c += wide + aside
		}
	}
	v.width, v.height = 2*graphMargin+len(layers)*(long+gap)-gap, 2*graphMargin+most
	if down {
		v.width, v.height = v.height, v.width
	}
	return v
}

// ends returns where the area of a node begins and ends along the layers, and its middle across them.
func (v layout) ends(n int) (begin, end, middle int) {
	a := v.at[n]
	if v.down {
		return a.Y, a.Y + a.Height, a.X + a.Width/2
	}
	return a.X, a.X + a.Width, a.Y + a.Height/2
}

// point returns the coordinates of a place along and across the layers, as text.
func (v layout) point(along, across int) string {
	if v.down {
		along, across = across, along
	}
	return fmt.Sprintf("%d %d", along, across)
}

// arrow returns the arrow through the areas of nodes and bends.
func (v layout) arrow(stops []int, files int) htmlArrow {
	w := htmlArrow{Wide: 1, Class: "arrow", Title: words.Plural(files, "file")}
	for n := files; n >= 4 && w.Wide < 5; n /= 3 {
		w.Wide++
	}
	first, _, _ := v.ends(stops[0])
	last, _, _ := v.ends(stops[len(stops)-1])
	back, aside := last < first, 0
	if back {
		w.Class, aside = "arrow back", boxHeight/4 // beside the arrow in the other direction
	}
	near := func(n int) (enter, leave, middle int) {
		begin, end, middle := v.ends(n)
		if back {
			begin, end = end, begin
		}
		return begin, end, middle + aside
	}
	_, from, c := near(stops[0])
	path := "M" + v.point(from, c)
	for i, n := range stops[1:] {
		enter, leave, to := near(n)
		half := from + (enter-from)/2
		if i == 0 {
			if w.X, w.Y = half, (c+to)/2; len(stops) > 2 {
				w.X, w.Y = (enter+leave)/2, to // at the first bend, where arrows of one box are apart
			}
			if v.down {
				w.X, w.Y = w.Y, w.X
			}
			w.Y += 4
		}
		tip := enter
		if i == len(stops)-2 {
			base := headLength
			if back {
				base = -headLength
			}
			tip = enter - base*3/4
			w.Head = v.point(enter, to) + " " + v.point(enter-base, to-5) + " " + v.point(enter-base, to+5)
		}
		path += fmt.Sprintf(" C%s %s %s", v.point(half, c), v.point(half, to), v.point(tip, to))
		if i < len(stops)-2 {
			path += " L" + v.point(leave, to)
		}
		from, c = leave, to
	}
	w.Path = path
	return w
}
