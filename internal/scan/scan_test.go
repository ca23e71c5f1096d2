package scan

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/localdir"
)

// opened opens a directory until the end of the test.
func opened(t testing.TB, dir string) *localdir.Dir {
	t.Helper()
	d, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// scanned scans a directory.
func scanned(t testing.TB, dir string, opts Options) *luminos.Scan {
	t.Helper()
	s, err := Dir(context.Background(), opened(t, dir), opts)
	if err != nil {
		t.Fatalf("Dir(%q): %v", dir, err)
	}
	return s
}

// asJSON returns the scan as JSON.
func asJSON(t testing.TB, s *luminos.Scan) []byte {
	t.Helper()
	b, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// write makes files from names and contents; a name that ends in a slash is a directory.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(full, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// paths returns the paths of the investigated files and links.
func paths(s *luminos.Scan) []string {
	list := []string{}
	for _, f := range s.Files {
		list = append(list, string(f.Path))
	}
	return list
}

// firstDifference shows where two texts part.
func firstDifference(a, b []byte) string {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			return string(x[i]) + "\n" + string(y[i])
		}
	}
	return "one goes on where the other ends"
}
