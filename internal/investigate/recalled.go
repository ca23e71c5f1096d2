package investigate

import (
	"context"
	"slices"
	"time"

	"luminos"
	"luminos/internal/store"
)

// recalled holds the entries that earlier runs stored.
type recalled struct {
	entries map[luminos.Path][]store.StoredEntry // the newest first
	// mixed states that stored results of a model are used even if they were made with other settings.
	mixed    bool
	inquirer inquirer
}

// since returns the number of entries of directories that were stored after the time t.
func (r *recalled) since(t time.Time) (n int) {
	for _, versions := range r.entries {
		if versions[0].CachedAt.After(t) {
			n++
		}
	}
	return n
}

// version returns the stored entry of the first directory of the unit u that is used for u, or nil. The inquiries of its
// unit have the same answers now.
func (r *recalled) version(ctx context.Context, u *luminos.Unit) *store.StoredEntry {
	versions := r.entries[u.Path()]
	if u.Fingerprint == "" {
		return nil
	}
	for _, fits := range []func(*store.StoredEntry) bool{
		func(v *store.StoredEntry) bool { return v.Fingerprint == u.Fingerprint },
		func(v *store.StoredEntry) bool {
			return r.mixed && v.Content == u.Content && v.Unit != nil && len(v.Unit.Settings) > 0
		},
	} {
		for i := range versions {
			if v := &versions[i]; fits(v) && r.inquirer.answered(ctx, v) {
				return v
			}
		}
	}
	return nil
}

// with returns the version of an entry with the key, or nil.
func with(versions []store.StoredEntry, key string) *store.StoredEntry {
	i := slices.IndexFunc(versions, func(e store.StoredEntry) bool { return e.Key() == key })
	if i < 0 {
		return nil
	}
	return &versions[i]
}
