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
	reminder reminder
	engine   string      // the name of the engine of the run
	last     *store.Last // the last report of the engine, or nil
	read     readCases
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

// version returns the stored entry of the first directory of the unit u that is used for u, or nil. The inquiries of
// its unit have the same answers now.
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

// renew stores the results f of an earlier unit once more, if the unit is used again and is not the newest one of its
// directory: the next run takes the newest unit for the state that the last report describes.
func renew(m *memory, top *store.StoredEntry, f *luminos.Findings) {
	if top == nil || !m.reminder.on {
		return
	}
	if list := m.reminder.units[top.Path]; len(list) == 0 || list[0] == top {
		return
	}
	var k keptUnit
	for i := range f.Entries {
		e := *with(m.entries[f.Entries[i].Path], top.Key())
		if e.Unit != nil {
			again := *e.Unit
			again.Dropped = nil
			e.Unit = &again
		}
		k.entries = append(k.entries, e)
	}
	for i := range f.Files {
		k.files = append(k.files, store.StoredFile{FileEntry: f.Files[i], Fingerprint: top.Fingerprint, Replies: top.Replies})
	}
	m.put([]keptUnit{k}, true)
}
