package session_test

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
	"luminos/internal/session"
)

// failing plays as a diligent player. From the call from to the call to it fails.
type failing struct {
	fail     modeltest.Reply
	from, to int64
	calls    *atomic.Int64
}

func (f failing) Play(r modeltest.Request) modeltest.Reply {
	if n := f.calls.Add(1); n >= f.from && n < f.to {
		return f.fail
	}
	return modeltest.Diligent{}.Play(r)
}

func failure(status int, header ...string) modeltest.Reply {
	r := modeltest.Failed(status, "", "not now")
	r.Header = http.Header{}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

// The provider fails in mid-run. A run waits for it, or ends with a report and says why; the same run later goes on to
// the report of an undisturbed run, and pays for nothing twice.
func TestProviderThatFailsInMidRun(t *testing.T) {
	t.Parallel()
	dir := parts(t)
	const forever = 1 << 40
	type outcome struct {
		report *luminos.Report
		hints  []string
		server *modeltest.Server
	}
	run := func(t *testing.T, s *modeltest.Server, cache string, patience time.Duration) outcome {
		m := playedModels(s)
		m.Retry = model.Policy{First: time.Millisecond, Most: 4 * time.Millisecond, Patience: patience}
		var hints hintsOf
		r, err := session.Run(t.Context(), session.Request{
			Target: session.Target{Dir: dir}, Models: m, Child: child, Cache: session.Cache{Dir: cache}, Parallel: 8, Sink: hints.sink,
		})
		if err != nil {
			t.Fatal(err)
		}
		return outcome{r, hints.all(), s}
	}
	start := func(t *testing.T, p modeltest.Player) *modeltest.Server {
		return modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: p})
	}
	whole := run(t, start(t, modeltest.Diligent{}), filepath.Join(t.TempDir(), "cache"), time.Minute)
	for name, c := range map[string]struct {
		fail modeltest.Reply
		to   int64
		hint string // of a run that gives up; "" if it waits
	}{
		"overloaded for a while": {failure(529), 40, ""},
		"too many, for a while":  {failure(429, "retry-after-ms", "5"), 30, ""},
		"a bad gateway for long": {failure(502), forever, "--wait permits (200ms)"},
		"overloaded for long":    {failure(529), forever, "--wait permits (200ms)"},
		"come back in an hour":   {failure(429, "retry-after", "3600"), forever, "run the same command again after "},
		"no credit in mid-run":   {failure(402), forever, "no credit left"},
		"the key is revoked":     {failure(401), forever, "check the API key"},
		"headers of a broken clock": {failure(529, "retry-after", "Mon, 02 Jan 2006 15:04:05 GMT", "anthropic-ratelimit-requests-remaining", "0",
			"anthropic-ratelimit-requests-limit", "1", "anthropic-ratelimit-requests-reset", "1999-01-01T00:00:00Z"), 30, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cache := filepath.Join(t.TempDir(), "cache")
			var calls atomic.Int64
			s := start(t, failing{c.fail, 12, c.to, &calls})
			patience := 200 * time.Millisecond
			if c.hint == "" {
				patience = time.Minute
			}
			got := run(t, s, cache, patience)
			if c.hint == "" {
				if len(got.report.Quality.Degraded) > 0 || body(t, got.report) != body(t, whole.report) {
					t.Errorf("degraded %v, hints %q", got.report.Quality.Degraded, got.hints)
				}
				return
			}
			if len(got.report.Quality.Degraded) == 0 || len(got.report.Entries) != len(whole.report.Entries) {
				t.Errorf("%d entries, degraded %v", len(got.report.Entries), got.report.Quality.Degraded)
			}
			if !strings.Contains(strings.Join(got.hints, "\n"), c.hint) {
				t.Errorf("hints %q, want %q", got.hints, c.hint)
			}
			answered := 0
			for _, e := range s.Ledger() {
				if e.Outcome == modeltest.Completed {
					answered++
				}
			}
			calls.Store(forever) // the provider is back
			again := run(t, s, cache, time.Minute)
			if body(t, again.report) != body(t, whole.report) {
				t.Errorf("the next run gives another report, degraded %v", again.report.Quality.Degraded)
			}
			if paid := s.Ledger().Repeated(); len(paid) > 0 || answered < 9 {
				t.Errorf("%d calls were answered before; paid for twice: %v", answered, paid)
			}
		})
	}
}

// hintsOf collects the hints of failed calls.
type hintsOf struct{ hints atomic.Pointer[[]string] }

func (h *hintsOf) sink(e luminos.Event) {
	for e.Hint != "" {
		before := h.hints.Load()
		after := []string{e.Hint}
		if before != nil {
			after = append(after, *before...)
		}
		if h.hints.CompareAndSwap(before, &after) {
			return
		}
	}
}

func (h *hintsOf) all() []string {
	if p := h.hints.Load(); p != nil {
		return *p
	}
	return nil
}

// hanging answers no call about one directory: the connection stays open.
type hanging struct{ release chan struct{} }

func (h hanging) Play(r modeltest.Request) modeltest.Reply {
	if r.Pass() == modeltest.PassDirectory && strings.Contains(r.Opening(), "Unit: \"p03\"\n") {
		<-h.release
	}
	return modeltest.Diligent{}.Play(r)
}

// A unit that hangs costs that unit only: the others go on, and rules write its entry.
func TestUnitThatHangs(t *testing.T) {
	t.Parallel()
	h := hanging{make(chan struct{})}
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: h})
	t.Cleanup(func() { close(h.release) })
	m := playedModels(s)
	m.Account.Patience.First = 3 * time.Second // the others answer before, also on a busy machine
	m.Retry = model.Policy{First: time.Millisecond, Most: time.Millisecond, Attempts: 2}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := session.Run(ctx, session.Request{Target: session.Target{Dir: parts(t)}, Models: m, Child: child, Parallel: 4})
	if err != nil {
		t.Fatal(err)
	}
	if d := r.Quality.Degraded; len(d) != 1 || d[0].Unit != "p03" || d[0].Class != string(model.Stalled) || len(r.Entries) != 13 {
		t.Errorf("degraded %v, %d entries", d, len(r.Entries))
	}
}
