package analyst

import (
	"context"
	"fmt"
	"strings"

	"luminos/internal/tool"
	"luminos/internal/words"
)

// listMost is the maximal number of entries or flags of one call.
const listMost = 20

type entriesInput struct {
	entryInput
	More []entryInput `json:"more,omitempty" jsonschema:"further entries, at most 20 in one call"`
}

type flagsInput struct {
	flagInput
	More []flagInput `json:"more,omitempty" jsonschema:"further flags, at most 20 in one call"`
}

// list returns the entries of a call in their order.
func (in *entriesInput) list() []entryInput { return append([]entryInput{in.entryInput}, in.More...) }

// list returns the flags of a call in their order.
func (in *flagsInput) list() []flagInput { return append([]flagInput{in.flagInput}, in.More...) }

// handler handles one item of a list.
type handler[T any] func(context.Context, T) (tool.Result, error)

// each calls handle for the first listMost items of a call, and returns one line for each result. The result has failed
// if all results have.
func each[T any](ctx context.Context, items []T, handle handler[T]) (tool.Result, error) {
	if len(items) == 1 {
		return handle(ctx, items[0])
	}
	var lines []string
	failed := true
	for i, item := range items[:min(len(items), listMost)] {
		r, err := handle(ctx, item)
		if err != nil {
			return tool.Result{}, err
		}
		failed = failed && r.Failed
		lines = append(lines, fmt.Sprintf("%d: %s", i+1, r.Text))
	}
	if over := len(items) - listMost; over > 0 {
		const text = "%s more: %d in one call are the most; send the others in another call"
		lines = append(lines, fmt.Sprintf(text, words.Count(over), listMost))
	}
	return tool.Result{Text: strings.Join(lines, "\n"), Failed: failed}, nil
}
