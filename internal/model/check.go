package model

import (
	"encoding/json"
	"fmt"
	"strings"
)

// NoOutput is sent in place of the empty result of a tool, since providers reject empty blocks.
const NoOutput = "(no output)"

// Check returns an error of the class BadRequest if every provider would reject the call, else nil. Clients call Check
// before they send, so that a mistake of this program costs no request and is not repeated.
func (c Call) Check() error {
	switch {
	case c.Model == "":
		return misuse("no model is named")
	case c.MaxOutput <= 0:
		return misuse("the output limit is %d", c.MaxOutput)
	case len(c.Messages) == 0:
		return misuse("the conversation is empty")
	case c.Messages[0].Role != User:
		return misuse("the conversation begins with %q", c.Messages[0].Role)
	}
	for _, t := range c.Tools {
		var schema map[string]json.RawMessage
		if t.Name == "" || json.Unmarshal(t.Schema, &schema) != nil || schema == nil {
			return misuse("tool %q has no name, or a schema that is no JSON object", t.Name)
		}
	}
	return checkTurns(c.Messages)
}

// checkTurns returns an error of the class BadRequest unless the roles of the turns alternate, each turn has content
// that its role may have, and every tool call has one result, at the beginning of the next turn.
func checkTurns(turns []Message) error {
	var open []Block
	for i, m := range turns {
		if i > 0 && turns[i-1].Role == m.Role {
			return misuse("turns %d and %d are both of the %s", i-1, i, m.Role)
		}
		if err := checkBlocks(i, m); err != nil {
			return err
		}
		if m.Role == Assistant {
			open = uses(m.Blocks)
			continue
		}
		if err := checkAnswers(i, m, open); err != nil {
			return err
		}
		open = nil
	}
	if len(open) > 0 {
		return misuse("the use %q of %s is not answered", open[0].ID, open[0].Name)
	}
	return nil
}

func checkBlocks(turn int, m Message) error {
	if len(m.Blocks) == 0 {
		return misuse("turn %d is empty", turn)
	}
	said := 0
	for _, b := range m.Blocks {
		switch {
		case b.Kind == Result && m.Role != User, b.Kind != Result && b.Kind != Text && m.Role != Assistant:
			return misuse("turn %d of the %s has a block of kind %q", turn, m.Role, b.Kind)
		case b.Raw != "" && !json.Valid([]byte(b.Raw)):
			return misuse("turn %d has a block whose own JSON is broken", turn)
		case b.Kind == Text && b.Raw == "" && blank(b.Text):
			continue
		}
		said++
	}
	if said == 0 {
		return misuse("turn %d says nothing", turn)
	}
	return nil
}

func checkAnswers(turn int, m Message, open []Block) error {
	want := map[string]bool{}
	for _, u := range open {
		if u.ID == "" || want[u.ID] {
			return misuse("the turn before %d uses the id %q twice, or none", turn, u.ID)
		}
		want[u.ID] = true
	}
	results := true
	for _, b := range m.Blocks {
		switch {
		case b.Kind != Result:
			results = false
		case !want[b.ID]:
			return misuse("turn %d answers %q, which was not asked or is answered already", turn, b.ID)
		case !results:
			return misuse("turn %d has a result after a text", turn)
		default:
			delete(want, b.ID)
		}
	}
	for _, u := range open {
		if want[u.ID] {
			return misuse("the use %q of %s is not answered in turn %d", u.ID, u.Name, turn)
		}
	}
	return nil
}

// misuse returns an Error of the class BadRequest for a mistake of the calling program. It takes the arguments of
// fmt.Sprintf.
func misuse(format string, args ...any) error {
	return &Error{Class: BadRequest, Message: fmt.Sprintf(format, args...), Doing: "checking the conversation before it is sent"}
}

// Pending returns the tool calls in the last turn, if the model wrote that turn. Each needs a result before the
// conversation can continue.
func Pending(turns []Message) []Block {
	if len(turns) == 0 || turns[len(turns)-1].Role != Assistant {
		return nil
	}
	return uses(turns[len(turns)-1].Blocks)
}

// UseID returns the id of a tool call in an answer: own, the id that the provider gave, or a new id with the number n
// if own is empty or in taken. It adds the id to taken.
func (c Call) UseID(own string, n int, taken map[string]bool) string {
	id := own
	if id == "" || taken[id] {
		id = fmt.Sprintf("call_%d_%d", len(c.Messages), n)
	}
	for taken[id] {
		id += "_"
	}
	taken[id] = true
	return id
}

// Settle returns the turns with one more turn of the user, in which each call of [Pending] has a failed result with the
// text why; if no call is pending, it returns turns. An interrupted conversation can then continue. Settle does not
// change the slices of the caller.
func Settle(turns []Message, why string) []Message {
	pending := Pending(turns)
	if len(pending) == 0 {
		return turns
	}
	m := Message{Role: User}
	for _, u := range pending {
		m.Blocks = append(m.Blocks, Answer(u, why, true))
	}
	return append(turns[:len(turns):len(turns)], m)
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// Wire returns the blocks of turn i as they are sent. Providers reject empty texts, empty results, and white space at
// the end of an answer that the model is to continue, so these are removed or replaced.
func Wire(turns []Message, i int) []Block {
	m := turns[i]
	out := make([]Block, 0, len(m.Blocks))
	for _, b := range m.Blocks {
		switch {
		case b.Kind == Text && b.Raw == "" && blank(b.Text):
			continue
		case b.Kind == Result && blank(b.Text):
			b.Text = NoOutput
		}
		out = append(out, b)
	}
	if last := len(out) - 1; m.Role == Assistant && i == len(turns)-1 && last >= 0 && out[last].Kind == Text && out[last].Raw == "" {
		out[last].Text = strings.TrimRight(out[last].Text, " \t\r\n")
	}
	return out
}
