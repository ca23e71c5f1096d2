package luminos

import (
	"cmp"
	"slices"
)

// Photos sums up the images of a target that have data of a camera.
type Photos struct {
	Images int `json:"images"` // of the target
	Looked int `json:"looked"` // whose beginning was read
	Dated  int `json:"dated"`  // that say when they were taken
	// Period covers the dated images.
	Period *Period `json:"period,omitempty"`
	// Years are the years with dated images, in their order.
	Years []Counted `json:"years"`
	// Makers and Models are of the cameras, the most frequent first; may be cut.
	Makers []Counted `json:"makers"`
	Models []Counted `json:"models"`
	// Cameras is the number of different models, WithCamera the number of images that name one.
	Cameras    int `json:"cameras"`
	WithCamera int `json:"with_camera"`
}

// Counted is a name with a number of files.
type Counted struct {
	Name  string `json:"name"`
	Files int    `json:"files"`
}

// Counts returns names with their numbers of files, the most frequent first and names of equal numbers by name.
func Counts(files map[string]int) []Counted {
	list := make([]Counted, 0, len(files))
	for name, n := range files {
		list = append(list, Counted{Name: name, Files: n})
	}
	slices.SortFunc(list, func(a, b Counted) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Name, b.Name))
	})
	return list
}
