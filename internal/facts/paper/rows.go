package paper

import (
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Rows returns the statements about the first of the papers. If there are several, the row names its file and the
// number of the others.
func Rows(papers []luminos.Paper) []luminos.InsideRow {
	if len(papers) == 0 {
		return nil
	}
	p := &papers[0]
	out := []luminos.InsideRow{{Label: label(p), Text: head(p), Files: []luminos.Path{p.Path}}}
	if more := len(papers) - 1; more > 0 {
		if p.Title != "" {
			out[0].Text += " (" + words.Name(string(p.Path)) + ")"
		}
		out[0].Text += "; " + words.Plural(more, "more LaTeX document")
	}
	for _, r := range []struct{ label, text string }{{"Figures", figuresText(p)}, {"References", referencesText(p)}} {
		if r.text != "" {
			out = append(out, luminos.InsideRow{Label: r.label, Text: r.text})
		}
	}
	return out
}

// label returns the label of the row of a document: a paper has citations, an abstract or a title with sections.
func label(p *luminos.Paper) string {
	switch {
	case p.Class == "beamer" || p.Frames > 0:
		return "Slides"
	case p.References.Cited > 0, p.Abstract != "", p.Title != "" && p.Sections > 0:
		return "Paper"
	}
	return "LaTeX"
}

// head returns the title of a paper with its class and its counts: "“A Title”, class aastex62, 7 sections".
func head(p *luminos.Paper) string {
	parts := []string{words.Name(p.Path.Base())}
	if p.Title != "" {
		parts[0] = words.Quote(p.Title)
	}
	parts = append(parts, "class "+words.Name(p.Class))
	for _, c := range []struct {
		n    int
		noun string
	}{{p.Frames, "frame"}, {p.Chapters, "chapter"}, {p.Sections, "section"}, {p.Subsections, "subsection"}} {
		if c.n > 0 {
			parts = append(parts, words.Plural(c.n, c.noun))
		}
	}
	return strings.Join(parts, ", ")
}

// quoted returns names for running text.
func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = words.Name(n)
	}
	return out
}

// figuresText returns the number of figures, and the missing ones: "7 used, all there". It returns "" without figures.
func figuresText(p *luminos.Paper) string {
	f := &p.Figures
	if f.Used == 0 {
		return ""
	}
	text := words.Count(f.Used) + " used"
	switch {
	case f.MissingTotal > 0:
		named := quoted(f.Missing[:min(len(f.Missing), 3)])
		if more := f.MissingTotal - len(named); more > 0 {
			named = append(named, words.Count(more)+" more")
		}
		text += ", " + words.Count(f.MissingTotal) + " not there: " + words.List(named)
	case f.Unchecked == 0:
		text += ", all there"
	}
	if f.Unchecked > 0 {
		text += ", " + words.Count(f.Unchecked) + " not looked for"
	}
	return text
}

// referencesText returns the citations against the bibliography: "86 cited of 93 entries (1976–2018, 52 with DOI), 0
// missing, 7 unused". It returns "" for a paper without citations.
func referencesText(p *luminos.Paper) string {
	r := &p.References
	if r.Cited == 0 && r.Entries == 0 && len(r.Unread) == 0 {
		return ""
	}
	text := words.Count(r.Cited) + " cited"
	if r.Entries > 0 {
		text += " of " + words.Plural(r.Entries, "entry", "entries")
		var in []string
		if r.First > 0 {
			in = append(in, words.Between(strconv.Itoa(r.First), strconv.Itoa(r.Last)))
		}
		if r.DOIs > 0 {
			in = append(in, words.Count(r.DOIs)+" with DOI")
		}
		if len(in) > 0 {
			text += " (" + strings.Join(in, ", ") + ")"
		}
	}
	switch {
	case len(r.Unread) > 0:
		text += ", " + words.Some(quoted(r.Unread), 3) + " not read"
	case r.Entries == 0:
		text += ", no bibliography"
	case p.Cut:
	default:
		text += ", " + words.Count(r.Missing) + " missing"
		switch {
		case r.All:
			text += ", all listed"
		case len(p.MissingFiles) == 0:
			text += ", " + words.Count(r.Unused) + " unused"
		}
	}
	if n := p.DanglingTotal; n > 0 {
		text += "; " + words.Plural(n, "reference") + " to labels that do not exist"
	}
	return text
}
