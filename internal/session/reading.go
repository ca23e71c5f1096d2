package session

import (
	"context"

	"luminos"
	"luminos/internal/evidence"
)

// Read opens the directory of a request as a run does and confines the process. It then calls do with a source of the
// directory as a run sees it: documents are text and secrets are masked. measure takes the measures of claims. Only the
// fields Target, Child, Code, Confine, Sink and Version of the request are used.
func Read(ctx context.Context, req Request, do func(src luminos.Source, measure evidence.Measurer) error) error {
	req.Cache, req.Models = Cache{}, nil
	r := &run{Request: req}
	defer r.close()
	if err := prepare(ctx, r); err != nil {
		return err
	}
	return do(textsOf(r), measure)
}
