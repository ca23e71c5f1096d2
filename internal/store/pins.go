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

// servers is the file that remembers the tools of MCP servers.
type servers struct {
	// Tools maps a server to its tools, and those to digests of their definitions.
	Tools map[string]map[string]string `json:"tools"`
}

// Pins remembers what the tools of servers looked like when they were first used.
// It is safe for concurrent use.
type Pins struct{ cache *Cache }

// Pins gives what is remembered of the tools of servers. It must not be used
// after the cache is closed.
func (c *Cache) Pins() *Pins { return &Pins{c} }

// Load gives the digests of a server's tools by name, none where it is new. A
// file that was damaged is an error: to take it for empty would be to accept
// whatever the server shows now.
func (p *Pins) Load(_ context.Context, server string) (map[string]string, error) {
	v, err := p.cache.servers()
	return v.Tools[server], err
}

// Save replaces what is remembered of a server. It waits for other processes
// until ctx ends.
func (p *Pins) Save(ctx context.Context, server string, pins map[string]string) error {
	return p.cache.changeServers(ctx, func(v *servers) { v.Tools[server] = maps.Clone(pins) })
}

func (c *Cache) servers() (servers, error) {
	v := servers{Tools: map[string]map[string]string{}}
	b, err := c.read(serversFile, serversMax)
	if errors.Is(err, fs.ErrNotExist) {
		return v, nil
	}
	if err == nil {
		err = unseal(b, &v)
	}
	if v.Tools == nil {
		v.Tools = map[string]map[string]string{}
	}
	return v, err
}

// changeServers rewrites the file, one process at a time.
func (c *Cache) changeServers(ctx context.Context, f func(*servers)) error {
	l, err := c.lockNamed(ctx, investigationsLock, false, nil)
	if err != nil {
		return err
	}
	defer l.release()
	v, err := c.servers()
	if err != nil {
		return err
	}
	f(&v)
	b, err := seal(v)
	if err != nil {
		return err
	}
	return c.write(serversFile, b)
}

// Forget removes what is remembered of the tools of a server, and says whether
// there was anything.
func (c *Cache) Forget(ctx context.Context, server string) (bool, error) {
	v, err := c.servers()
	if err == nil && v.Tools[server] == nil {
		return false, nil
	}
	if err != nil { // a damaged file remembers nothing that could be kept
		return true, c.root.Remove(serversFile)
	}
	return true, c.changeServers(ctx, func(v *servers) { delete(v.Tools, server) })
}
