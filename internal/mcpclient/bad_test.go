package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"luminos"
)

// raw opens a server that misbehaves.
func raw(t testing.TB, o Options, name string, args ...string) *Backend {
	t.Helper()
	return start(t, o, append([]string{"raw", name}, args...)...)
}

// limited opens a server that misbehaves and then limits the time of each call. The calls of Open are not limited: a
// busy machine needs longer for them.
func limited(t testing.TB, limit time.Duration, name string) *Backend {
	t.Helper()
	b := raw(t, Options{}, name)
	b.link.opts.Call = limit
	return b
}

// The numbers of tests are the numbers in the notes on servers.

func TestT42CallsThatFail(t *testing.T) {
	for name, want := range map[string]string{
		"floods":      "floods the connection",
		"no JSON":     "invalid character",
		"other JSON":  "fake",
		"half a line": "ended the connection",
		"huge":        "more than 16 MiB",
		"deep":        "fake",
		"dies":        "(it last wrote: segmentation [1mfault)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := raw(t, Options{}, name)
			_, err := b.List(t.Context(), ".")
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `"fake"`) || !errors.Is(err, ErrBarred) {
				t.Errorf("got %v, want an error with %q that names the server, and the path barred", err, want)
			}
			if _, err := b.List(t.Context(), "."); !errors.Is(err, ErrBarred) || !strings.Contains(err.Error(), "before") {
				t.Errorf("asking again: %v", err)
			}
		})
	}
}

func TestT42ServerThatHangs(t *testing.T) {
	t.Parallel()
	b := limited(t, 100*time.Millisecond, "hangs")
	_, err := b.List(t.Context(), ".")
	for _, want := range []string{`"fake"`, "ls", "100ms"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	for i := range maxTimeouts {
		_, err = b.List(t.Context(), luminos.Path(fmt.Sprint("d", i)))
	}
	if !errors.Is(err, ErrGivenUp) {
		t.Errorf("after %d calls without an answer: %v", maxTimeouts+1, err)
	}
}

// A listing that goes on and on ends between two pages.
func TestListingsEndInTime(t *testing.T) {
	began := time.Now()
	c := cursorsOf(began, Options{Call: time.Second})
	if why := c.next(began.Add(listingCalls*time.Second), "a"); why != "" {
		t.Error(why)
	}
	if why := c.next(began.Add(listingCalls*time.Second+1), "b"); !strings.Contains(why, "too long") {
		t.Errorf("got %q", why)
	}
}

func TestT42PathThatHangs(t *testing.T) {
	t.Parallel()
	b := limited(t, 100*time.Millisecond, "hangs on bad")
	for range maxStrikes {
		if _, err := b.List(t.Context(), "bad"); err == nil || errors.Is(err, ErrBarred) {
			t.Errorf("got %v", err)
		}
	}
	if _, err := b.List(t.Context(), "bad"); !errors.Is(err, ErrBarred) {
		t.Errorf("after %d times: %v", maxStrikes, err)
	}
	b.link.opts.Call = time.Minute
	if nodes, err := b.List(t.Context(), "good"); err != nil || len(nodes) != 1 {
		t.Errorf("another path: %v, %v", nodes, err)
	}
}

// A server that does not read is not waited for.
func TestT42ServerThatDoesNotRead(t *testing.T) {
	t.Parallel()
	b := raw(t, Options{}, "deaf")
	if _, err := b.List(t.Context(), "."); err != nil {
		t.Fatal(err)
	}
	b.link.opts.Call = 100 * time.Millisecond
	long := []byte(`{"path":"` + strings.Repeat("x", 1<<20) + `"}`)
	if r, err := b.Tools()[0].Call(t.Context(), long); err != nil || !r.Failed || !strings.Contains(r.Text, "did not answer") {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestT42ConnectingFails(t *testing.T) {
	for name, c := range map[string]struct {
		connect time.Duration
		want    string
	}{
		"silent":       {100 * time.Millisecond, "was not ready within"},
		"babbles":      {time.Minute, "standard output is not MCP"},
		"dies at once": {time.Minute, "(it last wrote: ]0;evilno licence found)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := Open(t.Context(), fakeServer(t, "raw", name), Options{Connect: c.connect})
			if err == nil {
				b.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.ContainsFunc(err.Error(), control) {
				t.Errorf("got %q, want %q in it and no control character", err, c.want)
			}
		})
	}
	s := Server{Name: "none", Command: []string{"there-is-no-such-program"}}
	if _, err := Open(t.Context(), s, Options{}); err == nil || !strings.Contains(err.Error(), "PATH") {
		t.Errorf("a program that is not there: %v", err)
	}
}

func TestT42ServerThatWritesGreeting(t *testing.T) {
	for _, name := range []string{"greets", "chats"} {
		if nodes, err := raw(t, Options{}, name).List(t.Context(), "."); err != nil || len(nodes) != 1 {
			t.Errorf("%s: %v, %v", name, nodes, err)
		}
	}
}

// One that dies in the middle of a call is started again and asked once more.
func TestT42ServerThatDiesOnce(t *testing.T) {
	var heard []string
	var mu sync.Mutex
	o := Options{Notify: func(n Notice) { mu.Lock(); heard = append(heard, n.Server+": "+n.Text); mu.Unlock() }}
	b := raw(t, o, "dies once", filepath.Join(t.TempDir(), "mark"))
	if nodes, err := b.List(t.Context(), "."); err != nil || len(nodes) != 1 {
		t.Errorf("got %v, %v", nodes, err)
	}
	if len(heard) != 1 || !strings.HasPrefix(heard[0], "fake: was started again") {
		t.Errorf("heard %q", heard)
	}
}

// A server that cannot be started again was not started again.
func TestT42ServerThatDoesNotStartAgain(t *testing.T) {
	s := fakeServer(t, "raw", "dies")
	o := Options{Notify: func(n Notice) { t.Errorf("heard %v", n) }}.complete(s)
	dial, starts := s.dialer(o), 0
	b, err := open(t.Context(), newLink("fake", o, func(life context.Context) (connection, error) {
		if starts++; starts > 1 {
			return connection{}, errors.New("the program is gone")
		}
		return dial(life)
	}), "fake", false)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.List(t.Context(), "."); !errors.Is(err, ErrGivenUp) || !strings.Contains(err.Error(), "the program is gone") || starts != 2 {
		t.Errorf("after %d starts: %v", starts, err)
	}
}

// An answer that is too long costs nothing but itself.
func TestT42AnswersThatAreTooLong(t *testing.T) {
	t.Parallel()
	b := raw(t, Options{Notify: func(n Notice) { t.Errorf("heard %v", n) }}, "huge answer")
	for range 3 {
		if _, err := b.List(t.Context(), "."); err == nil || errors.Is(err, ErrBarred) || !strings.Contains(err.Error(), "more than 16 MiB") {
			t.Errorf("got %v", err)
		}
		if _, err := b.Read(t.Context(), "a", 0, 10); err == nil || !strings.Contains(err.Error(), "more than 16 MiB") {
			t.Errorf("got %v", err)
		}
	}
}

// Of many parallel calls some kill the server: only these fail.
func TestT42OnlyThePathThatKillsIsBarred(t *testing.T) {
	b := raw(t, Options{}, "dies on bad")
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			p := luminos.Path(fmt.Sprint("good", i))
			if i%8 == 0 {
				p = luminos.Path(fmt.Sprint("bad", i))
			}
			nodes, err := b.List(t.Context(), p)
			switch bad := i%8 == 0; {
			case bad && !errors.Is(err, ErrBarred):
				t.Errorf("%s: %v, %v", p, nodes, err)
			case !bad && (err != nil || len(nodes) != 1):
				t.Errorf("%s: %v, %v", p, nodes, err)
			}
		})
	}
	wg.Wait()
}

func TestT42InvalidAnswers(t *testing.T) {
	b := limited(t, 100*time.Millisecond, "other answer")
	if _, err := b.List(t.Context(), "."); err == nil || !strings.Contains(err.Error(), "did not answer") {
		t.Errorf("an answer to another question: %v", err)
	}
	for _, name := range []string{"words", "string", "no structure", "nothing", "number", "null", "bad content", "null content", "silent error", "protocol error"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := raw(t, Options{}, name)
			for range 2 { // it is alive after the first
				nodes, err := b.List(t.Context(), ".")
				if err == nil || strings.ContainsFunc(err.Error(), control) || errors.Is(err, ErrBarred) {
					t.Errorf("got %v, %v, want an error without control characters", nodes, err)
				}
			}
			if _, err := b.Text(t.Context(), "a", 100); err == nil {
				t.Error("it was read")
			}
		})
	}
}

func TestListingsOfAnySize(t *testing.T) {
	for name, c := range map[string]struct {
		n    int
		want string // of the error
	}{
		"20k":        {20_000, ""},
		"too many":   {maxEntries, "more than 250000 entries"},
		"circle":     {2, "same cursor twice"},
		"endless":    {maxPages + 1, "more than 3000 pages"},
		"late fault": {1, "out of order"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nodes, err := raw(t, Options{}, name).List(t.Context(), ".")
			if len(nodes) != c.n {
				t.Errorf("got %d nodes, want %d", len(nodes), c.n)
			}
			partial, _ := errors.AsType[*PartialError](err)
			if c.want == "" && err != nil || c.want != "" && (partial == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if !slices.IsSortedFunc(nodes, func(a, b luminos.Node) int { return strings.Compare(string(a.Path), string(b.Path)) }) {
				t.Error("the nodes are not sorted")
			}
		})
	}
}

func TestHostileNames(t *testing.T) {
	nodes, err := raw(t, Options{}, "names").List(t.Context(), ".")
	partial, _ := errors.AsType[*PartialError](err)
	if partial == nil || !strings.Contains(err.Error(), "11 entries refused") || len(err.Error()) > 1000 || strings.ContainsFunc(err.Error(), control) {
		t.Errorf("got %v", err)
	}
	var got []luminos.Path
	for _, n := range nodes {
		got = append(got, n.Path)
	}
	if want := []luminos.Path{`\xff`, "a", "line\nend", "\u202egnp"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHostileValues(t *testing.T) {
	nodes, err := raw(t, Options{}, "values").List(t.Context(), ".")
	if err != nil || len(nodes) != 4 {
		t.Fatalf("got %v, %v", nodes, err)
	}
	for i, want := range []luminos.Node{{Path: "a", Kind: luminos.KindFile, Size: -1}, {Path: "b", Kind: luminos.KindOther, Size: -1},
		{Path: "c", Kind: luminos.KindSymlink, Size: -1}, {Path: "d", Kind: luminos.KindFile, Size: -1}} {
		if nodes[i] != want {
			t.Errorf("got %+v, want %+v", nodes[i], want)
		}
	}
}

func TestEndlessListOfTools(t *testing.T) {
	b := raw(t, Options{}, "many tools")
	if notes := b.Info().Notes; len(notes) != 1 || !strings.Contains(notes[0], "more than 200 pages") {
		t.Errorf("got the notes %q", notes)
	}
	// A tool whose name occurs twice is ambiguous and refused.
	if len(b.Tools()) < 200 || slices.ContainsFunc(b.Tools(), nameIs("twice")) {
		t.Errorf("got %d tools", len(b.Tools()))
	}
	if r := b.Refused(); len(r) != 1 || r[0].Tool != "twice" || !strings.Contains(r[0].Reason, "two tools of this name") {
		t.Errorf("refused are %v", r)
	}
}

func TestT33NoKeyReachesAServer(t *testing.T) {
	o := Options{Environ: []string{"PATH=/bin", "HOME=/home/x", "LANG=C.UTF-8", "ANTHROPIC_API_KEY=secret", "GITHUB_TOKEN=secret", "AWS_PROFILE=secret", "XPATH=secret"}}
	s := fakeServer(t, "raw", "environment")
	s.Env = map[string]string{"MINE": "configured"}
	b, err := Open(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	r, err := b.Tools()[0].Call(t.Context(), []byte(`{"path":"."}`))
	if err != nil || r.Failed {
		t.Fatalf("got %+v, %v", r, err)
	}
	got := strings.Split(r.Text, "\n")
	slices.Sort(got)
	if want := []string{"HOME=/home/x", "LANG=C.UTF-8", "MINE=configured", "PATH=/bin"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A process that a server starts ends with the server, even if the server dies first.
func TestCloseEndsTheWholeGroup(t *testing.T) {
	t.Parallel()
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer door.Close()
	b := raw(t, Options{}, "parent", door.Addr().String())
	if _, err := b.List(t.Context(), "."); err != nil {
		t.Fatal(err)
	}
	c, err := door.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b.Close()
	if err := c.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(make([]byte, 1)); errors.Is(err, io.EOF) == false && !strings.Contains(err.Error(), "reset") {
		t.Errorf("the child of the server is still there: %v", err)
	}
	if _, err := b.List(t.Context(), "."); err == nil {
		t.Error("a closed server was asked")
	}
	b.Close() // may be called again
}
