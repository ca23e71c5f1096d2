package facts

import (
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// role returns the role of a directory. Names of tests, fixtures, documentation, examples, CI and third-party code
// decide; otherwise contents outweigh the name: "build" with build scripts is source, "assets" with code is not media.
func (s *sketch) role() luminos.DirRole {
	if s.foreign || s.licensed && s.dir.Path.Base() == "bundled" { // spdlog has {fmt} there, with its licence
		return luminos.DirVendored
	}
	s.standard = s.standard || isSpec(s.dir.Path.Base()) && s.below.documents > s.below.sources
	named := s.named()
	if named == luminos.DirDocumentation && s.documents() {
		named = luminos.DirSource
	}
	switch named {
	case luminos.DirTests, luminos.DirFixtures, luminos.DirDocumentation, luminos.DirExamples, luminos.DirBenchmarks,
		luminos.DirCI:
		return named // linguist sets some of these aside, yet they are the target's own
	case luminos.DirVendored:
		return luminos.DirVendored
	case luminos.DirOutput:
		if s.below.sources == 0 && s.below.made*leastMade >= s.below.all && s.below.made > 0 {
			return luminos.DirOutput
		}
	}
	settings := strings.HasPrefix(s.dir.Path.Base(), ".") && s.found.Categories[luminos.CategorySource] == 0 // of an editor
	if s.dir.Vendored && !settings {
		return luminos.DirVendored
	}
	return s.roleByContents(named)
}

// leastMade is the part of the files of build output, as a divisor, that show that a program wrote them.
const leastMade = 3

// documents reports whether a directory with a name of documentation is a part of a program that handles documents:
// most of its files are sources, and it lies among the sources of a package, holds a package of Go itself, or is a part
// of a package of Python.
func (s *sketch) documents() bool {
	if s.below.sources*2 <= s.found.TotalFiles {
		return false
	}
	if s.languages["Go"] > 0 && s.programs*2 > s.found.Files || s.module && s.dir.Path.Depth() > 1 {
		return true
	}
	for up := s.dir.Path.Dir(); up != luminos.Root; up = up.Dir() {
		switch strings.ToLower(up.Base()) {
		case "src", "lib", "internal", "core":
			return pathrole.Of(up.Join("x")) == ""
		}
	}
	return false
}

// roleByContents returns the role of a directory by the files directly inside. If these decide nothing, it returns
// named, the role by the name, or "" if the contents contradict that. Without a name, source files at any depth decide.
func (s *sketch) roleByContents(named luminos.DirRole) luminos.DirRole {
	c := func(cs ...luminos.Category) (n int) {
		for _, k := range cs {
			n += s.found.Categories[k]
		}
		return n
	}
	total := 0
	for _, n := range s.found.Categories {
		total += n
	}
	source := c(luminos.CategorySource)
	if s.dir.Path == luminos.Root { // the target has a kind, not a role
		total = 0
	}
	holdsSource := s.below.sources*4 >= s.found.TotalFiles && s.below.sources > 0
	switch {
	case total == 0:
	case s.below.marked*10 >= s.below.all*8:
		return luminos.DirGenerated
	// More than half is common if tests lie beside the code that they test, and one test alone can lie above all code.
	case s.found.Tests*10 >= total*9 && s.below.tests*2 > s.below.sources:
		return luminos.DirTests
	case named == luminos.DirAssets && s.programs*2 <= total:
		return luminos.DirAssets
	case c(luminos.CategoryImage, luminos.CategoryAudio, luminos.CategoryVideo)*2 > total:
		return luminos.DirMedia
	case named == luminos.DirConfiguration && source*2 <= total:
		return luminos.DirConfiguration
	case named == luminos.DirOutput && s.below.sources == 0 && source*2 > total: // written by whom is unknown
		return ""
	case source*4 >= total && (holdsSource || source*2 > total), s.programs > 0 && s.programs*10 >= total && holdsSource:
		return luminos.DirSource
	case holdsSource:
	case c(luminos.CategoryData, luminos.CategoryModel)*2 > total:
		return luminos.DirData
	case c(luminos.CategoryDocument)*2 > total:
		return luminos.DirDocuments
	case c(luminos.CategoryConfig)*2 > total:
		return luminos.DirConfiguration
	}
	switch {
	case named == luminos.DirSource && s.below.sources == 0, named == luminos.DirOutput:
		return ""
	case named == "" && holdsSource:
		return luminos.DirSource
	}
	return named
}

// named returns the role of a directory by its name, or by the name of the nearest directory above
// whose role extends to all directories below.
func (s *sketch) named() luminos.DirRole {
	dir := s.dir.Path
	if dir == luminos.Root {
		return ""
	}
	if root := pathrole.PackageRoot(dir); root != "" {
		// org/example/samples is part of a package name; the directory above decides.
		dir = root
	} else if lib := pathrole.LoadPath(dir); lib != "" && s.languages["Ruby"] > 0 {
		dir = lib
	} else if root := pathrole.Namespace(dir); root != "" && s.languages["PHP"] > 0 {
		dir = root
	}
	own := pathrole.Named(dir.Base())
	switch {
	case pathrole.Benchmarks(dir):
		return luminos.DirBenchmarks
	case own == luminos.DirCI && !isCIDir(dir):
		own = ""
	case dir == "t" && s.below.tests*2 > s.below.sources: // tests of Perl lie there
		return luminos.DirTests
	case s.standard && isSpec(dir.Base()):
		own = ""
	case own == luminos.DirSource, own == luminos.DirExamples && pathrole.Of(dir.Join("x")) == luminos.DirDocumentation:
	case own != "":
		return own
	}
	for up := dir.Dir(); up != luminos.Root; up = up.Dir() {
		if pathrole.Benchmarks(up) {
			return luminos.DirBenchmarks
		}
		if s.standard && isSpec(up.Base()) {
			continue
		}
		switch p := pathrole.Named(up.Base()); p {
		case luminos.DirTests, luminos.DirFixtures, luminos.DirDocumentation, luminos.DirExamples, luminos.DirVendored, luminos.DirOutput:
			return p
		}
	}
	return own
}

// isSpec reports whether a directory has a name for tests or for the text of a specification.
func isSpec(name string) bool {
	return strings.EqualFold(name, "spec") || strings.EqualFold(name, "specs")
}

// isCIDir reports whether a directory with a name of CI belongs to CI: "workflows" does only in a hidden directory.
func isCIDir(dir luminos.Path) bool {
	return dir.Base() != "workflows" || strings.HasPrefix(dir.Dir().Base(), ".")
}

// notableNames ranks the files that a reader opens first, by lower-case name
// without extension.
var notableNames = map[string]int{
	"readme": 100, "index": 60, "main": 70, "__main__": 70, "app": 55, "server": 55, "cli": 55, "lib": 60, "mod": 55,
	"__init__": 35, "doc": 50, "schema": 50, "models": 45, "program": 60, "manage": 50, "setup": 20,
	"types": 40, "config": 25, "routes": 45, "urls": 40, "build": 15, "package": 40, "pyproject": 40, "cargo": 40,
	"go": 30, "makefile": 30, "dockerfile": 30, "architecture": 60, "design": 50, "changelog": 10, "license": 5, "contributing": 12,
	"package-info": 30, "core": 40, "base": 30, "api": 45,
}

// notability returns the rank of a file among the files of its directory that deserve mention, by
// its name, category and size. Entry points rank higher; 0 means that the file is never mentioned.
func notability(f *luminos.File, entry bool) int {
	if f.Generated || f.Vendored {
		return 0
	}
	base := f.Path.Base()
	stem := strings.ToLower(base[:len(base)-len(f.Path.Ext())])
	rank := notableNames[stem]
	switch f.Category {
	case luminos.CategorySource:
		if pathrole.TestFile(f.Path) {
			return 1
		}
		// The largest source file ranks like a moderately notable name.
		rank += 5 + bits(f.Lines.Code)*2
		if stem == strings.ToLower(f.Path.Dir().Base()) { // flask/flask.py, scan/scan.go
			rank += 25
		}
	case luminos.CategoryDocument, luminos.CategoryData:
		rank += 4 + bits(int(f.Size>>10))/2
	case luminos.CategoryConfig:
		rank += 2
	default:
		if rank != 100 {
			rank = 1
		}
	}
	if entry {
		rank += 80
	}
	return max(rank, 1)
}

// bits returns the number of binary digits of n, which grows like its logarithm.
func bits(n int) (b int) {
	for ; n > 0; n >>= 1 {
		b++
	}
	return b
}
