package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"luminos/internal/model"
	"luminos/internal/tool"
)

// result is what became of a call of a tool.
type result struct {
	text   string
	failed bool
	ran    bool // the tool was called
	took   time.Duration
	ends   bool
}

// runAll makes the calls of one turn. Neighbours that only read go at once;
// those that write down what was found go alone, in order, as does the one that
// ends the loop.
func (r *run) runAll(ctx context.Context, uses []model.Block, results []result) {
	var batch []int
	ended := false
	flush := func() {
		group := errgroup.Group{}
		group.SetLimit(mostAtOnce)
		for _, i := range batch {
			group.Go(func() error { results[i] = r.perform(ctx, uses[i]); return nil })
		}
		_ = group.Wait()
		ended = ended || slices.ContainsFunc(batch, func(i int) bool { return results[i].ends })
		batch = nil
	}
	streak := r.streak
	for i, use := range uses {
		times := streak.next(use)
		why := r.objection(use, i, times)
		if why == "" && (r.tools[use.Name].Local || use.Name == r.Submit) {
			flush()
		}
		switch {
		case ended:
			results[i] = notRun(use, "something was submitted before, which ends the conversation")
		case why != "":
			results[i] = notRun(use, why)
		case r.tools[use.Name].Local || use.Name == r.Submit:
			results[i] = r.perform(ctx, use)
			ended = results[i].ends
		default:
			batch = append(batch, i)
		}
	}
	flush()
}

// objection says why a call is not made, or "".
func (r *run) objection(use model.Block, i, times int) string {
	if i >= mostCalls {
		return fmt.Sprintf("too many at once: only the first %d calls of a turn are made; send the others again in the next turn", mostCalls)
	}
	if _, ok := r.tools[use.Name]; !ok {
		return "there is no such tool; there are " + strings.Join(r.names(), ", ")
	}
	if _, err := use.Arguments(); err != nil {
		return line(err.Error(), 400)
	}
	if times >= sameCall {
		return fmt.Sprintf("this very call was made %d times in a row and its result stands above; it would be the same again. "+
			"Go on with something else, or call %s with what you know", sameCall-1, r.submit())
	}
	return ""
}

// names are those of the tools that are offered, in their order.
func (r *run) names() []string {
	var names []string
	for _, t := range r.Tools {
		names = append(names, t.Name)
	}
	return names
}

// notRun is the result of a call that is not made.
func notRun(use model.Block, why string) result {
	return result{text: fmt.Sprintf("%s was not run: %s.", line(use.Name, 80), why), failed: true}
}

// perform makes a call whose arguments are JSON, of a tool that there is.
func (r *run) perform(ctx context.Context, use model.Block) result {
	began := r.Clock()
	args, err := use.Arguments()
	var got tool.Result
	if err == nil {
		got, err = r.invoke(ctx, r.tools[use.Name], args)
	}
	res := result{text: plain(got.Text), failed: got.Failed, ends: got.Ends, ran: true}
	switch {
	case errors.Is(err, errSlow):
		res.text, res.failed = fmt.Sprintf("%s did not answer within %v; ask for less, or for something else.", use.Name, r.ToolTimeout), true
	case err != nil:
		res.text, res.failed = fmt.Sprintf("%s: %s; other arguments may fare better.", use.Name, line(err.Error(), 400)), true
	case strings.TrimSpace(res.text) == "":
		res.text = model.NoOutput
	}
	res.text = r.Mask(res.text)
	res.took = r.Clock().Sub(began)
	return res
}

var errSlow = errors.New("the tool took too long")

// invoke calls a tool within its time. One that reads and does not heed its
// context is left behind; one that writes down is waited for, since it would
// change what was found behind our back.
func (r *run) invoke(ctx context.Context, t tool.Tool, args []byte) (tool.Result, error) {
	within, cancel := context.WithTimeoutCause(ctx, r.ToolTimeout, errSlow)
	defer cancel()
	if t.Local || t.Name == r.Submit {
		got, err := t.Call(within, args)
		return got, slow(within, err)
	}
	type answer struct {
		got tool.Result
		err error
	}
	done := make(chan answer, 1)
	go func() {
		got, err := t.Call(within, args)
		done <- answer{got, err}
	}()
	select {
	case a := <-done:
		return a.got, slow(within, a.err)
	case <-within.Done():
		return tool.Result{}, context.Cause(within)
	}
}

// slow tells an error of the time-out from others.
func slow(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errSlow) {
		return errSlow
	}
	return err
}

// seconds is a span as it stands in events.
func seconds(d time.Duration) float64 { return max(d, 0).Seconds() }
