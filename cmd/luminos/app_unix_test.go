//go:build unix

package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"luminos"
)

// TestOutputKeepsAPipe writes to a pipe, in place of a device, which a test
// must not put at risk. Afterwards it is still a pipe.
func TestOutputKeepsAPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe.json")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip("no pipes here:", err)
	}
	// Both ends are opened at once, so that a missing writer does not block the test.
	pipe, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	if err := writeOutput(t, name, func(w io.Writer) error { _, err := io.WriteString(w, "report"); return err }); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(name)
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("the pipe became %v (%v)", info.Mode(), err)
	}
	b := make([]byte, 6)
	if _, err := io.ReadFull(pipe, b); err != nil || string(b) != "report" {
		t.Errorf("got %q, %v", b, err)
	}
}

func TestRootThatIsNotUTF8(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "bad\xff")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Skip("the file system refuses the name:", err)
	}
	a, stdout, stderr := testApp()
	if got := a.run(t.Context(), []string{"--offline", "--json", dir}); got != statusDone {
		t.Fatalf("got status %d: %s", got, stderr)
	}
	var r luminos.Report
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(r.Run.Root, `/bad\xff`) {
		t.Errorf("got root %q", r.Run.Root)
	}
}
