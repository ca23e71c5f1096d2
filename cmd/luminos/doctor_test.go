package main

import (
	"testing"

	"luminos/internal/sandbox"
)

func TestSandboxRowSaysLevelAndWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		state sandbox.State
		want  [3]string
	}{
		{sandbox.State{Level: sandbox.Full}, [3]string{"ok", "sandbox", "full: what parses files can read the target and do nothing else"}},
		{sandbox.State{Level: sandbox.Partial, Missing: []string{"Landlock (old): much"}}, [3]string{"-", "sandbox", "partial: Landlock (old): much"}},
		{sandbox.State{Level: sandbox.None, Missing: []string{"one", "two"}}, [3]string{"-", "sandbox", "none: one; two"}},
	} {
		if got := sandboxRow(c.state); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.state, got, c.want)
		}
	}
}
