package fsserver

import (
	"context"
	"strings"
	"sync"
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

// TestHeavyCallsLeaveSlotsForQuickCalls fills the slots of heavy calls, with more calls waiting, and
// then reads, describes and lists.
func TestHeavyCallsLeaveSlotsForQuickCalls(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.txt": "one\n"})
	const calls = 40
	entered, release := make(chan struct{}, calls), make(chan struct{})
	k := toolsOf(t, open(t, dir), Options{Programs: []string{"wc"}, Run: func(context.Context, string, []string) Output {
		entered <- struct{}{}
		<-release
		return Output{}
	}})
	var heavy sync.WaitGroup
	for range calls {
		heavy.Go(func() { k.fine(t, "run_command", args{"program": "wc"}) })
	}
	for range 8 {
		<-entered
	}
	k.fine(t, "stat_file", args{"path": "a.txt"})
	k.fine(t, "read_file", args{"path": "a.txt"})
	k.fine(t, "list_directory", args{"path": "."})
	if n := len(entered); n != 0 {
		t.Errorf("%d more heavy calls run than 8", n)
	}
	close(release)
	heavy.Wait()
}
