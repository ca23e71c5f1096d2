package scan

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"luminos"
)

// TestPart compares a part of a scan with the scan of the directory alone.
func TestPart(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a/main.go": "package main\n\nfunc main() {}\n", "a/sub/data.csv": "x,y\n1,2\n", "a/sub/pic.png": "no picture\n",
		"a/deps/x/y.c": "int x;\n", "a-b/other.go": "package other\n", "a.txt": "text\n", "b/README.md": "# B\n",
	})
	got := Part(scanned(t, dir, Options{}), "a")
	want := scanned(t, dir+"/a", Options{})
	ignored := cmpopts.IgnoreFields(luminos.Scan{}, "Tree", "TreeRendered", "ClassifiedFiles", "DiskUsage", "TopDirectories", "Duplicates", "Git", "Ignored", "Truncated")
	if diff := cmp.Diff(want, got, ignored, cmpopts.IgnoreFields(luminos.SurveySignals{}, "Descriptions"), cmpopts.IgnoreFields(luminos.File{}, "Description"),
		cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the part differs from the scan of its directory (-want +got):\n%s", diff)
	}
}

// TestClocks takes no file of the future, of a clock that was wrong, for the newest one.
func TestClocks(t *testing.T) {
	now := time.Now()
	s := &luminos.Scan{}
	for _, at := range []time.Time{now.AddDate(-2, 0, 0), now.AddDate(-1, 0, 0), now.AddDate(12, 0, 0)} {
		s.Files = append(s.Files, luminos.File{Path: "a", ModTime: at})
	}
	if got := signals(s, nil); !got.Newest.Equal(now.AddDate(-1, 0, 0)) || !got.Oldest.Equal(now.AddDate(-2, 0, 0)) {
		t.Errorf("%v to %v", got.Oldest, got.Newest)
	}
	if got := recent(s.Files); len(got) != 2 || got[0].AgeDays != 0 {
		t.Errorf("recent files %+v", got)
	}
}
