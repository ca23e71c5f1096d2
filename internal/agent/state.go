package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"luminos/internal/model"
)

// bytesPerToken errs upwards, as [model.Call.Estimate] does.
const bytesPerToken = 3

// noAnswer stands for an answer that holds nothing that can be sent back.
const noAnswer = "(no answer)"

// leaving is why a conversation cannot go on.
type leaving int

const (
	stay         leaving = iota
	leaveFull            // its budget is nearly used up, and the model was told
	leaveTooLong         // the model cannot hold it
)

// state is where a conversation stands: what its records amount to.
type state struct {
	turns         []model.Message // of the present conversation
	taken         int             // answers
	conversations int
	handovers     int
	overflowed    bool // one of them because it was too long

	prompt, since int64 // tokens of the latest prompt; bytes that were said since
	limit         int64 // of output
	pauses        int   // in a row
	silent        int   // answers in a row of which nothing can be used

	stop    model.Stop // of the latest answer
	reply   bool       // the model waits for the user
	closing bool       // it was told that the conversation is nearly full
	leave   leaving
	streak  streak

	calls, errors int
	end           End
	detail        string
}

// apply takes a record into account, or says why it cannot come next.
func (r *run) apply(rec record) error {
	switch {
	case r.end != "":
		return errors.New("something comes after the end")
	case rec.Answer != nil:
		return r.answered(*rec.Answer, rec.Void)
	case rec.User != nil:
		return r.said(*rec.User)
	case rec.Handover != nil:
		if r.reply || len(r.turns) == 0 || r.handovers == mostHandovers {
			return errors.New("a hand-over out of place")
		}
		r.handovers++
		r.overflowed = r.overflowed || rec.Handover.TooLong
		r.begun([]model.Message{model.Say(model.User, rec.Handover.Opening)})
		return nil
	case rec.End == EndBudget:
		r.end, r.detail = rec.End, rec.Detail
		return nil
	}
	return errors.New("it is of no known kind")
}

// begun is a fresh conversation. What it repeats is counted on.
func (r *run) begun(turns []model.Message) {
	r.turns, r.prompt, r.since = turns, 0, 0
	r.pauses, r.silent, r.closing, r.leave = 0, 0, false, stay
	r.conversations++
}

func (r *run) answered(a model.Response, void bool) error {
	if r.reply || len(r.turns) == 0 || r.leave != stay {
		return errors.New("an answer out of place")
	}
	r.taken++
	prompt := a.Prompt
	if prompt <= 0 {
		prompt = r.call().Estimate()
	}
	r.prompt, r.since = min(prompt, 1<<40), 0 // a server may count anything
	uses := a.Uses()
	switch {
	case void:
		r.limit = r.raised()
		return nil
	case a.Stop == model.StopRefusal:
		// Final: the same conversation would be refused again.
		r.end, r.detail = EndRefused, line(a.Detail, 80)
		return nil
	case a.Stop == model.StopWindow:
		r.leave = leaveTooLong
		return nil
	}
	m := a.Message()
	paused := a.Stop == model.StopPause && len(uses) == 0 && r.pauses < mostPauses
	r.append(m, paused)
	r.stop = a.Stop
	if paused {
		r.pauses++
		return nil
	}
	r.pauses = 0
	if len(m.Blocks) > 0 {
		r.silent = 0
	} else if r.silent++; r.silent == 2 {
		r.end = EndSilent
		return nil
	}
	if r.closing && len(uses) == 0 {
		r.leave = leaveFull // a nudge would be the last thing said, to nobody
		return nil
	}
	r.reply = true
	return nil
}

// append adds an answer, to the part of it that came before a pause where there
// is one: roles have to alternate.
func (r *run) append(m model.Message, paused bool) {
	last := len(r.turns) - 1
	switch {
	case r.turns[last].Role == model.Assistant:
		r.turns = slices.Clone(r.turns)
		r.turns[last].Blocks = slices.Concat(r.turns[last].Blocks, m.Blocks)
	case len(m.Blocks) > 0:
		r.turns = append(r.turns, m)
	case !paused:
		m = model.Say(model.Assistant, noAnswer)
		r.turns = append(r.turns, m)
	}
	r.since += weigh(m.Blocks)
}

func (r *run) said(u userTurn) error {
	if !r.reply && len(r.turns) > 0 {
		return errors.New("a turn of the user out of place")
	}
	m := model.Message{Role: model.User, Blocks: u.Blocks}
	if len(r.turns) == 0 {
		r.begun([]model.Message{m})
		return nil
	}
	for i, use := range model.Pending(r.turns) {
		if r.stop == model.StopTools {
			r.streak.next(use)
		}
		if r.Seen != nil && i < len(u.Blocks) && u.Blocks[i].ID == use.ID {
			r.Seen(use, u.Blocks[i])
		}
	}
	r.turns = append(r.turns, m)
	r.since += weigh(u.Blocks)
	r.calls += u.Calls
	r.errors += u.Errors
	r.reply = false
	if r.closing {
		r.leave = leaveFull
	}
	r.closing = r.closing || u.Closing
	if u.Ends {
		r.end = EndSubmitted
	}
	return nil
}

// size is how many bytes were said in the conversation.
func (r *run) size() int {
	var n int64
	for _, m := range r.turns {
		n += weigh(m.Blocks)
	}
	return int(n)
}

// weigh counts the bytes of blocks as they are sent, about.
func weigh(blocks []model.Block) (n int64) {
	for _, b := range blocks {
		n += int64(max(len(b.Text)+len(b.Input)+len(b.Name)+len(b.ID), len(b.Raw)) + 12)
	}
	return n
}

// streak counts how often the same call was made in a row.
type streak struct {
	last  string
	times int
}

// next takes another call into account, and says how often it was made by now.
func (s *streak) next(use model.Block) int {
	key := use.Name + "\x00" + canonical(use.Input)
	if key != s.last {
		s.last, s.times = key, 0
	}
	s.times++
	return s.times
}

// canonical leaves out the spacing of arguments, which means nothing.
func canonical(input string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(input)) != nil {
		return input
	}
	return b.String()
}
