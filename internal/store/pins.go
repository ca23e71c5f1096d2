package store

import (
	"context"
	"errors"
	"io/fs"
	"maps"
)

const (
	serversFile = "servers.json"
	serversMax  = 16 << 20
)

// servers is the content of servers.json.
type servers struct {
	// Tools maps servers to tools, and tools to the digests of their definitions.
	Tools map[string]map[string]string `json:"tools"`
}

// Pins stores the digests of the tools of MCP servers as they were first used. It
// is safe for concurrent use.
type Pins struct{ cache *Cache }

// Pins returns the stored digests of tools. They must not be used after the cache is closed.
func (c *Cache) Pins() *Pins { return &Pins{c} }

// Load returns the digests of the tools of a server by name; a new server has no digests. A damaged file is an error:
// treating it as empty would accept any change of the tools.
func (p *Pins) Load(_ context.Context, server string) (map[string]string, error) {
	v, err := p.read()
	return v.Tools[server], err
}

// Save replaces the stored digests of the tools of a server. If another process is changing the file, Save waits, at
// most until ctx ends.
func (p *Pins) Save(ctx context.Context, server string, pins map[string]string) error {
	return p.change(ctx, func(v *servers) { v.Tools[server] = maps.Clone(pins) })
}

func (p *Pins) read() (servers, error) {
	var v servers
	err := p.cache.readSealed(serversFile, serversMax, &v)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if v.Tools == nil {
		v.Tools = map[string]map[string]string{}
	}
	return v, doing("reading the stored digests of the tools of MCP servers", err)
}

// change rewrites servers.json with the changes that f makes. It holds a lock, so that only one process at a time does
// so.
func (p *Pins) change(ctx context.Context, f func(*servers)) error {
	l, err := p.cache.lockNamed(ctx, investigationsLock, false, nil)
	if err != nil {
		return err
	}
	defer l.release()
	v, err := p.read()
	if err != nil {
		return err
	}
	f(&v)
	return p.cache.put(serversFile, v)
}

// Forget removes the stored digests of the tools of a server. It reports whether there were any. If servers.json is
// damaged, Forget removes the file and returns true. Any other error of reading leaves the file, which may hold the
// digests of other servers.
func (c *Cache) Forget(ctx context.Context, server string) (bool, error) {
	p := c.Pins()
	v, err := p.read()
	switch {
	case errors.Is(err, errBroken): // such a file holds no digest that can be trusted
		return true, c.root.Remove(serversFile)
	case err != nil || v.Tools[server] == nil:
		return false, err
	}
	return true, p.change(ctx, func(v *servers) { delete(v.Tools, server) })
}
