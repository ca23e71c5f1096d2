// Command luminos writes an intelligence report about a directory: its purpose, its
// structure, its faults, and the evidence for each claim.
package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"luminos/internal/mcpclient"
	"luminos/internal/sandbox"
	"luminos/internal/store"
)

// ballastSize is the number of bytes that are allocated and never touched, so that they take no memory. The heap of a
// run is small: without them the garbage collector runs for each few megabytes, a tenth of the CPU of a report. With
// them the heap grows by at most as much more.
const ballastSize = 64 << 20

func main() {
	if len(os.Args) == 3 && os.Args[1] == replaceCommand {
		os.Exit(replaceFile(os.Args[2], os.Stdin, os.Stderr))
	}
	if len(os.Args) == 4 && os.Args[1] == exportCommand {
		os.Exit(exportRevision(os.Args[2], os.Args[3], os.Stdout, os.Stderr))
	}
	if len(os.Args) == 3 && os.Args[1] == pagerCommand {
		os.Exit(showPaged(os.Args[2], os.Stdin, os.Stdout, os.Stderr))
	}
	ctx, stop := interruptible(context.Background())
	a := &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, environ: os.Environ, child: sandbox.Command, confine: sandbox.ConfineRun, clock: time.Now}
	a.config = config{env: os.Getenv, ports: usualPorts}
	a.cacheDir, a.cacheErr = os.UserCacheDir()
	a.configDir, _ = os.UserConfigDir() // without a home there is no configuration
	ballast := make([]byte, ballastSize)
	args := os.Args[1:]
	if len(args) > 0 && args[0] == commitCommand {
		a.commit, args = true, args[1:]
	}
	status := a.run(ctx, args)
	runtime.KeepAlive(ballast)
	stop()
	os.Exit(status)
}

// app holds the inputs and outputs of the program, so that tests can replace them.
type app struct {
	config
	stdin          io.Reader
	stdout, stderr io.Writer
	environ        func() []string // environment of MCP servers that are started
	child          mcpclient.Starter
	confine        func(sandbox.Rights) sandbox.State // nil in tests that run in the process of the tests
	clock          func() time.Time
	store          store.Options
	// parsed is set when the command line was understood. An earlier error is an
	// error of usage.
	parsed bool
	// paged is set while a pager shows the output. Ctrl-C is then for the pager.
	paged bool
	// helpErr is the error of printing the help, which cobra does not return.
	helpErr error
}

// run executes the command line args and returns the exit status.
func (a *app) run(ctx context.Context, args []string) int {
	root := newRoot(a)
	root.SetArgs(args)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	cmd, err := root.ExecuteContextC(ctx)
	err = cmp.Or(err, a.helpErr)
	if cause := context.Cause(ctx); err != nil && cause != nil && !a.paged {
		err = stopped(cause, err, again(args)) // the error is a consequence of the cause
	}
	if err != nil && !a.parsed {
		err = asUsage(cmd, err)
	}
	return a.conclude(err)
}

// samePress is the time within which a second signal belongs to the first one: a terminal, a shell and timeout can each
// send one.
const samePress = 300 * time.Millisecond

// interruptible returns a context that SIGINT, SIGTERM or SIGHUP cancels with the cause
// errInterrupted. A signal later than samePress after the first kills the program as usual.
func interruptible(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup does
		signal.Notify(signals, syscall.SIGHUP)
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-signals:
			cancel(errInterrupted)
			select {
			case <-time.After(samePress):
				signal.Stop(signals)
			case <-ended:
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		close(ended)
		signal.Stop(signals)
		cancel(nil)
		<-done
	}
}
