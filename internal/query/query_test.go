package query

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

const people = "name,age,town\nAnn,31,Bern\nBob,4,Zürich\n\"Cy, Jr\",10,Bern\nDee,,Basel\nEve,x,\n"

// answer returns an answer as lines of values between bars, after the numbers of rows and groups.
func answer(a *Answer) string {
	out := fmt.Sprintf("%d/%d/%d %s", a.Read, a.Matched, a.Groups, strings.Join(a.Columns, "|"))
	for _, r := range a.Rows {
		out += "\n" + strings.Join(r, "|")
	}
	for _, n := range a.Notes {
		out += "\n[" + n + "]"
	}
	return out
}

func ask(t *testing.T, q Query, rows Rows) (string, error) {
	t.Helper()
	a, err := Run(t.Context(), q, rows)
	return answer(a), err
}

func where(column, op, value string) []Condition { return []Condition{{column, op, value}} }

// TestConditions compares as numbers where both values are numbers, and as texts otherwise.
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		column, op, value, want string
	}{
		{"age", ">", "9", "Ann Cy, Jr Eve"}, {"age", "<", "9", "Bob"}, {"age", "=", "4.0", "Bob"},
		{"age", "!=", "4", "Ann Cy, Jr Dee Eve"}, {"age", "is_missing", "", "Dee"}, {"AGE", ">=", "31", "Ann Eve"},
		{"town", "contains", "er", "Ann Cy, Jr"}, {"town", "matches", "^(?i)b", "Ann Cy, Jr Dee"},
		{"town", "=", "Bern", "Ann Cy, Jr"}, {"town", "<=", "Basel", "Dee"}, {"#2", "<=", "10", "Bob Cy, Jr"},
		{"town", "is_missing", "", "Eve"},
	} {
		got, err := ask(t, Query{Columns: []string{"name"}, Where: where(c.column, c.op, c.value)},
			Delimited(LinesOf(people), 0, false))
		_, names, _ := strings.Cut(got, "\n")
		if names = strings.ReplaceAll(names, "\n", " "); names != c.want || err != nil {
			t.Errorf("%s %s %q: %q, %v, want %q", c.column, c.op, c.value, names, err, c.want)
		}
	}
}

// TestGroups computes each aggregate over the values that are not missing, and sorts groups by the first one.
func TestGroups(t *testing.T) {
	for name, c := range map[string]struct {
		columns    []string
		aggregates []Aggregate
		want       string
	}{
		"rows": {[]string{"town"}, nil, "5/5/4 town|count()\nBern|2\n|1\nBasel|1\nZürich|1"},
		"numbers": {[]string{"town"}, []Aggregate{{"sum", "age"}, {"mean", "age"}, {"min", "age"}, {"max", "age"}},
			"5/5/4 town|sum(age)|mean(age)|min(age)|max(age)\nBern|41|20.5|10|31\nZürich|4|4|4|4\n||| x|x\nBasel||||" +
				"\n[1 value of age left out, as they are no numbers]\n[1 value of age left out, as they are no numbers]"},
		"all": {nil, []Aggregate{{"distinct", "town"}, {"count", "age"}}, "5/5/1 distinct(town)|count(age)\n3|4"},
	} {
		want := strings.ReplaceAll(c.want, "| x|", "|x|")
		got, err := ask(t, Query{Group: &Group{c.columns, c.aggregates}}, Delimited(LinesOf(people), 0, false))
		if got != want || err != nil {
			t.Errorf("%s:\n%s\n%v, want\n%s", name, got, err, want)
		}
	}
}

// TestSums adds integers exactly, and decimal numbers without digits that none of them has.
func TestSums(t *testing.T) {
	for _, c := range []struct{ values, want string }{
		{"9007199254740993 1", "9007199254740994"}, {"0.1 0.2 0.3", "0.6"}, {"1e3 .5", "1000.5"},
		{"9223372036854775807 1", "9223372036854776000"}, {"-3 3", "0"}, {"0x10 inf nan 1_0", ""},
	} {
		text := "v\n" + strings.ReplaceAll(c.values, " ", "\n")
		q := Query{Group: &Group{Aggregates: []Aggregate{{"sum", "v"}}}}
		a, err := Run(t.Context(), q, Delimited(LinesOf(text), ',', false))
		if err != nil || len(a.Rows) != 1 || a.Rows[0][0] != c.want {
			t.Errorf("%s: %+v, %v, want %s", c.values, a.Rows, err, c.want)
		}
	}
}

// TestDelimited reads the forms of delimited text.
func TestDelimited(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"quotes":            {"a;b\n\"x;\"\"y\"\"\nz\";2\n", "1/1/0 a|b\nx;\"y\"\nz|2"},
		"text after quotes": {"a,b\n\"x\"y,2\n", "1/1/0 a|b\nxy|2"},
		"no header":         {"1.5,x\n2.5,y,z\n", "2/2/0 1|2|3\n1.5|x\n2.5|y|z"},
		"years":             {"who\t1999\t2000\nx\t1\t2\n", "1/1/0 who|1999|2000\nx|1|2"},
		"comments":          {"# made by hand\n\na|b\n1|2\n", "1/1/0 a|b\n1|2"},
		"header in comment": {"#a\tb\nx\ty\n", "1/1/0 a|b\nx|y"},
		"byte order mark":   {"\uFEFFa,b\nx,y\n", "1/1/0 a|b\nx|y"},
		"blank lines":       {"a,b\n\nx,y\n\n", "1/1/0 a|b\nx|y"},
		"short and long":    {"a,b\nx\nx,y,z\n", "2/2/0 a|b|3\nx\nx|y|z"},
		"open quote":        {"a,b\n\"x,y\n", "1/1/0 a|b\nx,y\n"},
		"empty":             {"", "0/0/0 "},
		"nameless column":   {",b\nx,y\n", "1/1/0 1|b\nx|y"},
	} {
		if got, err := ask(t, Query{}, Delimited(LinesOf(c.text), 0, false)); got != c.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", name, got, err, c.want)
		}
	}
}

// TestJSON reads the arrays of objects in a JSON text, and the values of JSON Lines.
func TestJSON(t *testing.T) {
	for name, c := range map[string]struct {
		text, table string
		lines       bool
		want        string
	}{
		"array":       {`[{"a":1,"b":{"c":null,"d":[1, {"e":2}]}},{"z":true}, 7]`, "", false, "3/3/0 a|b.c|b.d|z|value\n1||[1,{\"e\":2}]\n|||true\n||||7"},
		"lines":       {"{\"a\":1}\n{\"a\":\"x\\ty\",\"b\":2.50}\n", "", true, "2/2/0 a|b\n1\nx\ty|2.50"},
		"one table":   {`{"type":"x","features":[{"a":1}]}`, "", false, "1/1/0 a\n1"},
		"named table": {`{"p":{"q":[{"a":1}]},"r":[{"b":2}]}`, "p.q", false, "1/1/0 a\n1"},
		"several":     {`{"p":{"q":[{"a":1}]},"r":[{"b":2}]}`, "", false, "it has several tables; pass one as table: p.q, r"},
		"no table":    {`{"p":[{"a":1}]}`, "q", false, `it has no table "q"; its tables are: p`},
		"no objects":  {`{"p":[1]}`, "", false, "it has no array of objects"},
		"cut off":     {`[{"a":1},{"a":`, "", false, "the text is damaged"},
		"damaged":     {`[{"a":1},}`, "", false, "the text is damaged"},
		"deep":        {strings.Repeat(`[`, 100_000), "", false, "the text is damaged"},
		"long string": {`[{"a":"` + strings.Repeat("x", 2*tokenMost) + `"}]`, "", false, ErrTooLong.Error()},
	} {
		got, err := ask(t, Query{}, JSON(strings.NewReader(c.text), c.table, c.lines))
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestBadQueries rejects a query with a reason for its author.
func TestBadQueries(t *testing.T) {
	for want, q := range map[string]Query{
		`there is no column "nme"; the columns are: name, age, town`: {Columns: []string{"nme"}},
		`there is no column "#4"`:                                    {Where: where("#4", "=", "x")},
		`"like" is no operator`:                                      {Where: where("name", "like", "x")},
		"has no value":                                               {Where: where("name", "=", "")},
		"the regular expression is invalid":                          {Where: where("name", "matches", "(")},
		"is too large":                                               {Where: where("name", "matches", strings.Repeat("a{900}", 3))},
		`"median" is no aggregate`:                                   {Group: &Group{Aggregates: []Aggregate{{"median", "age"}}}},
		"needs a column":                                             {Group: &Group{Aggregates: []Aggregate{{Fn: "sum"}}}},
		"exclude each other":                                         {Columns: []string{"name"}, Group: &Group{}},
		"limit is -1":                                                {Limit: -1},
		"21 conditions":                                              {Where: make([]Condition, 21)},
		"aggregates of groups are permitted":                         {Group: &Group{Aggregates: make([]Aggregate, 9)}},
	} {
		_, err := ask(t, q, Delimited(LinesOf(people), 0, false))
		if _, invalid := errors.AsType[Invalid](err); !invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v gives %v, want %q", q, err, want)
		}
	}
}

// numbered returns n rows of a column of different values.
func numbered(n int) Rows {
	return func(yield func(Row) bool) error {
		values := make([]string, 1)
		for i := range n {
			if values[0] = fmt.Sprint(i); !yield(Row{Columns: []string{"v"}, Values: values}) {
				break
			}
		}
		return nil
	}
}

// TestBounds checks that bounds on groups, rows, lines and time end the work, and are stated.
func TestBounds(t *testing.T) {
	got, err := ask(t, Query{Group: &Group{Columns: []string{"v"}}, Limit: 1}, numbered(GroupsMost+5))
	if want := "[more than 100,000 groups: 5 rows of further groups left out]"; !strings.HasSuffix(got, want) || err != nil {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if got, _ = ask(t, Query{}, numbered(300)); strings.Count(got, "\n") != ShownDefault {
		t.Errorf("%d rows are shown", strings.Count(got, "\n"))
	}
	for _, text := range []string{"a,b\n\"" + strings.Repeat("x\n", LineMost), "a,b\n" + strings.Repeat("x", LineMost)} {
		if got, err = ask(t, Query{}, Delimited(LinesOf(text), 0, false)); !errors.Is(err, ErrTooLong) {
			t.Errorf("a long row gives %.100q, %v", got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	a, err := Run(ctx, Query{}, func(yield func(Row) bool) error {
		return numbered(10)(func(r Row) bool {
			if r.Values[0] == "4" {
				cancel()
			}
			return yield(r)
		})
	})
	if a.Read != 4 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d rows were read before the end, %v", a.Read, err)
	}
}

// FuzzDelimited reads any text without a panic, and reads each line at most once.
func FuzzDelimited(f *testing.F) {
	f.Add(people)
	f.Add("a\tb\n\"\t\"\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Run(t.Context(), Query{Group: &Group{}}, Delimited(LinesOf(text), 0, false))
		if err == nil && a.Read > int64(strings.Count(text, "\n")+1) {
			t.Errorf("%d rows of %q", a.Read, text)
		}
	})
}

// FuzzJSON reads any text without a panic.
func FuzzJSON(f *testing.F) {
	f.Add(`[{"a":{"b":[1]}}]`, "", false)
	f.Add("{\"a\":1}\n{}", "", true)
	f.Add(`{"p":{"q":[{}]}}`, "p.q", false)
	f.Fuzz(func(t *testing.T, text, table string, lines bool) {
		a, err := Run(t.Context(), Query{}, JSON(strings.NewReader(text), table, lines))
		if err == nil && a.Read > int64(len(text)) {
			t.Errorf("%d rows of %q", a.Read, text)
		}
	})
}
