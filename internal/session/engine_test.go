package session_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/fsserver"
	"luminos/internal/localdir"
	"luminos/internal/mcpclient"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
	"luminos/internal/session"
)

// TestMain serves a directory if the test program is started with the arguments of the child process.
func TestMain(m *testing.M) {
	if len(os.Args) != 4 || os.Args[1] != "mcp" || os.Args[2] != "serve" {
		os.Setenv("GORACE", os.Getenv("GORACE")+" "+quick)
		os.Exit(m.Run())
	}
	dir, err := localdir.Open(os.Args[3])
	if err == nil {
		err = fsserver.Serve(context.Background(), dir, os.Stdin, noClose{os.Stdout}, fsserver.Options{Version: "of-the-test"})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// quick is a variable for servers under test: with the race detector every process sleeps for a second at its end.
const quick = "atexit_sleep_ms=10"

type noClose struct{ io.Writer }

func (noClose) Close() error { return nil }

// child starts the test program as the child process.
func child(ctx context.Context, args ...string) (*exec.Cmd, error) {
	return exec.CommandContext(ctx, os.Args[0], args...), nil
}

// playedModels returns the settings of a model that a diligent player answers for.
func playedModels(s *modeltest.Server) *session.Models {
	return &session.Models{
		Account: session.Account{Provider: session.Anthropic, Base: s.URL, Key: "sk-of-the-test"}, Prices: model.ListPrices(),
		Names: analyst.Models{Survey: model.DefaultSmall, Plan: model.DefaultSmall, Directories: model.DefaultStrong, Synthesis: model.DefaultStrong,
			Judge: model.DefaultSmall},
	}
}

// secretProject returns a project with a secret in it.
func secretProject(t *testing.T) (dir, secret string) {
	dir, secret = project(t, "wordy"), "hunter"+"2!"
	for name, text := range map[string]string{
		"deploy/settings.env": "PASSWORD=" + secret + "\n", "count/more.go": "package count\n\n// Letters returns the number of letters.\nfunc Letters() int { return 0 }\n",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir, secret
}

// TestRunWithModels checks the record of a run with the model engine, and that the second one is reused.
func TestRunWithModels(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: modeltest.Diligent{}})
	dir, _ := secretProject(t)
	cache := filepath.Join(t.TempDir(), "cache")
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	req := session.Request{
		Target: session.Target{Dir: dir}, Models: playedModels(s), Child: child, Version: "v1", Cache: session.Cache{Dir: cache},
		Clock: func() time.Time { return start },
	}
	r, err := session.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Quality.Degraded) > 0 || r.Target.Engine != "model" || r.Run.Parallel != 4 || r.Run.Version != "v1" || !r.Run.StartedAt.Equal(start) {
		t.Errorf("degraded %v, engine %s, run %+v", r.Quality.Degraded, r.Target.Engine, r.Run)
	}
	names := []string{model.DefaultSmall, model.DefaultStrong}
	slices.Sort(names)
	if diff := cmp.Diff(names, r.Target.Models); diff != "" {
		t.Errorf("models (-want +got):\n%s", diff)
	}
	if b := r.Run.Backend; b.Adapter != "directory" || !strings.HasSuffix(b.Server, " of-the-test") {
		t.Errorf("backend %+v", b)
	}
	if p := r.Run.Spending; p == nil || p.Calls != len(s.Ledger()) || p.PricesDate != model.ListPrices().Date || p.Cost == 0 {
		t.Errorf("spending %+v after %d calls", p, len(s.Ledger()))
	}
	histories, _ := filepath.Glob(filepath.Join(cache, "*", "history", "*"))
	if len(histories) == 0 {
		t.Error("the conversations are not stored")
	}
	var n notices
	req.Sink = n.sink
	calls := len(s.Ledger())
	again, err := session.Run(t.Context(), req)
	if err != nil || len(s.Ledger()) != calls || body(t, again) != body(t, r) || again.Run.ID != r.Run.ID {
		t.Errorf("the second run made %d calls, %v", len(s.Ledger())-calls, err)
	}
	if again.Run.Spending != nil {
		t.Errorf("the second run cost %+v", again.Run.Spending)
	}
}

// TestRunOnAServer reads a directory by way of an MCP server. Its tools mask no secrets.
func TestRunOnAServer(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: modeltest.Diligent{}})
	dir, secret := secretProject(t)
	target := serverOf(t, dir)
	var n notices
	req := session.Request{
		Target: target, Models: playedModels(s), Sink: n.sink, Environ: os.Environ(),
		Cache: session.Cache{Dir: filepath.Join(t.TempDir(), "cache"), Required: true},
	}
	r, err := session.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if r.Run.Root != target.URI || r.Section("brief") == nil || len(r.Quality.Degraded) > 0 || r.Run.Backend.Server == "" {
		t.Errorf("root %s, degraded %v, backend %+v", r.Run.Root, r.Quality.Degraded, r.Run.Backend)
	}
	reading := fmt.Sprintf("info: reading the tree of the server %s, as %s", r.Run.Backend.Server, r.Run.Backend.Adapter)
	if !slices.Contains(n.text, reading) {
		t.Errorf("notices %q, want %q", n.text, reading)
	}
	for _, request := range s.Requests() {
		if strings.Contains(string(request.Raw), secret) {
			t.Fatalf("a secret is sent to the model: %.2000s", request.Raw)
		}
	}
	if strings.Contains(body(t, r), secret) {
		t.Error("a secret is in the report")
	}
	req.Target = serverOf(t, filepath.Join(dir, "gone"))
	if _, err := session.Run(t.Context(), req); !errors.Is(err, session.ErrTarget) {
		t.Errorf("a server that does not start: %v", err)
	}
}

// TestChildThatDoesNotStart checks that a run by rules reads source files by patterns, and that a run with models fails.
func TestChildThatDoesNotStart(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: modeltest.Diligent{}})
	noProcess := errors.New("no process")
	starts := 0
	req := session.Request{Target: session.Target{Dir: project(t, "wordy")}, Child: func(context.Context, ...string) (*exec.Cmd, error) {
		starts++
		return nil, noProcess
	}}
	r, err := session.Run(t.Context(), req)
	if err != nil || starts != 1 || len(r.Quality.Degraded) != 1 || r.Quality.Degraded[0].Pass != luminos.PassParsing {
		t.Errorf("%v after %d starts, degraded %v", err, starts, r.Quality.Degraded)
	}
	if b := r.Run.Backend; b.Adapter != "directory" || b.Server != "" {
		t.Errorf("backend %+v", b)
	}
	req.Models = playedModels(s)
	if _, err := session.Run(t.Context(), req); !errors.Is(err, session.ErrChild) || !errors.Is(err, noProcess) || !strings.Contains(err.Error(), session.ErrChild.Error()) {
		t.Errorf("with models: %v", err)
	}
}

// serverOf returns the target of a directory that the test program serves.
func serverOf(t *testing.T, dir string) session.Target {
	t.Helper()
	uri := fmt.Sprintf("stdio:%q mcp serve %q", os.Args[0], dir)
	server, err := mcpclient.ParseServer(uri, mcpclient.Config{})
	if err != nil {
		t.Fatal(err)
	}
	server.Env = map[string]string{"GORACE": quick}
	return session.Target{Server: &server, URI: uri}
}

// TestServerWithoutACache has no place for the descriptions of the tools of the server.
func TestServerWithoutACache(t *testing.T) {
	t.Parallel()
	r, err := session.Run(t.Context(), session.Request{Target: serverOf(t, project(t, "wordy")), Environ: os.Environ()})
	if err != nil || r.Run.Memory != nil || r.Facts.Name == "" {
		t.Errorf("%v, report %+v", err, r)
	}
}

// TestRunClosesFilesAndProcesses counts open files and processes before and after runs on a directory and on a server.
func TestRunClosesFilesAndProcesses(t *testing.T) {
	count := func() (files, processes int) {
		fds, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("the open files of a process cannot be counted here:", err)
		}
		tasks, _ := filepath.Glob("/proc/self/task/*/children")
		for _, task := range tasks {
			b, _ := os.ReadFile(task)
			processes += len(strings.Fields(string(b)))
		}
		return len(fds), processes
	}
	dir := project(t, "wordy")
	for name, target := range map[string]session.Target{"directory": {Dir: dir}, "server": serverOf(t, dir)} {
		req := session.Request{Target: target, Child: child, Environ: os.Environ(), Cache: session.Cache{Dir: filepath.Join(t.TempDir(), "cache"), NoWait: true}}
		var files, processes int
		for i := range 3 {
			req.Scan.NoIgnore = i%2 == 0 // other settings, so that the report is not reused
			if _, err := session.Run(t.Context(), req); err != nil {
				t.Fatal(err)
			}
			if i == 0 { // the first run opens files that stay open, such as the poller
				files, processes = count()
			}
		}
		if f, p := count(); f != files || p != processes || p != 0 {
			t.Errorf("%s: %d open files and %d processes, after the first run %d and %d", name, f, p, files, processes)
		}
	}
}

// TestCacheInsideTheTarget checks that the cache is not a part of the target, and that its own log has the events.
func TestCacheInsideTheTarget(t *testing.T) {
	t.Parallel()
	dir := project(t, "wordy")
	var n notices
	req := session.Request{
		Target: session.Target{Dir: dir}, Cache: session.Cache{Dir: filepath.Join(dir, "cache")}, Sink: n.sink,
		Child: func(context.Context, ...string) (*exec.Cmd, error) { return nil, errors.New("no process") },
	}
	r, err := session.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(r.Scan.Dirs, func(d luminos.Dir) bool { return d.Path.Within("cache") }) {
		t.Error("the cache is investigated")
	}
	log, _ := filepath.Glob(filepath.Join(dir, "cache", "*", "investigation.log"))
	if len(log) != 1 {
		t.Fatalf("logs %q", log)
	}
	if b, err := os.ReadFile(log[0]); err != nil || !strings.Contains(string(b), `"kind":"degraded"`) {
		t.Errorf("the log has no event of the failed process: %s, %v", b, err)
	}
	inside := filepath.Join(dir, "cache", "target")
	if err := os.Mkdir(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	req.Target.Dir, req.Cache.Required = inside, true
	if _, err := session.Run(t.Context(), req); !errors.Is(err, session.ErrCache) || !strings.Contains(err.Error(), "is inside the directory of the cache") {
		t.Errorf("a target inside the cache: %v", err)
	}
	req.Target.Dir, req.Cache, n.text = dir, session.Cache{}, nil
	if _, err := session.Run(t.Context(), req); err != nil || len(n.text) > 0 {
		t.Errorf("without a cache: %v, notices %q", err, n.text)
	}
}
