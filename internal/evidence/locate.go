package evidence

import (
	"context"

	"luminos"
)

// Locate checks evidence of an earlier run against the present target. It returns for each element the evidence with
// its present lines and digest, and its standing: a quote that is no longer in its lines can stand elsewhere in the
// file. The only error is the cause of the end of ctx.
func (c Checker) Locate(ctx context.Context, list []luminos.Evidence) ([]luminos.Evidence, []luminos.Standing, error) {
	now, standings := make([]luminos.Evidence, len(list)), make([]luminos.Standing, len(list))
	readers := map[luminos.Path]*pathReader{}
	for i, e := range list {
		r := readers[e.Path]
		if r == nil {
			r = c.reader(e.Path)
			readers[e.Path] = r
		}
		now[i], standings[i] = locate(ctx, r, e)
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
	}
	return now, standings, nil
}

// locate does the work of [Checker.Locate] for one element.
func locate(ctx context.Context, r *pathReader, e luminos.Evidence) (luminos.Evidence, luminos.Standing) {
	err := check(ctx, r, &e)
	if err == nil {
		return e, luminos.Stands
	}
	if e.Measure != "" && asFailure(err).verdict == luminos.Unverifiable {
		return e, luminos.Stands // the measure could not be taken: the old value may still be right
	}
	if e.Measure != "" || e.Quote == "" {
		return e, luminos.Gone
	}
	if _, err := r.stat(ctx); err != nil {
		return e, luminos.Gone
	}
	t, err := r.text(ctx)
	if err != nil {
		return e, luminos.Gone
	}
	near := e
	if n := len(t.lines); e.Lines != nil && e.Lines.First > n {
		near.Lines = &luminos.LineRange{First: max(n, 1), Last: max(n, 1)} // the file has become shorter
	}
	lines, err := t.find(near)
	if err != nil {
		return e, luminos.Gone
	}
	now := t.Cite(lines.First, lines.Last)
	now.Statement, now.Quote = e.Statement, e.Quote
	if e.Lines != nil && *e.Lines == lines {
		return now, luminos.Stands
	}
	return now, luminos.Moved
}
