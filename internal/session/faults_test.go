package session_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
	"luminos/internal/session"
)

// flaky cuts the given share of the answers of a diligent player, each attempt at a turn for itself.
type flaky struct {
	share float64
	seed  uint64
}

func (f flaky) Play(r modeltest.Request) modeltest.Reply {
	reply := modeltest.Diligent{}.Play(r)
	rnd, x := r.Rand(f.seed), 1.0
	for range r.Attempt {
		x = rnd.Float64()
	}
	if x < f.share {
		reply.Fault = modeltest.AfterEvents(3, modeltest.FaultEnd)
	}
	return reply
}

// parts returns a target of 12 directories, each of which is a unit.
func parts(t *testing.T) string {
	files := map[string]string{"README.md": "# Parts\n\nParts counts words in twelve ways.\n", "go.mod": "module example.com/parts\n\ngo 1.26\n"}
	for i := range 12 {
		for k := range 6 {
			files[fmt.Sprintf("p%02d/f%d.go", i, k)] = fmt.Sprintf("// Package p%02d counts words in way %d.\npackage p%02d\n\n// F%d counts.\nfunc F%d() int { return %d }\n", i, i, i, k, k, i*k)
		}
	}
	return tree(t, files)
}

// A provider cuts 30 % of its answers (review-safety L7). A call is tried three times, each try is paid, and then its
// unit is written by rules; all other units are whole. The next run asks only about the units that failed and the units
// above them, and has the report of a run without faults.
func TestProviderThatCutsAnswers(t *testing.T) {
	t.Parallel()
	dir := parts(t)
	run := func(cache string, player modeltest.Player) (*luminos.Report, *modeltest.Server) {
		s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: player})
		m := playedModels(s)
		m.Retry = model.Policy{First: time.Microsecond, Most: time.Microsecond}
		r, err := session.Run(t.Context(), session.Request{Target: session.Target{Dir: dir}, Models: m, Child: child, Cache: session.Cache{Dir: cache}, Parallel: 1})
		if err != nil {
			t.Fatal(err)
		}
		return r, s
	}
	whole, s := run(filepath.Join(t.TempDir(), "cache"), modeltest.Diligent{})
	undisturbed := s.Ledger()
	cache := filepath.Join(t.TempDir(), "cache")
	r, s := run(cache, flaky{0.3, 5})
	ledger := s.Ledger()
	tries, answered, cut := map[string]int{}, map[string]bool{}, 0
	for _, e := range ledger {
		tries[e.Asked]++
		if e.Outcome == modeltest.Completed {
			answered[e.Asked] = true
			continue
		}
		if cut++; e.Cost == 0 {
			t.Errorf("a try that was cut is not paid: %+v", e)
		}
	}
	lost := 0
	for call, n := range tries {
		if n > 3 || !answered[call] && n < 3 {
			t.Errorf("a call is tried %d times, answered is %t", n, answered[call])
		}
		if !answered[call] {
			lost++
		}
	}
	paid := float64(ledger.Cost()) / float64(undisturbed.Cost())
	t.Logf("%d of %d answers are cut, %d calls are given up, %d units by rules; the cost is %.2f of %d calls without faults", cut, len(ledger), lost, r.Quality.Partial, paid, len(undisturbed))
	if lost == 0 || len(r.Quality.Degraded) != lost || r.Quality.Partial != lost || len(r.Entries) != len(whole.Entries) {
		t.Errorf("%d calls are given up; %d entries of %d, quality %+v", lost, len(r.Entries), len(whole.Entries), r.Quality)
	}
	// The output of answers that were cut is estimated, and not too low.
	if got, want := int64(r.Run.Spending.Cost), int64(ledger.Cost())*1000; got < want || got > want*11/10 {
		t.Errorf("the report gives a cost of %d, the provider of %d", got, want)
	}
	again, s := run(cache, modeltest.Diligent{})
	rest := s.Ledger()
	s.DropViolations() // it does not know the conversations that the other server answered, and they are begun anew
	if len(again.Quality.Degraded) > 0 || body(t, again) != body(t, whole) || len(rest) > len(undisturbed)/2 {
		t.Errorf("the next run makes %d calls of %d, degraded are %v", len(rest), len(undisturbed), again.Quality.Degraded)
	}
}

// A gateway sends a page of HTML in the place of every fourth answer (review-safety L7). With status 502 the call is
// tried again, and the report is whole. With status 200, as of a page for signing in, it is given up at once. Pages
// cost nothing.
func TestGatewayThatSendsPages(t *testing.T) {
	t.Parallel()
	dir := parts(t)
	for status, partial := range map[int]bool{http.StatusBadGateway: false, http.StatusOK: true} {
		s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: modeltest.Diligent{}})
		behind, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		proxy := httputil.NewSingleHostReverseProxy(behind)
		proxy.FlushInterval = -1
		var calls, pages atomic.Int64
		gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			if q.Method == http.MethodPost && calls.Add(1)%4 == 0 {
				pages.Add(1)
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				w.WriteHeader(status)
				_, _ = io.WriteString(w, "<html><body>Please sign in.</body></html>")
				return
			}
			proxy.ServeHTTP(w, q)
		}))
		t.Cleanup(gateway.Close)
		m := playedModels(s)
		m.Account.Base = gateway.URL
		m.Retry = model.Policy{First: time.Microsecond, Most: time.Microsecond}
		r, err := session.Run(t.Context(), session.Request{Target: session.Target{Dir: dir}, Models: m, Child: child, Parallel: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("status %d: %d pages for %d calls, %d units by rules, degraded %d, cost %v", status, pages.Load(), calls.Load(), r.Quality.Partial, len(r.Quality.Degraded), r.Run.Spending.Cost)
		if (len(r.Quality.Degraded) > 0) != partial || len(r.Entries) != 13 || r.Section("brief") == nil {
			t.Errorf("status %d: degraded are %v, %d entries", status, r.Quality.Degraded, len(r.Entries))
		}
		if got, want := int64(r.Run.Spending.Cost), int64(s.Ledger().Cost())*1000; got != want {
			t.Errorf("status %d: the report gives a cost of %d, the provider of %d", status, got, want)
		}
	}
}
