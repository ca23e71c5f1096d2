package render

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"luminos"
	"luminos/internal/words"
)

const (
	figureWidth = 1000 // units of a drawing
	figureRows  = 24   // rows of a figure, which a reader can still take in
)

// htmlFigure is the head of a figure.
type htmlFigure struct{ ID, Title, Text string }

// htmlBars is a figure that is a table with a bar in each row.
type htmlBars struct {
	htmlFigure
	Class   string       // as of an [htmlTable]; "paths" has long labels
	Columns []htmlColumn // after the label and the bar
	Rows    []htmlBar
	Rest    string
}

// htmlBar is a row of [htmlBars]. The bar begins at X and is Width wide.
type htmlBar struct {
	Label    []htmlSpan
	X, Width int
	Class    string
	Values   []string
}

// figures writes the drawings of a page, all of them from measurements.
type figures struct{ *htmlPage }

// write writes the figures of a report and adds their link to the head.
func (h figures) write(head *htmlHead) {
	before := h.to.Len()
	h.put("figures", nil)
	empty := h.to.Len()
	h.languages()
	h.treemap()
	h.graph(diagramOf(h.dossier))
	h.activity()
	h.years()
	h.periods()
	h.coverageMap()
	if h.to.Len() == empty {
		h.to.Truncate(before)
		return
	}
	h.put("figures-end", nil)
	head.Links = append(head.Links, htmlLink{"figures", "At a glance"})
}

// htmlStack is a figure that is one bar with parts.
type htmlStack struct {
	htmlFigure
	Parts []htmlBar
}

// languages writes the bar of the programming languages by lines of code or, if the target is not about its code, of
// the kinds of files by their size.
func (h figures) languages() {
	type part struct {
		name string
		n    int64
		text string
	}
	var parts []part
	figure := htmlFigure{"languages", "Languages", "Lines of code, without generated and vendored files."}
	for _, l := range h.dossier.scan.Languages {
		if l.Type == programming && l.Code > 0 && aboutCode(h.dossier) {
			parts = append(parts, part{l.Name, int64(l.Code), words.Plural(l.Code, "line")})
		}
	}
	if len(parts) == 0 {
		figure = htmlFigure{"languages", "Kinds of files", "By size."}
		for c, t := range h.dossier.scan.FileCategories {
			if t.Bytes > 0 {
				parts = append(parts, part{string(c), t.Bytes, words.Bytes(t.Bytes) + " in " + words.Plural(t.Files, "file")})
			}
		}
	}
	if len(parts) == 0 {
		return
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.name, b.name)) })
	sum := int64(0)
	for _, p := range parts {
		sum += p.n
	}
	if rest := parts[min(len(parts), barParts):]; len(rest) > 1 {
		other := part{name: words.Plural(len(rest), "other")}
		for _, p := range rest {
			other.n += p.n
		}
		parts = append(parts[:barParts:barParts], other)
	}
	s := htmlStack{htmlFigure: figure}
	done := int64(0)
	for i, p := range parts {
		x := scaled(done, sum)
		done += p.n
		s.Parts = append(s.Parts, htmlBar{
			Label: h.spans([]span{text(p.name)}, nil), X: x, Width: max(scaled(done, sum)-x, 1), Class: tone(i),
			Values: []string{words.Percent(p.n, sum), p.text},
		})
	}
	h.put("stack", s)
}

// barParts is the most parts of a bar: the style sheet has 8 colours that readers can distinguish.
const barParts = 7

// tone returns the class of the colour number i.
func tone(i int) string { return "tone" + strconv.Itoa(i%(barParts+1)) }

// scaled returns the part n/sum of the width of a figure.
func scaled(n, sum int64) int {
	if sum <= 0 || n <= 0 {
		return 0
	}
	return int(min(float64(n)/float64(sum), 1)*figureWidth + 0.5)
}

// activity writes the commits of the quarters of the last year.
func (h figures) activity() {
	history := h.dossier.facts.History
	if history == nil {
		return
	}
	most := 0
	for _, a := range history.Periods {
		most = max(most, a.Commits)
	}
	if most == 0 {
		return
	}
	figure := htmlBars{
		htmlFigure: htmlFigure{"activity", "Commits", "The last four quarters to the newest commit. The year before it has " +
			words.Plural(history.Year.Commits, "commit") + "."},
		Columns: []htmlColumn{{"commits", true}, {"people", true}},
	}
	for i, a := range slices.Backward(history.Periods) {
		if i < figureRows {
			figure.Rows = append(figure.Rows, htmlBar{
				Label: h.spans([]span{text(a.Period)}, nil), Width: scaled(int64(a.Commits), int64(most)), Class: tone(0),
				Values: []string{words.Count(a.Commits), words.Count(a.People)},
			})
		}
	}
	h.put("bars", figure)
}

// years writes the photographs of each year.
func (h figures) years() {
	if h.dossier.facts.Photos == nil || len(h.dossier.facts.Photos.Years) < 2 {
		return
	}
	years := h.dossier.facts.Photos.Years
	figure := htmlBars{
		htmlFigure: htmlFigure{"years", "Photographs by year", "The years in which dated images were taken."},
		Columns:    []htmlColumn{{"images", true}},
	}
	if left := len(years) - 2*figureRows; left > 0 {
		years = years[left:]
		figure.Rest = words.Plural(left, "earlier year")
	}
	most := 0
	for _, y := range years {
		most = max(most, y.Files)
	}
	for _, y := range years {
		figure.Rows = append(figure.Rows, htmlBar{
			Label: h.spans([]span{text(y.Name)}, nil), Width: scaled(int64(y.Files), int64(most)), Class: tone(0),
			Values: []string{words.Count(y.Files)},
		})
	}
	h.put("bars", figure)
}

// covered is a span of days that a file or a family of files covers.
type covered struct {
	name        string
	at          luminos.Path
	first, last int64 // days since 1970
}

// periods writes the spans of days that data, documents, mail and logs cover, in the order of their beginning.
func (h figures) periods() {
	list := periodsOf(h.dossier.facts)
	if len(list) < 2 {
		return
	}
	slices.SortStableFunc(list, func(a, b covered) int { // the longest are the ones to show
		return cmp.Or(cmp.Compare(b.last-b.first, a.last-a.first), cmp.Compare(a.name, b.name))
	})
	figure := htmlBars{Class: "paths", Columns: []htmlColumn{{"from", true}, {"to", true}}}
	if left := len(list) - figureRows; left > 0 {
		list = list[:figureRows]
		figure.Rest = words.Plural(left, "shorter period")
	}
	slices.SortStableFunc(list, func(a, b covered) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.last, b.last))
	})
	start, end := list[0].first, list[0].last
	for _, c := range list {
		end = max(end, c.last)
	}
	day := func(n int64) string { return time.Unix(n*secondsOfDay, 0).UTC().Format(time.DateOnly) }
	for _, c := range list {
		x, wide := scaled(c.first-start, end-start+1), scaled(c.last-c.first+1, end-start+1)
		figure.Rows = append(figure.Rows, htmlBar{
			Label: h.spans([]span{{text: c.name, at: &spot{path: c.at}}}, nil), X: min(x, figureWidth-8), Width: max(wide, 8),
			Class: tone(1), Values: []string{day(c.first), day(c.last)},
		})
	}
	figure.htmlFigure = htmlFigure{"periods", "Periods", "The days that files cover, by dates in them or in their names."}
	h.put("bars", figure)
}

const secondsOfDay = 24 * 60 * 60

// periodsOf returns the periods of a target that have valid days.
func periodsOf(f *luminos.Facts) (list []covered) {
	add := func(name string, at luminos.Path, first, last string) {
		from, err := time.Parse(time.DateOnly, first)
		to, wrong := time.Parse(time.DateOnly, last)
		if err == nil && wrong == nil && !to.Before(from) && from.Year() > 0 {
			list = append(list, covered{name, at, from.Unix() / secondsOfDay, to.Unix() / secondsOfDay})
		}
	}
	for _, d := range f.Datasets {
		if d.Period != nil {
			add(cmp.Or(d.Family, string(d.Path)), d.Path, d.Period.First, d.Period.Last)
		}
	}
	if f.Inside != nil {
		for _, x := range f.Inside.Files {
			if x.Period != nil && x.Period.First != x.Period.Last { // single days, as of photographs, show nothing
				add(string(x.Path), x.Path, x.Period.First, x.Period.Last)
			}
		}
	}
	if f.Logs != nil {
		for _, l := range f.Logs.Files {
			add(string(l.Path), l.Path, l.First, l.Last)
		}
	}
	if f.Checked != nil {
		for _, s := range f.Checked.Series {
			add(s.Pattern, luminos.Path(s.Pattern).Dir(), s.First, s.Last)
		}
	}
	for _, v := range f.Vaults {
		if v.Period != nil {
			add(string(v.Path), v.Path, v.Period.First, v.Period.Last)
		}
	}
	return list
}

// coverageMap writes the files by the extent to which they were read, with the reasons.
func (h figures) coverageMap() {
	c := h.dossier.report.Coverage
	if c.Files <= 0 {
		return
	}
	figure := htmlBars{
		htmlFigure: htmlFigure{"read", "Coverage", words.Plural(c.Files, "file") + " by the extent of reading."},
		Class:      "rows",
		Columns:    []htmlColumn{{"files", true}, {"reason", false}},
	}
	for i, k := range []struct {
		how, label string
		n          int
	}{
		{"read", "read whole", c.Read}, {"sampled", "read in part", c.Sampled},
		{"measured", "measured", c.Measured}, {"skipped", "skipped", c.Skipped},
	} {
		if k.n == 0 {
			continue
		}
		why := slices.DeleteFunc(slices.Clone(c.Reasons), func(r luminos.CoverageReason) bool { return r.How != k.how })
		share := words.Percent(int64(k.n), int64(c.Files)) + " of the files"
		if len(why) == 1 {
			share += ": " + Clean(words.Shorten(why[0].Reason, htmlText/10))
			why = nil
		}
		figure.Rows = append(figure.Rows, htmlBar{
			Label: h.spans([]span{as(strong, k.label)}, nil), Width: scaled(int64(k.n), int64(c.Files)),
			Class:  "read" + strconv.Itoa(i),
			Values: []string{words.Count(k.n), share},
		})
		for _, r := range why[:min(len(why), figureRows)] {
			figure.Rows = append(figure.Rows, htmlBar{
				Width: scaled(int64(r.Files), int64(c.Files)), Class: "read" + strconv.Itoa(i) + " part",
				Values: []string{words.Count(r.Files), Clean(words.Shorten(r.Reason, htmlText/10))},
			})
		}
	}
	h.put("bars", figure)
}
