package paper

import (
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// Rows returns the statements about the first of the papers. If there are several, the row names its file and the
// number of the others.
func Rows(papers []luminos.Paper, in *luminos.Inside) []luminos.InsideRow {
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
	for _, r := range []struct{ label, text string }{
		{"Abstract", quote(p.Abstract)}, {"Figures", figuresText(p)}, {"References", referencesText(p)},
		{"Literature", literature(papers, in)},
	} {
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

// head returns the counts of a paper with its title, which is often long: "139 author entries, 7 sections, class
// aastex62 (AAS journals): “A Title”".
func head(p *luminos.Paper) string {
	var parts []string
	for _, c := range []struct {
		n         int
		one, many string
	}{
		{p.Authors, "author entry", "author entries"}, {p.Frames, "frame", "frames"}, {p.Chapters, "chapter", "chapters"},
		{p.Sections, "section", "sections"}, {p.Subsections, "subsection", "subsections"},
	} {
		if c.n > 0 {
			parts = append(parts, words.Plural(c.n, c.one, c.many))
		}
	}
	text := strings.Join(append(parts, "class "+words.Name(p.Class)), ", ")
	if venue := venues[reVersion().ReplaceAllString(p.Class, "")]; venue != "" {
		text += " (" + venue + ")"
	}
	if p.Title != "" {
		return text + ": " + words.Quote(p.Title)
	}
	return words.Name(p.Path.Base()) + ": " + text
}

// reVersion matches the version at the end of the name of a class.
var reVersion = lazyregexp.Lazy(`[-_]?[0-9.]+$`)

// venues are the publishers of classes, by the name of the class without its version.
var venues = map[string]string{
	"aastex": "AAS journals", "emulateapj": "AAS journals", "mnras": "MNRAS", "aa": "Astronomy & Astrophysics",
	"revtex": "APS and AIP journals", "IEEEtran": "IEEE", "acmart": "ACM", "sig-alternate": "ACM",
	"elsarticle": "Elsevier",
	"cas-dc":     "Elsevier", "cas-sc": "Elsevier", "llncs": "Springer LNCS", "svjour": "Springer",
	"sn-jnl": "Springer Nature",
	"iopart": "IOP journals", "iopjournal": "IOP journals", "copernicus": "Copernicus journals", "siamart": "SIAM",
	"lipics-v": "LIPIcs", "jss": "Journal of Statistical Software", "wlscirep": "Scientific Reports",
	"pnas-new": "PNAS", "interact": "Taylor & Francis", "WileyNJD-v": "Wiley", "amsart": "AMS", "mdpi": "MDPI",
	"agujournal": "AGU journals", "ametsoc": "AMS journals of meteorology",
}

// quote returns a text in quotation marks, or "".
func quote(text string) string {
	if text == "" {
		return ""
	}
	return words.Quote(text)
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
	if f.Scripted > 0 {
		text += "; scripts name " + words.Count(f.Scripted) + " of them (" + words.Some(basesOf(f.Scripts), 2) + ")"
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
