package render

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// kindLines returns lines with the kind, the languages, the licence and the size of the target, the fullest first: with
// all toolchains, without them, without the code of tests, and without the bytes.
func kindLines(d *dossier) [][]span {
	signals, size := d.scan.SurveySignals, d.facts.Code
	if !d.facts.Vouched && !several(d.facts) { // nothing is known to be a test of the rest
		size = luminos.CodeSize{Own: size.Own + size.Tests + size.Other}
	}
	files := words.Plural(signals.Files, "file")
	bytes := files + ", " + words.Bytes(signals.Bytes)
	notebook := func(c luminos.Counted) bool { return c.Name == "notebook" } // their code is not counted
	few := size.Own+size.Tests < fewLines || slices.ContainsFunc(d.facts.Holdings, notebook) ||
		len(d.facts.Holdings) > 0 && d.scan.FileCategories[luminos.CategorySource].Files*2 < signals.Files
	if d.facts.MainLanguage == "" && few {
		size = luminos.CodeSize{} // it says nothing about the material
	}
	code := codeSize(size)
	lines := [][]span{d.kindLine(true, bytes, code), d.kindLine(false, bytes, code)}
	if size.Own > 0 {
		size.Tests, size.Generated = 0, 0
		code = codeSize(size)
		lines = append(lines, d.kindLine(false, bytes, code), d.kindLine(false, files, code))
	}
	return lines
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

// fewTests is the number of times that the code is larger than the tests from which on the tests are not stated: so few
// lines can be a part of the program that is named so.
const fewTests = 200

// codeSize returns the lines of a target's own code, and the lines in its files and directories of tests: "about 1,200
// lines of code + 800 in tests". A file of others that no word of its own gives away is among them, and counters of
// lines differ in how they read comments and strings. So the figures are rough; exact ones are in the JSON.
func codeSize(c luminos.CodeSize) string {
	n, what := c.Own, " of code"
	switch {
	case n > 0:
	case c.Tests > 0:
		n, what, c.Tests = c.Tests, " in tests", 0
	case c.Other > 0:
		n, what = c.Other, " of examples"
	case c.Generated > 0:
		n, what, c.Generated = c.Generated, " of generated code", 0
	default:
		return ""
	}
	about := "about " // once, for all that follow
	figure := func(n int) string {
		if n < words.ExactBelow {
			return words.Roughly(n)
		}
		text := about + words.Roughly(n)
		about = ""
		return text
	}
	text := figure(n) + " lines" + what
	if n == 1 {
		text = "1 line" + what
	}
	if c.Tests*fewTests > n {
		text += " + " + figure(c.Tests) + " in tests"
	}
	if c.Generated > c.Own { // a published package can be the output of a compiler
		text += " + " + figure(c.Generated) + " of generated code"
	}
	return text
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
