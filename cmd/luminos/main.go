// Command luminos writes an intelligence report about a directory: what it is,
// how it is put together, what is wrong with it, and the evidence for each claim.
package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"luminos"
	"luminos/internal/mcpclient"
	"luminos/internal/sandbox"
	"luminos/internal/store"
)

func main() {
	ctx, stop := interruptible(context.Background())
	a := &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.Getenv, environ: os.Environ, child: sandbox.Command, clock: time.Now, userCacheDir: os.UserCacheDir, userConfigDir: os.UserConfigDir}
	status := a.run(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}

// app is what the commands need of the world around them.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) string
	environ        func() []string
	// child makes a command of this program with other arguments; nil makes none.
	child mcpclient.Starter
	clock func() time.Time
	// working is set once the command line was understood: errors before it
	// are the user's usage, errors after it are not.
	working bool
	// helped is how printing the help ended, for which cobra has no way out.
	helped error
	// userCacheDir is where programs keep what they can make again; nil keeps nothing.
	userCacheDir func() (string, error)
	// userConfigDir is where programs look for their configuration; nil is nowhere.
	userConfigDir func() (string, error)
	store         store.Options
	// kept is set once what a run finishes is kept, whatever happens to it.
	kept bool
	// spent is what models have taken so far; nil when none is asked.
	spent func() *luminos.Spending
}

// run runs one command line and gives the exit status.
func (a *app) run(ctx context.Context, args []string) int {
	root := newRoot(a)
	root.SetArgs(args)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	cmd, err := root.ExecuteContextC(ctx)
	err = cmp.Or(err, a.helped)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause // whatever failed then failed because of it
	}
	if err != nil && !a.working {
		err = asUsage(cmd, err)
	}
	return a.conclude(err)
}

// interruptible gives a context that Ctrl-C or a request to terminate cancels,
// with errInterrupted as its cause. A second one kills the program as usual.
func interruptible(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-signals:
			signal.Stop(signals)
			cancel(errInterrupted)
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
		<-done
	}
}
