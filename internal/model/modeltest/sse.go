package modeltest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// event returns a server-sent event with this name and data.
func event(name, data string) []byte { return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, data) }

// answer is the reply of a player with the id and the usage that the server adds.
type answer struct {
	model, id    string
	reply        Reply
	start, usage Usage // at the beginning, and at the end
}

// stream collects the events of the answer to the request with this key.
type stream struct {
	key    digest
	events [][]byte
}

// add adds an event to the stream. Up to 15 spaces come before the last brace of its data: the API pads all events
// except ping, to hide the length of a piece of text.
func (s *stream) add(name, format string, args ...any) {
	data := fmt.Sprintf(format, args...)
	pad := digestOf(s.key[:], fmt.Appendf(nil, "0 pad %d", len(s.events)))
	s.events = append(s.events, event(name, data[:len(data)-1]+strings.Repeat(" ", int(pad[0]%16))+"}"))
}

func (s *stream) ping() { s.events = append(s.events, event("ping", `{"type": "ping"}`)) }

// events returns the events of an answer to the request with this key. The first event reports the usage of the prompt,
// the last but one the complete usage.
func (a answer) events(key digest) [][]byte {
	s := &stream{key: key}
	s.add("message_start", `{"type":"message_start","message":{"model":%s,"id":%s,"type":"message","role":"assistant",`+
		`"content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":%s}}`,
		compact(a.model), compact(a.id), a.start.full())
	for i, b := range a.reply.Blocks {
		s.block(i, b)
	}
	if len(a.reply.Blocks) == 0 {
		s.ping()
	}
	s.add("message_delta", `{"type":"message_delta","delta":{"stop_reason":%s,"stop_sequence":null,"stop_details":%s},"usage":%s}`,
		compact(a.reply.Stop), a.reply.details(), a.usage.delta())
	s.add("message_stop", `{"type":"message_stop"}`)
	return s.events
}

// block adds the events of the block b with the index i. A ping follows the start of the first block.
func (s *stream) block(i int, b Block) {
	start := `{"type":"text","text":""}`
	switch b.Type {
	case "thinking":
		start = `{"type":"thinking","thinking":"","signature":""}`
	case "redacted_thinking":
		start = fmt.Sprintf(`{"type":"redacted_thinking","data":%s}`, compact(b.Data))
	case "tool_use":
		start = fmt.Sprintf(`{"type":"tool_use","id":%s,"name":%s,"input":{},"caller":{"type":"direct"}}`, compact(b.ID), compact(b.Name))
	}
	s.add("content_block_start", `{"type":"content_block_start","index":%d,"content_block":%s}`, i, start)
	if i == 0 {
		s.ping()
	}
	delta := func(kind, member string, values ...string) {
		for _, v := range values {
			s.add("content_block_delta", `{"type":"content_block_delta","index":%d,"delta":{"type":"%s","%s":%s}}`, i, kind, member, compact(v))
		}
	}
	switch b.Type {
	case "thinking":
		delta("thinking_delta", "thinking", b.pieces(b.Thinking)...)
		delta("signature_delta", "signature", b.Signature)
	case "tool_use":
		delta("input_json_delta", "partial_json", "")
		delta("input_json_delta", "partial_json", b.pieces(string(b.Input))...)
	case "text":
		delta("text_delta", "text", b.pieces(b.Text)...)
	}
	s.add("content_block_stop", `{"type":"content_block_stop","index":%d}`, i)
}

// pieces cuts a text of the block b into the parts that are sent as separate events: b.Pieces if they are set.
// Otherwise each part has about a two-hundredth of the text, or 24 bytes if that is more, and ends between characters.
func (b Block) pieces(text string) []string {
	if b.Pieces != nil {
		return b.Pieces
	}
	n := max(24, len(text)/200)
	var pieces []string
	for len(text) > n {
		k := n
		for k > 1 && !utf8.RuneStart(text[k]) {
			k--
		}
		pieces = append(pieces, text[:k])
		text = text[k:]
	}
	if text != "" {
		pieces = append(pieces, text)
	}
	return pieces
}

// full returns the usage as JSON with all fields, as in a message_start event.
func (u Usage) full() string {
	return fmt.Sprintf(`{"input_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation":{"ephemeral_5m_input_tokens":%d,"ephemeral_1h_input_tokens":%d},"output_tokens":%d,"service_tier":"standard","inference_geo":"not_available"}`,
		u.Input, u.Write5m+u.Write1h, u.Read, u.Write5m, u.Write1h, u.Output)
}

// delta returns the usage as the JSON object in a message_delta event, which does not distinguish the lifetimes of
// cache writes.
func (u Usage) delta() string {
	return fmt.Sprintf(`{"input_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d}`,
		u.Input, u.Write5m+u.Write1h, u.Read, u.Output)
}

// details returns the member stop_details as JSON: the category and the explanation of a refusal, or null.
func (r Reply) details() string {
	if r.Stop != "refusal" {
		return "null"
	}
	return fmt.Sprintf(`{"type":"refusal","category":%s,"explanation":%s}`, compact(r.Category), compact(r.Explanation))
}

// errorBody returns the body of an error response: kind is the error type, id the request id.
func errorBody(kind, message, id string) []byte {
	return fmt.Appendf(nil, `{"type":"error","error":{"type":%s,"message":%s},"request_id":%s}`, compact(kind), compact(message), compact(id))
}
