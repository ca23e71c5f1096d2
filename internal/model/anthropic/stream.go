package anthropic

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/model/transport"
)

// event holds the fields of all kinds of events of a stream; each kind sets some of them.
type event struct {
	Type    string          `json:"type"`
	Index   int             `json:"index"`
	Message *message        `json:"message"`
	Block   json.RawMessage `json:"content_block"`
	Delta   part            `json:"delta"`
	Usage   *usage          `json:"usage"`
	Error   *problem        `json:"error"`
}

// rest decodes a delta of a rare kind in a second pass. Decoding each delta twice would take half of the time for an
// answer.
type rest struct {
	Delta json.RawMessage `json:"delta"`
}

// problem is the error object of the API.
type problem struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

// message is the head of an answer, or a whole one of a server that does not stream.
type message struct {
	ID      string            `json:"id"`
	Type    string            `json:"type"`
	Model   string            `json:"model"`
	Content []json.RawMessage `json:"content"`
	Usage   *usage            `json:"usage"`
	ending
}

// ending holds the reason for which an answer ended.
type ending struct {
	Reason   string  `json:"stop_reason"`
	Sequence *string `json:"stop_sequence"`
	Details  *struct {
		Category *string `json:"category"`
	} `json:"stop_details"`
}

// usage holds the usage that was reported so far. A later report holds totals, and omits unchanged ones.
type usage struct {
	Input    *int64 `json:"input_tokens"`
	Write    *int64 `json:"cache_creation_input_tokens"`
	Read     *int64 `json:"cache_read_input_tokens"`
	Output   *int64 `json:"output_tokens"`
	Creation *struct {
		Hour int64 `json:"ephemeral_1h_input_tokens"`
	} `json:"cache_creation"`
	Server map[string]any `json:"server_tool_use"`
}

// accumulator builds the answer to a call from the events of the stream.
type accumulator struct {
	call    model.Call
	show    func(model.Delta)
	head    *message
	blocks  []*block
	ending  ending
	counted usage
	stopped bool  // message_stop has come
	written int64 // bytes of content
}

// write adds n to the number of bytes of content that the answer has so far. It returns an error if the number exceeds
// [model.Call.Room].
func (a *accumulator) write(n int) error {
	if a.written += int64(n); a.written > a.call.Room() {
		return model.Overlong()
	}
	return nil
}

// take adds one event to the answer. The result is true if the event is progress of the model: pings and empty events
// are not.
func (a *accumulator) take(ev transport.Event) (bool, error) {
	if ev.Name == "ping" || len(ev.Data) == 0 && ev.Name != "error" {
		return false, nil
	}
	var e event
	if err := json.Unmarshal(ev.Data, &e); err != nil && ev.Name != "error" {
		return false, &model.Error{Class: model.Garbled, Message: fmt.Sprintf("the data of the event %.80q is not the JSON of such an event", ev.Name), Err: err}
	}
	if e.Type == "" {
		e.Type = ev.Name
	}
	switch e.Type {
	case "message_start":
		if e.Message == nil || a.head != nil {
			return false, garbled("message_start comes twice or without a message")
		}
		a.head = e.Message
		a.head.Content = nil // it is empty; its type is unknown
		a.count(e.Message.Usage)
	case "content_block_start":
		return true, a.start(e.Index, e.Block)
	case "content_block_delta":
		return true, a.delta(e.Index, e.Delta, ev.Data)
	case "message_delta":
		a.count(e.Usage)
		var r rest
		if json.Unmarshal(ev.Data, &r) != nil || json.Unmarshal(r.Delta, &a.ending) != nil {
			return false, garbled("the end of the message is no JSON object")
		}
	case "message_stop":
		a.stopped = true
	case "error":
		return false, inside(e.Error, ev.Data)
	case "ping":
		return false, nil
	}
	return true, nil
}

// inside returns the error for an error event within an answer that began with status 200. data is the whole event.
func inside(p *problem, data []byte) error {
	if p == nil {
		return model.Classify(model.Refusal{Message: model.Excerpt(data)})
	}
	return model.Classify(model.Refusal{Type: p.Type, Message: p.Message})
}

func garbled(what string) error {
	return &model.Error{Class: model.Garbled, Message: "the answer is out of order: " + what}
}

func (a *accumulator) start(index int, raw json.RawMessage) error {
	if a.head == nil || index != len(a.blocks) {
		return garbled(fmt.Sprintf("block %d comes after %d blocks", index, len(a.blocks)))
	}
	if err := a.write(len(raw)); err != nil {
		return err
	}
	b, err := newBlock(raw)
	if err != nil {
		return err
	}
	a.blocks = append(a.blocks, b)
	if b.kind == model.ToolUse && a.show != nil {
		a.show(model.Delta{Kind: model.ToolUse, Name: b.string("name")})
	}
	return nil
}

func (a *accumulator) delta(index int, p part, data []byte) error {
	if index < 0 || index >= len(a.blocks) {
		return garbled(fmt.Sprintf("a part of block %d comes before its beginning", index))
	}
	if !utf8.Valid(data) {
		return garbled("a part of a block is no UTF-8")
	}
	b := a.blocks[index]
	field, value := p.grows()
	if field == "" {
		var r rest
		if json.Unmarshal(data, &r) != nil {
			return garbled("a part of a block is no JSON object")
		}
		if err := a.write(len(r.Delta)); err != nil {
			return err
		}
		return b.add(r.Delta)
	}
	if err := a.write(len(value)); err != nil {
		return err
	}
	b.grow(field, value)
	if a.show != nil && string(b.kind) == field { // "text" of a text, "thinking" of thinking
		var s string
		if json.Unmarshal(value, &s) == nil && s != "" {
			a.show(model.Delta{Kind: b.kind, Text: s})
		}
	}
	return nil
}

// whole parses an answer that is one JSON object instead of a stream of events, and adds it to the accumulator.
func (a *accumulator) whole(body io.Reader) error {
	data, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	var m struct {
		message
		Error *problem `json:"error"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		class := model.Garbled
		if !json.Valid(append(data, ' ')) && len(data) > 0 && data[0] == '{' {
			class = model.Cut
		}
		return &model.Error{Class: class, Message: "the answer is not the JSON of a message", Err: err}
	}
	switch {
	case m.Error != nil:
		return inside(m.Error, data)
	case m.Reason == "":
		return &model.Error{Class: model.Garbled, Message: "the answer is JSON, but not a message of the Messages API"}
	}
	a.head, a.ending = &m.message, m.ending
	a.count(m.Usage)
	for i, raw := range m.Content {
		if err := a.start(i, raw); err != nil {
			return err
		}
		if b := a.blocks[i]; a.show != nil && b.kind == model.Text {
			a.show(model.Delta{Kind: model.Text, Text: b.string("text")})
		}
	}
	a.stopped = true
	return nil
}

func (a *accumulator) count(u *usage) {
	if u == nil {
		return
	}
	for _, f := range []struct{ to, from **int64 }{
		{&a.counted.Input, &u.Input}, {&a.counted.Write, &u.Write}, {&a.counted.Read, &u.Read}, {&a.counted.Output, &u.Output},
	} {
		if *f.from != nil {
			*f.to = *f.from
		}
	}
	if u.Creation != nil {
		a.counted.Creation = u.Creation
	}
	if u.Server != nil {
		a.counted.Server = u.Server
	}
}

// usage returns the tokens reported so far, or an estimate without a usable report. They are billed in any case.
func (a *accumulator) usage() luminos.Usage {
	tokens := func(n *int64) int64 {
		if n == nil {
			return 0
		}
		return *n
	}
	u := luminos.Usage{Input: tokens(a.counted.Input), CacheRead: tokens(a.counted.Read), Output: tokens(a.counted.Output)}
	write := tokens(a.counted.Write)
	switch {
	case a.counted.Creation != nil:
		// The last report has no split, the first one has no last total.
		u.CacheWrite1h = min(a.counted.Creation.Hour, write)
	case a.call.Cache == model.Cache1h:
		u.CacheWrite1h = write
	}
	u.CacheWrite5m = write - u.CacheWrite1h
	if a.ending.Reason == "" { // the first event counts one token or a few, the last one all
		return a.call.BilledCut(u, a.written)
	}
	return a.call.Billed(u, a.written)
}

// response returns the answer after the last event, or an error: Cut if the end is missing, Garbled for a bad block.
func (a *accumulator) response() (model.Response, error) {
	if !a.stopped || a.head == nil || a.ending.Reason == "" {
		return model.Response{}, &model.Error{Class: model.Cut, Message: "the answer ends without a stop reason"}
	}
	r := model.Response{ID: model.Excerpt(a.head.ID), Model: model.Excerpt(a.head.Model), Usage: a.usage()}
	ids := map[string]bool{}
	for i, b := range a.blocks {
		if b.kind == model.ToolUse {
			b.name(a.call.UseID(b.text("id"), i, ids))
		}
		done, err := b.finish()
		if err != nil {
			return model.Response{}, err
		}
		r.Blocks = append(r.Blocks, done)
	}
	r.Stop, r.Detail = a.stop()
	r.Stop, r.Detail = model.Stop(model.Excerpt(r.Stop)), model.Excerpt(r.Detail)
	r.Prompt = r.Usage.Prompt()
	if a.summed() {
		r.Prompt = 0
	}
	return r, nil
}

// summed reports whether the provider ran tools of its own for this answer. The usage then counts the prompt once for
// each run.
func (a *accumulator) summed() bool {
	for _, n := range a.counted.Server {
		if n, ok := n.(float64); ok && n > 0 {
			return true
		}
	}
	return false
}

func (a *accumulator) stop() (model.Stop, string) {
	switch a.ending.Reason {
	case "end_turn":
		return model.StopEnd, ""
	case "tool_use":
		return model.StopTools, ""
	case "max_tokens":
		if n := len(a.blocks); n > 0 && a.blocks[n-1].kind == model.ToolUse {
			return model.StopLimitInTool, a.blocks[n-1].string("name")
		}
		return model.StopLimit, ""
	case "stop_sequence":
		if a.ending.Sequence != nil {
			return model.StopSequence, *a.ending.Sequence
		}
		return model.StopSequence, ""
	case "pause_turn", "compaction":
		return model.StopPause, a.ending.Reason
	case "refusal":
		if d := a.ending.Details; d != nil && d.Category != nil {
			return model.StopRefusal, *d.Category
		}
		return model.StopRefusal, ""
	case "model_context_window_exceeded":
		return model.StopWindow, ""
	}
	return model.Stop(a.ending.Reason), ""
}
