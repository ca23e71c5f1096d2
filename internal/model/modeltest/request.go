package modeltest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Request is a parsed request to the Messages API, with its place in the conversation. Players must not change it.
type Request struct {
	Model     string    `json:"model"`
	MaxTokens int       `json:"max_tokens"` // -1 if missing
	Stream    bool      `json:"stream"`
	System    Content   `json:"system"`
	Tools     []Tool    `json:"tools"`
	Messages  []Message `json:"messages"`

	Header http.Header `json:"-"`
	Raw    []byte      `json:"-"` // the body as it came
	Position
	settings
	prompt
}

// Position holds the number of a request on its server, its conversation, its turn and its attempt.
type Position struct {
	// Number counts the calls of the server, from 1, in order of arrival. A player that uses it depends on the
	// scheduling of the client.
	Number int `json:"-"`
	// Conversation is an id made from the beginning of the conversation. Turn counts its model calls from 1, Attempt the
	// equal calls at this turn.
	Conversation string `json:"-"`
	Turn         int    `json:"-"`
	Attempt      int    `json:"-"`
}

// settings holds the members of a request that only the rules of the API concern.
type settings struct {
	Temperature *float64 `json:"temperature"`
	TopP        *float64 `json:"top_p"`
	TopK        *float64 `json:"top_k"`
	Thinking    struct {
		Type    string `json:"type"`
		Budget  *int   `json:"budget_tokens"`
		Display string `json:"display"`
	} `json:"thinking"`
	ToolChoice struct {
		Type string `json:"type"`
	} `json:"tool_choice"`
	Marker *marker `json:"cache_control"`
}

// prompt holds digests of a request, and the places at which its prompt can be cached.
type prompt struct {
	places []place
	key    digest   // of model, system, tools and messages; see [history]
	chain  []digest // the same up to each message
}

// Message is one message of a request.
type Message struct {
	Role   string  `json:"role"`
	Blocks Content `json:"content"`
}

// Content is a list of blocks. In JSON it can also be a string, which is one text block.
type Content []Block

// Block is one block of content, of a request or of a reply.
type Block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Thinking  string          `json:"thinking"`
	Signature string          `json:"signature"`   // of thinking; the same
	Data      string          `json:"data"`        // of redacted thinking
	ID        string          `json:"id"`          // of tool_use; the server sets an id that is missing in a reply
	Name      string          `json:"name"`        // of tool_use
	Input     json.RawMessage `json:"input"`       // of tool_use; in a reply it may be anything, JSON or not
	ToolUseID string          `json:"tool_use_id"` // of tool_result
	IsError   bool            `json:"is_error"`    // of tool_result
	Content   Content         `json:"content"`     // of tool_result

	// Pieces, in a reply, are the deltas in which the text, the thinking or the
	// input is streamed; without them the server cuts it up itself.
	Pieces []string `json:"-"`

	marked
}

// Tool is a tool that a request offers.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"input_schema"`

	marked
}

// marked holds the canonical form of a block or a tool, which does not depend on its cache_control, and the
// cache_control, or nil.
type marked struct {
	canon  []byte
	marker *marker
}

// marker is a cache_control member: the request to cache the prompt up to this block.
type marker struct{ ttl time.Duration }

// digest is the first half of a SHA-256.
type digest [16]byte

func digestOf(parts ...[]byte) (d digest) {
	h := sha256.New()
	for _, p := range parts {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(p))))
		h.Write(p)
	}
	copy(d[:], h.Sum(nil))
	return d
}

// parseRequest parses the body of a request. It returns an error if the JSON has the wrong types; [check] finds
// violations of the other rules.
func parseRequest(raw []byte) (*Request, error) {
	r := &Request{Raw: raw, MaxTokens: -1}
	if err := json.Unmarshal(raw, r); err != nil {
		return nil, fmt.Errorf("the body is not a request as one JSON object: %w", err)
	}
	r.placeTopMarker()
	end, d := 0, digest{}
	add := func(m marked) {
		d = digestOf(d[:], m.canon)
		end += len(m.canon)
		r.places = append(r.places, place{end: end, key: d, marker: m.marker})
	}
	for _, t := range r.Tools {
		add(t.marked)
	}
	d = digestOf(d[:], []byte("system"))
	for _, b := range r.System {
		add(b.marked)
	}
	head := digestOf(d[:], []byte(r.Model))
	for _, m := range r.Messages {
		d = digestOf(d[:], []byte(m.Role))
		for _, b := range m.Blocks {
			add(b.marked)
		}
	}
	r.key = head
	return r, nil
}

// UnmarshalJSON parses the content of a message: a list of blocks, or a string, which becomes one block of text.
func (c *Content) UnmarshalJSON(raw []byte) error {
	if raw[0] != '"' {
		return json.Unmarshal(raw, (*[]Block)(c))
	}
	b := Block{Type: "text", marked: marked{canon: fmt.Appendf(nil, `{"text":%s,"type":"text"}`, raw)}}
	*c = Content{b}
	return json.Unmarshal(raw, &(*c)[0].Text)
}

// UnmarshalJSON parses a block of a message and its cache_control, which it stores apart from the block.
func (b *Block) UnmarshalJSON(raw []byte) error {
	type plain Block
	if err := json.Unmarshal(raw, (*plain)(b)); err != nil {
		return err
	}
	if err := b.unmark(raw); err != nil || b.Type != "tool_result" {
		return err
	}
	// The blocks within a result can have cache_control members, too, which may move.
	b.canon = fmt.Appendf(nil, "%q %q %v", b.Type, b.ToolUseID, b.IsError)
	for _, c := range b.Content {
		if c.marker != nil {
			b.marker = c.marker
		}
		b.canon = append(append(b.canon, '\n'), c.canon...)
	}
	return nil
}

// UnmarshalJSON parses the declaration of a tool and its cache_control, which it stores apart.
func (t *Tool) UnmarshalJSON(raw []byte) error {
	type plain Tool
	if err := json.Unmarshal(raw, (*plain)(t)); err != nil {
		return err
	}
	return t.unmark(raw)
}

// unmark parses raw, the JSON of a block or a tool, into m: its cache_control, and the rest as compact JSON with sorted
// members.
func (m *marked) unmark(raw []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	if v, ok := members["cache_control"]; ok {
		if err := json.Unmarshal(v, &m.marker); err != nil {
			return err
		}
		delete(members, "cache_control")
	}
	m.canon = compact(members)
	return nil
}

// UnmarshalJSON parses the value of a cache_control member: the time to cache the prompt, 5 minutes or 1 hour.
func (m *marker) UnmarshalJSON(raw []byte) error {
	var c struct{ Type, TTL string }
	if err := json.Unmarshal(raw, &c); err != nil {
		return fmt.Errorf("reading cache_control of a request: %w", err)
	}
	if c.Type != "ephemeral" {
		return fmt.Errorf("cache_control.type: Input should be 'ephemeral', not %.40q", c.Type)
	}
	switch c.TTL {
	case "", "5m":
		m.ttl = shortTTL
	case "1h":
		m.ttl = time.Hour
	default:
		return fmt.Errorf("cache_control.ttl: Input should be '5m' or '1h', not %.40q", c.TTL)
	}
	return nil
}

// placeTopMarker adds the cache_control of the request itself, if there is one, to the last block of the messages that
// has no cache_control and may have one.
func (r *Request) placeTopMarker() {
	for i := len(r.Messages) - 1; i >= 0 && r.Marker != nil; i-- {
		blocks := r.Messages[i].Blocks
		for j := len(blocks) - 1; j >= 0; j-- {
			if b := &blocks[j]; b.marker == nil && !b.unmarkable() {
				b.marker = r.Marker
				return
			}
		}
	}
}

// unmarkable reports whether the API refuses a cache_control on the block.
func (b Block) unmarkable() bool { return b.thinks() || b.Type == "text" && b.Text == "" }

func (b Block) thinks() bool { return b.Type == "thinking" || b.Type == "redacted_thinking" }

// compact returns v as compact JSON in which "<", ">" and "&" are not escaped, as the API writes it. It panics if v has
// no JSON form.
func compact(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("modeltest: a value without JSON form: %v", err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
