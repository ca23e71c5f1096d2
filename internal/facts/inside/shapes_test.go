package inside

import (
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// TestShapefiles names the coordinate systems of shapefiles, and the files that belong to them and are not there.
func TestShapefiles(t *testing.T) {
	m := sourcetest.Memory{}
	m.Add("a/utm.prj", luminos.Node{}, `PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989"]]`)
	m.Add("a/CITIES.PRJ", luminos.Node{}, `GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984"]]`)
	m.Add("odd.prj", luminos.Node{}, `PROJCS["<b>Anna`)
	scan, files := &luminos.Scan{}, fixed{}
	for _, p := range []luminos.Path{"a/utm.shp", "a/CITIES.SHP", "lone.shp", "odd.shp"} {
		files[p] = document("calendar 1", "Shapefile of points", "shapes", 2)
		scan.Files = append(scan.Files, luminos.File{Path: p, Size: 1, Category: luminos.CategoryData})
	}
	for _, p := range []luminos.Path{
		"a/utm.prj", "a/utm.dbf", "a/utm.shx", "a/CITIES.PRJ", "a/CITIES.DBF", "a/CITIES.SHX", "odd.prj", "odd.dbf",
	} {
		scan.Files = append(scan.Files, luminos.File{Path: p, Size: 1})
	}
	r, err := Read(t.Context(), luminos.WithExtractor(m, files), scan, func(Found) {})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, row := range r.Inside.Rows {
		got[row.Label] = row.Text
	}
	for label, want := range map[string]string{
		"Systems": "coordinates in ETRS 1989 UTM Zone 32N (1), GCS WGS 1984 (1)",
		"Partial": "2 incomplete shapefiles: lone.shp without .dbf, .shx and .prj and odd.shp without .shx",
	} {
		if got[label] != want {
			t.Errorf("%s: %q, want %q", label, got[label], want)
		}
	}
}
