package inside

import (
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// rateSeconds is the length from which the size of a sound tells its bit rate: its tags and pictures are a small part
// of it, and so is the rounding of its length.
const rateSeconds = 30

// music adds the rows about sounds with tags: artists, albums, genres, years and bit rates. The titles of albums are
// printed on them. Artists are persons, whose names are in private rows only; so are the words of recordings.
func music(s *sum, add func(string, ...string)) {
	tagged, sounds := 0, 0
	years := map[string]bool{}
	first, last := "", ""
	low, high := int64(0), int64(0)
	for _, f := range s.all {
		if f.Number("sounds") == 0 {
			continue
		}
		sounds++
		if n := f.Number("seconds"); n >= rateSeconds && f.State == "" {
			rate := (s.sizes[f.Path]*8/n + 500) / 1000
			if low == 0 || rate < low {
				low = rate
			}
			high = max(high, rate)
		}
		if f.Property("artist")+f.Property("album") == "" {
			continue
		}
		tagged++
		if year := f.Property("date"); isYear(year) {
			year = year[:4]
			years[year] = true
			if first == "" || year < first {
				first = year
			}
			last = max(last, year)
		}
	}
	if tagged < 2 {
		return
	}
	of := words.Count(tagged) + " of " + words.Plural(sounds, "sound") + " with tags"
	dated := ""
	if len(years) > 1 {
		dated = "dated " + first + " to " + last
	} else if len(years) == 1 {
		dated = "dated " + first
	}
	rates := ""
	if high > 0 {
		rates = "about " + strconv.FormatInt(low, 10)
		if high > low {
			rates += " to " + strconv.FormatInt(high, 10)
		}
		rates += " kbit/s"
	}
	var kinds []string
	for _, name := range []string{"artist", "album", "genre"} {
		if n := len(s.values[name]); n > 0 {
			kinds = append(kinds, words.Plural(n, name))
		}
	}
	add("Music", of, strings.Join(kinds, ", "), dated, rates)
	add("Artists", s.top("artist", 6))
	if albums := luminos.Counts(s.values["album"]); len(albums) > 0 {
		var out []string
		for _, a := range albums[:min(len(albums), albumsShown)] {
			out = append(out, words.Quote(words.Shorten(a.Name, 60))+" ("+words.Count(a.Files)+")")
		}
		add("Albums", words.Some(append(out, make([]string, len(albums)-len(out))...), albumsShown))
	}
}

// albumsShown is the number of albums that a row names.
const albumsShown = 5

// isYear reports whether a date begins with a year of recorded sound.
func isYear(date string) bool {
	if len(date) < 4 {
		return false
	}
	n, err := strconv.Atoi(date[:4])
	return err == nil && n >= 1850 && n < 2200
}
