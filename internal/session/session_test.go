package session_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/localdir"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
	"luminos/internal/session"
	"luminos/internal/store"
)

// tree writes files and returns their directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// project returns a small target about subject.
func project(t *testing.T, subject string) string {
	t.Helper()
	return tree(t, map[string]string{
		"README.md":     fmt.Sprintf("# %s\n\n%s counts the words of a text.\n", subject, subject),
		"go.mod":        "module example.com/" + subject + "\n\ngo 1.26\n",
		"count/word.go": "// Package count counts words.\npackage count\n\n// Words returns the number of words.\nfunc Words(text string) int { return len(text) }\n",
		"data/days.csv": "day,words\n2024-01-01,5\n2024-01-02,7\n",
	})
}

// body returns a report as JSON without the record of the run.
func body(t *testing.T, r *luminos.Report) string {
	t.Helper()
	c := *r
	c.Run = luminos.Run{}
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// notices collects the notices of a run.
type notices struct {
	mu   sync.Mutex
	text []string
}

func (n *notices) sink(e luminos.Event) {
	if e.Kind != luminos.EventNotice {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text = append(n.text, string(e.Severity)+": "+e.Text)
}

// TestTwoRunsInOneProcess checks that a second run, with only a directory and a
// cache in the request, shares the stored results with the first and no other state.
func TestTwoRunsInOneProcess(t *testing.T) {
	t.Parallel()
	dir, cache := project(t, "wordy"), filepath.Join(t.TempDir(), "cache")
	var first, second, other notices
	run := func(n *notices, req session.Request) *luminos.Report {
		t.Helper()
		req.Sink, req.Cache.Dir = n.sink, cache
		r, err := session.Run(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	a := run(&first, session.Request{Target: session.Target{Dir: dir}})
	b := run(&second, session.Request{Target: session.Target{Dir: dir}})
	if body(t, a) != body(t, b) || a.Run.ID != b.Run.ID {
		t.Error("the second run gives another report")
	}
	if len(first.text) != 0 || len(second.text) != 1 || !strings.HasPrefix(second.text[0], "info: nothing has changed") {
		t.Errorf("notices %q, then %q", first.text, second.text)
	}
	req := session.Request{Target: session.Target{Dir: dir}}
	req.Scan.Excludes = []string{"*.csv"}
	if c := run(&other, req); len(c.Scan.Files) != len(a.Scan.Files)-1 {
		t.Errorf("%d files without *.csv, %d with it", len(c.Scan.Files), len(a.Scan.Files))
	}
	if !strings.Contains(strings.Join(other.text, "\n"), `info: settings differ from the last run: --exclude: was not set, is "*.csv"`) {
		t.Errorf("notices %q", other.text)
	}
}

// TestConcurrentRuns runs two targets and one of them twice, all at once and over
// one cache. Each report is the one of a run alone.
func TestConcurrentRuns(t *testing.T) {
	t.Parallel()
	dirs := []string{project(t, "alpha"), project(t, "beta")}
	dirs = append(dirs, dirs[0])
	cache := filepath.Join(t.TempDir(), "cache")
	got := make([]*luminos.Report, len(dirs))
	errs := make([]error, len(dirs))
	var wait sync.WaitGroup
	for i, dir := range dirs {
		wait.Go(func() {
			got[i], errs[i] = session.Run(t.Context(), session.Request{Target: session.Target{Dir: dir}, Cache: session.Cache{Dir: cache}})
		})
	}
	wait.Wait()
	for i, dir := range dirs {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		alone, err := session.Run(t.Context(), session.Request{Target: session.Target{Dir: dir}})
		if err != nil {
			t.Fatal(err)
		}
		if body(t, got[i]) != body(t, alone) || got[i].Run.Root != dir {
			t.Errorf("run %d on %s gives another report than a run alone", i, got[i].Run.Root)
		}
	}
}

// TestTargetExchangedDuringTheRun renames the target and puts another directory
// in its place as soon as the scan begins. The report is about the first one.
func TestTargetExchangedDuringTheRun(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	target := filepath.Join(parent, "target")
	for from, to := range map[string]string{project(t, "checked"): target, project(t, "planted"): filepath.Join(parent, "planted")} {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	var once sync.Once
	exchange := func(e luminos.Event) {
		once.Do(func() {
			err := errors.Join(os.Rename(target, filepath.Join(parent, "moved")), os.Rename(filepath.Join(parent, "planted"), target))
			if err != nil {
				t.Skip("an open directory cannot be renamed here:", err)
			}
		})
	}
	r, err := session.Run(t.Context(), session.Request{Target: session.Target{Dir: target}, Sink: exchange})
	if err != nil {
		t.Fatal(err)
	}
	if text := body(t, r); !strings.Contains(text, "checked counts the words") || strings.Contains(text, "planted") {
		t.Errorf("the report is about another directory: %s", r.Facts.Description)
	}
}

func TestTargetsThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"file": "x"})
	for name, want := range map[string]error{"file": localdir.ErrNotDirectory, "missing": fs.ErrNotExist} {
		_, err := session.Run(t.Context(), session.Request{Target: session.Target{Dir: filepath.Join(dir, name)}})
		if !errors.Is(err, session.ErrTarget) || !errors.Is(err, want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestCacheThatCannotBeUsed checks that the run goes on without a cache, with a
// notice, unless the cache is required.
func TestCacheThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	dir := project(t, "wordy")
	for name, cache := range map[string]string{"a directory with other files": dir, "a parent of the target": filepath.Dir(dir)} {
		var n notices
		req := session.Request{Target: session.Target{Dir: dir}, Cache: session.Cache{Dir: cache}, Sink: n.sink}
		r, err := session.Run(t.Context(), req)
		if err != nil || r.Run.Memory != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(n.text) != 1 || !strings.HasPrefix(n.text[0], "concern: nothing will be kept of this run: ") {
			t.Errorf("%s: notices %q", name, n.text)
		}
		req.Cache.Required = true
		if _, err := session.Run(t.Context(), req); !errors.Is(err, session.ErrCache) {
			t.Errorf("%s: required: %v", name, err)
		}
	}
}

// TestBusyTarget checks NoWait while another run of this process works on the target.
func TestBusyTarget(t *testing.T) {
	t.Parallel()
	req := session.Request{Target: session.Target{Dir: project(t, "wordy")}, Cache: session.Cache{Dir: filepath.Join(t.TempDir(), "cache")}}
	inner := req
	inner.Cache.NoWait = true
	var once sync.Once
	req.Sink = func(luminos.Event) {
		once.Do(func() {
			if _, err := session.Run(t.Context(), inner); !errors.Is(err, store.ErrBusy) {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := session.Run(t.Context(), req); err != nil {
		t.Fatal(err)
	}
}

// TestModelsNeedAKeyAndAChild checks the errors of a request for the model engine
// that has no key, or no child process to serve its tools.
func TestModelsNeedAKeyAndAChild(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: modeltest.Diligent{}})
	models := &session.Models{
		Account: session.Account{Provider: session.Anthropic, Variable: "ANTHROPIC_API_KEY"}, Prices: model.ListPrices(),
		Names: analyst.Models{Survey: model.DefaultSmall, Plan: model.DefaultSmall, Directories: model.DefaultStrong, Synthesis: model.DefaultStrong,
			Judge: model.DefaultSmall},
	}
	req := session.Request{Target: session.Target{Dir: project(t, "wordy")}, Models: models}
	_, err := session.Run(t.Context(), req)
	if lacks, ok := errors.AsType[*session.NoKeyError](err); !ok || lacks.Variable != "ANTHROPIC_API_KEY" {
		t.Errorf("without a key: %v", err)
	}
	models.Account.Base, models.Account.Key = s.URL, "sk-of-the-test"
	_, err = session.Run(t.Context(), req)
	unfinished, ok := errors.AsType[*session.UnfinishedError](err)
	if !errors.Is(err, session.ErrChild) || !ok || unfinished.Kept {
		t.Errorf("without a child process: %v", err)
	}
}

// TestStoppedRun checks the error of a run whose context ends.
func TestStoppedRun(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	req := session.Request{
		Target: session.Target{Dir: project(t, "wordy")}, Cache: session.Cache{Dir: filepath.Join(t.TempDir(), "cache")},
		Sink: func(e luminos.Event) { cancel(stopped) },
	}
	_, err := session.Run(ctx, req)
	if u, ok := errors.AsType[*session.UnfinishedError](err); !ok || !u.Kept || u.Spending != nil {
		t.Errorf("got %v", err)
	}
	var n notices
	req.Sink = n.sink
	if _, err := session.Run(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(n.text, "\n"); !strings.Contains(text, "info: resuming: the run of ") {
		t.Errorf("notices %q", text)
	}
}

func TestStoredName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip("this system or user lacks what the test needs:", err)
	}
	if got, want := session.StoredName(link), session.StoredName(dir); got != want {
		t.Errorf("a link is stored as %q, the directory as %q", got, want)
	}
	if got := session.StoredName("stdio:server --flag"); !strings.Contains(got, "server") || bytes.ContainsRune([]byte(got), os.PathSeparator) {
		t.Errorf("a server is stored as %q", got)
	}
}
