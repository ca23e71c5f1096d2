package media

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestPhotos(t *testing.T) {
	day := func(y int) time.Time { return time.Date(y, 5, 3, 10, 0, 0, 0, time.UTC) }
	groups := []*group{
		{category: luminos.CategoryImage, files: make([]*luminos.File, 6)},
		{category: luminos.CategoryVideo, files: make([]*luminos.File, 9)},
	}
	heads := [][]head{{
		{taken: day(2004), maker: "NIKON CORPORATION", model: "NIKON D70"}, {taken: day(2004), maker: "Nikon", model: "E900"},
		{taken: day(2001), maker: "EASTMAN KODAK COMPANY", model: "DC280"}, {model: "X"}, {err: errors.New("gone"), model: "Y"},
	}, nil}
	want := &luminos.Photos{
		Images: 6, Looked: 4, Dated: 3,
		Period: &luminos.Period{First: "2001-05-03", Last: "2004-05-03", Source: "camera dates (EXIF)"},
		Years:  []luminos.Counted{{Name: "2001", Files: 1}, {Name: "2004", Files: 2}},
		Makers: []luminos.Counted{{Name: "Nikon", Files: 2}, {Name: "Kodak", Files: 1}},
		Models: []luminos.Counted{{Name: "Kodak DC280", Files: 1}, {Name: "NIKON D70", Files: 1}, {Name: "Nikon E900", Files: 1},
			{Name: "X", Files: 1}},
		Cameras: 4, WithCamera: 4,
	}
	if diff := cmp.Diff(want, photos(groups, heads)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if p := photos(groups, [][]head{{{size: dimensions{1, 1}}}, nil}); p != nil {
		t.Errorf("images without data of a camera: %+v", p)
	}
}
