package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"luminos/internal/model"
	"luminos/internal/words"
)

// bytesPerToken is the number of bytes for which [model.Call.Estimate] counts one token.
const bytesPerToken = 3

// noAnswer is sent back in place of an answer that contains no block which can be sent back.
const noAnswer = "(no answer)"

// leaving is the reason for which a conversation ends or is continued by a new one. The value stay is no reason.
type leaving int

const (
	stay         leaving = iota
	leaveFull            // the budget is nearly used up, and the model was asked to store its results
	leaveTooLong         // the conversation is longer than the window of the model
)

// state is the state of a conversation, computed from its records alone.
type state struct {
	conversation
	counts
	base     model.Call // the constant part of each call
	limit    int64      // of output
	raised   int64      // the limit after an answer was cut
	stop     model.Stop // of the latest answer
	reply    bool       // the next record is a message of the user
	streak   streak
	end      End
	detail   string
	observer Observer // may be nil
}

// conversation holds the messages of the present conversation. After a hand-over a new value replaces it.
type conversation struct {
	turns         []model.Message
	prompt, since int64 // tokens of the latest prompt, and of the messages after it
	pauses        int   // answers in a row that the provider interrupted
	silent        int   // answers in a row without any usable block
	closing       bool  // the model was informed that the conversation is nearly full
	leave         leaving
}

// counts holds the totals over the first conversation and the conversations that continue it.
type counts struct {
	taken                 int // answers, that is, turns
	conversations         int
	handovers             int
	overflowed            bool // one hand-over was due to a conversation that was too long
	toolCalls, toolErrors int
}

// call returns the next request to the model.
func (s *state) call() model.Call {
	c := s.base
	c.Messages, c.MaxOutput = s.turns, s.limit
	return c
}

// used returns an estimate of the tokens of the next request: the number of the last request, as the provider counted
// it, and an estimate for the later messages. Without a count of the provider, the whole request is estimated.
func (s *state) used() int64 {
	if s.prompt == 0 {
		return s.call().Estimate()
	}
	return s.prompt + s.since
}

// apply changes the state by one record. It returns an error if the record cannot follow the records before it.
func (s *state) apply(rec record) error {
	switch {
	case s.end != "":
		return errors.New("the journal of the conversation has a record after the end of the conversation")
	case rec.Answer != nil:
		return s.applyAnswer(*rec.Answer, rec.Void)
	case rec.User != nil:
		return s.applyUser(*rec.User)
	case rec.Handover != nil:
		if s.reply || len(s.turns) == 0 || s.handovers == mostHandovers {
			return errors.New("in the journal, a hand-over record cannot follow the record before it")
		}
		s.handovers++
		s.overflowed = s.overflowed || rec.Handover.TooLong
		s.beginConversation([]model.Message{model.Say(model.User, rec.Handover.Opening)})
		return nil
	case rec.End == EndBudget:
		s.end, s.detail = rec.End, rec.Detail
		return nil
	}
	return errors.New("a record in the journal of the conversation is neither an answer, a user turn, a hand-over nor an end")
}

// beginConversation replaces the conversation by a new one with the given messages. The count of repeated tool calls
// continues.
func (s *state) beginConversation(turns []model.Message) {
	s.conversation = conversation{turns: turns}
	s.conversations++
}

func (s *state) applyAnswer(a model.Response, void bool) error {
	if s.reply || len(s.turns) == 0 || s.leave != stay {
		return errors.New("in the journal, an answer record cannot follow the record before it")
	}
	s.taken++
	s.prompt, s.since = max(0, min(a.Prompt, math.MaxInt32)), 0 // a server may report any number
	uses := a.Uses()
	switch {
	case void:
		s.limit = s.raised
		return nil
	case a.Stop == model.StopRefusal:
		// Final: the same conversation would be refused again.
		s.end, s.detail = EndRefused, words.Line(a.Detail, 80)
		return nil
	case a.Stop == model.StopWindow:
		s.leave = leaveTooLong
		return nil
	}
	m := a.Message()
	paused := a.Stop == model.StopPause && len(uses) == 0 && s.pauses < mostPauses
	s.append(m, paused)
	s.stop = a.Stop
	if paused {
		s.pauses++
		return nil
	}
	s.pauses = 0
	if len(m.Blocks) > 0 {
		s.silent = 0
	} else if s.silent++; s.silent == 2 {
		s.end = EndSilent
		return nil
	}
	if s.closing && len(uses) == 0 {
		s.leave = leaveFull // a further message would never be answered
		return nil
	}
	s.reply = true
	return nil
}

// append adds an answer to the messages. If the last message is an answer that paused, the new blocks are added to it,
// since roles have to alternate.
func (s *state) append(m model.Message, paused bool) {
	last := len(s.turns) - 1
	switch {
	case s.turns[last].Role == model.Assistant:
		s.turns = slices.Clone(s.turns)
		s.turns[last].Blocks = slices.Concat(s.turns[last].Blocks, m.Blocks)
	case len(m.Blocks) > 0:
		s.turns = append(s.turns, m)
	case !paused:
		m = model.Say(model.Assistant, noAnswer)
		s.turns = append(s.turns, m)
	}
	s.since += weigh(m.Blocks)
}

func (s *state) applyUser(u userTurn) error {
	m := model.Message{Role: model.User, Blocks: u.Blocks}
	if len(s.turns) == 0 {
		s.beginConversation([]model.Message{m})
		return nil
	}
	if !s.reply {
		return errors.New("in the journal, a user record cannot follow the record before it")
	}
	for i, use := range model.Pending(s.turns) {
		if s.stop == model.StopTools {
			s.streak.next(use)
		}
		if s.observer != nil && i < len(u.Blocks) {
			s.observer.Seen(use, u.Blocks[i])
		}
	}
	s.turns = append(s.turns, m)
	s.since += weigh(u.Blocks)
	s.toolCalls += u.Calls
	s.toolErrors += u.Errors
	s.reply = false
	if s.closing {
		s.leave = leaveFull
	}
	s.closing = s.closing || u.Closing
	if u.Ends {
		s.end = EndSubmitted
	}
	return nil
}

// size returns an estimate of the tokens of all messages in the conversation.
func (s *state) size() int64 { return model.Call{Messages: s.turns}.Estimate() }

// weigh returns an estimate of the tokens of one message that consists of the given blocks.
func weigh(blocks []model.Block) int64 {
	return model.Call{Messages: []model.Message{{Blocks: blocks}}}.Estimate()
}

// streak counts how often the same tool call was made in a row.
type streak struct {
	last  string
	times int
}

// next adds a tool call to the streak of equal calls, or begins a new streak, and returns the length of the streak.
func (s *streak) next(use model.Block) int {
	key := use.Name + "\x00" + canonical(use.Input)
	if key != s.last {
		s.last, s.times = key, 0
	}
	s.times++
	return s.times
}

// canonical returns JSON without insignificant white space, or "" if s is not JSON.
func canonical(s string) string {
	var b bytes.Buffer
	_ = json.Compact(&b, []byte(s))
	return b.String()
}
