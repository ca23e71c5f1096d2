package main

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

// leaked is a token of the form of a GitHub token.
var leaked = "gh" + "p_" + "a8Kd03Lq9ZxW1vT5yRb7NcE2mUj6PgHs4FoI"

// leaky is a model that writes the token into its texts and the arguments of its calls. If fails is set, the synthesis
// is answered with an error of the provider that contains the token.
type leaky struct {
	modeltest.Diligent
	fails bool
}

func (l leaky) Play(r modeltest.Request) modeltest.Reply {
	if l.fails && r.Pass() == modeltest.PassSynthesis {
		return modeltest.Failed(http.StatusBadRequest, "invalid_request_error", "the prompt has "+leaked+" in it")
	}
	var calls []modeltest.Block
	if len(r.Messages) == 1 && r.Pass() == modeltest.PassDirectory {
		calls = append(calls,
			modeltest.Call("flag", map[string]any{
				"path": "main.go", "finding": "LEAKED " + leaked + " is used", "severity": "concern", "evidence": []any{
					map[string]any{"quote": `const key = "(masked)` + strings.Repeat("x", len(leaked)-len("(masked)"))},
				},
			}),
			modeltest.Call("read_file", map[string]any{"path": leaked + "/main.go"}))
		return modeltest.Say(append([]modeltest.Block{modeltest.Text("I see " + leaked + " here.")}, calls...)...)
	}
	reply := l.Diligent.Play(r)
	for i, b := range reply.Blocks {
		var args map[string]any
		if b.Type != "tool_use" || json.Unmarshal(b.Input, &args) != nil {
			continue
		}
		for _, name := range []string{"description", "domain_notes", "notes", "brief", "detailed", "summary", "purpose"} {
			if s, ok := args[name].(string); ok {
				args[name] = s + " Its key is " + leaked + "."
			}
		}
		reply.Blocks[i] = modeltest.Call(b.Name, args)
	}
	return reply
}

// TestSecretsOfAModelAreMasked searches the report, standard error and the cache for a token that the model and the
// provider write.
func TestSecretsOfAModelAreMasked(t *testing.T) {
	t.Parallel()
	target := t.TempDir()
	for name, text := range map[string]string{
		"main.go": "// Package main fetches the contents of the orchard.\npackage main\n\nconst key = \"" + leaked + "\"\n", "go.mod": "module example.com/orchard\n\ngo 1.26\n",
	} {
		if err := os.WriteFile(filepath.Join(target, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, fails := range []bool{false, true} {
		k := scripted(t, leaky{fails: fails})
		out, errs, _ := k.ask(t, "-v", "--json", target)
		text, more, _ := k.ask(t, "-v", target)
		shown := map[string]string{"report in JSON": out, "standard error": errs, "report": text, "standard error of the second run": more}
		cache := k.env["LUMINOS_CACHE_DIR"]
		err := filepath.WalkDir(cache, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(name)
			shown[name] = string(data)
			return err
		})
		if err != nil || len(shown) < 8 {
			t.Errorf("%d places are searched, %v", len(shown), err)
		}
		for where, text := range shown {
			if at := strings.Index(text, leaked[:12]); at >= 0 {
				t.Errorf("fails %t: the token is in %s: …%s…", fails, where, text[max(0, at-80):min(len(text), at+60)])
			}
		}
		for _, want := range []string{"LEAKED (masked)", "Its key is (masked)"} {
			if !strings.Contains(out, want) {
				t.Errorf("fails %t: the report lacks %q", fails, want)
			}
		}
		if fails && !strings.Contains(errs+out, "the prompt has (masked)") {
			t.Errorf("the error of the provider is not shown: %s", errs)
		}
		if strings.Contains(out, `"lowered": {`) {
			t.Errorf("the quote of the masked line is not found in\n%s", out)
		}
	}
}
