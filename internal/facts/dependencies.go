package facts

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// completeManifests are the package systems whose manifest declares all direct dependencies of a package by itself.
var completeManifests = []string{"npm", "cargo", "go", "composer", "pub", "arduino"}

// countInstead returns the number of the dependencies in words if that says more than a line that names libraries: if a
// library uses no known ones, or if a program of one package only uses parsers of command lines. It returns "" otherwise.
func countInstead(
	scan *luminos.Scan, f *luminos.Facts, main map[luminos.Path]*luminos.Manifest, sure func(luminos.Library) bool,
	modules map[string]int,
) string {
	other := func(l luminos.Library) bool { return sure(l) && l.Role != "cli" }
	named := slices.ContainsFunc(f.Libraries, sure)
	if named && (packagesOf(main) != 1 || slices.ContainsFunc(f.Libraries, other)) ||
		!named && !onlyLibrary(f) && f.Kind != action {
		return ""
	}
	return dependencyCount(scan, f, main, modules)
}

// packagesOf returns the number of manifests that are neither of tools nor of images.
func packagesOf(manifests map[luminos.Path]*luminos.Manifest) (n int) {
	for _, m := range manifests {
		if !m.BuildTool && m.Ecosystem != "docker" {
			n++
		}
	}
	return n
}

// dependencyCount returns the number of dependencies of the main packages at run time in words, with the names that most
// files import; parsers of command lines come last. It returns "" if a manifest may declare dependencies elsewhere or was
// not read completely, and for a program that needs nothing else. The argument modules counts the files by the module
// that they import: modules of Go that only tests need are declared like the others.
func dependencyCount(
	scan *luminos.Scan, f *luminos.Facts, main map[luminos.Path]*luminos.Manifest, modules map[string]int,
) string {
	if !declaresAll(f, main, modules) || main["go.mod"] != nil && slices.ContainsFunc(scan.Files, generatedGo) {
		return ""
	}
	parser := func(name string) bool {
		is := func(l luminos.Library) bool { return l.Name == name && l.Role == "cli" }
		return slices.ContainsFunc(f.Libraries, is)
	}
	var names, parsers, optional []string
	for _, d := range f.Dependencies {
		switch {
		case main[d.Manifest] == nil, d.Ecosystem == "go" && importers(modules, d.Name) == 0:
		case d.Scope == "optional" && (d.Ecosystem != "npm" || len(main) != 1 || !onlyLibrary(f)):
			return "" // features of a crate turn them on
		case d.Scope == "optional": // peers of a package have this scope, too
			if !slices.Contains(optional, d.Name) {
				optional = append(optional, d.Name)
			}
		case d.Scope != "" || slices.Contains(names, d.Name) || slices.Contains(parsers, d.Name):
		case parser(d.Name):
			parsers = append(parsers, d.Name)
		default:
			names = append(names, d.Name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(importers(modules, b), importers(modules, a))
	})
	if len(names) == 0 && len(parsers) > 0 && !onlyLibrary(f) {
		return ""
	}
	names = append(names, parsers...)
	optional = slices.DeleteFunc(optional, func(name string) bool { return slices.Contains(names, name) })
	switch {
	case len(names) == 0 && len(optional) > 0:
		return "" // a peer is needed, too
	case len(names) == 0 && (f.Kind == action || slices.ContainsFunc(f.Manifests, arduino)):
		return "" // old libraries do not declare them, and a bundle has its own
	case len(names) == 0:
		return "no runtime dependencies"
	}
	for i, name := range names {
		names[i] = strings.TrimPrefix(reVersion().ReplaceAllString(name, ""), "github.com/")
	}
	text := words.Plural(len(names), "runtime dependency") + ": " + words.Some(names, 3)
	if len(optional) > 0 {
		text += "; " + words.Count(len(optional)) + " optional or peer"
	}
	return text
}

// arduino reports whether m is the manifest of a library for Arduino.
func arduino(m luminos.Manifest) bool { return m.Ecosystem == "arduino" }

// forArduino reports whether m is the manifest at the root that makes the target a library for Arduino.
func forArduino(m luminos.Manifest) bool {
	return arduino(m) && m.Name != "" && m.Path.Dir() == luminos.Root
}

// generatedGo reports whether f is a generated file of Go, whose imports are not read.
func generatedGo(f luminos.File) bool {
	return f.Generated && f.Path.Ext() == ".go" && !pathrole.Aside(f.Path)
}

// declaresAll reports whether the manifests of the main packages declare all their dependencies and were read
// completely.
func declaresAll(f *luminos.Facts, main map[luminos.Path]*luminos.Manifest, modules map[string]int) bool {
	own := 0
	for i := range f.Manifests {
		m := &f.Manifests[i]
		unused := m.Ecosystem == "go" && main[m.Path] == nil && importers(modules, m.Name) == 0
		if m.Own() && m.Name != "" && slices.Contains(completeManifests, m.Ecosystem) && !unused {
			own++
		}
	}
	if own > len(main) {
		return false // a package beside the main ones can be among their dependencies, which leave out the target's own
	}
	for p, m := range main {
		if m.BuildTool || m.Ecosystem == "docker" {
			continue
		}
		failed := slices.ContainsFunc(f.Problems, func(q luminos.Problem) bool { return q.Path == p })
		if failed || !slices.Contains(completeManifests, m.Ecosystem) {
			return false
		}
		if m.Ecosystem == "npm" && m.Name == "" {
			return false // it is not the package that is published
		}
	}
	return packagesOf(main) > 0
}
