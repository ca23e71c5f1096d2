package mcpclient

import (
	"cmp"
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/mcpext"
)

// outliner implements [luminos.Outliner] with a server that announces [mcpext.MethodOutlines].
type outliner struct{ l *link }

// outlineBatch is the maximal number of files in one request.
const outlineBatch = 500

// Outlines implements [luminos.Outliner] by requests for at most outlineBatch files each. If it has
// no outline of a file because a request took too long, it returns the other outlines and an error.
func (o outliner) Outlines(ctx context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	all := make([]*luminos.Outline, len(files))
	work := outlining{o, o.l.opts.Parse, nil}
	for first := 0; first < len(files); {
		batch := files[first:min(first+outlineBatch, len(files))]
		if err := halving(ctx, batch, all[first:first+len(batch)], work.some, work.failed); err != nil {
			return all, err
		}
		first += len(batch)
	}
	return all, work.slow
}

// outlining is one call of Outlines.
type outlining struct {
	outliner
	budget int64 // bytes that may still be parsed
	slow   error // the first request for one file that took too long
}

// failed records that a request for the outline of one file failed. The file gets no outline.
func (w *outlining) failed(_ luminos.Path, err error) *luminos.Outline {
	if errors.Is(err, errSlow) {
		w.slow = cmp.Or(w.slow, err)
	}
	return nil
}

// some requests the outlines of several files and returns the outlines of the first of them, at least one: the server
// cuts its answer at a limit of size. It subtracts the parsed bytes from the budget.
func (w *outlining) some(ctx context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	a := ask{what: mcpext.MethodOutlines}
	if len(files) == 1 {
		a.path = files[0]
	}
	params := &mcpext.OutlinesParams{Paths: make([]string, len(files)), Parse: max(w.budget, 0)}
	for i, p := range files {
		params.Paths[i] = string(p)
	}
	var r *mcpext.OutlinesResult
	err := w.l.do(ctx, a, func(ctx context.Context, s *session) (err error) {
		r, err = mcp.CallCustomMethod[*mcpext.OutlinesParams, *mcpext.OutlinesResult](ctx, s.ClientSession, mcpext.MethodOutlines, params)
		return err
	})
	if err != nil {
		return nil, err
	}
	if r == nil || len(r.Outlines) == 0 || len(r.Outlines) > len(files) {
		return nil, refusal{errors.New("the server sent no outlines, or more outlines than were requested")}
	}
	w.budget -= max(r.Parsed, 0)
	return r.Outlines, nil
}
