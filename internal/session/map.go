package session

import (
	"context"

	"luminos/internal/facts"
	"luminos/internal/readable"
	"luminos/internal/redact"
	"luminos/internal/repomap"
	"luminos/internal/scan"
)

// Map returns the outline of a directory within a budget of tokens. It uses no model and no cache, and writes nothing.
// Of the request it uses the target, the scan, the child process, the sink and the confinement. The error wraps
// [ErrTarget] or repomap.ErrFocus, or ctx has ended.
func Map(ctx context.Context, req Request, o repomap.Options) (*repomap.Result, error) {
	req.Models, req.Cache = nil, Cache{}
	r := &run{Request: req}
	defer r.close()
	if err := prepare(ctx, r); err != nil {
		return nil, err
	}
	return outlineOf(ctx, r, o)
}

// outlineOf scans the open target of a run and returns its outline.
func outlineOf(ctx context.Context, r *run, o repomap.Options) (*repomap.Result, error) {
	opts := r.Scan
	opts.Sink, opts.Parallel = r.Sink, r.Parallel
	measured, err := r.target.scan(ctx, opts)
	if err != nil {
		return nil, err
	}
	src := readable.Texts(redact.NewSource(r.source(), nil))
	found, err := facts.Of(ctx, src, measured, facts.Options{Sink: r.Sink, Part: scan.Part})
	if err != nil {
		return nil, err
	}
	return repomap.Make(ctx, src, measured, found, o)
}
