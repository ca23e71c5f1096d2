package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// hostile holds one of each kind of character that must never reach a terminal
// raw.
const hostile = "a\x1b]0;owned\x07\x1b[5mb\x00\n\r\t\x7f\u009b2J\u202e\u2066\u200b\u200d\u2028\u2029\ufeff\U000e0041\u00ad\u3164\xff" +
	"e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301z"

// filler makes values with strings and slices of its choice.
type filler struct {
	text   func() string
	length func() int // of a slice
}

// fill puts a text into every string that can be reached from v, makes every
// pointer, and gives each map an element.
func (f filler) fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(f.text())
	case reflect.Int, reflect.Int64:
		v.SetInt(3)
	case reflect.Float64:
		v.SetFloat(0.4)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if depth > 0 {
			f.fill(v.Elem(), depth-1)
		}
	case reflect.Slice:
		if depth > 0 {
			n := f.length()
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				f.fill(v.Index(i), depth-1)
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(k, depth-1)
		f.fill(e, depth-1)
		v.SetMapIndex(k, e)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			f.fill(v.Field(i), depth)
		}
	}
}

// hostileReport returns a report with s in every string field. If spare is true,
// fields whose values decide which parts are shown keep known values.
func hostileReport(s string, spare bool) *luminos.Report {
	r := &luminos.Report{}
	filler{func() string { return s }, func() int { return 2 }}.fill(reflect.ValueOf(r).Elem(), 6)
	if spare {
		for i := range r.Flags {
			r.Flags[i].Severity = luminos.Critical
		}
		for i := range r.Facts.Commands {
			r.Facts.Commands[i].Purpose, r.Facts.Commands[i].Part = []string{"build", "test"}[i], false
		}
		for n := range nodes(r.Scan.Tree) {
			n.Kind = luminos.KindDir
		}
		r.Facts.EntryPoints = nil
	}
	return r
}

func nodes(t *luminos.TreeNode) func(func(*luminos.TreeNode) bool) {
	return func(yield func(*luminos.TreeNode) bool) {
		if t == nil || !yield(t) {
			return
		}
		for _, c := range t.Children {
			nodes(c)(yield)
		}
	}
}

// sgr matches the escape sequences that the renderer writes for colour.
var sgr = regexp.MustCompile(`\x1b\[(1|2|1;31|1;33)?m`)

func checkClean(t *testing.T, what, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("%s: invalid UTF-8", what)
	}
	for i, r := range out {
		if r != '\n' && words.Hidden(r) {
			t.Fatalf("%s: raw %U at %d: %q", what, r, i, out[max(0, i-60):min(len(out), i+20)])
		}
	}
	if strings.Contains(out, strings.Repeat("\u0301", maxMarks+1)) {
		t.Errorf("%s: a tower of combining marks", what)
	}
}

func TestT53NothingHostileReachesTheTerminal(t *testing.T) {
	for _, spare := range []bool{false, true} {
		for _, st := range []Style{{}, {Color: true}, {Width: 40, Verbose: true}, {Width: 120, Color: true, Verbose: true}} {
			what := fmt.Sprintf("%+v spare %v", st, spare)
			r := hostileReport(hostile, spare)
			checkRendered(t, "report "+what, st, func(w io.Writer) error { return Terminal(w, r, st) })
			checkRendered(t, "scan "+what, st, func(w io.Writer) error { return Scan(w, r.Scan, hostile, st) })
		}
	}
}

func checkRendered(t *testing.T, what string, st Style, render func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := render(&b); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	if st.Color {
		out = sgr.ReplaceAllString(out, "")
	}
	checkClean(t, what, out)
	if !strings.Contains(out, `\x1b]0;owned\x07`) {
		t.Errorf("%s: the escape sequence is not shown either", what)
	}
}

// TestEveryFieldShown checks that the fields that a reader must see are printed,
// since the test above checks only printed fields.
func TestEveryFieldShown(t *testing.T) {
	var b bytes.Buffer
	r := hostileReport("x", true)
	r.Target.Name, r.Facts.Description, r.Facts.License = "the-name", "the-description", "the-licence"
	r.Flags[0].Finding, r.Flags[0].Remedy, r.Flags[0].Aside = "the-finding", "the-remedy", false
	r.Sections[0].Title, r.Sections[0].Statements[0].Text, r.Sections[0].Items[0].Label = "the-title", "the-statement", "the-label"
	r.Entries[0].Path, r.Entries[0].Summary, r.Entries[0].Tier = "the-directory", "the-summary", luminos.TierPriority
	r.Coverage.Unknown[0], r.Scan.Tree.Children[0].Name = "the-unknown", "the-node"
	r.Facts.Commands[0].Line = "the-command"
	r.Facts.EntryPoints = []luminos.EntryPoint{{Path: "the-place", Reason: "declared"}}
	if err := Terminal(&b, r, Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the-name", "the-description", "the-licence", "the-finding", "the-remedy", "the-title", "the-statement",
		"the-label", "the-command", "the-place"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report does not show %s", want)
		}
	}
	if err := Terminal(&b, r, Style{Verbose: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the-directory", "the-summary", "the-unknown", "the-node"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the whole report does not show %s", want)
		}
	}
}

func TestNothingHostileStandsRawInJSON(t *testing.T) {
	r := hostileReport(hostile, false)
	var b bytes.Buffer
	if err := JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	checkClean(t, "json", strings.ReplaceAll(b.String(), "\u0301", ""))
	var back luminos.Report
	if err := json.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if got, want := back.Flags[0].Finding, strings.ToValidUTF8(hostile, "\ufffd"); got != want {
		t.Errorf("a string does not survive: got %q, want %q", got, want)
	}
}

func TestEmptyReports(t *testing.T) {
	for _, r := range []*luminos.Report{{}, {Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{}}}} {
		if err := Terminal(io.Discard, r, Style{}); err != nil {
			t.Error(err)
		}
	}
	if err := Scan(io.Discard, &luminos.Scan{}, ".", Style{}); err != nil {
		t.Error(err)
	}
}
