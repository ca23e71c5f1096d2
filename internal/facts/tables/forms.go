package tables

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Bounds on equal tables: smaller ones are equal by chance.
const (
	namesLeast   = 3 // tables of a file, or columns of a table
	equalRows    = 10
	formFilesMax = 2 // names of one group
)

// forms returns the groups of files that hold the same tables: files with the same names of tables and number of rows,
// and tables with the same names of columns and number of rows in files of different formats. The largest come first.
func forms(sets []luminos.Dataset, files []luminos.FileInside, all []table) []string {
	var out []string
	whole := map[luminos.Path]bool{} // files of several tables
	databases := groups{}
	addFile := func(p luminos.Path, tables []luminos.DataTable, rows int64) {
		if len(tables) < namesLeast || rows < equalRows {
			return
		}
		whole[p] = true
		names := make([]string, len(tables))
		for i, t := range tables {
			names[i] = strings.ToLower(t.Name)
		}
		slices.Sort(names)
		databases.add(names, rows, p)
	}
	for i := range sets {
		addFile(sets[i].Path, sets[i].Tables, sets[i].Rows)
	}
	for i := range files {
		addFile(files[i].Path, files[i].Tables, files[i].Number("rows"))
	}
	for _, g := range databases.sorted() {
		if len(g.paths) > 1 {
			out = append(out, shortNames(g.paths)+": "+words.Plural(g.names, "table")+" of equal names, "+
				words.Plural(g.rows, "row")+" in each file")
		}
	}
	single := groups{}
	for i := range all {
		t := &all[i]
		if whole[t.path] || len(t.columns) < namesLeast || t.rows < equalRows {
			continue
		}
		names := make([]string, len(t.columns))
		for i, c := range t.columns {
			names[i] = strings.ToLower(c.Name)
		}
		slices.Sort(names)
		single.add(names, t.rows, t.path)
	}
	for _, g := range single.sorted() {
		if g.differ() {
			out = append(out, shortNames(g.paths)+": "+words.Plural(g.names, "column")+" of equal names, "+
				words.Plural(g.rows, "row")+" in each file")
		}
	}
	return out[:min(len(out), formsShown)]
}

// group is the files with tables of the same names and number of rows.
type group struct {
	names int
	rows  int64
	paths []luminos.Path
}

// differ reports whether the files of the group have different extensions.
func (g *group) differ() bool {
	return slices.ContainsFunc(g.paths, func(p luminos.Path) bool { return p.Ext() != g.paths[0].Ext() })
}

// groups are groups by their names and rows.
type groups map[string]*group

// add adds a file to its group.
func (gs groups) add(names []string, rows int64, p luminos.Path) {
	key := strings.Join(names, "\x00") + "\x00" + words.Count(rows)
	if gs[key] == nil {
		gs[key] = &group{names: len(names), rows: rows}
	}
	gs[key].paths = append(gs[key].paths, p)
}

// sorted returns the groups, the ones with the most rows first.
func (gs groups) sorted() []*group {
	return slices.SortedFunc(maps.Values(gs), func(a, b *group) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), cmp.Compare(a.paths[0], b.paths[0]))
	})
}

// shortNames returns the names of the first files of a list, and the number of the others.
func shortNames(paths []luminos.Path) string {
	paths = slices.Sorted(slices.Values(paths))
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = words.Name(p.Base())
	}
	return words.Some(names, formFilesMax)
}

// keys returns the foreign keys that databases declare. Databases with the same keys are one statement.
func keys(files []luminos.FileInside) []string {
	var out []string
	seen := map[string]bool{}
	for i := range files {
		f := &files[i]
		n := f.Number("foreign keys")
		at := slices.IndexFunc(f.Values, func(v luminos.ValueCounts) bool { return v.Name == "foreign key" })
		if n == 0 || at < 0 {
			continue
		}
		var names []string
		for _, c := range f.Values[at].Top {
			if c.Name != "" {
				names = append(names, c.Name)
			}
		}
		some := strings.Join(names[:min(len(names), keysShown)], ", ")
		if seen[some] || len(out) == keysShown {
			continue
		}
		seen[some] = true
		text := words.Plural(n, "foreign key") + " in " + words.Name(f.Path.Base()) + ": " + some
		if more := int(n) - min(len(names), keysShown); more > 0 {
			text += " and " + words.Count(more) + " more"
		}
		out = append(out, text)
	}
	return out
}
