package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Command prepares a child: this program again, with other arguments, in a
// process group of its own, so that Ctrl-C in the terminal is the parent's to
// answer, and with an environment that holds no key. When ctx ends the whole
// group is killed (on Windows, which has none, the child alone).
//
// Its standard streams are for the caller to connect, and to pipes: whatever
// else they are stays open to the child when it is confined.
func Command(ctx context.Context, args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Args[0] = os.Args[0]
	cmd.Env = minimal(os.Environ())
	cmd.WaitDelay = 5 * time.Second // for pipes that somebody else holds open
	ownGroup(cmd)
	return cmd, nil
}

// Group puts a program that somebody else prepares into a process group of its
// own, as Command does; its Cancel then kills the whole group.
func Group(cmd *exec.Cmd) { ownGroup(cmd) }
