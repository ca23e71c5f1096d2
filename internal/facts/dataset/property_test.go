package dataset

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"pgregory.net/rapid"

	"luminos/internal/facts/factstest"
)

// cell draws the content of a cell, with all that needs quotes.
var cell = rapid.StringOfN(rapid.RuneFrom([]rune("abcXYZ0129 .,;|\t\"'\n\\éß世")), 0, 12, -1)

// TestAnyQuotingCountsRight checks that cells are read back unchanged with any
// quoting, and with any division of the input into reads.
func TestAnyQuotingCountsRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		delim := rapid.SampledFrom([]byte{',', '\t', ';', '|'}).Draw(t, "delim")
		end := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "end")
		width := rapid.IntRange(2, 6).Draw(t, "width")
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, width, width), 1, 20).Draw(t, "rows")
		var file strings.Builder
		for i, row := range rows {
			for j, c := range row {
				if j > 0 {
					file.WriteByte(delim)
				}
				if strings.ContainsAny(c, "\"\n\r"+string(delim)) || rapid.Bool().Draw(t, "quoted") {
					c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
				}
				file.WriteString(c)
			}
			if i < len(rows)-1 || rapid.Bool().Draw(t, "last") {
				file.WriteString(end)
			}
		}
		s := newSplitter(iotest.OneByteReader(strings.NewReader(file.String())), delim, true)
		for i, row := range rows {
			if !s.next() {
				t.Fatalf("ends before row %d of %d", i+1, len(rows))
			}
			var got []string
			for j := range s.ends {
				got = append(got, string(s.get(j)))
			}
			if !slices.Equal(got, row) {
				t.Fatalf("row %d = %q, want %q", i+1, got, row)
			}
		}
		if s.next() || s.stray != 0 {
			t.Fatalf("goes on after row %d, or has %d stray quotes", len(rows), s.stray)
		}
	})
}

// TestSplitterAgreesWithTheStandardReader takes encoding/csv for an oracle where
// that one reads at all.
func TestSplitterAgreesWithTheStandardReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file := rapid.StringOfN(rapid.RuneFrom([]rune("ab,\"\n")), 0, 60, -1).Draw(t, "file")
		r := csv.NewReader(strings.NewReader(file))
		r.FieldsPerRecord = -1
		want, err := r.ReadAll()
		if err != nil {
			return
		}
		s := newSplitter(strings.NewReader(file), ',', true)
		for i, row := range want {
			var got []string
			if s.next() {
				for j := range s.ends {
					got = append(got, string(s.get(j)))
				}
			}
			if !slices.Equal(got, row) {
				t.Fatalf("record %d of %q = %q, want %q", i+1, file, got, row)
			}
		}
		if s.next() {
			t.Fatalf("%q: a record too many", file)
		}
	})
}

// TestRowsAreCountedRight goes the whole way: a file of any dialect, its rows and
// columns as the report has them.
func TestRowsAreCountedRight(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		width := rapid.IntRange(2, 8).Draw(rt, "width")
		delim := rapid.SampledFrom([]rune{',', '\t', ';', '|'}).Draw(rt, "delim")
		rows := rapid.IntRange(2, 300).Draw(rt, "rows")
		value := rapid.OneOf(rapid.StringMatching(`[0-9]{1,6}`), rapid.StringMatching(`[0-9]\.[0-9]{1,4}`),
			rapid.StringMatching(`20[0-9]{2}-0[1-9]-1[0-9]`))
		var file bytes.Buffer
		w := csv.NewWriter(&file)
		w.Comma = delim
		w.UseCRLF = rapid.Bool().Draw(rt, "crlf")
		header := make([]string, width)
		for i := range header {
			header[i] = fmt.Sprintf("col_%c", 'a'+i)
		}
		_ = w.Write(header)
		text := rapid.StringOfN(rapid.RuneFrom([]rune("abc \",\n")), 0, 10, -1)
		for range rows {
			row := []string{value.Draw(rt, "value")}
			for range width - 1 {
				row = append(row, text.Draw(rt, "text"))
			}
			_ = w.Write(row)
		}
		w.Flush()
		src, s := factstest.Tree(t, map[string]string{"x.csv": file.String()})
		r, err := Read(t.Context(), src, s, isManifest)
		if err != nil || len(r.Datasets) != 1 {
			rt.Fatalf("datasets %v, problems %v, err %v\n%s", r.Datasets, r.Problems, err, file.String())
		}
		d := r.Datasets[0]
		if d.Rows != int64(rows) || len(d.Columns) != width || d.Columns[0].Name != "col_a" {
			rt.Fatalf("%d rows of %d, %d columns of %d, %q\n%s", d.Rows, rows, len(d.Columns), width, d.Issues, file.String())
		}
	})
}

// FuzzDelimited reads arbitrary input as CSV and checks that reading ends and that
// the counts agree.
func FuzzDelimited(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "\"", "\"a\"\"b\",c\r\n", "a;b\r1;2", "\xef\xbb\xbfa,b\n", "a\tb\n\"x\ty\n", ",,,\n,,\n", strings.Repeat("a,", 3000), strings.Repeat("\xff", 200)} {
		f.Add([]byte(s), false)
		f.Add([]byte(s), true)
	}
	f.Fuzz(func(t *testing.T, b []byte, tabs bool) {
		d, reason := sniff(b, tabs, true)
		if reason != "" {
			return
		}
		table := newTable()
		if err := table.readDelimited(bytes.NewReader(b), d); err != nil {
			t.Fatal(err)
		}
		for _, c := range table.columns {
			if n := c.counts[missing] + c.values(); n > table.rows {
				t.Fatalf("column %q has %d values in %d rows", c.name, n, table.rows)
			}
		}
		checkReport(t, table)
	})
}

// checkReport checks the bounds of a reported table.
func checkReport(t *testing.T, table *table) {
	t.Helper()
	for _, c := range table.columns {
		r := c.report(table.rows)
		if len(r.Examples) > examplesMax || len(r.Name) > nameMax+numberMax || r.Distinct > distinctMax || r.Missing < 0 || r.Missing > table.rows {
			t.Fatalf("column out of bounds: %+v of %d rows", r, table.rows)
		}
		for _, e := range append(r.Examples, r.Min, r.Max, r.Name) {
			if len(e) > nameMax+numberMax || strings.ContainsAny(e, "\n\r") || strings.ToValidUTF8(e, "") != e {
				t.Fatalf("value %q", e)
			}
		}
	}
	table.issues(len(table.columns))
}

// FuzzJSON reads arbitrary input as JSON and as JSON Lines.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`[{"a":1}]`, `{"a":[1,2],"b":[3,4]}`, `{"type":"FeatureCollection","features":[{"properties":{"a":1}}]}`, "{\"a\":1}\n{", `"x`, `[[[[`, `{"a":{"b":{}},"c":{"b":1},"d":{"b":2}}`, `1`, ``} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d := readDocument(iotest.OneByteReader(bytes.NewReader(b)))
		if valid := json.Valid(b); valid != (d.err == nil) && !errors.Is(d.err, errTooDeep) {
			t.Fatalf("%q: %v, but encoding/json says valid is %v", b, d.err, valid)
		}
		table, _ := d.decide()
		checkReport(t, table)
		lines := newTable()
		if err := lines.readLines(bytes.NewReader(b)); err != nil && err != io.EOF {
			t.Fatal(err)
		}
		checkReport(t, lines)
	})
}

// FuzzJSONString decodes strings and compares with the standard library.
func FuzzJSONString(f *testing.F) {
	for _, s := range []string{`a`, `\u00e9\ud83d\ude00`, `\ud83d\ud83d\ude00`, `\ud83dx\ude00`, `\n\t\"`, `\u0041`, "é世"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		b = append(append([]byte(`"`), b...), '"')
		var want string
		if json.Unmarshal(b, &want) != nil || !utf8.Valid(b) {
			return
		}
		l := newLexer(iotest.OneByteReader(bytes.NewReader(b)))
		tok, err := l.value()
		if err != nil || string(tok.text) != want {
			t.Fatalf("%s = %q, %v, want %q", b, tok.text, err, want)
		}
	})
}

// FuzzYAML reads arbitrary input as YAML.
func FuzzYAML(f *testing.F) {
	for _, s := range []string{"a: 1\nb:\n- x\n", "- a: 1\n- a: 2\n", "---\na: &x 1\nb: *x\n...\n", "\"q\": 'v' # c\n", "a: |\n  x\n", "? a\n: b\n", "{a: 1}", "- - - - x", ": :", "a: !!str 1\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 4<<10 {
			return
		}
		if table, _, err := readYAML(b); err == nil {
			checkReport(t, table)
		}
	})
}

// FuzzClassify reads anything as a cell.
func FuzzClassify(f *testing.F) {
	for _, s := range []string{"1", "-1.5e3", "1,234", "45%", "2020-01-02", "1/2/03", "2020-01-02T03:04:05Z", "Jan 2, 2006", "true", "", "NA", "00501"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		v := classify(b)
		if (v.kind == date || v.kind == timestamp) && v.day.t.IsZero() {
			t.Fatalf("%q is a %s without a day", b, names[v.kind])
		}
		c := newColumn("x")
		c.addCell(b)
		c.addCell(b)
		if c.counts[v.kind] != 2 {
			t.Fatalf("%q twice: %v", b, c.counts)
		}
	})
}

// TestDecimalCommaCopies parses no text that cannot be a number, and copies none: most cells of a file are such texts.
func TestDecimalCommaCopies(t *testing.T) {
	long := strings.Repeat("word ", 100)
	for _, cell := range [][]byte{[]byte(long), []byte(long + ",5"), []byte("a short text that has no comma in it")} {
		if n := testing.AllocsPerRun(10, func() { decimalComma(cell) }); n > 0 || decimalComma(cell) != (value{}) {
			t.Errorf("%.20s: %v copies", cell, n)
		}
	}
}
