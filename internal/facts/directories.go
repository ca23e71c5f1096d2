package facts

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/facts/imports"
	"luminos/internal/pathrole"
)

// Bounds on the facts of one directory, and on the number of directories.
const (
	maxDirectories = 20_000
	maxNotable     = 5
	maxSamples     = 5
	maxKinds       = 64 // of extensions with samples
	maxSymbols     = 12
	maxExtensions  = 4
	maxLanguages   = 5
)

// dirInput holds the facts of the readers about single directories.
type dirInput struct {
	abouts  map[luminos.Path]imports.About
	symbols map[luminos.Path][]luminos.Symbol
	support map[luminos.Path]bool // directories of packages for tests
	entries map[luminos.Path]bool // files that are entry points
	code    bool                  // the target is code

	material bool // the target has no code
}

// directories returns the facts of each investigated directory, and the number of
// directories that are left out: the deepest, if there are too many.
func directories(scan *luminos.Scan, named purposes, t dirInput) ([]luminos.DirFacts, int) {
	dirs := slices.Clone(scan.Dirs)
	slices.SortStableFunc(dirs, func(a, b luminos.Dir) int { return cmp.Compare(a.Path.Depth(), b.Path.Depth()) })
	left := max(0, len(dirs)-maxDirectories)
	dirs = dirs[:len(dirs)-left]
	slices.SortFunc(dirs, func(a, b luminos.Dir) int { return cmp.Compare(a.Path, b.Path) })

	t.material = !content.AnyCode(scan.Files)
	sketches := make(map[luminos.Path]*sketch, len(dirs))
	for i := range dirs {
		sketches[dirs[i].Path] = newSketch(&dirs[i])
	}
	for _, p := range scan.Unreadable {
		if s := sketches[p.Path]; s != nil {
			s.found.Unreadable = p.Reason
		}
	}
	for i := range scan.Files {
		f := &scan.Files[i]
		dir := f.Path.Dir()
		if s := sketches[dir]; s != nil {
			s.add(f, t.entries[f.Path], named)
		}
		countBelow(sketches, dir, f)
	}
	addFormats(sketches, dirs)
	out := make([]luminos.DirFacts, len(dirs))
	for i := range dirs {
		s := sketches[dirs[i].Path]
		if up := sketches[s.dir.Path.Dir()]; up != nil && up != s {
			s.inherited = up.inherited // parents come before their children
		}
		out[i] = s.facts(t)
	}
	return out, left
}

// countBelow counts a file in dir and in all directories above it.
func countBelow(sketches map[luminos.Path]*sketch, dir luminos.Path, f *luminos.File) {
	n := fileCounts{all: 1}
	switch {
	case !f.Regular():
		return
	case f.Counted() && f.Category == luminos.CategorySource:
		if n.sources = 1; pathrole.TestFile(f.Path) {
			n.tests = 1
		}
	case byProgram(f):
		n.marked, n.made = 1, 1
	case f.Category == luminos.CategoryExecutable, isSourceMap(f), strings.Contains(f.Path.Base(), ".min."):
		n.made = 1 // minified, too
	case f.Category == luminos.CategoryDocument:
		n.documents = 1
	}
	form := kindOfFile(f)
	counted := form == ""
	for {
		if s := sketches[dir]; s != nil {
			if !counted { // the directories above get it from addFormats
				s.formats[form]++
				s.weights[form] += f.Size
				counted = true
			}
			s.below.add(n)
		}
		if dir == luminos.Root {
			return
		}
		dir = dir.Dir()
	}
}

// formatsMost is the most formats of a directory that count for the one above it.
const formatsMost = 200

// addFormats adds the formats of the files of each directory to the ones of the directory above it. The directories
// are sorted by path.
func addFormats(sketches map[luminos.Path]*sketch, dirs []luminos.Dir) {
	for i := len(dirs) - 1; i >= 0; i-- { // children come after their parents
		s, up := sketches[dirs[i].Path], sketches[dirs[i].Path.Dir()]
		if up == nil || up == s {
			continue
		}
		for _, name := range byCount(s.formats, formatsMost) {
			up.formats[name] += s.formats[name]
			up.weights[name] += s.weights[name]
		}
	}
}

// byProgram reports whether a file itself shows that a program wrote it. The name of a directory such as dist is no
// sign, and people keep and edit the lists of projects of Xcode, which linguist calls generated.
func byProgram(f *luminos.File) bool {
	return f.Generated && !pathrole.Built(f.Path) && f.Path.Ext() != ".xcworkspacedata"
}

// sketch collects the facts of a directory.
type sketch struct {
	dir       *luminos.Dir
	found     luminos.DirFacts
	languages map[string]int
	kinds
	notable  []ranked // best first
	samples  []sample
	texts    int  // files in languages, directly inside
	programs int  // files in programming languages, directly inside
	licensed bool // a licence is directly inside
	module   bool // Python imports the directory
	below    fileCounts
	inherited
}

// kinds are the formats of the files of a subtree, with the number and the bytes of each.
type kinds struct {
	formats map[string]int
	weights map[string]int64
}

// ranked returns the formats, the commonest first, except that one with more than half of all bytes comes before it.
func (k *kinds) ranked(bytes int64) []luminos.Counted {
	all := luminos.Counts(k.formats)
	i := slices.IndexFunc(all, func(c luminos.Counted) bool { return k.weights[c.Name]*2 > bytes })
	if i > 0 {
		heavy := all[i]
		all = slices.Insert(slices.Delete(all, i, i+1), 0, heavy)
	}
	return all
}

// inherited holds the properties that a directory passes on to all directories below.
type inherited struct {
	foreign  bool // other people's code
	support  bool // for tests only
	standard bool // the text of a specification
}

// fileCounts are numbers of files at any depth: of all, of source files that are neither generated nor vendored, of
// the tests among them, of documents, of files with a mark of the program that wrote them, and of all files that show
// that a program wrote them.
type fileCounts struct{ all, sources, tests, documents, marked, made int }

func (c *fileCounts) add(n fileCounts) {
	c.all, c.sources, c.tests = c.all+n.all, c.sources+n.sources, c.tests+n.tests
	c.documents, c.marked, c.made = c.documents+n.documents, c.marked+n.marked, c.made+n.made
}

func newSketch(d *luminos.Dir) *sketch {
	all := kinds{map[string]int{}, map[string]int64{}}
	return &sketch{dir: d, languages: map[string]int{}, kinds: all, found: luminos.DirFacts{
		Path: d.Path, Files: d.Files, Subdirs: d.Subdirs, TotalFiles: d.TotalFiles, Ignored: d.Ignored, Bytes: d.TotalBytes,
		Categories: map[luminos.Category]int{},
	}}
}

// ranked is a file with its rank among the notable files of a directory.
type ranked struct {
	path luminos.Path
	rank int
}

// sample holds the first names of one extension.
type sample struct {
	ext   string
	names []string
	count int
	code  int // files of code among them
}

func (s *sketch) add(f *luminos.File, entry bool, named purposes) {
	d := &s.found
	if !f.Regular() {
		d.Files--
		if f.Kind == luminos.KindSymlink {
			d.Links++
		}
		return
	}
	d.Categories[f.Category]++
	if f.Generated {
		d.Generated++
	}
	code := 0
	if f.Counted() {
		s.languages[f.Language] += max(1, f.Lines.Code)
		s.texts++
		if isProgram(f) {
			s.programs++
			code = named.code(f)
		}
	}
	if named.apart(f.Path) && !named.test(f.Path) {
		code = 0
	}
	d.Code += code
	if f.Category == luminos.CategorySource && named.test(f.Path) {
		d.Tests++
		d.TestCode += code
	} else if code > 0 {
		d.TestCode += f.Lines.Tests
	}
	s.licensed = s.licensed || strings.Contains(strings.ToLower(f.Path.Base()), "license")
	s.module = s.module || f.Path.Base() == "__init__.py"
	s.addNotable(f, entry)
	s.addSample(f, code > 0)
}

// addNotable adds a file to the most notable files of its directory if its notability is not 0. If
// these are then more than maxNotable, it removes the last of them.
func (s *sketch) addNotable(f *luminos.File, entry bool) {
	r := ranked{path: f.Path, rank: notability(f, entry)}
	if r.rank == 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(s.notable, r, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.path, b.path))
	})
	if i >= maxNotable {
		return
	}
	s.notable = slices.Insert(s.notable, i, r)
	if len(s.notable) > maxNotable {
		s.notable = s.notable[:maxNotable]
	}
}

// addSample counts a file of a directory by its extension and stores the first file names of each
// extension as samples. At most maxKinds extensions are counted.
func (s *sketch) addSample(f *luminos.File, code bool) {
	ext := f.Path.Ext()
	i := slices.IndexFunc(s.samples, func(x sample) bool { return x.ext == ext })
	if i < 0 {
		if len(s.samples) == maxKinds {
			return
		}
		i = len(s.samples)
		s.samples = append(s.samples, sample{ext: ext})
	}
	x := &s.samples[i]
	if x.count++; len(x.names) < maxSamples {
		x.names = append(x.names, f.Path.Base())
	}
	if code {
		x.code++
	}
}

// typical returns the names of at most maxSamples typical files of a directory: three with the most common extension,
// then one with each other extension, then more.
func (s *sketch) typical() []string {
	slices.SortStableFunc(s.samples, func(a, b sample) int { return cmp.Compare(b.count, a.count) })
	var names []string
	for _, most := range []int{3, 1, maxSamples} {
		for i := range s.samples {
			if most == 3 && i > 0 {
				break
			}
			for _, n := range s.samples[i].names[:min(most, len(s.samples[i].names))] {
				if len(names) < maxSamples && !slices.Contains(names, n) {
					names = append(names, n)
				}
			}
		}
	}
	return names
}

// facts returns the facts of a directory: s has the counts of its files, t has its description and symbols from the
// readers. It records in s.foreign whether the directory is vendored.
func (s *sketch) facts(t dirInput) luminos.DirFacts {
	d := s.found
	d.Languages, d.LanguageFiles = s.ranked()
	if s.support = s.support || t.support[d.Path]; s.support {
		d.Role = luminos.DirTests
	} else {
		d.Role = s.role()
	}
	if d.Role == luminos.DirTests && !t.code { // exams or samples
		d.Role = s.roleByContents("")
	}
	if d.Role == luminos.DirConfiguration && !t.code && s.named() != d.Role {
		d.Role = "" // a format such as TOML configures nothing by itself
	}
	if (d.Role == luminos.DirVendored || d.Role == luminos.DirOutput) && t.material {
		d.Role = s.roleByContents("") // no builder's photographs, no invoices of vendors
	}
	if d.Role == luminos.DirGenerated && t.material {
		d.Role = "" // a dump of a database, by the program that wrote it
	}
	d.Vendored = d.Role == luminos.DirVendored
	s.foreign = d.Vendored
	if a, ok := t.abouts[d.Path]; ok {
		d.About, d.AboutEvidence = a.Text, a.Evidence
	}
	d.Symbols = t.symbols[d.Path]
	if len(d.Symbols) > maxSymbols {
		d.Symbols = slices.Clip(d.Symbols[:maxSymbols])
	}
	for _, r := range s.notable {
		d.Notable = append(d.Notable, r.path)
	}
	d.Samples = s.typical()
	if d.Code == 0 || d.LanguageFiles*2 < d.Files {
		d.Extensions = s.extensions()
	}
	if all := s.kinds.ranked(s.dir.TotalBytes); len(all) > 0 {
		d.Formats = slices.Clone(all[:min(len(all), maxExtensions)])
	}
	orEmpty(&d.Languages)
	return d
}

// extensions returns the commonest extensions of files without code that name formats.
func (s *sketch) extensions() (most []luminos.Counted) {
	slices.SortStableFunc(s.samples, func(a, b sample) int { return cmp.Compare(b.count-b.code, a.count-a.code) })
	for _, x := range s.samples {
		if len(most) < maxExtensions && x.count > x.code && isExtension(x.ext) {
			most = append(most, luminos.Counted{Name: x.ext, Files: x.count - x.code})
		}
	}
	return most
}

// ranked returns at most maxLanguages languages of a directory, most code first, and the number of files in all its
// languages. Languages other than programming languages are included only if the directory has no programs.
func (s *sketch) ranked() (languages []string, files int) {
	files = s.texts
	if s.programs > 0 {
		files = s.programs
		for l := range s.languages {
			if !content.IsProgramming(l) {
				delete(s.languages, l)
			}
		}
	}
	return byCount(s.languages, maxLanguages), files
}

func isProgram(f *luminos.File) bool {
	return f.Category == luminos.CategorySource && content.IsProgramming(f.Language) &&
		f.Language != "LilyPond" // a score, which linguist calls a program
}

// byCount returns the keys of m, a map of counts, with the largest counts first, at most the given number (most).
func byCount[K cmp.Ordered](m map[K]int, most int) []K {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b K) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
	return keys[:min(len(keys), most)]
}

// isExtension reports whether the part of names behind a dot is the name of a format: "pdf", and not "host:2,s".
func isExtension(name string) bool {
	name = strings.TrimPrefix(name, ".")
	return 0 < len(name) && len(name) <= 7 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}
