package render

import (
	"cmp"
	"slices"
	"strconv"

	"luminos"
	"luminos/internal/words"
)

const (
	mapHeight = 420 // pixels of the drawing, which is as wide as the page: figureWidth units
	mapTops   = 24  // directories of the upper level, mapBelow of each on the lower one
	mapBelow  = 14
	mapHead   = 20 // height of the name of a directory above its own ones
	mapGlyph  = 8  // width of a character, with room to spare
	mapNarrow = 3  // the drawing can be narrower by this factor
)

// area is a rectangle.
type area struct{ X, Y, Width, Height int }

// htmlTile is a rectangle of a treemap.
type htmlTile struct {
	area
	Class, Title, Label, Size string
}

// Percent returns n units of the width of a figure as a percentage.
func (htmlTile) Percent(n int) string {
	return strconv.FormatFloat(float64(n)*100/figureWidth, 'f', -1, 64) + "%"
}

// Slim reports whether the label has no room in a narrow window.
func (t htmlTile) Slim() bool { return (t.Width/mapNarrow-8)/mapGlyph < cells(t.Label) }

// htmlMap is a treemap with the same numbers as a table.
type htmlMap struct {
	htmlFigure
	Height int
	Tiles  []htmlTile
	Rows   []htmlMapRow
}

type htmlMapRow struct {
	Name  []htmlSpan
	Deep  bool
	Size  string
	Share string
	Files string
}

// weight is an element of a treemap: a directory, the files directly in one, or the sum of small ones.
type weight struct {
	name  string
	at    *spot // nil of a sum
	own   bool  // it is the files directly in a directory
	bytes int64
	files int
	below []weight
	left  bool // it is not investigated
}

// treemap writes the sizes of the two upper levels of directories.
func (h figures) treemap() {
	list := weightsOf(h.dossier)
	sum := int64(0)
	for _, w := range list {
		sum += w.bytes
	}
	if sum <= 0 {
		return
	}
	figure := htmlFigure{"sizes", "Sizes by directory", "Two levels of directories; an area is a size."}
	m := htmlMap{htmlFigure: figure, Height: mapHeight}
	if disk := h.dossier.scan.DiskUsage; disk.Allocated > 0 {
		m.Text += " All takes " + words.Bytes(disk.Allocated) + " on disk"
		if disk.VCS > 0 {
			m.Text += ", " + words.Bytes(disk.VCS) + " of that for version control, which is not drawn"
		}
		m.Text += "."
	}
	areas := squarify(list, area{0, 0, figureWidth, mapHeight})
	for i, w := range list {
		class := tone(i)
		if w.left {
			class = "left"
		}
		h.tile(&m, w, areas[i], class, sum, false)
		inner := areas[i]
		inner.X, inner.Y, inner.Width, inner.Height = inner.X+3, inner.Y+mapHead, inner.Width-6, inner.Height-mapHead-3
		if inner.Width < 30 || inner.Height < 20 {
			inner = area{}
		}
		for k, a := range squarify(w.below, inner) {
			h.tile(&m, w.below[k], a, class+" below", sum, true)
		}
	}
	h.put("treemap", m)
}

// tile adds a weight to a treemap and to its table. A label needs room.
func (h figures) tile(m *htmlMap, w weight, a area, class string, sum int64, deep bool) {
	name := Clean(words.Shorten(w.name, htmlText/10))
	t := htmlTile{area: a, Class: class, Title: name + ": " + words.Bytes(w.bytes)}
	if room := (a.Width - 8) / mapGlyph; (room >= 7 || room >= cells(name)) && a.Height >= mapHead-2 {
		t.Label = elide(name, room)
		if size := words.Bytes(w.bytes); cells(t.Label)+len(size)+2 <= room {
			t.Size = size
		}
	}
	if a.Width > 0 && a.Height > 0 {
		m.Tiles = append(m.Tiles, t)
	}
	row := htmlMapRow{Name: h.spans([]span{{text: words.Shorten(w.name, htmlText/10), at: w.at}}, nil), Deep: deep,
		Size: words.Bytes(w.bytes), Share: words.Percent(w.bytes, sum)}
	if w.files > 0 {
		row.Files = words.Count(w.files)
	}
	m.Rows = append(m.Rows, row)
}

// weightsOf returns the directories of the target by size with the directories in them, and the files that are not
// investigated, without the storage of version control.
func weightsOf(d *dossier) []weight {
	root := contentOf(d.facts)
	if root == nil {
		return nil
	}
	list := childWeights(root, mapTops)
	for i := range list {
		if list[i].own {
			list[i].below = fileWeights(d.scan.Tree, list[i])
		}
		for _, c := range root.children {
			if list[i].at != nil && list[i].at.path == c.Path {
				list[i].below = childWeights(c, mapBelow)
			}
		}
	}
	ignored := weight{name: "not investigated", left: true}
	ignored.bytes = max(d.scan.DiskUsage.Ignored, d.scan.Ignored.Allocated-d.scan.DiskUsage.VCS)
	if ignored.bytes > 0 {
		roots := slices.DeleteFunc(slices.Clone(d.scan.Ignored.Roots), func(r luminos.IgnoredRoot) bool {
			return r.Rule == "version control"
		})
		for _, r := range roots[:min(len(roots), mapBelow)] {
			ignored.below = append(ignored.below, weight{name: string(r.Path), bytes: r.Allocated, files: r.Files, left: true})
		}
		list = append(list, ignored)
		sortWeights(list)
	}
	return list
}

// childWeights returns at most n of the directories directly in c, the largest first, then the sum of the others and
// the files directly in c.
func childWeights(c *node, n int) []weight {
	var list []weight
	own := c.Bytes
	for _, k := range c.children {
		name := k.Path.Base() + "/"
		at := &spot{path: k.Path, dir: true}
		list = append(list, weight{name: name, at: at, bytes: max(k.Bytes, 0), files: k.TotalFiles})
		own -= k.Bytes
	}
	sortWeights(list)
	if len(list) > n+1 {
		rest := weight{name: words.Plural(len(list)-n, "more directory", "more directories")}
		for _, w := range list[n:] {
			rest.bytes += w.bytes
			rest.files += w.files
		}
		list = append(list[:n], rest)
	}
	if c.Files > 0 && own > 0 {
		list = append(list, weight{name: words.Plural(c.Files, "file"), own: true, bytes: own, files: c.Files})
	}
	list = slices.DeleteFunc(list, func(w weight) bool { return w.bytes <= 0 })
	sortWeights(list)
	return list
}

// fileWeights returns the largest files directly in the directory t, whose sums are in all, then the sum of the others.
func fileWeights(t *luminos.TreeNode, all weight) []weight {
	if t == nil {
		return nil
	}
	var list []weight
	for _, k := range t.Children {
		if k.Kind == luminos.KindFile && k.Note == "" && k.Size > 0 {
			at := &spot{path: luminos.Path(k.Name)}
			list = append(list, weight{name: k.Name, at: at, bytes: k.Size, files: 1})
		}
	}
	sortWeights(list)
	list = list[:min(len(list), mapBelow)]
	rest := weight{bytes: all.bytes, files: all.files - len(list)}
	for _, w := range list {
		rest.bytes -= w.bytes
	}
	if rest.bytes < 0 || len(list) == 0 { // they are not the same files
		return nil
	}
	if rest.files > 0 && rest.bytes > 0 {
		rest.name = words.Plural(rest.files, "more file")
		list = append(list, rest)
	}
	sortWeights(list)
	return list
}

func sortWeights(list []weight) {
	slices.SortFunc(list, func(a, b weight) int {
		return cmp.Or(cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.name, b.name))
	})
}

// squarify divides an area among weights that begin with the largest, so that the rectangles are near to squares
// (Bruls, Huizing, van Wijk: Squarified treemaps, 2000). Rows grow along the shorter side as long as that makes their
// worst rectangle better:
//
//	┌────┬──┬──┐
//	│    │  ├──┤
//	├────┤  ├──┤
//	└────┴──┴──┘
func squarify(list []weight, in area) []area {
	out := make([]area, len(list))
	rest := 0.0
	for _, w := range list {
		rest += float64(w.bytes)
	}
	if in.Width <= 0 || in.Height <= 0 || rest <= 0 {
		return out
	}
	x, y, wide, high := float64(in.X), float64(in.Y), float64(in.Width), float64(in.Height)
	for i := 0; i < len(list) && rest > 0; {
		short := min(wide, high)
		scale := wide * high / rest // area of a byte
		n, sum := 1, float64(list[i].bytes)
		for i+n < len(list) {
			next := float64(list[i+n].bytes)
			if worstRatio(list[i:i+n+1], (sum+next)*scale, scale, short) > worstRatio(list[i:i+n], sum*scale, scale, short) {
				break
			}
			sum += next
			n++
		}
		thick := sum * scale / short
		along := 0.0
		for k := i; k < i+n; k++ {
			long := float64(list[k].bytes) / sum * short
			if wide >= high {
				out[k] = rounded(x, y+along, thick, long)
			} else {
				out[k] = rounded(x+along, y, long, thick)
			}
			along += long
		}
		if wide >= high {
			x, wide = x+thick, wide-thick
		} else {
			y, high = y+thick, high-thick
		}
		rest -= sum
		i += n
		if wide < 1 || high < 1 {
			break
		}
	}
	return out
}

// worstRatio returns the greatest ratio of the sides of the rectangles of a row with the given area along a side.
func worstRatio(row []weight, total, scale, side float64) float64 {
	worst := 0.0
	for _, w := range row {
		a := float64(w.bytes) * scale
		ratio := side * side * a / (total * total)
		worst = max(worst, ratio, 1/ratio)
	}
	return worst
}

// rounded returns an area of whole units whose edges meet the edges of its neighbours.
func rounded(x, y, wide, high float64) area {
	left, top := int(x+0.5), int(y+0.5)
	return area{left, top, int(x+wide+0.5) - left, int(y+high+0.5) - top}
}
