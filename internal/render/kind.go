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
	signals, size, own := d.scan.SurveySignals, d.facts.Code, true
	if !d.facts.Vouched && !several(d.facts) { // nothing is known to be a test of the rest
		size, own = luminos.CodeSize{Own: size.Own + size.Tests + size.Other}, false
	}
	files := words.Plural(signals.Files, "file")
	bytes := files + ", " + words.Bytes(signals.Bytes)
	if n := linksIn(d.facts); n > signals.Files { // they are the content
		bytes += ", " + words.Plural(n, "link")
	}
	if !aboutCode(d) {
		size = luminos.CodeSize{} // it says nothing about the material
	}
	code := codeSize(size, own)
	lines := [][]span{d.kindLine(true, bytes, code), d.kindLine(false, bytes, code)}
	if size.Own > 0 {
		size.Generated = 0
		code = strings.TrimSuffix(codeSize(size, own), included(size))
		lines = append(lines, d.kindLine(false, bytes, code), d.kindLine(false, files, code))
	}
	return lines
}

// linksIn returns the number of symbolic links in the target.
func linksIn(f *luminos.Facts) (n int) {
	for i := range f.Directories {
		n += f.Directories[i].Links
	}
	return n
}

// aboutCode reports whether the lines of code say something about the material of the target.
func aboutCode(d *dossier) bool {
	size, files := d.facts.Code, d.scan.SurveySignals.Files
	if !d.facts.Vouched && !several(d.facts) {
		size.Own += size.Tests + size.Other
		size.Tests = 0
	}
	notebook := func(c luminos.Counted) bool { return c.Name == "notebook" } // their code is not counted
	few := size.Own+size.Tests < fewLines || slices.ContainsFunc(d.facts.Holdings, notebook) ||
		len(d.facts.Holdings) > 0 && d.scan.FileCategories[luminos.CategorySource].Files*2 < files
	return d.facts.MainLanguage != "" || !few
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

// codeSize returns the lines of a target's own code: "up to 2,000 lines of own code, tests included". It is a bound,
// since files of others that no word gives away are among them: of 50 sizes read by hand, 9 were too large as figures.
// The tests and examples are not stated apart: in 60 targets read by hand, two of six false sizes were a false border
// between code and tests. If own is false, all code of the target is in c.Own, and counted. The JSON has exact figures,
// and the tests apart.
func codeSize(c luminos.CodeSize, own bool) string {
	n, what := c.Own+c.Tests, " of code"
	switch {
	case c.Generated > 0 && c.Generated < fewLines && n < fewLines: // a minified program has a few long lines
		return ""
	case c.Generated > c.Own && n > 0: // a published package can be the output of a compiler
		what += " + " + words.Roughly(c.Generated) + " of generated code"
	case own && c.Own > 0 && n >= fewLines:
		return "up to " + atMost(n+c.Other) + " lines of own code" + included(c)
	case c.Own > 0:
		what += included(luminos.CodeSize{Tests: c.Tests})
	case c.Tests > 0:
		what = " in tests"
	case c.Other > 0:
		n, what = c.Other, " of examples"
	case c.Generated > 0:
		n, what = c.Generated, " of generated code"
	default:
		return ""
	}
	return roughLines(n) + what
}

// slack is the part of a number of lines, as a divisor, that a bound adds: 1 of 23 sizes read by hand was too small by
// 2 %, since a file of bundled libraries ended in own code.
const slack = 20

// atMost returns a bound on a number of lines of own code.
func atMost(lines int) string { return words.Bound(lines + lines/slack) }

// included returns the end of a statement on lines of code that names tests and examples if they are among them.
func included(c luminos.CodeSize) string {
	var parts []string
	if c.Tests > 0 {
		parts = append(parts, "tests")
	}
	if c.Other > 0 {
		parts = append(parts, "examples")
	}
	if parts == nil {
		return ""
	}
	return ", " + words.List(parts) + " included"
}

// roughLines returns a number of lines, rounded if it is large: "about 1,200 lines".
func roughLines(n int) string {
	switch {
	case n == 1:
		return "1 line"
	case n < words.ExactBelow:
		return words.Roughly(n) + " lines"
	}
	return "about " + words.Roughly(n) + " lines"
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
