package manifest

import (
	"testing"

	"luminos/internal/facts/factstest"
)

// TestSystemsOfLisp checks that a system of Common Lisp is a library unless its name says that it tests another one.
func TestSystemsOfLisp(t *testing.T) {
	for name, want := range map[string]bool{"fastest": true, "attestation": true, "x-test": false, "x/tests": false} {
		src, scan := factstest.Archive(t, "-- x.asd --\n(defsystem \""+name+"\" :version \"1\")\n-- package.lisp --\n(x)\n")
		r, err := Read(t.Context(), src, scan, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := len(r.EntryPoints) > 0; got != want {
			t.Errorf("%s: entries %+v", name, r.EntryPoints)
		}
	}
}
