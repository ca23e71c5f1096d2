package modeltest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"luminos/internal/model/modeltest"
)

// faulty starts a server whose first attempt goes wrong.
func faulty(t *testing.T, f *modeltest.Fault) *modeltest.Server {
	return modeltest.Start(t, modeltest.Options{Player: modeltest.Spoiled{Player: twoCalls, Fault: f, Attempts: 1}})
}

// A body can be broken at any byte; the bytes before are equal to the unbroken body.
func TestBodiesBreakAtAnyByte(t *testing.T) {
	for _, stream := range []bool{true, false} {
		good := talk(modeltest.Start(t, modeltest.Options{Player: twoCalls}), "Look.", tool("look", nil, nil))
		good.stream = stream
		want := string(good.send(t).body)
		for _, kind := range []modeltest.FaultKind{modeltest.FaultDrop, modeltest.FaultEnd, modeltest.FaultReset} {
			for n := 1; n < len(want); n += len(want)/20 + 1 {
				s := faulty(t, modeltest.AfterBytes(n, kind))
				c := talk(s, "Look.", tool("look", nil, nil))
				c.stream = stream
				a := c.send(t)
				switch {
				case kind == modeltest.FaultReset && (a.err == nil || !strings.Contains(a.err.Error(), "reset") && !strings.Contains(a.err.Error(), "forcibly")):
					t.Errorf("%s after %d bytes: the error is %v", kind, n, a.err)
				case kind != modeltest.FaultReset && string(a.body) != want[:n]:
					t.Errorf("%s after %d bytes: %d bytes came: %q", kind, n, len(a.body), a.body)
				case kind == modeltest.FaultDrop && !errors.Is(a.err, io.ErrUnexpectedEOF):
					t.Errorf("%s after %d bytes: the error is %v", kind, n, a.err)
				case kind == modeltest.FaultEnd && a.err != nil:
					t.Errorf("%s after %d bytes: the error is %v, want a silent end", kind, n, a.err)
				}
				e := s.Ledger()[0]
				told := stream && n >= strings.Index(want, "\n\n")+2
				if e.Outcome != modeltest.Cut || (e.Cost > 0) != told {
					t.Errorf("%s after %d bytes: the ledger has %v, told %v", kind, n, s.Ledger(), told)
				}
				if m := c.turn(t); m.Stop != "tool_use" || len(s.Ledger().Repeated()) != 0 {
					t.Errorf("the second attempt ended with %q, repeated %v", m.Stop, s.Ledger().Repeated())
				}
			}
		}
	}
}

func TestFaultsByEvents(t *testing.T) {
	cases := map[string]struct {
		fault *modeltest.Fault
		ends  string // of the body
		err   bool
		told  int // tokens of output that the ledger knows of: 0, 1 or more
	}{
		"an end before the last event":    {modeltest.AfterEvents(-1, modeltest.FaultEnd), "\n\n", false, 2},
		"an end before the stop reason":   {modeltest.AfterEvents(-2, modeltest.FaultEnd), "\n\n", false, 1},
		"nothing at all":                  {modeltest.AfterEvents(0, modeltest.FaultEnd), "", false, 0},
		"overload within the stream":      {modeltest.Overload(5), "\n\n", false, 1},
		"overload without a blank line":   {modeltest.AfterEvents(5, modeltest.FaultBare), "}\n", false, 1},
		"a length that promises too much": {&modeltest.Fault{Kind: modeltest.FaultLength}, "\n\n", true, 2},
		"data that is no JSON":            {modeltest.AfterEvents(4, modeltest.FaultGarbage), "\n\n", false, 2},
		"an event left out":               {modeltest.AfterEvents(4, modeltest.FaultSkip), "\n\n", false, 2},
		"an event twice":                  {modeltest.AfterEvents(4, modeltest.FaultTwice), "\n\n", false, 2},
	}
	want := len(talk(modeltest.Start(t, modeltest.Options{Player: twoCalls}), "Look.", tool("look", nil, nil)).turn(t).events)
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			s := faulty(t, k.fault)
			c := talk(s, "Look.", tool("look", nil, nil))
			a := c.send(t)
			if a.status != 200 || (a.err != nil) != k.err || !strings.HasSuffix(string(a.body), k.ends) {
				t.Errorf("status %d, %v, body %q", a.status, a.err, a.body)
			}
			n := strings.Count(string(a.body), "event: ")
			switch k.fault.Kind {
			case modeltest.FaultSkip:
				n++
			case modeltest.FaultTwice, modeltest.FaultGarbage:
				n--
			case modeltest.FaultEnd, modeltest.FaultError, modeltest.FaultBare:
				n = want
			}
			if n != want {
				t.Errorf("%d events, want %d", n, want)
			}
			if strings.Contains(name, "overload") != strings.Contains(string(a.body), "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"") {
				t.Errorf("the body is %q", a.body)
			}
			e := s.Ledger()[0]
			if got := min(e.Usage.Output, 2); e.Outcome != modeltest.Cut || got != k.told {
				t.Errorf("the ledger has %v, want %d told", s.Ledger(), k.told)
			}
			if !c.turn(t).whole {
				t.Error("the second attempt is not whole")
			}
		})
	}
}

// A stalled answer lasts until its client goes away; the ledger has no whole answer.
func TestStallsEndWithTheClient(t *testing.T) {
	for _, kind := range []modeltest.FaultKind{modeltest.FaultSilence, modeltest.FaultStall, modeltest.FaultPings} {
		s := faulty(t, modeltest.AfterEvents(3, kind))
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		req, err := http.NewRequestWithContext(ctx, "POST", s.URL+"/v1/messages", strings.NewReader(`{"model":"claude-opus-5","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"Hi"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		a := do(req)
		cancel()
		if err := s.AwaitIdle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if e := s.Ledger()[0]; a.err == nil || e.Outcome != modeltest.Cut || (e.Usage.Prompt() > 0) != (kind != modeltest.FaultSilence) {
			t.Errorf("%s: %v, and the ledger has %v", kind, a.err, s.Ledger())
		}
		if pings := strings.Count(string(a.body), "event: ping"); kind == modeltest.FaultPings && pings != 4 {
			t.Errorf("%d pings, want 4", pings)
		}
	}
}

func TestErrorStatuses(t *testing.T) {
	for status, kind := range map[int]string{400: "invalid_request_error", 401: "authentication_error", 402: "billing_error", 403: "permission_error", 404: "not_found_error",
		413: "request_too_large", 429: "rate_limit_error", 500: "api_error", 504: "timeout_error", 529: "overloaded_error"} {
		s := modeltest.Start(t, modeltest.Options{Player: modeltest.Overloaded{Player: twoCalls, Statuses: []int{status}, RetryAfter: 7}})
		c := talk(s, "Look.", tool("look", nil, nil))
		a := c.send(t)
		if a.status != status || a.errorType() != kind || a.header.Get("request-id") == "" {
			t.Errorf("status %d: %d %s", status, a.status, a.body)
		}
		if got := a.header.Get("Retry-After"); (got == "7") != (status == 429) {
			t.Errorf("status %d: retry-after is %q", status, got)
		}
		if m := c.turn(t); !m.whole || s.Ledger().Cost() != s.Ledger()[1].Cost {
			t.Errorf("status %d: then %v, and the ledger has %v", status, m, s.Ledger())
		}
	}
	s := modeltest.Start(t, modeltest.Options{Player: modeltest.PlayerFunc(func(modeltest.Request) modeltest.Reply { return modeltest.Instead("text/html", "<html>") })})
	if a := talk(s, "Look.").send(t); a.status != 200 || string(a.body) != "<html>" || a.header.Get("Content-Type") != "text/html" {
		t.Errorf("a page in place of an answer: %v", a)
	}
}

func TestAPlayerThatPanics(t *testing.T) {
	s := modeltest.New(modeltest.Options{Player: modeltest.PlayerFunc(func(modeltest.Request) modeltest.Reply { panic("oh") })})
	defer s.Close()
	a := talk(s, "Look.").send(t)
	if a.status != 500 || len(s.Violations()) != 1 || s.Violations()[0].Rule != modeltest.RulePlayer {
		t.Errorf("status %d, violations %v", a.status, s.Violations())
	}
}

// Behind the last byte a reset would be a matter of luck: it comes before it.
func TestAResetLeavesNoAnswerWhole(t *testing.T) {
	s := faulty(t, modeltest.AfterEvents(10_000, modeltest.FaultReset))
	a := talk(s, "Look.", tool("look", nil, nil)).send(t)
	if e := s.Ledger()[0]; a.err == nil || e.Outcome != modeltest.Cut {
		t.Errorf("the error is %v, the ledger has %v", a.err, s.Ledger())
	}
}
