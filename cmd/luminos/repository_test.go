package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRepositoryAt checks the directory below the top of a repository, also one whose name begins with a dot.
func TestRepositoryAt(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, dir := range []string{".git", ".github", "a/.b"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{".": "", ".github": ".github", "a/.b": "a/.b"} {
		if _, below, err := repositoryAt(filepath.Join(root, dir)); below != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", dir, below, err, want)
		}
	}
}
