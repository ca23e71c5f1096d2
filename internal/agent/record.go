package agent

import (
	"bytes"
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
	// Void marks an answer that was paid for and thrown away.
	Void     bool      `json:"void,omitempty"`
	User     *userTurn `json:"user,omitempty"`
	Handover *handover `json:"handover,omitempty"`
	End      End       `json:"end,omitempty"`
	Detail   string    `json:"detail,omitempty"`
}

// begin is the first record of a journal. It holds everything on which the answers depend.
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
	// Ran holds the ids of the calls that were made.
	Ran    []string `json:"ran,omitempty"`
	Calls  int      `json:"calls,omitempty"`
	Errors int      `json:"errors,omitempty"`
	// Closing is set if the text asks the model to write down its results, because the conversation is nearly full.
	Closing bool `json:"closing,omitempty"`
	Ends    bool `json:"ends,omitempty"` // something was submitted
}

// handover is the record of the beginning of a conversation that continues a full one.
type handover struct {
	Opening string `json:"opening"`
	TooLong bool   `json:"too_long,omitempty"` // the earlier one exceeded the window of the model
}

// describe returns the declaration of the tool t that is sent to the model.
func describe(t tool.Tool) (model.Tool, error) {
	schema := json.RawMessage(`{"type":"object"}`)
	if t.Input != nil {
		var err error
		if schema, err = json.Marshal(t.Input); err != nil {
			return model.Tool{}, fmt.Errorf("writing the schema of the tool %s: %w", t.Name, err)
		}
	}
	return model.Tool{Name: t.Name, Description: t.Description, Schema: schema}, nil
}

// keep appends a record to the journal and applies it to the state. It applies the record as decoded from JSON, so that
// a later run, which reads the journal, has the same state.
func (r *run) keep(rec record, durable bool) error {
	raw, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("encoding the conversation: %w", err)
	}
	var back record
	if err := json.Unmarshal(raw, &back); err != nil {
		return fmt.Errorf("encoding the conversation: %w", err)
	}
	if r.Journal != nil {
		if err := r.Journal.Append(json.RawMessage(raw), durable); err != nil {
			return fmt.Errorf("keeping the conversation: %w", err)
		}
	}
	return r.apply(back)
}

// resume applies the records in the journal to the state, so that the conversation continues where an earlier run
// ended. If the records belong to other terms or are not usable, the conversation begins again.
func (r *run) resume(ctx context.Context) error {
	if r.Journal == nil {
		return nil
	}
	records := r.Journal.Records()
	if len(records) == 0 {
		return r.first()
	}
	local, err := r.rebuild(records)
	if err == nil {
		return r.replay(ctx, local)
	}
	if !errors.Is(err, errOther) { // other terms are no defect
		r.note("the conversation that was kept cannot be gone on with and is begun anew: %v", err)
	}
	return r.anew()
}

// anew removes the records and the work of the conversation, and writes the first record of a new one.
func (r *run) anew() error {
	if r.taken > 0 && r.Work != nil {
		r.Work.Forget()
	}
	r.state = r.newState()
	if r.Journal == nil {
		return nil
	}
	if err := r.Journal.Reset(); err != nil {
		return fmt.Errorf("beginning the conversation anew: %w", err)
	}
	return r.first()
}

// first appends the first record to the journal.
func (r *run) first() error {
	raw, err := json.Marshal(record{Begin: &r.begin})
	if err != nil {
		return fmt.Errorf("encoding the conversation: %w", err)
	}
	if err := r.Journal.Append(json.RawMessage(raw), false); err != nil {
		return fmt.Errorf("keeping the conversation: %w", err)
	}
	return nil
}

var errOther = errors.New("the stored conversation has other terms")

// rebuild applies the records of an earlier run to the state. It returns the calls of local tools, which must be
// repeated to restore the work; it runs no tool itself.
func (r *run) rebuild(records []json.RawMessage) (local []model.Block, err error) {
	if err := r.sameTerms(records[0]); err != nil {
		return nil, err
	}
	for i, raw := range records[1:] {
		var rec record
		if err := json.Unmarshal(raw, &rec); err != nil {
			return nil, fmt.Errorf("reading record %d of the conversation: %w", i+1, err)
		}
		if rec.User != nil {
			for _, use := range model.Pending(r.turns) {
				if r.toolbox.tools[use.Name].Local && slices.Contains(rec.User.Ran, use.ID) {
					local = append(local, use)
				}
			}
		}
		if rec.Handover != nil {
			if err := r.check(); err != nil {
				return nil, fmt.Errorf("applying record %d of the conversation: %w", i+1, err)
			}
		}
		if err := r.apply(rec); err != nil {
			return nil, fmt.Errorf("applying record %d of the conversation: %w", i+1, err)
		}
	}
	return local, r.check()
}

// sameTerms returns an error if raw, the first record of the journal, does not hold the terms of this conversation.
// Both are encoded again for the comparison, since a journal may change white space.
func (r *run) sameTerms(raw json.RawMessage) error {
	var first record
	if err := json.Unmarshal(raw, &first); err != nil || first.Begin == nil {
		return errors.New("the first record of the conversation cannot be read")
	}
	kept, err := json.Marshal(first.Begin)
	if err != nil {
		return fmt.Errorf("encoding the stored first record: %w", err)
	}
	now, err := json.Marshal(r.begin)
	if err != nil {
		return fmt.Errorf("encoding the conversation: %w", err)
	}
	if !bytes.Equal(kept, now) {
		return errOther
	}
	return nil
}

// check returns an error if the conversation that was built from records breaks the rules of [model.Call.Check].
func (r *run) check() error {
	if len(r.turns) == 0 {
		return nil
	}
	c := r.call()
	c.Messages = model.Settle(c.Messages, model.NoOutput) // the results of the last calls may be missing
	return c.Check()
}

// replay repeats the calls uses of local tools, to restore the data of the work. The new results are discarded.
func (r *run) replay(ctx context.Context, uses []model.Block) error {
	for _, use := range uses {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		args, err := use.Arguments()
		if err != nil {
			continue // such a call was not run in the earlier run either
		}
		_, _ = r.toolbox.invoke(ctx, r.toolbox.tools[use.Name], args)
	}
	return nil
}
