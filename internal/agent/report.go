package agent

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/words"
)

// lineMost is the maximal number of characters of a text from a model or a tool in an event.
const lineMost = 200

// reporter emits the events of a conversation.
type reporter struct {
	Reporting
	model string
	// allowed is the last allowance of turns. Events are emitted from many goroutines, Borrowed is called from one.
	allowed int
}

// emit sends the event e to the sink. Before, it sets the fields that all events of the conversation share, and the
// number of the turn.
func (r *reporter) emit(turn int, e luminos.Event) {
	base := r.Event
	e.Pass, e.Unit, e.Path, e.Provider = base.Pass, base.Unit, cmp.Or(e.Path, base.Path), base.Provider
	e.Done, e.Total, e.Turn, e.Turns = base.Done, base.Total, turn, r.allowed
	r.Sink.Emit(e)
}

func (r *reporter) note(turn int, format string, args ...any) {
	r.emit(turn, luminos.Event{Kind: luminos.EventNote, Text: words.Line(fmt.Sprintf(format, args...), lineMost)})
}

// modelCall emits the event of a finished model call with its usage, its cost and its duration. err is the error of the
// call, or nil.
func (r *reporter) modelCall(turn int, a model.Response, err error, took time.Duration) {
	e := luminos.Event{Kind: luminos.EventCall, Model: r.model, Seconds: took.Seconds(), Failed: err != nil}
	parts := []luminos.Usage{a.Usage, a.Wasted}
	if err != nil {
		parts, e.Text = nil, words.Line(err.Error(), lineMost)
		if failed, ok := errors.AsType[*model.Error](err); ok {
			parts = []luminos.Usage{failed.Usage}
			e.Cut = failed.Class == model.Interrupted
		}
	} else if e.Text = decision(a); a.Model != r.model {
		e.Answered = words.Line(a.Model, 80)
	}
	e.Priced = true
	for _, u := range parts {
		cost, ok := r.price(a.Model, u)
		e.Usage, e.Cost, e.Priced = e.Usage.Plus(u), e.Cost.Plus(cost), e.Priced && ok
	}
	r.emit(turn, e)
}

// price returns the price of the usage u for the requested model or, if that model has no known price, for the model
// that answered. It returns false if neither model has a known price and u is not zero.
func (r *reporter) price(answered string, u luminos.Usage) (luminos.Money, bool) {
	if u == (luminos.Usage{}) {
		return 0, true
	}
	if cost, ok := r.Prices.Cost(r.model, u); ok {
		return cost, true
	}
	return r.Prices.Cost(answered, u)
}

// decision returns a short text for the event of an answer: the tools that the answer calls, with their paths, or the
// text of the answer if it calls no tool.
func decision(a model.Response) string {
	var calls []string
	for _, use := range a.Uses() {
		calls = append(calls, strings.TrimSpace(use.Name+" "+pathOf(use)))
	}
	if len(calls) == 0 {
		return words.Line(a.Text(), lineMost)
	}
	return words.Line(strings.Join(calls, ", "), lineMost)
}

// toolCall emits the event of a tool call, with the size and the digest of the result that is sent to the model.
func (r *reporter) toolCall(turn int, use model.Block, res result) {
	e := luminos.Event{Kind: luminos.EventTool, Tool: words.Line(use.Name, 80), Failed: res.failed, Seconds: res.took.Seconds(), Bytes: len(res.text)}
	e.SHA256 = digest(res.text)
	e.Path = luminos.Path(pathOf(use))
	e.Text = words.Line(use.Input, lineMost)
	if res.failed {
		first, _, _ := strings.Cut(strings.TrimSpace(res.text), "\n")
		e.Text = words.Line(first, lineMost)
	}
	r.emit(turn, e)
}

// sent emits the events of the system prompt and of the first message of a conversation.
func (r *reporter) sent(turn int, system, opening string) {
	r.emit(turn, luminos.Event{Kind: luminos.EventSent, Text: "system prompt", Model: r.model, Bytes: len(system), SHA256: digest(system)})
	r.emit(turn, luminos.Event{Kind: luminos.EventSent, Text: "first message", Model: r.model, Bytes: len(opening), SHA256: digest(opening)})
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// arriving returns a function that emits progress events while an answer arrives. An event has the short form of the
// thinking or the latest text of the answer, the tool that it calls, or the reason why it is asked for again.
func (r *reporter) arriving(turn int) func(model.Delta) {
	var text string
	var mind thought
	var told string // of the thinking
	return func(d model.Delta) {
		e := luminos.Event{Kind: luminos.EventProgress}
		if d.Restart || d.Kind != model.Thinking {
			mind, told = thought{}, ""
		}
		switch {
		case d.Restart:
			text, e.Text = "", "asking again: "+words.Line(d.Text, lineMost)
		case d.Kind == model.ToolUse:
			text, e.Tool = "", words.Line(d.Name, 80)
		case d.Kind == model.Thinking:
			text, e.Text = "", "thinking"
			if short := mind.add(d.Text); short != "" {
				e.Text = words.Quote(short)
			}
			if e.Text == told {
				return
			}
			told = e.Text
		default:
			text += d.Text
			text = strings.ToValidUTF8(text[max(len(text)-lineMost, 0):], "")
			e.Text = words.Line(text, lineMost)
		}
		if e.Text != "" || e.Tool != "" {
			r.emit(turn, e)
		}
	}
}

// pathOf returns the argument "path" of a tool call on one line, or "" if the call has no such argument or it is not
// text.
func pathOf(use model.Block) string {
	var args struct {
		Path any `json:"path"`
	}
	_ = json.Unmarshal([]byte(use.Input), &args)
	s, _ := args.Path.(string)
	return words.Line(s, lineMost)
}

// plain returns the result of a tool as sent: valid UTF-8 without control characters except tabs and Unix line ends.
func plain(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && (c < ' ' || 0x7F <= c && c < 0xA0) {
			return '\uFFFD'
		}
		return c
	}, s)
}

// head returns the first n bytes of s, which is longer, or fewer if the last character would be cut.
func head(s string, n int) string {
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
