package main

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"luminos/internal/model/modeltest"
)

// TestMoneyAndMemory plays a user who has paid for a report, interrupts another run and looks at the stored reports. Nothing that was paid for is hidden or paid for twice, and each message names the command that comes next.
func TestMoneyAndMemory(t *testing.T) {
	t.Parallel()
	target := thicket(t)
	var calls atomic.Int64
	var interrupt func()
	k := scripted(t, counting{modeltest.Diligent{}, func() {
		if calls.Add(-1) == 0 {
			interrupt()
		}
	}})
	// after runs luminos and interrupts it at the call n of a model.
	after := func(n int64, args ...string) string {
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		interrupt = func() { cancel(errInterrupted) }
		calls.Store(n)
		a, out, errs := testApp()
		a.env = func(name string) string { return k.env[name] }
		if status := a.run(ctx, args); status != statusInterrupted || out.Len() > 0 {
			t.Fatalf("luminos %v: status %d: %s", args, status, errs)
		}
		return errs.String()
	}
	step := func(name string, said string, want ...string) {
		t.Helper()
		for _, part := range want {
			if !strings.Contains(said, part) {
				t.Errorf("%s: it does not say %q: %s", name, part, said)
			}
		}
	}
	_, said, _ := k.ask(t, target)
	step("the first run", said, "note: asking claude-haiku-5-5 and claude-opus-5-5 at 127.0.0.1:", " calls, $", " expected",
		"; Ctrl-C keeps the finished part", "luminos: spent: $", "luminos: expected: $")
	paid, _, _ := k.ask(t, "show", "-q", target)

	n := len(k.server.Ledger())
	out, said, _ := k.ask(t, target)
	step("a second run", said, "nothing has changed since the last run")
	if more := len(k.server.Ledger()) - n; more != 0 || out != paid {
		t.Errorf("a second run makes %d calls", more)
	}

	said = after(20, "--parallel", "1", "--fresh", target)
	step("Ctrl-C", said, "the finished part is kept; so far at least $", "; this goes on: luminos --parallel 1 "+target)
	out, said, _ = k.ask(t, "show", target)
	step("show", said, "a newer run is unfinished", "; luminos "+target+" goes on with it")
	if out != paid {
		t.Error("show hides the report that was paid for")
	}

	n = len(k.server.Ledger())
	_, said, _ = k.ask(t, "--parallel", "1", target)
	step("going on", said, "resuming: ", "; at least $", " was spent on ", " directories were done before the interruption",
		" and at least $", " in the unfinished runs before it, at least $", " in all")
	all := len(k.server.Ledger())
	if again := k.server.Ledger()[n-1:].Repeated(); len(again) > 1 || all-n >= n {
		t.Errorf("going on makes %d calls, %d of them again", all-n, len(again))
	}

	k.ask(t, "--offline", target)
	if out, _, _ := k.ask(t, "show", target); out != paid {
		t.Error("a report by rules hides the report that was paid for")
	}
	_, said, status := k.ask(t, "cache", "clear")
	step("cache clear", said, "2 investigations of 1 target", " of model work", "add --all, or name one target")
	if out, _, _ := k.ask(t, "cache", "list"); status != statusUsage || strings.Count(out, "\n") != 4 {
		t.Errorf("status %d, and the list is %s", status, out)
	}
}

// TestCeilingsAndTheCache makes a run that a ceiling ends, and the run that goes on: the list of the cache calls the
// investigation partial until then, and the account has the cost of both.
func TestCeilingsAndTheCache(t *testing.T) {
	t.Parallel()
	target := thicket(t)
	k := scripted(t, modeltest.Diligent{})
	_, said, status := k.ask(t, "--max-cost", "0.3", "--parallel", "1", target)
	if list, _, _ := k.ask(t, "cache", "list"); status != statusPartial || !strings.Contains(list, "  partial, model, ") {
		t.Fatalf("status %d, and the list is %s\n%s", status, list, said)
	}
	if !strings.Contains(said, ", and --max-cost ends it at $0.3000") {
		t.Errorf("the run begins with %s", said)
	}
	_, said, status = k.ask(t, target)
	list, _, _ := k.ask(t, "cache", "list")
	if status != statusDone || !strings.Contains(list, "  complete, model, ") || !strings.Contains(said, " in the unfinished runs before it, $") {
		t.Errorf("status %d, and the list is %s\n%s", status, list, said)
	}
}

// TestRunsBeforeAnAnswerLeaveNothing checks that a run that the account does not permit leaves the stored
// investigations as they were.
func TestRunsBeforeAnAnswerLeaveNothing(t *testing.T) {
	t.Parallel()
	target := thicket(t)
	k := scripted(t, modeltest.Script{modeltest.Failed(402, "billing_error", "Your credit balance is too low")})
	if _, said, status := k.ask(t, target); status != statusFailed {
		t.Fatal(said)
	}
	if list, _, _ := k.ask(t, "cache", "list"); !strings.Contains(list, "0 investigations") {
		t.Errorf("after the first run the list is %s", list)
	}
	k.ask(t, "--offline", target)
	k.ask(t, target)
	list, _, _ := k.ask(t, "cache", "list")
	_, said, _ := k.ask(t, "--offline", target)
	if !strings.Contains(list, "  complete, offline, ") || !strings.Contains(said, "nothing has changed since the last run") {
		t.Errorf("the list is %s\nand the next run says %s", list, said)
	}
}

// TestUnitsThatFailAlike checks that units which fail for one reason are one line of the report, although the number of
// attempts and the id of the request differ.
func TestUnitsThatFailAlike(t *testing.T) {
	t.Parallel()
	k := scripted(t, refusingUnits{})
	out, said, status := k.ask(t, "--parallel", "1", "-v", thicket(t))
	if status != statusPartial || !strings.Contains(out, " units (") || strings.Contains(out, "[request ") {
		t.Errorf("status %d: %s\n%s", status, said, out)
	}
	if !strings.Contains(said, "✗ ") || !strings.Contains(said, "[request ") {
		t.Errorf("it says %s", said)
	}
}

// refusingUnits is a player that refuses each call about a directory.
type refusingUnits struct{}

func (refusingUnits) Play(r modeltest.Request) modeltest.Reply {
	if r.Pass() == modeltest.PassDirectory {
		return modeltest.Failed(400, "invalid_request_error", "this model has no tools")
	}
	return modeltest.Diligent{}.Play(r)
}
