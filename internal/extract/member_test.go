package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// zipped returns a zip archive of files.
func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestMembers extracts files in archives by their paths, with their own readers.
func TestMembers(t *testing.T) {
	const notebook = `{"nbformat":4,"metadata":{},"cells":[{"cell_type":"code","source":"x = 1"}]}`
	m := sourcetest.Memory{}
	all := zipped(t, map[string]string{
		"d/a.txt": "one\r\ntwo\n", "b.ipynb": notebook, "c.bin": "\x00\x01\x02", "e.txt": "", "../up.txt": "up\n",
		"in.zip": zipped(t, map[string]string{"x": "y"}), "big.txt": strings.Repeat("x", memberMost+1),
	})
	m.Add("x!/a.zip", luminos.Node{}, all)
	m.Add("a.zip", luminos.Node{}, all)
	bad := []byte(zipped(t, map[string]string{"a": strings.Repeat("one two three ", 1000)}))
	for i := 40; i < 60; i++ {
		bad[i] = 0xFF // within the packed bytes
	}
	m.Add("bad.zip", luminos.Node{}, string(bad))
	for path, want := range map[luminos.Path]string{
		"a.zip!/d/a.txt":       "archive 4 > text|one\ntwo\n",
		"x!/a.zip!/d/a.txt":    "archive 4 > text|one\ntwo\n",
		"a.zip!/b.ipynb":       "archive 4 > notebook 5|x = 1\n",
		"a.zip!/c.bin":         "archive 4|",
		"a.zip!/e.txt":         "archive 4 > text|empty",
		"a.zip!/up.txt":        "archive 4 > text|up\n",
		"a.zip!/in.zip":        "archive 4 > archive 4|",
		"a.zip!/big.txt":       "archive 4|too large",
		"a.zip!/d":             "none",
		"a.zip!/in.zip!/x":     "none",
		"a.zip!/no":            "none",
		"a.zip!/":              "none",
		"gone.zip!/d/a.txt":    "none",
		"bad.zip!/a":           "archive 4|damaged",
		"a.zip!/b.ipynb!/deep": "none",
	} {
		got, err := Over(m).Extract(t.Context(), []luminos.Path{path}, luminos.Extract{Text: 1000})
		if err != nil {
			t.Fatal(err)
		}
		text := "none"
		if x := got[0]; x != nil {
			text = x.Reader + "|" + x.Content() + string(x.State)
		}
		if text != want {
			t.Errorf("%s gives %q, want %q", path, text, want)
		}
	}
}

// TestRowsOf fails for files without rows, also in archives.
func TestRowsOf(t *testing.T) {
	m := sourcetest.Memory{}
	m.Add("a.zip", luminos.Node{}, zipped(t, map[string]string{"a.sqlite": "SQLite format 3\x00", "b": "text"}))
	rows := RowsOf(m)
	row := func(_, _ []string) bool { return true }
	if err := rows(t.Context(), "gone", "t", row); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there gives %v", err)
	}
	if err := rows(t.Context(), "a.zip!/b", "t", row); !errors.Is(err, luminos.ErrNotTable) {
		t.Errorf("a text gives %v", err)
	}
	if err := rows(t.Context(), "a.zip!/a.sqlite", "t", row); err == nil {
		t.Error("a damaged database has rows")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := rows(ctx, "a.zip", "t", row); err == nil {
		t.Error("rows are read after the end of the context")
	}
}
