package session

import (
	"context"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// workbooks extracts the sheets of files by path.
type workbooks map[luminos.Path]*luminos.Extraction

func (w workbooks) Extract(_ context.Context, files []luminos.Path, _ luminos.Extract) ([]*luminos.Extraction, error) {
	return []*luminos.Extraction{w[files[0]]}, nil
}

// Rows and columns of a file with one table that a reader extracts are the ones that query_table gives. Several tables
// have no measure.
func TestMeasureExtracted(t *testing.T) {
	sheet := func(name, text string) luminos.Part { return luminos.Part{Name: "sheet " + name, Text: text} }
	w := workbooks{
		"a.xlsx":    {Parts: []luminos.Part{sheet("Rooms", "name\tarea\nhall\t12\nbath\t4\n")}, Tables: []luminos.DataTable{{Rows: 3}}},
		"two.xlsx":  {Parts: []luminos.Part{sheet("A", "x\n"), sheet("B", "y\n")}},
		"cut.xlsx":  {Parts: []luminos.Part{sheet("A", "x\n1\n")}, Limits: []string{"only the first rows were read"}},
		"a.parquet": {Numbers: []luminos.Amount{{Name: "rows", N: 7}}, Columns: []luminos.Column{{Name: "id"}, {Name: "day"}}},
		"a.docx":    {Parts: []luminos.Part{{Name: "text", Text: "name\tarea\n"}}},
	}
	memory := sourcetest.Memory{}
	for p := range w {
		memory.Add(p, luminos.Node{}, "\x00")
	}
	src := luminos.WithExtractor(memory, w)
	for p, want := range map[luminos.Path][2]string{
		"a.xlsx": {"2", "name, area"}, "a.parquet": {"7", "id, day"}, "two.xlsx": {}, "cut.xlsx": {}, "a.docx": {},
	} {
		for i, m := range []luminos.Measure{luminos.MeasureRows, luminos.MeasureColumns} {
			if got, err := measure(t.Context(), src, p, m); got != want[i] || (err != nil) != (want[i] == "") {
				t.Errorf("the %s of %s are %q, %v; want %q", m, p, got, err, want[i])
			}
		}
	}
}
