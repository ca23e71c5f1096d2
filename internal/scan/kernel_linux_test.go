package scan

import (
	"os"
	"testing"
)

// TestFileSystemsOfTheKernel checks that /proc is such a file system, and that a temporary directory is not.
func TestFileSystemsOfTheKernel(t *testing.T) {
	for name, want := range map[string]bool{"/proc": true, "/proc/self": true, t.TempDir(): false} {
		root, err := os.OpenRoot(name)
		if err != nil {
			t.Skip("no file system of processes here:", err)
		}
		defer root.Close()
		d, err := openRoot(root)
		if err != nil {
			t.Fatal(err)
		}
		defer d.close()
		if got := ofKernel(d); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
