package render

import (
	"strings"
	"testing"

	"luminos"
)

// TestMergedRows checks that files that were not read have one row if there are several reasons, with the number of
// each, that the sums of invoices are in the row about invoices, and the addresses in the row about logins.
func TestMergedRows(t *testing.T) {
	rows := []luminos.InsideRow{
		{Label: "Invoices", Text: "2 different invoices"}, {Label: "Totals", Text: "a.pdf 4.00 EUR"},
		{Label: "Closed", Text: "1,200 files, encrypted: a"}, {Label: "Empty", Text: "1 file without a byte: c"},
		{Label: "Nets", Text: "a*"}, {Label: "Nets", Text: "b*"},
		{Label: "Logins", Text: "9 failed"}, {Label: "Sources", Text: "of failed logins: 192.0.2.1 9"},
	}
	shown := func(rows []luminos.InsideRow) (got [][2]string, late []bool) {
		for _, r := range insideRows(&luminos.Facts{Inside: &luminos.Inside{Rows: rows}}) {
			text := ""
			for _, s := range r.text {
				text += s.text
			}
			got, late = append(got, [2]string{r.label, text}), append(late, r.late)
		}
		return got, late
	}
	got, late := shown(rows)
	if len(got) != 6 || got[5] != [2]string{"Logins", "9 failed: 192.0.2.1 9"} {
		t.Errorf("%q", got)
	}
	if got[0] != [2]string{"Invoice", "2 different invoices: a.pdf 4.00 EUR"} || late[3] || !late[4] {
		t.Errorf("%q, %v", got, late)
	}
	rows = append(rows, luminos.InsideRow{Label: "Damaged", Text: "1 file, damaged or cut off: b"})
	got, _ = shown(rows)
	if len(got) != 5 || got[1] != [2]string{"Unread", "1,200 encrypted, 1 empty and 1 damaged: a, c, b"} {
		t.Errorf("%q", got)
	}
}

// TestTallRowsWait checks that the fourth line of a tall row comes after the second line of rows that lose a number.
func TestTallRowsWait(t *testing.T) {
	s := screen{name: "x", kinds: [][]span{{text("kind")}}}
	s.practice = []practice{{label: "Logs", text: []span{text(strings.Repeat("many ", 100))}, tall: true}}
	for range 7 {
		s.practice = append(s.practice, practice{
			label: "Gaps", text: []span{text(strings.Repeat("word ", 20) + "END")}, whole: true,
		})
	}
	p := terminal{newPage(nil, Style{Width: 80})}
	lines := p.keep(func(p terminal) { p.screen(s) }).lines
	got := strings.Join(lines, "\n")
	if strings.Count(got, "END") != 7 || len(lines) != screenLines {
		t.Errorf("%d lines:\n%s", len(lines), got)
	}
}

// TestLongRowsFill checks that a long row has the lines that no other row needs, and the description comes before its
// fourth.
func TestLongRowsFill(t *testing.T) {
	s := screen{name: "x", kinds: [][]span{{text("kind")}}}
	s.about = []span{text(strings.Repeat("about ", 14) + "END")}
	s.practice = []practice{{label: "Titles", text: []span{text(strings.Repeat("many ", 200))}, long: true}}
	lines := func() string {
		p := terminal{newPage(nil, Style{Width: 80})}
		return strings.Join(p.keep(func(p terminal) { p.screen(s) }).lines, "\n")
	}
	if got := lines(); strings.Count(got, "many many") < 8 || !strings.Contains(got, "END") {
		t.Errorf("no room taken:\n%s", got)
	}
	for range 13 {
		s.practice = append(s.practice, practice{label: "Gaps", text: []span{text("word")}})
	}
	if got := lines(); !strings.Contains(got, "END") || strings.Count(got, "\n") != screenLines-1 {
		t.Errorf("the description is cut:\n%s", got)
	}
}

// TestRowsOnFewPhotographs lets rows on photographs give way if a third of the files are of other kinds.
func TestRowsOnFewPhotographs(t *testing.T) {
	for looked, want := range map[int]bool{3: false, 4: true} {
		in := &luminos.Inside{
			Looked: looked, Photos: &luminos.Photos{Images: 2},
			Rows: []luminos.InsideRow{{Label: "Areas", Text: "43 N 12 E (2)"}, {Label: "Places", Text: "2 files"}},
		}
		if rows := insideRows(&luminos.Facts{Inside: in}); rows[0].late != want || rows[1].late {
			t.Errorf("%d files: %v", looked, rows)
		}
	}
}

// TestFormatsWait checks that the second line of the row of formats gives way to rows that lose a number.
func TestFormatsWait(t *testing.T) {
	s := screen{name: "x", kinds: [][]span{{text("kind")}}}
	long := []span{text(strings.Repeat("word ", 20) + "END")}
	d := &dossier{facts: &luminos.Facts{Holdings: []luminos.Counted{{Name: "PDF", Files: 3}}}, scan: &luminos.Scan{},
		report: &luminos.Report{}}
	s.practice = composePractice(d)[:1]
	s.practice[0].text = long
	for range 9 {
		s.practice = append(s.practice, practice{label: "Series", text: long, whole: whole["Series"]})
	}
	p := terminal{newPage(nil, Style{Width: 80})}
	lines := p.keep(func(p terminal) { p.screen(s) }).lines
	if got := strings.Join(lines, "\n"); strings.Count(got, "END") != 8 || strings.Contains(lines[4], "END") {
		t.Errorf("%d lines:\n%s", len(lines), got)
	}
}

// TestDataRows grants the rows for which a folder of data is opened their lines before the rows on its logs.
func TestDataRows(t *testing.T) {
	rows := []luminos.InsideRow{
		{Label: "Tables", Text: strings.Repeat("four files, ", 20) + "END"},
		{Label: "Gaps", Text: strings.Repeat("gap, ", 20) + "END"},
		{Label: "Largest", Text: strings.Repeat("a.csv 9 · ", 18) + "END"},
		{Label: "Same data", Text: strings.Repeat("x ", 50)},
		{Label: "Damaged", Text: "1 file, damaged or cut off: b"}, {Label: "Closed", Text: "1 file, encrypted: c"},
	}
	for range 20 {
		rows = append(rows, luminos.InsideRow{Label: "Web", Text: "requests"})
	}
	s := screen{name: "x", kinds: [][]span{{text("kind")}}}
	facts := &luminos.Facts{Inside: &luminos.Inside{Rows: rows}}
	facts.Sort = luminos.SortData
	s.practice = insideRows(facts)
	p := terminal{newPage(nil, Style{Width: 80})}
	got := strings.Join(p.keep(func(p terminal) { p.screen(s) }).lines, "\n")
	if strings.Count(got, "END") != 3 || !strings.Contains(got, "1 damaged and 1 encrypted: b, c") {
		t.Errorf("the screen is\n%s", got)
	}
}

// TestGraveRows keeps rows on lost files and on positions of persons, however many other rows are before them.
func TestGraveRows(t *testing.T) {
	var rows []luminos.InsideRow
	for range 25 {
		rows = append(rows, luminos.InsideRow{Label: "Titles", Text: "“A title”"})
	}
	rows = append(rows, luminos.InsideRow{Label: "Damaged", Text: "1 file, damaged or cut off: b"},
		luminos.InsideRow{Label: "Places", Text: "3 files with a position"})
	s := screen{name: "x", kinds: [][]span{{text("kind")}}}
	s.practice = insideRows(&luminos.Facts{Inside: &luminos.Inside{Rows: rows}})
	p := terminal{newPage(nil, Style{Width: 80})}
	got := strings.Join(p.keep(func(p terminal) { p.screen(s) }).lines, "\n")
	if !strings.Contains(got, "Damaged") || !strings.Contains(got, "Places") {
		t.Errorf("the screen is\n%s", got)
	}
}
