package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"luminos/internal/sandbox"
)

func TestSandboxRowSaysLevelAndWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		state sandbox.State
		want  [3]string
	}{
		{sandbox.State{Level: sandbox.Full}, [3]string{"ok", "sandbox", "full: the process that parses files can only read the target"}},
		{sandbox.State{Level: sandbox.Partial, Missing: []string{"Landlock (old): much"}}, [3]string{"-", "sandbox", "partial: Landlock (old): much"}},
		{sandbox.State{Level: sandbox.None, Missing: []string{"one", "two"}}, [3]string{"-", "sandbox", "none: one; two"}},
	} {
		if got := sandboxRow("sandbox", c.state, "the process that parses files can only read the target"); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.state, got, c.want)
		}
	}
	for _, c := range []struct {
		state sandbox.State
		mark  string
	}{
		{sandbox.State{Level: sandbox.Partial, Missing: []string{"network"}}, "ok"},
		{sandbox.State{Level: sandbox.Partial, Missing: []string{"seccomp", "network"}}, "-"},
		{sandbox.State{Level: sandbox.None, Missing: []string{"Landlock and seccomp"}}, "-"},
	} {
		if got := modelRunRow(c.state); got != [3]string{c.mark, "model run", c.state.String()} {
			t.Errorf("%+v: got %q", c.state, got)
		}
	}
}

// TestDoctorKnowsAModelServer checks that other servers that answer are not taken for
// a model server.
func TestDoctorKnowsAModelServer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status            int
		media, body       string
		anthropic, openai string // the row of each; "" means ok
	}{
		"a web page":       {200, "text/html; charset=utf-8", "<!doctype html><title>Hi</title>", "with a web page", "with a web page"},
		"no such page":     {404, "text/html", "<html>not here</html>", "with a web page", "with a web page"},
		"an unnamed page":  {200, "", "\n<html></html>", "with a web page", "with a web page"},
		"no such path":     {404, "text/plain", "404 page not found\n", "(status 404)", "(status 404)"},
		"words":            {200, "text/plain", "Ollama is running", "no JSON object", "no JSON object"},
		"something else":   {200, "application/json", `{"status":"up"}`, "has no model in it", "has no model in it"},
		"a list of models": {200, "application/json", `{"object":"list","data":[]}`, "", ""},
		"a count":          {200, "application/json", `{"input_tokens":3}`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.media)
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			}))
			defer s.Close()
			rows := (&doctor{app: withEnv("ANTHROPIC_BASE_URL="+s.URL, "OPENAI_BASE_URL="+s.URL)}).providerRows(t.Context())
			for i, want := range []string{c.anthropic, c.openai} {
				state := "ok"
				if want != "" {
					state = "-"
				}
				if rows[i][0] != state || !strings.Contains(rows[i][2], want) {
					t.Errorf("got %q, want %s with %q", rows[i], state, want)
				}
			}
		})
	}
}

// A server that knows no list of models and counts is one.
func TestDoctorCounts(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/count_tokens") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"input_tokens":8}`)
	}))
	defer s.Close()
	if row := (&doctor{app: withEnv("ANTHROPIC_BASE_URL=" + s.URL)}).providerRows(t.Context())[0]; row[0] != "ok" || !strings.HasSuffix(row[2], " answers") {
		t.Errorf("got %q", row)
	}
}

// TestLocalModelServersAreFound checks that doctor names the command for a server on one of the ports that it tries, and
// that a server without a list of models does not count.
func TestLocalModelServersAreFound(t *testing.T) {
	t.Parallel()
	port := func(body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/v1/models" {
				io.WriteString(w, body)
			}
		}))
		t.Cleanup(s.Close)
		return s.URL[strings.LastIndexByte(s.URL, ':')+1:]
	}
	d := &doctor{app: withEnv("HOME=/")}
	d.ports = []string{port("<html>"), port(`{"data":[]}`)}
	if rows := d.localRow(t.Context()); rows != nil {
		t.Errorf("without models: %q", rows)
	}
	found := port(`{"data":[{"id":"qwen3"},{"id":"x"}]}`)
	d.ports = append(d.ports, found)
	want := "a server lists 2 models: luminos --provider openai --base-url http://localhost:" + found + "/v1 --model qwen3 ."
	if rows := d.localRow(t.Context()); len(rows) != 1 || rows[0][2] != want {
		t.Errorf("got %q, want %q", rows, want)
	}
}
