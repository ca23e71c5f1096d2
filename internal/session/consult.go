package session

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/lookup"
	"luminos/internal/repomap"
	"luminos/internal/store"
)

// Consultation is the stored report on an open directory, whose evidence is checked against the directory. It is safe
// for concurrent use.
type Consultation struct {
	run     *run
	checker evidence.Checker

	mu     sync.Mutex // guards the fields below
	book   *lookup.Book
	chosen store.StoredReport // the report in book
}

// Consult opens the directory and the cache of a request, confines the process, and calls do. Nothing is written to the
// directory. Of the request it uses the target, the scan, the cache, the child process, the sink and the confinement.
// The error wraps [ErrTarget] or [ErrCache], or is the error of do.
func Consult(ctx context.Context, req Request, do func(*Consultation) error) error {
	req.Models = nil
	r := &run{Request: req}
	defer r.close()
	if err := prepare(ctx, r); err != nil {
		return err
	}
	if r.cache != nil {
		r.Scan.Omit = append(r.Scan.Omit[:len(r.Scan.Omit):len(r.Scan.Omit)], r.cache.Dir())
		r.cache.Close() // else it could not be cleared meanwhile
		r.cache = nil
	}
	return do(&Consultation{run: r, checker: checkerOf(r)})
}

// Book returns the report on the directory that luminos show would print. A report that is newer than the one of the
// last call is read. The error can be a [*lookup.NoReport].
func (c *Consultation) Book(ctx context.Context) (*lookup.Book, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.run.Cache.Dir == "" {
		return nil, c.noReport("There is no cache in which reports are kept.")
	}
	cache, err := store.OpenExisting(c.run.Cache.Dir, c.run.Cache.Options)
	if errors.Is(err, store.ErrNone) {
		return nil, c.noReport("")
	}
	if err != nil {
		return nil, err
	}
	defer cache.Close()
	list, newest, err := cache.Reports(c.run.Target.Stored())
	if err != nil {
		return nil, err
	}
	chosen, ok := store.Choose(list, store.Wanted{})
	switch {
	case !ok && newest.State == store.Running:
		return nil, c.noReport("Its investigation is running or was interrupted.")
	case !ok:
		return nil, c.noReport("")
	case c.book != nil && c.chosen == chosen:
		return c.book, nil
	}
	report, err := cache.ReadReport(chosen)
	switch {
	case err != nil:
		return nil, err
	case report.SchemaVersion != luminos.SchemaVersion:
		return nil, c.noReport("The stored one was written by another version of luminos.")
	}
	c.book, c.chosen = lookup.New(report, c.checker), chosen
	return c.book, ctx.Err()
}

// noReport returns the error that there is no report, with the reason if it is not empty, and a way to make one.
func (c *Consultation) noReport(why string) error {
	if why != "" {
		why += " "
	}
	return &lookup.NoReport{Advice: fmt.Sprintf("%sThis makes one, by rules, without a key: luminos --offline %q; "+
		"with a key luminos %[2]q asks a language model. Then ask again.", why, c.run.Target.Dir)}
}

// Map returns the outline of the directory as it is now, of at most the number of tokens.
func (c *Consultation) Map(ctx context.Context, tokens int) (string, error) {
	m, err := outlineOf(ctx, c.run, repomap.Options{Tokens: tokens})
	if err != nil {
		return "", err
	}
	return string(m.Text()), nil
}

// Sandbox returns the confinement of the process, or "".
func (c *Consultation) Sandbox() string { return c.run.held }
