package analyst

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// Bounds of the trees in openings. An opening states how many directories it leaves out.
const (
	surveyTreeMost  = 150 // directories
	surveyTreeDepth = 2
	planTreeMost    = 700
	planTreeDepth   = 6
)

// surveyOpening returns the first message of the survey conversation: the measurements, the upper part of the directory
// tree, and the tools.
func surveyOpening(d *luminos.Dossier, tools []tool.Tool) string {
	return render("survey_opening.md", struct {
		*luminos.Dossier
		Tree  dirTree
		Tools []tool.Tool
	}{d, newTree(d.Facts, surveyTreeDepth, surveyTreeMost), tools})
}

// planOpening returns the first message of the plan: the survey, the misfits of the last plan, and a tree with facts.
func planOpening(d *luminos.Dossier) string {
	t := newTree(d.Facts, planTreeDepth, planTreeMost)
	t.Oriented = true
	return render("plan_opening.md", struct {
		*luminos.Dossier
		Turns   int
		Misfits []luminos.EvaluatedDir
		Tree    dirTree
	}{d, 10 * len(d.Facts.Directories), misfits(d.Last), t})
}

// misfits returns at most 20 directories to which the last plan gave far too many or too few turns.
func misfits(last *luminos.PlanEvaluation) (dirs []luminos.EvaluatedDir) {
	if last == nil {
		return nil
	}
	for _, d := range last.PerDirectory {
		tooMany := d.Tier == luminos.TierPriority && d.Utilization < 0.4
		tooFew := d.Utilization >= 1 && d.Completeness < 0.6
		if (tooMany || tooFew) && d.TurnsAllocated > 0 && len(dirs) < 20 {
			dirs = append(dirs, d)
		}
	}
	return dirs
}

// dirTree is the upper part of the directory tree of the target, as a message shows it.
type dirTree struct {
	Dirs     []treeDir
	Left     int  // directories that are not shown
	Oriented bool // whether each line has the facts of the directory
}

type treeDir struct {
	luminos.DirFacts
	Indent, Name        string
	Below               int // subdirectories that are not shown
	ImportedBy, Imports int // directories
}

// newTree returns the directories down to the given depth as a tree. If there are more than most of them, it leaves out
// the deepest levels and, at the top level, the last directories.
func newTree(f *luminos.Facts, depth, most int) dirTree {
	for ; depth > 1; depth-- {
		n := 0
		for i := range f.Directories {
			if f.Directories[i].Path.Depth() <= depth {
				n++
			}
		}
		if n <= most {
			break
		}
	}
	importedBy, imports := map[luminos.Path]int{}, map[luminos.Path]int{}
	for _, e := range f.Imports.Edges {
		importedBy[e.To]++
		imports[e.From]++
	}
	var t dirTree
	for _, d := range f.Directories {
		level := d.Path.Depth()
		if level > depth || len(t.Dirs) >= most {
			t.Left++
			continue
		}
		row := treeDir{DirFacts: d, Name: ".", ImportedBy: importedBy[d.Path], Imports: imports[d.Path]}
		if d.Path != luminos.Root {
			row.Indent, row.Name = strings.Repeat("    ", level-1), words.Name(d.Path.Base())
			if level == depth {
				row.Below = d.Subdirs
			}
		}
		t.Dirs = append(t.Dirs, row)
	}
	return t
}

// unitOpening returns the first message of a directory loop: the allowance, the listing, and the facts of the unit.
func unitOpening(u *luminos.Unit) string {
	v := struct {
		*luminos.Unit
		Listing              []listedDir
		Skipped, PartlyKnown int // children
		ChildMost            int // characters of the summary of a child
		IsLeaf               bool
		HasParts             bool // whether the children are the content of the unit
		Facts, Surroundings  string
		Contents, Before     string
	}{Unit: u, Listing: listing(u), ChildMost: 1200, Facts: render("directory_facts.md", u)}
	v.Contents = render("directory_contents.md", contentsOf(u))
	v.Surroundings, v.Before = surroundings(&u.Around), earlier(u.Earlier)
	if len(u.Children) > 40 {
		v.ChildMost = 250
	}
	for i := range u.Children {
		switch c := &u.Children[i]; {
		case c.Tier == luminos.TierSkip:
			v.Skipped++
		case c.Partial:
			v.PartlyKnown++
		}
	}
	subdirs := 0
	for i := range u.Dirs {
		subdirs += u.Dirs[i].Subdirs
	}
	v.IsLeaf = subdirs == len(u.Dirs)-1
	v.HasParts = len(u.Children)-v.Skipped > 1 && len(u.Files) <= fewFiles
	return render("directory_opening.md", v)
}

// fewFiles is the number of files up to which the directories below a unit are its content, if there are several.
const fewFiles = 2

// aroundMost is the maximal number of bytes of the part of an opening about the surroundings of a unit.
const aroundMost = 24 << 10

// surroundings returns the text about the surroundings of a unit, in at most aroundMost bytes. If it is longer, fewer
// rows of each list are shown, and each list states the number of rows that it leaves out.
func surroundings(a *luminos.Around) (text string) {
	for most := 40; most > 0; most /= 2 {
		text = render("directory_around.md", struct {
			*luminos.Around
			Most int
		}{a, most})
		if len(text) <= aroundMost {
			break
		}
	}
	return text
}

// Handover returns the first message of a conversation that continues from the written entries, flags and notes.
func (w *work) Handover() string {
	var files []luminos.FileEntry
	for _, p := range slices.Sorted(maps.Keys(w.written)) {
		files = append(files, w.written[p])
	}
	return render("handover.md", struct {
		Opening string
		Files   []luminos.FileEntry
		Flags   []luminos.Flag
		Notes   string
	}{unitOpening(w.unit), files, w.flags, w.notes})
}

// ownManifests returns the paths of the target's own manifests: no lock files, and none of
// examples, tests or third-party code.
func ownManifests(f *luminos.Facts) (names []string) {
	for i := range f.Manifests {
		if m := &f.Manifests[i]; m.Own() {
			names = append(names, named(m.Path))
		}
	}
	return names
}

// entryPoints returns a text for each entry point in the facts f: its path and its kind.
func entryPoints(f *luminos.Facts) (names []string) {
	for _, e := range f.EntryPoints {
		names = append(names, named(e.Path)+" ("+e.Kind+")")
	}
	return names
}

// datasets returns a list of the paths of the data sets in f, for a model. A family has the path of its first file.
func datasets(f *luminos.Facts) (names []string) {
	for _, s := range f.Datasets {
		names = append(names, named(s.Path))
	}
	return names
}

// symbols returns the kind, the name, the file and the line of each symbol, such as "func Walk (walk.go:3)".
func symbols(list []luminos.Symbol) (names []string) {
	for _, s := range list {
		names = append(names, fmt.Sprintf("%s %s (%s:%d)", s.Kind, short(80, s.Name), words.Name(s.Path.Base()), s.Line))
	}
	return names
}

// symbolNames returns the names of symbols, each of at most 60 characters.
func symbolNames(list []luminos.Symbol) (names []string) {
	for _, s := range list {
		names = append(names, short(60, s.Name))
	}
	return names
}

// clipped returns names of at most 60 characters each.
func clipped(list []string) (names []string) {
	for _, s := range list {
		names = append(names, short(60, s))
	}
	return names
}

// bases returns the last elements of paths, as text for a model.
func bases(paths []luminos.Path) (names []string) {
	for _, p := range paths {
		names = append(names, named(luminos.Path(p.Base())))
	}
	return names
}

// columns returns the name and the type of each column of a data file.
func columns(list []luminos.Column) (names []string) {
	for _, c := range list {
		names = append(names, short(60, c.Name)+" "+c.Type)
	}
	return names
}

// fileAbout returns the language or the description of a file, its number of lines, and whether it is generated or
// vendored.
func fileAbout(f luminos.File) string {
	about := cmp.Or(f.Language, f.Description, f.MIME, string(f.Category))
	if f.Lines.Code > 0 {
		about += ", " + words.Plural(f.Lines.Code+f.Lines.Comment+f.Lines.Blank, "line")
	}
	switch {
	case f.Generated:
		about += ", generated"
	case f.Vendored:
		about += ", vendored"
	}
	return about
}

// isAre returns a number with the verb that agrees with it: "1 is", "2 are".
func isAre(n int) string {
	if n == 1 {
		return "1 is"
	}
	return words.Count(n) + " are"
}
