package fsserver

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/outline"
	"luminos/internal/wire"
)

// addMethods adds the methods for programs. Their paths are those of
// luminos.Path, to the letter: programs have no need to be forgiven.
func (s *server) addMethods(serving context.Context, m *mcp.Server) error {
	return errors.Join(
		mcp.AddReceivingCustomMethod(m, wire.MethodRead, func(ctx context.Context, _ *mcp.ServerSession, p *wire.ReadParams) (*wire.ReadResult, error) {
			return method(ctx, serving, s, func(ctx context.Context) (*wire.ReadResult, error) { return s.readBytes(ctx, p) })
		}),
		mcp.AddReceivingCustomMethod(m, wire.MethodOutlines, func(ctx context.Context, _ *mcp.ServerSession, p *wire.OutlinesParams) (*wire.OutlinesResult, error) {
			return method(ctx, serving, s, func(ctx context.Context) (*wire.OutlinesResult, error) { return s.outlines(ctx, p) })
		}),
	)
}

// method guards a call that ends when the server does.
func method[T any](ctx, serving context.Context, s *server, call func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(serving, cancel)()
	return guard(ctx, s, call)
}

// readBytes is [luminos.Source.Read] over the wire.
func (s *server) readBytes(ctx context.Context, p *wire.ReadParams) (*wire.ReadResult, error) {
	if p == nil || p.N < 0 || p.Offset < 0 {
		return &wire.ReadResult{Data: []byte{}, Problem: wire.ProblemInvalid}, nil
	}
	b, err := s.root.Read(ctx, luminos.Path(p.Path), p.Offset, min(p.N, wire.MaxRead))
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return &wire.ReadResult{Data: []byte{}, Problem: problem(err)}, nil
	}
	return &wire.ReadResult{Data: b}, nil
}

func problem(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return wire.ProblemNotExist
	case errors.Is(err, fs.ErrPermission):
		return wire.ProblemPermission
	case errors.Is(err, luminos.ErrNotRegular):
		return wire.ProblemNotRegular
	case errors.Is(err, fs.ErrInvalid):
		return wire.ProblemInvalid
	}
	return luminos.ReadProblem(err)
}

const (
	// outlinesFrame is what of an answer is not outlines.
	outlinesFrame = 4 << 10
	maxPaths      = 100_000 // in one request
)

// outlines answers for as many of the paths as one answer holds, and one half
// of the time of a call: the rest is asked for again.
func (s *server) outlines(ctx context.Context, p *wire.OutlinesParams) (*wire.OutlinesResult, error) {
	r := &wire.OutlinesResult{Outlines: []*luminos.Outline{}}
	if p == nil {
		return r, nil
	}
	enough, cancel := context.WithTimeout(ctx, s.opts.Timeout/2)
	defer cancel()
	room := wire.MaxOutlines - outlinesFrame
	for _, path := range p.Paths[:min(len(p.Paths), maxPaths)] {
		if len(r.Outlines) > 0 && enough.Err() != nil {
			break
		}
		o, parsed, err := s.outline(ctx, enough, luminos.Path(path), p.Parse-r.Parsed)
		if err != nil {
			return nil, err
		}
		size := sizeOf(o)
		if len(r.Outlines) == 0 && size > room {
			trim(o, room*3/4)
			size = sizeOf(o)
		}
		if len(r.Outlines) > 0 && size > room {
			break
		}
		room -= size
		r.Outlines = append(r.Outlines, o)
		r.Parsed += parsed
	}
	return r, ctx.Err()
}

// outline outlines one file. It is parsed if it fits into a budget of bytes, and
// read by patterns otherwise; nil is for what cannot be read or is no source code.
func (s *server) outline(ctx, enough context.Context, p luminos.Path, budget int64) (o *luminos.Outline, parsed int64, err error) {
	source, err := s.source(ctx, p)
	if ctx.Err() != nil {
		return nil, 0, context.Cause(ctx)
	}
	if err != nil || source.language == "" {
		return nil, 0, nil
	}
	if int64(len(source.text)) > budget {
		expired, cancel := context.WithDeadline(ctx, time.Unix(0, 0))
		defer cancel()
		enough = expired
	}
	o, err = outline.Of(enough, source.language, source.text)
	if err != nil {
		return nil, 0, context.Cause(ctx)
	}
	if source.cut {
		note(o, "only the beginning of it was read")
	}
	if o.By == luminos.ByTreeSitter {
		parsed = int64(len(source.text))
	}
	return o, parsed, nil
}

// sizeOf is what an outline takes of an answer, with its comma.
func sizeOf(o *luminos.Outline) int {
	b, err := json.Marshal(o)
	if err != nil {
		return wire.MaxOutlines
	}
	return len(b) + 1
}
