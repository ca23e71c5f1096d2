package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

const (
	investigationsFile = "investigations.json"
	investigationsLock = "investigations"
	investigationsMax  = 64 << 20
)

// investigations is the content of investigations.json.
type investigations struct {
	// Targets maps the absolute path of a target, escaped like a Path, to the
	// ids of its investigations, newest first.
	Targets map[string][]string `json:"targets"`
}

// investigations returns the list of investigations in investigations.json. If the file is missing or damaged, the list
// is built from the meta.json of each investigation.
func (c *Cache) investigations() (investigations, error) {
	v := investigations{Targets: map[string][]string{}}
	if c.readSealed(investigationsFile, investigationsMax, &v) == nil && v.Targets != nil {
		return v, nil
	}
	v.Targets = map[string][]string{}
	names, err := c.names(".")
	started := map[string]time.Time{}
	for _, id := range names {
		if m, err := c.meta(id); err == nil {
			started[id] = m.Started
			v.Targets[m.Target] = append(v.Targets[m.Target], id)
		}
	}
	for _, ids := range v.Targets {
		slices.SortStableFunc(ids, func(a, b string) int { return started[b].Compare(started[a]) })
	}
	return v, err
}

// change rewrites investigations.json with the changes that f makes. It holds a lock, so that only one process at a
// time does so.
func (c *Cache) change(ctx context.Context, f func(*investigations) error) error {
	l, err := c.lockNamed(ctx, investigationsLock, false, nil)
	if err != nil {
		return err
	}
	defer l.release()
	v, err := c.investigations()
	if err == nil {
		err = f(&v)
	}
	if err != nil {
		return err
	}
	return c.put(investigationsFile, v)
}

// removeOrphans removes the directories without meta.json of investigations that are not in investigations.json, which
// a killed process can leave. The caller holds the lock of that file.
func (c *Cache) removeOrphans(v *investigations) {
	known := map[string]bool{}
	for _, ids := range v.Targets {
		for _, id := range ids {
			known[id] = true
		}
	}
	names, _ := c.names(".") // the next reader of the list returns the error
	for _, id := range names {
		if _, err := c.root.Lstat(path.Join(id, metaFile)); isID(id) && !known[id] && errors.Is(err, fs.ErrNotExist) {
			c.root.RemoveAll(id)
		}
	}
}

// tidy removes temporary files in the top directory of the cache, which a process that was killed has left there. It
// holds the lock of investigations.json meanwhile, and does nothing if it does not get the lock before the end of ctx.
func (c *Cache) tidy(ctx context.Context) {
	if l, err := c.lockNamed(ctx, investigationsLock, false, nil); err == nil {
		c.sweep(".")
		l.release()
	}
}

// latest returns the id of the newest investigation of a target, or "" if there is no investigation.
func (c *Cache) latest(target string) (string, error) {
	v, err := c.investigations()
	if err != nil {
		return "", err
	}
	for _, id := range v.Targets[target] {
		if info, err := c.root.Lstat(id); isID(id) && err == nil && info.IsDir() {
			return id, nil
		}
	}
	return "", nil
}

// Listing describes one stored investigation for a list.
type Listing struct {
	Meta
	Latest bool  `json:"latest"` // the newest of its target
	Bytes  int64 `json:"size_bytes"`
	// Problem is the reason why the other fields are unknown, or "".
	Problem string `json:"problem,omitempty"`
}

// List describes all investigations by target, the newest first. It includes
// investigations that are missing from the index.
func (c *Cache) List() ([]Listing, error) {
	v, err1 := c.investigations()
	names, err := c.names(".")
	if err := errors.Join(err1, err); err != nil {
		return nil, err
	}
	var out []Listing
	for _, id := range names {
		if !isID(id) {
			continue
		}
		l := Listing{Bytes: c.size(id)}
		if l.Meta, err = c.meta(id); err != nil {
			l.Meta = Meta{ID: id}
			l.Problem = describe(err)
		}
		if l.State == Complete && l.Report != nil && l.Report.Partial {
			l.State = Partial
		}
		ids := v.Targets[l.Target]
		l.Latest = len(ids) > 0 && ids[0] == id
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b Listing) int {
		return cmp.Or(strings.Compare(a.Target, b.Target), b.Started.Compare(a.Started), strings.Compare(a.ID, b.ID))
	})
	return out, nil
}

// Remove removes all investigations of a target and returns their number. It fails
// with [ErrBusy] if another process works on the target.
func (c *Cache) Remove(ctx context.Context, target string) (n int, err error) {
	l, err := c.lockNamed(ctx, targetLock(target), true, nil)
	if err != nil {
		return n, err
	}
	defer l.release()
	var ids []string
	err = c.change(ctx, func(v *investigations) error {
		ids = v.Targets[target]
		delete(v.Targets, target)
		return nil
	})
	for _, id := range ids {
		if _, missing := c.root.Lstat(id); isID(id) && missing == nil {
			err = errors.Join(err, c.root.RemoveAll(id))
			n++
		}
	}
	return n, doing("removing the investigations of a target", err)
}

// Path returns the directory of the newest investigation of a target. The error is [ErrNone] if there is no
// investigation.
func (c *Cache) Path(target string) (string, error) {
	id, err := c.latest(target)
	if err != nil {
		return "", err
	}
	if id == "" {
		return "", fmt.Errorf("the target %q has no investigation: %w", target, ErrNone)
	}
	return path.Join(c.dir, id), nil
}
