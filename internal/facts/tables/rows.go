// Package tables describes the tables of a target: their sizes, equal ones, keys and gaps.
package tables

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Bounds on the statements about tables.
const (
	largestShown = 5  // files or tables
	gapsShown    = 3  // tables
	gapColumns   = 3  // of each, the emptiest ones
	unusedPart   = 95 // percent of the values that an unused column lacks: it is no gap
	gapRows      = 20 // of a table with gaps: a smaller one has them by chance
	formsShown   = 2  // groups of files with the same tables
	keysShown    = 3
	// recordsLeast is the number of records of texts below which a few files are an aside.
	recordsLeast = 1000
	filesLeast   = 3
)

// table is one table of a file, or a family of files with the same columns.
type table struct {
	path    luminos.Path
	family  luminos.Path // the pattern of the family with its directory, or ""
	file    string       // the name of the file, or the pattern of the family
	name    string       // in the file, or ""
	rows    int64        // -1 if unknown
	seen    int64        // rows in which the missing values are counted
	columns []luminos.Column
	width   int  // number of columns
	capped  bool // by the bound on the columns of a dataset
	tables  int  // that are added up, or 0
	text    bool // it is in a text, and not in a database
	period  *luminos.Period
}

// title returns the name of the table in running text.
func (t *table) title() string {
	if t.name != "" {
		return words.Name(t.file) + " " + words.Name(t.name)
	}
	return words.Name(t.file)
}

// Rows returns the statements about the tables of a target: their number by format, the largest, equal ones, keys and
// columns with few values. dumps are the numbers of tables in texts in SQL.
func Rows(sets []luminos.Dataset, in *luminos.Inside, dumps []int) []luminos.InsideRow {
	var files []luminos.FileInside
	if in != nil {
		files = in.Files
	}
	all := tablesOf(sets, files)
	tellApart(all)
	out := []luminos.InsideRow{}
	add := func(label string, parts ...string) {
		if text := strings.Join(parts, " · "); text != "" {
			out = append(out, luminos.InsideRow{Label: label, Text: text})
		}
	}
	add("Tables", inventory(sets, files, dumps))
	if len(out) == 0 {
		return nil
	}
	add("Largest", largest(all)...)
	add("Same data", forms(sets, files, all)...)
	add("Keys", keys(files)...)
	add("Gaps", gaps(all)...)
	return out
}

// familyName returns the pattern of the names of a family, after its directory if the pattern has only the extension.
func familyName(pattern luminos.Path) string {
	if base := pattern.Base(); !strings.HasPrefix(base, "*.") || pattern.Dir() == luminos.Root {
		return base
	}
	return pattern.Dir().Base() + "/" + pattern.Base()
}

// tablesOf returns the tables of the datasets and of the files that readers of tables read.
func tablesOf(sets []luminos.Dataset, files []luminos.FileInside) []table {
	var all []table
	for i := range sets {
		d := &sets[i]
		t := table{
			path: d.Path, file: d.Path.Base(), rows: d.Rows, seen: cmp.Or(d.RowsSampled, d.Rows), columns: d.Columns,
			width: len(d.Columns), capped: true, period: d.Period, text: true,
		}
		if d.Count > 1 {
			t.family = luminos.Path(cmp.Or(d.Family, string(d.Path)))
			t.file = familyName(t.family)
		}
		all = appendTables(all, t, d.Tables)
	}
	for i := range files {
		f := &files[i]
		if f.IsTable() {
			t := table{
				path: f.Path, file: f.Path.Base(), rows: f.Number("rows"), columns: f.Columns,
				width: int(f.Number("columns")),
			}
			t.seen = t.rows
			all = appendTables(all, t, f.Tables)
		}
	}
	return all
}

// tellApart replaces the name of each file that another file has too by its path.
func tellApart(all []table) {
	paths := map[string]luminos.Path{}
	double := map[string]bool{}
	for i := range all {
		t := &all[i]
		if p, ok := paths[t.file]; ok && p != t.path {
			double[t.file] = true
		}
		paths[t.file] = t.path
	}
	for i := range all {
		if t := &all[i]; double[t.file] {
			t.file = string(cmp.Or(t.family, t.path))
		}
	}
}

// appendTables appends the tables of a file, or the file if it is one table.
func appendTables(all []table, file table, tables []luminos.DataTable) []table {
	if len(tables) == 0 {
		return append(all, file)
	}
	for _, t := range tables {
		one := table{
			path: file.path, family: file.family, file: file.file, name: t.Name, rows: t.Rows, width: t.Columns,
			text: file.text,
		}
		if len(tables) == 1 {
			one.columns, one.seen = file.columns, t.Rows
		}
		all = append(all, one)
	}
	return all
}

// inventory returns the number of files, tables and rows by format, with the number of files that have rows to read if
// others do not: "3 CSV and 2 JSON files (1,200 rows), 1 SQLite database (11 tables, 15,607 rows), 3 Parquet files (20
// rows in 2)".
func inventory(sets []luminos.Dataset, files []luminos.FileInside, dumps []int) string {
	var parts []string
	if text := texts(sets); text != "" {
		parts = append(parts, text)
	}
	if n := len(dumps); n > 0 {
		all := 0
		for _, tables := range dumps {
			all += tables
		}
		parts = append(parts, words.Plural(n, "SQL dump")+" ("+words.Plural(all, "table")+")")
	}
	type group struct{ files, tables, rows, stated int64 }
	by := map[string]*group{}
	for i := range files {
		f := &files[i]
		wrapped := f.State == luminos.ExtractEncrypted && sealed[f.Path.Ext()]
		if !strings.HasPrefix(f.Reader, "data ") || f.Format == "" || wrapped {
			continue
		}
		name := nounOf(f.Format)
		if by[name] == nil {
			by[name] = &group{}
		}
		by[name].files++
		by[name].tables += f.Number("tables")
		if f.State != luminos.ExtractDamaged { // its head states rows that no reader gets
			if n := f.Number("rows"); n > 0 {
				by[name].rows += n
				by[name].stated++
			}
		}
	}
	names := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(cmp.Compare(by[b].files, by[a].files), cmp.Compare(a, b))
	})
	for _, name := range names {
		g := by[name]
		var in []string
		if g.tables > 0 {
			in = append(in, words.Plural(g.tables, "table"))
		}
		if g.rows > 0 {
			rows := words.Plural(g.rows, "row")
			if g.stated < g.files {
				rows += " in " + words.Count(g.stated)
			}
			in = append(in, rows)
		}
		text := words.Plural(g.files, name)
		if len(in) > 0 {
			text += " (" + strings.Join(in, ", ") + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// sealed are the extensions of files that an encryption made of others: by their names they are no tables any more.
var sealed = map[string]bool{".encrypted": true, ".enc": true, ".aes": true, ".gpg": true, ".age": true}

// nouns are the names of formats, by the beginning of the format.
var nouns = []struct{ begin, name string }{
	{"Parquet", "Parquet file"}, {"SQLite", "SQLite database"}, {"GeoPackage", "GeoPackage"}, {"HDF5", "HDF5 file"},
	{"NetCDF", "NetCDF file"}, {"Arrow", "Arrow file"}, {"Feather", "Feather file"}, {"Avro", "Avro file"},
	{"dBASE", "dBASE table"}, {"NumPy array", "NumPy array"}, {"NumPy", "NumPy archive"},
}

// nounOf returns the name of a format without its version.
func nounOf(format string) string {
	for _, n := range nouns {
		if strings.HasPrefix(format, n.begin) {
			return n.name
		}
	}
	name, _, _ := strings.Cut(format, ",")
	return name
}

// texts returns the number of texts that hold records, and of their records. It returns "" for a few small ones
// and for texts of one record each.
func texts(sets []luminos.Dataset) string {
	by := map[string]int{}
	files, rows, more := 0, int64(0), ""
	for i := range sets {
		d := &sets[i]
		if d.Format == "table" || d.IsObject() {
			continue
		}
		by[d.Format] += d.Count
		files += d.Count
		if d.Rows < 0 {
			more = "more than "
		}
		rows += max(d.Rows, d.RowsSampled, 0)
	}
	single := rows < 2*int64(files) && more == "" // most files are one record: a map, a schema, or a tree of settings
	if single || rows < recordsLeast && files < filesLeast {
		return ""
	}
	names := slices.SortedFunc(maps.Keys(by), func(a, b string) int { return cmp.Or(by[b]-by[a], cmp.Compare(a, b)) })
	rest := files
	for i, name := range names {
		shown := strings.ToUpper(name)
		if spelled := spellings[name]; spelled != "" {
			shown = spelled
		}
		names[i] = words.Count(by[name]) + " " + shown
		rest -= by[name]
		if i == 1 && len(names) > 3 { // leave room for the databases
			names = append(names[:2], words.Count(rest)+" other text")
			break
		}
	}
	noun := " files"
	if files == 1 {
		noun = " file"
	}
	return words.List(names) + noun + " (" + more + words.Plural(rows, "record") + ")"
}

// spellings are the names of formats that are not their upper case.
var spellings = map[string]string{"jsonl": "JSON Lines", "geojson": "GeoJSON"}

// largest returns the files with the most rows, or nothing if there are few tables. The tables of a few files are named
// themselves.
func largest(all []table) []string {
	if len(all) < largestShown {
		return nil
	}
	sorted := byFile(all)
	if len(sorted) < filesLeast {
		sorted = slices.Clone(all)
	}
	slices.SortStableFunc(sorted, func(a, b table) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), cmp.Compare(a.texts(), b.texts()))
	})
	var out []string
	seen := map[string]bool{}
	for i := range sorted {
		t := &sorted[i]
		text := t.title()
		if p := t.period; p != nil && len(p.First) >= 4 && len(p.Last) >= 4 {
			text += " (" + words.Between(p.First[:4], p.Last[:4]) + ")"
		}
		text += " " + words.Count(t.rows)
		switch {
		case t.tables > 1:
			text += " in " + words.Plural(t.tables, "table")
		case t.width > 0 && t.name == "":
			text += " × " + words.Count(t.width)
			if t.capped && t.width == luminos.ColumnsMost {
				text += " or more"
			}
		}
		same := t.path.Base() + strings.TrimPrefix(text, t.title()) // a copy
		switch {
		case t.tables > 1: // the same database in another form
			same = strings.TrimPrefix(text, t.title())
		case t.name != "":
			same = t.path.Base() + text
		}
		if t.rows > 0 && !seen[same] && len(out) < largestShown {
			seen[same] = true
			out = append(out, text)
		}
	}
	return out
}

// byFile returns one table for all tables of each file.
func byFile(all []table) []table {
	var out []table
	at := map[luminos.Path]int{}
	for _, t := range all {
		i, ok := at[t.path]
		if !ok {
			at[t.path] = len(out)
			out = append(out, t)
			continue
		}
		whole := &out[i]
		whole.rows, whole.name, whole.tables = max(whole.rows, 0)+max(t.rows, 0), "", max(whole.tables, 1)+1
	}
	return out
}

// texts returns 1 if the table is of a text, and 0 if it is of a database.
func (t *table) texts() int {
	if t.text {
		return 1
	}
	return 0
}

// gaps returns the tables with columns in which at least a twentieth of the values is missing, the largest first.
func gaps(all []table) []string {
	type gap struct {
		text string
		rows int64
		part float64 // of the emptiest column
	}
	var found []gap
	for i := range all {
		t := &all[i]
		columns := slices.DeleteFunc(slices.Clone(t.columns), func(c luminos.Column) bool {
			return c.Missing*20 < t.seen || c.Missing == 0 || c.Missing*100 >= unusedPart*t.seen
		})
		if t.seen < gapRows || len(columns) == 0 {
			continue
		}
		slices.SortStableFunc(columns, func(a, b luminos.Column) int { return cmp.Compare(b.Missing, a.Missing) })
		var names []string
		for _, c := range columns {
			names = append(names, words.Name(c.Name)+" "+words.Percent(c.Missing, t.seen))
		}
		part := float64(columns[0].Missing) / float64(t.seen)
		found = append(found, gap{t.title() + ": " + words.Some(names, gapColumns), max(t.rows, t.seen), part})
	}
	slices.SortStableFunc(found, func(a, b gap) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), cmp.Compare(b.part, a.part))
	})
	var out []string
	for _, g := range found[:min(len(found), gapsShown)] {
		out = append(out, g.text)
	}
	if more := len(found) - len(out); more > 0 {
		out = append(out, words.Plural(more, "more table")+" of "+words.Count(gapRows)+" rows or more with gaps")
	}
	return out
}
