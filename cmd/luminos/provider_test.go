package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/investigate"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
)

// withEnv is a test app in an environment of NAME=VALUE.
func withEnv(vars ...string) *app {
	a, _, _ := testApp()
	a.env = func(name string) string {
		for _, v := range vars {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	}
	return a
}

// modelFlags are what a command line makes of the flags of models.
func modelFlags(t *testing.T, args ...string) *modelOptions {
	t.Helper()
	o := &modelOptions{}
	cmd := &cobra.Command{}
	o.flags(cmd)
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	if err := o.check(cmd, false); err != nil {
		t.Fatal(err)
	}
	return o
}

func ask(t *testing.T, p *provider) (model.Response, error) {
	t.Helper()
	return p.client.Complete(t.Context(), model.Call{
		Model: p.models.Directories, System: "You answer.", MaxOutput: 1000, Effort: p.effort,
		Messages: []model.Message{model.Say(model.User, "Are you there?")},
	}, nil)
}

func TestProviderFromTheEnvironmentCompletesACall(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: modeltest.Script{modeltest.Say(modeltest.Text("I am."))}})
	env := s.Env()
	env[1] += "\n" // as it comes out of a file
	p, err := withEnv(env...).provider(modelFlags(t, "--effort", "low", "--context", "9000", "--max-output", "500"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := ask(t, p)
	if err != nil || r.Text() != "I am." {
		t.Errorf("got %q, %v", r.Text(), err)
	}
	if want := (analyst.Models{Survey: model.DefaultSmall, Plan: model.DefaultSmall, Directories: model.DefaultStrong, Synthesis: model.DefaultStrong}); p.models != want {
		t.Errorf("got %+v", p.models)
	}
	if _, ok := p.prices.Cost(p.models.Directories, r.Usage); !ok || p.context != 9000 || p.maxOutput != 500 {
		t.Errorf("priced %v, context %d, output %d", ok, p.context, p.maxOutput)
	}
}

// chat is a server of chat completions that wants that key.
func chat(t *testing.T, key string, answer func(w http.ResponseWriter)) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); got != key {
			t.Errorf("%s: authorization %q, want %q", r.URL.Path, got, key)
		}
		if strings.HasSuffix(r.URL.Path, "/models") {
			io.WriteString(w, `{"data":[]}`)
			return
		}
		answer(w)
	}))
	t.Cleanup(s.Close)
	return s
}

const chatAnswer = `{"model":"qwen3","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"I am."}}],"usage":{"prompt_tokens":7,"completion_tokens":2}}`

func TestProviderOnThisMachineNeedsNoKey(t *testing.T) {
	s := chat(t, "", func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, chatAnswer)
	})
	for name, p := range map[string]struct {
		env  string
		args []string
	}{
		"environment": {"OPENAI_BASE_URL=" + s.URL + "/v1", []string{"--provider", "openai", "--model", "qwen3"}},
		"flag":        {"OPENAI_BASE_URL=http://host.invalid/v1", []string{"--provider", "openai", "--model", "qwen3", "--base-url", s.URL + "/v1"}},
	} {
		p, err := withEnv(p.env).provider(modelFlags(t, p.args...))
		if err != nil {
			t.Fatal(name, err)
		}
		if r, err := ask(t, p); err != nil || r.Text() != "I am." {
			t.Errorf("%s: got %q, %v", name, r.Text(), err)
		}
	}
}

func TestLoopback(t *testing.T) {
	for base, want := range map[string]bool{
		"http://localhost:11434/v1": true, "http://LOCALHOST": true, "http://127.0.0.1:8080": true, "http://127.9.9.9": true, "http://[::1]:1/v1": true,
		"http://[::ffff:127.0.0.1]/": true, "http://llama.localhost/": true, "https://api.openai.com/v1": false, "http://localhost.example.com": false,
		"http://127.0.0.1.example.com": false, "http://127.0.0.1@example.com/": false, "http://10.0.0.1": false, "": false, "::": false,
	} {
		if got := loopback(base); got != want {
			t.Errorf("%q: got %v", base, got)
		}
	}
}

// A server that repeats the key that it refuses must not get it into errors.
func TestKeysAreNotRepeated(t *testing.T) {
	const key = "sk-secret-of-mine"
	s := chat(t, "Bearer "+key, func(w http.ResponseWriter) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"type":"bad %s","message":"Incorrect API key provided: %s"}}`, key, key)
	})
	p, err := withEnv("OPENAI_API_KEY=" + key).provider(modelFlags(t, "--provider", "openai", "--model", "m", "--base-url", s.URL))
	if err != nil {
		t.Fatal(err)
	}
	var notes []luminos.Event
	p.listen(func(e luminos.Event) { notes = append(notes, e) })
	_, err = ask(t, p)
	if !model.IsClass(err, model.Auth) || !strings.Contains(err.Error(), "(the key)") {
		t.Errorf("got %v", err)
	}
	said := fmt.Sprintf("%v %+v %v %q", err, notes, p.settings(), p.version())
	for e := err; e != nil; e = errors.Unwrap(e) {
		said += fmt.Sprintf("%#v", e)
	}
	if strings.Contains(said, key) {
		t.Errorf("the key is in %s", said)
	}
	if len(notes) != 1 || notes[0].Kind != luminos.EventNote || !strings.HasSuffix(notes[0].Text, "; given up") {
		t.Errorf("notes %+v", notes)
	}
}

func TestFailedAttemptsAreTold(t *testing.T) {
	var calls atomic.Int32
	s := chat(t, "", func(w http.ResponseWriter) {
		if calls.Add(1) == 1 {
			w.Header().Set("Retry-After", "0.01")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, chatAnswer)
	})
	p, err := withEnv().provider(modelFlags(t, "--provider", "openai", "--model", "m", "--base-url", s.URL))
	if err != nil {
		t.Fatal(err)
	}
	var note luminos.Event
	p.listen(func(e luminos.Event) { note = e })
	if _, err := ask(t, p); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(note.Text, "asking m at 127.0.0.1") || !strings.Contains(note.Text, "; asking again in ") || !note.Failed {
		t.Errorf("got %+v", note)
	}
}

func TestModelsOfPasses(t *testing.T) {
	for _, c := range []struct {
		args []string
		want analyst.Models
	}{
		{[]string{"--model", "a"}, analyst.Models{Survey: "a", Plan: "a", Directories: "a", Synthesis: "a"}},
		{[]string{"--model", "a", "--dir-model", "b"}, analyst.Models{Survey: "a", Plan: "a", Directories: "b", Synthesis: "a"}},
		{[]string{"--survey-model", "s", "--plan-model", "p", "--synthesis-model", "y"}, analyst.Models{Survey: "s", Plan: "p", Directories: model.DefaultStrong, Synthesis: "y"}},
	} {
		if got, _ := modelFlags(t, c.args...).models(); got != c.want {
			t.Errorf("%v: got %+v", c.args, got)
		}
	}
}

// What a result depends on changes the version, and nothing else does.
func TestVersionOfAProvider(t *testing.T) {
	version := func(args ...string) string {
		p, err := withEnv("ANTHROPIC_API_KEY=k", "OPENAI_API_KEY=k").provider(modelFlags(t, args...))
		if err != nil {
			t.Fatal(err)
		}
		return p.version()
	}
	seen := map[string]bool{version(): true}
	for _, args := range [][]string{{"--model", "m"}, {"--model", "m", "--provider", "openai"}, {"--survey-model", "m"}, {"--plan-model", "m"}, {"--dir-model", "m"},
		{"--synthesis-model", "m"}, {"--effort", "low"}, {"--context", "9000"}, {"--max-output", "9000"}} {
		if v := version(args...); seen[v] {
			t.Errorf("%v: no other than before: %s", args, v)
		} else {
			seen[v] = true
		}
	}
	if !seen[version("--base-url", "https://proxy.example/")] {
		t.Error("another address is another version")
	}
}

func TestPricesOfTheUser(t *testing.T) {
	dir := t.TempDir()
	a := withEnv("ANTHROPIC_API_KEY=k")
	a.userConfigDir = func() (string, error) { return dir, nil }
	file := filepath.Join(dir, "luminos", "prices.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"date":"2026-12-01","models":[{"id":"mine","rates":{"input":"1","cache_write_5m":"1","cache_write_1h":"1","cache_read":"1","output":"2"}}]}`)
	p, err := a.provider(modelFlags(t, "--dir-model", "mine"))
	if err != nil {
		t.Fatal(err)
	}
	if cost, ok := p.prices.Cost("mine", luminos.Usage{Input: 1e6, Output: 1e6}); !ok || cost != 3*luminos.Dollar || p.prices.Date != "2026-12-01" {
		t.Errorf("got %v, %v, %s", cost, ok, p.prices.Date)
	}
	if _, ok := p.prices.Cost(model.DefaultStrong, luminos.Usage{}); !ok {
		t.Error("the other prices are gone")
	}
	write(`{"date":"2026-12-01","models":[{"id":"mine","rates":{"input":"free"}}]}`)
	_, err = a.provider(modelFlags(t))
	wrong, ok := errors.AsType[*problem](err)
	if !ok || wrong.status != statusUsage || !strings.Contains(err.Error(), `prices.json`) || !strings.Contains(err.Error(), `"mine"`) {
		t.Errorf("got %v", err)
	}
	if row := a.pricesRow(); row[0] != "-" || !strings.Contains(row[2], "mine") {
		t.Errorf("got %q", row)
	}
}

func TestDoctorAsksProviders(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test"})
	rows := func(env ...string) string {
		a := withEnv(env...)
		list := a.providerRows(t.Context())
		return fmt.Sprint(modelRow(list), list)
	}
	good := rows(s.Env()...)
	if !strings.HasPrefix(good, "[ok model engine") || !strings.Contains(good, "[ok anthropic ANTHROPIC_API_KEY is set; 127.0.0.1") || strings.Contains(good, "sk-of") {
		t.Errorf("got %s", good)
	}
	bad := rows("ANTHROPIC_BASE_URL="+s.URL, "ANTHROPIC_AUTH_TOKEN=wrong-token")
	if !strings.HasPrefix(bad, "[- model engine") || !strings.Contains(bad, "[- anthropic ANTHROPIC_AUTH_TOKEN is set; ") || !strings.Contains(bad, "check the API key") {
		t.Errorf("got %s", bad)
	}
	local := chat(t, "", nil)
	if got := rows("OPENAI_BASE_URL=" + local.URL); !strings.Contains(got, "[ok openai no key, and none is needed; 127.0.0.1") {
		t.Errorf("got %s", got)
	}
}

func TestInterruptedSaysWhatWasSpent(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errInterrupted)
	a, _, stderr := testApp()
	var ledger investigate.Ledger
	ledger.Add(luminos.Event{Kind: luminos.EventCall, Priced: true, Cost: luminos.Dollar / 4, Usage: luminos.Usage{Input: 10}})
	a.kept, a.spent = true, func() *luminos.Spending { return ledger.Spending("2026-11-20") }
	if got := a.run(ctx, []string{"--offline", t.TempDir()}); got != statusInterrupted {
		t.Errorf("got status %d", got)
	}
	if want := "luminos: hint: what was finished is kept: run the same command to go on; so far $0.2500 on 1 call of models in this run, at the list prices of 2026-11-20\n"; !strings.HasSuffix(stderr.String(), want) {
		t.Errorf("got %s", stderr)
	}
}

// Calls that nobody answered are no calls: they took nothing.
func TestTellSpendingOfCallsThatNobodyAnswered(t *testing.T) {
	a, _, stderr := testApp()
	gone := luminos.PassSpending{Pass: luminos.PassSynthesis, Model: "gone", Calls: 4, Priced: true}
	a.tellSpending(&luminos.Spending{Calls: 4, ByPass: []luminos.PassSpending{gone}})
	if got := stderr.String(); got != "luminos: spent: nothing in this run; no call was answered\n" {
		t.Errorf("got %s", got)
	}
	stderr.Reset()
	u := luminos.Usage{Input: 1000, Output: 10}
	a.tellSpending(&luminos.Spending{Calls: 5, Usage: u, Cost: luminos.Dollar, ByPass: []luminos.PassSpending{
		{Pass: luminos.PassSurvey, Model: "small", Calls: 1, Usage: u, Cost: luminos.Dollar, Priced: true}, gone}})
	if got := stderr.String(); !strings.HasPrefix(got, "luminos: spent: $1.00 on 1 call of models in this run") || strings.Contains(got, "gone") {
		t.Errorf("got %s", got)
	}
}

func TestTellSpending(t *testing.T) {
	a, _, stderr := testApp()
	a.tellSpending(nil)
	if stderr.Len() > 0 {
		t.Errorf("offline: %s", stderr)
	}
	a.tellSpending(&luminos.Spending{Calls: 3, Cost: 2 * luminos.Dollar, PricesDate: "2026-11-20", ByPass: []luminos.PassSpending{
		{Pass: luminos.PassSurvey, Model: "small", Calls: 3, Cost: 2 * luminos.Dollar, Priced: true}}})
	if got := stderr.String(); !strings.HasPrefix(got, "luminos: spent: $2.00 on 3 calls of models in this run, at the list prices of 2026-11-20\n") || !strings.Contains(got, "survey") {
		t.Errorf("got %s", got)
	}
}
