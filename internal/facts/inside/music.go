package inside

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
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
		notes := strings.Contains(f.Format, "MIDI") // they have no tags
		if f.Number("sounds") > 0 && !notes {
			a.add(f, s.sizes[f.Path])
		}
	}
	if a.tagged < 2 {
		return
	}
	var kinds []string
	titles := albumsOf(s.all)
	for _, name := range []string{"artist", "album", "genre"} {
		n := len(titles)
		if name != "album" {
			s.values[name] = foldCase(s.values[name])
			n = len(s.values[name])
		}
		if n > 0 {
			kinds = append(kinds, words.Plural(n, name))
		}
	}
	of := words.Count(a.tagged) + " of " + words.Plural(a.sounds, "sound") + " with an artist or an album"
	add("Music", of, strings.Join(kinds, ", "), a.years.text("dated ", ""), a.rates.text("about ", " kbit/s"))
	add("Artists", s.top("artist", 6))
	var albums []string
	for _, c := range titles {
		albums = append(albums, words.Quote(words.Shorten(c.Name, 60))+" ("+words.Count(c.Files)+")")
	}
	if len(albums) > 0 {
		add("Albums", words.Some(albums, albumsShown))
	}
}

// album is a title with the artists and the number of its sounds.
type album struct {
	luminos.Counted
	artists map[string]bool
}

// shares reports whether two albums can be one: an artist is on both, or one of them names none.
func (a *album) shares(b *album) bool {
	for name := range a.artists {
		if b.artists[name] {
			return true
		}
	}
	return len(a.artists) == 0 || len(b.artists) == 0
}

// disc matches the name of a directory with one disc of an album.
var disc = lazyregexp.Lazy(`(?i)^(?:cd|dis[ck]|volume|vol)[\W_]*\d+$`)

// albumsOf returns the albums of sounds, the ones with most sounds first. Equal titles in several directories are one
// album if the directories are its discs or share an artist: many bands have "Greatest Hits".
func albumsOf(files []*luminos.FileInside) []luminos.Counted {
	titles := map[string]map[luminos.Path]*album{} // by title in small letters and directory
	for _, f := range files {
		title, dir := f.Property("album"), f.Path.Dir()
		if title == "" {
			continue
		}
		if disc().MatchString(dir.Base()) {
			dir = dir.Dir()
		}
		key := strings.ToLower(title)
		if titles[key] == nil {
			titles[key] = map[luminos.Path]*album{}
		}
		a := titles[key][dir]
		if a == nil {
			a = &album{luminos.Counted{Name: title}, map[string]bool{}}
			titles[key][dir] = a
		}
		a.Files++
		if of := f.Property("album artist"); of != "" { // of a compilation
			a.artists[strings.ToLower(of)] = true
		}
		for _, v := range f.Values {
			for _, c := range v.Top {
				if v.Name == "artist" {
					a.artists[strings.ToLower(c.Name)] = true
				}
			}
		}
	}
	var out []luminos.Counted
	for _, dirs := range titles {
		var apart []*album
		for _, dir := range slices.Sorted(maps.Keys(dirs)) {
			a := dirs[dir]
			i := slices.IndexFunc(apart, a.shares)
			if i < 0 {
				apart = append(apart, a)
				continue
			}
			apart[i].Files += a.Files
			maps.Copy(apart[i].artists, a.artists)
		}
		for _, a := range apart {
			out = append(out, a.Counted)
		}
	}
	slices.SortFunc(out, func(a, b luminos.Counted) int { return cmp.Or(b.Files-a.Files, cmp.Compare(a.Name, b.Name)) })
	return out
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
