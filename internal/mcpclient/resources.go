package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
)

// dirMIME is the type of a resource that is a directory.
const dirMIME = "inode/directory"

// resources reads servers with resources: by directory if these can be listed, else as the
// tree that the slashes of the URIs form.
type resources struct {
	l    *link
	flat *uriTree // nil if directories can be listed
	tops []*mcp.Resource

	last  lastRead   // by URI
	mu    sync.Mutex // guards the field below
	known map[luminos.Path]*mcp.Resource
}

func newResources(ctx context.Context, l *link, directories bool) (adapter, error) {
	all, partial, err := listResources(ctx, l)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	a := &resources{l: l, known: map[luminos.Path]*mcp.Resource{}}
	if directories {
		for _, r := range all {
			if r.MIMEType == dirMIME {
				a.tops = append(a.tops, r)
			}
		}
	}
	if len(a.tops) == 0 {
		a.flat = newURITree(all, partial)
	}
	return a, nil
}

// listResources returns the resources of a server. Partial is the reason if the list is
// incomplete, for example because it exceeds a limit.
func listResources(ctx context.Context, l *link) (all []*mcp.Resource, partial string, err error) {
	turns := cursorsOf(time.Now(), l.opts)
	size := 0
	for cursor := ""; ; {
		var page *mcp.ListResourcesResult
		err := l.do(ctx, ask{what: "its resources"}, func(ctx context.Context, s *session) (err error) {
			page, err = s.ListResources(ctx, &mcp.ListResourcesParams{Cursor: cursor})
			return err
		})
		if err != nil && len(all) > 0 && ctx.Err() == nil {
			return all, "the next page could not be had: " + said(err).Error(), nil
		}
		if err != nil {
			return nil, "", err
		}
		for _, r := range page.Resources {
			if len(all) >= maxEntries {
				return all, fmt.Sprintf("there are more than %d resources", maxEntries), nil
			}
			if r == nil {
				continue
			}
			if size += len(r.URI) + len(r.Name); size > maxListing {
				return all, fmt.Sprintf("their names take more than %d MiB", maxListing>>20), nil
			}
			// The other fields can be megabytes long.
			all = append(all, &mcp.Resource{URI: r.URI, Name: r.Name, MIMEType: clean(r.MIMEType, 100), Size: r.Size})
		}
		if cursor = page.NextCursor; cursor == "" {
			return all, "", nil
		}
		if reason := turns.next(time.Now(), cursor); reason != "" {
			return all, reason, nil
		}
	}
}

func (a *resources) name() string {
	if a.flat != nil {
		return "resources"
	}
	return "resource directories"
}

func (a *resources) uses() map[string]use { return nil }

func (a *resources) list(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	if a.flat != nil {
		return a.flat.list(dir)
	}
	out := newListing(dir)
	if dir == luminos.Root && len(a.tops) > 1 {
		for _, r := range a.tops {
			a.take(out, r)
		}
		return out.done()
	}
	r, err := a.resolve(ctx, dir)
	if err != nil {
		return nil, err
	}
	if r.MIMEType != dirMIME {
		return nil, errNotDir
	}
	turns := cursorsOf(time.Now(), a.l.opts)
	for cursor := ""; ; {
		page, err := a.page(ctx, dir, r.URI, cursor)
		if err != nil && len(out.nodes) > 0 && ctx.Err() == nil {
			out.partial = "its next page could not be had: " + said(err).Error()
			return out.done()
		}
		if err != nil {
			return nil, err
		}
		for _, r := range page.Resources {
			if out.full() {
				return out.done()
			}
			if r != nil {
				a.take(out, r)
			}
		}
		if cursor = page.NextCursor; cursor == "" {
			return out.done()
		}
		if out.partial = turns.next(time.Now(), cursor); out.partial != "" {
			return out.done()
		}
	}
}

// page requests one page of the list of a directory. Uri is the address of the directory, and
// cursor is the position that the page before returned.
func (a *resources) page(ctx context.Context, dir luminos.Path, uri, cursor string) (page *directoryResult, err error) {
	err = a.l.do(ctx, ask{what: methodDirectory, path: dir}, func(ctx context.Context, s *session) (err error) {
		page, err = mcp.CallCustomMethod[*directoryParams, *directoryResult](ctx, s.ClientSession, methodDirectory, &directoryParams{URI: uri, Cursor: cursor})
		if err == nil && page == nil {
			err = errors.New("the server answered the request to list a directory without a result")
		}
		return err
	})
	return page, err
}

// take adds the resource r to out, the listing of its directory. It also stores r under the path of the new entry,
// for resolve.
func (a *resources) take(out *listing, r *mcp.Resource) {
	name := r.Name
	if checkName(name) != nil { // some servers put titles with slashes there
		name = lastOf(r.URI)
	}
	n := resourceNode(r)
	if !out.add(luminos.PathFromOS(name), n) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.known) < knownMax {
		a.known[out.nodes[len(out.nodes)-1].Path] = r
	}
}

// resolve returns the resource that has the path p. If no listing has contained it yet, resolve
// lists the parent directory first.
func (a *resources) resolve(ctx context.Context, p luminos.Path) (*mcp.Resource, error) {
	if p == luminos.Root {
		if len(a.tops) == 1 {
			return a.tops[0], nil
		}
		return &mcp.Resource{MIMEType: dirMIME}, nil
	}
	recall := func() *mcp.Resource {
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.known[p]
	}
	if r := recall(); r != nil {
		return r, nil
	}
	if _, err := a.list(ctx, p.Dir()); err != nil {
		if _, partial := errors.AsType[*PartialError](err); !partial {
			if errors.Is(err, errNotDir) {
				err = fs.ErrNotExist
			}
			return nil, err
		}
	}
	if r := recall(); r != nil {
		return r, nil
	}
	return nil, fs.ErrNotExist
}

func (a *resources) stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	if a.flat != nil {
		return a.flat.stat(p)
	}
	r, err := a.resolve(ctx, p)
	if err != nil {
		return luminos.Node{}, err
	}
	n := resourceNode(r)
	n.Path = p
	return n, nil
}

func (a *resources) read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	var r *mcp.Resource
	var err error
	if a.flat != nil {
		r, err = a.flat.resource(p)
	} else {
		r, err = a.resolve(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	if r.MIMEType == dirMIME {
		return nil, luminos.ErrNotRegular
	}
	return a.last.window(r.URI, offset, n, func() ([]byte, error) { return a.content(ctx, p, r.URI) })
}

// content returns the content of one resource. If a server answers with several contents, for
// instance of all files of a directory, it returns the one that has the requested URI.
func (a *resources) content(ctx context.Context, p luminos.Path, uri string) ([]byte, error) {
	var result *mcp.ReadResourceResult
	err := a.l.do(ctx, ask{what: "a resource", path: p}, func(ctx context.Context, s *session) (err error) {
		result, err = s.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, c := range result.Contents {
		if c != nil && (c.URI == uri || len(result.Contents) == 1) {
			if c.Blob != nil {
				return c.Blob, nil
			}
			return []byte(c.Text), nil
		}
	}
	return nil, errors.New("the server's answer to the request for a resource does not contain this resource")
}

func resourceNode(r *mcp.Resource) luminos.Node {
	n := luminos.Node{Kind: luminos.KindFile, Size: -1, MIME: clean(r.MIMEType, 100)}
	switch {
	case r.MIMEType == dirMIME:
		n.Kind, n.MIME = luminos.KindDir, ""
	case r.Size > 0: // 0 if the server gives no size
		n.Size = r.Size
	}
	return n
}

// lastOf returns the last element of the path in a URI, decoded if the result is a valid name.
func lastOf(uri string) string {
	uri = strings.TrimRight(uri, "/")
	name := uri[strings.LastIndexByte(uri, '/')+1:]
	if plain, err := url.PathUnescape(name); err == nil && checkName(plain) == nil {
		return plain
	}
	return name
}
