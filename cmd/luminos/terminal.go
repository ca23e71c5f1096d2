package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"

	"luminos/internal/render"
)

// terminal describes the abilities of an output stream, such as its width.
type terminal struct {
	is      bool // it is one
	escapes bool // and understands escape sequences
	width   int  // 0 when unknown
	height  int
}

// terminal returns the abilities of the output stream w, such as its width.
func (a *app) terminal(w io.Writer) terminal {
	var t terminal
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		t.is = true
		t.escapes = a.env("TERM") != "dumb" && (runtime.GOOS != "windows" || a.env("WT_SESSION") != "" || a.env("TERM") != "")
		if w, h, err := term.GetSize(int(f.Fd())); err == nil {
			t.width, t.height = w, h
		}
	}
	return t
}

// width returns the width of a report on standard output: the width of the terminal, else $COLUMNS,
// else, if standard output is a pipe (often to a pager), the width of the terminal on standard
// error, else 0, for the default width of the renderer.
func (a *app) width(stdout terminal) int {
	if stdout.width > 0 {
		return stdout.width
	}
	if n, err := strconv.Atoi(a.env("COLUMNS")); err == nil {
		return n
	}
	if piped(a.stdout) {
		return a.terminal(a.stderr).width
	}
	return 0
}

// piped reports whether stdout is a pipe, which often leads to a pager.
func piped(stdout io.Writer) bool {
	f, ok := stdout.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
}

// around calls write, which writes to standard output, and notes, which prints to standard error: the notes after it, where a terminal ends, or before it if a pager can have the screen by then. After an error of write
// there are no more notes.
func around(a *app, notes func(), write func() error) error {
	before := piped(a.stdout) && a.terminal(a.stderr).is
	if before {
		notes()
	}
	if err := write(); err != nil {
		return err
	}
	if !before {
		notes()
	}
	return nil
}

// colored reports whether to print colour: flag, the value of --color, decides; "auto" depends on the terminal and on
// NO_COLOR.
func (a *app) colored(flag string, t terminal) bool {
	switch flag {
	case "always":
		return true
	case "never":
		return false
	}
	return t.escapes && a.env("NO_COLOR") == ""
}

// interactive reports whether the user can be asked: standard input and standard error are terminals.
func (a *app) interactive() bool {
	f, ok := a.stdin.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && a.terminal(a.stderr).is
}

// ask prints a question to standard error and reports whether the user types "y" or "yes". The end of ctx is its error.
func (a *app) ask(ctx context.Context, question string) (bool, error) {
	lines := render.Wrap(question+" [y/N]", a.terminal(a.stderr).width)
	fmt.Fprint(a.stderr, strings.Join(lines, "\n  ")+" ")
	answer := make(chan string, 1)
	go func() { // a read of a terminal cannot be ended, so this can outlast ctx
		line, _ := bufio.NewReader(a.stdin).ReadString('\n') // an end without an answer is no
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case line := <-answer:
		return line == "y" || line == "yes", nil
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}
