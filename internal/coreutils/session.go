package coreutils

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// session is one run of one program: where it writes, what it may still read.
type session struct {
	src     luminos.Source
	name    string
	program program
	now     time.Time
	limits  limits
	trouble int // the status of an operand that cannot be read

	out, err stream
	silent   bool // as grep -s: what cannot be read is not told
	status   int
	read     int64  // bytes so far
	visited  int    // entries so far
	ended    string // which bound ended the run early
}

func (s *session) print(text string) { s.out.Write([]byte(text)) }

func (s *session) printf(format string, args ...any) { fmt.Fprintf(&s.out, format, args...) }

// fail says what went wrong. The status of a run is the worst of its failures.
func (s *session) fail(status int, format string, args ...any) {
	s.status = max(s.status, status)
	if !s.silent {
		fmt.Fprintf(&s.err, "%s: %s\n", s.name, fmt.Sprintf(format, args...))
	}
}

// over reports whether there is no point in going on: no room for output, no
// time, or nothing that may still be read.
func (s *session) over(ctx context.Context) bool {
	return s.out.full || s.ended != "" || ctx.Err() != nil
}

// operand is an argument that names something in the target.
type operand struct {
	shown string // as it was written, or as it follows from that
	node  luminos.Node
}

func (o operand) name() string { return show(o.shown) }

// below is the operand of an entry of a directory.
func (o operand) below(n luminos.Node) operand {
	base := string(n.Path[strings.LastIndexByte(string(n.Path), '/')+1:])
	switch {
	case o.shown == "":
		return operand{base, n}
	case strings.HasSuffix(o.shown, "/"):
		return operand{o.shown + base, n}
	}
	return operand{o.shown + "/" + base, n}
}

// look finds out what an argument names. The argument is the user's or a
// model's and can be anything.
func (s *session) look(ctx context.Context, arg string) (operand, bool) {
	p, err := pathOf(arg)
	if err != nil {
		s.fail(s.trouble, "%s: %v", show(arg), err)
		return operand{}, false
	}
	n, err := s.src.Stat(ctx, p)
	if err != nil {
		s.broken(ctx, arg, err)
		return operand{}, false
	}
	if strings.HasSuffix(arg, "/") && n.Kind != luminos.KindDir {
		s.fail(s.trouble, "%s: Not a directory", show(arg))
		return operand{}, false
	}
	return operand{arg, n}, true
}

// pathOf makes a path of an argument.
func pathOf(arg string) (luminos.Path, error) {
	switch {
	case arg == "":
		return "", errors.New("no such file or directory")
	case arg == "-":
		return "", errors.New("there is no standard input; for a file of that name write ./-")
	case strings.HasPrefix(arg, "/"):
		return "", errors.New("an absolute path; paths are relative to the target, which is \".\" itself")
	case strings.ContainsRune(arg, 0):
		return "", errors.New("a NUL character is in no path")
	}
	for e := range strings.SplitSeq(arg, "/") {
		if e == ".." {
			return "", errors.New("a path with \"..\" in it; paths are relative to the target and do not lead out of it")
		}
	}
	p := luminos.Path(path.Clean(arg))
	if !utf8.ValidString(arg) || luminos.PathFromOS(p.OS()) != p { // not as paths are escaped: it is meant literally
		p = luminos.PathFromOS(string(p))
	}
	return p, nil
}

// broken says why something cannot be read. The end of the context is told once, at the end.
func (s *session) broken(ctx context.Context, shown string, err error) {
	if ctx.Err() != nil {
		s.status = max(s.status, s.trouble)
		return
	}
	why := reason(err)
	if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(shown, "*?[") {
		why += " (nothing expands patterns here: find . -name PATTERN lists names, grep --include=PATTERN searches in them)"
	}
	s.fail(s.trouble, "%s: %s", show(shown), why)
}

// reason is an error in the words of the real programs where they have some.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "No such file or directory"
	case errors.Is(err, fs.ErrPermission):
		return "Permission denied"
	case errors.Is(err, fs.ErrInvalid):
		return "Not a path that can be read"
	}
	return luminos.ReadProblem(err)
}

// file is an operand that has to be a regular file.
func (s *session) file(ctx context.Context, arg string) (operand, bool) {
	o, ok := s.look(ctx, arg)
	if !ok {
		return o, false
	}
	switch o.node.Kind {
	case luminos.KindFile:
		return o, true
	case luminos.KindDir:
		s.fail(s.trouble, "%s: Is a directory", o.name())
	default:
		s.fail(s.trouble, "%s: %s", o.name(), unread(o.node))
	}
	return o, false
}

// unread says why what is no file and no directory is not read.
func unread(n luminos.Node) string {
	switch {
	case n.Kind == luminos.KindSymlink && n.Target != "":
		return fmt.Sprintf("a symbolic link to %s, and links are not followed; name what it leads to", show(n.Target))
	case n.Kind == luminos.KindSymlink:
		return "a symbolic link, and links are not followed; name what it leads to"
	case n.Kind == luminos.KindOther:
		return "not a regular file, and only those are read"
	}
	return fmt.Sprintf("a %s, and only regular files are read", n.Kind)
}

// needs reports whether there are operands. There is no standard input to read instead.
func (s *session) needs(operands []string) bool {
	if len(operands) == 0 {
		s.fail(max(s.trouble, 1), "there is no standard input here: name a file (usage: %s [FLAG]... %s)", s.name, s.program.operands)
	}
	return len(operands) > 0
}

// list lists a directory and accounts for what it holds.
func (s *session) list(ctx context.Context, o operand) ([]operand, bool) {
	if s.over(ctx) {
		return nil, false
	}
	nodes, err := s.src.List(ctx, o.node.Path)
	if err != nil {
		s.broken(ctx, o.shown, err)
		return nil, false
	}
	if room := s.limits.visited - s.visited; len(nodes) > room {
		nodes = nodes[:max(room, 0)]
		s.ended = fmt.Sprintf("stopped after %s entries: the output is incomplete; ask about a part of the target", words.Count(s.limits.visited))
	}
	s.visited += len(nodes)
	entries := make([]operand, len(nodes))
	for i, n := range nodes {
		entries[i] = o.below(n)
	}
	return entries, true
}

// link completes what a listing tells of a link: where it points to.
func (s *session) link(ctx context.Context, n luminos.Node) luminos.Node {
	if n.Kind == luminos.KindSymlink && n.Target == "" {
		if full, err := s.src.Stat(ctx, n.Path); err == nil && full.Kind == n.Kind {
			return full
		}
	}
	return n
}
