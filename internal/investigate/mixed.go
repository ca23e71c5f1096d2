package investigate

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/store"
)

// chosen asks the user, through the option Choose of the run r, whether stored results that a model made with other
// settings are used, if there are any that would not be stale otherwise. redo is the estimate of the run without them.
// chosen returns the estimate of the run after the decision.
func chosen(
	ctx context.Context, r *run, d *luminos.Dossier, by Forecaster, redo *luminos.Estimate,
) (*luminos.Estimate, error) {
	settings := madeOtherwise(r.memory)
	if r.Choose == nil || len(settings) == 0 {
		return redo, nil
	}
	r.memory.mixed = true
	use, err := estimated(ctx, r, d, by)
	yes := false
	if n := use.Reused - redo.Reused; err == nil && n > 0 {
		yes, err = r.Choose(ctx, &luminos.Choice{
			Directories: n, Of: use.Directories, Settings: settings, Use: use.Range, Redo: redo.Range,
		})
	}
	if r.memory.mixed = yes; yes {
		return use, err
	}
	return redo, err
}

// madeOtherwise returns the settings that differ between this run and the runs in which a model made stored entries.
func madeOtherwise(m *memory) (settings []string) {
	for _, versions := range m.entries {
		for _, e := range versions {
			settings = union(settings, m.otherSettings(e.Unit))
		}
	}
	return settings
}

// otherSettings returns the settings that differ between this run and the run in which a model investigated the stored
// unit u. It returns nil if rules did.
func (m *memory) otherSettings(u *store.StoredUnit) []string {
	if u == nil || len(u.Settings) == 0 {
		return nil
	}
	return slices.DeleteFunc(store.Changed(u.Settings, m.inv.Settings()), func(s string) bool {
		return strings.HasPrefix(s, "engine:") // a run of rules was between
	})
}

// union returns the sorted texts that are in a or in b.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
