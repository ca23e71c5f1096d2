package facts

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

// TestSubmodules reads the directories of submodules: in quotes, outside of the target, and gone.
func TestSubmodules(t *testing.T) {
	dir := factstest.Write(t, map[string]string{
		".gitmodules": "[submodule \"b\"]\n\tpath = lib/b\n\turl = https://x.example/b\n" +
			"[submodule \"a\"]\n  Path=\"./a\" # own\n  path = a\n[submodule \"c\"]\n\tpath = ../c\n[submodule \"d\"]\n\tpath = gone\n",
	})
	for _, sub := range []string{"lib/b", "a"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	src, scan := factstest.Dir(t, dir)
	f, err := Of(t.Context(), src, scan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []luminos.Path
	for _, m := range f.Submodules {
		got = append(got, m.Path)
		factstest.Holds(t, src, m.Evidence)
	}
	if diff := cmp.Diff([]luminos.Path{"a", "lib/b"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
