package modeltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// frame is one server-sent event: its name and its data.
type frame struct {
	name string
	data []byte
}

func (f frame) bytes() []byte {
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", f.name, f.data)
}

// padded inserts n%16 spaces before the last brace of data. The API pads all events except ping, to hide the length of
// a piece of text.
func padded(data string, n int) []byte {
	return []byte(data[:len(data)-1] + strings.Repeat(" ", n%16) + "}")
}

// streamer collects the events of one answer.
type streamer struct {
	seed   uint64
	key    digest
	frames []frame
}

func (s *streamer) add(name, format string, args ...any) {
	pad := digestOf(s.key[:], fmt.Appendf(nil, "%d pad %d", s.seed, len(s.frames)))
	s.frames = append(s.frames, frame{name, padded(fmt.Sprintf(format, args...), int(pad[0]))})
}

func (s *streamer) ping() { s.frames = append(s.frames, frame{"ping", []byte(`{"type": "ping"}`)}) }

// frames returns the events of an answer. The first event reports the usage of the prompt, the last but one the
// complete usage.
func (a answer) frames(seed uint64, key digest) []frame {
	s := &streamer{seed: seed, key: key}
	s.add("message_start", `{"type":"message_start","message":{"model":%s,"id":%s,"type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":%s}}`,
		quote(a.model), quote(a.id), a.start.full())
	for i, b := range a.reply.Blocks {
		s.block(i, b)
	}
	if len(a.reply.Blocks) == 0 {
		s.ping()
	}
	s.add("message_delta", `{"type":"message_delta","delta":{"stop_reason":%s,"stop_sequence":null,"stop_details":%s},"usage":%s}`,
		quote(a.reply.Stop), a.reply.details(), a.usage.delta())
	s.add("message_stop", `{"type":"message_stop"}`)
	return s.frames
}

// block adds the events of the block b with the index i. A ping follows the start of the first block.
func (s *streamer) block(i int, b Block) {
	empty := Block{Type: b.Type, Data: b.Data, ID: b.ID, Name: b.Name}
	s.add("content_block_start", `{"type":"content_block_start","index":%d,"content_block":%s}`, i, empty.json())
	if i == 0 {
		s.ping()
	}
	delta := func(kind, member, value string) {
		s.add("content_block_delta", `{"type":"content_block_delta","index":%d,"delta":{"type":"%s","%s":%s}}`, i, kind, member, quote(value))
	}
	switch b.Type {
	case "thinking":
		for _, p := range b.pieces(b.Thinking) {
			delta("thinking_delta", "thinking", p)
		}
		delta("signature_delta", "signature", b.Signature)
	case "redacted_thinking":
	case "tool_use":
		delta("input_json_delta", "partial_json", "")
		for _, p := range b.pieces(string(b.Input)) {
			delta("input_json_delta", "partial_json", p)
		}
	default:
		for _, p := range b.pieces(b.Text) {
			delta("text_delta", "text", p)
		}
	}
	s.add("content_block_stop", `{"type":"content_block_stop","index":%d}`, i)
}

// pieces cuts a text into the parts that are sent as separate events: b.Pieces or, without them, about 200 parts at
// most, each of 24 bytes or more. It does not cut within a character.
func (b Block) pieces(text string) []string {
	if b.Pieces != nil {
		return b.Pieces
	}
	n := max(24, len(text)/200)
	var pieces []string
	for len(text) > n {
		k := n
		for k > 0 && !utf8.RuneStart(text[k]) {
			k--
		}
		if k == 0 {
			k = n
		}
		pieces = append(pieces, text[:k])
		text = text[k:]
	}
	if text != "" {
		pieces = append(pieces, text)
	}
	return pieces
}

// answer is the reply of a player with the id and the usage that the server adds.
type answer struct {
	model, id    string
	reply        Reply
	start, usage Usage // at the beginning, and at the end
}

// json returns the block as JSON in the form of the API. An input that is not JSON is replaced by {}.
func (b Block) json() string {
	switch b.Type {
	case "thinking":
		return fmt.Sprintf(`{"type":"thinking","thinking":%s,"signature":%s}`, quote(b.Thinking), quote(b.Signature))
	case "redacted_thinking":
		return fmt.Sprintf(`{"type":"redacted_thinking","data":%s}`, quote(b.Data))
	case "tool_use":
		if !json.Valid(b.Input) {
			b.Input = []byte("{}")
		}
		return fmt.Sprintf(`{"type":"tool_use","id":%s,"name":%s,"input":%s,"caller":{"type":"direct"}}`, quote(b.ID), quote(b.Name), b.Input)
	}
	return fmt.Sprintf(`{"type":"text","text":%s}`, quote(b.Text))
}

// message returns the body of an answer that is not streamed.
func (a answer) message() []byte {
	var content []string
	for _, b := range a.reply.Blocks {
		content = append(content, b.json())
	}
	return fmt.Appendf(nil, `{"model":%s,"id":%s,"type":"message","role":"assistant","content":[%s],"stop_reason":%s,"stop_sequence":null,"stop_details":%s,"container":null,"usage":%s}`,
		quote(a.model), quote(a.id), strings.Join(content, ","), quote(a.reply.Stop), a.reply.details(), a.usage.full())
}

// full returns the usage as the JSON object in a whole message.
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
	category := "null"
	if r.Category != "" {
		category = quote(r.Category)
	}
	return fmt.Sprintf(`{"type":"refusal","category":%s,"explanation":%s}`, category, quote(r.Explanation))
}

// errorBody returns the body of an error response: kind is the error type, id the request id.
func errorBody(kind, message, id string) []byte {
	return fmt.Appendf(nil, `{"type":"error","error":{"type":%s,"message":%s},"request_id":%s}`, quote(kind), quote(message), quote(id))
}

// quote returns s as a JSON string in which "<", ">" and "&" are not escaped, as the API writes it.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(fmt.Sprintf("modeltest: a string without JSON: %v", err)) // impossible for a string
	}
	return strings.TrimSuffix(b.String(), "\n")
}
