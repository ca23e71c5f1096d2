package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestT45OutputStaysInTheCheckedDirectory exchanges the directory of an output for a link after the check.
func TestT45OutputStaysInTheCheckedDirectory(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	reports, outside := filepath.Join(base, "target", "reports"), filepath.Join(base, "outside")
	for _, dir := range []string{reports, outside} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	d, err := openDestination(filepath.Join(reports, "r.txt"), filepath.Join(base, "target"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	moved := filepath.Join(base, "target", "moved")
	if err := os.Rename(reports, moved); err != nil {
		t.Skip("an open directory cannot be renamed here:", err)
	}
	if err := os.Symlink(outside, reports); err != nil {
		t.Skip("no links here:", err)
	}
	if err := d.write(func(w io.Writer) error { _, err := io.WriteString(w, "report"); return err }); err != nil {
		t.Fatal(err)
	}
	checkDir(t, moved, filepath.Join(moved, "r.txt"), "report")
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("outside holds %v (%v)", entries, err)
	}
}

// TestT45ExchangeBeforeTheOpeningIsNoticed opens the directory outside to which a link led for a moment. The path itself
// is a directory of the target at every check.
func TestT45ExchangeBeforeTheOpeningIsNoticed(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	target := filepath.Join(base, "target")
	name, outside := filepath.Join(target, "reports", "r.txt"), filepath.Join(base, "outside", "r.txt")
	for _, file := range []string{name, outside} {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := openReplaced(outside, name, target); err == nil || !strings.Contains(err.Error(), "was replaced") {
		t.Errorf("got %v", err)
	}
	d, err := openReplaced(name, name, target)
	if err != nil {
		t.Fatal(err)
	}
	d.close()
}

// TestLinksOfOutputsEnd follows links in a circle.
func TestLinksOfOutputsEnd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Symlink("b.txt", filepath.Join(dir, "a.txt")); err != nil {
		t.Skip("no links here:", err)
	}
	if err := os.Symlink("a.txt", filepath.Join(dir, "b.txt")); err != nil {
		t.Fatal(err)
	}
	if _, err := openDestination(filepath.Join(dir, "a.txt"), ""); err == nil || !strings.Contains(err.Error(), "too many links") {
		t.Errorf("got %v", err)
	}
}
