package mcpclient

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/mcpext"
)

// listMax bounds the lists of a history.
const listMax = 1000

// History returns the history of the git repository that the server reads, up to a commit. shallow says that the copy
// lacks older commits.
func (b *Backend) History(ctx context.Context, commit string, shallow bool) (*luminos.History, error) {
	var r *mcpext.HistoryResult
	params := &mcpext.HistoryParams{Commit: commit, Shallow: shallow}
	call := mcp.CallCustomMethod[*mcpext.HistoryParams, *mcpext.HistoryResult]
	asked := ask{what: mcpext.MethodHistory, path: ".git"}
	err := b.link.do(ctx, asked, func(ctx context.Context, s *session) (err error) {
		r, err = call(ctx, s.ClientSession, mcpext.MethodHistory, params)
		return err
	})
	if err != nil {
		return nil, err
	}
	if r == nil || r.History == nil {
		return nil, errors.New("the server answered the request for the history without a result")
	}
	cleanHistory(r.History)
	return r.History, nil
}

// cleanHistory bounds the texts and lists of a history, which the server may have made from hostile bytes. No list is
// nil afterwards.
func cleanHistory(h *luminos.History) {
	h.NotRead, h.Branch, h.Commit = clean(h.NotRead, 200), "", clean(h.Commit, 40)
	h.Last, h.First = clean(h.Last, 10), clean(h.First, 10)
	h.Tag, h.TagDate = clean(h.Tag, 80), clean(h.TagDate, 10)
	h.Periods = shortened(h.Periods)
	for i := range h.Periods {
		h.Periods[i].Period = clean(h.Periods[i].Period, 10)
	}
	c := h.Changes
	if c == nil {
		return
	}
	c.NotRead, c.Since = clean(c.NotRead, 200), clean(c.Since, 10)
	c.Files, c.Pairs, c.Parts = shortened(c.Files), shortened(c.Pairs), shortened(c.Parts)
	c.Directories = shortened(c.Directories)
	for i := range c.Directories {
		cleanPath(&c.Directories[i].Path)
		c.Directories[i].Day = clean(c.Directories[i].Day, 10)
	}
	for i := range c.Files {
		cleanPath(&c.Files[i].Path)
	}
	for i := range c.Pairs {
		cleanPath(&c.Pairs[i].A)
		cleanPath(&c.Pairs[i].B)
	}
	for i := range c.Parts {
		cleanPath(&c.Parts[i].Path)
		c.Parts[i].Most = shortened(c.Parts[i].Most)
		for j := range c.Parts[i].Most {
			c.Parts[i].Most[j].Name = clean(c.Parts[i].Most[j].Name, 100)
		}
	}
}

// shortened returns the first listMax elements of a list, never nil.
func shortened[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list[:min(len(list), listMax)]
}

// cleanPath replaces a path by its spelling as a [luminos.Path].
func cleanPath(p *luminos.Path) {
	if name := p.OS(); len(name) <= maxPath {
		*p = luminos.PathFromOS(name)
		return
	}
	*p = ""
}
