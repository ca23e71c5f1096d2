package mcpclient

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
)

// halving requests the results of several files at once by the function some, and stores them in into. The server gives
// the results of the first files, at least one, and is asked again for the others. If a request gets no answer, halving
// requests each half of the files, down to the single file that causes the failure. The result of that file is the one
// that the function failed returns.
func halving[T any](
	ctx context.Context, files []luminos.Path, into []T,
	some func(context.Context, []luminos.Path) ([]T, error), failed func(luminos.Path, error) T,
) error {
	for len(files) > 0 {
		got, err := some(ctx, files)
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
			into[0] = failed(files[0], err)
			return nil
		}
		half := len(files) / 2
		if err := halving(ctx, files[:half], into[:half], some, failed); err != nil {
			return err
		}
		files, into = files[half:], into[half:]
	}
	return nil
}
