package facts

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"luminos"
	"luminos/internal/facts/debian"
	"luminos/internal/facts/document"
	"luminos/internal/facts/license"
	"luminos/internal/lazyregexp"
)

// readUnpacked reads the documents of an unpacked package of a system.
func readUnpacked(ctx context.Context, in input, r *readings) (yield, error) {
	p, err := debian.Read(ctx, in.src, in.scan)
	if r.unpacked.Package = p; p.Name != "" {
		r.facts.Programs = debian.Programs(in.scan, p.Name)
	}
	return yield{problems: p.Problems, read: p.Read}, err
}

// unpack sets the name, version, licence and description of an unpacked package, and returns its kind. It returns the
// given kind for other targets.
func (r *readings) unpack(kind string) string {
	p, f := &r.unpacked, &r.facts
	if p.Name == "" {
		return kind
	}
	f.Name, f.License, f.Description, f.Releases = p.Name, allOf(p.Licenses), sentence(p.Description), p.Releases
	maps.Copy(f.Evidence, p.Evidence)
	if placeholder().MatchString(f.Description) { // "Description of libjo" in a template
		f.Description = ""
		delete(f.Evidence, "description")
	}
	delete(f.Evidence, "purpose")
	if f.Version = p.Version(); f.Version == "" {
		delete(f.Evidence, "version")
	}
	words := len(p.Licenses) == 0 && (p.Terms == debian.InWords || p.Terms == debian.WithChoice)
	for _, l := range f.Licenses {
		choice := strings.Contains(l.License, " OR ")
		chosen := choice || p.Terms != debian.WithChoice
		if choice && p.Terms == debian.InWords && !slices.ContainsFunc(l.Evidence, offers) {
			continue // texts for parts, one below the other
		}
		if words && l.Path == p.Docs.Join("copyright") && l.License != "" && !beside(l) && !unversioned(l.License) &&
			!ofPart(l) && chosen {
			f.License = l.License
			r.cite("license", l.Evidence)
		}
	}
	r.describePackage()
	return debian.Kind
}

// offers reports whether a quotation lets the user choose between licences.
func offers(e luminos.Evidence) bool {
	return strings.Contains(e.Quote, "|") || strings.Contains(strings.ToLower(e.Quote)+" ", " or ")
}

// ofPackagers matches a sentence of the packagers about the contents of a package.
var ofPackagers = lazyregexp.Lazy(`^This package (?:contains|includes|provides) `)

// describePackage sets the description of an unpacked package without a field for it: the README of its authors
// describes it, or else the sentence of the packagers about its contents, or else its metadata or the manual of its
// program, or else the manifest that has its name.
func (r *readings) describePackage() {
	p, f := &r.unpacked, &r.facts
	for _, accepts := range []func(document.About) bool{
		func(a document.About) bool {
			return ofUpstream(a.Evidence) && a.Text[0] != '<' && !strings.HasPrefix(a.Text, "Q. ")
		},
		func(a document.About) bool { return ofPackagers().MatchString(a.Text) },
	} {
		for _, a := range r.readmes {
			if s := strings.TrimSuffix(sentence(a.Text), ":"); f.Description == "" && a.Dir == p.Docs && usable(s) && accepts(a) {
				f.Description = s
				r.cite("description", a.Evidence)
			}
		}
	}
	s, evidence := sentence(p.Purpose), p.Evidence["purpose"]
	if s == "" {
		s, evidence = declaredPurpose(p.Name, f.Manifests)
	}
	if f.Description == "" && usable(s) && !repeats(s, p.Name) {
		f.Description = s
		r.cite("description", evidence)
	}
}

// wrapped matches the words that Debian puts around the name of a package of another system: "node-connect",
// "r-cran-plotrix", "librust-serde-cbor-dev", "libasm-java".
var wrapped = lazyregexp.Lazy(`^(?:node|ruby|r-cran|r-bioc|r-other|php)-(.+)$|^librust-(.+)-dev$|^lib(.+)-java$`)

// declaredPurpose returns the description in the only manifest that has the name of an unpacked package.
func declaredPurpose(name string, manifests []luminos.Manifest) (string, []luminos.Evidence) {
	plain := strings.NewReplacer("_", "-", ".", "-")
	if m := wrapped().FindStringSubmatch(name); m != nil {
		name = m[1] + m[2] + m[3]
	}
	var found []luminos.Manifest
	for _, m := range manifests {
		same := plain.Replace(strings.ToLower(m.Name)) == plain.Replace(name)
		if same && m.Description != "" && m.Role != luminos.ManifestExample && m.Role != luminos.ManifestTest {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		return "", nil
	}
	return sentence(found[0].Description), found[0].Evidence
}

// reOfPart matches a field that names the licence of a part: "License: LGPL-2 for GMP".
var reOfPart = lazyregexp.Lazy(`^[Ll]icen[cs]e: *\S+ for [A-Z]`)

// ofPart reports whether the terms give a licence to a part of the source only.
func ofPart(l luminos.LicenseFile) bool {
	return len(l.Evidence) > 0 && reOfPart().MatchString(l.Evidence[0].Quote)
}

// beside reports whether a licence can be one of several in its file: its text is less than 60 % of the file, or the
// texts of several licences are less than 40 %. The notices of GNU licences are short, since they refer to the text:
// beside another licence they can be for single files, or for the work of the packagers.
func beside(l luminos.LicenseFile) bool {
	least := 60.0
	if strings.Contains(l.License, " AND ") {
		if strings.Contains(l.License, "GPL") {
			return true
		}
		least = 40
	}
	return l.Coverage > 0 && float64(l.Coverage) < least && !strings.Contains(l.License, "GPL")
}

// unversioned reports whether a licence is a GNU licence without a version. The terms then say more: which versions, or
// exceptions.
func unversioned(license string) bool {
	return slices.Contains([]string{"GPL", "LGPL", "AGPL"}, license)
}

// allOf returns the licence expression for licences that all hold, by the names that Debian gives them.
func allOf(names []string) string {
	var list []string
	for _, n := range names {
		choice := strings.Split(n, " or ")
		for i, c := range choice {
			if !strings.Contains(c, "/") && !strings.Contains(c, "exception") { // "MIT/X11" is one licence
				choice[i] = license.Known(strings.ReplaceAll(c, " and ", " AND "))
			}
		}
		if n = strings.Join(choice, " OR "); len(choice) > 1 && len(names) > 1 {
			n = "(" + n + ")"
		}
		list = append(list, n)
	}
	return strings.Join(list, " AND ")
}

// ofUpstream reports whether a text is of a README about the whole package by its authors: "README.Debian" and
// "README.problems" are about a part or about the packaging, "FAQ" is about questions.
func ofUpstream(evidence []luminos.Evidence) bool {
	if len(evidence) == 0 {
		return false
	}
	name, ext := evidence[0].Path.Base(), evidence[0].Path.Ext()
	return strings.HasPrefix(strings.ToUpper(name), "README") && slices.Contains([]string{"", ".md", ".rst", ".txt"}, ext)
}

// inPackage ends the kind of a package of npm that is unpacked; npmPackage is the kind if no other is known.
const (
	inPackage  = " in an " + npmPackage
	npmPackage = "unpacked npm package"
)

// archived returns a kind, with words for the package if the target is one of npm that is unpacked.
func archived(kind string, scan *luminos.Scan, manifests []luminos.Manifest) string {
	if !packed(scan, manifests) {
		return kind
	}
	return strings.TrimPrefix(kind+inPackage, " in an ")
}

// packed reports whether the target is a published package of npm as it was unpacked: with a manifest at its root, no
// repository, and the time in all files that npm or yarn gives each file of an archive.
func packed(scan *luminos.Scan, manifests []luminos.Manifest) bool {
	atRoot := func(m luminos.Manifest) bool { return m.Path == "package.json" }
	if scan.Git != nil || !slices.ContainsFunc(manifests, atRoot) {
		return false
	}
	npm, yarn := time.Date(1985, 10, 26, 8, 15, 0, 0, time.UTC), time.Date(1984, 6, 22, 21, 50, 0, 0, time.UTC)
	return !slices.ContainsFunc(scan.Files, func(f luminos.File) bool {
		return f.Regular() && !f.ModTime.Equal(npm) && !f.ModTime.Equal(yarn)
	})
}
