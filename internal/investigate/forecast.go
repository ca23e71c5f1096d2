package investigate

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"luminos"
)

// foresee calls the option Foresee with the estimate of the run, if the option is set and the engine is a [Forecaster].
// Before that it calls the option Choose if necessary.
func (r *run) foresee(ctx context.Context, d *luminos.Dossier) error {
	if r.Foresee == nil {
		return nil
	}
	by, ok := r.engine.(Forecaster)
	if !ok {
		if r.Ahead { // there is nothing to ask about
			return r.Foresee(ctx, &luminos.Estimate{Directories: len(d.Facts.Directories)})
		}
		return nil
	}
	estimate, err := estimated(ctx, r, d, by)
	if err != nil {
		return err
	}
	if estimate, err = chosen(ctx, r, d, by, estimate); err != nil {
		return err
	}
	return r.Foresee(ctx, estimate)
}

// estimated returns the estimate of the run r. Its only error is the end of ctx.
func estimated(ctx context.Context, r *run, d *luminos.Dossier, by Forecaster) (*luminos.Estimate, error) {
	quiet := *r
	quiet.Sink = nil // its notes are of another plan
	ahead := *d
	_, masked := r.source.secretsFound()
	f := &forecast{run: &quiet, by: by, dossier: &ahead, estimate: &luminos.Estimate{
		Models: r.Models, Directories: len(d.Facts.Directories), Masked: masked,
	}}
	f.before(ctx)
	f.directories(ctx)
	f.groups(ctx)
	if !f.stored(ctx, f.synthesize()) {
		f.add(luminos.PassSynthesis, by.Forecast(luminos.PassSynthesis, f.dossier))
	}
	f.refinements()
	f.judge()
	f.sum()
	return f.estimate, ctx.Err()
}

// forecast is the run in advance: the same passes over the same values, with stand-ins for the answers of the engine.
type forecast struct {
	*run
	by       Forecaster
	dossier  *luminos.Dossier
	estimate *luminos.Estimate
	unitWork []luminos.Range // by unit
	// fileClaims counts the claims that entries of files are likely to have.
	fileClaims int
}

// before forecasts the survey and the plan. It uses stored results as the run will use them. Without a stored plan it
// takes the plan of rules.
func (f *forecast) before(ctx context.Context) {
	d := f.dossier
	if tooSmall(d) != "" {
		return
	}
	if !f.stored(ctx, f.survey()) {
		f.add(luminos.PassSurvey, f.by.Forecast(luminos.PassSurvey, d))
		d.Survey = &luminos.Survey{Description: standIn(400), Approach: standIn(300), DomainNotes: standIn(150)}
	}
	if !f.stored(ctx, f.plan()) {
		f.add(luminos.PassPlan, f.by.Forecast(luminos.PassPlan, d))
		p, _ := f.rules.Plan(ctx, d) // rules do not fail
		p, _ = cleanPlan(p, d.Facts)
		f.adopt(ctx, d, p)
	}
}

// stored reports whether the result of the pass p is stored, and adds it to the dossier.
func (f *forecast) stored(ctx context.Context, p pass) bool {
	key := p.key(f.run, f.dossier)
	if key == "" || !f.memory.inv.Result(p.name, key, p.kept.value) {
		return false
	}
	p.kept.use(ctx, f.dossier)
	return true
}

// directories forecasts the conversations about the units, each after the units below it.
func (f *forecast) directories(ctx context.Context) {
	d := f.dossier
	d.Raised = f.rules.Flags(d)
	investigator, _ := f.engine.(Investigator)
	w := newDirPass(f.run, d, investigator)
	f.unitWork = make([]luminos.Range, len(w.tree.units))
	for _, unit := range w.tree.order() {
		members := w.tree.units[unit]
		if ctx.Err() != nil {
			return
		}
		res := &w.results[unit]
		u, spare := w.prepare(unit)
		known, stored := f.memory.find(ctx, &u)
		switch {
		case stored != nil:
			res.Findings = known
			f.estimate.Reused += len(members)
		case res.asked:
			w.remind(ctx, &u, res)
			work := f.by.ForecastUnit(&u)
			f.unitWork[unit] = work.Range
			f.add(luminos.PassDirectories, work)
			f.estimate.Units++
			f.estimate.Asked += len(members)
			f.fileClaims += claimsOf(&u)
			res.Findings = luminos.Findings{Entries: f.likely(ctx, w, members), Turns: work.Likely.Turns}
		default:
			res.Entries = w.byRules(ctx, members)
		}
		res.spare = spare + w.allowed.turns[unit] - res.Turns
		for k, i := range members {
			res.Entries[k].Tier = w.index.tier[i]
			w.entries[i] = res.Entries[k]
		}
		d.Files, d.Flags = append(d.Files, res.Files...), append(d.Flags, res.Flags...)
	}
	d.Entries = w.entries
	slices.SortStableFunc(d.Files, compareFiles)
	sortFlags(d.Flags)
	f.costliest(w)
}

// Lengths of the texts that stand in for the ones of a model, in characters, and the claims of an entry.
const (
	likelySummary   = 350
	likelyStatement = 100
	likelyClaims    = 3
)

// likely returns entries like the ones that an engine makes of the directories with the indexes members: the ones of
// rules, with stand-ins for its summaries and claims.
func (f *forecast) likely(ctx context.Context, w *dirPass, members []int) []luminos.Entry {
	entries := w.byRules(ctx, members)
	for k := range entries {
		e := &entries[k]
		e.Summary, e.Confidence, e.Completeness, e.Basis = standIn(likelySummary), 0.7, 0.7, luminos.Judged
		for n := range min(likelyClaims, w.index.dirs[members[k]].Files) {
			e.Evidence = append(e.Evidence, luminos.Evidence{
				Path: e.Path.Join("file"), Lines: &luminos.LineRange{First: n + 1, Last: n + 1}, Quote: standIn(60),
				Statement: standIn(likelyStatement),
			})
		}
	}
	return entries
}

// standIn returns a text of n characters.
func standIn(n int) string { return strings.Repeat("likely ", n/7+1)[:n] }

// add adds the forecast of one conversation to the row of its pass.
func (f *forecast) add(pass luminos.Pass, work luminos.Forecast) {
	e := f.estimate
	i := slices.IndexFunc(e.ByPass, func(row luminos.PassEstimate) bool { return row.Pass == pass })
	if i < 0 {
		i = len(e.ByPass)
		name, priced := f.by.ModelOf(pass)
		e.ByPass = append(e.ByPass, luminos.PassEstimate{Pass: pass, Model: name, Priced: priced})
		if !priced && !slices.Contains(e.Unpriced, name) {
			e.Unpriced = append(e.Unpriced, name)
		}
	}
	e.ByPass[i].Conversations++
	e.ByPass[i].Forecast = e.ByPass[i].Forecast.Plus(work)
}

// spreadMost is the largest ratio of the bounds of an estimate. A wider range would not help to decide.
const spreadMost = 4

// sum adds up the passes, and computes the shares of the costliest directories.
func (f *forecast) sum() {
	e := f.estimate
	for i := range e.ByPass {
		e.Range = e.Range.Plus(e.ByPass[i].Range)
	}
	by, whole := e.Range.Excess(spreadMost), weigh(e.Likely)
	e.Range = luminos.Range{}
	for i := range e.ByPass {
		row := &e.ByPass[i]
		row.Range = row.Range.Narrowed(by)
		e.Range = e.Range.Plus(row.Range)
	}
	for i := range e.Costliest {
		d := &e.Costliest[i]
		d.Range, d.Share = d.Range.Narrowed(by), weigh(d.Likely)/max(whole, 1)
	}
}

// costliestMost is the number of directories in the list of the costliest ones.
const costliestMost = 5

// costliest lists the directories that take most with all directories below them. A directory is not listed beside one
// above it. If it takes most of the whole, the directories below it are listed instead.
func (f *forecast) costliest(w *dirPass) {
	type subtree struct {
		luminos.DirEstimate
		weight float64
	}
	var all []subtree
	below, whole := slices.Clone(f.unitWork), 0.0
	for _, r := range f.unitWork {
		whole += weigh(r.Likely)
	}
	for unit := range slices.Backward(below) {
		if above := w.tree.above[unit]; above >= 0 {
			below[above] = below[above].Plus(below[unit])
		}
		path := w.index.dirs[w.tree.units[unit][0]].Path
		weight := weigh(below[unit].Likely)
		large := len(w.tree.below[unit]) > 0 && 2*weight > whole
		if weight > 0 && path != luminos.Root && !large {
			all = append(all, subtree{luminos.DirEstimate{Path: path, Range: below[unit]}, weight})
		}
	}
	slices.SortFunc(all, func(a, b subtree) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.Path, b.Path))
	})
	for _, s := range all {
		known := slices.ContainsFunc(f.estimate.Costliest, func(l luminos.DirEstimate) bool { return s.Path.Within(l.Path) })
		if !known && len(f.estimate.Costliest) < costliestMost {
			f.estimate.Costliest = append(f.estimate.Costliest, s.DirEstimate)
		}
	}
}

// weigh returns a number by which work is compared: its cost or, without a price, its tokens.
func weigh(w luminos.Work) float64 {
	if w.Cost > 0 {
		return float64(w.Cost)
	}
	return float64(w.Tokens())
}
