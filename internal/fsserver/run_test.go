package fsserver

import (
	"context"
	"strings"
	"testing"
)

// echo prints its arguments.
func echo(_ context.Context, program string, args []string) Output {
	return Output{Stdout: strings.Join(args, "|"), Stderr: "", Status: len(program) - 2}
}

func TestRunCommand(t *testing.T) {
	k := toolsOf(t, open(t, t.TempDir()), Options{Programs: []string{"wc", "sort"}, Run: echo})
	if r := k.fine(t, "run_command", args{"program": "wc", "args": []string{"-l", "a; id", "$(id)"}}); r.Text != "-l|a; id|$(id)\n" {
		t.Errorf("it said %q", r.Text)
	}
	if r := k.fine(t, "run_command", args{"program": "wc"}); r.Text != "[wc said nothing]\n" {
		t.Errorf("it said %q", r.Text)
	}
	if r := k.fine(t, "run_command", args{"program": "sort", "args": []string{"\x1b[2Jx\ny"}}); r.Text != "\\x1b[2Jx\ny\n[status 2]\n" {
		t.Errorf("it said %q", r.Text)
	}
	if r := k.fine(t, "run_command", args{"program": "wc", "args": []string{strings.Repeat("\x01", maxText/2)}}); !strings.Contains(r.Text, "cut") {
		t.Errorf("a flood of %d bytes is not cut", len(r.Text))
	}
	k.fails(t, "run_command", args{"program": "/bin/sh"}, "there are wc and sort")
	k.fails(t, "run_command", args{"program": ""}, "no such program")
	k.fails(t, "run_command", args{"program": "wc", "args": []string{"a\x00b"}}, "NUL")
	k.fails(t, "run_command", args{"program": "wc", "args": make([]string, maxArgs+1)}, "too many")
}
