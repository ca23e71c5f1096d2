package main

import (
	"bytes"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"luminos/internal/model/modeltest"
)

// leaving plays as a diligent player, and fails from the call with the number at on.
type leaving struct {
	fail  modeltest.Reply
	at    int64
	calls atomic.Int64
}

func (l *leaving) Play(r modeltest.Request) modeltest.Reply {
	if l.calls.Add(1) >= l.at {
		return l.fail
	}
	return modeltest.Diligent{}.Play(r)
}

// TestOutageInMidRun lets the provider fail from the twelfth call on, and reads the screen of the user.
func TestOutageInMidRun(t *testing.T) {
	t.Parallel()
	target := thicket(t)
	whole, _ := scripted(t, modeltest.Diligent{}).run(t, statusDone, target)
	away := modeltest.Failed(529, "", "Overloaded")
	hour := modeltest.Failed(429, "", "This request would exceed your account's rate limit.")
	hour.Header = http.Header{"Retry-After": {"3600"}}
	for name, c := range map[string]struct {
		fail   modeltest.Reply
		notes  []string
		unsaid string
	}{
		"overloaded": {away, []string{
			"Overloaded", "; asking again in ", "no more calls are made: ",
			"hint: the provider was waited for as long as --wait permits (1s); run the same command later: it goes on where it stopped",
		}, ""},
		"an hour": {hour, []string{"exceed your account's rate limit", "hint: run the same command again after ", "--wait 1h1m would wait for it"}, "asking again"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &leaving{fail: c.fail, at: 12}
			k := scripted(t, p)
			out, said, status := k.ask(t, "--wait", "1s", "--parallel", "4", target)
			screen := strings.Join(strings.Split(out, "\n")[:min(24, strings.Count(out, "\n"))], "\n")
			if status != statusPartial || !strings.Contains(screen, "Partial  ") {
				t.Fatalf("status %d: %s\n%s", status, said, screen)
			}
			for _, want := range c.notes {
				if !strings.Contains(said, want) {
					t.Errorf("it does not say %q: %s", want, said)
				}
			}
			if c.unsaid != "" && strings.Contains(said, c.unsaid) {
				t.Errorf("it says %q: %s", c.unsaid, said)
			}
			p.calls.Store(-1 << 40) // it is back
			if on, _ := k.run(t, statusDone, target); !bytes.Equal(on.body, whole.body) {
				t.Error("the run that goes on gives another report")
			}
			if again := k.server.Ledger().Repeated(); len(again) > 0 {
				t.Errorf("paid for twice: %v", again)
			}
		})
	}
}

// TestWaitOutOfRange checks the range of --wait.
func TestWaitOutOfRange(t *testing.T) {
	for _, wait := range []string{"0", "999ms", "-1m", "24h1s", "soon", ""} {
		a, _, errs := testApp()
		if status := a.run(t.Context(), []string{"--wait", wait, t.TempDir()}); status != statusUsage {
			t.Errorf("--wait %q: status %d: %s", wait, status, errs)
		}
	}
	a, _, errs := testApp()
	if status := a.run(t.Context(), []string{"--offline", "--wait", "5m", t.TempDir()}); status != statusUsage {
		t.Errorf("--offline --wait: status %d: %s", status, errs)
	}
}
