package modeltest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Request is a parsed request to the Messages API, with its place in the conversation. Players must not change it.
type Request struct {
	Model      string
	MaxTokens  int // -1 if missing
	Stream     bool
	System     []Block
	Tools      []Tool
	Messages   []Message
	ToolChoice string // its type: "auto", "any", "tool", "none", or "" if missing
	Header     http.Header
	Raw        []byte // the body as it came

	Position
	prompt
}

// Position holds the number of a request on its server, its conversation, its turn and its attempt.
type Position struct {
	// Number counts the calls of the server, from 1, in order of arrival. A player that uses it depends on the
	// scheduling of the client.
	Number int
	// Conversation is an id made from the beginning of the conversation. Turn counts its model calls from 1, Attempt the
	// equal calls at this turn.
	Conversation string
	Turn         int
	Attempt      int
}

// prompt holds the digests of the parts of a request, and the places at which its prompt can be cached.
type prompt struct {
	fields   map[string]json.RawMessage // the members of the body
	places   []place                    // the places at which the prompt can be cut for the cache
	markers  int                        // the number of cache markers
	key      digest                     // of model, system, tools and messages
	chain    []digest                   // the same up to each message
	headSys  digest
	headTool digest
}

// Message is one message of a request. A string as content is read as one text block.
type Message struct {
	Role   string
	Blocks []Block
}

// Block is one block of content, of a request or of a reply.
type Block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Thinking  string          `json:"thinking"`
	Signature string          `json:"signature"`   // of thinking
	Data      string          `json:"data"`        // of redacted thinking
	ID        string          `json:"id"`          // of tool_use; the server sets an id that is missing in a reply
	Name      string          `json:"name"`        // of tool_use
	Input     json.RawMessage `json:"input"`       // of tool_use; in a reply it may be anything, JSON or not
	ToolUseID string          `json:"tool_use_id"` // of tool_result
	IsError   bool            `json:"is_error"`    // of tool_result
	Content   []Block         `json:"-"`           // of tool_result

	// Pieces, in a reply, are the deltas in which the text, the thinking or the
	// input is streamed; without them the server cuts it up itself.
	Pieces []string `json:"-"`

	marker *marker
	canon  []byte // compact, without markers: equal for equal blocks
}

// Tool is a tool that a request offers.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"input_schema"`

	marker *marker
	canon  []byte
}

// digest is the first half of a SHA-256.
type digest [16]byte

func digestOf(parts ...[]byte) (d digest) {
	h := sha256.New()
	var n [8]byte
	for _, p := range parts {
		for i, l := 0, len(p); i < 8; i, l = i+1, l>>8 {
			n[i] = byte(l)
		}
		h.Write(n[:])
		h.Write(p)
	}
	copy(d[:], h.Sum(nil))
	return d
}

// parseRequest parses the body of a request. It returns an error if the JSON has the wrong types; [check] finds
// violations of the other rules.
func parseRequest(raw []byte) (*Request, error) {
	r := &Request{Raw: raw, MaxTokens: -1}
	if err := decodeOne(raw, &r.fields); err != nil {
		return nil, fmt.Errorf("the body is not one JSON object: %w", err)
	}
	if r.fields == nil {
		return nil, errors.New("the body is not one JSON object: it is null")
	}
	for name, into := range map[string]any{"model": &r.Model, "max_tokens": &r.MaxTokens, "stream": &r.Stream} {
		if v, ok := r.fields[name]; ok {
			if err := json.Unmarshal(v, into); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if v, ok := r.fields["tool_choice"]; ok {
		var choice struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(v, &choice); err != nil {
			return nil, fmt.Errorf("tool_choice: %w", err)
		}
		r.ToolChoice = choice.Type
	}
	if err := r.parseTools(); err != nil {
		return nil, err
	}
	var err error
	if r.System, err = r.parseContent(r.fields["system"], "system"); err != nil {
		return nil, err
	}
	if err := r.parseMessages(); err != nil {
		return nil, err
	}
	if err := r.parseTopMarker(); err != nil {
		return nil, err
	}
	r.digest()
	return r, nil
}

// decodeOne decodes a JSON value into the variable into. It returns an error if anything but white space follows the
// value.
func decodeOne(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("unexpected text after the JSON value")
	}
	return nil
}

func (r *Request) parseTools() error {
	var raws []json.RawMessage
	if v, ok := r.fields["tools"]; ok {
		if err := json.Unmarshal(v, &raws); err != nil {
			return fmt.Errorf("tools: %w", err)
		}
	}
	for i, raw := range raws {
		var t Tool
		if err := json.Unmarshal(raw, &t); err != nil {
			return fmt.Errorf("tools.%d: %w", i, err)
		}
		var err error
		if t.canon, t.marker, err = r.unmark(raw); err != nil {
			return fmt.Errorf("tools.%d: %w", i, err)
		}
		r.Tools = append(r.Tools, t)
	}
	return nil
}

func (r *Request) parseMessages() error {
	var raws []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	v, ok := r.fields["messages"]
	if !ok {
		return errors.New("messages: Field required")
	}
	if err := json.Unmarshal(v, &raws); err != nil {
		return fmt.Errorf("messages: %w", err)
	}
	for i, m := range raws {
		blocks, err := r.parseContent(m.Content, fmt.Sprintf("messages.%d.content", i))
		if err != nil {
			return err
		}
		r.Messages = append(r.Messages, Message{Role: m.Role, Blocks: blocks})
	}
	return nil
}

// parseContent parses a "content" or "system" member, which is a string or a list of blocks. A missing or null member
// gives no blocks. where is the path of the member for error messages.
func (r *Request) parseContent(raw json.RawMessage, where string) ([]Block, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	if raw[0] == '"' {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
		canon := append(append([]byte(`{"type":"text","text":`), raw...), '}')
		return []Block{{Type: "text", Text: text, canon: canon}}, nil
	}
	var raws []json.RawMessage
	if err := json.Unmarshal(raw, &raws); err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	blocks := make([]Block, 0, len(raws))
	for i, raw := range raws {
		b, err := r.parseBlock(raw, fmt.Sprintf("%s.%d", where, i))
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

func (r *Request) parseBlock(raw json.RawMessage, where string) (Block, error) {
	var w struct {
		Block
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(raw, &w); err != nil {
		return Block{}, fmt.Errorf("%s: %w", where, err)
	}
	b := w.Block
	var err error
	if b.canon, b.marker, err = r.unmark(raw); err != nil {
		return Block{}, fmt.Errorf("%s: %w", where, err)
	}
	if b.Type != "tool_result" {
		return b, nil
	}
	if b.Content, err = r.parseContent(w.Content, where+".content"); err != nil {
		return Block{}, err
	}
	// The blocks within a result can have markers, too, which may move.
	b.canon = fmt.Appendf(nil, "%q %q %v", b.Type, b.ToolUseID, b.IsError)
	for _, c := range b.Content {
		if c.marker != nil {
			b.marker = c.marker
		}
		b.canon = append(append(b.canon, '\n'), c.canon...)
	}
	return b, nil
}

func (b Block) thinks() bool { return b.Type == "thinking" || b.Type == "redacted_thinking" }

// digest computes the digest of the request, of its beginning up to each message, of its system prompt and of its
// tools. It also lists the places at which the prompt can be cached.
func (r *Request) digest() {
	h := []byte("head")
	end := 0
	add := func(canon []byte, m *marker) digest {
		d := digestOf(h, canon)
		h = d[:]
		end += len(canon)
		r.places = append(r.places, place{end: end, key: d, marker: m})
		return d
	}
	for _, t := range r.Tools {
		r.headTool = add(t.canon, t.marker)
	}
	h = append([]byte("system"), h...)
	var system [][]byte
	for _, b := range r.System {
		add(b.canon, b.marker)
		system = append(system, b.canon)
	}
	r.headSys = digestOf(system...)
	start := digestOf([]byte(r.Model), h)
	h = start[:]
	for _, m := range r.Messages {
		h = append([]byte(m.Role), h...)
		for _, b := range m.Blocks {
			add(b.canon, b.marker)
		}
		d := digestOf(h)
		h = d[:]
		r.chain = append(r.chain, d)
	}
	r.key = digestOf(h)
	if n := len(r.chain); n > 0 {
		r.key = r.chain[n-1]
	}
}
