package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
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

// Start starts cmd, a command of [Command] or [Group]. In a confined run the kernel permits signals only from the thread
// that started a process, so one thread starts all children, and ends them.
func Start(cmd *exec.Cmd) error { return onOneThread(cmd.Start) }

// oneThread returns a channel of functions for a goroutine that calls them on a thread of its own.
var oneThread = sync.OnceValue(func() chan<- func() {
	calls := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range calls {
			f()
		}
	}()
	return calls
})

// onOneThread calls f on the one thread that starts all children, and returns the error of f.
func onOneThread(f func() error) error {
	done := make(chan error, 1)
	oneThread() <- func() { done <- f() }
	return <-done
}

// Group changes cmd, which is not started yet, so that its program runs in a process group of its
// own. The end of the context of cmd then kills the whole group, except on Windows.
func Group(cmd *exec.Cmd) { ownGroup(cmd) }
