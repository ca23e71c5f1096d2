package integrity

import (
	"slices"
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
		files = slices.DeleteFunc(files, func(p luminos.Path) bool { return p == "" })
		out = append(out, luminos.InsideRow{Label: label, Text: text, Files: files})
	}
	sums := folded(c.Sums)
	for i := range sums[:min(len(sums), rowsMost)] {
		s := &sums[i]
		text := sumText(s)
		if s.Path == "" {
			text = words.Count(len(c.Sums)-len(sums)+1) + " files with one checksum" + text
		}
		add("Checksums", i, len(sums), text, s.Path)
	}
	for i := range c.Series[:min(len(c.Series), rowsMost)] {
		s := &c.Series[i]
		archives := archivesOf(s.Pattern, in)
		add("Series", i, len(c.Series), seriesText(s, archives)+entriesText(archives))
	}
	switch len(c.Declared) {
	case 0:
	case 1:
		add("Missing", 0, 1, declaredText(&c.Declared[0]), c.Declared[0].Path)
	default:
		text, paths := declaredTogether(c.Declared)
		add("Missing", 0, 1, text, paths...)
	}
	return out
}

// folded returns the comparisons, and the ones of one line each as one without a path if there are more than a report
// lists.
func folded(all []luminos.ChecksumFile) []luminos.ChecksumFile {
	single := func(c luminos.ChecksumFile) bool { return c.OK+c.FailedTotal+c.MissingTotal+c.Unchecked == 1 }
	var one luminos.ChecksumFile
	rest := slices.DeleteFunc(slices.Clone(all), single)
	if len(all) <= rowsMost || len(all)-len(rest) < 2 {
		return all
	}
	for _, c := range all {
		if !single(c) {
			continue
		}
		one.OK += c.OK
		one.Unchecked += c.Unchecked
		one.FailedTotal += c.FailedTotal
		one.MissingTotal += c.MissingTotal
		one.Failed = append(one.Failed, c.Failed...)
		one.Missing = append(one.Missing, c.Missing...)
	}
	return append(rest, one)
}

// sumText returns the result of a comparison: "nightly/SHA256SUMS: 2 OK, 1 differs (home.tar.gz)".
func sumText(s *luminos.ChecksumFile) string {
	dir := luminos.Root
	if s.Path != "" {
		dir = s.Path.Dir()
	}
	var parts []string
	if s.OK > 0 || s.FailedTotal+s.MissingTotal == 0 {
		parts = append(parts, words.Count(s.OK)+" OK")
	}
	if s.FailedTotal > 0 {
		verb := " differ ("
		if s.FailedTotal == 1 {
			verb = " differs ("
		}
		parts = append(parts, words.Count(s.FailedTotal)+verb+named(s.Failed, s.FailedTotal, dir)+")")
	}
	if s.MissingTotal > 0 {
		parts = append(parts, words.Count(s.MissingTotal)+" not there ("+named(s.Missing, s.MissingTotal, dir)+")")
	}
	if s.Unchecked > 0 {
		parts = append(parts, words.Count(s.Unchecked)+" not compared")
	}
	text := ": " + strings.Join(parts, ", ")
	if s.Path != "" {
		text = words.Name(string(s.Path)) + text
	}
	return text
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
func seriesText(s *luminos.Series, archives []*luminos.FileInside) string {
	last := s.Last
	if s.First[:5] == last[:5] {
		last = last[5:]
	}
	text := words.Name(s.Pattern) + ": " + strings.TrimSpace(words.Count(s.Files)+" "+s.Every)
	if n := len(archives); n > 0 && archives[n-1].State == luminos.ExtractDamaged &&
		strings.Contains(string(archives[n-1].Path), s.Last) {
		text += ", the last damaged,"
	}
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

// archivesOf returns the archives of a series that were read.
func archivesOf(pattern string, in *luminos.Inside) (out []*luminos.FileInside) {
	before, after, _ := strings.Cut(pattern, "*")
	for i := 0; in != nil && i < len(in.Files); i++ { // by path, so by day
		f := &in.Files[i]
		rest, ok := strings.CutPrefix(string(f.Path), before)
		if middle, found := strings.CutSuffix(rest, after); ok && found && !strings.Contains(middle, "/") {
			out = append(out, f)
		}
	}
	return out
}

// entriesText returns the numbers of entries of the last archives of a series: "; entries 183, 183, 183, 106", or "".
func entriesText(archives []*luminos.FileInside) string {
	var counts []string
	for _, f := range archives {
		if n := f.Number("entries"); n > 0 {
			counts = append(counts, words.Count(n))
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

// declaredTogether returns the missing files of several declarations, and the paths of the declarations: "4 declared
// files are not there: x of p/datapackage.json; a, b and 1 more of d.json".
func declaredTogether(all []luminos.Declared) (text string, paths []luminos.Path) {
	total := 0
	var parts []string
	for i := range all {
		d := &all[i]
		total += d.Total
		if i < rowsMost {
			parts = append(parts, named(d.Missing, d.Total, d.Path.Dir())+" of "+words.Name(string(d.Path)))
			paths = append(paths, d.Path)
		}
	}
	if more := len(all) - len(parts); more > 0 {
		parts = append(parts, words.Plural(more, "more declaration"))
	}
	return words.Count(total) + " declared files are not there: " + strings.Join(parts, "; "), paths
}

// declaredText returns the files that a declaration names and that are not there.
func declaredText(d *luminos.Declared) string {
	dir := d.Path.Dir()
	if d.Total == 1 {
		return words.Name(string(d.Path)) + " declares " + named(d.Missing, 1, dir) + ", which is not there"
	}
	return words.Name(string(d.Path)) + " declares " + words.Count(d.Total) + " files that are not there: " +
		named(d.Missing, d.Total, dir)
}
