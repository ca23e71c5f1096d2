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
	// version is a part of the keys under which results are stored. Raise it if this package changes the input of the
	// pass or the use of its results, so that results stored before are not reused. 0: no key depends on the pass.
	version int
	// skip returns why the run does without the pass, or "". Nil skips never.
	skip func(*luminos.Dossier) string
	run  func(context.Context, *luminos.Dossier) error
	// kept is set if the result outlives the run.
	kept *keptResult
	// instead names the replacement of the result in the report if run fails, in words. If it is "", a failure ends
	// the investigation.
	instead string
	// fallback makes the replacement. Nil leaves the dossier as it is.
	fallback func(context.Context, *luminos.Dossier)
}

// keptResult describes how the result of a pass is stored, so that a later run can use it instead of asking the engine
// again.
type keptResult struct {
	// by is the engine that is asked. Nil if rules make the result, which is quicker than reading a file: it is then
	// stored for readers only, as the result of a pass that was skipped or failed.
	by Engine
	// value points to the variable in which the run function leaves the result, and use expects it.
	value any
	// basis returns everything on which the result depends, besides the version of the engine and the paths of the
	// directories. Nil returns nothing.
	basis func(*luminos.Dossier) []string
	// use adds the result to the dossier.
	use func(context.Context, *luminos.Dossier)
}

// do skips the pass p, uses its stored result, or runs p and, if p fails, its fallback. It emits events, measures the
// time and writes the log. It returns an error if ctx ended, or if p failed and p.instead is "".
func (r *run) do(ctx context.Context, p pass, d *luminos.Dossier) error {
	if p.skip != nil {
		if reason := p.skip(d); reason != "" {
			r.memory.log(store.Line{Pass: string(p.name), Text: "skipped: " + reason})
			r.memory.keepResult(p, "")
			return ctx.Err()
		}
	}
	defer r.begin(p)()
	key := p.key(r, d)
	if key != "" && r.memory.inv.Result(p.name, key, p.kept.value) {
		p.kept.use(ctx, d)
		r.note(p.name, "", fmt.Sprintf("the %s of an earlier run is used again", p.name))
		return ctx.Err()
	}
	err := p.run(ctx, d)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && p.instead == "":
		return fmt.Errorf("running the pass %s: %w", p.name, err)
	case err != nil:
		key = ""
		r.degrade(p.name, err, p.instead)
		if p.fallback != nil {
			p.fallback(ctx, d)
		}
	case p.kept != nil:
		p.kept.use(ctx, d)
	}
	r.memory.keepResult(p, key)
	return nil
}

// key returns the key of the stored result of the pass p, or "" if the result is not to be looked up.
func (p *pass) key(r *run, d *luminos.Dossier) string {
	if p.kept == nil || p.kept.by == nil {
		return ""
	}
	var basis []string
	if p.kept.basis != nil {
		basis = p.kept.basis(d)
	}
	return r.memory.passKey(p.name, r.version(p.kept.by, p.name), basis, d.Scan.Dirs)
}

// keepResult stores the result of the pass p under the key, if it outlives the run. It stores it immediately, so that a
// run after an interruption does not ask for it again.
func (m *memory) keepResult(p pass, key string) {
	if p.kept != nil && m.inv != nil {
		m.try(func() error { return m.inv.PutResult(p.name, key, p.kept.value) })
	}
}

// version returns a text that changes whenever the engine by could give another result for the same target in the named
// pass, or in any pass if the name is "". It does not contain the build of the program.
func (r *run) version(by Engine, name luminos.Pass) string {
	v := fmt.Sprintf("%s, facts %d, %s", by.Name(), r.Facts.Version(), r.Variant)
	for _, p := range r.passes {
		if p.version > 0 && (name == "" || name == p.name) {
			v += fmt.Sprintf(", %s %d %s", p.name, p.version, by.Version(p.name))
		}
	}
	return v
}

// reportVersion returns the version of the report's form, and the versions of all passes for the rules and for the
// engine, as one text.
func (r *run) reportVersion() string {
	v := fmt.Sprintf("schema %d, %s", luminos.SchemaVersion, r.version(r.rules, ""))
	if r.engine != nil {
		v += "; " + r.version(r.engine, "") + refinedVersion(r)
	}
	if r.Judge != nil {
		v += ", judge " + r.Judge.Version()
	}
	return v
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

// degrade adds a failed pass to the list of degradations in the report, which names equal ones once. instead describes
// the replacement in the report.
func (r *run) degrade(pass luminos.Pass, err error, instead string) {
	if d := r.degradation(pass, "", err, instead); !slices.Contains(r.degraded, d) {
		r.degraded = append(r.degraded, d)
	}
}

// degradation returns the record of the failure err of a pass, or of one unit in it, and emits it as an event.
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
