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
	"testing"
	"time"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/investigate"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
	"luminos/internal/session"
)

// withEnv returns a test app in an environment of NAME=VALUE.
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

// modelFlags returns the model options of a command line.
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

// ask makes one call with the models.
func ask(t *testing.T, m *session.Models) (model.Response, error) {
	t.Helper()
	client, err := m.Account.Client(time.Now, nil)
	if err != nil {
		t.Fatal(err)
	}
	return client.Complete(t.Context(), model.Call{
		Model: m.Names.Directories, System: "You answer.", MaxOutput: 1000, Effort: m.Effort,
		Messages: []model.Message{model.Say(model.User, "Are you there?")},
	}, nil)
}

func TestModelsFromTheEnvironmentCompleteACall(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: modeltest.Script{modeltest.Say(modeltest.Text("I am."))}})
	env := s.Env()
	env[1] += "\n" // as a key from a file ends
	m, err := withEnv(env...).models(modelFlags(t, "--effort", "low", "--context", "9000", "--max-output", "500"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := ask(t, m)
	if err != nil || r.Text() != "I am." {
		t.Errorf("got %q, %v", r.Text(), err)
	}
	if want := (analyst.Models{Survey: model.DefaultSmall, Plan: model.DefaultSmall, Directories: model.DefaultStrong, Synthesis: model.DefaultStrong, Judge: model.DefaultSmall}); m.Names != want {
		t.Errorf("got %+v", m.Names)
	}
	if _, ok := m.Prices.Cost(m.Names.Directories, r.Usage); !ok || m.Context != 9000 || m.MaxOutput != 500 || m.Effort != "low" {
		t.Errorf("priced %v, %+v", ok, m)
	}
}

// chat starts a server of chat completions that checks the key.
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

func TestModelsOnThisMachineNeedNoKey(t *testing.T) {
	t.Parallel()
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
		p, err := withEnv(p.env).models(modelFlags(t, p.args...))
		if err != nil {
			t.Fatal(name, err)
		}
		if r, err := ask(t, p); !p.Account.Usable() || err != nil || r.Text() != "I am." {
			t.Errorf("%s: got %q, %v", name, r.Text(), err)
		}
	}
}

func TestModelsOfPasses(t *testing.T) {
	for _, c := range []struct {
		args []string
		want analyst.Models
	}{
		{[]string{"--model", "a"}, analyst.Models{Survey: "a", Plan: "a", Directories: "a", Synthesis: "a", Judge: "a"}},
		{[]string{"--model", "a", "--dir-model", "b"}, analyst.Models{Survey: "a", Plan: "a", Directories: "b", Synthesis: "a", Judge: "a"}},
		{[]string{"--survey-model", "s", "--plan-model", "p", "--synthesis-model", "y"}, analyst.Models{Survey: "s", Plan: "p", Directories: model.DefaultStrong, Synthesis: "y", Judge: "s"}},
		{[]string{"--judge-model", "none"}, analyst.Models{Survey: model.DefaultSmall, Plan: model.DefaultSmall, Directories: model.DefaultStrong, Synthesis: model.DefaultStrong}},
		{[]string{"--model", "a", "--cheap", "--judge-model", "j"}, analyst.Models{Survey: "a", Plan: "a", Directories: "a", Synthesis: "a", Judge: "j"}},
	} {
		if got, _ := modelFlags(t, c.args...).models(); got != c.want {
			t.Errorf("%v: got %+v", c.args, got)
		}
	}
}

func TestPricesOfTheUser(t *testing.T) {
	dir := t.TempDir()
	a := withEnv("ANTHROPIC_API_KEY=k")
	a.configDir = dir
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
	p, err := a.models(modelFlags(t, "--dir-model", "mine"))
	if err != nil {
		t.Fatal(err)
	}
	if cost, ok := p.Prices.Cost("mine", luminos.Usage{Input: 1e6, Output: 1e6}); !ok || cost != 3*luminos.Dollar || p.Prices.Date != "2026-12-01" {
		t.Errorf("got %v, %v, %s", cost, ok, p.Prices.Date)
	}
	if _, ok := p.Prices.Cost(model.DefaultStrong, luminos.Usage{}); !ok {
		t.Error("the other prices are gone")
	}
	write(`{"date":"2026-12-01","models":[{"id":"mine","rates":{"input":"free"}}]}`)
	_, err = a.models(modelFlags(t))
	wrong, ok := errors.AsType[*problem](err)
	if !ok || wrong.status != statusUsage || !strings.Contains(err.Error(), `prices.json`) || !strings.Contains(err.Error(), `"mine"`) {
		t.Errorf("got %v", err)
	}
	if row := (&doctor{app: a}).pricesRow(); row[0] != "-" || !strings.Contains(row[2], "mine") {
		t.Errorf("got %q", row)
	}
}

func TestDoctorAsksProviders(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test"})
	rows := func(env ...string) string {
		d := &doctor{app: withEnv(env...)}
		list := d.providerRows(t.Context())
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

func TestHintOfAnInterruptedRun(t *testing.T) {
	ledger := &investigate.Ledger{}
	ledger.Add(luminos.Event{Kind: luminos.EventCall, Priced: true, Cost: luminos.Dollar / 4, Usage: luminos.Usage{Input: 10}})
	for _, c := range []struct {
		err  error
		want string
	}{
		{context.Canceled, "nothing of this run was kept: run the same command to start again"},
		{&session.UnfinishedError{Err: context.Canceled}, "nothing of this run was kept: run the same command to start again"},
		{&session.UnfinishedError{Err: context.Canceled, Kept: true},
			"the finished part is kept; this goes on: luminos --model m 'a b'"},
		{&session.UnfinishedError{Err: context.Canceled, Kept: true, Spending: ledger.Spending("2026-11-20")},
			"the finished part is kept; so far $0.2500 on 1 call of models in this run, at the list prices of 2026-11-20; " +
				"this goes on: luminos --model m 'a b'"},
	} {
		a, _, stderr := testApp()
		line := again([]string{"--model", "m", "--fresh", "a b", "--clear-cache"})
		if got := a.conclude(stopped(errInterrupted, c.err, line)); got != statusInterrupted {
			t.Errorf("got status %d", got)
		}
		if want := "luminos: error: interrupted\nluminos: hint: " + c.want + "\n"; stderr.String() != want {
			t.Errorf("got %s, want %s", stderr, want)
		}
	}
}

// TestSpendingOfUnansweredCalls checks that an unanswered call has no cost and is
// not counted.
func TestSpendingOfUnansweredCalls(t *testing.T) {
	a, _, stderr := testApp()
	gone := luminos.PassSpending{Pass: luminos.PassSynthesis, Model: "gone", Calls: 4, Priced: true}
	a.showSpending(&luminos.Spending{Calls: 4, ByPass: []luminos.PassSpending{gone}})
	if got := stderr.String(); got != "luminos: spent: nothing in this run; no call was answered\n" {
		t.Errorf("got %s", got)
	}
	stderr.Reset()
	u := luminos.Usage{Input: 1000, Output: 10}
	a.showSpending(&luminos.Spending{Calls: 5, Usage: u, Cost: luminos.Dollar, ByPass: []luminos.PassSpending{
		{Pass: luminos.PassSurvey, Model: "small", Calls: 1, Usage: u, Cost: luminos.Dollar, Priced: true}, gone}})
	if got := stderr.String(); !strings.HasPrefix(got, "luminos: spent: $1.00 on 1 call of models in this run") || strings.Contains(got, "gone") {
		t.Errorf("got %s", got)
	}
}

func TestShowSpending(t *testing.T) {
	a, _, stderr := testApp()
	a.showSpending(nil)
	if stderr.Len() > 0 {
		t.Errorf("offline: %s", stderr)
	}
	a.showSpending(&luminos.Spending{Calls: 3, Cost: 2 * luminos.Dollar, PricesDate: "2026-11-20", ByPass: []luminos.PassSpending{
		{Pass: luminos.PassSurvey, Model: "small", Calls: 3, Cost: 2 * luminos.Dollar, Priced: true}}})
	if got := stderr.String(); !strings.HasPrefix(got, "luminos: spent: $2.00 on 3 calls of models in this run, at the list prices of 2026-11-20\n") || !strings.Contains(got, "survey") {
		t.Errorf("got %s", got)
	}
}
