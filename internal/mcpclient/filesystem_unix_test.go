//go:build unix

package mcpclient

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"luminos"
)

// Reading a FIFO would never end, and the server does not look.
func TestFilesystemLeavesFIFOsAlone(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Skipf("this system makes no such file: %v", err)
	}
	b := start(t, Options{}, "filesystem", dir)
	for range 2 {
		if _, err := b.Read(t.Context(), "fifo", 0, 1); !errors.Is(err, luminos.ErrNotRegular) {
			t.Errorf("got %v", err)
		}
		if nodes, err := b.List(t.Context(), "."); err != nil || nodes[0].Kind != luminos.KindOther {
			t.Errorf("got %v, %v", nodes, err)
		}
	}
}
