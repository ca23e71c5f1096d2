package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"luminos/internal/sandbox"
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
	d, err := openDestination(t.Context(), filepath.Join(reports, "r.txt"), filepath.Join(base, "target"))
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
	if _, err := openDestination(t.Context(), filepath.Join(dir, "a.txt"), ""); err == nil || !strings.Contains(err.Error(), "too many links") {
		t.Errorf("got %v", err)
	}
}

// TestReplacerWantsTheWholeFile sends parts of a report to the process that replaces an output file.
func TestReplacerWantsTheWholeFile(t *testing.T) {
	t.Parallel()
	var whole bytes.Buffer
	long := strings.Repeat("report\n", 1<<20) // in several frames
	if _, err := io.WriteString(frames{&whole}, long); err != nil {
		t.Fatal(err)
	}
	if err := (frames{&whole}).end(); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 2, 4, 1000, whole.Len() - 4, whole.Len() - 1, whole.Len()} {
		dir := t.TempDir()
		name := filepath.Join(dir, "--help")
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd, err := sandbox.Command(t.Context(), replaceCommand, filepath.Base(name))
		if err != nil {
			t.Fatal(err)
		}
		cmd.Dir, cmd.Stdin = dir, bytes.NewReader(whole.Bytes()[:n])
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%d bytes of %d: %v, %s", n, whole.Len(), err, out)
		}
		want := "old"
		if n == whole.Len() {
			want = long
		}
		checkDir(t, dir, name, want)
	}
}

// TestReplacerThatFails removes the directory of an output during the run.
func TestReplacerThatFails(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "dir")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	d, err := openDestination(t.Context(), filepath.Join(dir, "r.txt"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	if d.replacer, err = startReplacer(sandbox.Command, d); err != nil {
		t.Skip("no process can be started in an open directory here:", err)
	}
	if err := os.Remove(dir); err != nil {
		t.Skip("an open directory cannot be removed here:", err)
	}
	err = d.write(func(w io.Writer) error { _, err := io.WriteString(w, "report"); return err })
	if err == nil || errors.Is(err, syscall.EPIPE) || !strings.Contains(err.Error(), "r.txt") {
		t.Errorf("got %v", err)
	}
}

// TestReplacerOfAFailedReport fails in the middle of a report.
func TestReplacerOfAFailedReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "r.txt")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := openDestination(t.Context(), name, "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	if d.replacer, err = startReplacer(sandbox.Command, d); err != nil {
		t.Skip("no process can be started in an open directory here:", err)
	}
	broken := errors.New("half way")
	err = d.write(func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half", 1<<20))
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	checkDir(t, dir, name, "old")
}
