package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"luminos/internal/model"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// toolbox runs the tool calls of a conversation.
type toolbox struct {
	tools  map[string]tool.Tool
	names  []string // of the tools, in the order of Loop.Tools
	submit string   // the name of the tool that ends the loop
	mask   func(string) string
}

func newToolbox(l Loop) toolbox {
	b := toolbox{tools: map[string]tool.Tool{}, submit: l.Submit, mask: l.Mask}
	for _, t := range l.Tools {
		b.tools[t.Name] = t
		b.names = append(b.names, t.Name)
	}
	return b
}

// result is the result of one tool call.
type result struct {
	text   string
	failed bool
	ran    bool // the tool was called
	took   time.Duration
	ends   bool
}

// Ask calls the tool t with the arguments as JSON, and returns the result as a conversation sends it to a model. mask
// removes secrets; nil removes none.
func Ask(ctx context.Context, t tool.Tool, args string, mask func(string) string) model.Block {
	if mask == nil {
		mask = func(s string) string { return s }
	}
	b := toolbox{tools: map[string]tool.Tool{t.Name: t}, mask: mask}
	res := b.perform(ctx, model.Block{Kind: model.ToolUse, Name: t.Name, Input: args})
	return model.Block{Kind: model.Result, Text: res.text, Failed: res.failed}
}

// runAll makes the tool calls uses of one turn and stores their results in results. Calls of local tools run alone, in
// order; the calls between them run in parallel. After a call that ends the loop no further call is made. streak counts
// the equal calls before this turn.
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
		batch = nil
	}
	for i, use := range uses {
		times := streak.next(use)
		why := b.objection(use, i, times)
		switch {
		case ended:
			results[i] = notRun(use, "something was submitted before, which ends the conversation")
		case why != "":
			results[i] = notRun(use, why)
		case b.tools[use.Name].Local:
			flush()
			results[i] = b.perform(ctx, use)
			ended = results[i].ends
		default:
			batch = append(batch, i)
		}
	}
	flush()
}

// objection returns the reason, for the model, why the call use is not run, or "". i is the index of the call in its
// turn; times is the number of equal calls in a row, including this one.
func (b *toolbox) objection(use model.Block, i, times int) string {
	if i >= MostCalls {
		return fmt.Sprintf("too many at once: only the first %d calls of a turn are made; "+
			"send the others again in the next turn", MostCalls)
	}
	if _, ok := b.tools[use.Name]; !ok {
		return "there is no such tool; there are " + strings.Join(b.names, ", ")
	}
	if _, err := use.Arguments(); err != nil {
		return err.Error()
	}
	if times >= sameCall {
		return fmt.Sprintf("this very call was made %d times in a row and its result stands above; it would be the same again. "+
			"Go on with something else, or call %s with what you know", sameCall-1, b.submit)
	}
	return ""
}

// notRun returns a failed result that states the reason why the call use was not run.
func notRun(use model.Block, why string) result {
	return result{text: fmt.Sprintf("%s was not run: %s.", words.Line(use.Name, 80), why), failed: true}
}

// perform runs a call without an [toolbox.objection] and returns its result, without secrets and control characters.
// Errors of the tool become failed results.
func (b *toolbox) perform(ctx context.Context, use model.Block) result {
	began := time.Now()
	args, _ := use.Arguments()
	got, err := b.invoke(ctx, b.tools[use.Name], args)
	res := result{text: plain(got.Text), failed: got.Failed, ends: got.Ends, ran: true}
	switch {
	case errors.Is(err, errSlow):
		res.text, res.failed = fmt.Sprintf("%s did not answer within %v; ask for less, or for something else.", use.Name, toolTimeout), true
	case err != nil:
		res.text, res.failed = fmt.Sprintf("%s: %s; other arguments may fare better.", use.Name, words.Line(err.Error(), 400)), true
	case strings.TrimSpace(res.text) == "":
		res.text = model.NoOutput
	}
	res.text = b.mask(res.text)
	res.took = time.Since(began)
	return res
}

var errSlow = errors.New("the tool took too long")

// invoke calls the tool t with a time limit. After the limit it returns errSlow without waiting for the tool, unless
// the tool is local: a local tool that runs on would change the work.
func (b *toolbox) invoke(ctx context.Context, t tool.Tool, args []byte) (tool.Result, error) {
	within, cancel := context.WithTimeoutCause(ctx, toolTimeout, errSlow)
	defer cancel()
	type answer struct {
		got tool.Result
		err error
	}
	done := make(chan answer, 1)
	call := func() {
		got, err := t.Call(within, args)
		if err != nil && within.Err() != nil {
			err = context.Cause(within)
		}
		done <- answer{got, err}
	}
	expired := within.Done()
	if t.Local {
		call()
		expired = nil
	} else {
		go call()
	}
	select {
	case a := <-done:
		return a.got, a.err
	case <-expired:
		return tool.Result{}, context.Cause(within)
	}
}
