package diff

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"luminos"
)

func TestReportsEditedByHandAreBounded(t *testing.T) {
	f := luminos.Facts{Description: strings.Repeat("long ", 10_000)}
	for i := range 5_000 {
		f.Dependencies = append(f.Dependencies, dependency("same", fmt.Sprint(i), "", "a.txt"))
		f.EntryPoints = append(f.EntryPoints, luminos.EntryPoint{Path: luminos.Path(fmt.Sprint(i)), Kind: "binary"})
	}
	deep := luminos.Path(strings.Repeat("d/", 1<<20))
	f.Directories = []luminos.DirFacts{dir(deep, 100, 0), dir("//", 100, 0), dir("", 100, 0), dir("/x/../..", 100, 0)}
	c := Of(&luminos.Report{}, report(f))
	if got := c.LeftOut[EntryPoints]; got != 5_000-most {
		t.Errorf("left out %d entry points, want %d", got, 5_000-most)
	}
	for _, x := range c.Changes {
		if n := len(x.Name) + len(x.Before) + len(x.After); n > 3*4*longest {
			t.Errorf("%s: %d bytes", x.Topic, n)
		}
	}
	if len(c.Notes) == 0 || !strings.Contains(c.Notes[0], "schema versions 0 and 1") {
		t.Errorf("notes %q", c.Notes)
	}
}

// FuzzOf compares reports of any form, which must not panic, and finds nothing between a report and itself.
func FuzzOf(f *testing.F) {
	f.Add([]byte(`{"schema_version":1,"facts":{"kind":"x","directories":[{"path":"a/b","code_lines":90}]}}`), []byte(`{}`))
	f.Add([]byte(`{"facts":{"dependencies":[{"name":"a"}],"datasets":[{"path":"d"}],"holdings":[{}]},"flags":[{}]}`),
		[]byte(`{"facts":null}`))
	f.Fuzz(func(t *testing.T, x, y []byte) {
		var a, b luminos.Report
		if json.Unmarshal(x, &a) != nil || json.Unmarshal(y, &b) != nil {
			return
		}
		Of(&a, &b)
		if c := Of(&a, &a); len(c.Changes) > 0 {
			t.Errorf("a report differs from itself: %q", said(c))
		}
	})
}
