package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
)

func TestReadSecondHeadings(t *testing.T) {
	const data = "1,x,Yes,3\n2,y,No,4\n3,z,Yes,5\n4,x,,6\n"
	for _, tt := range []struct{ name, text, want string }{
		{"of a survey", "id,who,ok,n\n,Open-Ended Response,Response,Response\n" + data,
			"csv 4; id integer 1..4; who string; ok boolean -1; n integer 3..6; a second row of headings stands under the header"},
		{"units", "day,mass,size\n,kg,m\n2020-01-01,1,2\n2020-01-02,3,4\n2020-01-03,5,6\n",
			"csv 3; day date 2020-01-01..2020-01-03; mass integer 1..5; size integer 2..6; 2020-01-01 to 2020-01-03 by column day; a second row of headings stands under the header"},
		{"names of boxes to tick", "seen,also,a,b\nStar,Trek,Response,Response\n,Trek,1,2\nStar,,2,3\nStar,Trek,4,5\n",
			"csv 3; seen string -1; also string -1; a integer 1..4; b integer 2..5; a second row of headings stands under the header"},
		{"one word over columns of text", "a,b,c,d,e\n" + strings.Repeat("Response,", 4) + "Response\n" + strings.Repeat("x,y,z,x,y\n", 12),
			"csv 12; a string; b string; c string; d string; e string; a second row of headings stands under the header"},
		{"one word over some columns of text", "a,b,c,d,e\n" + strings.Repeat("Response,", 4) + "Other\n" + strings.Repeat("x,y,z,x,y\n", 12),
			"csv 13; a string; b string; c string; d string; e string"},
		{"a word over the only numbers", "who,n\nw,Many\nx,1\ny,2\nz,3\n", "csv 4; who string; n mixed 1..3"},
		{"words over less than most numbers", "a,b,c,d,e\nMany,Few,,,\n1,2,3,4,5\n6,7,8,9,1\n2,3,4,5,6\n",
			"csv 4; a mixed 1..6; b mixed 2..7; c integer -1 3..8; d integer -1 4..9; e integer -1 1..6"},
		{"a record of which one cell is a word", "id,who,ok,n\n5,x,Yes,lots\n" + data, "csv 5; id integer 1..5; who string; ok boolean -1; n mixed 3..6"},
		{"a record whose place comes again", "id,who,ok,n\n,x,Maybe,Many\n" + data, "csv 5; id integer -1 1..4; who string; ok mixed -1; n mixed 3..6"},
		{"a record of which nothing is known", "id,who,ok,n\n,w,Withheld,Withheld\n" + data, "csv 5; id integer -1 1..4; who string; ok boolean -2; n integer -1 3..6"},
		{"words in most columns of few rows", "id,who,ok,n\n,w,Maybe,Many\n1,x,Yes,3\n2,y,No,4\n", "csv 3; id integer -1 1..2; who string; ok mixed; n mixed 3..4"},
		{"such words further down too", "id,who,ok,n\n,w,Maybe,Many\n" + data + "5,z,Perhaps,Few\n", "csv 6; id integer -1 1..5; who string; ok mixed -1; n mixed 3..6"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := brief(mustRead(t, map[string]string{"a.csv": tt.text}).Datasets[0]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestHeadersOfSeveralLevels has columns in groups with a blank row under their names, and rows that are like them.
func TestHeadersOfSeveralLevels(t *testing.T) {
	const data = "0,1.5,2.5,3.5\n1,4.5,5.5,6.5\n"
	for _, tt := range []struct{ name, text, want string }{
		{"two levels", "net,1,1,2\nside,l,r,l\n,,,\n" + data,
			"csv 2; column 1 integer 0..1; 1 l number 1.5..4.5; 1 r number 2.5..5.5; 2 l number 3.5..6.5; " +
				"its header has 2 rows"},
		{"a name for the index", "net,1,1,2\nside,l,r,l\nid,,,\n" + data,
			"csv 2; column 1 integer 0..1; 1 l number 1.5..4.5; 1 r number 2.5..5.5; 2 l number 3.5..6.5; " +
				"its header has 2 rows"},
		{"no groups", "net,a,b,c\nx,1,2,3\n,,,\n" + data,
			"csv 4; net mixed -1 0..1; a number -1 1..4.5; b number -1 2..5.5; c number -1 3..6.5"},
		{"a column twice", "net,a,a,b\nx,1,1,3\n,,,\n" + data,
			"csv 4; net mixed -1 0..1; a number -1 1..4.5; a (2) number -1 1..5.5; b number -1 3..6.5"},
	} {
		if got := brief(mustRead(t, map[string]string{"a.csv": tt.text}).Datasets[0]); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestReadExceptionalValues: texts among values of another type.
func TestReadExceptionalValues(t *testing.T) {
	ids := func(n int, format string) string { // more values than are distinguished
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i+1)
		}
		return b.String()
	}
	ones := strings.Repeat("x,1\n", 60)
	for _, tt := range []struct{ name, text, want string }{
		{"words for unknown are missing", "a,n\n" + ones + "x,Unknown\nx,No answer\nx,**\nx,..\n", "csv 64; a string; n integer -4 1..1"},
		{"they are answers among text", "a,n\nx,Unknown\ny,Unknown\nz,Known\n", "csv 3; a string; n string"},
		{"a remark that comes again", "a,n\n" + ones + "x,At-Large\nx,At-Large\n", "csv 62; a string; n mixed 1..1"},
		{"a remark and a slip", "a,n\n" + ones + "x,At-Large\nx,At-Large\nx,l\n", `csv 63; a string; n mixed 1..1; ! in "n", 3 values are no integer, of 63`},
		{"texts of many shapes", "a,n\n" + ones + ones + "x,p\nx,p\nx,q\nx,q\nx,r\nx,r\n", `csv 126; a string; n mixed 1..1; ! in "n", 6 values are no integer, of 126`},
		{"answers beside yes and no", "a,n\n" + strings.Repeat("x,Yes\n", 60) + "x,Yes (late)\nx,Yes (late)\n", "csv 62; a string; n string"},
		{"unknown beside yes and no", "a,n\n" + strings.Repeat("x,Yes\n", 60) + "x,unknown\n", "csv 61; a string; n boolean -1"},
		{"an answer of its own beside yes and no", "a,n\n" + strings.Repeat("x,Yes\n", 60) + "x,No (late)\n", "csv 61; a string; n string"},
		{"a slip beside yes and no", "a,n\n" + strings.Repeat("x,Yes\n", 60) + "x,Yess\n", `csv 61; a string; n mixed; ! in "n", 1 value is no boolean, of 61`},
		{"unknown among many values", "a,n\nx,?\n" + ids(1500, "x,%d\n") + "x,?\nx,Unknown\n", "csv 1503; a string; n integer -3 1..1500"},
		{"just when there are too many values", "a,n\n" + ids(distinctMax, "x,%d\n") + "x,oops\n",
			`csv 1001; a string; n mixed 1..1000; ! in "n", 1 value is no integer, of 1,001`},
		{"a dash is a text among texts", "a,n\n" + strings.Repeat("-,1\nx,-\n", 9), "csv 18; a string; n integer -9 1..1"},
		{"more dashes than numbers", "a,n\n" + ones + strings.Repeat("x,-\n", 70), "csv 130; a string; n integer -70 1..1"},
		{"dashes and words", "a,n\nx,-\nx,1\nx,y\nx,y\n", "csv 4; a string; n string"},
		{"words in the first rows are headings", "a,n\nx,of\nx,kg\n" + ones + "x,1\n", "csv 63; a string; n mixed 1..1"},
		{"a slip among many values", "a,n\nx,?\n" + ids(1500, "x,%d\n") + "x,oops\n", `csv 1502; a string; n mixed -1 1..1500; ! in "n", 1 value is no integer, of 1,501`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := brief(mustRead(t, map[string]string{"a.csv": tt.text}).Datasets[0]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	t.Run("it is no example", func(t *testing.T) {
		c := mustRead(t, map[string]string{"a.csv": "a,n\n" + ones + "x,**\n"}).Datasets[0].Columns[1]
		if c.Distinct != 1 || !slices.Equal(c.Examples, []string{"1"}) {
			t.Errorf("%d different values, such as %q, want only 1", c.Distinct, c.Examples)
		}
	})
	t.Run("of many texts few are kept", func(t *testing.T) {
		c := newColumn("n")
		for i := range 3 * distinctMax {
			c.addCell(fmt.Appendf(nil, "v%d", i))
		}
		if n := len(c.odd.counts) + len(c.seen); n > 0 {
			t.Errorf("%d texts are kept", n)
		}
	})
	t.Run("only its kind is known", func(t *testing.T) {
		table := newTable()
		table.column("n")
		c := table.columns[0]
		for range 60 {
			c.addCell([]byte("1"))
		}
		c.addKind(text)
		if table.resolve(); len(table.strays()) != 1 {
			t.Errorf("issues %q, want one", table.strays())
		}
	})
	t.Run("in a family", func(t *testing.T) {
		r := mustRead(t, map[string]string{
			"a-1.csv": "a,n\nx,?\nx,?\n" + ids(100, "x,%d\n"), "a-2.csv": "a,n\n" + ids(1500, "y,%d\n") + "y,**\n", "a-3.csv": "a,n\nx,-1\nz,Unknown\n",
		})
		if got, want := brief(r.Datasets[0]), "csv 1605; a string; n integer -4 -1..1500"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

func TestFamiliesIgnoreTheCaseOfColumns(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		files      map[string]string
	}{
		{"one name differs", "csv 2; id integer 1..2; name string; Sex string; EYE string; Year integer 1990..1991; 1990-01-01 to 1991-12-31 by column Year",
			map[string]string{"a-1.csv": "id,name,Sex,EYE,Year\n1,x,m,b,1990\n", "a-2.csv": "id,name,Sex,EYE,YEAR\n2,y,f,g,1991\n"}},
		{"all names differ", "csv 2; A integer 1..3; B integer 2..4",
			map[string]string{"a-1.csv": "A,B\n1,2\n", "a-2.csv": "a,b\n3,4\n"}},
		{"among files of other columns", "csv 2; A integer 1..3; B integer 2..4",
			map[string]string{"a-1.csv": "A,B\n1,2\n", "a-2.csv": "a,b\n3,4\n", "o-1.csv": "c,d\n1,2\n", "o-2.csv": "e,f\n1,2\n"}},
		{"both stand in one file", "csv 3; a integer -1 1..5; A integer 2..6; c integer 3..8; d integer 4..9",
			map[string]string{"a-1.csv": "a,A,c,d\n1,2,3,4\n", "a-2.csv": "A,a,c,d\n6,5,7,8\n", "a-3.csv": "A,c,d\n6,8,9\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := mustRead(t, tt.files)
			families := slices.DeleteFunc(r.Datasets, func(d luminos.Dataset) bool { return d.Count == 1 })
			if len(families) != 1 {
				t.Fatalf("%d families, want 1", len(families))
			}
			if got := brief(families[0]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
