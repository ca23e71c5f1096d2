package repomap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

// project is a small program: store is used by three files, which nothing uses.
var project = map[string]string{
	"store/store.go": "package store\n\n// Keep keeps.\nfunc Keep(key string) error { return nil }\n\n" +
		"func drop() {}\n\ntype Shelf struct{ n int }\n\nfunc (s *Shelf) Count() int { return s.n }\n",
	"a.go":                "package p\n\nfunc Alpha() { store.Keep(\"a\"); new(store.Shelf).Count() }\n",
	"b.go":                "package p\n\nfunc Beta() { store.Keep(\"b\") }\n",
	"c.go":                "package p\n\nfunc Gamma() { store.Keep(\"c\") }\n",
	"store/store_test.go": "package store\n\nfunc TestKeep() { Keep(\"\"); Keep(\"\"); Keep(\"\") }\n",
	"docs/guide.md":       "# Guide\n\nWords.\n\n## Install\n\nMore.\n",
}

// made returns the map of a tree with these files.
func made(t testing.TB, files map[string]string, facts *luminos.Facts, o Options) *Result {
	t.Helper()
	src, scan := factstest.Tree(t, files)
	if facts == nil {
		facts = &luminos.Facts{MainLanguage: "Go"}
	}
	m, err := Make(t.Context(), src, scan, facts, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// paths returns the paths of a map, the most important first.
func paths(m *Map) []string {
	files := slices.Clone(m.Files)
	slices.SortFunc(files, func(a, b File) int { return a.Rank - b.Rank })
	var list []string
	for _, f := range files {
		list = append(list, string(f.Path))
	}
	return list
}

func TestText(t *testing.T) {
	facts := &luminos.Facts{MainLanguage: "Go", Documents: []luminos.Document{
		{Path: "docs/guide.md", Headings: []string{"Install", "Evil\n/etc/passwd\x1b[31m"}, Words: 20},
	}}
	m := made(t, project, facts, Options{Tokens: 4000})
	want := "# 6 of 6 files, the most important first, with lines of their outlines; " +
		"at most 4000 tokens, estimated as bytes / 3.5\n" +
		`store/
  store.go
    4 func Keep(key string) error
    6 func drop()
    8 type Shelf struct
    10 func (s *Shelf) Count() int
  store_test.go
    3 func TestKeep()
./
  a.go
    3 func Alpha()
  b.go
    3 func Beta()
  c.go
    3 func Gamma()
docs/
  guide.md
    Install
    Evil /etc/passwd
`
	if diff := cmp.Diff(want, string(m.Text())); diff != "" {
		t.Error(diff)
	}
}

// A tight budget shows the definition that others use before the others, and says how many are left out.
func TestCentralDefinitionFirst(t *testing.T) {
	m := made(t, project, nil, Options{Tokens: MinTokens})
	at := slices.IndexFunc(m.Files, func(f File) bool { return f.Path == "store/store.go" })
	if at < 0 || len(m.Files[at].Lines) == 0 || !strings.HasPrefix(m.Files[at].Lines[0].Text, "func Keep") {
		t.Fatalf("got %+v", m.Files)
	}
	if shown := m.Files[at]; shown.More != 4-len(shown.Lines) {
		t.Errorf("%d lines and %d more, want 4 in all", len(shown.Lines), shown.More)
	}
}

// changed returns a history in which commits changed the file p.
func changed(p luminos.Path, commits int) *luminos.History {
	files := []luminos.ChangedFile{{Path: p, Commits: commits}}
	return &luminos.History{Changes: &luminos.FileChanges{Files: files}}
}

func TestRank(t *testing.T) {
	long, short := "package p\n"+strings.Repeat("var _ = 1\n", 20), "package p\n\nvar x = 1\nvar y = 1\n"
	tests := []struct {
		name   string
		files  map[string]string
		facts  luminos.Facts
		focus  luminos.Path
		before []string // in this order
	}{
		{"a file that others use comes first", project, luminos.Facts{}, "",
			[]string{"store/store.go", "a.go", "store/store_test.go"}},
		{"a longer file comes first", map[string]string{"a.go": "package p\n", "b.go": long}, luminos.Facts{}, "",
			[]string{"b.go", "a.go"}},
		{"a file that was changed often comes first", map[string]string{"a.go": "package p\n", "b.go": "package p\n"},
			luminos.Facts{History: changed("b.go", 9)},
			"", []string{"b.go", "a.go"}},
		{"one that was changed often comes before one that is eight times as long",
			map[string]string{"a.go": long, "b.go": short},
			luminos.Facts{History: changed("b.go", 4)}, "", []string{"b.go", "a.go"}},
		{"documents come before examples, and after tests", map[string]string{"examples/a.go": short, "a_test.go": short},
			luminos.Facts{Documents: []luminos.Document{{Path: "docs/b.md", Words: 100}}},
			"", []string{"a_test.go", "docs/b.md", "examples/a.go"}},
		{"markup comes before examples", map[string]string{"examples/a.go": short, "z.html": "<p>\na\n</p>\n"},
			luminos.Facts{}, "", []string{"z.html", "examples/a.go"}},
		{"examples come after the code", map[string]string{"examples/a.go": long, "z.go": short}, luminos.Facts{}, "",
			[]string{"z.go", "examples/a.go"}},
		{"tests come after the code", map[string]string{"tests/a.go": long, "z.go": short},
			luminos.Facts{}, "", []string{"z.go", "tests/a.go"}},
		{"mocks come after the code", map[string]string{"a_mock.go": long, "z.go": short},
			luminos.Facts{}, "", []string{"z.go", "a_mock.go"}},
		{"the focus comes first, then the files that it uses", project, luminos.Facts{}, "store/store_test.go",
			[]string{"store/store_test.go", "store/store.go", "b.go"}},
		{"a directory is a focus", project, luminos.Facts{}, "store",
			[]string{"store/store.go", "store/store_test.go", "a.go"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.facts.MainLanguage = "Go"
			got := paths(&made(t, tt.files, &tt.facts, Options{Tokens: 4000, Focus: tt.focus}).Map)
			at := -1
			for _, p := range tt.before {
				i := slices.Index(got, p)
				if i <= at {
					t.Errorf("got %v, want the order %v", got, tt.before)
				}
				at = i
			}
		})
	}
}

func TestFocusThatIsNotThere(t *testing.T) {
	src, scan := factstest.Tree(t, project)
	for focus, want := range map[luminos.Path]string{
		"nothing.go": `"nothing.go"`, "x/store.go": "files of this name are store/store.go", "../a.go": "", "/": "",
	} {
		_, err := Make(t.Context(), src, scan, &luminos.Facts{}, Options{Tokens: 500, Focus: focus})
		if !errors.Is(err, ErrFocus) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", focus, err)
		}
	}
}

// The budget holds for every number of tokens, in both forms, also with names that are long, odd or many.
func TestBudgetHolds(t *testing.T) {
	files := map[string]string{}
	for i := range 120 {
		dir := strings.Repeat("d", i%60) + strconv.Itoa(i%7)
		files[fmt.Sprintf("%s/f \x1b,\"%d.go", dir, i)] = fmt.Sprintf(
			"package p\n\nfunc F%d(x int) {}\n\nvar Ж%d = F%d\n", i, i, i+1)
	}
	deep := luminos.Path(strings.Repeat(strings.Repeat("e", 200)+"/", 3) + "g.go")
	files[string(deep)] = "package p\n"
	src, scan := factstest.Tree(t, files)
	for _, tokens := range []int{MinTokens, 101, 130, 333, 1000, 2500, 4001, 20_000, MaxTokens, math.MaxInt} {
		for _, asJSON := range []bool{false, true} {
			for _, focus := range []luminos.Path{"", deep} {
				m, err := Make(t.Context(), src, scan, &luminos.Facts{}, Options{Tokens: tokens, Focus: focus, JSON: asJSON})
				if err != nil {
					t.Fatal(err)
				}
				size := textSize(&m.Map)
				if asJSON {
					size = jsonSize(&m.Map)
				}
				if float64(size) > float64(tokens)*BytesPerToken {
					t.Errorf("%d tokens, JSON %t, focus %.9q: %d bytes", tokens, asJSON, focus, size)
				}
				if tokens >= MaxTokens && len(m.Files) != len(files) {
					t.Errorf("%d of %d files although there is room for all", len(m.Files), len(files))
				}
			}
		}
	}
}

func TestSameBytes(t *testing.T) {
	want := made(t, project, nil, Options{Tokens: 300}).Text()
	for range 5 {
		if got := made(t, project, nil, Options{Tokens: 300}).Text(); string(got) != string(want) {
			t.Fatalf("got\n%s\nand before\n%s", got, want)
		}
	}
}

// unreadable is a source without the text of one file.
type unreadable struct {
	luminos.Source
	path luminos.Path
}

func (u unreadable) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	if p == u.path {
		return luminos.Text{}, errors.New("gone")
	}
	return u.Source.Text(ctx, p, limit)
}

// dead is an outliner whose process ended.
type dead struct{}

func (dead) Outlines(context.Context, []luminos.Path) ([]*luminos.Outline, error) {
	return nil, errors.New("the process\nended")
}

func TestNotes(t *testing.T) {
	src, scan := factstest.Tree(t, project)
	src = luminos.WithOutliner(unreadable{src, "a.go"}, dead{})
	m, err := Make(t.Context(), src, scan, &luminos.Facts{MainLanguage: "Go"}, Options{Tokens: 1000})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`1 source file could not be read, "a.go" among them`,
		"not all source files were parsed: the process ended",
		"1 file could not be read for an outline",
	}
	if diff := cmp.Diff(want, m.AllNotes); diff != "" || m.Failed == nil {
		t.Errorf("failed: %v, notes (-want +got):\n%s", m.Failed, diff)
	}
	text := string(m.Text())
	if !strings.Contains(text, "\n# note: not all source files were parsed") || !strings.Contains(text, "func Beta()") {
		t.Errorf("the map lacks a note or an outline by patterns:\n%s", text)
	}
	tight, err := Make(t.Context(), src, scan, &luminos.Facts{}, Options{Tokens: MinTokens})
	if err != nil || tight.Notes != nil || len(tight.AllNotes) != 3 {
		t.Errorf("a small map has the notes %q of %q, %v", tight.Notes, tight.AllNotes, err)
	}
}

func TestOthers(t *testing.T) {
	facts := &luminos.Facts{
		Datasets: []luminos.Dataset{{Path: "d/sales.csv", Rows: 12, Columns: []luminos.Column{
			{Name: "id", Type: "integer"}, {Name: "city\n", Type: "string"},
		}}},
		Inside: &luminos.Inside{Files: []luminos.FileInside{{Path: "book.xlsx", Extraction: luminos.Extraction{
			Outline: []luminos.Heading{{Level: 1, Title: "Summary"}},
			Tables:  []luminos.DataTable{{Name: "Budget", Rows: -1, Columns: 3}},
		}}}},
		Manifests: []luminos.Manifest{{Path: "go.mod", Role: luminos.ManifestRoot}, {Path: "go.sum", Lockfile: true}},
	}
	m := made(t, map[string]string{
		"d/sales.csv": "id,city\n", "go.sum": "example.com/a v1.0.0 h1:x\n", ".github/workflows/ci.yml": "on: push\n",
		"logo.png": "\x89PNG\r\n\x1a\n\x00", "node_modules/a/a.yml": "a: 1\n",
	}, facts, Options{Tokens: 500})
	text := string(m.Text())
	for _, want := range []string{
		"    columns: id integer, city string\n", "    Summary\n", "    table Budget: 3 columns, 0 rows\n",
		"  go.mod, go.sum\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if got := paths(&m.Map); !slices.Contains(got, ".github/workflows/ci.yml") || len(got) != 5 || got[4] != "go.sum" {
		t.Errorf("got %v, want the configuration, and the lock file last", got)
	}
}

// Of files of the same worth, the map first names the cheapest: short names, in directories that it names.
func TestCheapNamesFirst(t *testing.T) {
	far := luminos.Path(strings.Repeat("deep/", 10))
	list := []*file{
		{path: far + "z.go", worth: 900}, {path: "d/with_a_long_name.go", worth: 9}, {path: "d/e.go", worth: 9},
		{path: "a.go", worth: 9}, {path: far + "a.go", worth: 9}, {path: far + "b.go", worth: 9},
	}
	thrifty(list)
	var got []luminos.Path
	for _, f := range list {
		got = append(got, f.path)
	}
	want := []luminos.Path{far + "z.go", far + "a.go", far + "b.go", "a.go", "d/with_a_long_name.go", "d/e.go"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	files := map[string]string{"a.go": "package p\n"}
	for i := range 4 {
		files[fmt.Sprintf("%s%sd%d/z.go", far, far, i)] = "package p\n\nvar x = 1\n"
	}
	if got := paths(&made(t, files, nil, Options{Tokens: MinTokens}).Map); !slices.Contains(got, "a.go") {
		t.Errorf("the only short path is missing in %v", got)
	}
}

// Names take six tenths of the budget if there are enough files and lines.
func TestShareOfNames(t *testing.T) {
	body, files := "package p\n\nvar aN, bN, cN, dN int\n\nfunc eN() {}\nfunc fN() {}\nfunc gN() {}\n", map[string]string{}
	for i := range 400 {
		files[fmt.Sprintf("f%03d.go", i)] = strings.ReplaceAll(body, "N", strconv.Itoa(i))
	}
	m := made(t, files, nil, Options{Tokens: 1000})
	names := len(m.Files) * len("f000.go, ")
	if tenths := float64(names) / (1000 * BytesPerToken) * 10; tenths < 5.5 || tenths > 6.5 {
		t.Errorf("%d names take %.1f tenths of the budget", len(m.Files), tenths)
	}
}

func TestOnce(t *testing.T) {
	line := func(level int, text string) ranked { return ranked{Line: Line{Level: level, Text: text}} }
	got := once([]ranked{
		line(0, "void f(int)"), line(0, "typedef struct s"), line(1, "struct s"), line(1, "int n"), line(0, "void f(int)"),
		line(0, "class A"), line(1, "def run(self)"), line(0, "class B"), line(1, "def run(self)"),
		line(0, "class A"), line(1, "def stop(self)"),
	})
	var texts []string
	for _, l := range got {
		texts = append(texts, l.Text)
	}
	want := []string{
		"void f(int)", "typedef struct s", "int n", "class A", "def run(self)", "class B", "def run(self)",
		"class A", "def stop(self)",
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Error(diff)
	}
}

// A word of English in comments is no reference.
func TestPlainWordsCountLittle(t *testing.T) {
	files := map[string]string{
		"plain.go": "package p\n\nfunc usage() {}\n", "zeta.go": "package p\n\nfunc writeTable() {}\n",
		"a.go": "package p\n\n// See usage.\nvar x = writeTable\n",
	}
	got := paths(&made(t, files, nil, Options{Tokens: 500}).Map)
	if slices.Index(got, "zeta.go") > slices.Index(got, "plain.go") {
		t.Errorf("got %v", got)
	}
}

// No line has a greater value than the definition around it, so that a line is never shown without it.
func TestInnerValue(t *testing.T) {
	tr, f := &tree{refs: map[uint64]float64{hash("wanted_now"): 5}}, &file{}
	tr.addLines(f, []luminos.Definition{{Kind: "class", Name: "Outer", Children: []luminos.Definition{
		{Kind: "method", Name: "wanted_now"}, {Kind: "method", Name: "other"},
	}}}, 0, 100)
	if len(f.lines) != 3 || f.lines[1].value > f.lines[0].value || f.lines[2].value >= f.lines[1].value {
		t.Errorf("got %+v", f.lines)
	}
}

// A method that others use is shown before the others, with its class.
func TestOuterDefinitionIsShown(t *testing.T) {
	class := "class Outer:\n" + strings.Repeat("    def filler"+strings.Repeat("_", 70)+"(self): pass\n", 20) +
		"    def wanted_now(self): pass\n"
	files := map[string]string{"outer.py": class, "use.py": "def use(o):\n    o.wanted_now()\n"}
	m := made(t, files, nil, Options{Tokens: MinTokens})
	for _, f := range m.Files {
		if len(f.Lines) > 0 && f.Lines[0].Level > 0 {
			t.Errorf("%s begins with an inner definition: %+v", f.Path, f.Lines)
		}
	}
	text := string(m.Text())
	if !strings.Contains(text, "    1 class Outer\n") || !strings.Contains(text, "      22 def wanted_now(self)") {
		t.Errorf("the method that is used is missing:\n%s", text)
	}
}

func TestJSON(t *testing.T) {
	files := maps.Clone(project)
	files["odd \u202e\u009b.go"] = "package p\n"
	m := made(t, files, nil, Options{Tokens: 1000, JSON: true})
	if text := string(m.JSON()); strings.ContainsAny(text, "\u202e\u009b") || !strings.HasSuffix(text, "]}\n") {
		t.Errorf("a character that a terminal acts on, or no line end: %q", text)
	}
	var back Map
	if err := json.Unmarshal(m.JSON(), &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.Map, back); diff != "" {
		t.Error(diff)
	}
}
