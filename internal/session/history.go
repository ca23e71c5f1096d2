package session

import (
	"context"
	"fmt"

	"luminos"
	"luminos/internal/history"
	"luminos/internal/store"
)

// historian reads the history of a directory that is a git repository: in the child process, or, if the commit that is
// checked out was read before, from the stored investigation. It implements [luminos.Historian].
type historian struct {
	child *child
	inv   *store.Investigation // nil if nothing is stored
}

// historyPass is the name under which the store keeps histories, and historyVersion changes if the same repository
// gives another history.
const (
	historyPass    luminos.Pass = "repository"
	historyVersion int          = 12
)

// source returns the target with its history, if it is a directory.
func (r *run) source() luminos.Source {
	src := r.target.source()
	if d, ok := r.target.(*directory); ok {
		return luminos.WithHistorian(src, historian{d.child, r.inv})
	}
	return src
}

// Head implements [luminos.Historian] by the branch and the commit that are checked out.
func (h historian) Head(ctx context.Context) string {
	head, ok := history.HeadOf(ctx, h.child.dir)
	if !ok {
		return ""
	}
	return h.key(ctx, head)
}

// key returns a text that differs for heads with different histories, and for other tags.
func (h historian) key(ctx context.Context, head history.Head) string {
	return fmt.Sprintf("%d %+v %s", historyVersion, head, history.Stamp(ctx, h.child.dir))
}

// History implements [luminos.Historian].
func (h historian) History(ctx context.Context) (*luminos.History, error) {
	head, ok := history.HeadOf(ctx, h.child.dir)
	if !ok {
		return nil, ctx.Err()
	}
	found := &luminos.History{
		Commit: head.Commit, Remote: head.Remote, Shallow: head.Shallow, NotRead: head.Problem,
		Periods: []luminos.Activity{},
	}
	if head.Problem != "" {
		found.Branch = head.Branch
		return found, ctx.Err()
	}
	if h.inv != nil && h.inv.Result(historyPass, h.key(ctx, head), found) {
		return found, nil
	}
	if h.child.start == nil {
		found.Branch, found.NotRead = head.Branch, "no process that reads it was to be started"
		return found, ctx.Err()
	}
	read, err := h.read(ctx, head)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		found.Branch, found.NotRead, found.Failed = head.Branch, "the process that reads it failed", err
		return found, nil
	}
	read.Branch, read.Remote = head.Branch, head.Remote
	if h.inv != nil {
		_ = h.inv.PutResult(historyPass, h.key(ctx, head), read) // after an error the next run reads the repository again
	}
	return read, nil
}

// read returns the history that the child process reads.
func (h historian) read(ctx context.Context, head history.Head) (*luminos.History, error) {
	if err := h.child.ready(ctx); err != nil {
		return nil, err
	}
	return h.child.backend.History(ctx, head.Commit, head.Shallow)
}
