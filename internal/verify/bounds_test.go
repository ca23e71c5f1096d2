package verify_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/verify"
)

// The work for a document grows as its length: each kind of statement takes time by its own text, not by the number of
// the others.
func TestHostileDocumentsAreBounded(t *testing.T) {
	const size = 1<<20 + 1<<10 // over the limit
	before := map[string]string{"a.py": "def load_rows():\n", "kit/a.py": "x", "Makefile": "all:\n", ".gitignore": "b*\n",
		"package.json": `{"scripts": {"dev": "x"}}`, "go.mod": "module a.org/x\n"}
	for i := range 500 {
		before["Makefile"] += fmt.Sprintf("target%d:\n", i)
	}
	const pieces, asked, compared = "only the first 10000 links and pieces of code in sentences are checked",
		"only the first 50000 paths that are not listed are looked for",
		"not every finding has the nearest statement: there are too many names to compare"
	for _, test := range []struct {
		name, head, form string
		notes            []string
	}{
		{"spans in a list", "- `kit/*.py`\n", "- `kit/x%d.py`\n", []string{pieces}},
		{"links elsewhere", "", "[row_%d](https://x.y/z) `row_%[1]d`\n", []string{pieces}},
		{"commands", "```sh\n", "npm run t%d\nmake t%[1]d\n./x%[1]d.sh\ngo run ./kit/x%[1]d\n",
			[]string{asked, compared}},
		{"names", "```python\n", "x = load_rows(kit.load_rows, row_%d)\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			older := maps.Clone(before)
			older["README.md"] = test.head + strings.Repeat(fmt.Sprintf(test.form, 7), 3)
			var text strings.Builder
			text.WriteString(test.head)
			for i := 0; text.Len() < size; i++ {
				fmt.Fprintf(&text, test.form, i)
			}
			src := changed(t, true, older, map[string]string{"a.py": "\n", "README.md": text.String()})
			var start, end runtime.MemStats
			runtime.ReadMemStats(&start)
			r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
			runtime.ReadMemStats(&end)
			if err != nil {
				t.Fatal(err)
			}
			if used := (end.TotalAlloc - start.TotalAlloc) >> 20; used > 2000 {
				t.Errorf("took %d MiB", used)
			}
			var notes []string
			for _, n := range r.Notes {
				if n.Text != "only the first 1 MiB are checked" {
					notes = append(notes, n.Text)
				}
			}
			if len(notes) == len(r.Notes) || !slices.Equal(notes, test.notes) {
				t.Errorf("got the notes %v", r.Notes)
			}
		})
	}
}
