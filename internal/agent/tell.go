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

// lineMost is how many characters of foreign text stand in an event.
const lineMost = 200

// emit tells the sink of something in the given turn.
func (r *run) emit(e luminos.Event, turn int) {
	base := r.Event
	e.Pass, e.Unit, e.Path = base.Pass, base.Unit, cmp.Or(e.Path, base.Path)
	e.Done, e.Total, e.Turn, e.Turns = base.Done, base.Total, turn, r.allowed
	r.Sink.Emit(e)
}

func (r *run) note(format string, args ...any) {
	r.emit(luminos.Event{Kind: luminos.EventNote, Text: line(fmt.Sprintf(format, args...), lineMost)}, r.taken)
}

// tellCall tells of a call of the model that ended in whatever way.
func (r *run) tellCall(a model.Response, err error, took time.Duration) {
	e := luminos.Event{Kind: luminos.EventCall, Model: r.Model, Seconds: seconds(took), Failed: err != nil}
	parts := []luminos.Usage{a.Usage, a.Wasted}
	if err != nil {
		parts, e.Text = nil, line(err.Error(), lineMost)
		if failed, ok := errors.AsType[*model.Error](err); ok {
			parts = []luminos.Usage{failed.Usage}
		}
	} else {
		e.Text = decision(a)
	}
	e.Priced = true
	for _, u := range parts {
		cost, ok := r.price(a.Model, u)
		e.Usage, e.Cost, e.Priced = e.Usage.Plus(u), e.Cost.Plus(cost), e.Priced && ok
	}
	r.emit(e, r.taken+1)
}

// price is what tokens cost: those of the model that was asked for or, where it
// has no price, of the one that answered. Nothing costs nothing anywhere.
func (r *run) price(answered string, u luminos.Usage) (luminos.Money, bool) {
	if u == (luminos.Usage{}) {
		return 0, true
	}
	if r.Prices == nil {
		return 0, false
	}
	if cost, ok := r.Prices.Cost(r.Model, u); ok {
		return cost, true
	}
	return r.Prices.Cost(answered, u)
}

// decision is what the model decided: the tools that it calls, or what it says.
func decision(a model.Response) string {
	var calls []string
	for _, use := range a.Uses() {
		calls = append(calls, strings.TrimSpace(use.Name+" "+pathOf(use)))
		if len(calls) == mostCalls {
			break // the rest is not run either
		}
	}
	if len(calls) == 0 {
		return line(a.Text(), lineMost)
	}
	return line(strings.Join(calls, ", "), lineMost)
}

// tellTool tells of a call of a tool that was answered: with what, and what of it
// goes to the model.
func (r *run) tellTool(use model.Block, res result) {
	e := luminos.Event{Kind: luminos.EventTool, Tool: line(use.Name, 80), Failed: res.failed, Seconds: seconds(res.took), Bytes: len(res.text)}
	sum := sha256.Sum256([]byte(res.text))
	e.SHA256 = hex.EncodeToString(sum[:])
	e.Path = luminos.Path(pathOf(use))
	e.Text = line(use.Input, lineMost)
	if res.failed {
		first, _, _ := strings.Cut(strings.TrimSpace(res.text), "\n")
		e.Text = line(first, lineMost)
	}
	r.emit(e, r.taken)
}

// arriving tells of an answer while it comes: what it says, the tool that it is
// about to call, that it broke off.
func (r *run) arriving() func(model.Delta) {
	if r.Sink == nil {
		return nil
	}
	said := ""
	return func(d model.Delta) {
		e := luminos.Event{Kind: luminos.EventProgress}
		switch {
		case d.Restart:
			said, e.Text = "", "asking again: "+line(d.Text, lineMost)
		case d.Kind == model.ToolUse:
			said, e.Tool = "", line(d.Name, 80)
		default:
			if said += d.Text; len(said) > lineMost {
				said = strings.ToValidUTF8(said[len(said)-lineMost:], "")
			}
			e.Text = line(said, lineMost)
		}
		if e.Text != "" || e.Tool != "" {
			r.emit(e, r.taken+1)
		}
	}
}

// pathOf is the path among the arguments of a call, on one line, or "".
func pathOf(use model.Block) string {
	var args struct {
		Path any `json:"path"`
	}
	if json.Unmarshal([]byte(use.Input), &args) != nil {
		return ""
	}
	s, _ := args.Path.(string)
	return line(s, lineMost)
}

// line makes foreign text fit for one line of a terminal.
func line(s string, most int) string { return words.Line(s, most) }

// plain makes the result of a tool fit to be sent: valid, and without control
// characters. Ends of lines are those of Unix.
func plain(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && (c < ' ' || 0x7F <= c && c < 0xA0) {
			return '\uFFFD'
		}
		return c
	}, s)
}

// head is the beginning of s, at most n bytes, in whole characters.
func head(s string, n int) string {
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:min(n, len(s))]
}
