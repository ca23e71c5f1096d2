package session_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sandbox"
	"luminos/internal/session"
)

// TestChildThatReadsPDFStartsBeforeTheConfinement records the order in which a run starts its child and confines itself.
func TestChildThatReadsPDFStartsBeforeTheConfinement(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	code, within := session.Code{Dir: filepath.Join(base, "code")}, session.Code{Dir: filepath.Join(base, "cache", "code")}
	early := []string{"mcp serve . --pdf " + code.Dir, "confined"}
	late := []string{"confined", "mcp serve ."}
	for name, c := range map[string]struct {
		file string
		code session.Code
		want []string
		note string
	}{
		"a PDF file":                  {"deep/er/a.pdf", code, early, "compiling"},
		"with the code":               {"a.pdf", session.Code{Dir: code.Dir, Filled: true}, early, ""},
		"another file":                {"a.txt", code, late, ""},
		"an archive that names one":   {"b.PDF.zip", code, early, "compiling"},
		"another archive":             {"b.zip", code, late, ""},
		"no directory":                {"a.pdf", session.Code{}, late, ""},
		"code that the run can write": {"a.pdf", within, late, "not read"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, filepath.FromSlash(c.file))
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte("%PDF-1.4 "+c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			var got, notes []string
			_, err := session.Run(t.Context(), session.Request{
				Target: session.Target{Dir: dir}, Code: c.code,
				Cache: session.Cache{Dir: filepath.Join(base, "cache"), Required: true},
				Child: func(_ context.Context, args ...string) (*exec.Cmd, error) {
					got = append(got, strings.Join(args, " "))
					return nil, errors.New("no child in this test")
				},
				Confine: func(sandbox.Rights) sandbox.State {
					got = append(got, "confined")
					return sandbox.State{Level: sandbox.Full}
				},
				Sink: func(e luminos.Event) {
					if strings.Contains(e.Text, "PDF") {
						notes = append(notes, e.Text)
					}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			if got = slices.Compact(got); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if all := strings.Join(notes, "\n"); !strings.Contains(all, c.note) || c.note == "" && all != "" {
				t.Errorf("notes %q, want %q", all, c.note)
			}
		})
	}
}
