package sandbox

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
)

// Again returns a command for this program with other arguments. It is in the process group of its parent, so it can
// use the terminal, and it has the given environment. It starts before its parent is confined.
func Again(environ []string, args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, args...)
	cmd.Args[0], cmd.Env = os.Args[0], environ
	return cmd, nil
}

// Installed reports whether a program of this name is in the search path.
func Installed(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// Show runs a command line of the user with text as its input, and reports whether the shell could start it.
func Show(line string, text []byte, stdout, stderr io.Writer) bool {
	cmd := exec.Command("sh", "-c", line)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), stdout, stderr
	err := cmd.Run()
	const refused, absent = 126, 127
	exit, ended := errors.AsType[*exec.ExitError](err)
	return err == nil || ended && exit.ExitCode() != refused && exit.ExitCode() != absent
}
