package agent

import (
	"cmp"
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

// toolbox runs the tool calls of a conversation.
type toolbox struct {
	tools   map[string]tool.Tool
	names   []string // in the order in which they are offered
	submit  string   // the tool that ends the loop, or words for it
	timeout time.Duration
	clock   func() time.Time
	mask    func(string) string
}

func newToolbox(l Loop) toolbox {
	b := toolbox{tools: map[string]tool.Tool{}, submit: cmp.Or(l.Submit, "the tool that ends this conversation"), timeout: l.ToolTimeout, clock: l.Clock, mask: l.Mask}
	for _, t := range l.Tools {
		b.tools[t.Name] = t
		b.names = append(b.names, t.Name)
	}
	return b
}

// isLocal reports whether the named tool changes the work or ends the conversation. Such tools run one at a time, in
// the order of the calls.
func (b *toolbox) isLocal(name string) bool { return b.tools[name].Local || name == b.submit }

// result is the result of one tool call.
type result struct {
	text   string
	failed bool
	ran    bool // the tool was called
	took   time.Duration
	ends   bool
}

// runAll makes the calls of one turn. Adjacent calls that only read run in parallel; calls of local tools run alone, in
// order. After a call that ends the loop no further call is made.
func (b *toolbox) runAll(ctx context.Context, uses []model.Block, results []result, streak streak) {
	var batch []int
	ended := false
	flush := func() {
		group := errgroup.Group{}
		group.SetLimit(mostAtOnce)
		for _, i := range batch {
			group.Go(func() error { results[i] = b.perform(ctx, uses[i]); return nil })
		}
		_ = group.Wait()
		ended = ended || slices.ContainsFunc(batch, func(i int) bool { return results[i].ends })
		batch = nil
	}
	for i, use := range uses {
		times := streak.next(use)
		why := b.objection(use, i, times)
		if why == "" && b.isLocal(use.Name) {
			flush()
		}
		switch {
		case ended:
			results[i] = notRun(use, "something was submitted before, which ends the conversation")
		case why != "":
			results[i] = notRun(use, why)
		case b.isLocal(use.Name):
			results[i] = b.perform(ctx, use)
			ended = results[i].ends
		default:
			batch = append(batch, i)
		}
	}
	flush()
}

// objection returns the reason for which a call is not run, or "". i is the index of the call in its turn; times counts
// equal calls in a row.
func (b *toolbox) objection(use model.Block, i, times int) string {
	if i >= mostCalls {
		return fmt.Sprintf("too many at once: only the first %d calls of a turn are made; send the others again in the next turn", mostCalls)
	}
	if _, ok := b.tools[use.Name]; !ok {
		return "there is no such tool; there are " + strings.Join(b.names, ", ")
	}
	if _, err := use.Arguments(); err != nil {
		return line(err.Error(), 400)
	}
	if times >= sameCall {
		return fmt.Sprintf("this very call was made %d times in a row and its result stands above; it would be the same again. "+
			"Go on with something else, or call %s with what you know", sameCall-1, b.submit)
	}
	return ""
}

// notRun returns a failed result that states why the call use was not run.
func notRun(use model.Block, why string) result {
	return result{text: fmt.Sprintf("%s was not run: %s.", line(use.Name, 80), why), failed: true}
}

// perform runs a call of a known tool and returns its result, without secrets and control characters. Errors of the
// tool become failed results.
func (b *toolbox) perform(ctx context.Context, use model.Block) result {
	began := b.clock()
	args, err := use.Arguments()
	var got tool.Result
	if err == nil {
		got, err = b.invoke(ctx, b.tools[use.Name], args)
	}
	res := result{text: plain(got.Text), failed: got.Failed, ends: got.Ends, ran: true}
	switch {
	case errors.Is(err, errSlow):
		res.text, res.failed = fmt.Sprintf("%s did not answer within %v; ask for less, or for something else.", use.Name, b.timeout), true
	case err != nil:
		res.text, res.failed = fmt.Sprintf("%s: %s; other arguments may fare better.", use.Name, line(err.Error(), 400)), true
	case strings.TrimSpace(res.text) == "":
		res.text = model.NoOutput
	}
	res.text = b.mask(res.text)
	res.took = b.clock().Sub(began)
	return res
}

var errSlow = errors.New("the tool took too long")

// invoke calls the tool t with a time limit. After the limit it returns errSlow without waiting for the tool, unless
// the tool is local: a local tool that runs on would change the work.
func (b *toolbox) invoke(ctx context.Context, t tool.Tool, args []byte) (tool.Result, error) {
	within, cancel := context.WithTimeoutCause(ctx, b.timeout, errSlow)
	defer cancel()
	if b.isLocal(t.Name) {
		got, err := t.Call(within, args)
		return got, slowOr(within, err)
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
		return a.got, slowOr(within, a.err)
	case <-within.Done():
		return tool.Result{}, context.Cause(within)
	}
}

// slowOr returns errSlow if err is not nil and the time limit of ctx has passed, else err.
func slowOr(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errSlow) {
		return errSlow
	}
	return err
}
