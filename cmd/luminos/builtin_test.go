package main

import (
	"os"
	"path/filepath"
	"testing"

	"luminos"
	"luminos/internal/mcpclient"
	"luminos/internal/sandbox"
	"luminos/internal/sourcetest"
)

// TestBuiltInServerIsSource checks the whole way from the client through the
// confined child to the directory.
func TestBuiltInServerIsSource(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for p, content := range sourcetest.Files {
		name := filepath.Join(dir, p.OS())
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := mcpclient.Child(t.Context(), sandbox.Command, dir, mcpclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if luminos.CapabilitiesOf(b).Outliner == nil {
		t.Error("the built-in server does not outline files")
	}
	sourcetest.Run(t, b)
}
