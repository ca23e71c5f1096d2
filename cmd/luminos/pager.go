package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"luminos/internal/sandbox"
)

// pagerCommand is the argument before the command line of a pager that makes this program show its input with that
// pager. Users do not call it.
const pagerCommand = "__page"

// pager is a process that shows a report on the terminal with the pager of the user. It starts before the run is
// confined, since a confined run starts no programs, and starts the pager when it has the whole report.
type pager struct {
	in   io.WriteCloser
	wait func() error // waits until the user has left the pager; nil after the first call
}

// page starts the process that shows the text on standard output, if standard output is a terminal and the user wants
// a pager.
func (o *output) page(a *app) error {
	line := a.pagerLine()
	t := a.terminal(a.stdout)
	if line == "" || o.noPager || !t.escapes || len(o.files) > 0 || o.named(o.format.value).Name != o.formats[0].Name {
		return nil
	}
	cmd, err := sandbox.Again(pagerEnviron(a.environ()), pagerCommand, line)
	if err != nil {
		return fmt.Errorf("starting the pager: %w", err)
	}
	cmd.Stdout, cmd.Stderr = a.stdout, a.stderr
	in, err := cmd.StdinPipe()
	if err == nil {
		err = sandbox.Start(cmd)
	}
	if err != nil {
		return fmt.Errorf("starting the pager: %w", err)
	}
	o.pager = &pager{in, cmd.Wait}
	return nil
}

// print writes a text to standard output, through the pager if [output.page] has started one.
func (o *output) print(a *app, write func(io.Writer) error) error {
	if o.pager != nil {
		a.paged = true
		return o.pager.show(write)
	}
	if err := write(a.stdout); err != nil {
		return fmt.Errorf("writing to standard output: %w", err)
	}
	return nil
}

// pagerLine returns the command line of the pager: LUMINOS_PAGER, PAGER, or less if it is installed. It returns "" if
// the user wants no pager.
func (a *app) pagerLine() string {
	if a.environ == nil || runtime.GOOS == "windows" {
		return ""
	}
	environ := slices.Clone(a.environ())
	slices.Reverse(environ) // the last value of a variable counts
	for _, name := range []string{"LUMINOS_PAGER=", "PAGER="} {
		i := slices.IndexFunc(environ, func(v string) bool { return strings.HasPrefix(v, name) })
		if i < 0 {
			continue
		}
		line := strings.TrimSpace(strings.TrimPrefix(environ[i], name))
		if line == "cat" {
			return ""
		}
		return line
	}
	if !sandbox.Installed("less") {
		return ""
	}
	return "less"
}

// pagerEnviron returns the environment of the pager: the user's without keys of providers. Without other options of
// the user, less ends if the text fits on one screen, shows colours, leaves the text on the screen and takes the text
// for UTF-8 in any locale.
func pagerEnviron(environ []string) []string {
	out := []string{"LESS=FRX", "LESSCHARSET=utf-8", "LV=-c"} // of two values of a variable the last one counts
	for _, v := range environ {
		name, _, _ := strings.Cut(v, "=")
		secret := strings.HasSuffix(name, "_API_KEY") || strings.HasSuffix(name, "_AUTH_TOKEN") || slices.Contains(secretAWS, name)
		if !secret {
			out = append(out, v)
		}
	}
	return out
}

// show sends the text that write writes, and waits until the user has left the pager. A pager that ends early or fails
// is no error.
func (p *pager) show(write func(io.Writer) error) error {
	// The pager handles Ctrl-C.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	err := write(p.in)
	p.close()
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// close ends the input of the process and waits for its end. Without input it shows nothing.
func (p *pager) close() {
	if p == nil || p.wait == nil {
		return
	}
	p.in.Close()
	p.wait()
	p.wait = nil
}

// showPaged reads in to its end and shows the text with the pager that the command line names, or writes the text to
// stdout if the pager cannot be started. It returns the exit status.
func showPaged(line string, in io.Reader, stdout, stderr io.Writer) int {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt) // the pager handles Ctrl-C
	text, err := io.ReadAll(in)
	if err != nil || len(text) == 0 {
		return statusDone // the run failed
	}
	if !sandbox.Show(line, text, stdout, stderr) {
		stdout.Write(text)
	}
	return statusDone
}
