package inside

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// templateLeast is the number of documents with different names that are made at one second: they have the time of the
// template, or of the document, from which they were made. A document and its exports share a name and a time.
const templateLeast = 3

// dropTemplateDays removes the days of templates, which are no days of documents: the day is before the program that
// wrote the document, or many of the different documents have the same second. It returns their number among these.
func dropTemplateDays(files []luminos.FileInside, different []*luminos.FileInside) (dropped int) {
	stems := map[string]map[string]bool{} // names without extension by the second
	for _, f := range different {
		if at := secondOf(f); at != "" {
			if stems[at] == nil {
				stems[at] = map[string]bool{}
			}
			stems[at][strings.ToLower(bare(f.Path))] = true
		}
	}
	template := func(f *luminos.FileInside) bool {
		day := f.Property("created")
		year := day[:min(4, len(day))]
		return day != "" && (len(stems[secondOf(f)]) >= templateLeast || year < programYear(f.Property("program")))
	}
	for _, f := range different {
		if template(f) {
			dropped++
		}
	}
	for i := range files {
		if f := &files[i]; template(f) {
			created := func(p luminos.Property) bool { return p.Name == "created" }
			f.Properties = slices.DeleteFunc(slices.Clone(f.Properties), created)
		}
	}
	return dropped
}

// madeText returns the number of documents that state the day on which they were made, their period, and the years of
// most: "24 of 30 documents, 2009-01-13 to 2023-06-21: 2022 (9), 2009 (4)". Others have days of templates.
func madeText(all []*luminos.FileInside, templates int) string {
	first, last, n := "", "", 0
	years := map[string]int{}
	for _, f := range all {
		day := f.Property("created")
		if len(day) < len(time.DateOnly) {
			continue
		}
		if day = day[:len(time.DateOnly)]; first == "" || day < first {
			first = day
		}
		last = max(last, day)
		years[day[:4]]++
		n++
	}
	if n < 2 {
		return ""
	}
	text := words.Count(n) + " of " + words.Plural(len(all), "document") + ", " + first
	if first != last {
		text += " to " + last
	}
	if len(years) > 1 {
		text += ": " + names(luminos.Counts(years), 5)
	}
	if templates > 0 {
		text += " · " + words.Count(templates) + " more with a time before their program or of others, as of a template"
	}
	return text
}

// secondOf returns the time at which a document was made, by its metadata, or "".
func secondOf(f *luminos.FileInside) string {
	at := f.Property("created at")
	return at[:min(len(at), len("2006-01-02T15:04:05"))]
}

// programVersion matches the names of programs whose versions are of known years.
var programVersion = lazyregexp.Lazy(`^(Microsoft|LibreOffice|OpenOffice)[A-Za-z. ]*[ /](\d{1,2})\.`)

// programYears are the years of the first previews of versions of programs. LibreOffice counts years from 24 on.
var programYears = map[string]map[string]string{
	"Microsoft":   {"12": "2006", "14": "2009", "15": "2012", "16": "2015"},
	"LibreOffice": {"3": "2010", "4": "2012", "5": "2015", "6": "2017", "7": "2020"},
	"OpenOffice":  {"2": "2004", "3": "2008", "4": "2013"},
}

// programYear returns the year before which a version of a program wrote no document, or "" if that is unknown.
func programYear(program string) string {
	m := programVersion().FindStringSubmatch(program)
	if m == nil {
		return ""
	}
	if n, _ := strconv.Atoi(m[2]); m[1] == "LibreOffice" && n >= 24 {
		return strconv.Itoa(2000 + n - 1)
	}
	return programYears[m[1]][m[2]]
}
