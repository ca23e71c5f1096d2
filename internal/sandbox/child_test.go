package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// The tests run this program as a child that confines itself, makes an attempt
// and reports the result.

// order is the task of a child.
type order struct {
	Root    string   // confine to it; empty: do not
	Gone    bool     // Root is removed after Confine has looked at it
	Options Options  //
	Run     *Rights  // confine it as a run with these rights; nil: do not
	Without []string // parts of the kernel that are not to be there
	Threads int      // number of threads, started before, that make each attempt
	Wait    bool     // then wait until standard input ends
	Spawn   bool     // and have a child that does, too
	World   world
	Try     []string // names of attempts
}

// world is the environment that a test prepares for a child.
type world struct {
	Base, Target, Outside string // Base holds the others
	TCP, UDP              string // addresses
	Unix, Abstract        string // sockets
	Victim                int    // a process of the same user
	Address               uint64 // in the memory of this program, and so of the victim
}

// answer is the report of a child.
type answer struct {
	Expected    State // by Available, before
	State       State
	Refused     bool              // Confine returned an error
	Took        time.Duration     // by Confine
	Environment []string          // afterwards
	Failed      map[string]string // attempt to why, or to "" when it worked
}

const childMark = "sandbox-child"

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 3 && os.Args[1] == childMark:
		os.Exit(child(os.Args[2]))
	case len(os.Args) == 2 && os.Args[1] == worked:
		// This program was started by an attempt that should have failed.
		fmt.Print(`{"failed":{"` + becomeAnother + `":""}}`)
		os.Exit(0)
	}
	// The race detector has every process sleep for a second at its end.
	os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=10")
	os.Exit(m.Run())
}

// child carries out an order and gives the exit status.
func child(text string) int {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	pretend(o.Without)
	a := answer{Failed: map[string]string{}, Expected: Available()}
	threads := startThreads(o.Threads)
	if o.Root != "" {
		start := time.Now()
		do := Confine
		if o.Gone {
			do = confine
		}
		state, err := do(o.Root, o.Options)
		a.Took, a.Refused = time.Since(start), err != nil
		if err != nil && !o.Gone {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		a.State = state
	}
	if o.Run != nil {
		before = startThreads(4)
		a.Expected, a.State = AvailableToRuns(*o.Run), ConfineRun(*o.Run)
	}
	a.Environment = os.Environ()
	all := attempts()
	for _, name := range o.Try {
		do, ok := all[name]
		if !ok {
			fmt.Fprintf(os.Stderr, "no attempt %q\n", name)
			return 2
		}
		a.Failed[name] = threads.try(func() error { return do.do(o.World) })
	}
	if o.Spawn {
		own := exec.Command(os.Args[0], childMark, `{"Wait": true}`)
		own.Stdin, own.Stdout = os.Stdin, os.Stdout
		if err := own.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(a); err != nil {
		return 2
	}
	for o.Wait {
		if _, err := os.Stdin.Read(make([]byte, 1)); err != nil {
			break
		}
	}
	return 0
}

// before are threads of a confined run that are older than the confinement.
var before threads

// threads are goroutines, each locked to a thread of its own. An empty list
// means the thread of the caller.
type threads []chan func()

func startThreads(n int) threads {
	var ready sync.WaitGroup
	ts := make(threads, n)
	for i := range ts {
		ts[i] = make(chan func())
		ready.Add(1)
		go func() {
			runtime.LockOSThread()
			ready.Done()
			for f := range ts[i] {
				f()
			}
		}()
	}
	ready.Wait()
	return ts
}

// try gives the reason for which an attempt failed on all threads, or "" when it
// worked on any.
func (ts threads) try(f func() error) string {
	if len(ts) == 0 {
		return why(f())
	}
	result := ""
	for _, t := range ts {
		done := make(chan string)
		t <- func() { done <- why(f()) }
		if result = <-done; result == "" {
			break
		}
	}
	return result
}

func why(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// give hands an order to a child and waits for its answer.
func give(t testing.TB, o order, prepare ...func(*exec.Cmd)) answer {
	t.Helper()
	a, err := tryGive(t, o, prepare...)
	if err != nil {
		t.Fatalf("child: %v", err)
	}
	return a
}

func tryGive(t testing.TB, o order, prepare ...func(*exec.Cmd)) (answer, error) {
	t.Helper()
	return obey(o, prepare...)
}

// obey starts a child for an order and returns its answer.
func obey(o order, prepare ...func(*exec.Cmd)) (a answer, err error) {
	text, err := json.Marshal(o)
	if err != nil {
		return a, err
	}
	cmd, err := Command(context.Background(), childMark, string(text))
	if err != nil {
		return a, err
	}
	for _, p := range prepare {
		p(cmd)
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &a)
	}
	if err != nil {
		err = fmt.Errorf("%w: %q, %.2000s", err, out, stderr.String())
	}
	return a, err
}

func TestConfineWantsADirectory(t *testing.T) {
	file := t.TempDir() + "/file"
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{file, file + "-that-is-not-there", ""} {
		// Were this to confine, the rest of the tests would fail.
		state, err := Confine(root, Options{})
		if err == nil || state.Level != None {
			t.Errorf("%q: got %+v and %v", root, state, err)
		}
	}
	if _, err := Confine(file+"-that-is-not-there", Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestAvailableConfinesNothing(t *testing.T) {
	if got := Available(); got.Level == "" {
		t.Errorf("got %+v", got)
	}
	// The process must keep the rights that other tests need.
	if err := os.WriteFile(t.TempDir()+"/file", nil, 0o600); err != nil {
		t.Error(err)
	}
	got := give(t, order{Root: t.TempDir()})
	if got.Expected.Level != got.State.Level || len(got.Expected.Missing) != len(got.State.Missing) {
		t.Errorf("expected was %+v, reached %+v", got.Expected, got.State)
	}
}
