package mcpclient

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
)

// uriTree is a tree of directories and files, made from the slashes in the URIs of resources.
type uriTree struct {
	dirs   map[luminos.Path]*listing
	leaves map[luminos.Path]*mcp.Resource
}

// itself is the name of a leaf whose URI is also a directory of other leaves. No valid URI
// contains it as an element.
const itself = "%self"

func newURITree(all []*mcp.Resource, partial string) *uriTree {
	t := &uriTree{dirs: map[luminos.Path]*listing{luminos.Root: newListing(luminos.Root)}, leaves: map[luminos.Path]*mcp.Resource{}}
	t.dirs[luminos.Root].partial = partial
	split := make([][]string, len(all))
	inner := map[string]bool{} // the paths with others below them
	base := commonBase(all)
	for i, r := range all {
		split[i] = elements(strings.TrimPrefix(r.URI, base))
		for k := 1; k < len(split[i]); k++ {
			inner[strings.Join(split[i][:k], "/")] = true
		}
	}
	for i, r := range all {
		parts := split[i]
		if len(parts) > maxURIDepth {
			t.dirs[luminos.Root].refuse(errTooDeep)
			continue
		}
		if inner[strings.Join(parts, "/")] {
			parts = append(parts[:len(parts):len(parts)], itself)
		}
		t.put(parts, r)
	}
	return t
}

// put adds a resource to the tree as a file. Parts are the elements of its path; put also adds
// directories that the tree does not have yet.
func (t *uriTree) put(parts []string, r *mcp.Resource) {
	dir := luminos.Root
	for _, part := range parts[:len(parts)-1] {
		name := luminos.PathFromOS(part)
		p := join(dir, name)
		if t.dirs[p] == nil {
			if !t.dirs[dir].add(name, luminos.Node{Kind: luminos.KindDir, Size: -1}) {
				return
			}
			t.dirs[p] = newListing(p)
		}
		dir = p
	}
	name := luminos.PathFromOS(parts[len(parts)-1])
	n := resourceNode(r)
	n.Kind = luminos.KindFile // even if it claims to be a directory: it cannot be listed
	if t.dirs[dir].add(name, n) {
		t.leaves[join(dir, name)] = r
	}
}

const maxURIDepth = 200

var errTooDeep = fmt.Errorf("the server has a resource whose URI has more than %d elements", maxURIDepth)

// commonBase returns "scheme://host" if all resources have the same scheme and host, and each has a path. Else it
// returns "scheme://" if all have the same scheme, else "". The order of the resources does not matter.
func commonBase(all []*mcp.Resource) string {
	base := ""
	for i, r := range all {
		scheme, rest, ok := strings.Cut(r.URI, "://")
		if !ok {
			return ""
		}
		scheme += "://"
		host, _, path := strings.Cut(rest, "/")
		switch {
		case i > 0 && !strings.HasPrefix(base, scheme):
			return ""
		case !path || i > 0 && base != scheme+host:
			base = scheme
		case i == 0:
			base = scheme + host
		}
	}
	return base
}

// elements splits a URI into elements of a path. It decodes nothing: "%2F" is not a slash in a URI
// either. It replaces "", "." and ".." by names that no valid URI contains, and a NUL byte by
// "%00".
func elements(uri string) []string {
	uri = strings.TrimLeft(uri, "/")
	scheme, rest, ok := strings.Cut(uri, "://")
	var parts []string
	if ok && !strings.Contains(scheme, "/") {
		parts = append(parts, scheme+":")
		uri = rest
	}
	for part := range strings.SplitSeq(strings.TrimRight(uri, "/"), "/") {
		switch part {
		case "":
			part = "%empty"
		case ".":
			part = "%dot"
		case "..":
			part = "%dotdot"
		}
		parts = append(parts, strings.ReplaceAll(part, "\x00", "%00"))
	}
	return parts
}

func (t *uriTree) list(dir luminos.Path) ([]luminos.Node, error) {
	l, ok := t.dirs[dir]
	switch {
	case ok:
		return l.done()
	case t.leaves[dir] != nil:
		return nil, errNotDir
	}
	return nil, fs.ErrNotExist
}

func (t *uriTree) stat(p luminos.Path) (luminos.Node, error) {
	if t.dirs[p] != nil {
		return luminos.Node{Path: p, Kind: luminos.KindDir, Size: -1}, nil
	}
	r, ok := t.leaves[p]
	if !ok {
		return luminos.Node{}, fs.ErrNotExist
	}
	n := resourceNode(r)
	n.Path, n.Kind = p, luminos.KindFile
	return n, nil
}

func (t *uriTree) resource(p luminos.Path) (*mcp.Resource, error) {
	switch r, ok := t.leaves[p]; {
	case ok:
		leaf := *r
		if leaf.MIMEType == dirMIME {
			leaf.MIMEType = ""
		}
		return &leaf, nil
	case t.dirs[p] != nil:
		return nil, luminos.ErrNotRegular
	}
	return nil, fs.ErrNotExist
}
