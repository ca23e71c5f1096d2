package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/mcpext"
)

// native reads a server whose tools have roles, as the tools of the built-in server do.
type native struct {
	l     *link
	roles map[mcpext.Role]role
	all   []string // tools with any role
	bytes bool     // the server has MethodRead
}

type role struct{ tool, arg string }

const pageSize = 1000

func newNative(l *link, hello *mcp.InitializeResult, offered []*mcp.Tool) adapter {
	a := &native{l: l, roles: map[mcpext.Role]role{}, bytes: announces(hello.Capabilities.Experimental, mcpext.MethodRead)}
	for _, t := range offered {
		tree, ok := mcpext.TreeOf(t.Meta)
		if !ok {
			continue
		}
		a.all = append(a.all, t.Name)
		if _, taken := a.roles[tree.Role]; !taken && tree.PathArg != "" {
			a.roles[tree.Role] = role{tool: t.Name, arg: tree.PathArg}
		}
	}
	if a.roles[mcpext.RoleList].tool == "" || a.roles[mcpext.RoleRead].tool == "" && !a.bytes {
		return nil
	}
	return a
}

func (a *native) name() string { return "native" }

func (a *native) uses() map[string]use {
	m := map[string]use{}
	for _, name := range a.all {
		m[name] = use{}
	}
	for _, r := range []mcpext.Role{mcpext.RoleList, mcpext.RoleRead, mcpext.RoleStat} {
		if t := a.roles[r].tool; t != "" {
			m[t] = use{vital: true}
		}
	}
	return m
}

func (a *native) list(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	r := a.roles[mcpext.RoleList]
	out := newListing(dir)
	turns := cursorsOf(time.Now(), a.l.opts)
	for cursor := ""; ; {
		args := map[string]any{r.arg: string(dir), "limit": pageSize}
		if cursor != "" {
			args["cursor"] = cursor
		}
		result, err := a.l.callTool(ctx, r.tool, dir, args)
		var page mcpext.Listing
		if err == nil {
			err = decode(result.StructuredContent, &page)
		}
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case len(out.nodes) > 0: // keep the entries that were listed before
			out.partial = "its next page could not be had: " + said(err).Error()
			return out.done()
		default:
			return nil, a.why(ctx, dir, err)
		}
		for _, e := range page.Entries {
			if out.full() {
				return out.done()
			}
			out.add(luminos.Path(e.Name), nodeOf(e))
		}
		if cursor = page.NextCursor; cursor == "" {
			return out.done()
		}
		if out.partial = turns.next(time.Now(), cursor); out.partial != "" {
			return out.done()
		}
	}
}

// maxListing is the maximal length in bytes of the URIs and names of all resources.
const maxListing = 64 << 20

// nodeOf returns the node for an entry that a server sent. Invalid fields of the entry are
// left out.
func nodeOf(e mcpext.Entry) luminos.Node {
	n := luminos.Node{Kind: e.Kind, Size: -1, MIME: clean(e.MIME, 100)}
	switch e.Kind {
	case luminos.KindFile, luminos.KindDir, luminos.KindSymlink, luminos.KindFIFO, luminos.KindSocket, luminos.KindDevice:
	default:
		n.Kind = luminos.KindOther
	}
	if e.Size != nil && *e.Size >= 0 {
		n.Size = *e.Size
	}
	if e.MTime != nil {
		n.ModTime = instant(*e.MTime)
	}
	if mode, err := strconv.ParseUint(e.Mode, 8, 32); err == nil && e.Links > 0 {
		n.Links, n.Perm = e.Links, fs.FileMode(mode)&fs.ModePerm
		if e.Allocated != nil && *e.Allocated >= 0 {
			n.Allocated = *e.Allocated
		}
	}
	if n.Kind == luminos.KindSymlink && len(e.Target) <= maxPath && luminos.PathFromOS(luminos.Path(e.Target).OS()) == luminos.Path(e.Target) {
		n.Target = e.Target
	}
	return n
}

// instant returns t in UTC, or the zero time if JSON cannot represent its year.
func instant(t time.Time) time.Time {
	if t = t.UTC(); t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}

func (a *native) stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	r := a.roles[mcpext.RoleStat]
	if r.tool == "" {
		return find(ctx, a, p)
	}
	result, err := a.l.callTool(ctx, r.tool, p, map[string]any{r.arg: string(p)})
	if err != nil {
		return luminos.Node{}, a.why(ctx, p, err)
	}
	var e mcpext.Entry
	if err := decode(result.StructuredContent, &e); err != nil || e.Kind == "" {
		return find(ctx, a, p)
	}
	n := nodeOf(e)
	n.Path = p
	return n, nil
}

// why adds a typed error, such as [fs.ErrNotExist], to the error err with which a tool refused the path p. To find
// the type, it asks the server for the path in another way. If it finds none, or err is no refusal, it returns err.
func (a *native) why(ctx context.Context, p luminos.Path, err error) error {
	if _, ok := errors.AsType[*toolError](err); !ok {
		return err
	}
	if a.bytes {
		if _, cause := a.readBytes(ctx, p, 0, 0); errors.Is(cause, fs.ErrNotExist) || errors.Is(cause, fs.ErrPermission) || errors.Is(cause, fs.ErrInvalid) {
			return fmt.Errorf("accessing the path %q on the MCP server: %w: %w", p, cause, err)
		}
		return err
	}
	if p == luminos.Root {
		return err
	}
	if _, cause := find(ctx, a, p); errors.Is(cause, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return err
}

func (a *native) read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if !a.bytes {
		text, err := a.readText(ctx, p, offset+int64(n))
		if err != nil {
			return nil, a.why(ctx, p, err)
		}
		return window(text, offset, n), nil
	}
	var data []byte
	for {
		want := min(n-len(data), mcpext.MaxRead)
		part, err := a.readBytes(ctx, p, offset+int64(len(data)), want)
		if err != nil {
			return nil, err
		}
		if data = append(data, part...); len(part) < want || len(data) >= n {
			return data, nil
		}
	}
}

func (a *native) readBytes(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	var result *mcpext.ReadResult
	err := a.l.do(ctx, ask{what: mcpext.MethodRead, path: p}, func(ctx context.Context, s *session) (err error) {
		result, err = mcp.CallCustomMethod[*mcpext.ReadParams, *mcpext.ReadResult](ctx, s.ClientSession, mcpext.MethodRead, &mcpext.ReadParams{Path: string(p), Offset: offset, N: n})
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case result == nil:
		return nil, errors.New("the server answered the request for bytes of a file without a result")
	case len(result.Data) > n:
		return nil, fmt.Errorf("the server sent %d bytes of a file, more than the %d that were requested", len(result.Data), n)
	}
	if result.Problem != "" {
		return nil, mcpext.Problem(clean(string(result.Problem), 200)).Err()
	}
	return result.Data, nil
}

// readText returns the beginning of a text file: at least want bytes, or the whole text if it is
// shorter. It requests one page after the other.
func (a *native) readText(ctx context.Context, p luminos.Path, want int64) ([]byte, error) {
	r := a.roles[mcpext.RoleRead]
	var data []byte
	offset := 1
	for range maxPages {
		result, err := a.l.callTool(ctx, r.tool, p, map[string]any{r.arg: string(p), "offset": offset})
		if err != nil {
			return nil, err
		}
		text, err := soleText(result)
		if err != nil {
			return nil, err
		}
		var about mcpext.FileText
		if err := decode(result.StructuredContent, &about); err != nil {
			return nil, err
		}
		if about.FirstLine > 0 {
			text = unnumber(text, about.FirstLine, about.LastLine)
		}
		data = append(data, text...)
		if about.EOF || about.NextOffset <= offset || int64(len(data)) >= want {
			return data, nil
		}
		offset = about.NextOffset
	}
	return nil, fmt.Errorf("the text of a file that the server sends page by page has more than %d pages", maxPages)
}

// unnumber returns the lines first to last of a text without their line numbers. It drops the lines after them, which
// are not part of the file. If a line lacks its number, it returns the text unchanged.
func unnumber(text string, first, last int) string {
	var b strings.Builder
	n := first
	for line := range strings.Lines(text) {
		if n > last {
			break
		}
		digits, rest, ok := strings.Cut(strings.TrimLeft(line, " "), "\t")
		if !ok || digits != strconv.Itoa(n) {
			return text
		}
		b.WriteString(rest)
		n++
	}
	return b.String()
}
