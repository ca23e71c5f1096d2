package render

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// kindLines returns lines with the kind, the languages, the licence and the size of the target, the fullest first: with
// all toolchains, without them, without remarks on the code, and without the bytes.
func kindLines(d *dossier) [][]span {
	signals := d.scan.SurveySignals
	files := words.Plural(signals.Files, "file")
	bytes := files + ", " + words.Bytes(signals.Bytes)
	if n := linksIn(d.facts); n > signals.Files { // they are the content
		bytes += ", " + words.Plural(n, "link")
	}
	if !aboutCode(d) {
		return [][]span{d.kindLine(true, bytes), d.kindLine(false, bytes), d.kindLine(false, files)}
	}
	code := codeSize(d.facts.Code)
	lines := [][]span{d.kindLine(true, bytes, code+remark(d)), d.kindLine(false, bytes, code+remark(d))}
	return append(lines, d.kindLine(false, bytes, code), d.kindLine(false, files, code))
}

// linksIn returns the number of symbolic links in the target.
func linksIn(f *luminos.Facts) (n int) {
	for i := range f.Directories {
		n += f.Directories[i].Links
	}
	return n
}

// aboutCode reports whether the lines of code say something about the material of the target. Beside more lines of
// style sheets and markup they do not, and notebooks hold code that is not counted.
func aboutCode(d *dossier) bool {
	size, files := d.facts.Code, d.scan.SurveySignals.Files
	notebook := func(c luminos.Counted) bool { return c.Name == "notebook" }
	few := slices.ContainsFunc(d.facts.Holdings, notebook) ||
		len(d.facts.Holdings) > 0 && d.scan.FileCategories[luminos.CategorySource].Files*2 < files
	return size.All >= fewLines && size.Markup <= size.All && (d.facts.MainLanguage != "" || !few)
}

// kindLine returns the line with the kind, the languages, the licence and the sizes of the target, and the toolchains
// if all is true.
func (d *dossier) kindLine(all bool, sizes ...string) []span {
	var out []span
	add := func(s string, marks ...span) {
		if s == "" {
			return
		}
		if len(out) > 0 {
			out = append(out, span{text: " ·", keep: true}, text(" "))
		}
		out = append(append(out, span{text: s, keep: true}), marks...)
	}
	add(d.facts.Kind, mark(luminos.Derived))
	for i, s := range d.languageAndTools() {
		if i == 0 || all {
			add(s)
		}
	}
	add(d.license())
	for _, s := range sizes {
		add(s)
	}
	return out
}

// fewLines is the number of lines below which the code in a target of other material is not counted.
const fewLines = 10

// codeSize returns a bound on the lines of code: "up to 2,000 lines of program code in all", or "outside of vendor". It
// includes tests, examples, generated code and the code of others: a smaller number needs a border between them and the
// target's own code, and in 101 targets read by hand such borders were the cause of most false sizes. The JSON has them
// apart.
func codeSize(c luminos.CodeSize) string {
	where := " in all"
	if c.Without != "" {
		where = " outside of " + c.Without
	}
	return "up to " + words.Bound(c.All+c.All/slack) + " lines of program code" + where
}

// slack is the part of a number of lines, as a divisor, that a bound adds: experts count documentation in strings and
// the ends of blocks differently, and no list of languages is complete.
const slack = 10

// remark returns the end of a statement on lines of code: most are generated, or notebooks are not among them.
func remark(d *dossier) string {
	notebook := func(l luminos.LanguageLines) bool { return l.Name == "Jupyter Notebook" }
	switch size := d.facts.Code; {
	case size.AllGenerated*2 > size.All:
		return ", mostly generated"
	case slices.ContainsFunc(d.scan.Languages, notebook):
		return ", without notebooks"
	}
	return ""
}

// languageAndTools returns the main language, with its version if a toolchain has its name and with the second language,
// and the other toolchains. Without a main language it returns "" only.
func (d *dossier) languageAndTools() []string {
	language := d.facts.MainLanguage
	all := []string{language}
	for _, t := range d.facts.Toolchains {
		if rest, ok := strings.CutPrefix(t, language+" "); ok && language != "" {
			all[0] = language + " " + rest
		} else if language != "" {
			all = append(all, t)
		}
	}
	if second := d.facts.SecondLanguage; second != "" && language != "" {
		all[0] += ", " + second
	}
	return all
}

// ofProgram are the identifiers of licences that are also names of programs.
var ofProgram = map[string]bool{"Vim": true, "Ruby": true, "PostgreSQL": true, "curl": true, "OpenSSL": true, "TCL": true}

// license returns the licence of the whole target, or a remark if only parts have one. A missing licence is named
// only if the target has a main language.
func (d *dossier) license() string {
	switch {
	case d.facts.License != "":
		if ofProgram[d.facts.License] {
			return d.facts.License + " license"
		}
		return d.facts.License
	case several(d.facts), d.facts.MainLanguage == "", !d.facts.Vouched, // a part says nothing about the whole
		d.facts.SaysTerms(): // terms without a name that is known
		return ""
	case slices.ContainsFunc(d.facts.Licenses, func(l luminos.LicenseFile) bool { return l.License != "" }):
		return "licences for parts of it"
	}
	return "no licence found"
}
