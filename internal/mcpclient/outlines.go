package mcpclient

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/mcpext"
)

// outliner implements [luminos.Outliner] with a server that announces [mcpext.MethodOutlines].
type outliner struct{ l *link }

// outlineBatch is the maximal number of files in one request.
const outlineBatch = 500

// Outlines implements [luminos.Outliner] by requests for at most outlineBatch files each. If all requests together
// take longer than one call may, it returns the outlines received so far and an error.
func (o outliner) Outlines(ctx context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	all := make([]*luminos.Outline, len(files))
	budget := o.l.opts.Parse
	late, cancel := context.WithTimeout(ctx, o.l.opts.Call)
	defer cancel()
	for first := 0; first < len(files); {
		batch := files[first:min(first+outlineBatch, len(files))]
		err := o.batch(late, batch, all[first:first+len(batch)], &budget)
		switch {
		case ctx.Err() != nil:
			return all, ctx.Err()
		case late.Err() != nil: // a process that hangs must not delay the report
			return all, fmt.Errorf("not all files were parsed within %v", o.l.opts.Call)
		case err != nil:
			return all, err
		}
		first += len(batch)
	}
	return all, nil
}

// batch requests the outlines of several files at once and stores them in into. If a request gets
// no answer, batch requests each half of the files, down to the single file that causes the
// failure. That file gets no outline.
func (o outliner) batch(ctx context.Context, files []luminos.Path, into []*luminos.Outline, budget *int64) error {
	for len(files) > 0 {
		got, err := o.some(ctx, files, budget)
		switch {
		case err == nil:
			copy(into, got)
			files, into = files[len(got):], into[len(got):]
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, ErrGivenUp) || errors.Is(err, mcp.ErrConnectionClosed):
			return err
		case answered(err):
			return err // a working server refuses
		case len(files) == 1:
			return nil
		}
		half := len(files) / 2
		if err := o.batch(ctx, files[:half], into[:half], budget); err != nil {
			return err
		}
		files, into = files[half:], into[half:]
	}
	return nil
}

// some requests the outlines of several files and returns the outlines of at least the first: the server cuts its
// answer at a limit of size. It subtracts the parsed bytes from budget, the number of bytes that may be parsed.
func (o outliner) some(ctx context.Context, files []luminos.Path, budget *int64) ([]*luminos.Outline, error) {
	a := ask{what: mcpext.MethodOutlines}
	if len(files) == 1 {
		a.path = files[0]
	}
	params := &mcpext.OutlinesParams{Paths: make([]string, len(files)), Parse: max(*budget, 0)}
	for i, p := range files {
		params.Paths[i] = string(p)
	}
	var r *mcpext.OutlinesResult
	err := o.l.do(ctx, a, func(ctx context.Context, s *session) (err error) {
		r, err = mcp.CallCustomMethod[*mcpext.OutlinesParams, *mcpext.OutlinesResult](ctx, s.ClientSession, mcpext.MethodOutlines, params)
		return err
	})
	if err != nil {
		return nil, err
	}
	if r == nil || len(r.Outlines) == 0 || len(r.Outlines) > len(files) {
		return nil, refusal{errors.New("the server sent no outlines, or more outlines than were requested")}
	}
	*budget -= max(r.Parsed, 0)
	return r.Outlines, nil
}
