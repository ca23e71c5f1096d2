package main

import (
	"testing"

	"luminos/internal/sandbox"
)

func TestSandboxRowSaysLevelAndWhatIsMissing(t *testing.T) {
	const unused = "; this version has no child yet: the program has your rights"
	for _, c := range []struct {
		state sandbox.State
		want  [3]string
	}{
		{sandbox.State{Level: sandbox.Full}, [3]string{"ok", "sandbox", "full: a child can be held to reading the target" + unused}},
		{sandbox.State{Level: sandbox.Partial, Missing: []string{"Landlock (old): much"}}, [3]string{"-", "sandbox", "partial: Landlock (old): much" + unused}},
		{sandbox.State{Level: sandbox.None, Missing: []string{"one", "two"}}, [3]string{"-", "sandbox", "none: one; two" + unused}},
	} {
		if got := sandboxRow(c.state); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.state, got, c.want)
		}
	}
}
