package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// datasetsShown bounds the list of datasets, schemasShown the tables of columns.
const (
	datasetsShown = 10
	tablesShown   = 12
	schemasShown  = 4
	dataShare     = 10
	columnsShown  = 12
)

// dataIsMinor reports whether the data lies beside a program and is fewer than one of dataShare files. Such data
// belongs to the program, and sections about it say nothing of the whole.
func (w materialSections) dataIsMinor() bool {
	files := 0
	for _, d := range w.Facts.Datasets {
		files += max(d.Count, 1)
	}
	return w.isCode() && files*dataShare < len(w.Scan.Files)
}

func (w materialSections) datasets() *luminos.Section {
	if w.dataIsMinor() {
		return nil
	}
	all := w.heldTables()
	slices.SortStableFunc(all, func(a, b heldTable) int { return cmp.Compare(b.rows, a.rows) })
	var items []luminos.Item
	for _, t := range all[:min(datasetsShown, len(all))] {
		items = append(items, t.item)
	}
	if len(items) == 0 {
		return nil
	}
	unread := w.unreadData()
	largest := "The largest of " + words.Plural(len(all), "dataset") + boolText(unread != "", " that were read") + "."
	statements := ifCut(len(all), datasetsShown, largest, "facts/datasets")
	if unread != "" {
		statements = append(statements, measured(unread, from("facts/not_read")))
	}
	return section("datasets", "Data", statements, items...)
}

// datasetText returns the format of a dataset, its size, its columns or its tables, its period and its layout.
func datasetText(d luminos.Dataset) string {
	text := strings.ToUpper(d.Format) + ", " + size(d)
	if len(d.Tables) > 0 {
		text += " in " + words.Plural(len(d.Tables), "table") + ": " + words.Some(tablesOf(d), tablesShown)
	} else if len(d.Columns) > 0 {
		text += ", " + words.Plural(len(d.Columns), columnWord(d))
	}
	if d.Period != nil {
		text += ", " + period(*d.Period) + ofPeriod(d)
	}
	for _, l := range d.Layout {
		text += "; " + l
	}
	return text
}

// tablesOf returns the names of the tables of a dataset with their numbers of rows, the largest first.
func tablesOf(d luminos.Dataset) []string {
	tables := slices.Clone(d.Tables)
	slices.SortStableFunc(tables, func(a, b luminos.DataTable) int { return cmp.Compare(b.Rows, a.Rows) })
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.Name + " (" + words.Count(t.Rows) + ")"
	}
	return names
}

// unreadData returns a sentence with the kinds and numbers of data files that have no reader, or "".
func (w materialSections) unreadData() string {
	var kinds []string
	for _, n := range w.Facts.NotRead {
		if n.Reason == luminos.NoReader {
			kinds = append(kinds, n.What+" ("+words.Count(n.Files)+")")
		}
	}
	if len(kinds) == 0 {
		return ""
	}
	return "Not read: " + words.Some(kinds, 6) + "."
}

// rankedDatasets returns all datasets, sorted by their number of rows, the largest first.
func rankedDatasets(facts *luminos.Facts) []luminos.Dataset {
	all := slices.Clone(facts.SharedDatasets())
	slices.SortStableFunc(all, func(a, b luminos.Dataset) int {
		return cmp.Or(cmp.Compare(max(b.Rows, b.RowsSampled), max(a.Rows, a.RowsSampled)), cmp.Compare(a.Path, b.Path))
	})
	return all
}

func (w materialSections) schemas() *luminos.Section {
	if w.dataIsMinor() || w.isCode() && len(w.Facts.Datasets) < 3 {
		return nil // a few data files beside a program are its fixtures
	}
	var items []luminos.Item
	for _, d := range rankedDatasets(w.Facts) {
		var columns []string
		for _, c := range d.Columns {
			columns = append(columns, columnText(c))
		}
		if len(columns) > 0 && len(items) < schemasShown {
			held := listed(columns, columnsShown, "facts/datasets", d.Evidence...)
			if bound := partRead(d); bound != "" {
				held.Text = "In " + bound + ": " + held.Text
			}
			items = append(items, luminos.Item{Label: datasetName(d), Statement: held})
		}
	}
	sheets := slices.DeleteFunc(w.spreadsheets(), func(f *luminos.FileInside) bool { return len(f.Columns) == 0 })
	for _, f := range sheets[:min(schemasShown, len(sheets))] {
		var columns []string
		for _, c := range f.Columns {
			columns = append(columns, columnText(c))
		}
		held := listed(columns, columnsShown, "facts/inside/files")
		items = append(items, luminos.Item{Label: string(f.Path), Statement: held})
	}
	return section("schema_summary", "What the records hold", nil, items...)
}

// partRead returns "the 5,000 files that were read" for a dataset of which only a part was read, or "the 500 records
// that were read", else "".
func partRead(d luminos.Dataset) string {
	switch {
	case d.FilesRead > 0:
		return "the " + words.Plural(d.FilesRead, "file that was read", "files that were read")
	case d.Rows < 0 && d.RowsSampled > 0:
		return "the " + words.Plural(d.RowsSampled, "record that was read", "records that were read")
	}
	return ""
}

// ofPeriod returns " in the 5,000 files that were read" if the period is of a part of a dataset, else "".
func ofPeriod(d luminos.Dataset) string {
	if bound := partRead(d); bound != "" && strings.HasPrefix(d.Period.Source, "column ") {
		return " in " + bound
	}
	return ""
}

func columnText(c luminos.Column) string {
	text := c.Name + " (" + c.Type
	switch {
	case 0 < c.Distinct && c.Distinct <= len(c.Examples):
		text += ": " + strings.Join(c.Examples, ", ")
	case c.Min == "", c.Type == "mixed": // the range would be of some values
	case c.Min == c.Max:
		text += ", always " + c.Min
	case c.Max != "":
		text += ", " + c.Min + " to " + c.Max
	}
	if c.Missing > 0 {
		text += ", " + words.Count(c.Missing) + " missing"
	}
	return text + ")"
}

// period returns the section that lists the spans of time of datasets, media and files, or nil if none is known.
func (w materialSections) period() *luminos.Section {
	if w.dataIsMinor() {
		return nil
	}
	var items []luminos.Item
	for _, d := range rankedDatasets(w.Facts) {
		if d.Period != nil && len(items) < 4 {
			text := period(*d.Period) + ofPeriod(d) + ", by " + d.Period.Source + "."
			items = append(items, luminos.Item{Label: datasetName(d), Statement: measured(text, from("facts/datasets"))})
		}
	}
	if p := w.Facts.Photos; p != nil && p.Period != nil && !w.isCode() {
		text := period(*p.Period) + ", by the cameras of " + words.Plural(p.Dated, "image") + "."
		items = append(items, luminos.Item{Label: "photographs", Statement: measured(text, from("facts/photos"))})
	}
	for _, m := range w.Facts.Media {
		if p := w.Facts.Photos; p != nil && p.Period != nil && m.Period != nil && m.Period.Source == p.Period.Source {
			continue // in the line above
		}
		if m.Period != nil && m.Files > 1 && len(items) < 8 && !w.isCode() && m.Period.Source != "modification times" {
			items = append(items, luminos.Item{Label: dirName(m.Dir), Statement: measured(period(*m.Period)+", by "+m.Period.Source+".", from("facts/media"))})
		}
	}
	if s := w.Scan.SurveySignals; !w.isCode() && s.Oldest != nil && s.Newest != nil && s.SameDay*2 < s.Files {
		// Files that were copied or unpacked at once show no age.
		items = append(items, luminos.Item{Label: "files", Statement: measured(fmt.Sprintf("Last changed between %s and %s.",
			s.Oldest.Format("2006-01-02"), s.Newest.Format("2006-01-02")), from("scan/survey_signals"))})
	}
	return section("period_covered", "Time it covers", nil, items...)
}

// media returns the section that lists collections of images, sounds and videos, or nil for a program or without any.
func (w materialSections) media() *luminos.Section {
	if w.isCode() {
		return nil
	}
	groups := slices.Clone(w.Facts.Media)
	slices.SortStableFunc(groups, func(a, b luminos.MediaGroup) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Dir, b.Dir))
	})
	groups = slices.DeleteFunc(groups, func(m luminos.MediaGroup) bool {
		s := w.Scan.SurveySignals // a logo is no collection
		return m.Files < 3 && m.Files*10 < s.Files && m.Bytes*50 < s.Bytes
	})
	const shown = 8
	var items []luminos.Item
	for _, m := range groups[:min(shown, len(groups))] {
		text := mediaName(m) + " (" + words.Some(m.Formats, 3) + "), " + words.Bytes(m.Bytes)
		if m.Dimensions != "" {
			text += ", " + m.Dimensions + " pixels"
		}
		if m.Sized > 0 {
			text += " in " + words.Count(m.Sized) + " of them"
		}
		items = append(items, luminos.Item{Label: dirName(m.Dir), Statement: measured(words.Stop(text), from("facts/media"), m.Evidence...)})
	}
	heaviest := "The heaviest of " + words.Plural(len(groups), "collection") + "."
	statements := slices.Concat(w.photographs(), ifCut(len(groups), shown, heaviest, "facts/media"))
	return section("media", "Pictures, sound and film", statements, items...)
}

func mediaName(m luminos.MediaGroup) string {
	switch m.Category {
	case luminos.CategoryAudio:
		return words.Plural(m.Files, "sound file")
	case luminos.CategoryVideo:
		return words.Plural(m.Files, "video")
	}
	return words.Plural(m.Files, "image")
}

// dataQuality returns the section that lists defects of datasets.
func (w materialSections) dataQuality() *luminos.Section {
	if w.dataIsMinor() {
		return nil
	}
	var items []luminos.Item
	for _, d := range rankedDatasets(w.Facts) {
		texts := slices.Concat(first3(d.Issues), gaps(d))
		if len(texts) > 0 && len(items) < 8 {
			text := strings.Join(texts, "; ")
			if bound := partRead(d); bound != "" {
				text = "in " + bound + ": " + text
			}
			text = words.Sentence(text)
			items = append(items, luminos.Item{Label: datasetName(d), Statement: measured(text, from("facts/datasets"))})
		}
	}
	return section("data_quality", "Quality of the data", nil, items...)
}

// first3 returns the first three issues of a dataset as one text, with the number of the others, or nothing.
func first3(issues []string) []string {
	if len(issues) == 0 {
		return nil
	}
	return []string{words.Some(issues, 3)}
}

// gaps returns a text that names the columns of a dataset in which at least a twentieth of the values is missing, the
// emptiest first. It returns nothing for fewer than 20 rows.
func gaps(d luminos.Dataset) []string {
	rows := cmp.Or(d.RowsSampled, d.Rows)
	columns := slices.Clone(d.Columns)
	columns = slices.DeleteFunc(columns, func(c luminos.Column) bool { return c.Missing*20 < rows || c.Missing == 0 })
	if rows < 20 || len(columns) == 0 {
		return nil
	}
	slices.SortStableFunc(columns, func(a, b luminos.Column) int { return cmp.Compare(b.Missing, a.Missing) })
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name + " (" + words.Percent(c.Missing, rows) + ")"
	}
	return []string{"without a value: " + words.Some(names, 3)}
}

// datasetName returns the name pattern of a dataset of several files, or the path of a dataset of one file.
func datasetName(d luminos.Dataset) string { return cmp.Or(d.Family, string(d.Path)) }

// size returns the numbers of records and files of a dataset in words, as "3 files with 120 records".
func size(d luminos.Dataset) string {
	rows := ""
	switch {
	case d.IsObject():
		return "1 object"
	case d.Rows >= 0:
		rows = words.Plural(d.Rows, "record")
	case d.RowsSampled > 0:
		rows = "more than " + words.Plural(d.RowsSampled, "record")
	default:
		rows = "an unknown number of records"
	}
	switch {
	case d.Count > 1 && d.Rows == int64(d.Count):
		return words.Count(d.Count) + " files with 1 record each"
	case d.Count > 1:
		return words.Plural(d.Count, "file") + " with " + rows
	}
	return rows
}

func columnWord(d luminos.Dataset) string {
	if d.Format == "csv" || d.Format == "tsv" || d.Format == "table" {
		return "column"
	}
	return "field"
}

// period returns a span of days as text, such as "2020-05-05 to 2021-01-01". A span of whole years
// is written in years.
func period(p luminos.Period) string {
	first, last := p.First, p.Last
	if strings.HasSuffix(first, "-01-01") && strings.HasSuffix(last, "-12-31") { // only years are known
		first, last = strings.TrimSuffix(first, "-01-01"), strings.TrimSuffix(last, "-12-31")
	}
	if first == last {
		return first
	}
	return first + " to " + last
}

// boolText returns the text if the condition is true, else "".
func boolText(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}
