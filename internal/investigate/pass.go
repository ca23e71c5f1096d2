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

// pass is one step of an investigation. Its functions read the dossier, which holds the results so far, and add their
// result to it.
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

// keptResult describes how the result of a pass is stored, so that a later run can use it instead of asking the engine
// again.
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

// fallback is the action that replaces a pass that failed.
type fallback struct {
	instead string // the replacement in the report, in words
	run     func(context.Context, *luminos.Dossier) error
}

// do runs the pass p: it uses a stored result if there is one, runs the fallback if the pass fails, emits events,
// measures the time and writes the log. It returns an error if ctx ended or a pass without a fallback failed.
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

// begin emits the event of the start of a pass. The returned function records the duration of the pass; two parts of
// the same pass are added.
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

// degrade adds a failed pass to the list of degradations in the report. instead describes the replacement in the
// report.
func (r *run) degrade(pass luminos.Pass, err error, instead string) {
	r.degraded = append(r.degraded, r.degradation(pass, "", err, instead))
}

// degradation returns the record of the failure err of a pass, or of one unit, and emits it as an event.
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

// note emits one event of the kind EventNote for each text, so that it appears in investigation.log.
func (r *run) note(pass luminos.Pass, unit luminos.Path, texts ...string) {
	for _, t := range texts {
		r.Sink.Emit(luminos.Event{Kind: luminos.EventNote, Pass: pass, Unit: unit, Path: unit, Text: t})
	}
}
