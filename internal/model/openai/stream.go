package openai

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/model/transport"
)

// chunk is one event of a streamed answer, or the whole answer of a server that does not stream.
type chunk struct {
	ID      string `json:"id"`
	Model   string `json:"model"`
	Choices []struct {
		Index   int     `json:"index"`
		Delta   delta   `json:"delta"`
		Message *delta  `json:"message"`
		Finish  *string `json:"finish_reason"`
	} `json:"choices"`
	Usage *usage          `json:"usage"`
	Error json.RawMessage `json:"error"`
	// Object is "error" if a server puts its error on the top level.
	Object string `json:"object"`
}

// delta is the new part of an answer. Fields whose type differs between servers are raw.
type delta struct {
	Content   json.RawMessage `json:"content"`
	Reasoning json.RawMessage `json:"reasoning"`         // some servers
	Thought   json.RawMessage `json:"reasoning_content"` // others
	Refusal   json.RawMessage `json:"refusal"`
	Calls     []toolCall      `json:"tool_calls"`
}

type toolCall struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"` // a string, or an object
	} `json:"function"`
}

type usage struct {
	Prompt     int64 `json:"prompt_tokens"`
	Completion int64 `json:"completion_tokens"`
	Details    struct {
		Cached int64 `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	Hit int64 `json:"prompt_cache_hit_tokens"` // the same, elsewhere
}

// receive passes the parts of the answer to the accumulator until its end. An error means that the answer is incomplete
// or malformed.
func receive(answer *http.Response, a *accumulator, w *transport.Watch) error {
	switch transport.Media(answer) {
	case "application/json":
		data, err := io.ReadAll(answer.Body)
		if err != nil {
			return err
		}
		if err := a.take(data, true); err != nil || a.finish != "" {
			return err
		}
		return &model.Error{Class: model.Garbled, Message: "the answer is JSON, but not a complete chat completion"}
	case "text/html":
		return &model.Error{Class: model.Garbled, Message: "the server answers with a web page", Final: true}
	}
	events := transport.NewEvents(answer.Body)
	for {
		ev, err := events.Next()
		switch {
		case err == io.EOF && a.finish != "":
			return nil // servers that leave out the mark of the end have said why it ends
		case err == io.EOF:
			return &model.Error{Class: model.Cut, Message: "the answer ends without a finish reason"}
		case err != nil:
			return err
		case strings.TrimSpace(string(ev.Data)) == "[DONE]":
			a.done = true
			return nil
		case len(ev.Data) == 0:
			continue
		}
		if err := a.take(ev.Data, events.Ended()); err != nil {
			return err
		}
		w.Alive()
	}
}

// accumulator builds the answer to a call from the parts that arrive.
type accumulator struct {
	call      model.Call
	show      func(model.Delta)
	id, model string
	text      strings.Builder
	reasoning strings.Builder
	refusal   strings.Builder
	calls     []*building
	finish    string
	usage     *usage
	done      bool
	written   int64 // bytes of content
}

// write adds n to the number of bytes of content that the answer has so far. It returns an error if the number, with
// perCall added for each tool call, exceeds [model.Call.Room].
func (a *accumulator) write(n int) error {
	if a.written += int64(n); a.written+int64(perCall*len(a.calls)) > a.call.Room() {
		return model.Overlong()
	}
	return nil
}

// building is a tool call whose parts are still arriving.
type building struct {
	index    int // -1 without
	id, name string
	input    strings.Builder
}

func newAccumulator(call model.Call, show func(model.Delta)) *accumulator {
	if show == nil {
		show = func(model.Delta) {}
	}
	return &accumulator{call: call, show: show}
}

// take adds one chunk, in JSON, to the answer. If data is the last chunk and no valid JSON, the answer was cut off and
// the error is of the class Cut.
func (a *accumulator) take(data []byte, last bool) error {
	var c chunk
	if err := json.Unmarshal(data, &c); err != nil {
		if last && !json.Valid(data) && (a.id != "" || len(data) > 0 && data[0] == '{' || len(data) == 0) {
			return &model.Error{Class: model.Cut, Message: "the answer ends in the middle", Err: err}
		}
		return &model.Error{Class: model.Garbled, Message: "a part of the answer is not the JSON of a chat completion", Err: err}
	}
	if len(c.Error) > 0 && string(c.Error) != "null" || c.Object == "error" {
		p := readProblem(data)
		return model.Classify(model.Refusal{Status: p.status, Type: p.word, Message: p.text})
	}
	if c.ID != "" {
		a.id = model.Excerpt(c.ID)
	}
	if c.Model != "" {
		a.model = model.Excerpt(c.Model)
	}
	if c.Usage != nil {
		a.usage = c.Usage // a total each time: the last one counts, not the sum
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // one answer was asked for
		}
		d := choice.Delta
		if choice.Message != nil {
			d = *choice.Message
		}
		if err := a.add(d); err != nil {
			return err
		}
		if choice.Finish != nil && *choice.Finish != "" {
			a.finish = model.Excerpt(*choice.Finish)
		}
	}
	return nil
}

func (a *accumulator) add(d delta) error {
	if s := text(d.Thought) + text(d.Reasoning); s != "" {
		if err := a.write(len(s)); err != nil {
			return err
		}
		a.reasoning.WriteString(s)
		a.show(model.Delta{Kind: model.Thinking, Text: s})
	}
	if s := text(d.Content); s != "" {
		if err := a.write(len(s)); err != nil {
			return err
		}
		a.text.WriteString(s)
		a.show(model.Delta{Kind: model.Text, Text: s})
	}
	if s := text(d.Refusal); s != "" {
		if err := a.write(len(s)); err != nil {
			return err
		}
		a.refusal.WriteString(s)
	}
	for _, c := range d.Calls {
		if err := a.extend(c); err != nil {
			return err
		}
	}
	return nil
}

// extend adds a part of a tool call to the call to which it belongs, or begins a new call.
func (a *accumulator) extend(c toolCall) error {
	known := len(a.calls)
	b, arguments := a.belongs(c), text(c.Function.Arguments)
	n := len(arguments)
	if len(a.calls) > known {
		n += len(c.Function.Name)
	}
	if err := a.write(n); err != nil {
		return err
	}
	if c.ID != "" {
		b.id = model.Excerpt(c.ID)
	}
	if b.name == "" && c.Function.Name != "" {
		b.name = model.Excerpt(c.Function.Name)
		a.show(model.Delta{Kind: model.ToolUse, Name: b.name})
	}
	b.input.WriteString(arguments)
	return nil
}

// perCall is the number of bytes that each tool call counts towards [model.Call.Room] in addition to its content, since
// each part of a call is compared with all calls.
const perCall = 1 << 10

// belongs returns the tool call of the answer to which c, a part of a tool call, belongs, or a new call. Parts are
// matched by index, without an index by id, else to the last call. A name with new arguments after complete arguments
// begins a new call for any index: some servers number all calls 0.
func (a *accumulator) belongs(c toolCall) *building {
	var same *building
	for _, b := range a.calls {
		switch {
		case c.Index != nil && b.index == *c.Index && (c.ID == "" || b.id == "" || b.id == c.ID):
			same = b
		case c.Index == nil && c.ID != "" && b.id == c.ID:
			same = b
		}
	}
	if same == nil && c.Index == nil && c.ID == "" && len(a.calls) > 0 {
		same = a.calls[len(a.calls)-1]
	}
	if same != nil && c.Function.Name != "" && same.name != "" && json.Valid([]byte(same.input.String())) &&
		strings.HasPrefix(strings.TrimSpace(text(c.Function.Arguments)), "{") {
		same = nil
	}
	if same == nil {
		same = &building{index: -1}
		if c.Index != nil {
			same.index = *c.Index
		}
		a.calls = append(a.calls, same)
	}
	return same
}

// text returns the text of a JSON value: of a string, of a list of parts with texts, or the JSON itself for anything
// else.
func text(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) == nil {
		var all strings.Builder
		for _, p := range parts {
			all.WriteString(p.Text)
		}
		return all.String()
	}
	return string(raw)
}

// usageSoFar returns the tokens that are billed so far. Servers report them at the end, if at all; before that they are
// estimated if the answer has begun.
func (a *accumulator) usageSoFar() luminos.Usage {
	return a.call.Billed(a.counted(), a.written)
}

func (a *accumulator) counted() luminos.Usage {
	if a.usage == nil {
		return luminos.Usage{}
	}
	cached := a.usage.Details.Cached
	if cached == 0 {
		cached = a.usage.Hit
	}
	cached = min(cached, a.usage.Prompt)
	return luminos.Usage{Input: a.usage.Prompt - cached, CacheRead: cached, Output: a.usage.Completion}
}

// response returns the answer after its end, or an error: Cut for an incomplete tool call, Transient if the server
// failed.
func (a *accumulator) response() (model.Response, error) {
	r := model.Response{ID: a.id, Model: a.model}
	if a.reasoning.Len() > 0 {
		r.Blocks = append(r.Blocks, model.Block{Kind: model.Thinking, Text: a.reasoning.String()})
	}
	if a.text.Len() > 0 {
		r.Blocks = append(r.Blocks, model.Block{Kind: model.Text, Text: a.text.String()})
	}
	taken := map[string]bool{}
	for i, b := range a.calls {
		if a.finish == "" && !json.Valid([]byte(b.input.String())) || b.name == "" {
			return model.Response{}, &model.Error{Class: model.Cut, Message: "a tool call in the answer is not whole"}
		}
		id := a.call.UseID(b.id, i, taken)
		r.Blocks = append(r.Blocks, model.Block{Kind: model.ToolUse, ID: id, Name: b.name, Input: b.input.String()})
	}
	if r.Stop, r.Detail = a.stop(); r.Stop == "error" {
		return model.Response{}, &model.Error{Class: model.Transient, Message: "the server ended the answer with an error"}
	}
	// A whole answer was paid for, even if it is empty.
	r.Usage = a.call.Billed(a.counted(), max(a.written, 1))
	r.Prompt = r.Usage.Prompt()
	return r, nil
}

// stop returns the reason for which the answer ended, and a detail such as the name of a cut tool call. Servers use
// different words for the same reason.
func (a *accumulator) stop() (model.Stop, string) {
	limit := a.finish == "length" || a.finish == "max_tokens"
	switch {
	case limit && len(a.calls) > 0:
		return model.StopLimitInTool, a.calls[len(a.calls)-1].name
	case limit:
		return model.StopLimit, ""
	case a.finish == "content_filter" || a.refusal.Len() > 0:
		return model.StopRefusal, a.finish
	case a.finish == "error":
		return "error", ""
	case len(a.calls) > 0:
		return model.StopTools, ""
	}
	switch a.finish {
	case "", "stop", "tool_calls", "function_call", "eos", "eos_token", "end_turn":
		return model.StopEnd, ""
	}
	return model.Stop(a.finish), ""
}
