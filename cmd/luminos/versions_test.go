package main

import (
	"os"
	"path/filepath"
	"testing"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
	"luminos/internal/sandbox"
	"luminos/internal/session"
)

// TestVersionsShareACache runs three builds of the program on one target and one
// cache. The second makes no call of a model; the third asks only about the unit
// of an edited file and the units above it.
func TestVersionsShareACache(t *testing.T) {
	t.Parallel()
	k, target := scripted(t, modeltest.Diligent{}), thicket(t)
	run := func(version string) *luminos.Report {
		t.Helper()
		small, strong := model.DefaultSmall, model.DefaultStrong
		r, err := session.Run(t.Context(), session.Request{
			Target: session.Target{Dir: target}, Cache: session.Cache{Dir: k.env["LUMINOS_CACHE_DIR"], Required: true},
			Child: sandbox.Command, Version: version,
			Models: &session.Models{
				Account: session.Account{Provider: session.Anthropic, Key: k.env["ANTHROPIC_API_KEY"], Base: k.server.URL},
				Names:   analyst.Models{Survey: small, Plan: small, Directories: strong, Synthesis: strong}, Prices: model.ListPrices(),
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Run.Version != version || len(r.Quality.Degraded) > 0 {
			t.Errorf("version %q, degraded %v", r.Run.Version, r.Quality.Degraded)
		}
		return r
	}
	run("1.0.0 aaaaaaaaaaaa")
	calls := len(k.server.Ledger())
	r := run("1.0.0 bbbbbbbbbbbb")
	if n := len(k.server.Ledger()); calls == 0 || n != calls || !r.Run.Memory.Unchanged {
		t.Errorf("another build makes %d calls after %d; memory %+v", n-calls, calls, r.Run.Memory)
	}
	if err := os.WriteFile(filepath.Join(target, "src", "part0", "unit0", "f0.go"), []byte("package unit\n\n// Edited.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r = run("2.0.0 cccccccccccc")
	units, _ := k.units(calls)
	if m := r.Run.Memory; len(units) == 0 || len(units) > 3 || m.Reused == 0 {
		t.Errorf("a third build asks about %q; memory %+v", units, m)
	}
}
