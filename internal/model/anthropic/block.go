package anthropic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"luminos/internal/model"
)

// block is a part of an arriving answer. Its strings are kept in their JSON form, between the quotes, and joined in
// that form, so that they go back byte for byte, with any escapes and with any splits within a character.
type block struct {
	kind   model.Kind
	raw    json.RawMessage            // the block as it began; nil if it goes back in another form
	fields map[string]json.RawMessage // of that
	parts  map[string]*bytes.Buffer   // of strings that grew, by field
	lists  map[string][]json.RawMessage
}

// partial is the field of a delta with the next part of the JSON text of the field "input".
const partial = "partial_json"

func newBlock(raw json.RawMessage) (*block, error) {
	b := &block{raw: slices.Clone(raw), parts: map[string]*bytes.Buffer{}, lists: map[string][]json.RawMessage{}}
	if !utf8.Valid(raw) || json.Unmarshal(b.raw, &b.fields) != nil || b.fields == nil {
		return nil, garbled("a block is no JSON object")
	}
	switch b.string("type") {
	case "text":
		b.kind = model.Text
	case "thinking", "redacted_thinking":
		b.kind = model.Thinking
	case "tool_use":
		b.kind = model.ToolUse
	case "":
		return nil, garbled("a block has no type")
	default:
		b.kind = model.Foreign
	}
	return b, nil
}

// string returns the value of a string field in the content_block_start event, or "".
func (b *block) string(field string) string {
	var s string
	if json.Unmarshal(b.fields[field], &s) != nil {
		return ""
	}
	return s
}

// part holds the fields of the four frequent kinds of delta in a content_block_delta event.
type part struct {
	Type      string          `json:"type"`
	Text      json.RawMessage `json:"text"`
	Thinking  json.RawMessage `json:"thinking"`
	Signature json.RawMessage `json:"signature"`
	Partial   json.RawMessage `json:"partial_json"`
}

// grows returns the field of the block that the delta extends, and the JSON string to append to it. The field is "" if
// the delta is of another kind or has no JSON string.
func (p part) grows() (field string, value json.RawMessage) {
	switch p.Type {
	case "text_delta":
		field, value = "text", p.Text
	case "thinking_delta":
		field, value = "thinking", p.Thinking
	case "signature_delta":
		field, value = "signature", p.Signature
	case "input_json_delta":
		field, value = partial, p.Partial
	}
	if len(value) == 0 || value[0] != '"' {
		return "", nil
	}
	return field, value
}

// grow appends value, a JSON string in its escaped form, to the named string field of the block.
func (b *block) grow(field string, value json.RawMessage) {
	grown := b.parts[field]
	if grown == nil {
		grown = &bytes.Buffer{}
		b.parts[field] = grown
	}
	grown.Write(value[1 : len(value)-1])
}

// add adds the fields of a delta of an unknown type to the block: strings are appended to the field of the same name,
// citations to a list, and other values replace the field.
func (b *block) add(raw json.RawMessage) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return garbled("a part of a block is no JSON object")
	}
	for name, value := range fields {
		switch {
		case name == "type" || string(value) == "null":
		case name == "citation":
			b.lists["citations"] = append(b.lists["citations"], slices.Clone(value))
		case value[0] == '"':
			b.grow(name, value)
		default:
			b.fields[name] = slices.Clone(value)
			b.parts[name] = nil
		}
	}
	return nil
}

// grown returns the complete JSON string of a field: its beginning and all parts that were appended.
func (b *block) grown(name string) json.RawMessage {
	begin := b.fields[name]
	part := b.parts[name]
	if part == nil {
		return begin
	}
	s := []byte{'"'}
	if len(begin) >= 2 && begin[0] == '"' {
		s = append(s, begin[1:len(begin)-1]...)
	}
	return append(append(s, part.Bytes()...), '"')
}

func (b *block) text(name string) string {
	var s string
	if json.Unmarshal(b.grown(name), &s) != nil {
		return ""
	}
	return s
}

// name gives the block the id, also in the JSON that is sent back to the provider, where the result of the tool call
// must have the same id. A block that has the id already is not changed.
func (b *block) name(id string) {
	if b.text("id") == id {
		return
	}
	b.fields["id"], _ = json.Marshal(id) // a string: it does not fail
	delete(b.parts, "id")
	b.raw = nil
}

// input returns the arguments of a tool call as the model wrote them, whether the program or the provider runs the
// tool.
func (b *block) input() string {
	if s := b.text(partial); s != "" {
		return s
	}
	return string(b.fields["input"])
}

// known lists, for each kind of block, the JSON fields that model.Block has fields for.
var known = map[model.Kind][]string{
	model.Text:    {"type", "text"},
	model.ToolUse: {"type", "id", "name", "input"},
}

// finish returns the block as a model.Block after its last event has arrived.
func (b *block) finish() (model.Block, error) {
	out := model.Block{Kind: b.kind}
	switch b.kind {
	case model.Text:
		out.Text = b.text("text")
	case model.Thinking:
		out.Text = b.text("thinking")
	case model.ToolUse:
		out.ID, out.Name = b.text("id"), b.text("name")
		if out.Name == "" {
			return out, garbled("a tool call has no name")
		}
		out.Input = b.input()
	}
	raw, err := b.assemble()
	if err != nil {
		return out, err
	}
	// The provider accepts only an object, so an empty one replaces other input.
	if _, err := out.Arguments(); b.more() && (b.kind != model.ToolUse || err == nil) {
		out.Raw = raw
	}
	return out, nil
}

// more reports whether the block has data for which model.Block has no fields, so that its JSON must be stored too.
func (b *block) more() bool {
	fields, plain := known[b.kind]
	if !plain || len(b.lists) > 0 {
		return true
	}
	for name, value := range b.fields {
		if !slices.Contains(fields, name) && string(value) != "null" {
			return true
		}
	}
	return false
}

// assemble returns the complete block as JSON in the form of the API.
func (b *block) assemble() (string, error) {
	if b.raw != nil && len(b.parts) == 0 && len(b.lists) == 0 {
		return string(b.raw), nil
	}
	final := maps.Clone(b.fields)
	for name := range b.parts {
		if name != partial {
			final[name] = b.grown(name)
		}
	}
	if b.parts[partial] != nil {
		// The result of a cut or malformed call states the defect.
		final["input"] = json.RawMessage("{}")
		if s := b.input(); json.Valid([]byte(s)) {
			final["input"] = json.RawMessage(s)
		}
	}
	for name, list := range b.lists {
		final[name] = slices.Concat([]byte("["), bytes.Join(bytesOf(list), []byte(",")), []byte("]"))
	}
	delete(final, "type")
	w := bytes.NewBufferString(`{"type":`)
	w.Write(b.fields["type"])
	for _, name := range slices.Sorted(maps.Keys(final)) {
		key, err := json.Marshal(name)
		if err != nil {
			return "", err
		}
		w.WriteByte(',')
		w.Write(key)
		w.WriteByte(':')
		w.Write(final[name])
	}
	w.WriteByte('}')
	if !json.Valid(w.Bytes()) {
		return "", garbled(fmt.Sprintf("a block of type %.80s is no JSON when its parts are put together", b.fields["type"]))
	}
	return w.String(), nil
}

func bytesOf(list []json.RawMessage) [][]byte {
	out := make([][]byte, len(list))
	for i, raw := range list {
		out[i] = raw
	}
	return out
}
