package repomap

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/outline"
	"luminos/internal/words"
)

// Bounds of the files that are read for the ranking, files near the root first.
const (
	maxSources = 20_000
	readFile   = 256 << 10 // bytes of one file: a longer one is mostly data
	readTotal  = 32 << 20  // bytes in all: about 8 s of work, mostly of the patterns of definitions
	maxWords   = 10_000    // different words of one file
	minWord    = 3         // letters: shorter names are of variables
)

// tree is the target while its map is made.
type tree struct {
	files []*file
	// refs are, by defined name, the number of files that have the name and do not define it, divided by the number of
	// its definers.
	refs   map[uint64]float64
	notes  []string
	failed error // of the parsers
}

// file is a file that can be in the map.
type file struct {
	path     luminos.Path
	source   bool // it is a source file, and takes part in the graph
	markup   bool // its language is not for programs
	made     bool // by a program: generated, or a lock file
	language string
	size     int64
	length   int      // lines of code, or a similar measure of a document or a table
	defines  []named  // sorted
	mentions []uint64 // sorted
	worth    float64
	rank     int      // from 1, by worth
	lines    []ranked // of the outline, in the order of the text
}

// named is the name of a definition.
type named struct {
	hash   uint64
	weight float64 // of a reference to it
}

// read returns the tree of a scan with the definitions and the words of its source files.
func read(ctx context.Context, src luminos.Source, scan *luminos.Scan, facts *luminos.Facts) (*tree, error) {
	t := &tree{refs: map[uint64]float64{}}
	t.choose(scan)
	errs, err := batch.Each(ctx, len(t.files), func(ctx context.Context, i int) error {
		return t.files[i].read(ctx, src)
	})
	if err != nil {
		return nil, err
	}
	var unread []luminos.Path
	for i, err := range errs {
		if err != nil {
			unread = append(unread, t.files[i].path)
		}
	}
	if len(unread) > 0 {
		t.note("%s could not be read, %q among them", words.Plural(len(unread), "source file"), unread[0])
	}
	t.addOthers(scan, facts)
	return t, nil
}

func (t *tree) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// choose adds the source files of the scan to the tree, within the bounds.
func (t *tree) choose(scan *luminos.Scan) {
	program := map[string]bool{}
	for i := range scan.Languages {
		program[scan.Languages[i].Name] = scan.Languages[i].Type == "programming"
	}
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Category != luminos.CategorySource || f.Vendored || f.Generated || !f.Regular() || !f.Text || f.Table {
			continue
		}
		t.files = append(t.files, &file{
			path: f.Path, source: true, markup: !program[f.Language], language: f.Language, size: f.Size,
			length: f.Lines.Code + f.Lines.Comment/4,
		})
	}
	slices.SortFunc(t.files, func(a, b *file) int {
		return cmp.Or(cmp.Compare(a.path.Depth(), b.path.Depth()), cmp.Compare(a.path, b.path))
	})
	kept, total := 0, int64(0)
	for ; kept < min(len(t.files), maxSources); kept++ {
		if total += min(t.files[kept].size, readFile); total > readTotal {
			break
		}
	}
	if left := len(t.files) - kept; left > 0 {
		over := words.Plural(left, "source file is", "source files are")
		t.note("%s left out, the deepest, over the bounds of a map", over)
	}
	t.files = t.files[:kept]
}

// read reads the definitions and the words of a source file.
func (f *file) read(ctx context.Context, src luminos.Source) error {
	text, err := src.Text(ctx, f.path, readFile)
	if err != nil {
		return err
	}
	seen := map[uint64]float64{}
	collect(outline.WithoutParser(f.language, []byte(text.Content)).Symbols, seen)
	for h, weight := range seen {
		f.defines = append(f.defines, named{h, weight})
	}
	slices.SortFunc(f.defines, func(a, b named) int { return cmp.Compare(a.hash, b.hash) })
	f.mentions = mentions(text.Content)
	return nil
}

// collect adds the hashes of the names of definitions, with their weights. Implementations and name spaces do not
// define their names.
func collect(list []luminos.Definition, seen map[uint64]float64) {
	for i := range list {
		d := &list[i]
		if len(d.Name) >= minWord && d.Kind != outline.Impl && d.Kind != outline.Namespace {
			seen[hash(d.Name)] = distinct(d.Name)
		}
		collect(d.Children, seen)
	}
}

// distinct returns the weight of a reference to a name: less for a name that can be a word of English, since comments
// and texts have such words without a reference.
func distinct(name string) float64 {
	switch inner := name[1:]; {
	case strings.ContainsAny(inner, "_0123456789"), strings.ToLower(inner) != inner && strings.ToUpper(inner) != inner:
		return 1
	case strings.ToLower(name) != name:
		return 0.5
	}
	return 0.1
}

// mentions returns the hashes of the different words of a text, at most maxWords of them, sorted. Words in comments and
// strings count, too.
func mentions(text string) []uint64 {
	seen := map[uint64]bool{}
	for i := 0; i < len(text) && len(seen) < maxWords; {
		if !letter(text[i]) {
			i++
			continue
		}
		from := i
		for i < len(text) && letter(text[i]) {
			i++
		}
		if i-from >= minWord && (text[from] < '0' || text[from] > '9') {
			seen[hash(text[from:i])] = true
		}
	}
	list := make([]uint64, 0, len(seen))
	for h := range seen {
		list = append(list, h)
	}
	slices.Sort(list)
	return list
}

// letter reports whether a byte can be a part of a name.
func letter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// hash returns the FNV-1a of a word. A text that makes two words equal only misleads the ranking.
func hash(word string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	return h
}
