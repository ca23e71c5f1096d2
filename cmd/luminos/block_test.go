package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos/internal/render"
)

// A file that is changed between the beginning of a run and its end is left as the change made it.
func TestBlockKeepsLaterChanges(t *testing.T) {
	t.Parallel()
	const old, block = "mine\n\n", render.BlockBegin + "\nnew\n" + render.BlockEnd + "\n"
	for name, c := range map[string]struct{ before, during, want string }{
		"no change":      {old, "", old + block},
		"no file":        {"", "", block},
		"another text":   {old, "his\n", "his\n"},
		"a file appears": {"", "his\n", "his\n"},
		"a second block": {block, block + block, block + block},
		"16 MiB":         {strings.Repeat("x", mostKept), "", strings.Repeat("x", mostKept) + "\n\n" + block},
		"more":           {strings.Repeat("x", mostKept+1), "", strings.Repeat("x", mostKept+1)},
	} {
		file := filepath.Join(t.TempDir(), "AGENTS.md")
		put := func(text string) {
			if text == "" {
				return
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		put(c.before)
		d, err := openDestination(t.Context(), file, "")
		if err != nil {
			t.Fatal(err)
		}
		if err = d.keep(file); err == nil {
			put(c.during)
			err = d.write(func(w io.Writer) error {
				_, err := io.WriteString(w, block)
				return err
			})
		}
		d.close()
		if written := strings.Contains(c.want, "new") && c.during == ""; (err == nil) != written {
			t.Errorf("%s: %v", name, err)
		}
		if got, _ := os.ReadFile(file); string(got) != c.want {
			t.Errorf("%s: %.80q, want %.80q", name, got, c.want)
		}
		if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
			t.Errorf("%s: %d files", name, len(left))
		}
	}
}
