package dataset

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// TestSlowYAMLIsNotParsed: each of these took the parser seconds to minutes.
func TestSlowYAMLIsNotParsed(t *testing.T) {
	numbered := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, c := range map[string]struct{ text, want string }{
		"tabs in quotes":   {`- a: "` + strings.Repeat("a\t", 100_000) + `"`, "a line is longer than 16 KiB: not parsed"},
		"tabs on lines":    {`- a: "` + strings.Repeat(strings.Repeat("a\t", 600)+"\n", 100) + `"`, "more than 512 tabs on a line: not parsed"},
		"entries":          {numbered("key%06d: v\n", 70_000), "more than 4000 entries of one mapping: not parsed"},
		"values left out":  {strings.Repeat("- a:\n", 100_000), "YAML with more than 10000 values left out: not parsed"},
		"blank lines":      {"- a: |\n    x\n" + strings.Repeat("\n", 200_000), "more than 100 blank lines in a row: not parsed"},
		"carriage returns": {"- a: |\n    x\n" + strings.Repeat("\r", 15_000), "more than 100 blank lines in a row: not parsed"},
		"a long key":       {strings.Repeat("k", 16_000) + ":\n" + strings.Repeat("- a: 1\n", 100_000), "YAML with keys that are too long for how many there are: not parsed"},
		"too large":        {"- a: " + strings.Repeat("x\n  ", yamlBytes/4), "larger than 1024 KiB: not parsed"},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustRead(t, map[string]string{"data/a.yaml": c.text})
			if diff := cmp.Diff([]luminos.Problem{{Path: "data/a.yaml", Reason: c.want}}, r.Problems); diff != "" || len(r.Datasets) > 0 {
				t.Errorf("%d datasets, problems (-want +got):\n%s", len(r.Datasets), diff)
			}
		})
	}
}

// TestYAMLIsBoundedInAll checks that the result names the files that were left out
// by the bound, and that it is the same in every run.
func TestYAMLIsBoundedInAll(t *testing.T) {
	const size, fit = 100_000, yamlRunBytes / 100_000
	text := "- a: |\n" + strings.Repeat("    words\n", size/10-1)
	text += strings.Repeat("#", size-len(text))
	lists, alone := map[string]string{}, map[string]string{}
	for i := range 60 {
		lists[fmt.Sprintf("lists/%02d.yaml", i)] = text
		alone[fmt.Sprintf("%02d/data/a%d.yaml", i, i)] = text
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"a family": {lists, []string{fmt.Sprintf("lists/00.yaml lists/*.yaml of 60: yaml -1 sampled %d; a string", fit)}},
		"many":     {alone, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustRead(t, c.files)
			if diff := cmp.Diff([]luminos.NotRead{notParsed(60 - fit)}, r.NotRead); diff != "" {
				t.Errorf("not read (-want +got):\n%s", diff)
			}
			if len(r.Read) != fit || len(r.Problems) > 0 {
				t.Errorf("%d files are read, want %d; problems %v", len(r.Read), fit, r.Problems)
			}
			for i, want := range c.want {
				d := r.Datasets[i]
				if got := fmt.Sprintf("%s %s of %d: %s", d.Path, d.Family, d.Count, brief(d)); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			}
		})
	}
}
