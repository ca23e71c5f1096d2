package debian

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	// format matches the first field of terms in the form for machines (DEP 5), also of its drafts.
	format = lazyregexp.Lazy(`(?m)^Format(?:-Specification)?: *\S*(?:copyright-format|dep5)`)
	// choice matches words that let the user choose a second licence.
	choice = lazyregexp.Lazy(`(?i)\beither\b[^.]{0,200}\bor\b[^.]{0,60}\bartistic licen[cs]e\b`)
	// laterToo matches words of a GNU licence that permit versions later than the one in its group.
	laterToo = lazyregexp.Lazy(`(?i)\b(?:version |v)(\d+(?:\.\d+)?)[^.]{0,80}\bany later version\b`)
	// gnu matches the name of a GNU licence of one version.
	gnu = lazyregexp.Lazy(`^[AL]?GPL-[\d.]+$`)
	// shortName matches the name of a licence in such a file.
	shortName = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9.+()/ ~-]{0,79}$`)
	// whole matches the licence that a sentence gives to the package with all its parts: "The package as a whole is
	// therefore under the GPL v2". Its groups are the name and the version of a GNU licence.
	whole = lazyregexp.Lazy(`\bas a whole,? (?:is|are|becomes?|falls?|must be|can only be)\b[^.;]{0,60}?` +
		`\b(?:under|(?:covered|governed) by)\b(?:[^.;]{0,40}?\b([AL]?GPL)[- ]?(?:v|version )?\.?(\d(?:\.\d)?)(\+| or later)?)?`)
	// unnamed matches names that do not say which licence a text is.
	unnamed = lazyregexp.Lazy(`(?i)^(?:other|others|custom|special|misc|various|mixed|permissive|unknown|none|` +
		`see[ -].*)$`)
)

// paragraph is a paragraph of terms for some files of a source.
type paragraph struct {
	files   []string
	license string
	line    int // of the licence
}

// readTerms sets the licence that terms in the form for machines declare. The paragraph for all files decides, if no
// other licence has more paragraphs, or if there are too many for a list: the others are about single files of the
// source, which can be of another package.
// Without it the paragraph decides whose directory ends the name of the package, as nld-lit in dict-nld-lit.
// Otherwise the licences of all paragraphs hold, except paragraphs for the packaging only. Without a paragraph for all
// files these are not known to hold for one of several packages of the source.
func (p *Package) readTerms(t luminos.Text) {
	if p.readWhole(t) {
		return
	}
	if !format().MatchString(t.Content) {
		p.readWords(t)
		return
	}
	list := slices.DeleteFunc(paragraphs(t.Lines()), func(g paragraph) bool { // for the packaging only
		return !slices.ContainsFunc(g.files, func(s string) bool { return !strings.HasPrefix(s, "debian/") })
	})
	count, most := map[string]int{}, 0
	for _, g := range list {
		count[g.license]++
		most = max(most, count[g.license])
	}
	const longest = 4 // licences; a longer list does not say which is the licence of the package
	all := slices.IndexFunc(list, func(g paragraph) bool { return slices.Contains(g.files, "*") })
	part := slices.IndexFunc(list, func(g paragraph) bool { return slices.ContainsFunc(g.files, p.isOf) })
	switch {
	case all >= 0 && p.Source != "" && p.Source != p.Name && !p.ofPython() && len(count) > longest:
		return // one of many packages of a source with many licences
	case all >= 0 && strings.HasPrefix(list[all].license, "GFDL") && len(count) > longest:
		return // it is for documents, so that programs have another one
	case all >= 0 && (count[list[all].license] == most || len(count) > longest):
		list = list[all : all+1]
	case all >= 0:
	case part >= 0:
		list = list[part : part+1]
	case len(count) > 1 && p.Source != "" && p.Source != p.Name:
		return
	}
	var names []string
	var evidence []luminos.Evidence
	for _, g := range list {
		each := []string{g.license}
		if !strings.Contains(g.license, " or ") { // each holds, and another paragraph can have one of them
			each = strings.Split(g.license, " and ")
		}
		for _, name := range each {
			switch {
			case !shortName().MatchString(name), unnamed().MatchString(name):
				return
			case !slices.Contains(names, name):
				names = append(names, name)
				evidence = append(evidence, t.Cite(g.line, g.line))
			}
		}
	}
	for i, n := range names {
		_, version, _ := strings.Cut(n, "-")
		m := laterToo().FindStringSubmatch(textOfLicense(t.Lines(), n))
		if gnu().MatchString(n) && m != nil && strings.TrimSuffix(m[1], ".0") == strings.TrimSuffix(version, ".0") {
			names[i] += "+"
		}
	}
	if len(names) > 0 && len(names) <= longest {
		p.Licenses, p.Evidence["license"] = names, evidence
	}
}

// readWhole sets the licence that terms give to the package as a whole, and reports whether they do. A licence that
// cannot be read from that sentence is left out: the licences of the parts do not replace it.
func (p *Package) readWhole(t luminos.Text) bool {
	m := whole().FindStringSubmatch(luminos.Fold(t.Content))
	if m == nil {
		return false
	}
	p.Terms = AsAWhole
	if m[1] == "" {
		return true
	}
	name := m[1] + "-" + strings.TrimSuffix(m[2], ".0")
	if m[3] != "" {
		name += "+"
	}
	at := 1 + max(0, slices.IndexFunc(t.Lines(), func(l string) bool { return strings.Contains(l, "whole") }))
	p.Licenses, p.Evidence["license"] = []string{name}, []luminos.Evidence{t.Cite(at, at)}
	return true
}

// ofManual matches the words by which a manual is under the GNU Free Documentation License. Its groups are the version
// and the words for later ones.
var ofManual = lazyregexp.Lazy(`(?i)modify this (?:document|manual) under the terms of the GNU Free Documentation ` +
	`License, version (\d(?:\.\d)?)( or any later version)?\b`)

// readWords sets the form of terms in words, and the licence of a package of documents if they give its manual one
// beside the one of the program.
func (p *Package) readWords(t luminos.Text) {
	text := luminos.Fold(t.Content)
	if p.Terms = InWords; choice().MatchString(text) {
		p.Terms = WithChoice
	}
	m := ofManual().FindStringSubmatch(text)
	if m == nil || !isDocument().MatchString(p.Name) {
		return
	}
	name := "GFDL-" + m[1]
	if m[2] != "" {
		name += "+"
	}
	at := 1 + max(0, slices.IndexFunc(t.Lines(), func(l string) bool {
		return strings.Contains(strings.ToLower(l), "free documentation")
	}))
	p.Licenses, p.Evidence["license"] = []string{name}, []luminos.Evidence{t.Cite(at, at)}
}

// textOfLicense returns the text below the last field "License: NAME", or "".
func textOfLicense(lines []string, name string) string {
	text, inside := "", false
	for _, line := range lines {
		if value, ok := strings.CutPrefix(line, "License:"); ok {
			if inside = strings.TrimSpace(value) == name; inside {
				text = ""
			}
			continue
		}
		if inside = inside && strings.HasPrefix(line, " "); inside {
			text += line
		}
	}
	return luminos.Fold(text)
}

// isOf reports whether a pattern for files is a directory whose name ends the name of the package.
func (p *Package) isOf(pattern string) bool {
	dir, ok := strings.CutSuffix(pattern, "/*")
	return ok && strings.HasSuffix(p.Name, "-"+dir)
}

// paragraphs returns the paragraphs for files. Lines that begin with a space go on with the list of files.
func paragraphs(lines []string) []paragraph {
	var list []paragraph
	var g paragraph
	last := ""
	for i, line := range append(lines, "") {
		key, value, _ := strings.Cut(line, ":")
		switch {
		case strings.TrimSpace(line) == "":
			if len(g.files) > 0 {
				list = append(list, g)
			}
			g, last = paragraph{}, ""
		case line[0] == ' ' || line[0] == '\t':
			if last == "Files" {
				g.files = append(g.files, strings.Fields(line)...)
			}
		default:
			last = key
			switch key {
			case "Files":
				g.files = strings.Fields(value)
			case "License":
				g.license, g.line = strings.ReplaceAll(strings.TrimSpace(value), "-OR-", " or "), i+1
			}
		}
	}
	return list
}
