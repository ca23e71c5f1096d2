package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Command returns a command for a child: this program again, with other arguments, in a
// process group of its own, so that the parent handles Ctrl-C in the terminal,
// and with only the environment variables about language and the Go runtime.
// If ctx ends, the whole group is killed (on Windows only the child).
//
// The caller connects the standard streams, to pipes: any other file stays open
// to the child after it is confined.
func Command(ctx context.Context, args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the file of the running program: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Args[0] = os.Args[0]
	cmd.Env = minimal(os.Environ())
	cmd.WaitDelay = 5 * time.Second // for pipes that another process holds open
	ownGroup(cmd)
	return cmd, nil
}

// Group changes cmd, which is not started yet, so that its program runs in a process group of its
// own. The end of the context of cmd then kills the whole group, except on Windows.
func Group(cmd *exec.Cmd) { ownGroup(cmd) }
