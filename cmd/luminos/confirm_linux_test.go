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
			user, program := pseudoTerminal(t)
			k := scripted(t, modeltest.Diligent{})
			a, _, _ := testApp()
			a.env = func(name string) string { return k.env[name] }
			a.stdin, a.stderr = program, program
			if _, err := user.WriteString(c.answer); err != nil {
				t.Fatal(err)
			}
			shown := make(chan string)
			go func() {
				var b strings.Builder
				for part := make([]byte, 4096); !strings.Contains(b.String(), "END OF TEST"); {
					n, err := user.Read(part)
					b.Write(part[:n])
					if err != nil {
						break
					}
				}
				shown <- b.String()
			}()
			status := a.run(t.Context(), append([]string{"--json", target}, c.args...))
			if _, err := program.WriteString("END OF TEST\n"); err != nil {
				t.Fatal(err)
			}
			said := strings.Join(strings.Fields(<-shown), " ")
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
