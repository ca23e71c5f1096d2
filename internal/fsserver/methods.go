package fsserver

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"

	"luminos"
	"luminos/internal/history"
	"luminos/internal/mcpext"
	"luminos/internal/mcpserve"
	"luminos/internal/outline"
	"luminos/internal/redact"
)

// addMethods adds the methods for client programs, which read bytes, outline files and read the history, to the
// server m. Unlike the tools, they accept a path only in the spelling of [luminos.Path].
func (s *server) addMethods(serving context.Context, m *mcp.Server) error {
	return errors.Join(
		mcp.AddReceivingCustomMethod(m, mcpext.MethodRead, func(ctx context.Context, _ *mcp.ServerSession, p *mcpext.ReadParams) (*mcpext.ReadResult, error) {
			return mcpserve.DoMethod(ctx, serving, s.calls.quick, func(ctx context.Context) (*mcpext.ReadResult, error) { return s.readBytes(ctx, p) })
		}),
		mcp.AddReceivingCustomMethod(m, mcpext.MethodOutlines, func(ctx context.Context, _ *mcp.ServerSession, p *mcpext.OutlinesParams) (*mcpext.OutlinesResult, error) {
			return mcpserve.DoMethod(ctx, serving, s.calls.heavy, func(ctx context.Context) (*mcpext.OutlinesResult, error) { return s.outlines(ctx, p) })
		}),
		mcp.AddReceivingCustomMethod(m, mcpext.MethodHistory, func(ctx context.Context, _ *mcp.ServerSession, p *historyParams) (*historyResult, error) {
			return mcpserve.DoMethod(ctx, serving, s.calls.heavy, func(ctx context.Context) (*historyResult, error) {
				return s.history(ctx, p)
			})
		}),
		mcp.AddReceivingCustomMethod(m, mcpext.MethodExtract,
			func(ctx context.Context, _ *mcp.ServerSession, p *extractParams) (*extractResult, error) {
				return mcpserve.DoMethod(ctx, serving, s.calls.extract, func(ctx context.Context) (*extractResult, error) {
					return extractSome(ctx, s.root, p)
				})
			}),
	)
}

// readBytes implements [mcpext.MethodRead]: it returns bytes of a file from an offset on, with
// secrets masked, because any client can call it. A failure to read is a problem in the result.
func (s *server) readBytes(ctx context.Context, p *mcpext.ReadParams) (*mcpext.ReadResult, error) {
	if p == nil || p.N < 0 || p.Offset < 0 {
		return &mcpext.ReadResult{Data: []byte{}, Problem: mcpext.ProblemInvalid}, nil
	}
	b, err := s.root.Read(ctx, luminos.Path(p.Path), p.Offset, min(p.N, mcpext.MaxRead))
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return &mcpext.ReadResult{Data: []byte{}, Problem: mcpext.ProblemOf(err)}, nil
	}
	return &mcpext.ReadResult{Data: b}, nil
}

type (
	historyParams = mcpext.HistoryParams
	historyResult = mcpext.HistoryResult
)

// errNoRepository is the error of [mcpext.MethodHistory] if the server has no files of its own.
var errNoRepository = errors.New("this server has no repository that it can read")

// history implements [mcpext.MethodHistory]: it reads the history of the repository in the directory, with secrets masked.
func (s *server) history(ctx context.Context, p *historyParams) (*historyResult, error) {
	if p == nil || s.files == nil {
		return nil, errNoRepository
	}
	h, err := history.Read(ctx, s.files, history.Head{Commit: p.Commit, Shallow: p.Shallow})
	if err != nil {
		return nil, err
	}
	return &historyResult{History: redact.History(h)}, nil
}

const (
	// outlinesFrame is the part of an answer that is not outlines, in bytes.
	outlinesFrame = 4 << 10
	maxPaths      = 100_000 // in one request
	// maxAnswered is the number of bytes of text after which an answer ends. Parsing them takes a
	// fraction of a second, so an answer is far from the time limit of a call, and the limit never
	// decides which files are parsed.
	maxAnswered = 512 << 10
)

// outlines implements [mcpext.MethodOutlines]: it outlines the first of p.Paths, until the result
// is full or more than maxAnswered bytes of text are outlined. The client asks again for the rest. Files are read in
// order, because the budget is spent in order, and outlined in parallel. A parse that hangs is an
// error for the whole request.
func (s *server) outlines(ctx context.Context, p *mcpext.OutlinesParams) (*mcpext.OutlinesResult, error) {
	r := &mcpext.OutlinesResult{Outlines: []*luminos.Outline{}}
	if p == nil {
		return r, nil
	}
	room, text := mcpext.MaxOutlines-outlinesFrame, 0
	for some := range slices.Chunk(p.Paths[:min(len(p.Paths), maxPaths)], batchFiles) {
		if text > maxAnswered {
			break
		}
		sources := s.sources(ctx, some, p.Parse-r.Parsed)
		found, err := outlineAll(ctx, sources)
		if err != nil {
			return nil, err
		}
		for i, o := range found {
			size := sizeOf(o)
			if len(r.Outlines) == 0 && size > room {
				trim(o, room*3/4)
				size = sizeOf(o)
			}
			if len(r.Outlines) > 0 && size > room {
				return r, ctx.Err()
			}
			room -= size
			text += len(sources[i].text)
			r.Outlines = append(r.Outlines, o)
			if o != nil && o.By == luminos.ByTreeSitter {
				r.Parsed += int64(len(sources[i].text))
			}
		}
	}
	return r, ctx.Err()
}

// batchFiles is the number of files in memory at a time, of up to 1 MiB each. Hostile ones take half
// a second each.
const batchFiles = 4

// budgeted is a source file; over reports whether it exceeds the budget of the parsers.
type budgeted struct {
	source
	over bool
}

// sources reads files to outline. A file that cannot be read or is not source code gets no
// language. A file that exceeds the rest of the budget of bytes is marked as over.
func (s *server) sources(ctx context.Context, paths []string, budget int64) []budgeted {
	list := make([]budgeted, len(paths))
	for i, p := range paths {
		src, err := s.source(ctx, luminos.Path(p))
		if err != nil || src.language == "" {
			continue
		}
		list[i] = budgeted{src, int64(len(src.text)) > budget}
		if !list[i].over {
			budget -= int64(len(src.text))
		}
	}
	return list
}

// outlineAll returns the outlines of files, made in parallel, in their order. The outline is nil for a file without a
// language, and for a file on which a panic occurs.
func outlineAll(ctx context.Context, sources []budgeted) ([]*luminos.Outline, error) {
	found := make([]*luminos.Outline, len(sources))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, src := range sources {
		if src.language == "" {
			continue
		}
		group.Go(func() (err error) {
			defer func() { // a panic in this goroutine would end the process
				if v := recover(); v != nil {
					found[i], err = nil, nil
				}
			}()
			if src.over {
				found[i] = outline.WithoutParser(src.language, src.text)
			} else if found[i], err = outline.Of(ctx, src.language, src.text); err != nil {
				return err
			}
			if src.cut {
				found[i].Lack("only the beginning of it was read")
			}
			return nil
		})
	}
	err := group.Wait()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return found, err
}

// sizeOf returns the number of bytes that an outline adds to the JSON of an answer, including
// the comma after it.
func sizeOf(o *luminos.Outline) int {
	b, err := json.Marshal(o)
	if err != nil {
		return mcpext.MaxOutlines
	}
	return len(b) + 1
}
