package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/store"
	"luminos/internal/words"
)

// Cache holds the directory in which investigations are stored, and the way in which this run uses it.
type Cache struct {
	Dir string // "" stores nothing
	// Required makes a cache that cannot be used an error, except on a full or read-only
	// disk. Otherwise the run goes on without a cache, with a notice.
	Required bool
	Fresh    bool // begin a new investigation; the earlier ones stay
	NoWait   bool // fail with store.ErrBusy if another run works on the target
	Options  store.Options
}

// openCache opens the cache directory that the request names, if any.
func (r *run) openCache(ctx context.Context) (err error) {
	if r.Cache.Dir == "" {
		return nil
	}
	if r.Target.Server == nil && localdir.Contains(r.Cache.Dir, r.Target.Dir) {
		err = fmt.Errorf("the target %q is inside the directory of the cache, %q; choose another directory for the cache", r.Target.Dir, r.Cache.Dir)
	} else if r.ahead {
		r.cache, _ = store.OpenExisting(r.Cache.Dir, r.Cache.Options)
		return nil // without a cache the estimate is of a first run
	} else {
		r.cache, err = store.Open(ctx, r.Cache.Dir, r.Cache.Options)
	}
	return r.withoutCache(ctx, err)
}

// begin opens the stored investigation of the target in the cache, or creates one. Without a cache it does nothing.
func (r *run) begin(ctx context.Context) (err error) {
	if r.cache == nil {
		return nil
	}
	settings := r.settings()
	begin := store.Begin{
		Target: r.Target.Stored(), Engine: r.engineName(), Settings: settings, Fresh: r.Cache.Fresh, NoWait: r.Cache.NoWait,
		Waiting: func(h store.Holder) {
			since := h.Since.Local().Format(time.TimeOnly)
			r.notify(luminos.Concern, fmt.Sprintf("waiting for another luminos (process %d, at work since %s) to finish with this target", h.PID, since))
		},
	}
	if r.ahead {
		begin.Existing, begin.NoWait = true, true
	}
	r.inv, r.before, err = r.cache.Begin(ctx, begin)
	if r.ahead && err != nil && ctx.Err() == nil {
		if !errors.Is(err, store.ErrNone) {
			r.notify(luminos.Concern, "the estimate is of a run that begins anew: "+err.Error())
		}
		r.inv, r.before = nil, store.Before{}
		return nil
	}
	if errors.Is(err, store.ErrBusy) {
		return fmt.Errorf("opening the stored investigation of the target %q: %w", r.Target.shown(), err)
	}
	if err != nil {
		r.inv, r.before = nil, store.Before{}
		return r.withoutCache(ctx, err)
	}
	r.notifyBefore(settings)
	return nil
}

// withdraw restores the stored investigation as it was before this run, or removes it if there was none: the run did
// nothing that another run could go on with. It reports whether it succeeded.
func (r *run) withdraw(ctx context.Context) bool {
	if err := r.inv.Withdraw(context.WithoutCancel(ctx), r.before); err != nil {
		r.notify(luminos.Info, "the next run will resume this one: "+err.Error())
		return false
	}
	return true
}

// withoutCache returns err if ctx has ended, or if the cache is required and err has another reason than a full or
// read-only disk. For another error it sends the user a notice and returns nil, and the run continues without a cache.
func (r *run) withoutCache(ctx context.Context, err error) error {
	switch {
	case err == nil || context.Cause(ctx) != nil:
		return err
	case r.Cache.Required && !store.Unwritable(err):
		return fmt.Errorf("%w, and this run requires a cache: %w", ErrCache, err)
	}
	r.notify(luminos.Concern, "nothing will be kept of this run: "+err.Error())
	return nil
}

// notify sends a notice to the user. Info can be left out of a quiet display, Concern cannot.
func (r *run) notify(severity luminos.Severity, text string) {
	r.Sink.Emit(luminos.Event{Kind: luminos.EventNotice, Severity: severity, Text: text})
}

// notifyBefore sends notices to the user if the last run was interrupted, or if the settings differ from that run. An
// estimate goes on with nothing.
func (r *run) notifyBefore(settings []store.Setting) {
	if !r.before.Found || r.ahead {
		return
	}
	if r.before.Interrupted() {
		text := "resuming: the run of " + r.before.Updated.Local().Format(time.DateTime) + " did not end"
		if r.before.Calls > 0 {
			calls := words.Plural(r.before.Calls, "call")
			text += "; at least " + r.before.Spent.String() + " was spent on " + calls + " of models so far"
		}
		r.notify(luminos.Info, text)
	}
	changed := store.Changed(r.before.Settings, settings)
	if was := r.before.Engine; was != "" && was != r.engineName() {
		by := map[string]string{"model": "a language model", "offline": "rules"}
		r.notify(luminos.Info, "the last run went by "+cmp.Or(by[was], was)+"; this run goes by "+by[r.engineName()])
		other := append((&Models{MaxOutput: 1, Refine: 1}).settings(), store.Setting{Name: "engine"})
		changed = slices.DeleteFunc(changed, func(text string) bool {
			name, _, _ := strings.Cut(text, ":")
			return slices.ContainsFunc(other, func(s store.Setting) bool { return s.Name == name })
		})
	}
	if len(changed) > 0 {
		r.notify(luminos.Info, "settings differ from the last run: "+strings.Join(changed, "; "))
	}
}

// shownProblems is the maximal number of notices about stored files that could not be used.
const shownProblems = 3

// notifyMemory sends notices about the results of earlier runs that were used, and about results that were not stored.
func (r *run) notifyMemory(m *luminos.Memory) {
	if m == nil {
		return
	}
	note := func(text string) { r.notify(luminos.Info, text) }
	switch {
	case m.Unchanged:
		note("nothing has changed since the last run: nothing was investigated again")
	case r.before.Found && m.Investigated == 0:
		note("nothing had to be investigated again")
	case r.before.Found:
		text := fmt.Sprintf("%s of %s investigated", words.Count(m.Investigated), words.Plural(m.Investigated+m.Reused, "directory", "directories"))
		if m.Reused > 0 {
			text += "; stored results were used for the others"
		}
		note(text)
	}
	if m.Mixed > 0 {
		of := words.Plural(m.Mixed, "directory was", "directories were")
		note(of + " investigated with other settings, as you chose; --fresh begins anew")
	}
	for i, p := range m.Problems {
		if i == shownProblems {
			note(words.Plural(len(m.Problems)-i, "more stored file") + " could not be used")
			break
		}
		note(fmt.Sprintf("stored file %s was not used: %s", p.Path, p.Reason))
	}
	if n := len(m.Volatile); n > 0 {
		note(fmt.Sprintf("%s changed while the target was read (%s among them); the results of their directories were not kept", words.Plural(n, "file"), m.Volatile[0]))
	}
	if m.Failed != "" {
		r.notify(luminos.Concern, "this run was not kept: "+m.Failed)
	}
}
