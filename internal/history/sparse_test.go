package history_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos/internal/history"
	"luminos/internal/localdir"
)

// index returns an index of a version with the entries a.go and lib/b.go. The second has the further flags.
func index(version byte, further string) string {
	entry := func(flags, further, name string) string { return strings.Repeat("\xff", 60) + flags + further + name }
	pad := func(e string) string {
		if version == 4 {
			return e + "\x00"
		}
		return e + strings.Repeat("\x00", 8-len(e)%8)
	}
	shared := ""
	if version == 4 {
		shared = "\x81\x00"
	}
	return "DIRC\x00\x00\x00" + string(version) + "\x00\x00\x00\x02" + pad(entry("\x00\x04", "", shared+"a.go")) +
		pad(entry("\x40\x08", further, shared+"lib/b.go"))
}

func TestSparse(t *testing.T) {
	for _, test := range []struct {
		name, file, text string
		want             bool
	}{
		{"a setting", "config", "[core]\n\tsparseCheckout = true\n", true},
		{"a setting of the work tree", "config.worktree", "[core] sparsecheckout\n", true},
		{"a setting that is off", "config", "[core]\n\tsparseCheckout = false\n\tsparseCheckoutCone = true\n", false},
		{"patterns without the setting", "info/sparse-checkout", "/*\n", false},
		{"a bit", "index", index(3, "\x40\x00"), true},
		{"a bit of an index with short names", "index", index(4, "\x40\x00"), true},
		{"the bit of a file to come", "index", index(3, "\x20\x00"), false},
		{"the bit of a file to come, short names", "index", index(4, "\x20\x00"), false},
		{"an index that ends early", "index", index(3, "\x20\x00")[:100], false},
		{"no index", "index", "DIRC\x00\x00\x00\x03", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			file := filepath.Join(root, ".git", test.file)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			dir, err := localdir.Open(root)
			if err != nil {
				t.Fatal(err)
			}
			defer dir.Close()
			if got := history.Sparse(t.Context(), dir); got != test.want {
				t.Errorf("got %t", got)
			}
		})
	}
}
