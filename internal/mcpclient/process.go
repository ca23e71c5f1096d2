package mcpclient

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos/internal/sandbox"
)

const (
	// grace is the time for a server to exit after its input has ended.
	grace = time.Second
	// maxFrame is the maximal length of a message, which is one line.
	maxFrame = mcp.DefaultMaxLineLength
	// maxGarbage is the number of bytes in other lines: some programs write a greeting.
	maxGarbage = 64 << 10
	// lastBytes is the number of bytes of standard error that are kept.
	lastBytes = 4 << 10
)

// inherited are the variables of this program's environment that a server gets: search
// paths and the locale, and no key.
var inherited = []string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR",
	"SystemRoot", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP", "PATHEXT", "ComSpec"}

// environment returns the environment of a server: a few variables of this program, and
// the configured ones.
func environment(ours []string, configured map[string]string) []string {
	env := []string{} // never nil, which os/exec would replace by the whole environment
	for _, v := range ours {
		if name, _, _ := strings.Cut(v, "="); slices.Contains(inherited, name) {
			env = append(env, v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(configured)) {
		env = append(env, name+"="+configured[name])
	}
	return env
}

// dialer returns the function that starts the server s or connects to its address.
func (s Server) dialer(o Options) dialer {
	if s.URL != "" {
		return httpDialer(s)
	}
	return processDialer(func(life context.Context) (*exec.Cmd, error) {
		if len(s.Command) == 0 {
			return nil, errors.New("the server has neither a command nor a URL")
		}
		cmd := exec.CommandContext(life, s.Command[0], s.Command[1:]...)
		cmd.Env = environment(o.Environ, s.Env)
		cmd.WaitDelay = grace
		sandbox.Group(cmd)
		return cmd, nil
	})
}

// processDialer returns a dialer that starts a program and exchanges messages over its
// standard input and output.
func processDialer(command func(life context.Context) (*exec.Cmd, error)) dialer {
	return func(life context.Context) (connection, error) {
		cmd, err := command(life)
		if err != nil {
			return connection{}, err
		}
		p := &process{cmd: cmd, eof: make(chan struct{}), killed: make(chan struct{})}
		cmd.Stderr = &p.stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			return connection{}, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return connection{}, err
		}
		if err := sandbox.Start(cmd); err != nil {
			return connection{}, explain(err, cmd.Args[0])
		}
		p.in = in
		w := &watched{}
		w.Transport = &mcp.IOTransport{Reader: &frames{r: bufio.NewReaderSize(out, 64<<10), p: p, w: w}, Writer: in}
		return connection{transport: w, close: p.close, kill: p.kill, cause: w.cause, lastWords: p.stderr.words}, nil
	}
}

// explain returns err, which prevented the start of a program, with a hint for [exec.ErrNotFound] and [exec.ErrDot].
func explain(err error, program string) error {
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("there is no program %q on the PATH; install it, or give its path: %w", program, exec.ErrNotFound)
	}
	if errors.Is(err, exec.ErrDot) {
		return fmt.Errorf("the program %q is in the current directory, from which nothing is started by name alone; write ./%s to start it: %w", program, program, exec.ErrDot)
	}
	return err
}

// process is a program in a process group of its own.
type process struct {
	cmd    *exec.Cmd
	in     io.Closer
	eof    chan struct{} // closed when its output has ended
	killed chan struct{} // closed when kill was called
	once   sync.Once
	kills  sync.Once
	stderr tail
}

// kill ends the process and its whole process group at once.
func (p *process) kill() {
	if p.cmd.Cancel != nil {
		_ = p.cmd.Cancel() // the group may be gone already
	}
	p.kills.Do(func() { close(p.killed) })
}

// close closes the input of the process, so that the server exits, and after a while kills the rest of the process
// group: before [exec.Cmd.Wait], while the group id cannot belong to another group.
func (p *process) close() {
	p.once.Do(func() {
		_ = p.in.Close() // the SDK may have closed it
		late := time.NewTimer(grace)
		defer late.Stop()
		select {
		case <-p.eof:
		case <-p.killed:
		case <-late.C:
		}
		p.kill()
		_ = p.cmd.Wait() // its exit status does not matter
	})
}

// frames reads the lines of a server that can be messages. Too many other lines are an
// error.
type frames struct {
	r       *bufio.Reader
	p       *process
	w       *watched
	rest    []byte
	garbage int
	ended   error
}

// Read implements [io.Reader] for the lines of the server's output that can be messages. It skips other lines.
func (f *frames) Read(b []byte) (int, error) {
	for len(f.rest) == 0 {
		if f.ended != nil {
			return 0, f.ended
		}
		line, err := f.line()
		if err != nil {
			f.ended = f.w.failed(err)
			close(f.p.eof)
			return 0, err
		}
		f.rest = line
	}
	n := copy(b, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// Close implements [io.Closer] and does nothing: the output ends with the process.
func (f *frames) Close() error { return nil }

// line returns the next line of a server's standard output that begins like a JSON message, or the result of refused
// if the line is too long. It skips other lines. It returns an error after maxGarbage bytes of other lines.
func (f *frames) line() ([]byte, error) {
	for {
		line, size, err := f.whole()
		if err != nil {
			return nil, err
		}
		text := bytes.TrimSpace(line)
		isMessage := len(text) > 0 && (text[0] == '{' || text[0] == '[')
		switch {
		case isMessage && size > maxFrame:
			return refused(line)
		case isMessage:
			return append(text, '\n'), nil
		}
		if f.garbage += size; f.garbage > maxGarbage {
			return nil, fmt.Errorf("the server's standard output is not MCP: it wrote %q", clean(string(text[:min(len(text), 400)]), 80))
		}
	}
}

// whole returns the next line of a server's standard output and the size of the line. If the line
// is too long, it returns only its beginning and its end.
func (f *frames) whole() (line []byte, size int, err error) {
	for {
		part, err := f.r.ReadSlice('\n')
		size += len(part)
		switch {
		case size <= maxFrame:
			line = append(line, part...)
		case size > maxEndless:
			return nil, size, fmt.Errorf("the server sent a message of more than %d MiB", maxEndless>>20)
		default:
			line = append(line[:min(len(line), keptOfLong)], part[max(0, len(part)-keptOfLong):]...)
		}
		switch {
		case err == nil:
			return line, size, nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case len(bytes.TrimSpace(line)) > 0 && errors.Is(err, io.EOF):
			return nil, size, io.ErrUnexpectedEOF // cut off in a message
		}
		return nil, size, io.EOF
	}
}

const (
	maxEndless = 1 << 30
	keptOfLong = 1 << 10
)

// The id of a request is at the beginning or at the end of a response.
var (
	idFirst = regexp.MustCompile(`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*([0-9]{1,15})\s*,`)
	idLast  = regexp.MustCompile(`,\s*"id"\s*:\s*([0-9]{1,15})\s*\}\s*$`)
)

// refused returns a JSON-RPC error response with the id of a response that is too long. The client
// gets it instead, so that only one call fails. If the id is not found, refused returns an error.
func refused(line []byte) ([]byte, error) {
	reason := fmt.Sprintf("it sent a message of more than %d MiB, which is refused", maxFrame>>20)
	for _, id := range []*regexp.Regexp{idFirst, idLast} {
		if m := id.FindSubmatch(line); m != nil {
			return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32001,"message":%q}}`+"\n", m[1], reason), nil
		}
	}
	return nil, errors.New(reason)
}

// tail is a writer that keeps only the last bytes written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

// Write implements [io.Writer]. It keeps only the last lastBytes bytes of everything written.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, b[max(0, len(b)-lastBytes):]...)
	t.b = slices.Clone(t.b[max(0, len(t.b)-lastBytes):])
	return len(b), nil
}

// words returns the end of the server's standard error, in parentheses, for the end of an error
// message. It returns "" if the standard error is empty.
func (t *tail) words() string {
	t.mu.Lock()
	text := strings.TrimSpace(string(t.b))
	t.mu.Unlock()
	if text == "" {
		return ""
	}
	if len(text) > 400 {
		text = "…" + text[len(text)-400:]
	}
	return fmt.Sprintf(" (it last wrote: %s)", clean(text, 500))
}
