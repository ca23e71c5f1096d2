package modeltest

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"luminos/internal/redact"
)

// history holds all requests and replies of a server, as digests. A request is a turn, identified by the digest of its
// model, tools, system prompt and messages. A request that continues must consist of an earlier turn, a reply to it
// and a new message of the user, so an edit of an earlier message is noticed.
//
// Messages of one role in a row have the digest of one message. Blank text, white space at the end of a text of the
// assistant, and the form of the JSON of a tool call do not count, because a client may change them.
type history struct {
	mu    sync.Mutex
	turns map[digest]*turn
	// answered, paused and blank find the turn by the digest of a request with a reply to it: any reply, a reply that
	// the client continues without a message, and the request alone if a reply to it has no content.
	answered, paused, blank map[digest]*turn
	// unusable holds the ids of tool calls whose input is not a JSON object. A client may send back any input for them.
	unusable map[string]bool
}

type turn struct {
	conversation     string
	number, attempts int
	chain            chain
}

// chain is the running digest of the messages of a conversation.
type chain struct {
	digest digest
	role   string // of the last message
}

// add returns the digest of a longer conversation: the conversation with the digest c and, after it, blocks of one
// message of the given role. Blocks of the model that a client may leave out have no influence.
func (h *history) add(c chain, role string, blocks []Block) chain {
	for _, b := range blocks {
		form := b.canon
		if role == "assistant" {
			if form = h.said(b); form == nil {
				continue
			}
		}
		if role != c.role {
			c = chain{digestOf(c.digest[:], []byte(role)), role}
		}
		c.digest = digestOf(c.digest[:], form)
	}
	return c
}

// said returns the parts of b, a block that the model wrote, which a client must send back unchanged, with the secrets
// of texts and arguments masked, as a client may mask them. It returns nil if a client may leave the block out.
func (h *history) said(b Block) []byte {
	if text := strings.TrimRight(b.Text, " \t\r\n"); b.Type == "text" {
		if strings.TrimSpace(text) == "" {
			return nil
		}
		text, _ = redact.Text(text)
		return []byte(text)
	}
	var input map[string]any
	if !h.unusable[b.ID] {
		_ = json.Unmarshal(b.Input, &input)
	}
	masked, _ := redact.Text(string(compact(input)))
	return compact([]any{b.Type, b.Thinking, b.Signature, b.Data, b.ID, b.Name, masked})
}

// place returns the turn of a conversation that the request r asks for, and the number of this attempt at the turn. It
// sets r.chain and r.key. If the messages do not continue a conversation of this server, it returns a violation.
func (h *history) place(r *Request) (*turn, int, []Violation) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.turns == nil {
		h.turns, h.answered, h.paused, h.blank = map[digest]*turn{}, map[digest]*turn{}, map[digest]*turn{}, map[digest]*turn{}
		h.unusable = map[string]bool{}
	}
	c := chain{digest: r.key}
	r.chain = []digest{r.key}
	for _, m := range r.Messages {
		c = h.add(c, m.Role, m.Blocks)
		r.chain = append(r.chain, c.digest)
	}
	r.key = c.digest
	if t := h.turns[r.key]; t != nil {
		t.attempts++
		return t, t.attempts, nil
	}
	t := &turn{conversation: hex.EncodeToString(r.key[:6]), number: 1, attempts: 1, chain: c}
	if len(r.Messages) > 1 {
		parent := h.parent(r)
		if parent == nil {
			return nil, 0, []Violation{h.departure(r)}
		}
		t.conversation, t.number = parent.conversation, parent.number+1
	}
	h.turns[r.key] = t
	return t, 1, nil
}

// parent returns the earlier turn whose answer the request, which has several messages, continues, or nil.
func (h *history) parent(r *Request) *turn {
	n := len(r.Messages)
	if r.Messages[n-1].Role != "user" {
		return h.paused[r.key]
	}
	if n > 2 && r.Messages[n-2].Role == "assistant" && len(r.Messages[n-2].Blocks) == 1 {
		// A client may put a text in place of an answer without content.
		if t := h.blank[r.chain[n-2]]; t != nil {
			return t
		}
	}
	return h.answered[r.chain[n-1]]
}

// departure returns the violation of a request that continues no turn. It names a message of the user that follows
// another one, or the first message that is not as it was sent or answered before.
func (h *history) departure(r *Request) Violation {
	for i, m := range r.Messages[1:] {
		if m.Role == "user" && r.Messages[i].Role == m.Role {
			return Violation{Rule: RuleRoles, Text: fmt.Sprintf("messages.%d: roles must alternate between \"user\" and \"assistant\"", i+1)}
		}
	}
	for i, d := range r.chain[1:] {
		if h.turns[d] != nil || h.answered[d] != nil {
			continue
		}
		what := "it is not the answer that was given, or `thinking` blocks were modified"
		switch {
		case i == 0:
			what = "model, tools, system or this message are not as in any earlier request"
		case r.Messages[i].Role == "user":
			what = "it is not what was sent before"
		}
		return Violation{Rule: RuleHistory, Text: fmt.Sprintf("messages.%d: %s", i, what)}
	}
	return Violation{Rule: RuleRoles, Text: "messages: the conversation must end with a user message"}
}

// delivered records that the client has received the whole reply r in the turn t, so that a later request may continue
// the conversation from there.
func (h *history) delivered(t *turn, r Reply) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, b := range r.Blocks {
		var input map[string]any
		if b.Type == "tool_use" && (json.Unmarshal(b.Input, &input) != nil || input == nil) {
			h.unusable[b.ID] = true
		}
	}
	said := []([]Block){r.Blocks}
	if n := len(r.Blocks); n > 0 && r.Stop == "max_tokens" && r.Blocks[n-1].Type == "tool_use" {
		said = append(said, r.Blocks[:n-1]) // a client may drop a call that the output limit cut
	}
	for _, blocks := range said {
		d := h.add(t.chain, "assistant", blocks).digest
		h.answered[d] = t
		if d == t.chain.digest {
			h.blank[d] = t
		}
		if r.Stop == "pause_turn" {
			h.paused[d] = t
		}
	}
}
