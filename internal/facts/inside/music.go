package inside

import (
	"cmp"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

const (
	// rateSeconds is the length of a sound from which its bit rate is its size by its length: its tags and pictures, and
	// the rounding of the length, are a small part.
	rateSeconds = 30
	// rateLeast is the bit rate of the slowest codecs of speech, in kbit/s: a file with less is cut off.
	rateLeast = 2
	// albumsShown is the number of albums that a row names.
	albumsShown = 5
)

// soundSum adds up the sounds of a target.
type soundSum struct {
	sounds, tagged int
	years, rates   numbers
}

// numbers is the span of some numbers above 0.
type numbers struct{ low, high int }

// add extends the span to a number.
func (s *numbers) add(n int) { s.low, s.high = min(cmp.Or(s.low, n), n), max(s.high, n) }

// text returns the span in words between two others, or "" if it is empty: "dated 1987 to 2018".
func (s *numbers) text(before, after string) string {
	switch s.high {
	case 0:
		return ""
	case s.low:
		return before + strconv.Itoa(s.low) + after
	}
	return before + strconv.Itoa(s.low) + " to " + strconv.Itoa(s.high) + after
}

// add adds a sound of a size in bytes.
func (a *soundSum) add(f *luminos.FileInside, size int64) {
	a.sounds++
	if n := f.Number("seconds"); n >= rateSeconds && f.State == "" {
		if rate := (size*8/n + 500) / 1000; rate >= rateLeast {
			a.rates.add(int(rate))
		}
	}
	if f.Property("artist")+f.Property("album") == "" {
		return
	}
	a.tagged++
	if year := yearOfSound(f.Property("date")); year > 0 {
		a.years.add(year)
	}
}

// music adds the rows about sounds with tags: artists, albums, genres, years and bit rates. The titles of albums are
// printed on them. Artists are persons, whose names are in private rows only.
func music(s *sum, add func(string, ...string)) {
	a := soundSum{}
	for _, f := range s.all {
		if f.Number("sounds") > 0 {
			a.add(f, s.sizes[f.Path])
		}
	}
	if a.tagged < 2 {
		return
	}
	var kinds []string
	for _, name := range []string{"artist", "album", "genre"} {
		s.values[name] = foldCase(s.values[name])
		if n := len(s.values[name]); n > 0 {
			kinds = append(kinds, words.Plural(n, name))
		}
	}
	of := words.Count(a.tagged) + " of " + words.Plural(a.sounds, "sound") + " with an artist or an album"
	add("Music", of, strings.Join(kinds, ", "), a.years.text("dated ", ""), a.rates.text("about ", " kbit/s"))
	add("Artists", s.top("artist", 6))
	var albums []string
	for _, c := range luminos.Counts(s.values["album"]) {
		albums = append(albums, words.Quote(words.Shorten(c.Name, 60))+" ("+words.Count(c.Files)+")")
	}
	if len(albums) > 0 {
		add("Albums", words.Some(albums, albumsShown))
	}
}

// foldCase returns counted names, of which names that differ in case are one: in the most frequent spelling.
func foldCase(names map[string]int) map[string]int {
	spelling, sums := map[string]string{}, map[string]int{}
	for _, c := range luminos.Counts(names) {
		key := strings.ToLower(c.Name)
		if spelling[key] == "" {
			spelling[key] = c.Name
		}
		sums[spelling[key]] += c.Files
	}
	return sums
}

// yearOfSound returns the year with which a date begins if sound was recorded then, or 0.
func yearOfSound(date string) int {
	n, err := strconv.Atoi(date[:min(len(date), 4)])
	if err != nil || n < 1850 || n >= 2200 {
		return 0
	}
	return n
}
