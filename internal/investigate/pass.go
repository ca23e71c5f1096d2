package investigate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/store"
)

// pass is one step of an investigation. Its functions read the dossier and add
// their result to it.
type pass struct {
	name luminos.Pass
	text string // shown while the pass runs
	// skip returns why the run does without the pass, or "". Nil skips never.
	skip func(*luminos.Dossier) string
	run  func(context.Context, *luminos.Dossier) error
	// kept is set if the result outlives the run.
	kept *keptResult
	// fallback follows a failure of run. If it is nil, the failure ends the
	// investigation.
	fallback *fallback
}

// keptResult is a result that is stored, so that a later run need not ask again.
type keptResult struct {
	// key returns a digest of everything that the result depends on; "" if it is
	// not to be looked up.
	key func(*luminos.Dossier) string
	// load adds the result stored under a key to the dossier, and reports whether
	// there was one.
	load func(ctx context.Context, d *luminos.Dossier, key string) bool
	// save stores the result. With the key "" it is only for people to read.
	save func(d *luminos.Dossier, key string)
}

// fallback is done instead of a pass that failed.
type fallback struct {
	instead string // the replacement in the report, in words
	run     func(context.Context, *luminos.Dossier) error
}

// do runs a pass: it measures the time, emits the events, looks up a kept
// result, falls back if the pass fails, and writes the log. It returns the error
// of a context that ended, or of a pass that has no fallback.
func (r *run) do(ctx context.Context, p pass, d *luminos.Dossier) error {
	key := ""
	if reason := p.skipped(d); reason != "" {
		r.memory.log(store.Line{Pass: string(p.name), Text: "skipped: " + reason})
		p.save(d, key)
		return ctx.Err()
	}
	defer r.begin(p)()
	if p.kept != nil {
		key = p.kept.key(d)
	}
	if key != "" && p.kept.load(ctx, d, key) {
		r.note(p.name, "", fmt.Sprintf("the %s of an earlier run is used", p.name))
		return ctx.Err()
	}
	err := p.run(ctx, d)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && p.fallback == nil:
		return fmt.Errorf("pass %s: %w", p.name, err)
	case err != nil:
		key = ""
		r.degrade(p.name, err, p.fallback.instead)
		if err := p.fallback.run(ctx, d); err != nil {
			return fmt.Errorf("falling back in pass %s: %w", p.name, err)
		}
	}
	p.save(d, key)
	return nil
}

func (p *pass) skipped(d *luminos.Dossier) string {
	if p.skip == nil {
		return ""
	}
	return p.skip(d)
}

func (p *pass) save(d *luminos.Dossier, key string) {
	if p.kept != nil {
		p.kept.save(d, key)
	}
}

// begin announces a pass, and returns the function that notes how long it took. A
// pass in two parts has the sum of both times.
func (r *run) begin(p pass) (end func()) {
	start := r.Clock()
	r.Sink.Emit(luminos.Event{Pass: p.name, Text: p.text})
	return func() {
		seconds := r.Clock().Sub(start).Seconds()
		if i := slices.IndexFunc(r.timings, func(t luminos.Timing) bool { return t.Pass == p.name }); i >= 0 {
			r.timings[i].Seconds += seconds
		} else {
			r.timings = append(r.timings, luminos.Timing{Pass: p.name, Seconds: seconds})
		}
		r.memory.log(store.Line{Pass: string(p.name), Text: p.text, Seconds: seconds})
	}
}

// degrade notes that a pass failed, and the replacement in the report.
func (r *run) degrade(pass luminos.Pass, err error, instead string) {
	r.degraded = append(r.degraded, r.degradation(pass, "", err, instead))
}

// degradation makes the record of a failure, and emits it.
func (r *run) degradation(pass luminos.Pass, unit luminos.Path, err error, instead string) luminos.Degradation {
	d := luminos.Degradation{Pass: pass, Unit: unit, Reason: err.Error(), Instead: instead}
	if f, ok := errors.AsType[*luminos.Failure](err); ok {
		d.Class, d.NotAsked, d.Reason = f.Class, f.NotAsked, f.Err.Error()
	}
	if unit != "" {
		d.Reason = cmp.Or(oneLine(d.Reason), "the engine failed") // there can be thousands of units
	}
	r.Sink.Emit(luminos.Event{Kind: luminos.EventDegraded, Pass: pass, Unit: unit, Path: unit, Text: d.String(), Failed: true, Degradation: &d})
	return d
}

// note emits events that people should be able to look up in the log.
func (r *run) note(pass luminos.Pass, unit luminos.Path, texts ...string) {
	for _, t := range texts {
		r.Sink.Emit(luminos.Event{Kind: luminos.EventNote, Pass: pass, Unit: unit, Path: unit, Text: t})
	}
}
