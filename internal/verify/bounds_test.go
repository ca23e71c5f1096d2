package verify_test

import (
	"fmt"
	"maps"
	"runtime"
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
	for _, test := range []struct{ name, head, form, note string }{
		{"spans in a list", "- `kit/*.py`\n", "- `kit/x%d.py`\n", "pieces of code"},
		{"links elsewhere", "", "[row_%d](https://x.y/z) `row_%[1]d`\n", "pieces of code"},
		{"commands", "```sh\n", "npm run t%d\nmake t%[1]d\n./x%[1]d.sh\ngo run ./kit/x%[1]d\n", ""},
		{"names", "```python\n", "x = load_rows(kit.load_rows, row_%d)\n", ""},
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
			notes := fmt.Sprint(r.Notes)
			if !strings.Contains(notes, "only the first 1 MiB") || !strings.Contains(notes, test.note) {
				t.Errorf("got the notes %s", notes)
			}
		})
	}
}
