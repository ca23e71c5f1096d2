package media

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/daterange"
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
			brand := brandOf(h.maker)
			if brand != "" {
				makers[brand]++
			}
			if h.model != "" {
				p.WithCamera++
				models[camera(brand, h.model)]++
			}
		}
	}
	if p.Dated == 0 && p.WithCamera == 0 {
		return nil
	}
	p.Period = days.Period("camera dates (EXIF)")
	p.Years, p.Makers, p.Models = counted(years), counted(makers), counted(models)
	slices.SortFunc(p.Years, func(a, b luminos.Counted) int { return cmp.Compare(a.Name, b.Name) })
	p.Cameras = len(p.Models)
	p.Makers, p.Models = p.Makers[:min(len(p.Makers), countedMax)], p.Models[:min(len(p.Models), countedMax)]
	return p
}

// counted returns the names with their numbers of files, the most frequent first.
func counted(files map[string]int) []luminos.Counted {
	list := make([]luminos.Counted, 0, len(files))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		list = append(list, luminos.Counted{Name: name, Files: files[name]})
	}
	slices.SortStableFunc(list, func(a, b luminos.Counted) int { return cmp.Compare(b.Files, a.Files) })
	return list
}

// parents are first words of makers that stand before the name of the brand.
var parents = map[string]bool{"eastman": true, "seiko": true}

// brandOf returns the brand of a camera from the name of its maker: the first word in small letters with a capital,
// since makers spell and extend their names in many ways ("NIKON", "NIKON CORPORATION", "Nikon").
func brandOf(maker string) string {
	words := strings.Fields(strings.ToLower(maker))
	if len(words) > 1 && parents[words[0]] {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	brand := strings.TrimRight(words[0], ",.")
	if brand == "" {
		return ""
	}
	return strings.ToUpper(brand[:1]) + brand[1:]
}

// camera returns the name of a model with its brand in front, unless the model names the brand itself.
func camera(brand, model string) string {
	if brand == "" || strings.Contains(strings.ToLower(model), strings.ToLower(brand)) {
		return model
	}
	return brand + " " + model
}
