package session

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"luminos/internal/model"
	"luminos/internal/model/transport"
)

// RefusedError is the error of a run whose models cannot be asked: the server is not there, does not accept the key,
// does not have a model, or the account has no credit. It is found before the scan or at the first paid call.
type RefusedError struct{ Err *model.Error }

func (r *RefusedError) Error() string { return r.Err.Error() }
func (r *RefusedError) Unwrap() error { return r.Err }

// preflightTime bounds the requests of [Models.preflight] together. A server that is silent for longer may only be
// busy: the calls of the run wait for it.
const preflightTime = 5 * time.Second

// preflight asks the server for the limits of each model, which costs nothing. It returns a [*RefusedError] if no call
// of the run can succeed. Failures that pass by themselves, and servers without a list of models, give no error.
func (m *Models) preflight(ctx context.Context, now func() time.Time) error {
	client, err := m.Account.Client(now, nil)
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, preflightTime)
	defer cancel()
	for _, name := range m.distinct() {
		_, err := client.Window(within, name)
		if e, ok := errors.AsType[*model.Error](err); ok && (hopeless(e.Class) || transport.Absent(err)) {
			return &RefusedError{e}
		}
	}
	return nil
}

// distinct returns the names of the models of the run, each once, sorted.
func (m *Models) distinct() []string {
	all := []string{m.Names.Survey, m.Names.Plan, m.Names.Directories, m.Names.Synthesis}
	if m.Names.Refine != "" {
		all = append(all, m.Names.Refine)
	}
	return slices.Compact(slices.Sorted(slices.Values(all)))
}

// hopeless reports whether each call of a run fails as the first one did.
func hopeless(c model.Class) bool {
	return c == model.Auth || c == model.Billing || c == model.NotFound
}

// answering wraps a client and records whether a call succeeded.
type answering struct {
	model.Client
	answered atomic.Bool
}

// Complete makes a model call with the wrapped client.
func (a *answering) Complete(ctx context.Context, call model.Call, show func(model.Delta)) (model.Response, error) {
	r, err := a.Client.Complete(ctx, call, show)
	if err == nil {
		a.answered.Store(true)
	} else if e, ok := errors.AsType[*model.Error](err); ok && a.answered.Load() && transport.Unresolved(e) {
		e.Final = false // the name was known before: the network is gone for a while
	}
	return r, err
}
