package modeltest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

// faulty starts a server whose first attempt goes wrong.
func faulty(t *testing.T, f *modeltest.Fault) *modeltest.Server {
	return modeltest.Start(t, modeltest.Options{Player: modeltest.Spoiled{Player: twoCalls, Fault: f, Attempts: 1}})
}

// An answer can be broken at any byte of any event.
func TestAnswersBreakAtAnyByte(t *testing.T) {
	good := talk(modeltest.Start(t, modeltest.Options{Player: twoCalls}), "Look.", tool("look", nil, nil)).send(t)
	events := strings.SplitAfter(string(good.body), "\n\n")
	events = events[:len(events)-1]
	for _, kind := range []modeltest.FaultKind{modeltest.FaultReset, modeltest.FaultEnd, modeltest.FaultError, modeltest.FaultGarbage} {
		for at := -2; at < len(events)+2; at += 3 {
			for _, n := range []int{0, 20, 1000} {
				s := faulty(t, &modeltest.Fault{Kind: kind, Events: at, Bytes: n})
				c := talk(s, "Look.", tool("look", nil, nil))
				a := c.send(t)
				event := min(at, len(events)-1)
				if at < 0 {
					event += len(events)
				}
				n := min(n, len(events[event])-1)
				before := strings.Join(events[:event], "") + events[event][:n]
				rest := strings.TrimPrefix(string(a.body), before)
				switch kind {
				case modeltest.FaultReset:
					if a.err == nil || !strings.Contains(a.err.Error(), "reset") && !strings.Contains(a.err.Error(), "forcibly") && len(before) > 0 {
						t.Errorf("%s in event %d: %v", kind, at, a.err)
					}
					rest = ""
				case modeltest.FaultError:
					if !strings.HasPrefix(rest, "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"") {
						t.Errorf("%s in event %d: %q", kind, at, rest)
					}
					rest = ""
				case modeltest.FaultGarbage:
					garbage, rest2, _ := strings.Cut(rest, "\n\n")
					if json.Valid([]byte(strings.TrimPrefix(garbage, "event: content_block_delta\ndata: "))) {
						t.Errorf("%s in event %d: %q", kind, at, garbage)
					}
					rest = strings.TrimPrefix(rest2, strings.TrimPrefix(string(good.body), before))
				}
				if rest != "" || a.status != 200 && kind != modeltest.FaultReset {
					t.Errorf("%s after %d bytes of event %d: status %d, and then %q", kind, n, at, a.status, rest)
				}
				if e := s.Ledger()[0]; e.Outcome != modeltest.Cut || (e.Cost > 0) != (event > 0 || kind == modeltest.FaultGarbage) {
					t.Errorf("%s after %d bytes of event %d: the ledger has %v", kind, n, at, s.Ledger())
				}
				if m := c.turn(t); m.Stop != "tool_use" || len(s.Ledger().Repeated()) != 0 {
					t.Errorf("the second attempt ended with %q, repeated %v", m.Stop, s.Ledger().Repeated())
				}
			}
		}
	}
}

// TestUsageOfBrokenAnswers checks that the ledger has the part of the output that was sent before a fault.
func TestUsageOfBrokenAnswers(t *testing.T) {
	before := -1
	for _, events := range []int{0, 1, 6, -1} {
		s := faulty(t, modeltest.AfterEvents(events, modeltest.FaultEnd))
		talk(s, "Look.", tool("look", nil, nil)).send(t)
		got := s.Ledger()[0].Usage.Output
		if got <= before || (got == 0) != (events == 0) {
			t.Errorf("an end after %d events: %d tokens of output are billed, fewer events bill %d", events, got, before)
		}
		before = got
	}
}

func TestErrorStatuses(t *testing.T) {
	for status, kind := range map[int]string{400: "invalid_request_error", 401: "authentication_error", 402: "billing_error", 403: "permission_error", 404: "not_found_error",
		413: "request_too_large", 429: "rate_limit_error", 500: "api_error", 504: "timeout_error", 529: "overloaded_error"} {
		s := modeltest.Start(t, modeltest.Options{Player: modeltest.Overloaded{Player: twoCalls, Statuses: []int{status}}})
		c := talk(s, "Look.", tool("look", nil, nil))
		a := c.send(t)
		if a.status != status || a.errorType() != kind || a.header.Get("request-id") == "" {
			t.Errorf("status %d: %d %s", status, a.status, a.body)
		}
		if got := a.header.Get("Retry-After"); (got == "0") != (status == 429) {
			t.Errorf("status %d: retry-after is %q", status, got)
		}
		if m := c.turn(t); !m.whole || s.Ledger().Cost() != s.Ledger()[1].Cost {
			t.Errorf("status %d: then %v, and the ledger has %v", status, m, s.Ledger())
		}
	}
}
