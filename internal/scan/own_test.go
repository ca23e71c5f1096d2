package scan_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/scan"
)

const (
	reportJSON = `{"schema_version":4,"run":{"id":"b445da64-7e4e-419a-8390-00ed9a14aeba","root":"/tmp/t","started_at":"2026-11-27T05:50:29Z"},"x":[]}`
	reportText = "t\n1 file, 3 B\n\nclaims: 1,002 citations, all found as quoted\n"
	judgedText = "t\n\nclaims: 2 citations, all found as quoted; 1 supported, 1 partly,\nas judged by m\n"
	moreText   = "t\n\nclaims: 2 citations, 1 found as quoted\n  degraded: the plan\nmore: luminos show -v ../x, or -s NAME: tree\n"
)

// A scan of a directory with reports of this program is the scan of the directory without them, except for sizes, and
// lists them as ignored. Files that quote one stay.
func TestOwnReportsAreLeftOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.go", "package a\n")
	write("sub/z.md", "# Z\n")
	write("quotes.txt", reportText+"\nThat is how a report ends.\n")
	write("quotes.md", reportText)
	write("data.json", `{"schema_version":4,"run":{"id":"x"}}`)
	write("testdata/r.json", reportJSON)
	write("list.json", "["+reportJSON+"]")
	if err := os.Link(filepath.Join(dir, "a.go"), filepath.Join(dir, "z.go")); err != nil {
		t.Log("without a second name of a file:", err) // the rest is checked
	}
	measure := func() (string, []luminos.IgnoredRoot, []string) {
		t.Helper()
		var notices []string
		s, err := scan.Dir(t.Context(), openedDir(t, dir), scan.Options{Sink: func(e luminos.Event) {
			if e.Kind == luminos.EventNotice {
				notices = append(notices, e.Text)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		ignored := s.Ignored.Roots
		s.Ignored, s.DiskUsage, s.TopDirectories = luminos.Ignored{}, luminos.DiskUsage{}, nil
		for i := range s.Dirs {
			s.Dirs[i].Ignored = 0
		}
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b), ignored, notices
	}
	want, _, notices := measure()
	if len(notices) > 0 || !strings.Contains(want, `"quotes.txt"`) || !strings.Contains(want, `"list.json"`) || !strings.Contains(want, `"data.json"`) ||
		!strings.Contains(want, `"r.json"`) {
		t.Errorf("notices %q, %s", notices, want)
	}
	write("b.json", reportJSON)
	write("q.txt", moreText)
	write("r.txt", judgedText)
	write("sub/r.txt", reportText)
	got, ignored, notices := measure()
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, r := range ignored {
		if r.Rule != "a report of Luminos" || r.Files != 1 {
			t.Errorf("ignored %+v", r)
		}
	}
	if len(ignored) != 4 {
		t.Errorf("%d files are listed as ignored, want 4", len(ignored))
	}
	if len(notices) != 1 || notices[0] != "left out 4 earlier reports of Luminos: b.json, q.txt, r.txt and 1 more" {
		t.Errorf("notices %q", notices)
	}
}
