package inside

import (
	"fmt"
	"testing"

	"luminos"
)

// TestAlbums counts equal titles of several artists apart, and the discs and the directories of one album together.
func TestAlbums(t *testing.T) {
	var files []*luminos.FileInside
	for _, f := range []struct {
		path              luminos.Path
		title, artist, of string
	}{
		{"a/hits/1.mp3", "Hits", "Ann", ""}, {"a/hits/2.mp3", "hits", "Ann", ""}, {"b/hits/1.mp3", "Hits", "Ben", ""},
		{"c/CD 1/1.mp3", "Best", "Ann", ""}, {"c/CD 2/1.mp3", "Best", "Ben", ""},
		{"a/mix/1.mp3", "Mix", "Ann", "Various"}, {"b/mix/1.mp3", "Mix", "Ben", "Various"},
		{"a/old/1.mp3", "Old", "Ann", ""}, {"old/1.mp3", "Old", "", ""}, {"none/1.mp3", "", "Ann", ""},
	} {
		x := luminos.FileInside{Path: f.path}
		x.Set("album", f.title)
		x.Set("album artist", f.of)
		if f.artist != "" {
			x.Values = []luminos.ValueCounts{{Name: "artist", Top: []luminos.Counted{{Name: f.artist, Files: 1}}}}
		}
		files = append(files, &x)
	}
	if got := fmt.Sprint(albumsOf(files)); got != "[{Best 2} {Hits 2} {Mix 2} {Old 2} {Hits 1}]" {
		t.Error(got)
	}
}
