package render

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"luminos"
)

var reports = flag.String("render.reports", "", "also check the JSON reports in this `directory`")

// hostileTexts are texts of one report: empty, short, wide, long, and with characters that a terminal acts on.
var hostileTexts = []string{"", "x", "a/b", ".hidden", "Go", hostile, "日本語の長い名前",
	strings.Repeat("word ", 80), strings.Repeat("unbroken", 60), "A sentence. Another one, which is longer.",
}

// checkLength checks that a report keeps within its lines: the first screen, and the whole text.
func checkLength(t *testing.T, what string, r *luminos.Report) {
	t.Helper()
	for _, width := range []int{40, 80, 120} {
		var b strings.Builder
		if err := Terminal(&b, r, Style{Width: width}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		most := 120
		if r.Target.Engine == "model" {
			most = 200
		}
		if n := strings.Count(b.String(), "\n"); n > most {
			t.Errorf("%s at %d columns: %d lines, want at most %d\n%s", what, width, n, most, b.String())
		}
		p := terminal{newPage(io.Discard, Style{Width: width})}
		first := p.keep(func(p terminal) { p.screen(composeScreen(newDossier(r, Style{}))) }).lines
		if len(first) > 23 {
			t.Errorf("%s at %d columns: the first screen has %d lines\n%s", what, width, len(first), strings.Join(first, "\n"))
		}
		for _, l := range first {
			if cells(l) > width {
				t.Errorf("%s at %d columns: too wide: %q", what, width, l)
			}
		}
	}
}

// TestReportsAreBounded makes reports with hostile texts and lists of many lengths, by rules and by a model.
func TestReportsAreBounded(t *testing.T) {
	for i := range 24 {
		random := rand.New(rand.NewPCG(uint64(i), 7))
		most := []int{1, 3, 12}[i%3]
		depth := []int{5, 5, 3}[i%3]
		var r luminos.Report
		texts := func() string { return hostileTexts[random.IntN(len(hostileTexts))] }
		fill := filler{texts, func() int { return random.IntN(most + 1) }}
		fill.fill(reflect.ValueOf(&r).Elem(), depth)
		r.Target.Engine = []string{"offline", "model"}[i%2]
		checkLength(t, fmt.Sprintf("report %d", i), &r)
	}
}

// TestReportsOfTreesAreBounded checks the reports of a directory, which were made of real trees: their length, and that
// they follow the schema.
func TestReportsOfTreesAreBounded(t *testing.T) {
	if *reports == "" {
		t.Skip("give -render.reports DIR")
	}
	files, err := filepath.Glob(filepath.Join(*reports, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no reports in %s: %v", *reports, err)
	}
	schema := reportSchema(t)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var r luminos.Report
		if err := json.Unmarshal(text, &r); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkLength(t, filepath.Base(name), &r)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = schema.Validate(doc)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPartsShareTheLines checks the lines of parts that want more than there is.
func TestPartsShareTheLines(t *testing.T) {
	for _, c := range []struct {
		wants []int
		room  int
		want  []int
	}{
		{nil, 9, []int{}}, {[]int{3, 4}, 9, []int{3, 4}}, {[]int{30, 4}, 20, []int{16, 4}},
		{[]int{30, 4, 30}, 24, []int{10, 4, 10}}, {[]int{9, 9}, 0, []int{0, 0}},
	} {
		if got := shares(c.wants, c.room); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v in %d lines: %v, want %v", c.wants, c.room, got, c.want)
		}
	}
}

// TestNextNamesTheTarget checks the last line of a shortened report.
func TestNextNamesTheTarget(t *testing.T) {
	for target, want := range map[string]string{
		"../x":                  "more: luminos show -v ../x, or -s NAME: tree",
		strings.Repeat("d", 99): "more: luminos show -v TARGET, or -s NAME: tree",
	} {
		if got := next([]string{"tree"}, target, 80); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
