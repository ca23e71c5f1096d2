package facts

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"luminos/internal/facts/factstest"
)

// TestVersionFollowsTheFacts compares the facts of the trees in testdata, to the
// last field, with the facts of the version. The digest
// includes the number: a version raised without new goldens is noticed too.
func TestVersionFollowsTheFacts(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	h := sha256.New()
	fmt.Fprintln(h, Version)
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range a.Files {
			if f.Name != "WANT" {
				files[f.Name] = string(f.Data)
			}
		}
		src, scan := factstest.Tree(t, files)
		f, err := Of(t.Context(), src, scan, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := json.NewEncoder(h).Encode(f); err != nil {
			t.Fatal(err)
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)[:12]); got != goldens {
		t.Errorf("The facts of the trees in testdata changed. In version.go, raise Version if the readers give other facts for the same files "+
			"(no need if you only added or edited trees), and set goldens to %q.", got)
	}
}
