package main

import (
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

// TestCostIsConfirmed answers the question before a run that can cost more than --confirm-above on a terminal, and makes
// runs that do not ask.
func TestCostIsConfirmed(t *testing.T) {
	t.Parallel()
	target := grove(t)
	for name, c := range map[string]struct {
		args   []string
		answer string
		asks   bool
		status int
	}{
		"yes":               {[]string{"--confirm-above", "0.01"}, "y\n", true, statusDone},
		"no":                {[]string{"--confirm-above", "0.01"}, "n\n", true, statusFailed},
		"without an answer": {[]string{"--confirm-above", "0.01"}, "\n", true, statusFailed},
		"--yes":             {[]string{"--confirm-above", "0.01", "--yes"}, "", false, statusDone},
		"a low ceiling":     {[]string{"--confirm-above", "10", "--max-cost", "9"}, "", false, statusDone},
		"a high limit":      {[]string{"--confirm-above", "1000"}, "", false, statusDone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := scripted(t, modeltest.Diligent{})
			status, said, _ := k.onTerminal(t, c.answer, append([]string{"--json", target}, c.args...)...)
			if status != c.status || (len(k.server.Ledger()) > 0) != (status == statusDone) {
				t.Errorf("status %d, %d calls: %s", status, len(k.server.Ledger()), said)
			}
			if asks := strings.Contains(said, "This run can cost up to $"); asks != c.asks {
				t.Errorf("it asks: %t, want %t: %s", asks, c.asks, said)
			}
			if list, _, _ := k.ask(t, "cache", "list"); status == statusFailed && !strings.Contains(list, "0 investigations") {
				t.Errorf("a run that was declined is stored: %s", list)
			}
			if refused := strings.Contains(said, "error: no model was asked"); refused != (status == statusFailed) {
				t.Errorf("status %d, and it says %s", status, said)
			}
		})
	}
}

// onTerminal runs luminos with the answers to its questions on a terminal. It returns the status, the text on the
// terminal with single spaces, and the report.
func (k *asked) onTerminal(t *testing.T, answers string, args ...string) (status int, said, report string) {
	t.Helper()
	user, program := pseudoTerminal(t)
	a, out, _ := testApp()
	a.env = func(name string) string { return k.env[name] }
	a.stdin, a.stderr = program, program
	if _, err := user.WriteString(answers); err != nil {
		t.Fatal(err)
	}
	text := endOfTerminal(user, program)
	status = a.run(t.Context(), args)
	return status, strings.Join(strings.Fields(text()), " "), out.String()
}

// TestResultsOfOtherSettingsAreChosen changes a setting between two runs. On a terminal the user decides whether the
// stored results are used; a report of both says so, and the next run asks again. Elsewhere they are stale.
func TestResultsOfOtherSettingsAreChosen(t *testing.T) {
	t.Parallel()
	target := grove(t)
	k := scripted(t, modeltest.Diligent{})
	run := func(answers string, args ...string) (said, report string, paid int) {
		t.Helper()
		before := len(k.server.Ledger())
		status, said, report := k.onTerminal(t, answers, append([]string{"--confirm-above", "1000", target}, args...)...)
		if status != statusDone {
			t.Fatalf("status %d: %s", status, said)
		}
		return said, report, len(k.server.Ledger()) - before
	}
	_, _, whole := run("")
	const question, mixed = "67 of 67 directories were investigated with other settings (--context: was", "Mixed"
	for range 2 {
		said, report, paid := run("y\n", "--context", "150000")
		if !strings.Contains(said, question) || !strings.Contains(report, mixed) || 10*paid > whole {
			t.Errorf("%d of %d calls were paid: %s\n%.900s", paid, whole, said, report)
		}
	}
	said, report, paid := run("n\n", "--context", "150000")
	if !strings.Contains(said, question) || strings.Contains(report, mixed) || 2*paid < whole {
		t.Errorf("the user declined, %d of %d calls were paid: %s\n%.900s", paid, whole, said, report)
	}
	if said, _, paid = run("", "--context", "150000"); strings.Contains(said, question) || paid > 0 {
		t.Errorf("nothing changed, %d calls were paid: %s", paid, said)
	}
	said, report, paid = run("", "--context", "130000", "--yes")
	if strings.Contains(said, question) || strings.Contains(report, mixed) || 2*paid < whole {
		t.Errorf("with --yes %d of %d calls were paid: %s", paid, whole, said)
	}
}
