package modeltest

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// history is the tree of all requests and replies. A request is a turn, identified by a digest of its content. A
// request that continues must consist of an earlier turn, one of its replies and a new message, so an edit of an
// earlier message is noticed.
type history struct {
	mu    sync.Mutex
	turns map[digest]*turn
	// said finds the turn that gave a tool_use id or a signature.
	said map[string]*turn
}

type turn struct {
	conversation string
	number       int
	chain        []digest
	model        string
	system       digest
	tools        digest
	attempts     int
	replies      []*givenReply // delivered whole
}

// givenReply is a reply that the client has received completely.
type givenReply struct {
	blocks  []Block
	stop    string
	resumed *turn // the turn that went on from it after a pause
}

// place returns the turn of a request and the number of its attempt, or the rule that its history breaks. If foreign is
// set, conversations that began at another server are admitted.
func (h *history) place(r *Request, foreign bool) (t *turn, attempt int, broken []Violation) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.turns == nil {
		h.turns, h.said = map[digest]*turn{}, map[string]*turn{}
	}
	if t := h.turns[r.key]; t != nil {
		t.attempts++
		return t, t.attempts, nil
	}
	t = &turn{number: 1, chain: r.chain, model: r.Model, system: r.headSys, tools: r.headTool, attempts: 1}
	parent, broken := h.parent(r, t)
	switch {
	case parent != nil:
		t.conversation, t.number = parent.conversation, parent.number+1
	case broken != nil && !foreign:
		return nil, 0, broken
	default:
		t.conversation = hex.EncodeToString(r.key[:6])
		for _, m := range r.Messages {
			if m.Role == "assistant" {
				t.number++
			}
		}
	}
	h.turns[r.key] = t
	return t, 1, nil
}

// parent returns the earlier turn that the request r continues. If r begins a conversation, it returns nil and no
// violation. The turn t of r is stored as the continuation if the earlier turn was paused.
func (h *history) parent(r *Request, t *turn) (*turn, []Violation) {
	n := len(r.Messages)
	for k := n - 1; k >= 1; k-- {
		p := h.turns[r.chain[k-1]]
		if p == nil || len(p.replies) == 0 {
			continue
		}
		rest := r.Messages[k:]
		if from := p.follow(rest, t); from != nil {
			return from, nil
		}
		return nil, p.contradicted(r, k)
	}
	if n == 1 {
		return nil, nil
	}
	for i, m := range r.Messages {
		if m.Role == "assistant" {
			return nil, h.diagnose(r)
		}
		if i > 0 {
			return nil, []Violation{{Rule: RuleRoles, Text: fmt.Sprintf("messages.%d: roles must alternate between \"user\" and \"assistant\"", i)}}
		}
	}
	return nil, nil
}

// follow returns the turn that rest continues, if rest begins with a reply to p. Normally the reply and a message of
// the user follow; after a pause the reply alone; after an answer without content a message of the user, perhaps with
// some text in place of the answer.
func (p *turn) follow(rest []Message, t *turn) *turn {
	for _, s := range p.replies {
		if s.blank() && (len(rest) == 1 && rest[0].Role == "user" ||
			len(rest) == 2 && rest[0].Role == "assistant" && len(rest[0].Blocks) == 1 && rest[0].Blocks[0].Type == "text" && rest[1].Role == "user") {
			return p
		}
		if rest[0].Role != "assistant" {
			continue
		}
		left, ok := s.consume(rest[0].Blocks)
		paused := s.stop == "pause_turn"
		switch {
		case !ok:
		case len(left) == 0 && len(rest) == 1 && paused:
			s.resumed = t
			return p
		case len(left) == 0 && len(rest) == 2 && rest[1].Role == "user":
			return p
		case len(left) > 0 && paused && s.resumed != nil:
			// The parts of a paused answer may come back as one message.
			joined := append([]Message{{Role: "assistant", Blocks: left}}, rest[1:]...)
			if from := s.resumed.follow(joined, t); from != nil {
				return from
			}
		}
	}
	return nil
}

func (s *givenReply) blank() bool {
	for _, b := range s.blocks {
		if b.Type != "text" || strings.TrimSpace(b.Text) != "" {
			return false
		}
	}
	return true
}

// consume matches blocks against a reply and returns the remaining blocks. The client may leave out blank text, white
// space at the very end, and a call that the output limit cut.
func (s *givenReply) consume(blocks []Block) ([]Block, bool) {
	for i, b := range s.blocks {
		if b.Type == "text" && strings.TrimSpace(b.Text) == "" {
			continue
		}
		last := i == len(s.blocks)-1
		if last && len(blocks) == 0 && b.Type == "tool_use" && s.stop == "max_tokens" {
			return nil, true
		}
		if len(blocks) == 0 || !b.same(blocks[0], last) {
			return nil, false
		}
		blocks = blocks[1:]
	}
	return blocks, true
}

// same reports whether back, a block that the client sent back, equals b, the block of the reply. For the last block,
// missing white space at the end of a text is allowed.
func (b Block) same(back Block, last bool) bool {
	if b.Type != back.Type {
		return false
	}
	switch b.Type {
	case "text":
		return b.Text == back.Text || last && strings.TrimRight(b.Text, " \t\r\n") == back.Text
	case "thinking":
		return b.Thinking == back.Thinking && b.Signature == back.Signature
	case "redacted_thinking":
		return b.Data == back.Data
	case "tool_use":
		return b.ID == back.ID && b.Name == back.Name && sameInput(b.Input, back.Input)
	}
	return false
}

// sameInput reports whether the JSON values given and back are equal. It returns true if given is not a JSON object,
// since the client may then send any replacement.
func sameInput(given, back json.RawMessage) bool {
	var a, b map[string]any
	if decodeOne(given, &a) != nil || a == nil {
		return true
	}
	if decodeOne(back, &b) != nil {
		return false
	}
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// contradicted returns the violation of a request whose message k is not one of the replies to the turn p.
func (p *turn) contradicted(r *Request, k int) []Violation {
	m := r.Messages[k]
	if m.Role != "assistant" {
		return []Violation{{Rule: RuleRoles, Text: fmt.Sprintf("messages.%d: roles must alternate between \"user\" and \"assistant\"", k)}}
	}
	s := p.replies[len(p.replies)-1]
	if left, ok := s.consume(m.Blocks); ok && len(left) == 0 {
		if k == len(r.Messages)-1 {
			return []Violation{{Rule: RuleRoles, Text: "This model does not support assistant message prefill. The conversation must end with a user message."}}
		}
		return []Violation{{Rule: RuleRoles, Text: fmt.Sprintf("messages.%d: there is more than one message after the last answer that was given", k+2)}}
	}
	var given, back []string
	for _, b := range s.blocks {
		if b.thinks() {
			given = append(given, b.Thinking+b.Signature+b.Data)
		}
	}
	for _, b := range m.Blocks {
		if b.thinks() {
			back = append(back, b.Thinking+b.Signature+b.Data)
		}
	}
	if strings.Join(given, "\x00") != strings.Join(back, "\x00") {
		return []Violation{{Rule: RuleThinking, Text: fmt.Sprintf("messages.%d: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.", k)}}
	}
	return []Violation{{Rule: RuleHistory, Text: fmt.Sprintf("messages.%d: it is not the answer that was given: %s", k, s.difference(m.Blocks))}}
}

// difference returns a description of the first block in blocks that differs from the reply.
func (s *givenReply) difference(blocks []Block) string {
	for i, b := range s.blocks {
		if i >= len(blocks) {
			return fmt.Sprintf("its block %d (%s) is missing", i, b.Type)
		}
		if !b.same(blocks[i], false) {
			return fmt.Sprintf("its block %d (%s) was %.80q and is %.80q", i, b.Type, b.Text+string(b.Input), blocks[i].Text+string(blocks[i].Input))
		}
	}
	return "there is something behind it"
}

// diagnose returns the violation of a request that has messages of the assistant but continues no known turn. The ids
// and signatures in the messages show from which turn they come.
func (h *history) diagnose(r *Request) []Violation {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		for _, b := range r.Messages[i].Blocks {
			name := b.ID
			if b.Type == "thinking" {
				name = b.Signature
			}
			if t := h.said[name]; t != nil && name != "" && r.Messages[i].Role == "assistant" {
				return t.departed(r)
			}
		}
	}
	return []Violation{{Rule: RuleHistory, Text: "messages: the conversation holds answers that this server never gave"}}
}

// departed returns the violation of a request that contains a reply to the turn t, although its model, tools, system
// prompt or earlier messages differ from the turn.
func (t *turn) departed(r *Request) []Violation {
	for _, head := range []struct {
		changed bool
		what    string
	}{{t.model != r.Model, "model"}, {t.tools != r.headTool, "tools"}, {t.system != r.headSys, "system"}} {
		if head.changed {
			return []Violation{{Rule: RuleHead, Text: fmt.Sprintf("%s: it changed within the conversation; `thinking` blocks are bound to a different conversation", head.what)}}
		}
	}
	for i := range t.chain {
		if i >= len(r.chain) || t.chain[i] != r.chain[i] {
			return []Violation{{Rule: RuleHistory, Text: fmt.Sprintf("messages.%d: it is not what was sent before; `thinking` blocks are bound to a different conversation", i)}}
		}
	}
	return []Violation{{Rule: RuleHistory, Text: fmt.Sprintf("messages.%d: it is not the answer that was given", len(t.chain))}}
}

// delivered stores r as a reply to the turn t that the client has received completely.
func (h *history) delivered(t *turn, r Reply) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t.replies = append(t.replies, &givenReply{blocks: r.Blocks, stop: r.Stop})
	for _, b := range r.Blocks {
		if b.Type == "tool_use" {
			h.said[b.ID] = t
		}
		if b.Type == "thinking" {
			h.said[b.Signature] = t
		}
	}
}
