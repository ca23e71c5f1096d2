package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

// Limits says which investigations [Cache.Reduce] removes.
type Limits struct {
	Before time.Time // remove the ones whose last run began or ended before; zero removes none for its age
	Bytes  int64     // remove until the rest has at most this size; 0 removes none for its size
}

// Reduce removes investigations until the rest is within the limits, and returns the removed ones. Old unfinished ones
// that have a newer investigation of their target go first, then other unfinished ones, then the others; each time the
// oldest goes first. Targets on which another process works are left out.
func (c *Cache) Reduce(ctx context.Context, l Limits) ([]Listing, error) {
	all, err := c.List()
	if err != nil {
		return nil, err
	}
	total := int64(0)
	for _, i := range all {
		total += i.Bytes
	}
	slices.SortStableFunc(all, func(a, b Listing) int {
		return cmp.Or(cmp.Compare(worth(a), worth(b)), a.Updated.Compare(b.Updated))
	})
	var removed []Listing
	for _, i := range all {
		old := i.Problem == "" && i.Updated.Before(l.Before)
		if !old && (l.Bytes == 0 || total <= l.Bytes) {
			continue
		}
		switch err := c.removeOne(ctx, i); {
		case errors.Is(err, ErrBusy):
			continue
		case err != nil:
			return removed, err
		}
		total -= i.Bytes
		removed = append(removed, i)
	}
	return removed, nil
}

// worth returns the order in which investigations are removed: 0 goes first.
func worth(l Listing) int {
	switch {
	case l.State != Running:
		return 2
	case l.Latest:
		return 1
	}
	return 0
}

// removeOne removes one investigation. It fails with [ErrBusy] if another process works on its target.
func (c *Cache) removeOne(ctx context.Context, l Listing) error {
	v, err := c.investigations()
	if err != nil {
		return err
	}
	for target, ids := range v.Targets { // the file that names the target can be damaged
		if slices.Contains(ids, l.ID) {
			l.Target = target
		}
	}
	held, err := c.lockNamed(ctx, targetLock(l.Target), true, nil)
	if err != nil {
		return err
	}
	defer held.release()
	err = c.change(ctx, func(v *investigations) error {
		ids := slices.DeleteFunc(v.Targets[l.Target], func(id string) bool { return id == l.ID })
		if v.Targets[l.Target] = ids; len(ids) == 0 {
			delete(v.Targets, l.Target)
		}
		return nil
	})
	if err == nil {
		err = c.root.RemoveAll(l.ID)
	}
	return doing("removing an investigation", err)
}
