package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"luminos/internal/model"
	"luminos/internal/tool"
)

// record is one line of the journal. Exactly one of Begin, Answer, User, Handover and End is set.
type record struct {
	Begin  *begin          `json:"begin,omitempty"`
	Answer *model.Response `json:"answer,omitempty"`
	// Void marks an answer that is not part of the conversation: it was cut and is asked for again.
	Void     bool      `json:"void,omitempty"`
	User     *userTurn `json:"user,omitempty"`
	Handover *handover `json:"handover,omitempty"`
	End      End       `json:"end,omitempty"`
	Detail   string    `json:"detail,omitempty"`
}

// begin is the first record of a journal. It holds everything on which the answers of the model depend.
type begin struct {
	System    string       `json:"system"`
	Tools     []model.Tool `json:"tools"`
	Opening   string       `json:"opening"`
	Model     string       `json:"model"`
	MaxOutput int64        `json:"max_output"`
	Effort    string       `json:"effort"`
	Cache     model.Cache  `json:"cache"`
	Key       string       `json:"key"`
}

// userTurn is a message to the model: the results of its tool calls, then at most one text.
type userTurn struct {
	Blocks []model.Block `json:"blocks"`
	// Ran holds the ids of the tool calls that were made, without the rejected calls.
	Ran    []string `json:"ran,omitempty"`
	Calls  int      `json:"calls,omitempty"`
	Errors int      `json:"errors,omitempty"`
	// Closing is set if the text asks the model to store its results, because the conversation is nearly full.
	Closing bool `json:"closing,omitempty"`
	Ends    bool `json:"ends,omitempty"` // the model has submitted a result
}

// handover is the first record of a conversation that continues a full conversation.
type handover struct {
	Opening string `json:"opening"`
	TooLong bool   `json:"too_long,omitempty"` // the full conversation exceeded the window of the model
}

// describe returns the declaration of the tool t that is sent to the model.
func describe(t tool.Tool) (model.Tool, error) {
	schema := json.RawMessage(`{"type":"object"}`)
	if t.Input != nil {
		var err error
		if schema, err = json.Marshal(t.Input); err != nil {
			return model.Tool{}, fmt.Errorf("encoding the schema of the arguments of the tool %s as JSON: %w", t.Name, err)
		}
	}
	return model.Tool{Name: t.Name, Description: t.Description, Schema: schema}, nil
}

// keep appends a record to the journal and applies it to the state. It applies the record as decoded from JSON, so that
// a later run, which reads the journal, has the same state.
func (r *run) keep(rec record, durable bool) error {
	var back record
	raw, err := json.Marshal(rec)
	if err == nil {
		err = json.Unmarshal(raw, &back)
	}
	if err == nil && r.Journal != nil {
		err = r.Journal.Append(json.RawMessage(raw), durable)
	}
	if err != nil {
		return fmt.Errorf("storing a record of the conversation: %w", err)
	}
	return r.apply(back)
}

// resume applies the records in the journal to the state and repeats calls of local tools, so that the conversation
// continues. If the records have other terms, cannot be applied, end with a refusal or without a usable answer, or are
// outdated, it deletes them and begins the conversation anew.
func (r *run) resume(ctx context.Context) error {
	if r.Journal == nil {
		return nil
	}
	records := r.Journal.Records()
	if len(records) == 0 {
		return r.storeFirst()
	}
	local, err := r.rebuild(records)
	if err == nil && (r.end == EndRefused || r.end == EndSilent) {
		r.note("the stored conversation ended without a result (%s) and is begun anew", r.end)
		return r.anew()
	}
	if err == nil {
		if err = r.replay(ctx, local); err != nil {
			return err
		}
		if a, ok := r.Work.(Aging); ok && a.Outdated(ctx) && ctx.Err() == nil {
			r.note("the target has changed where the stored conversation has looked: it is begun anew")
			return r.anew()
		}
		return context.Cause(ctx)
	}
	if !errors.Is(err, errOther) { // other terms are no defect
		r.note("the stored conversation cannot be continued and is begun anew: %v", err)
	}
	return r.anew()
}

// anew deletes the records and the work of the conversation, and stores the first record of a new conversation.
func (r *run) anew() error {
	if r.Work != nil {
		r.Work.Forget()
	}
	r.state = r.newState()
	if err := r.Journal.Reset(); err != nil {
		return fmt.Errorf("deleting the records of the stored conversation: %w", err)
	}
	return r.storeFirst()
}

func (r *run) storeFirst() error {
	if err := r.Journal.Append(r.first, false); err != nil {
		return fmt.Errorf("storing the first record of the conversation: %w", err)
	}
	return nil
}

var errOther = errors.New("the stored conversation has another model, prompt or tools")

// rebuild applies the records of an earlier run to the state. It returns the calls of local tools that the earlier run
// made and that must be repeated to restore the work. It runs no tool itself.
func (r *run) rebuild(records []json.RawMessage) (local []model.Block, err error) {
	if err := r.sameTerms(records[0]); err != nil {
		return nil, err
	}
	for _, raw := range records[1:] {
		var rec record
		err := json.Unmarshal(raw, &rec)
		if rec.User != nil {
			for _, use := range model.Pending(r.turns) {
				if r.toolbox.tools[use.Name].Local && slices.Contains(rec.User.Ran, use.ID) {
					local = append(local, use)
				}
			}
		}
		if err == nil {
			err = r.apply(rec)
		}
		if err != nil {
			return nil, fmt.Errorf("applying a stored record of the conversation: %w", err)
		}
	}
	return local, r.check()
}

// sameTerms returns an error if the terms in raw, the first record of the journal, differ from the terms of this
// conversation, such as its model or prompt. It ignores white space, since a journal may change it.
func (r *run) sameTerms(raw json.RawMessage) error {
	if canonical(string(raw)) == string(r.first) {
		return nil
	}
	var first record
	if err := json.Unmarshal(raw, &first); err != nil || first.Begin == nil {
		return errors.New("the first record of the conversation cannot be read")
	}
	return errOther
}

// check returns an error if the conversation that was rebuilt from records breaks the rules of [model.Call.Check].
func (r *run) check() error {
	if len(r.turns) == 0 {
		return nil
	}
	c := r.call()
	c.Messages = model.Settle(c.Messages, model.NoOutput) // the results of the last calls may be missing
	return c.Check()
}

// replay repeats calls of local tools, to restore the data of the work. The new results are discarded. It returns an
// error if ctx has ended: then calls can have failed, and the work is incomplete.
func (r *run) replay(ctx context.Context, uses []model.Block) error {
	for _, use := range uses {
		args, _ := use.Arguments() // the call was made before, so they are correct
		_, _ = r.toolbox.invoke(ctx, r.toolbox.tools[use.Name], args)
	}
	return context.Cause(ctx)
}
