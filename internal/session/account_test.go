package session

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/model"
)

func TestLoopback(t *testing.T) {
	for base, want := range map[string]bool{
		"http://localhost:11434/v1": true, "http://LOCALHOST": true, "http://127.0.0.1:8080": true, "http://127.9.9.9": true, "http://[::1]:1/v1": true,
		"http://[::ffff:127.0.0.1]/": true, "http://llama.localhost/": true, "https://api.openai.com/v1": false, "http://localhost.example.com": false,
		"http://127.0.0.1.example.com": false, "http://127.0.0.1@example.com/": false, "http://10.0.0.1": false, "": false, "::": false,
	} {
		if got := (Account{Base: base}).Usable(); got != want {
			t.Errorf("%q: got %v", base, got)
		}
	}
}

// chat starts a server of chat completions that checks the key.
func chat(t *testing.T, key string, answer func(w http.ResponseWriter)) Models {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		want := ""
		if key != "" {
			want = "Bearer " + key
		}
		if got := r.Header.Get("Authorization"); got != want {
			t.Errorf("%s: authorization %q, want %q", r.URL.Path, got, want)
		}
		answer(w)
	}))
	t.Cleanup(s.Close)
	return Models{Account: Account{Provider: OpenAI, Base: s.URL, Key: key}}
}

// callOnce makes one call and returns its error, the events of the client and the error that ends the run.
func callOnce(t *testing.T, m Models) (events []luminos.Event, refused *model.Error, err error) {
	t.Helper()
	end := func(e *model.Error) { refused = e }
	m.Prices = model.ListPrices()
	limits, err := m.budget(time.Now)
	if err != nil {
		t.Fatal(err)
	}
	client, err := m.client(func(e luminos.Event) { events = append(events, e) }, time.Now, 1, limits, end)
	if err != nil {
		t.Fatal(err)
	}
	at := luminos.WithEvent(t.Context(), luminos.Event{Pass: luminos.PassPlan, Unit: "src", Provider: OpenAI, Text: "other"})
	_, err = client.Complete(at, model.Call{Model: "m", MaxOutput: 1000, Messages: []model.Message{model.Say(model.User, "Are you there?")}}, nil)
	return events, refused, err
}

// TestKeysAreCutOutOfErrors uses a server that repeats the key that it refuses.
func TestKeysAreCutOutOfErrors(t *testing.T) {
	const key = "sk-secret-of-mine"
	m := chat(t, key, func(w http.ResponseWriter) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"type":"bad %s","message":"Incorrect API key provided: %s"}}`, key, key)
	})
	events, refused, err := callOnce(t, m)
	if !model.IsClass(err, model.Auth) || !strings.Contains(err.Error(), "(the key)") {
		t.Errorf("got %v", err)
	}
	shown := fmt.Sprintf("%v %v %v", err, refused, m.settings())
	for e := err; e != nil; e = errors.Unwrap(e) {
		shown += fmt.Sprintf("%#v", e)
	}
	if strings.Contains(shown, key) {
		t.Errorf("the key is in %s", shown)
	}
	ends := refused != nil && refused.Class == model.Auth && strings.Contains(refused.Hint(), "check the API key")
	if len(events) != 0 || !ends {
		t.Errorf("events %+v, and the run ends for %v", events, refused)
	}
}

func TestFailedAttemptsAreReported(t *testing.T) {
	var calls atomic.Int32
	m := chat(t, "", func(w http.ResponseWriter) {
		if calls.Add(1) == 1 {
			w.Header().Set("Retry-After", "0.01")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"I am."}}]}`)
	})
	events, refused, err := callOnce(t, m)
	if err != nil || refused != nil || len(events) != 1 {
		t.Fatalf("%+v, %v, %v", events, refused, err)
	}
	e := events[0]
	if e.Pass != luminos.PassPlan || e.Unit != "src" || e.Provider != OpenAI {
		t.Errorf("the event of a failed attempt does not name its conversation: %+v", e)
	}
	if !strings.Contains(e.Text, "asking m at 127.0.0.1") || !strings.Contains(e.Text, "; asking again in ") || !e.Failed || e.Class != "" {
		t.Errorf("got %+v", e)
	}
}

// TestSettingsOfModels checks that each setting on which a result depends is in
// the list, and that the address is not.
func TestSettingsOfModels(t *testing.T) {
	base := Models{Account: Account{Provider: Anthropic}, Names: analyst.Models{Survey: "a", Plan: "a", Directories: "a", Synthesis: "a"}}
	for name, change := range map[string]func(*Models){
		"provider":  func(m *Models) { m.Account.Provider = OpenAI },
		"survey":    func(m *Models) { m.Names.Survey = "b" },
		"plan":      func(m *Models) { m.Names.Plan = "b" },
		"dirs":      func(m *Models) { m.Names.Directories = "b" },
		"synthesis": func(m *Models) { m.Names.Synthesis = "b" },
		"effort":    func(m *Models) { m.Effort = "low" },
		"language":  func(m *Models) { m.Language = "de" },
		"context":   func(m *Models) { m.Context = 9000 },
		"output":    func(m *Models) { m.MaxOutput = 9000 },
	} {
		m := base
		if change(&m); slices.Equal(m.settings(), base.settings()) {
			t.Errorf("%s: the settings are the same", name)
		}
	}
	m := base
	if m.Account.Base = "https://proxy.example/"; !slices.Equal(m.settings(), base.settings()) {
		t.Error("another address changes the settings")
	}
}
