package coreutils

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// session is one run of one program: its streams and its remaining budget.
type session struct {
	src     luminos.Source
	name    string
	program program
	limits  limits

	out, err stream
	silent   bool // do not report errors (grep -s)
	status   int
	read     int64  // bytes read
	visited  int    // directory entries listed
	ended    string // the message of the limit that ended the run early
}

func (s *session) print(text string) { s.out.Write([]byte(text)) }

func (s *session) printf(format string, args ...any) { fmt.Fprintf(&s.out, format, args...) }

// fail writes an error message of the program, unless s.silent is set, and raises the exit status
// of the run to status, unless it is higher already.
func (s *session) fail(status int, format string, args ...any) {
	s.status = max(s.status, status)
	if !s.silent {
		fmt.Fprintf(&s.err, "%s: %s\n", s.name, fmt.Sprintf(format, args...))
	}
}

// stopped reports whether the run must end: the output is full, a limit is reached or ctx has
// ended.
func (s *session) stopped(ctx context.Context) bool {
	return s.out.full || s.ended != "" || ctx.Err() != nil
}

// operand is an argument that names an entry of the target, or an entry below one.
type operand struct {
	text string // the argument, followed by the path below it
	node luminos.Node
	// extracted is the text that is read instead of the bytes of a file, or nil.
	extracted []byte
}

func (o operand) name() string { return quote(o.text) }

// child returns the operand for n, an entry of the directory that o names: its name is the name of
// o with the base name of n, such as "src/a.go" for "src".
func (o operand) child(n luminos.Node) operand {
	base := string(n.Path[strings.LastIndexByte(string(n.Path), '/')+1:])
	switch {
	case o.text == "":
		return operand{text: base, node: n}
	case strings.HasSuffix(o.text, "/"):
		return operand{text: o.text + base, node: n}
	}
	return operand{text: o.text + "/" + base, node: n}
}

// stat returns the entry that an argument names. It returns false after an error message if the
// argument is not a valid path or the entry does not exist.
func (s *session) stat(ctx context.Context, arg string) (operand, bool) {
	p, err := parsePath(arg)
	if err != nil {
		s.fail(s.program.trouble, "%s: %v", quote(arg), err)
		return operand{}, false
	}
	n, err := s.src.Stat(ctx, p)
	if err != nil {
		s.failPath(ctx, arg, err)
		return operand{}, false
	}
	if strings.HasSuffix(arg, "/") && n.Kind != luminos.KindDir {
		s.fail(s.program.trouble, "%s: Not a directory", quote(arg))
		return operand{}, false
	}
	return operand{text: arg, node: n}, true
}

// parsePath returns the path in the target that an argument names. It returns an error for the empty text, "-", an
// absolute path, and a path with NUL or "..".
func parsePath(arg string) (luminos.Path, error) {
	switch {
	case arg == "":
		return "", errors.New("the empty text names no file or directory")
	case arg == "-":
		return "", errors.New("there is no standard input here; for a file of the name - write ./-")
	case strings.HasPrefix(arg, "/"):
		return "", errors.New("an absolute path is not allowed; paths are relative to the target, which is \".\" itself")
	case strings.ContainsRune(arg, 0):
		return "", errors.New("paths cannot contain NUL")
	}
	for e := range strings.SplitSeq(arg, "/") {
		if e == ".." {
			return "", errors.New("a path with \"..\" is not allowed; paths are relative to the target and cannot lead out")
		}
	}
	p := luminos.Path(path.Clean(arg))
	if !utf8.ValidString(arg) || luminos.PathFromOS(p.OS()) != p { // not a valid escaped path: take it literally
		p = luminos.PathFromOS(string(p))
	}
	return p, nil
}

// failPath writes an error message that the entry name cannot be read, with the reason. If ctx has
// ended, it only sets the exit status, because output reports the end of ctx once.
func (s *session) failPath(ctx context.Context, name string, err error) {
	if ctx.Err() != nil {
		s.status = max(s.status, s.program.trouble)
		return
	}
	why := describeError(err)
	if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(name, "*?[") {
		why += " (patterns are not expanded here; use find . -name PATTERN or grep -r --include=PATTERN)"
	}
	s.fail(s.program.trouble, "%s: %s", quote(name), why)
}

// describeError returns the text of an error of the source, in the words of the GNU programs if
// they have some: "No such file or directory".
func describeError(err error) string {
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

// regular returns the regular file that an argument names. It returns false after an error message
// if the argument names something else.
func (s *session) regular(ctx context.Context, arg string) (operand, bool) {
	o, ok := s.stat(ctx, arg)
	if !ok {
		return o, false
	}
	switch o.node.Kind {
	case luminos.KindFile:
		return o, true
	case luminos.KindDir:
		s.fail(s.program.trouble, "%s: Is a directory", o.name())
	default:
		s.fail(s.program.trouble, "%s: %s", o.name(), notRegular(o.node))
	}
	return o, false
}

// notRegular returns the message for an entry that is neither a file nor a directory.
func notRegular(n luminos.Node) string {
	switch {
	case n.Kind == luminos.KindSymlink && n.Target != "":
		return fmt.Sprintf("a symbolic link to %s, and links are not followed; name its target instead", quote(n.Target))
	case n.Kind == luminos.KindSymlink:
		return "a symbolic link, and links are not followed; name its target instead"
	case n.Kind == luminos.KindOther:
		return "not a regular file, and only regular files are read"
	}
	return fmt.Sprintf("a %s, and only regular files are read", n.Kind)
}

// requireOperands reports whether operands is not empty. If it is empty, it writes an error message
// that a file must be named.
func (s *session) requireOperands(operands []string) bool {
	if len(operands) == 0 {
		s.fail(max(s.program.trouble, 1), "there is no standard input here: name a file (usage: %s [FLAG]... %s)",
			s.name, s.program.operands)
	}
	return len(operands) > 0
}

// list returns the entries of a directory, cut to the rest of the run's budget of entries. It returns false if the run
// is stopped, or after an error message if the directory cannot be listed.
func (s *session) list(ctx context.Context, o operand) ([]operand, bool) {
	if s.stopped(ctx) {
		return nil, false
	}
	nodes, err := s.src.List(ctx, o.node.Path)
	if err != nil {
		s.failPath(ctx, o.text, err)
		return nil, false
	}
	if room := s.limits.visited - s.visited; len(nodes) > room {
		nodes = nodes[:max(room, 0)]
		s.ended = fmt.Sprintf("stopped after %s entries: the output is incomplete; ask about a part of the target",
			words.Count(s.limits.visited))
	}
	s.visited += len(nodes)
	entries := make([]operand, len(nodes))
	for i, n := range nodes {
		entries[i] = o.child(n)
	}
	return entries, true
}

// withTarget returns the node n; if n is a symbolic link without its target, it reads the target,
// because List may omit it.
func (s *session) withTarget(ctx context.Context, n luminos.Node) luminos.Node {
	if n.Kind == luminos.KindSymlink && n.Target == "" {
		if full, err := s.src.Stat(ctx, n.Path); err == nil && full.Kind == n.Kind {
			return full
		}
	}
	return n
}
