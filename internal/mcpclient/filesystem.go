package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"

	"luminos"
)

// filesystem reads servers with the tools of the public filesystem server. Their results
// are text for models and are not trusted: a file name with a line break can forge lines
// of a listing.
type filesystem struct {
	l     *link
	tools map[string]use
	flat  bool       // directory_tree can leave out the lower levels
	tops  []topDir   // at least one
	once  sync.Mutex // while the tops are looked for
	last  lastRead

	mu    sync.Mutex // guards the field below
	known map[luminos.Path]luminos.Node
}

// topDir is a directory that the server allows, with its path in the tree and its absolute
// path on the server.
type topDir struct {
	at  luminos.Path // Root, or a name if there are several
	abs string
}

const (
	// infoMax is the number of entries of a directory whose sizes are asked for, with one
	// call each. The sizes of further entries are unknown.
	infoMax = 20_000
	// knownMax is the number of entries that are remembered.
	knownMax = 300_000
	// wholeMax is the size of the largest file that is fetched as bytes. The server sends
	// the base64 twice, and both must fit into one message.
	wholeMax = 5 << 20
	// headMax is the number of bytes of text that are read of a larger file.
	headMax = 6 << 20
)

func newFilesystem(l *link, tools map[string]*mcp.Tool) adapter {
	for name, args := range map[string]string{"list_allowed_directories": "", "list_directory": "path", "get_file_info": "path", "read_text_file": "path"} {
		if !takes(tools[name], args) {
			return nil
		}
	}
	a := &filesystem{l: l, tools: map[string]use{}, known: map[luminos.Path]luminos.Node{}}
	for _, name := range []string{"list_allowed_directories", "list_directory", "get_file_info", "read_text_file"} {
		a.tools[name] = use{vital: true}
	}
	for name, args := range map[string]string{"directory_tree": "path", "read_media_file": "path", "search_files": "path", "list_directory_with_sizes": "path"} {
		if takes(tools[name], args) {
			a.tools[name] = use{}
		}
	}
	a.flat = takes(tools["directory_tree"], "path") && property(tools["directory_tree"], "excludePatterns") == "array"
	return a
}

// takes reports whether a tool has a string argument called arg and requires no other argument except "pattern". If
// arg is "", the tool needs no string argument.
func takes(t *mcp.Tool, arg string) bool {
	if t == nil {
		return false
	}
	schema, _ := t.InputSchema.(map[string]any)
	required, _ := schema["required"].([]any)
	for _, r := range required {
		if name, _ := r.(string); name != arg && name != "pattern" {
			return false
		}
	}
	return arg == "" || property(t, arg) == "string"
}

// property returns the JSON type of the argument called name in the schema of a tool, or "".
func property(t *mcp.Tool, name string) string {
	schema, _ := t.InputSchema.(map[string]any)
	properties, _ := schema["properties"].(map[string]any)
	p, _ := properties[name].(map[string]any)
	kind, _ := p["type"].(string)
	return kind
}

func (a *filesystem) name() string         { return "filesystem" }
func (a *filesystem) uses() map[string]use { return a.tools }

// roots returns the directories that the server allows and describes. Directories that look alike count as one, because
// both a link and its target can be allowed. If there is only one directory, it is the root of the tree.
func (a *filesystem) roots(ctx context.Context) ([]topDir, error) {
	a.once.Lock()
	defer a.once.Unlock()
	if a.tops != nil {
		return a.tops, nil
	}
	text, err := a.text(ctx, "list_allowed_directories", luminos.Root, map[string]any{})
	if err != nil {
		return nil, err
	}
	var dirs []string
	seen := map[string][]string{} // directories by their attributes
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if !path.IsAbs(line) && !(len(line) > 2 && line[1] == ':') {
			continue
		}
		about, err := a.text(ctx, "get_file_info", luminos.Root, map[string]any{"path": line})
		if err != nil || slices.ContainsFunc(seen[about], func(dir string) bool { return a.alike(ctx, dir, line) }) {
			continue
		}
		seen[about] = append(seen[about], line)
		dirs = append(dirs, line)
	}
	switch len(dirs) {
	case 0:
		return nil, fmt.Errorf("the server %q permits access to no directory: give it one as its argument", a.l.name)
	case 1:
		a.tops = []topDir{{at: luminos.Root, abs: dirs[0]}}
		return a.tops, nil
	}
	names := map[string]bool{}
	for _, dir := range dirs {
		name := path.Base(strings.ReplaceAll(dir, `\`, "/"))
		if names[name] || checkName(name) != nil {
			name = fileName(dir)
		}
		names[name] = true
		a.tops = append(a.tops, topDir{at: luminos.PathFromOS(name), abs: dir})
	}
	return a.tops, nil
}

// comparedMost is the maximum number of entries whose attributes alike compares: each costs two calls.
const comparedMost = 16

// alike reports whether two directories of the server have the same entries, the first comparedMost of them with the
// same attributes. Directories that were made in the same second often have the same attributes themselves.
func (a *filesystem) alike(ctx context.Context, first, second string) bool {
	names, err := a.text(ctx, "list_directory", luminos.Root, map[string]any{"path": first})
	again, err2 := a.text(ctx, "list_directory", luminos.Root, map[string]any{"path": second})
	entries, err3 := parseLines(names)
	if errors.Join(err, err2, err3) != nil || names != again {
		return false
	}
	for _, e := range entries[:min(len(entries), comparedMost)] {
		var about [2]string
		for i, dir := range []string{first, second} {
			about[i], err = a.text(ctx, "get_file_info", luminos.Root, map[string]any{"path": strings.TrimRight(dir, "/") + "/" + e.Name})
			if _, refused := errors.AsType[*toolError](err); err != nil && !refused { // a broken link is refused in both
				return false
			}
		}
		if about[0] != about[1] {
			return false
		}
	}
	return true
}

// abs returns the absolute name that the path p of the tree has on the server. It returns "" for the top directory
// of the tree if the server has several roots, because that directory exists only in the tree.
func (a *filesystem) abs(ctx context.Context, p luminos.Path) (string, error) {
	tops, err := a.roots(ctx)
	if err != nil {
		return "", err
	}
	name := p.OS()
	if !utf8.ValidString(name) {
		return "", fs.ErrNotExist // the server has no name for it
	}
	for _, top := range tops {
		switch {
		case p == top.at:
			return top.abs, nil
		case p.Within(top.at):
			rest := name
			if top.at != luminos.Root {
				rest = strings.TrimPrefix(name, top.at.OS()+"/")
			}
			return strings.TrimRight(top.abs, "/") + "/" + rest, nil
		}
	}
	if p == luminos.Root {
		return "", nil
	}
	return "", fs.ErrNotExist
}

// text calls a tool of the file server and returns the text of its result. If the server refuses,
// the error has the type that fsError returns.
func (a *filesystem) text(ctx context.Context, name string, p luminos.Path, args map[string]any) (string, error) {
	r, err := a.l.callTool(ctx, name, p, args)
	if err != nil {
		return "", fsError(err)
	}
	return soleText(r)
}

// fsError adds a typed error, such as [fs.ErrNotExist], to an error of a tool whose text begins with a known reason.
// The rest of the text does not decide, because it contains names of files. Other errors are returned unchanged.
func fsError(err error) error {
	e, ok := errors.AsType[*toolError](err)
	if !ok {
		return err
	}
	for begin, meaning := range map[string]error{
		"ENOENT": fs.ErrNotExist, "ENOTDIR": fs.ErrNotExist, "Parent directory does not exist": fs.ErrNotExist,
		"EACCES": fs.ErrPermission, "EPERM": fs.ErrPermission, "Access denied": fs.ErrPermission,
		"EISDIR": luminos.ErrNotRegular,
	} {
		if strings.HasPrefix(strings.TrimPrefix(e.text, "Error: "), begin) {
			return fmt.Errorf("%w: %w", meaning, err)
		}
	}
	return err
}

func (a *filesystem) list(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	abs, err := a.abs(ctx, dir)
	if err != nil {
		return nil, err
	}
	out := newListing(dir)
	if abs == "" {
		for _, top := range a.tops {
			out.add(top.at, luminos.Node{Kind: luminos.KindDir, Size: -1})
		}
		return out.done()
	}
	if n, ok := a.recall(dir); ok && n.Kind != luminos.KindDir {
		return nil, errNotDir
	}
	entries, err := a.entries(ctx, dir, abs)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if out.full() {
			break
		}
		out.addName(e.Name, e.kind())
	}
	if err := a.describe(ctx, out); err != nil {
		return nil, err
	}
	a.remember(out.nodes)
	return out.done()
}

// describe sets the kind, size and time of the first infoMax entries of a listing. It asks the
// server once for each entry.
func (a *filesystem) describe(ctx context.Context, out *listing) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(crowd / 2)
	for i := range out.nodes[:min(len(out.nodes), infoMax)] {
		n := &out.nodes[i]
		group.Go(func() error {
			about, err := a.info(ctx, n.Path)
			_, refused := errors.AsType[*toolError](err)
			switch {
			case err == nil:
				*n = about.node(n.Path, n.Kind)
			case refused: // a broken link, one that leads out, a name that is not UTF-8
				n.Kind = luminos.KindOther
			case ctx.Err() != nil || errors.Is(err, ErrGivenUp):
				return err
			}
			return nil
		})
	}
	return group.Wait()
}

func (a *filesystem) stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	abs, err := a.abs(ctx, p)
	if err != nil {
		return luminos.Node{}, err
	}
	if abs == "" {
		return luminos.Node{Path: p, Kind: luminos.KindDir, Size: -1}, nil
	}
	about, err := a.info(ctx, p)
	if err != nil {
		return luminos.Node{}, err
	}
	n, ok := a.recall(p)
	if !ok && about.dir && p != luminos.Root { // or a link to a directory: only a listing shows which
		return find(ctx, a, p)
	}
	if !ok {
		n.Kind = luminos.KindDir
		if !about.dir {
			n.Kind = luminos.KindFile
		}
	}
	return about.node(p, n.Kind), nil
}

// fileInfo is the result of the tool get_file_info, which follows symbolic links.
type fileInfo struct {
	dir, file bool
	size      int64
	modified  time.Time
}

// node returns the node of the path p from i, the answer of get_file_info, and listed, the kind of the entry in the
// listing of its directory. If only i is a directory, the entry is a symbolic link.
func (i fileInfo) node(p luminos.Path, listed luminos.EntryKind) luminos.Node {
	n := luminos.Node{Path: p, Kind: listed, Size: i.size, ModTime: i.modified}
	switch {
	case i.dir && listed != luminos.KindDir:
		n.Kind, n.Size, n.ModTime = luminos.KindSymlink, -1, time.Time{}
	case !i.dir && i.file:
		n.Kind = luminos.KindFile
	case !i.dir:
		n.Kind = luminos.KindOther
	}
	return n
}

func (a *filesystem) info(ctx context.Context, p luminos.Path) (fileInfo, error) {
	abs, err := a.abs(ctx, p)
	if err != nil {
		return fileInfo{}, err
	}
	text, err := a.text(ctx, "get_file_info", p, map[string]any{"path": abs})
	if err != nil {
		return fileInfo{}, err
	}
	return parseInfo(text)
}

// fsEntry is an entry in the JSON format of the tool directory_tree.
type fsEntry struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

func (e fsEntry) kind() luminos.EntryKind {
	if e.Type == "directory" {
		return luminos.KindDir
	}
	return luminos.KindFile
}

// entries returns the entries of a directory. It requests JSON if the server can leave out the
// entries of subdirectories, and lines of text if not or if the server refuses.
func (a *filesystem) entries(ctx context.Context, dir luminos.Path, abs string) ([]fsEntry, error) {
	if a.flat {
		text, err := a.text(ctx, "directory_tree", dir, map[string]any{"path": abs, "excludePatterns": []string{"*/*"}})
		if err == nil {
			return parseTree(text)
		}
		// It fails if one of the directories inside cannot be read.
		if _, ok := errors.AsType[*toolError](err); !ok {
			return nil, err
		}
	}
	text, err := a.text(ctx, "list_directory", dir, map[string]any{"path": abs})
	if err != nil {
		return nil, err
	}
	return parseLines(text)
}
