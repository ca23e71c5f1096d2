package dataset

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

// isManifest reports whether p is named like the only manifest of these tests.
func isManifest(p luminos.Path) bool { return p.Base() == "package.json" }

// mustRead reads a tree and takes every measure it reports once more.
func mustRead(t testing.TB, files map[string]string) *Result {
	t.Helper()
	src, s := factstest.Tree(t, files)
	r, err := Read(t.Context(), src, s, isManifest)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Datasets {
		if len(d.Evidence) == 0 {
			t.Errorf("%s has no evidence", d.Path)
		}
		for _, e := range d.Evidence {
			checkEvidence(t, src, e)
		}
	}
	return r
}

func checkEvidence(t testing.TB, src luminos.Source, e luminos.Evidence) {
	t.Helper()
	if e.Measure != "" {
		got, err := Measure(t.Context(), src, e.Path, e.Measure)
		if err != nil || got != e.Value {
			t.Errorf("%s of %s measured again: %q, %v, want %q", e.Measure, e.Path, got, err, e.Value)
		}
		return
	}
	factstest.Holds(t, src, e)
}

// brief returns the format, rows, columns with types, and issues of a dataset.
func brief(d luminos.Dataset) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d", d.Format, d.Rows)
	if d.RowsSampled != 0 {
		fmt.Fprintf(&b, " sampled %d", d.RowsSampled)
	}
	if d.Columns == nil {
		b.WriteString(" null") // the schema of reports wants a list
	}
	for _, c := range d.Columns {
		fmt.Fprintf(&b, "; %s %s", c.Name, c.Type)
		if c.Missing > 0 {
			fmt.Fprintf(&b, " -%d", c.Missing)
		}
		if c.Min != "" {
			fmt.Fprintf(&b, " %s..%s", c.Min, c.Max)
		}
	}
	if d.Period != nil {
		fmt.Fprintf(&b, "; %s to %s by %s", d.Period.First, d.Period.Last, d.Period.Source)
	}
	for _, t := range d.Tables {
		fmt.Fprintf(&b, "; %s %dx%d", t.Name, t.Rows, t.Columns)
	}
	for _, l := range d.Layout {
		fmt.Fprintf(&b, "; %s", l)
	}
	for _, i := range d.Issues {
		fmt.Fprintf(&b, "; ! %s", i)
	}
	return b.String()
}

// TestCodesInOrderNameNothing checks that the first of many ascending codes is a value, and a name above them a name.
func TestCodesInOrderNameNothing(t *testing.T) {
	var codes, places strings.Builder
	for i := range 12 {
		fmt.Fprintf(&codes, "A%c\tcountry %d\n", 'A'+i, i)
		fmt.Fprintf(&places, "%02d\tEarth\tregion %d\n", i+95, i)
	}
	for text, want := range map[string]int64{codes.String(): 12, "ISO\tname\n" + codes.String(): 12, places.String(): 12} {
		if got := mustRead(t, map[string]string{"a.tsv": text}).Datasets[0].Rows; got != want {
			t.Errorf("%.20q: %d rows, want %d", text, got, want)
		}
	}
}

func TestReadOneFile(t *testing.T) {
	for _, tt := range []struct{ name, file, text, want string }{
		{"types and missing values", "a.csv", "id,price,open,when,note\n1,2.5,true,2020-01-02,x\n2,,false,2020-03-04,NA\n3,1e3,true,2019-12-31,z\n",
			"csv 3; id integer 1..3; price number -1 2.5..1e3; open boolean; when date 2019-12-31..2020-03-04; note string -1; 2019-12-31 to 2020-03-04 by column when"},
		{"semicolons, CRLF and a byte order mark", "a.csv", "\ufeffnom;âge\r\nAnne;5\r\nJean;70\r\n", "csv 2; nom string; âge integer 5..70"},
		{"tabs under the name of CSV", "a.csv", "a\tb\n1\t2\n3\t4\n", "tsv 2; a integer 1..3; b integer 2..4"},
		{"bars", "a.psv", "a|b|c\n1|2|x\n", "csv 1; a integer 1..1; b integer 2..2; c string"},
		{"quotes, line ends inside of them, and commas", "a.csv", "k,v\n\"a,b\",\"one\ntwo\"\n\"say \"\"hi\"\"\",3\n", "csv 2; k string; v string"},
		{"comments before and among rows", "a.tsv", "# A\n#\n#w\tn\nx\t1\ny\t2\n# B\n" + strings.Repeat("z\t3\n", 5),
			"tsv 7; w string; n integer 1..3"},
		{"a sentence in a comment", "a.csv", "# Made by Ann, in May\n1,2\n3,4\n5,6\n",
			"csv 3; column 1 integer 1..5; column 2 integer 2..6; it has no header: columns go by their number"},
		{"quotes that mean nothing in TSV", "a.tsv", "w\tn\n\"oops\t1\nfine\t2\n" + strings.Repeat("more\t3\n", 50), "tsv 52; w string; n integer 1..3"},
		{"quotes that hold the delimiter in every row", "a.csv", "k,v\n" + strings.Repeat("1,\"x, y\"\n", 30), "csv 30; k integer 1..1; v string"},
		{"a quote in the last cell that is never closed", "a.csv", "k,v\n1,a\n2,b\n3,\"oops\n4,c\n", "csv 4; k integer 1..4; v string"},
		{"when it was taken rather than touched", "a.csv", "modified,taken\n2024-01-01,2019-01-01\n2024-02-01,2020-01-01\n",
			"csv 2; modified date 2024-01-01..2024-02-01; taken date 2019-01-01..2020-01-01; 2019-01-01 to 2020-01-01 by column taken"},
		{"ragged rows", "a.csv", "a,b,c\n1,2,3\n4,5\n6,7,8\n9,9,9,9\n1,1,1\n", "csv 5; a integer 1..9; b integer 1..9; c integer -1 1..9; ! 1 row has 2 fields instead of 3; ! 1 row has 4 fields instead of 3"},
		{"many ragged rows", "a.csv", "a,b,c\n" + strings.Repeat("1,2\n", 1200) + strings.Repeat("1,2,3\n", 2000), "csv 3200; a integer 1..1; b integer 2..2; c integer -1200 3..3; ! 1,200 rows have 2 fields instead of 3"},
		{"a short header", "a.csv", "Day,Level\n1,2,3\n4,5,6\n7,8,9\n",
			"csv 3; Day integer 1..7; Level integer 2..8; column 3 integer 3..9; its header names 2 of 3 columns"},
		{"names in a comment", "a.tsv", "# Codes\n#\n#code\tname\t\tpart\nAD\tAndorra\nAE\tEmirates\tgulf\nAF\tAf\tx y\n",
			"tsv 3; code string; name string; part string -1; ! 1 row has 2 fields instead of 3"},
		{"no header", "a.csv", "1,2\n3,4\n5,6\n", "csv 3; column 1 integer 1..5; column 2 integer 2..6; it has no header: columns go by their number"},
		{"years for columns", "a.csv", "country,1990,1991,1992\nA,1,2,3\nB,4,5,6\n", "csv 2; country string; 1990 integer 1..4; 1991 integer 2..5; 1992 integer 3..6"},
		{"days for columns", "a.csv", "Country,Lat,1/22/20,1/23/20\nA,3,1,2\nB,4,4,5\n",
			"csv 2; Country string; Lat integer; 1/22/20 integer 1..4; 1/23/20 integer 2..5"},
		{"minutes for columns", "a.tsv", "team\t0\t1\t2\t3\t4\nA\t1\t1\t1\t1\t1\nB\t1\t1\t1\t1\t1\n", "tsv 2; team string; 0 integer 1..1; 1 integer 1..1; 2 integer 1..1; 3 integer 1..1; 4 integer 1..1"},
		{"a banner above the header", "a.csv", "Report,,\nkey,n,m\nx,1,2\ny,3,4\n", "csv 2; key string; n integer 1..3; m integer 2..4"},
		{"a preamble above the header, with all delimiters", "a.csv",
			"Figure 1. Balance,,\nSource: Them,,\n,,\nYear,Balance,Number\n1956,0,\n1957,-0.1,12\n1958,-0.9,13\n",
			"csv 3; Year integer 1956..1958; Balance number -0.9..0; Number integer -1 12..13; " +
				"1956-01-01 to 1958-12-31 by column Year"},
		{"empty cells above a full row without a header", "a.csv", "a,,\n1,2,3\n4,5,6\n",
			"csv 2; a integer 1..4; column 2 integer 2..5; column 3 integer 3..6"},
		{"a wider row about the file above the header", "a.csv",
			"\"EXTF\";700;21;\"Batch\";;;\"RE\"\nSum;Side;Account\n" +
				"12,50;S;8400\n1.234,5;S;8401\n-0,07;H;8402\n12,4,1;H;8403\n",
			"csv 4; Sum mixed -0,07..1.234,5; Side string; Account integer"},
		{"lists with commas between commas", "a.csv", "k,n\n\"1,2\",1\n\"3,4\",2\n",
			"csv 2; k string; n integer 1..2"},
		{"lines before the header", "a.csv", "Report of the year\n\na,b,c\n1,2,3\n4,5,6\n7,8,9\n", "csv 3; a integer 1..7; b integer 2..8; c integer 3..9"},
		{"codes with zeros in front are no numbers", "a.csv", "zipcode,n\n00501,1\n00502,2\n", "csv 2; zipcode string; n integer 1..2"},
		{"codes of which only some have zeros in front", "a.csv", "k,n\n01,1\n10,2\n99,3\n,4\n", "csv 4; k string -1; n integer 1..4"},
		{"fractions with a code among them", "a.csv", "k,n\n0.5,1\n1,2\n02,3\n", "csv 3; k mixed 0.5..1; n integer 1..3"},
		{"a country whose code is NA", "a.csv", "iso,n\nAF,1\nMZ,2\nNA,NA\nNO,4\nZW,4\n,5\n", "csv 6; iso string -1; n integer -1 1..5"},
		{"a table with NA for missing values", "a.csv", "state,n,w\nAK,1,x\nAL,2,NA\nNA,3,y\nAZ,4,z\n", "csv 4; state string -1; n integer 1..4; w string -1"},
		{"NA for most of the states", "a.csv", "state,n\nAK,1\nAL,2\nNA,3\nNA,3\nAZ,4\n", "csv 5; state string -2; n integer 1..4"},
		{"None is a value among texts", "a.csv", "damage,n\nNone,1\nNone,2\nMinor,3\nNone,4\n",
			"csv 4; damage string; n integer 1..4"},
		{"None is no value among numbers", "a.csv", "n,m\n1,1\nNone,2\n3,3\n5,4\n",
			"csv 4; n integer -1 1..5; m integer 1..4"},
		{"marks with NA for none", "a.csv", "mark,n\nA,1\nB,2\nNA,3\nC,4\n", "csv 4; mark string -1; n integer 1..4"},
		{"thousands and percent", "a.csv", "a,b\n\"1,234\",5%\n\"12,345,678\",10%\n", "csv 2; a integer 1,234..12,345,678; b integer 5%..10%"},
		{"percent with a blank", "a.csv", "a,b\nx,5 %\ny,10 %\n", "csv 2; a string; b integer 5 %..10 %"},
		{"a stray value", "a.csv", "a,n\n" + strings.Repeat("x,1\n", 50) + "x,oops\n", `csv 51; a string; n mixed 1..1; ! in "n", 1 value is no integer, of 51`},
		{"days told by a neighbour to be day first", "a.csv", "day,n\n01/02/2020,1\n25/12/2020,2\n", "csv 2; day date 2020-02-01..2020-12-25; n integer 1..2; 2020-02-01 to 2020-12-25 by column day"},
		{"days in an ambiguous order", "a.csv", "day,n\n01/02/2020,1\n03/04/2020,2\n", "csv 2; day date; n integer 1..2"},
		{"seconds since 1970", "a.csv", "created_at,n\n1577836800,1\n1580515200,2\n", "csv 2; created_at timestamp 2020-01-01..2020-02-01; n integer 1..2; 2020-01-01 to 2020-02-01 by column created_at"},
		{"years as a period", "a.csv", "year,n\n1999,1\n2004,2\n", "csv 2; year integer 1999..2004; n integer 1..2; 1999-01-01 to 2004-12-31 by column year"},
		{"days of earlier centuries", "a.csv", "held,at,us,n\n1835-06-10,10.6.1835,6/13/1835,1\n1997-01-17,17.1.1997,1/17/1997,2\n",
			"csv 2; held date 1835-06-10..1997-01-17; at date 1835-06-10..1997-01-17; us date 1835-06-13..1997-01-17; n integer 1..2; 1835-06-10 to 1997-01-17 by column held"},
		{"days that stand for no end", "a.csv", "valid,n\n2020-01-02,1\n9999-12-31,2\n9999-12-31,3\n2021-03-04,4\n",
			`csv 4; valid date 2020-01-02..2021-03-04; n integer 1..4; 2020-01-02 to 2021-03-04 by column valid; ! in "valid", 2 days lie outside of the years 1500 to 2100, of 4`},
		{"clocks that were never set", "a.csv", "when,year\n0001-01-01T00:00:00Z,2019\n0001-01-01T00:00:00Z,2020\n",
			`csv 2; when timestamp; year integer 2019..2020; 2019-01-01 to 2020-12-31 by column year; ! in "when", 2 days lie outside of the years 1500 to 2100, of 2`},
		{"versions are no days", "a.csv", "version,n\n6.1.7600,1\n6.1.7601,2\n", "csv 2; version string; n integer 1..2"},
		{"births are no period", "a.csv", "birth_date,n\n1950-01-01,1\n1960-01-01,2\n", "csv 2; birth_date date; n integer 1..2"},
		{"the name as a period", "sales 2021-03-04.csv", "a,b\n1,2\n", "csv 1; a integer 1..1; b integer 2..2; 2021-03-04 to 2021-03-04 by file names"},
		{"two columns of one name", "a.csv", "a,a,\n1,2,3\n", "csv 1; a integer 1..1; a (2) integer 2..2; column 3 integer 3..3"},
		{"long names that differ only in their number", "a.csv", strings.Repeat("n", 100) + "," + strings.Repeat("n", 100) + "\n1,2\n",
			"csv 1; " + strings.Repeat("n", 80) + " integer 1..1; " + strings.Repeat("n", 80) + " (2) integer 2..2"},
		{"records", "a.json", `[{"a":1,"b":"x"},{"a":2.5,"c":[1],"b":null},{"a":3,"b":"NA","c":{}}]`, "json 3; a number 1..3; b string -1; c mixed -1"},
		{"records under a key", "a.json", `{"meta":{"n":2},"rows":[{"a":1},{"a":2}]}`, `json 2; a integer 1..2; the records stand under "rows"`},
		{"a database: lists of records only", "a.json", `{"Genre":[{"Id":1},{"Id":2}],"Artist":[{"Id":1,"Name":"x"}],"version":3}`,
			"json 3; Genre 2x1; Artist 1x2"},
		{"an answer with its links", "a.json", `{"items":[{"a":1},{"a":2}],"links":[{"r":1}],"page":1,"of":3}`,
			`json 2; a integer 1..2; the records stand under "items"`},
		{"lines of JSON under the name of JSON", "a.json", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "jsonl 3; a integer 1..3"},
		{"records by key", "a.json", `{"x":{"a":1,"b":2},"y":{"a":2,"b":2},"z":{"a":3}}`, "json 3; a integer 1..3; b integer -1 2..2; each key holds one record"},
		{"columns by key", "a.json", `{"x":[1,2,3],"y":["a","b","c"]}`, "json 3; x integer 1..3; y string; each key holds one column"},
		{"scalars", "a.json", `[1,2,3,4]`, "json 4; value integer 1..4"},
		{"features", "a.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1,"d":"2020-05-06T07:08:09Z"},"geometry":{"type":"Point","coordinates":[1,2]}}]}`,
			"geojson 1; n integer 1..1; d timestamp 2020-05-06..2020-05-06; geometry string; 2020-05-06 to 2020-05-06 by column d"},
		{"one feature", "a.geojson",
			`{"type":"Feature","properties":{"n":1},"geometry":{"type":"Point","coordinates":[1,2]}}`,
			"geojson 1; n integer 1..1; geometry string"},
		{"one feature without properties", "a.geojson",
			`{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}`,
			"geojson 1; geometry string"},
		{"lines of JSON, one of them bad", "a.jsonl", "{\"a\":1,\"t\":\"2020-01-01\"}\n\n{\"a\":2,\"t\":\"2020-01-05\"}\n{\"a\":\n", "jsonl 2; a integer 1..2; t date 2020-01-01..2020-01-05; 2020-01-01 to 2020-01-05 by column t; ! 1 line is not valid JSON"},
		{"a list in YAML", "data/a.yaml", "- name: x\n  n: 1\n- name: y\n  n: 2\n  opt: [1]\n", "yaml 2; name string; n integer 1..2; opt array -1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := mustRead(t, map[string]string{tt.file: tt.text})
			if len(r.Datasets) != 1 {
				t.Fatalf("%d datasets, problems %v", len(r.Datasets), r.Problems)
			}
			if got := brief(r.Datasets[0]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestPartOfADescription checks that a short list in an object with more members is no data set.
func TestPartOfADescription(t *testing.T) {
	text := `{"name":"x","title":"y","by":"z","on":1,"of":2,"parts":[{"a":1},{"a":2}]}`
	if r := mustRead(t, map[string]string{"a.json": text}); len(r.Datasets) != 0 {
		t.Errorf("%d datasets: %s", len(r.Datasets), brief(r.Datasets[0]))
	}
}

func TestReadOtherEncodings(t *testing.T) {
	utf16 := "\xff\xfe"
	for _, c := range "naïve,n\nü,1\né,2\n" {
		utf16 += string([]byte{byte(c), byte(c >> 8)})
	}
	for name, text := range map[string]string{"UTF-16": utf16, "Windows-1252": "na\xefve,n\n\xfc,1\n\xe9,2\n"} {
		r := mustRead(t, map[string]string{"a.csv": text})
		if len(r.Datasets) != 1 {
			t.Fatalf("%s: %d datasets, problems %v", name, len(r.Datasets), r.Problems)
		}
		if got, want := brief(r.Datasets[0]), "csv 2; naïve string; n integer 1..2"; got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestReadReportsInvalidFiles(t *testing.T) {
	r := mustRead(t, map[string]string{
		"binary.csv":       "\x00\x01\x02\x03,\x04",
		"many.csv":         "a\nb,c\nd,e,f\ng,h,i,j\nk,l,m,n,o\n",
		"data/broken.json": `{"a": [1, 2`,
		"data/deep.json":   strings.Repeat("[", 100_000),
		"data/bomb.yaml":   "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n",
		"data/deep.yaml":   strings.Repeat("[", 5000),
		"t.parquet":        "PAR1\x00\x01",
		"b.xlsx":           "PK\x03\x04\x00\x00",
		"c.xlsx":           "PK\x03\x04\x00\x00",
		"kept.csv":         "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a,1\nsize 12345\n",
		"kept.parquet":     "version https://git-lfs.github.com/spec/v1\noid sha256:4d7b\nsize 12345\n",
		"package.json":     `[{"a":1},{"a":2}]`,
		".hidden/x.csv":    "a,b\n1,2\n",
	})
	want := []luminos.Problem{
		{Path: "binary.csv", Reason: "is not text, although its name says so"},
		{Path: "data/broken.json", Reason: "is JSON that ends in the middle"},
		{Path: "data/deep.json", Reason: "is nested too deeply"},
		{Path: "data/deep.yaml", Reason: "nested deeper than 64 levels"},
		{Path: "many.csv", Reason: "has rows with different numbers of cells"},
	}
	if diff := cmp.Diff(want, r.Problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]luminos.NotRead{
		{What: "Excel workbooks", Files: 2, Reason: "this version does not read them"},
		{What: "Parquet files", Files: 1, Reason: "this version does not read them"},
		{What: "data files", Files: 2, Reason: "Git LFS keeps them elsewhere: only their pointers are here"},
	}, r.NotRead); diff != "" {
		t.Errorf("not read (-want +got):\n%s", diff)
	}
	if len(r.Datasets) != 0 {
		t.Errorf("datasets: %v", r.Datasets)
	}
}

func TestReadFamilies(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("logs/access-2021-01-%02d.csv", i+1)] = "time,code\n" + strings.Repeat("12:00,200\n", i+1)
		files[fmt.Sprintf("logs/error-2021-01-%02d.csv", i+1)] = "time,code,text\n1,500,x\n"
		files[fmt.Sprintf("vulns/p%d/V-%d.yaml", i%4, i)] = fmt.Sprintf("id: V-%d\nmodified: 2020-02-%02dT00:00:00Z\nrefs:\n- a\n", i, i+1)
		files[fmt.Sprintf("vulns/p%d/W-%d.yaml", i%4, i)] = fmt.Sprintf("id: W-%d\nmodified: '2021-02-%02dT00:00:00Z'\nrefs:\n  - a\nnote: >\n  long\n  text\n", i, i+1)
		files[fmt.Sprintf("cards/%d.json", i)] = fmt.Sprintf(`{"id":%d,"tags":[],"by":"x"}`, i)
	}
	files["cards/index.json"] = `{"generated":"2020-01-01"}`
	files["logs/odd.csv"] = "q,r\n1,2\n"
	r := mustRead(t, files)
	var got []string
	for _, d := range r.Datasets {
		got = append(got, fmt.Sprintf("%s %s of %d: %s", d.Path, d.Family, d.Count, brief(d)))
	}
	want := []string{
		"cards/0.json cards/*.json of 12: json 12; id integer 0..11; tags array; by string",
		"logs/access-2021-01-01.csv logs/access-2021-01-*.csv of 12: csv 78; time string; code integer 200..200; 2021-01-01 to 2021-01-12 by file names",
		"logs/error-2021-01-01.csv logs/error-2021-01-*.csv of 12: csv 12; time integer 1..1; code integer 500..500; text string; 2021-01-01 to 2021-01-12 by file names",
		"logs/odd.csv  of 1: csv 1; q integer 1..1; r integer 2..2",
		"vulns/p0/V-0.yaml vulns/*/*.yaml of 24: yaml 24; id string; modified timestamp 2020-02-01..2021-02-12; refs array; note string -12; 2020-02-01 to 2021-02-12 by column modified",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("datasets (-want +got):\n%s", diff)
	}
}

func TestReadInCodeSkipsSettings(t *testing.T) {
	files := map[string]string{
		"data/cities.csv":          "city,n\nA,1\n",
		"tests/data/x.csv":         "a,b\n1,2\n",
		"src/i18n/de.json":         `[{"a":1},{"a":2}]`,
		"src/theme.json":           `{"color":"` + strings.Repeat("x", 9000) + `"}`,
		"src/units.json":           `[{"u":"m","f":1},{"u":"km","f":1000}]`,
		"deploy/app.yaml":          "kind: A\n---\nkind: B\n",
		"src/tsconfig.app.json":    `[{"a":1},{"a":2}]`,
		"src/broken.json":          `{"a"`,
		"assets/x.schema.json":     `[{"a":1},{"a":2}]`,
		"data/of-y.json":           `{"$schema":"./y.json","items":[{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}]}`,
		"data/of-x.json":           `{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"type":"array"}}}`,
		"web/node_modules/p/d.csv": "a,b\n1,2\n",
	}
	for i := range 20 {
		files[fmt.Sprintf("src/m%d.go", i)] = "package m\n"
	}
	r := mustRead(t, files)
	var got []luminos.Path
	for _, d := range r.Datasets {
		got = append(got, d.Path)
	}
	if diff := cmp.Diff([]luminos.Path{"data/cities.csv", "data/of-y.json", "src/units.json"}, got); diff != "" {
		t.Errorf("datasets (-want +got):\n%s", diff)
	}
	if len(r.Problems) != 0 {
		t.Errorf("problems: %v", r.Problems)
	}
}

func TestReadShowsNoPersonalData(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("first_name,Email,phone,dateOfBirth,zip,state,contact,account_no,colour,remark\n")
	for i := range 20 {
		fmt.Fprintf(&rows, "Ann%d,a%d@x.org,555-010%d,1980-01-0%d,12345,NY,b@y.org,4111111111111111,red,call %d@z.org\n", i%2, i%2, i%2, 1+i%2, i%2)
	}
	r := mustRead(t, map[string]string{"people.csv": rows.String()})
	for _, c := range r.Datasets[0].Columns {
		shown := len(c.Examples) > 0 || c.Min != ""
		if want := c.Name == "state" || c.Name == "colour"; shown != want {
			t.Errorf("column %s: examples %q, min %q", c.Name, c.Examples, c.Min)
		}
		for _, e := range c.Examples {
			if len(e) > exampleMax {
				t.Errorf("example of %d bytes", len(e))
			}
		}
	}
}

// TestReadShowsNoPersonsOfOtherLanguages has names, places, days and amounts under headings of other languages, and
// names under another heading.
func TestReadShowsNoPersonsOfOtherLanguages(t *testing.T) {
	rows := "Klassenlehrer;Diagnose;Straße;Ort;geboren;Betrag;Salaire;Nombre;Leitung;Fach;Jahr\n"
	for i := range 8 {
		rows += fmt.Sprintf("Zed;F32.1;Weg 1;Ulm;1938-02-0%d;1%d;2%d;Zed;Dr. Uta Wieland-Horn;Mathe;201%d\n", 1+i%2, i%2, i%2, i%2)
	}
	r := mustRead(t, map[string]string{"a.csv": rows})
	for _, c := range r.Datasets[0].Columns {
		shown := len(c.Examples) > 0 || c.Min != ""
		if want := c.Name == "Fach" || c.Name == "Jahr"; shown != want {
			t.Errorf("column %s: examples %q, min %q", c.Name, c.Examples, c.Min)
		}
	}
}

func TestReadIsBounded(t *testing.T) {
	families := []*family{
		{files: []*luminos.File{{Size: fileBytes + 1}, {Size: 100}}},
		{files: []*luminos.File{{Size: fileBytes}, {Size: fileBytes}, {Size: fileBytes}, {Size: fileBytes}, {Size: 50}, {Size: fileBytes}}},
	}
	allot(families, 0)
	want := [][]int64{{sampleBytes, 100}, {fileBytes, fileBytes, fileBytes, sampleBytes, 50, sampleBytes}}
	for i, f := range families {
		if diff := cmp.Diff(want[i], f.allotted); diff != "" {
			t.Errorf("family %d (-want +got):\n%s", i, diff)
		}
	}

	src, s := factstest.Tree(t, map[string]string{"a.csv": "a,b\n" + strings.Repeat("1,2\n", 1000)})
	f := &family{files: []*luminos.File{&s.Files[0]}, allotted: []int64{2000}, shapes: map[luminos.Path]shape{}}
	table := f.read(t.Context(), src)
	d := report(f, table)
	if d.Rows != -1 || d.RowsSampled < 400 || d.RowsSampled > 600 {
		t.Errorf("rows = %d, sampled %d", d.Rows, d.RowsSampled)
	}
	for _, e := range d.Evidence {
		if e.Measure == luminos.MeasureRows {
			t.Error("rows that were not all counted have evidence")
		}
	}
}

func TestReadOfASparseGiantIsQuick(t *testing.T) {
	root := t.TempDir()
	f, err := os.Create(filepath.Join(root, "giant.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("a,b\n1,2\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(1 << 40); err != nil {
		t.Skip("no sparse files here:", err)
	}
	src, s := factstest.Dir(t, root)
	r, err := Read(t.Context(), src, s, isManifest)
	if err != nil || len(r.Datasets) != 0 || len(r.Problems) != 1 {
		t.Errorf("datasets %v, problems %v, err %v", r.Datasets, r.Problems, err)
	}
}

func TestMeasureRefusesUnsupportedMeasures(t *testing.T) {
	src, _ := factstest.Tree(t, map[string]string{"a.csv": "a,b\n1,2\n", "b.bin": "x", "c.csv": "\x00\x01"})
	for path, m := range map[luminos.Path]luminos.Measure{
		"a.csv": luminos.MeasureSize, "b.bin": luminos.MeasureRows, "c.csv": luminos.MeasureRows, "no.csv": luminos.MeasureRows,
	} {
		if got, err := Measure(t.Context(), src, path, m); err == nil {
			t.Errorf("%s of %s = %q, want an error", m, path, got)
		}
	}
}

func TestReaderSuite(t *testing.T) {
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("d%d/x.csv", i%5)] = "a,b\n1,2\n"
		files[fmt.Sprintf("d%d/y%d.json", i%5, i)] = fmt.Sprintf(`[{"k%d":1,"v":"%d"},{"k%d":2}]`, i%3, i, i%3)
	}
	factstest.Suite{
		Files: files,
		Gone: []luminos.File{
			{Path: "gone.csv", Size: 10, Text: true, Category: luminos.CategoryData},
			{Path: "gone.json", Size: 10, Text: true, Category: luminos.CategoryData},
		},
		Read: func(ctx context.Context, src luminos.Source, scan *luminos.Scan) (factstest.Outcome, error) {
			r, err := Read(ctx, src, scan, isManifest)
			if err != nil {
				return factstest.Outcome{}, err
			}
			return factstest.Outcome{Result: r, Problems: r.Problems}, nil
		},
	}.Run(t)
}

// TestLongJSONStringIsRefused reads a string that the decoder would have to buffer.
func TestLongJSONStringIsRefused(t *testing.T) {
	d := readDocument(io.MultiReader(strings.NewReader(`{"a":"`), strings.NewReader(strings.Repeat("x", 2*tokenMax)), strings.NewReader(`"}`)))
	if got, want := jsonProblem(d.err), "has a value that is too long"; got != want {
		t.Errorf("problem = %q, want %q", got, want)
	}
}

// TestFamilyReadInPart checks that the report has the number of files that were read if it is not all.
func TestFamilyReadInPart(t *testing.T) {
	two := &family{files: []*luminos.File{{Path: "a.csv"}, {Path: "b.csv"}}}
	for n, want := range map[int]int{1: 1, 2: 0} {
		all := newTable()
		all.read = make([]luminos.Path, n)
		if got := report(two, all).FilesRead; got != want {
			t.Errorf("%d of 2 files were read: %d, want %d", n, got, want)
		}
	}
}
