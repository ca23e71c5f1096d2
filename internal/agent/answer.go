package agent

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"luminos/internal/model"
	"luminos/internal/words"
)

const (
	mostAtOnce = 8        // of them in parallel
	mostResult = 72 << 10 // bytes of one result; results of the built-in server are shorter
	leastShown = 512      // bytes of a result that are sent even if the budget is used up
	sameCall   = 3        // the number of equal calls in a row of which the last one is rejected
)

// MostCalls is the maximal number of calls of one turn.
const MostCalls = 20

// MostOfTurn is the maximal number of bytes of the results of one turn. A model can ask for twenty files at once, which
// could fill its window.
const MostOfTurn = 96 << 10

// answer runs the tool calls of the last answer and stores the next message to the model: the results in the order of
// the calls, then at most one text.
func (r *run) answer(ctx context.Context) error {
	uses := model.Pending(r.turns)
	u := userTurn{Calls: len(uses)}
	results := make([]result, len(uses))
	if timed, ok := r.Work.(Timed); ok {
		timed.Left(max(r.allowance()-r.taken, 0))
	}
	if r.stop == model.StopTools {
		r.toolbox.runAll(ctx, uses, results, r.streak)
	} else {
		for i := range results {
			results[i] = notRun(uses[i], r.whyNot())
		}
	}
	if ctx.Err() != nil {
		// Results of interrupted calls are not kept: the next run makes the calls again.
		return context.Cause(ctx)
	}
	r.fit(results)
	if n := len(uses) - MostCalls; n > 0 {
		r.note("%s of one turn were not made", words.Plural(n, "more call"))
	}
	for i, res := range results {
		if i < MostCalls {
			r.reporter.toolCall(r.taken, uses[i], res)
		}
		u.Blocks = append(u.Blocks, model.Answer(uses[i], res.text, res.failed))
		u.Ends = u.Ends || res.ends
		if res.ran {
			u.Ran = append(u.Ran, uses[i].ID)
		}
		if res.failed {
			u.Errors++
		}
	}
	if text := r.remark(&u, len(uses) == 0); text != "" {
		u.Blocks = append(u.Blocks, model.Block{Kind: model.Text, Text: text})
	}
	return r.keep(record{User: &u}, false)
}

// whyNot returns the reason, for the model, why the tool calls of its last answer are not run. It is used if the answer
// ended for another reason than to call tools.
func (r *run) whyNot() string {
	switch r.stop {
	case model.StopLimit, model.StopLimitInTool:
		return fmt.Sprintf("the answer was cut at the output limit of %d tokens; write less at once, in several calls if need be", r.limit)
	}
	return fmt.Sprintf("the answer ended with %q before its calls were complete; send the call again", words.Line(string(r.stop), 60))
}

// fit cuts each result to the smallest of mostResult bytes, its share of MostOfTurn and the room in the token budget,
// but not below leastShown.
func (r *run) fit(results []result) {
	share := fairShare(results)
	room := int64(math.MaxInt32)
	if r.Context > 0 {
		// A twentieth is left for the text beside the results.
		room = max(r.Context-r.Context/20-r.used(), 0) * bytesPerToken
	}
	for i := range results {
		res := &results[i]
		most := min(share, max(room, leastShown))
		if whole := len(res.text); int64(whole) > most {
			why := "ask for less at once: a range of lines, a narrower path or pattern"
			if most < share {
				why = "the conversation is nearly full"
			}
			res.text = fmt.Sprintf("%s\n[cut: the first %d of %d bytes; %s]", head(res.text, int(most)), most, whole, why)
		}
		room -= int64(len(res.text))
	}
}

// fairShare returns the number of bytes to which each result of a turn is cut, so that all of them have at most
// MostOfTurn bytes. Short results stay whole and leave their room to long ones.
func fairShare(results []result) int64 {
	sizes := make([]int, len(results))
	for i := range results {
		sizes[i] = len(results[i].text)
	}
	slices.Sort(sizes)
	left := MostOfTurn
	for i, n := range sizes {
		if n > left/(len(sizes)-i) {
			return int64(min(max(left/(len(sizes)-i), leastShown), mostResult))
		}
		left -= n
	}
	return mostResult
}

// remark returns the text that is sent to the model after the results of the turn u, such as a warning before the last
// turn, or "". silent is set if the model called no tool. remark sets u.Closing if the conversation is nearly full.
func (r *run) remark(u *userTurn, silent bool) string {
	if u.Ends || r.closing {
		return "" // the conversation ends with this turn
	}
	var parts []string
	if silent {
		parts = append(parts, fmt.Sprintf("You called no tool, so nothing happened. Go on with the tools that you have, or call %s with what you know to finish.",
			r.toolbox.submit))
		r.note("%s called no tool and is asked to", r.Model)
	}
	switch left := r.allowance() - r.taken; {
	case left > 1 && r.isNearlyFull(u):
		u.Closing = true
		parts = append(parts, r.nearlyFull())
		r.note("the conversation is nearly full: %s is asked to write down what it knows", r.Model)
	case left == 1:
		parts = append(parts, r.lastTurn())
	case left > 1:
		parts = append(parts, fmt.Sprintf("%d of %d turns are left.", left, r.allowance()))
	}
	return strings.Join(parts, "\n\n")
}

// isNearlyFull reports whether the conversation, including the turn u, has reached the share of its token budget at
// which a new conversation continues it.
func (r *run) isNearlyFull(u *userTurn) bool {
	if _, ok := r.Work.(Continuer); !ok || r.Context <= 0 || r.handovers >= mostHandovers {
		return false
	}
	return r.used()+weigh(u.Blocks) >= r.Context*nearlyFull/100
}

// lastTurn returns the text that warns the model before its last turn.
func (r *run) lastTurn() string {
	text := fmt.Sprintf("This is your last turn: call %s now with what you know. Nothing that other tools return will reach you", r.toolbox.submit)
	if _, ok := r.Work.(Lender); ok {
		text += ", unless more turns are granted"
	}
	return text + "."
}

// nearlyFull returns the text that asks the model to store its results before a new conversation begins.
func (r *run) nearlyFull() string {
	how := ""
	if len(r.Savers) > 0 {
		how = " (" + strings.Join(r.Savers, ", ") + ")"
	}
	return fmt.Sprintf("This conversation is nearly full. With this turn write down what you know and what is left to do%s, or call %s if you are done. "+
		"After it a fresh conversation goes on from what was written down; nothing else of this one is kept.", how, r.toolbox.submit)
}
