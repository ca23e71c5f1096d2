package scan

import (
	"cmp"
	"encoding/json"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/pathrole"
)

// notices holds the heads of sources from which their authors follow, and the names of the projects.
type notices struct {
	noting  sync.Mutex // guards the fields below
	heads   []headed
	outputs []luminos.Path           // directories that packages write
	sources int                      // the number of sources
	files   map[string]int           // by holder
	owned   map[luminos.Path][]owned // by directory, at most ownedMax
}

// headed is a source with a notice.
type headed struct {
	path luminos.Path
	content.Notice
}

// owned is a file that names the project of its directory: a manifest with its names, or the text of a licence.
type owned struct {
	base     string // the name of the file
	names    []string
	text     string
	families []string // of the licences in the text
	holders  []string // of the copyright in the text
	manifest bool     // the directory is a package of its own
	copied   bool     // the file states only the address from which the directory was copied
}

// ownedMax is the maximum number of files of a directory that name its project. The first by their names are kept.
const ownedMax = 16

// manifests are the names of files that describe a package: a part of the formats in internal/facts/manifest, which also
// reads build files and workspaces.
var manifests = map[string]bool{
	"package.json": true, "go.mod": true, "Cargo.toml": true, "pyproject.toml": true, "setup.py": true,
	"composer.json": true, "pom.xml": true, "build.gradle": true, "build.gradle.kts": true, "DESCRIPTION": true,
	"pubspec.yaml": true, "mix.exs": true, "Project.toml": true,
}

// manifestExts are the extensions of other such files.
var manifestExts = map[string]bool{".gemspec": true, ".cabal": true, ".csproj": true, ".fsproj": true, ".opam": true}

// ownText matches the names of files that hold the licence of a project or its authors.
var ownText = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|authors|contributors)`)

// licence matches the names of files that hold the licence of a directory.
var licence = regexp.MustCompile(`(?i)^(?:licen[cs]e|copying)(?:[._-]|$)`)

// originFile matches the names of files that state where a directory was copied from, and copiedFrom their texts: the
// address of a repository, perhaps with a commit.
var (
	originFile = regexp.MustCompile(`(?i)^(?:source|origin|upstream)(?:\.(?:txt|url|md))?$`)
	copiedFrom = regexp.MustCompile(`^\s*(?:[0-9a-f]{7,40}\s+)?https?://[\w.-]+/\S+/\S+\s*(?:[0-9a-f]{7,40}\s*)?$`)
)

// foreignMax is the maximum number of files in a target with a foreign holder: a library of one file, or a file and its
// header.
const foreignMax = 2

// note keeps the notice at the head of a file, or the names and texts with which a project names itself.
func (n *notices) note(p luminos.Path, language string, head []byte) {
	o := owned{base: p.Base(), manifest: manifests[p.Base()] || manifestExts[p.Ext()]}
	switch {
	case p.Base() == "package.json":
		var m struct {
			Name, Main string
			Scripts    map[string]string
		}
		if json.Unmarshal(head, &m) == nil {
			o.names = []string{m.Name, luminos.Path(m.Main).Base()}
			n.build(outputs(p.Dir(), m.Scripts))
		}
	case o.manifest:
	case originFile.MatchString(p.Base()):
		o.copied = copiedFrom.Match(head)
	case ownText.MatchString(p.Base()):
		o.text, o.families, o.holders = string(head), content.LicensesIn(head), content.HoldersIn(head)
	case content.LanguageType(language) == "programming" || p.Ext() == ".css":
		h := headed{p, content.NoticeOf(p, head)}
		h.Library = h.Library || h.Loaded && pathrole.Of(p) == luminos.DirTests
		n.keep(h)
		return
	}
	if o.manifest || o.copied || o.text != "" {
		n.own(p.Dir(), o)
	}
}

// keep counts the file of a notice for each holder, and keeps the notice if the file can be the work of others.
func (n *notices) keep(h headed) {
	n.noting.Lock()
	defer n.noting.Unlock()
	for _, holder := range h.Holders {
		if n.files == nil {
			n.files = map[string]int{}
		}
		n.files[holder]++
	}
	n.sources++
	if h.Library || len(h.Licenses) > 0 || h.Origin != "" {
		n.heads = append(n.heads, h)
	}
}

// build keeps directories that a package writes.
func (n *notices) build(dirs []luminos.Path) {
	n.noting.Lock()
	defer n.noting.Unlock()
	n.outputs = append(n.outputs, dirs...)
}

// own keeps a file that names the project of the directory dir.
func (n *notices) own(dir luminos.Path, o owned) {
	n.noting.Lock()
	defer n.noting.Unlock()
	if n.owned == nil {
		n.owned = map[luminos.Path][]owned{}
	}
	list := n.owned[dir]
	at, _ := slices.BinarySearchFunc(list, o.base, func(o owned, base string) int { return cmp.Compare(o.base, base) })
	list = slices.Insert(list, at, o)
	n.owned[dir] = list[:min(len(list), ownedMax)]
}

// above yields the files that name the projects of the directories above p.
func (n *notices) above(p luminos.Path) iter.Seq[owned] {
	return func(yield func(owned) bool) {
		for dir := p; dir != luminos.Root; {
			dir = dir.Dir()
			for _, o := range n.owned[dir] {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// mark marks the files whose heads show that they are the work of others as vendored: a library in one file with
// another name than the project's, and the scripts below a directory with its name, a file of a holder and under a
// licence that the project's own licence and authors do not name or for which the licence names the file, and a copy by
// its own words. It also marks the files below a directory with the licence of others.
func (n *notices) mark(s *luminos.Scan) {
	libraries, scripts, copies, own := 0, 0, 0, ownFiles(s.Files)
	for _, h := range n.heads {
		if h.Library {
			libraries++
		}
		if h.Origin != "" {
			copies++
		}
	}
	for i := range s.Files {
		if f := &s.Files[i]; f.Counted() && (f.Language == "JavaScript" || f.Language == "CSS") {
			scripts++
		}
	}
	for _, h := range n.heads {
		rare := !slices.ContainsFunc(h.Holders, func(name string) bool { return n.files[name] > foreignMax })
		library := h.Library && libraries*3 <= scripts && !n.named(h.path)
		copied := h.Origin != "" && copies*2 <= n.sources && !n.calls(h.Origin)
		licensed := len(h.Licenses) > 0 && rare
		if library || copied || licensed && (n.differs(h.Notice, h.path) || n.listed(h.path)) {
			if i, ok := slices.BinarySearchFunc(s.Files, h.path, atPath); ok {
				s.Files[i].Vendored = true
			}
			if library && h.path.Dir().Base() == strings.TrimSuffix(h.path.Base(), h.path.Ext()) {
				vendorScripts(filesBelow(s.Files, h.path.Dir()), own) // codemirror/codemirror.js
			}
		}
	}
	n.markBelow(s)
	n.markBuilt(s)
	claimTested(s)
	n.claimNamed(s)
	markTwins(s)
	markSingles(s)
}

// vendorScripts marks the scripts among the files of a library's directory, unless most of the target's own files are
// among them.
func vendorScripts(files []luminos.File, own int) {
	if ownFiles(files)*2 > own {
		return
	}
	for i := range files {
		if f := &files[i]; f.Language == "JavaScript" || f.Language == "CSS" {
			f.Vendored = true
		}
	}
}

// ownFiles returns the number of files that are not vendored.
func ownFiles(files []luminos.File) (n int) {
	for i := range files {
		if !files[i].Vendored {
			n++
		}
	}
	return n
}

// markBelow marks the sources below the directories with the licence of others as vendored. A package of its own, with
// a manifest, can have other authors than the packages beside it, unless it is of another format than the package at
// the root and has workflows of its own, which only run at the root of a repository: it is a copy of that repository.
// Another directory with most of the files is the work itself.
func (n *notices) markBelow(s *luminos.Scan) {
	var marked luminos.Path // the last directory
	for _, dir := range slices.SortedFunc(maps.Keys(n.owned), luminos.Path.CompareTree) {
		copied := n.otherFormat(dir) && len(filesBelow(s.Files, dir.Join(".github/workflows"))) > 0
		if dir.Within(marked) || !n.foreign(dir, copied) {
			continue
		}
		files := filesBelow(s.Files, dir)
		if len(files)*2 > len(s.Files) && !copied {
			continue
		}
		marked = dir
		for i := range files {
			if f := &files[i]; content.IsProgramming(f.Language) || f.Language == "CSS" {
				f.Vendored = true
			}
		}
	}
}

// otherFormat reports whether the directory dir and the root are packages of different formats.
func (n *notices) otherFormat(dir luminos.Path) bool {
	bases := func(of luminos.Path) (all []string) {
		for _, o := range n.owned[of] {
			if o.manifest || o.base == "package.json" {
				all = append(all, o.base)
			}
		}
		return all
	}
	root, own := bases(luminos.Root), bases(dir)
	return len(root) > 0 && len(own) > 0 &&
		!slices.ContainsFunc(own, func(base string) bool { return slices.Contains(root, base) })
}

// foreign reports whether the directory dir is the work of others: a file states its origin; or it has a licence, no
// manifest unless it is a whole repository, and the licences above, of which at least one names a holder, name none of
// the holders.
func (n *notices) foreign(dir luminos.Path, repository bool) bool {
	if dir == luminos.Root {
		return false
	}
	var holders []string
	for _, o := range n.owned[dir] {
		if o.manifest && !repository {
			return false
		}
		if o.copied {
			return true
		}
		if licence.MatchString(o.base) {
			holders = append(holders, o.holders...)
		}
	}
	known := false
	for o := range n.above(dir) {
		known = known || len(o.holders) > 0
	}
	holders = holders[:min(len(holders), content.HoldersMax)]
	return known && len(holders) > 0 && n.differs(content.Notice{Holders: holders}, dir)
}

// calls reports whether a package.json in the root of the target has one of the words of text as its name.
func (n *notices) calls(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" /.\n", r) })
	for _, o := range n.owned[luminos.Root] {
		for _, name := range o.names {
			if slices.ContainsFunc(words, func(w string) bool { return letters(w) != "" && letters(w) == letters(name) }) {
				return true
			}
		}
	}
	return false
}

func atPath(f luminos.File, p luminos.Path) int { return cmp.Compare(f.Path, p) }

// named reports whether a package.json above the file p has the name of p.
func (n *notices) named(p luminos.Path) bool {
	stem := letters(strings.Split(p.Base(), ".")[0])
	is := func(name string) bool {
		name = letters(name)
		return strings.Contains(name, stem) || len(name) > 3 && strings.Contains(stem, name)
	}
	for o := range n.above(p) {
		if slices.ContainsFunc(o.names, is) {
			return true
		}
	}
	return false
}

// differs reports whether the texts of licences and authors above a file name neither its licence nor a holder of its
// copyright. Without such texts it cannot be known.
func (n *notices) differs(h content.Notice, p luminos.Path) bool {
	known := false
	for o := range n.above(p) {
		if o.text == "" {
			continue
		}
		known = true
		if slices.ContainsFunc(h.Licenses, func(family string) bool { return slices.Contains(o.families, family) }) {
			return false
		}
		for _, holder := range h.Holders {
			if strings.Contains(o.text, holder) {
				return false
			}
			for word := range strings.FieldsFuncSeq(holder, notLetter) {
				if len(word) > 3 && !legalWords[strings.ToLower(word)] && strings.Contains(o.text, word) {
					return false
				}
			}
		}
	}
	return known
}

// listed reports whether the text of a licence at the root names the file p, or the file without the part of its name
// before an underscore: the licence of jq names the dtoa.c of others, which is jv_dtoa.c. A short name says nothing.
func (n *notices) listed(p luminos.Path) bool {
	base := p.Base()
	_, rest, _ := strings.Cut(base, "_")
	return slices.ContainsFunc(n.owned[luminos.Root], func(o owned) bool {
		if !licence.MatchString(o.base) {
			return false
		}
		return slices.ContainsFunc(strings.FieldsFunc(o.text, notName), func(word string) bool {
			word = strings.TrimRight(word, ".")
			return len(word) >= leastListed && (word == base || word == rest) && strings.Contains(word, ".")
		})
	})
}

// leastListed is the least length of the name of a file that means this file in the text of a licence.
const leastListed = 6

func notName(r rune) bool {
	return notLetter(r) && (r < '0' || r > '9') && r != '.' && r != '_' && r != '-'
}

// legalWords are words of copyright lines that are no names.
var legalWords = map[string]bool{
	"authors": true, "rights": true, "reserved": true, "limited": true, "copyright": true, "corp": true,
	"corporation": true, "foundation": true, "software": true, "project": true, "contributors": true,
	"developers": true, "university": true, "regents": true, "company": true, "with": true, "from": true,
	"this": true, "file": true, "license": true, "licensed": true,
}

func notLetter(r rune) bool {
	return r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0x80
}

// letters returns the letters of a name in lower case.
func letters(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), notLetter), "")
}
