package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/model/modeltest"
)

// The luminos.toml of a target changes neither the server, the models nor the costs of a run, and the report names its
// keys. It can lower the turns of directories; a setting of the user prevails.
func TestSettingsOfATargetInAModelRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		args       []string
		turns      int // of a directory
		refused    string
	}{
		{"without a file", "", nil, 10, ""},
		{"a hostile file", "provider = 'openai'\nbase_url = 'http://127.0.0.1:1/v1'\nmodel = 'evil'\ndir_model = 'evil'\nmax_output = 64000\n" +
			"offline = true\nparallel = 200\nturns_default = 200\nmax_time = '1s'\ncontext = 100000000\n[prices.evil]\ninput = 0\noutput = 0\n",
			nil, 10, "provider, base_url, model, dir_model, max_output and 6 more"},
		{"fewer turns", "turns_default = 6\n", nil, 6, ""},
		{"a flag of the user", "turns_default = 6\n", []string{"--turns-default", "7"}, 7, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			target := t.TempDir()
			for _, name := range []string{"a.go", "b.go", "one/c.go", "one/d.go", "two/e.go", "two/f.go"} {
				name = filepath.Join(target, name)
				if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, []byte("// Package small is small.\npackage small\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if c.text != "" {
				if err := os.WriteFile(filepath.Join(target, "luminos.toml"), []byte(c.text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			k := scripted(t, modeltest.Diligent{})
			r, _ := k.run(t, statusDone, append(c.args, target)...)
			if models := []string{"claude-haiku-5-5", "claude-opus-5-5"}; !slices.Equal(r.Target.Models, models) || r.Run.Parallel != 4 {
				t.Errorf("models %q, %d at once", r.Target.Models, r.Run.Parallel)
			}
			for _, q := range k.server.Requests() {
				if q.Pass() == modeltest.PassDirectory && q.Brief().Turns != c.turns {
					t.Errorf("%s has %d turns, want %d", q.Brief().Dirs, q.Brief().Turns, c.turns)
				}
			}
			i := slices.IndexFunc(r.Flags, func(f luminos.Flag) bool { return f.Rule == luminos.RuleRefusedSettings })
			if (i >= 0) != (c.refused != "") || i >= 0 && !strings.Contains(r.Flags[i].Finding, c.refused) {
				t.Errorf("flags %v, want %q", r.Flags, c.refused)
			}
		})
	}
}
