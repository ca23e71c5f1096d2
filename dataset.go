package luminos

// Dataset is a data file, or a family of files with one schema.
type Dataset struct {
	Path   Path   `json:"path"`             // the file, or the first of the family
	Count  int    `json:"count"`            // files in the family
	Family string `json:"family,omitempty"` // pattern of the family, "logs/*.csv"
	Format string `json:"format"`           // "csv", "tsv", "json", "jsonl", "geojson", "yaml", "table" of a database
	// Rows is -1 if the file was too large to count. RowsSampled is the number of rows
	// that were read then.
	Rows        int64 `json:"rows"`
	RowsSampled int64 `json:"rows_sampled,omitempty"`
	// FilesRead is the number of files of a family that were read if others were not. Columns and Period are of these
	// files, except for a period by file names.
	FilesRead int      `json:"files_read,omitempty"`
	Columns   []Column `json:"columns"`
	// Tables are the tables of a file that holds several, in its order; then Rows is the sum of their rows, and
	// Columns is empty.
	Tables []DataTable `json:"tables,omitempty"`
	Period *Period     `json:"period,omitempty"`
	// Layout describes an unusual position of the records in the file: "the records
	// stand under "items"".
	Layout []string `json:"layout,omitempty"`
	// Issues are defects of the data, in words: "3 rows have 5 fields instead of 7".
	Issues   []string   `json:"issues,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// ColumnsMost is the maximal number of columns of a dataset that are listed.
const ColumnsMost = 200

// IsObject reports whether a dataset is one document, such as a map or a tree of settings, and no list of records.
func (d *Dataset) IsObject() bool {
	return d.Count == 1 && d.Rows == 1 && (d.Format == "json" || d.Format == "yaml")
}

// Dir returns the directory that contains all files of a dataset: the one above the directories over which a family is
// spread, or else the one of the file.
func (d *Dataset) Dir() Path {
	if dir := Path(d.Family).Dir(); dir.Base() == "*" {
		return dir.Dir()
	}
	return d.Path.Dir()
}

// DataTable is one of the tables that a file holds.
type DataTable struct {
	Name    string `json:"name"`
	Rows    int64  `json:"rows"`
	Columns int    `json:"columns"`
}

// Column is one column, or one key, of a dataset.
type Column struct {
	Name string `json:"name"`
	// Type is "integer", "number", "boolean", "date", "timestamp", "string", "object", "array", "mixed" or "empty";
	// for a table of a database the declared type.
	Type     string   `json:"type"`
	Missing  int64    `json:"missing,omitempty"`  // of the rows seen
	Distinct int      `json:"distinct,omitempty"` // -1 if there are too many to count
	Min      string   `json:"min,omitempty"`
	Max      string   `json:"max,omitempty"`
	Examples []string `json:"examples,omitempty"` // for columns of few values only
}

// Period is a span of days, YYYY-MM-DD, with its source.
type Period struct {
	First  string `json:"first"`
	Last   string `json:"last"`
	Source string `json:"source"` // "column date", "file names", "modification times"
}
