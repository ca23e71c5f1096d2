package integrity

import (
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// rowsMost is the number of statements of one kind on the first screen.
const rowsMost = 3

// Rows returns the statements about checksums, series and declared files.
func Rows(c *luminos.Checked, in *luminos.Inside) []luminos.InsideRow {
	if c == nil {
		return nil
	}
	var out []luminos.InsideRow
	add := func(label string, i, total int, text string, files ...luminos.Path) {
		if i == rowsMost-1 && total > rowsMost {
			text += "; " + words.Count(total-rowsMost) + " more of the kind"
		}
		out = append(out, luminos.InsideRow{Label: label, Text: text, Files: files})
	}
	for i := range c.Sums[:min(len(c.Sums), rowsMost)] {
		s := &c.Sums[i]
		add("Checksums", i, len(c.Sums), sumText(s), s.Path)
	}
	for i := range c.Series[:min(len(c.Series), rowsMost)] {
		add("Series", i, len(c.Series), seriesText(&c.Series[i])+entriesText(c.Series[i].Pattern, in))
	}
	for i := range c.Declared[:min(len(c.Declared), rowsMost)] {
		d := &c.Declared[i]
		add("Missing", i, len(c.Declared), declaredText(d), d.Path)
	}
	return out
}

// sumText returns the result of a comparison: "nightly/SHA256SUMS: 2 OK, 1 differs (home.tar.gz)".
func sumText(s *luminos.ChecksumFile) string {
	var parts []string
	if s.OK > 0 || s.FailedTotal+s.MissingTotal == 0 {
		parts = append(parts, words.Count(s.OK)+" OK")
	}
	if s.FailedTotal > 0 {
		verb := " differ ("
		if s.FailedTotal == 1 {
			verb = " differs ("
		}
		parts = append(parts, words.Count(s.FailedTotal)+verb+named(s.Failed, s.FailedTotal, s.Path.Dir())+")")
	}
	if s.MissingTotal > 0 {
		parts = append(parts, words.Count(s.MissingTotal)+" not there ("+named(s.Missing, s.MissingTotal, s.Path.Dir())+")")
	}
	if s.Unchecked > 0 {
		parts = append(parts, words.Count(s.Unchecked)+" not compared")
	}
	return words.Name(string(s.Path)) + ": " + strings.Join(parts, ", ")
}

// named returns the first of the paths, relative to a directory that holds them, and the number of the others.
func named(paths []luminos.Path, total int, dir luminos.Path) string {
	const most = 2
	var names []string
	for _, p := range paths[:min(len(paths), most)] {
		if p.Within(dir) {
			p = p.Below(dir)
		}
		names = append(names, words.Name(string(p)))
	}
	if more := total - len(names); more > 0 {
		names = append(names, words.Count(more)+" more")
	}
	return words.List(names)
}

// seriesText returns a series in words: "home-*.tar.gz: 4 weekly from 2025-01-05 to 01-26; the last is 95 % smaller".
func seriesText(s *luminos.Series) string {
	last := s.Last
	if s.First[:5] == last[:5] {
		last = last[5:]
	}
	text := words.Name(s.Pattern) + ": " + strings.TrimSpace(words.Count(s.Files)+" "+s.Every)
	if s.First == s.Last {
		text += " of " + s.First
	} else {
		text += " from " + s.First + " to " + last
	}
	if s.Absent > 0 {
		text += "; " + words.Count(s.Absent) + " absent, first after " + s.Gaps[0]
	}
	others := s.Shrunk
	if s.LastSmaller > 0 {
		text += "; the last is " + strconv.Itoa(s.LastSmaller) + " % smaller"
		others = others[:max(0, len(others)-1)]
	}
	if len(others) > 0 {
		text += "; half the size or less from one to the next on " + words.Some(others, 2)
	}
	return text
}

// entriesText returns the numbers of entries of the last archives of a series: "; entries 183, 183, 183, 106", or "".
func entriesText(pattern string, in *luminos.Inside) string {
	before, after, _ := strings.Cut(pattern, "*")
	var counts []string
	for i := 0; in != nil && i < len(in.Files); i++ { // by path, so by day
		f := &in.Files[i]
		rest, ok := strings.CutPrefix(string(f.Path), before)
		if middle, found := strings.CutSuffix(rest, after); ok && found && !strings.Contains(middle, "/") {
			if n := f.Number("entries"); n > 0 {
				counts = append(counts, words.Count(n))
			}
		}
	}
	if len(counts) == 0 {
		return ""
	}
	label := "; entries "
	if len(counts) > entriesShown {
		label = "; entries of the last " + strconv.Itoa(entriesShown) + ": "
	}
	return label + strings.Join(counts[max(0, len(counts)-entriesShown):], ", ")
}

// entriesShown is the number of archives of a series whose entries are counted.
const entriesShown = 4

// declaredText returns the files that a declaration names and that are not there.
func declaredText(d *luminos.Declared) string {
	dir := d.Path.Dir()
	if d.Total == 1 {
		return words.Name(string(d.Path)) + " declares " + named(d.Missing, 1, dir) + ", which is not there"
	}
	return words.Name(string(d.Path)) + " declares " + words.Count(d.Total) + " files that are not there: " +
		named(d.Missing, d.Total, dir)
}
