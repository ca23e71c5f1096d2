package sandbox

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// secrets are variables that a child has no business to know.
var secrets = []string{"ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY", "HOME", "PATH", "LANGUAGE", "XLANG"}

func TestChildHasNoKeyInItsEnvironment(t *testing.T) {
	for _, name := range secrets {
		t.Setenv(name, "secret")
	}
	t.Setenv("LANG", "C.UTF-8")
	whole := func(cmd *exec.Cmd) { cmd.Env = os.Environ() }
	dir := t.TempDir()
	for name, c := range map[string]struct {
		order   order
		prepare []func(*exec.Cmd)
		secrets bool
	}{
		"from Command":                                 {order: order{}},
		"from Command, and confined":                   {order: order{Root: dir}},
		"confined, started by somebody who gives all":  {order: order{Root: dir}, prepare: []func(*exec.Cmd){whole}},
		"not confined, by somebody who gives all":      {order: order{}, prepare: []func(*exec.Cmd){whole}, secrets: true},
		"confined where the kernel does not help much": {order: order{Root: dir, Without: []string{landlockPart, seccompPart}}, prepare: []func(*exec.Cmd){whole}},
	} {
		t.Run(name, func(t *testing.T) {
			got := give(t, c.order, c.prepare...).Environment
			if !slices.Contains(got, "LANG=C.UTF-8") {
				t.Errorf("got %q, want LANG in it", got)
			}
			for _, name := range secrets {
				if has := slices.Contains(got, name+"=secret"); has != c.secrets {
					t.Errorf("%s is there: %v, want %v", name, has, c.secrets)
				}
			}
		})
	}
}

func TestMinimalIsNeverNil(t *testing.T) {
	if got := minimal([]string{"PATH=/bin"}); got == nil || len(got) != 0 {
		t.Errorf("got %#v: os/exec takes nil for the whole environment", got)
	}
}

// startWaiting starts a child that does its task and waits for the end of its
// input. The caller closes the input and waits.
func startWaiting(t testing.TB, ctx context.Context, o order) (cmd *exec.Cmd, in io.Closer, out io.Reader) {
	t.Helper()
	cmd, in, out, _ = startChild(t, ctx, o)
	return cmd, in, out
}

// startObeying starts a child as startWaiting does, and returns the answer of the child as text.
func startObeying(t testing.TB, o order, prepare ...func(*exec.Cmd)) (cmd *exec.Cmd, in io.Closer, line string) {
	t.Helper()
	cmd, in, _, line = startChild(t, t.Context(), o, prepare...)
	return cmd, in, line
}

func startChild(t testing.TB, ctx context.Context, o order, prepare ...func(*exec.Cmd)) (*exec.Cmd, io.Closer, io.Reader, string) {
	t.Helper()
	o.Wait = true
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	cmd, err := Command(ctx, childMark, string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range prepare {
		p(cmd)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(out)
	line, err := reader.ReadString('\n') // then it is up
	if err != nil {
		t.Fatalf("child: %v", err)
	}
	return cmd, in, reader, line
}

func TestEndOfContextKillsTheChild(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cmd, in, _ := startWaiting(t, ctx, order{})
	defer in.Close()
	cancel()
	if err := cmd.Wait(); err == nil || cmd.ProcessState.Success() {
		t.Errorf("the child ended with %v, %v", cmd.ProcessState, err)
	}
}

func TestOtherSystemsReachLevelNone(t *testing.T) {
	if runtime.GOOS == "linux" {
		t.Skip("this system is Linux: TestLevels checks its levels")
	}
	got := give(t, order{Root: t.TempDir()}).State
	if got.Level != None || len(got.Missing) != 1 || !strings.Contains(got.Missing[0], "of Linux") {
		t.Errorf("got %+v", got)
	}
}
