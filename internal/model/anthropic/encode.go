package anthropic

import (
	"bytes"
	"encoding/json"
	"fmt"

	"luminos/internal/model"
)

// mostRequest is the maximal size of a request to the API, in bytes.
const mostRequest = 32 << 20

// writer writes the JSON of a request. Equal conversations give equal bytes, and signed blocks keep their original
// bytes.
type writer struct {
	buf bytes.Buffer
	enc *json.Encoder
}

// form is the form of a request.
type form int

const (
	forCount   form = iota // of the tokens of a prompt
	forAnswer              // with the default of the model for the text of its thinking, which most leave empty
	forSummary             // an answer with a summary as the text of its thinking
)

// encode returns the JSON body of a request to the Messages API.
func encode(call model.Call, f form) ([]byte, error) {
	if err := call.Check(); err != nil {
		return nil, err
	}
	w := &writer{}
	w.buf.Grow(int(min(call.Estimate()*4, mostRequest))) // growing by steps costs as much as writing
	w.enc = json.NewEncoder(&w.buf)
	w.enc.SetEscapeHTML(false)
	system, turns := call.Marks()

	w.raw(`{"model":`).text(call.Model)
	if f != forCount {
		fmt.Fprintf(&w.buf, `,"max_tokens":%d,"stream":true`, call.MaxOutput)
		if call.Effort != "" {
			w.raw(`,"output_config":{"effort":`).text(call.Effort).raw(`}`)
		}
		if f == forSummary {
			w.raw(`,"thinking":{"type":"adaptive","display":"summarized"}`)
		}
	}
	w.tools(call.Tools, mark(call.Cache, system && call.System == ""))
	if call.System != "" {
		w.raw(`,"system":[{"type":"text","text":`).text(call.System).raw(mark(call.Cache, system)).raw(`}]`)
	}
	w.raw(`,"messages":[`)
	for i := range call.Messages {
		if i > 0 {
			w.raw(`,`)
		}
		marked := len(turns) > 0 && turns[0] == i
		if marked {
			turns = turns[1:]
		}
		w.turn(call, i, mark(call.Cache, marked))
	}
	w.raw(`]}`)
	if w.buf.Len() > mostRequest {
		return nil, &model.Error{Class: model.Overflow, Doing: "checking the conversation before it is sent",
			Message: fmt.Sprintf("the request has %d bytes, the API takes %d", w.buf.Len(), mostRequest)}
	}
	return w.buf.Bytes(), nil
}

func mark(c model.Cache, here bool) string {
	switch {
	case !here || c == model.CacheOff:
		return ""
	case c == model.Cache1h:
		return `,"cache_control":{"type":"ephemeral","ttl":"1h"}`
	}
	return `,"cache_control":{"type":"ephemeral"}`
}

func (w *writer) raw(s string) *writer {
	w.buf.WriteString(s)
	return w
}

// text appends s as a JSON string to the body of the request.
func (w *writer) text(s string) *writer {
	w.enc.Encode(s) // a string and a buffer: neither fails
	w.buf.Truncate(w.buf.Len() - 1)
	return w
}

func (w *writer) tools(tools []model.Tool, lastMark string) {
	for i, t := range tools {
		if i == 0 {
			w.raw(`,"tools":[`)
		} else {
			w.raw(`,`)
		}
		w.raw(`{"name":`).text(t.Name)
		if t.Description != "" {
			w.raw(`,"description":`).text(t.Description)
		}
		w.raw(`,"input_schema":`).raw(string(t.Schema))
		if i == len(tools)-1 {
			w.raw(lastMark + `}]`)
		} else {
			w.raw(`}`)
		}
	}
}

func (w *writer) turn(call model.Call, i int, lastMark string) {
	w.raw(`{"role":`).text(string(call.Messages[i].Role)).raw(`,"content":[`)
	blocks := model.Wire(call.Messages, i)
	for n, b := range blocks {
		if n > 0 {
			w.raw(`,`)
		}
		m := ""
		if n == len(blocks)-1 {
			m = lastMark
		}
		w.block(b, m)
	}
	w.raw(`]}`)
}

func (w *writer) block(b model.Block, m string) {
	switch {
	case b.Raw != "":
		w.raw(b.Raw)
	case b.Kind == model.ToolUse:
		// The API accepts objects only; the result that follows states the defect.
		input, err := b.Arguments()
		if err != nil {
			input = json.RawMessage("{}")
		}
		w.raw(`{"type":"tool_use","id":`).text(b.ID).raw(`,"name":`).text(b.Name).raw(`,"input":`).raw(string(input)).raw(m + `}`)
	case b.Kind == model.Result:
		w.raw(`{"type":"tool_result","tool_use_id":`).text(b.ID).raw(`,"content":`).text(b.Text)
		if b.Failed {
			w.raw(`,"is_error":true`)
		}
		w.raw(m + `}`)
	default:
		w.raw(`{"type":"text","text":`).text(b.Text).raw(m + `}`)
	}
}
