package media

import (
	"cmp"
	"slices"
	"strconv"

	"luminos"
	"luminos/internal/daterange"
	"luminos/internal/words"
)

// countedMax is the maximal number of makers and of models that are listed.
const countedMax = 50

// photos returns a summary of the images with data of a camera, from the heads of all groups. It returns nil if no image
// has such data.
func photos(groups []*group, heads [][]head) *luminos.Photos {
	p := &luminos.Photos{}
	var days daterange.Span
	years, makers, models := map[string]int{}, map[string]int{}, map[string]int{}
	for i, g := range groups {
		if g.category == luminos.CategoryImage {
			p.Images += len(g.files)
		}
		for _, h := range heads[i] {
			if h.err != nil {
				continue
			}
			p.Looked++
			if !h.taken.IsZero() {
				p.Dated++
				days.Add(h.taken)
				years[strconv.Itoa(h.taken.Year())]++
			}
			brand := words.Brand(h.maker)
			if brand != "" {
				makers[brand]++
			}
			if h.model != "" {
				p.WithCamera++
				models[words.Camera(brand, h.model)]++
			}
		}
	}
	if p.Dated == 0 && p.WithCamera == 0 {
		return nil
	}
	p.Period = days.Period("camera dates (EXIF)")
	p.Years, p.Makers, p.Models = luminos.Counts(years), luminos.Counts(makers), luminos.Counts(models)
	slices.SortFunc(p.Years, func(a, b luminos.Counted) int { return cmp.Compare(a.Name, b.Name) })
	p.Cameras = len(p.Models)
	p.Makers, p.Models = p.Makers[:min(len(p.Makers), countedMax)], p.Models[:min(len(p.Models), countedMax)]
	return p
}
