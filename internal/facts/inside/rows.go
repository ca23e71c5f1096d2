package inside

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/daterange"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// rows returns the statements about files of a scan, which are sorted by path. A statement with the name, the
// address or the position of a person is private: reports are sent around.
func rows(files []luminos.FileInside, scan *luminos.Scan, pictures *photos) []luminos.InsideRow {
	sums := map[string]*sum{}
	copies, sizes := map[string]map[luminos.Path]bool{"office": signedCopies(copiesOf(scan), files)}, sizesOf(scan)
	for i := range files {
		x := &files[i].Extraction
		name := family(x)
		switch {
		case name == "pdf":
			name = "office"
		case strings.HasPrefix(files[i].Format, "Outlook message"):
			name = "mail"
		case name == "calendar" && isPlaces(files[i].Format):
			name = "places"
		case name == "mlmodel" && (pathrole.Test(files[i].Path) || isPlain(&files[i])): // data, and no net
			continue
		}
		if sums[name] == nil {
			sums[name] = &sum{sizes: sizes, newest: newest(scan), copies: copies[name]}
		}
		sums[name].add(&files[i])
	}
	out := []luminos.InsideRow{}
	few := false
	add := func(label string, parts ...string) {
		parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
		if len(parts) > 0 {
			text := strings.Join(parts, " · ")
			row := luminos.InsideRow{Label: label, Text: text, Private: private[label], Aside: aside[label] || few}
			out = append(out, row)
		}
	}
	for _, r := range families {
		if s := sums[r.name]; s != nil {
			few = s.files*fewShare < len(files)
			r.rows(s, add)
		}
	}
	few = false
	shelf := bookRows(files)
	if len(shelf) > 1 { // the titles have the authors beside them
		for i := range out {
			out[i].Aside = out[i].Aside || out[i].Label == "Authors"
		}
	}
	out = append(out, shelf...)
	office := sums["office"]
	few = office != nil && office.files*fewShare < len(files)
	documentRows(files, scan, len(shelf) > 1, add)
	few = false
	mailRows(files, add)
	few = pictures.sum.Dated+pictures.sum.WithCamera == 0 && 2*pictures.sum.Images < len(files)
	pictures.rows(add)
	few = false
	copied(scan, add)
	add("Split", volumesText(scan))
	return append(append(out, states(files, scan)...), risks(files)...)
}

// sizesOf returns the sizes of the files of a scan.
func sizesOf(scan *luminos.Scan) map[luminos.Path]int64 {
	sizes := map[luminos.Path]int64{}
	for i := range scan.Files {
		sizes[scan.Files[i].Path] = scan.Files[i].Size
	}
	return sizes
}

// partial returns the statement that not all files were read.
func partial(in *luminos.Inside) string {
	return words.Count(in.Looked) + " of " + words.Count(in.Looked+in.Left) + " files of such formats were read"
}

// private are the labels of rows with names, addresses or positions of persons, or with their words.
var private = map[string]bool{"Writers": true, "Authors": true, "Areas": true, "Subjects": true,
	"Totals": true, "Artists": true, "Bounds": true}

// aside are the labels of rows that only the section has.
var aside = map[string]bool{"Versions": true, "Locks": true}

// fewShare is the number of files among which the rows on one file of a family are an aside.
const fewShare = 50

// families are the readers whose files have rows, in the order of the rows.
var families = []struct {
	name string
	rows func(*sum, func(label string, parts ...string))
}{
	{"office", documents}, {"mail", messages}, {"mlmodel", models}, {"notebook", notebooks},
	{"archive", archives}, {"media", recordings}, {"calendar", calendars},
	{"places", places}, {"certificate", certificates},
}

func documents(s *sum, add func(string, ...string)) {
	if sheets := s.nouns[spreadsheet]; sheets != nil { // cells are no text of a reader
		s.numbers["words"] -= sheets.numbers["words"]
	}
	length := amounts(s.numbers, "words")
	if s.numbers["pages read"] > 0 && length != "" { // pages of long documents are left out
		length = "at least " + length
	}
	add("Docs", length, s.formats(5, "pages", "sheets", "slides", "chapters"))
	add("Authors", s.top("author", 4))
}

func messages(s *sum, add func(string, ...string)) {
	n := s.numbers
	add("Mail", counted(n["messages"], "messages"), s.period()+s.mostYears(),
		joined(amounts(n, "unread messages", "replies"), marksOf(n), amounts(n, "odd dates")))
	add("Lists", s.top("list", 4))
	add("Senders", s.top("domain", 4))
	add("Writers", s.top("from", 4))
	if n["attachments"] > 0 {
		add("Attached", attachedText(n)+": "+s.top("attachment type", 6))
	}
}

func recordings(s *sum, add func(string, ...string)) {
	if n := s.numbers["seconds"]; n > 0 && s.numbers["sounds"] > 0 {
		of := " of sound"
		if s.numbers["films"] > 0 {
			of += " and film"
		}
		add("Lengths", span(n)+of)
	}
	music(s, add)
	subtitles(s, add)
	sidecars(s, add)
}

// sidecars adds the row about files with the properties of the images beside them.
func sidecars(s *sum, add func(string, ...string)) {
	rated, files := 0, []luminos.Path{}
	for _, f := range s.all {
		if f.Format == "XMP sidecar" {
			files = append(files, f.Path)
			rated += min(len(f.Property("rating")), 1)
		}
	}
	if len(files) == 0 {
		return
	}
	beside := map[luminos.Path]bool{} // the names of other files, with and without their extensions
	for p := range s.sizes {
		if p.Ext() != ".xmp" {
			beside[p], beside[p[:len(p)-len(p.Ext())]] = true, true
		}
	}
	lone := slices.DeleteFunc(slices.Clone(files), func(p luminos.Path) bool { return beside[p[:len(p)-len(".xmp")]] })
	stars, without := "", ""
	if rated > 0 {
		stars = words.Count(rated) + " with a rating"
	}
	if len(lone) > 0 {
		without = words.Count(len(lone)) + " without an image: " + named(lone)
	}
	add("Sidecars", words.Plural(len(files), "XMP file"), stars, without)
}

// subtitles adds the row about subtitles.
func subtitles(s *sum, add func(string, ...string)) {
	files, length := 0, map[string]int64{}
	languages := map[string]int{}
	for _, f := range s.all {
		if f.Number("cues") > 0 {
			files++
			length["words"] += f.Number("words")
			if l := cmp.Or(languageOfName(f), f.Property(languageOfText)); l != "" {
				languages[l]++
			}
		}
	}
	if files > 0 {
		add("Captions", words.Plural(files, "file"), amounts(s.numbers, "cues"), amounts(length, "words"),
			names(luminos.Counts(languages), 4))
	}
}

func calendars(s *sum, add func(string, ...string)) {
	add("Calendar", amounts(s.numbers, "events", "tasks", "contacts"), s.period())
}

// span returns a number of seconds in words: "85 s", "12 min", "3.5 h".
func span(seconds int64) string {
	switch {
	case seconds < 120:
		return strconv.FormatInt(seconds, 10) + " s"
	case seconds < 2*3600:
		return strconv.FormatInt((seconds+30)/60, 10) + " min"
	}
	return strconv.FormatFloat(float64(seconds)/3600, 'f', 1, 64) + " h"
}

// namesMost is the number of files that a row names.
const namesMost = 3

// states returns a row for each reason why files were not read.
func states(files []luminos.FileInside, scan *luminos.Scan) []luminos.InsideRow {
	var out []luminos.InsideRow
	for _, s := range []struct {
		state luminos.ExtractState
		label string
		what  string
	}{
		{luminos.ExtractDamaged, "Damaged", ", damaged or cut off"},
		{luminos.ExtractEncrypted, "Closed", ", encrypted"},
		{luminos.ExtractTextless, "No text", " with pages but no text"},
	} {
		out = append(out, listed(s.label, s.what, inState(files, s.state))...)
	}
	large := inState(files, luminos.ExtractTooLarge)
	var empty []luminos.Path
	for i := range scan.Files {
		if f := &scan.Files[i]; f.Regular() && f.Size == 0 && !f.Vendored && held[f.Path.Ext()] {
			empty = append(empty, f.Path)
		}
	}
	out = append(out, listed("Empty", " without a byte", empty)...)
	return append(out, asideOf(listed("Limits", " beyond the limits of the readers", large))...)
}

// AddDamaged adds files that another reader found to be cut off to the row about damaged files.
func AddDamaged(in *luminos.Inside, cut []luminos.Path) {
	known := inState(in.Files, luminos.ExtractDamaged)
	cut = slices.DeleteFunc(cut, func(p luminos.Path) bool { return slices.Contains(known, p) })
	if len(cut) == 0 {
		return
	}
	row := listed("Damaged", ", damaged or cut off", slices.Concat(known, cut))[0]
	i := slices.IndexFunc(in.Rows, func(r luminos.InsideRow) bool { return r.Label == row.Label })
	if i < 0 {
		in.Rows = append(in.Rows, row)
		return
	}
	in.Rows[i] = row
}

// inState returns the files in a state: the ones with a day in their names first, the latest of them at the beginning,
// since the last backup matters most.
func inState(files []luminos.FileInside, state luminos.ExtractState) []luminos.Path {
	var paths []luminos.Path
	for i := range files {
		if files[i].State == state {
			paths = append(paths, files[i].Path)
		}
	}
	slices.SortStableFunc(paths, func(a, b luminos.Path) int {
		day1, _ := daterange.InName(a.Base())
		day2, _ := daterange.InName(b.Base())
		return day2.Compare(day1)
	})
	return paths
}

// asideOf returns rows as rows that only the section has.
func asideOf(rows []luminos.InsideRow) []luminos.InsideRow {
	for i := range rows {
		rows[i].Aside = true
	}
	return rows
}

// held are the extensions of files that have content unless they are damaged.
var held = map[string]bool{
	".pdf": true, ".doc": true, ".docx": true, ".xls": true, ".xlsx": true, ".ppt": true, ".pptx": true, ".odt": true,
	".ods": true, ".odp": true, ".rtf": true, ".epub": true, ".jpg": true, ".jpeg": true, ".png": true, ".tif": true,
	".tiff": true, ".heic": true, ".mp4": true, ".mov": true, ".zip": true, ".gz": true, ".7z": true, ".eml": true,
	".heif": true, ".hif": true, ".webp": true, ".mp3": true, ".flac": true, ".m4a": true, ".ogg": true, ".opus": true,
	".wav": true, ".aac": true, ".aiff": true, ".wma": true, ".avi": true, ".mkv": true, ".webm": true,
	".mid": true, ".midi": true, ".fits": true, ".fit": true, ".fts": true, ".csv": true, ".tsv": true, ".xlsm": true,
	".gif": true, ".sql": true, ".sqlite": true, ".parquet": true, ".mxl": true, ".musicxml": true, ".gpx": true,
	".vcf": true, ".ics": true, ".tar": true, ".bz2": true, ".xz": true, ".zst": true, ".msg": true, ".tmx": true,
}

// gravest are the dangers that are named first.
var gravest = []string{"runs code when it is loaded", "holds macros", "runs commands through DDE"}

// risks returns a row with the dangers of files and the files that have them: the gravest first, then the dangers of
// most files.
func risks(files []luminos.FileInside) []luminos.InsideRow {
	by := map[string][]luminos.Path{}
	const position = "holds the position where it was taken" // a row has the number
	for i := range files {
		for _, r := range files[i].Risks {
			if r != position {
				by[r] = append(by[r], files[i].Path)
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		rank := func(r string) int { return cmp.Or(slices.Index(gravest, r)+1, len(gravest)+1) }
		return cmp.Or(rank(a)-rank(b), len(by[b])-len(by[a]), cmp.Compare(a, b))
	})
	var parts []string
	row := luminos.InsideRow{Label: "Care"}
	for _, r := range order {
		parts = append(parts, r+" ("+named(by[r])+")")
		row.Files = append(row.Files, by[r][:min(len(by[r]), filesNamed)]...)
	}
	if len(parts) == 0 {
		return nil
	}
	row.Text = strings.Join(parts, "; ")
	return []luminos.InsideRow{row}
}

// filesNamed is the number of files of one danger or state that a row keeps for the JSON.
const filesNamed = 100

// named returns the names of the first files, and the number of the others.
func named(paths []luminos.Path) string {
	names := make([]string, 0, namesMost)
	for _, p := range paths[:min(len(paths), namesMost)] {
		names = append(names, words.Name(string(p)))
	}
	text := strings.Join(names, ", ")
	if more := len(paths) - len(names); more > 0 {
		text += " and " + words.Count(more) + " more"
	}
	return text
}

// dirsOf returns the directories of files, the ones of the most files first, with the number of files: "a/b/ (3)". A
// single file is named.
func dirsOf(paths []luminos.Path) []string {
	by := map[string]int{}
	single := map[string]luminos.Path{}
	for _, p := range paths {
		name := "the top directory"
		if dir := p.Dir(); dir != luminos.Root {
			name = words.Name(string(dir) + "/")
		}
		by[name]++
		single[name] = p
	}
	names := slices.SortedFunc(maps.Keys(by), func(a, b string) int { return cmp.Or(by[b]-by[a], cmp.Compare(a, b)) })
	for i, name := range names {
		if by[name] == 1 {
			names[i] = words.Name(string(single[name]))
		} else {
			names[i] = name + " (" + words.Count(by[name]) + ")"
		}
	}
	return names
}

// listed returns the row about files that are named, or nil without files.
func listed(label, what string, paths []luminos.Path) []luminos.InsideRow {
	if len(paths) == 0 {
		return nil
	}
	names := named(paths)
	below := slices.ContainsFunc(paths, func(p luminos.Path) bool { return p.Dir() != luminos.Root })
	if in := dirsOf(paths); below && len(paths) > 2*namesMost && len(in) <= namesMost {
		names = "in " + words.List(in)
	}
	text := words.Plural(len(paths), "file") + what + ": " + names
	return []luminos.InsideRow{{Label: label, Text: text, Files: paths[:min(len(paths), filesNamed)]}}
}
