package modeltest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"luminos/internal/model/modeltest"
)

func toMap(t *testing.T, v any) obj {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var m obj
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func get(t *testing.T, s *modeltest.Server, path string) (int, obj) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := do(req)
	var m obj
	if err := json.Unmarshal(a.body, &m); err != nil {
		t.Fatalf("%s: %s", path, a.body)
	}
	return a.status, m
}

func TestModels(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{})
	if status, m := get(t, s, "/v1/models/claude-haiku-4-5-20251001"); status != 200 || m["id"] != "claude-haiku-4-5" || m["max_input_tokens"] != 200_000.0 || m["max_tokens"] != 64_000.0 {
		t.Errorf("status %d: %v", status, m)
	}
	for _, path := range []string{"/v1/models/gpt", "/v2"} {
		if status, m := get(t, s, path); status != 404 || m["type"] != "error" {
			t.Errorf("%s: status %d: %v", path, status, m)
		}
	}
	c := talk(s, "Hi.")
	c.model = "claude-does-not-exist"
	if a := c.send(t); a.status != 404 || a.errorType() != "not_found_error" {
		t.Errorf("a model that is not there: status %d: %s", a.status, a.body)
	}
}

// The number of counted tokens is the number of billed tokens.
func TestCountingAgreesWithUsage(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{Player: twoCalls})
	c := second(t, s)
	b := c.body()
	delete(b, "max_tokens")
	delete(b, "stream")
	a := post(t, s, "/v1/messages/count_tokens", b)
	var n struct {
		Tokens int `json:"input_tokens"`
	}
	if err := json.Unmarshal(a.body, &n); err != nil || a.status != 200 {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
	if u := usageOf(c.turn(t)); n.Tokens != u[0]+u[1]+u[2] || n.Tokens == 0 {
		t.Errorf("counted %d, billed %v", n.Tokens, u)
	}
	c.messages[2]["content"] = []obj{text("")}
	if a := post(t, s, "/v1/messages/count_tokens", c.body()); a.status != 400 {
		t.Errorf("counting what breaks rules: status %d", a.status)
	}
	s.DropViolations()
}

func TestPromptsBeyondTheWindow(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{})
	c := talk(s, strings.Repeat("long ", 200_000))
	c.model = "claude-haiku-4-5"
	a := c.send(t)
	if a.status != 400 || !strings.Contains(string(a.body), "prompt is too long: ") || !strings.Contains(string(a.body), " tokens > 200000 maximum") {
		t.Errorf("status %d: %s", a.status, a.body)
	}
	big := talk(s, strings.Repeat("x", 33<<20))
	if a := big.send(t); a.status != 413 || a.errorType() != "request_too_large" {
		t.Errorf("33 MiB: status %d: %.200s", a.status, a.body)
	}
}

// Many clients at once, each with its own conversation, get the same answers as one after another.
func TestManyClients(t *testing.T) {
	run := func(parallel bool) map[string]int64 {
		s := modeltest.Start(t, modeltest.Options{Player: modeltest.Overloaded{Statuses: []int{529}}})
		var wg sync.WaitGroup
		for i := range 12 {
			one := func() {
				c := talk(s, fmt.Sprintf("Unit: \"src\"\nNumber %d.", i), dirTools()...)
				for range 20 {
					a := c.send(t)
					if a.status == 529 {
						continue
					}
					m := a.read(t)
					c.take(m)
					var results []obj
					for _, call := range m.calls() {
						if call["name"] == "submit_report" {
							return
						}
						results = append(results, result(call["id"], "file 30 a.txt\n1\tnothing much to see here"))
					}
					c.say(results...)
				}
			}
			if parallel {
				wg.Go(one)
			} else {
				one()
			}
		}
		wg.Wait()
		costs := map[string]int64{}
		for id, l := range s.Ledger().Conversations() {
			costs[id] = int64(l.Cost())
		}
		return costs
	}
	alone, together := run(false), run(true)
	if fmt.Sprint(alone) != fmt.Sprint(together) || len(alone) != 12 {
		t.Errorf("alone they cost %v, together %v", alone, together)
	}
}

func TestRequestsAreKept(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{Player: twoCalls})
	c := second(t, s)
	c.turn(t)
	all := s.Requests()
	if len(all) != 2 || all[1].Turn != 2 || all[1].Tool("look") == nil || all[1].Opening() != "What is in a and b?" {
		t.Fatalf("kept %+v", all)
	}
	got := all[1].Calls()
	if len(got) != 2 || got[0].Name != "look" || got[0].Text != "A is here" || got[1].Arg("at") != "b" {
		t.Errorf("the results are %+v", got)
	}
	if env := strings.Join(s.Env(), " "); !strings.Contains(env, "ANTHROPIC_BASE_URL="+s.URL) {
		t.Errorf("the environment is %s", env)
	}
}

func TestConversationsFromElsewhereAreRefused(t *testing.T) {
	c := second(t, modeltest.Start(t, modeltest.Options{Player: twoCalls}))
	c.s = modeltest.New(modeltest.Options{Player: twoCalls})
	defer c.s.Close()
	if a := c.send(t); a.status != 400 || len(c.s.Violations()) != 1 || c.s.Violations()[0].Rule != modeltest.RuleHistory {
		t.Errorf("status %d, %v", a.status, c.s.Violations())
	}
}
