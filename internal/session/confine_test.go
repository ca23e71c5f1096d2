package session_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"luminos/internal/model"
	"luminos/internal/model/modeltest"
	"luminos/internal/sandbox"
	"luminos/internal/session"
)

// TestRightsOfRuns records the rights that each kind of run keeps, and wants the level in the report.
func TestRightsOfRuns(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: modeltest.Diligent{}})
	dir, cache := project(t, "wordy"), filepath.Join(t.TempDir(), "cache")
	for name, c := range map[string]struct {
		target   session.Target
		models   *session.Models
		reads    bool
		network  bool
		programs bool
	}{
		"offline":              {target: session.Target{Dir: dir}, reads: true},
		"a model":              {target: session.Target{Dir: dir}, models: playedModels(s), reads: true, network: true},
		"a program as server":  {target: serverOf(t, dir), network: true, programs: true},
		"a server and a model": {target: serverOf(t, dir), models: playedModels(s), network: true, programs: true},
	} {
		t.Run(name, func(t *testing.T) {
			var got []sandbox.Rights
			r, err := session.Run(t.Context(), session.Request{
				Target: c.target, Models: c.models, Environ: os.Environ(), Cache: session.Cache{Dir: cache, Required: true}, Child: sandbox.Command,
				Confine: func(o sandbox.Rights) sandbox.State {
					got = append(got, o)
					return sandbox.State{Level: sandbox.Partial, Missing: []string{"a part"}}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			if r.Run.Sandbox != "partial: a part" {
				t.Errorf("the report has the level %q", r.Run.Sandbox)
			}
			if len(got) != 1 {
				t.Fatalf("confined %d times", len(got))
			}
			o := got[0]
			if !slices.Equal(o.Write, []string{cache}) || len(o.Replace) > 0 || o.Network != c.network || o.Local || o.Programs != c.programs || len(o.Read) > 0 != c.reads {
				t.Errorf("got %+v", o)
			}
		})
	}
}

// TestLocalNamesNeedUnixSockets ends each run when it is confined: no name is resolved.
func TestLocalNamesNeedUnixSockets(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]bool{
		"http://gpu.local:11434/v1": true, "https://GPU.LOCAL./": true, "http://localhost/": false, "https://api.local.example/": false, "": false,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var got []sandbox.Rights
		_, err := session.Run(ctx, session.Request{
			Target: session.Target{Dir: t.TempDir()}, Models: &session.Models{Account: session.Account{Provider: session.OpenAI, Base: base, Key: "sk-of-the-test"}, Prices: model.ListPrices()},
			Confine: func(o sandbox.Rights) sandbox.State {
				got = append(got, o)
				cancel()
				return sandbox.State{}
			},
		})
		if err == nil || len(got) != 1 || got[0].Local != want || !got[0].Network {
			t.Errorf("%q: got %+v and %v, want local %t", base, got, err, want)
		}
	}
}
