package fsserver

import (
	"context"
	"errors"
	"io/fs"
	"sort"
	"strings"

	"luminos"
	"luminos/internal/readable"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// maxPath is the maximal length of a path in bytes.
const maxPath = 16 << 10

// parsePath returns the path that an argument means. It accepts other spellings if their meaning is clear ("./a//b/",
// and "" for the target). An absolute path and a path with ".." or NUL are errors with a reason, because a model would
// take an empty answer for a fact.
func parsePath(arg string) (luminos.Path, error) {
	switch {
	case len(arg) > maxPath:
		return "", errors.New("the path is longer than " + words.Bytes(maxPath))
	case strings.IndexByte(arg, 0) >= 0:
		return "", errors.New("the path contains a NUL byte; remove it")
	case strings.HasPrefix(arg, "/"), strings.HasPrefix(arg, `\\`), len(arg) > 2 && arg[1] == ':' && arg[2] == '\\':
		return "", errors.New(`the path is absolute; paths are relative to the target: "." is the target itself, "src/main.go" a file below it`)
	}
	var kept []string
	for part := range strings.SplitSeq(arg, "/") {
		switch part {
		case "", ".":
		case "..":
			return "", errors.New(`the path has ".." in it; write it from the target downwards, without. There is nothing above "."`)
		default:
			kept = append(kept, part)
		}
	}
	if len(kept) == 0 {
		return luminos.Root, nil
	}
	return luminos.Path(strings.Join(kept, "/")), nil
}

// find parses the path argument of a call and returns the node of the entry at that path, which may be a file in an
// archive.
func (t target) find(ctx context.Context, arg string) (luminos.Node, error) {
	p, err := parsePath(arg)
	if err != nil {
		return luminos.Node{}, err
	}
	return t.readable.Stat(ctx, p)
}

// cannot returns the failed result of a tool call that could not do the given action, with
// the reason and a hint. If the context ended, it returns an error.
func (t target) cannot(ctx context.Context, what, arg string, err error) (tool.Result, error) {
	if ctx.Err() != nil {
		return tool.Result{}, context.Cause(ctx)
	}
	shown := cutText(show(luminos.Path(strings.ToValidUTF8(arg, "\uFFFD"))), 300)
	p, bad := parsePath(arg)
	if bad != nil {
		return tool.Failure("%s %s: %v", what, shown, bad), nil
	}
	return tool.Failure("%s %s: %s", what, shown, t.why(ctx, p, err)), nil
}

// why returns the reason why reading the path p failed with err, and a hint that helps the
// model to correct its call.
func (t target) why(ctx context.Context, p luminos.Path, err error) string {
	above, missing := t.nearest(ctx, p)
	if a, ok := readable.Archive(ctx, t.root, p); ok {
		return t.noMember(ctx, a.Path, p)
	}
	switch {
	case missing != "" && above.Kind == luminos.KindSymlink:
		return show(above.Path) + " is a symbolic link, and links are not followed; list_directory shows where it points"
	case errors.Is(err, fs.ErrNotExist) && missing != "" && above.Kind == luminos.KindFile:
		return show(above.Path) + " is a file: there is nothing below it"
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file or directory" + t.instead(ctx, p, above, missing)
	case errors.Is(err, fs.ErrPermission):
		return "permission denied; the content cannot be read"
	case errors.Is(err, luminos.ErrNotRegular):
		return "the entry is not a regular file any more; stat_file shows its kind"
	case errors.Is(err, fs.ErrInvalid):
		return "no file can be called that; list_directory shows the names as they are to be written"
	}
	return words.Stop(visibleText(luminos.ReadProblem(err)))
}

// nearest returns the deepest existing part of the path p, and the name that is missing below that part, or "" if none
// is. It uses binary search: about a dozen calls for any depth.
func (t target) nearest(ctx context.Context, p luminos.Path) (above luminos.Node, missing string) {
	parts := strings.Split(string(p), "/")
	prefix := func(n int) luminos.Path {
		if n == 0 {
			return luminos.Root
		}
		return luminos.Path(strings.Join(parts[:n], "/"))
	}
	n := sort.Search(len(parts), func(i int) bool { // the first i for which prefix(i+1) does not exist
		_, err := t.root.Stat(ctx, prefix(i+1))
		return err != nil
	})
	above, err := t.root.Stat(ctx, prefix(n))
	if err != nil || n == len(parts) {
		return above, ""
	}
	return above, parts[n]
}

// instead returns a hint for a path that does not exist, such as a name that differs only in case or the directory to
// list, or "". above is the nearest existing parent of p, missing the first element that is absent.
func (t target) instead(ctx context.Context, p luminos.Path, above luminos.Node, missing string) string {
	if missing == "" || above.Kind != luminos.KindDir {
		return ""
	}
	if strings.HasPrefix(string(p), `"`) {
		return ". A name in double quotes in a listing is a JSON string: pass what it stands for, without the quotes"
	}
	nodes, err := t.root.List(ctx, above.Path)
	if err != nil {
		return ""
	}
	for _, n := range nodes {
		if strings.EqualFold(n.Path.Base(), missing) {
			return ". There is " + show(n.Path)
		}
	}
	if above.Path == luminos.Root {
		return `. list_directory of "." shows what there is`
	}
	return ". There is " + show(above.Path) + ", which holds " + words.Plural(len(nodes), "entry", "entries") + "; list_directory shows them"
}

// notFile returns the failure for an entry that is not a regular file, with a hint.
func notFile(what string, n luminos.Node) tool.Result {
	switch n.Kind {
	case luminos.KindDir:
		return tool.Failure("%s %s: it is a directory; list_directory shows what is in it", what, show(n.Path))
	case luminos.KindSymlink:
		return tool.Failure("%s %s: it is a symbolic link to %s, and links are not followed; if that is inside the target, ask for it by its own path",
			what, show(n.Path), show(luminos.Path(n.Target)))
	case luminos.KindOther:
		return tool.Failure("%s %s: it is neither a file nor a directory, or nothing can be told of it", what, show(n.Path))
	}
	return tool.Failure("%s %s: it is a %s, which holds no text of its own; stat_file says more", what, show(n.Path), n.Kind)
}
