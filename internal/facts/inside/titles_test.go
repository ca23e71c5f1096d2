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

// TestTitlesOfSeries shows one of the titles that differ in numbers only, and each of two.
func TestTitlesOfSeries(t *testing.T) {
	var titled []*luminos.FileInside
	for _, title := range []string{"Invoice 7", "Invoice 8", "Invoice 12", "Plan 1", "Plan 2", "Letter", "Letter"} {
		x := luminos.FileInside{Extraction: *document("pdf 1", "PDF 1.7", "pages", 2)}
		x.Set("title", title)
		titled = append(titled, &x)
	}
	want := "“Invoice 7” (PDF, 2 pages) and 2 that differ in numbers, “Plan 1” (PDF, 2 pages), “Plan 2” (PDF, 2 pages), " +
		"“Letter” (PDF, 2 pages)"
	if got := titlesText(titled); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestListed names files of the top directory, and the directories of many others.
func TestListed(t *testing.T) {
	for dir, want := range map[string]string{
		"":   "7 files, damaged: 0.mp3, 1.mp3, 2.mp3 and 4 more",
		"d/": "7 files, damaged: in d/ (7)",
	} {
		var paths []luminos.Path
		for i := range 7 {
			paths = append(paths, luminos.Path(fmt.Sprintf("%s%d.mp3", dir, i)))
		}
		if got := listed("Damaged", ", damaged", paths)[0].Text; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
