package agent

import (
	"context"
	"fmt"
	"strings"

	"luminos/internal/model"
)

const (
	mostCalls  = 20       // of one turn
	mostAtOnce = 8        // of them
	mostResult = 72 << 10 // bytes of one result; those of the built-in server are shorter
	leastShown = 512      // bytes of a result that are shown however little room is left
	sameCall   = 3        // as often in a row a call is not made
)

// answer says the user's turn: the results of all calls in the model's order,
// and what else it has to be told.
func (r *run) answer(ctx context.Context) error {
	uses := model.Pending(r.turns)
	u := userTurn{Calls: len(uses)}
	results := make([]result, len(uses))
	if r.stop == model.StopTools {
		r.runAll(ctx, uses, results)
	} else {
		for i := range results {
			results[i] = notRun(uses[i], r.whyNot())
		}
	}
	if ctx.Err() != nil {
		// Results of calls that were broken off are no answers: whoever resumes
		// makes them again.
		return context.Cause(ctx)
	}
	r.fit(results)
	if n := len(uses) - mostCalls; n > 0 {
		r.note("%d more calls of one turn were not made", n)
	}
	for i, res := range results {
		if i < mostCalls {
			r.tellTool(uses[i], res)
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
	if text := r.say(&u, len(uses) == 0); text != "" {
		u.Blocks = append(u.Blocks, model.Block{Kind: model.Text, Text: text})
	}
	return r.keep(record{User: &u}, false)
}

// whyNot says why calls are not made after an answer that did not stop for them.
func (r *run) whyNot() string {
	switch r.stop {
	case model.StopLimit, model.StopLimitInTool:
		return fmt.Sprintf("the answer was cut at the output limit of %d tokens; write less at once, in several calls if need be", r.limit)
	}
	return fmt.Sprintf("the answer ended with %q before its calls were complete; send the call again", line(string(r.stop), 60))
}

// fit shortens results so that those of one turn do not fill the conversation
// beyond its budget. They have not been sent yet, so nothing is edited.
func (r *run) fit(results []result) {
	room := int64(1) << 40
	if r.Context > 0 {
		// A twentieth is left for what is said beside them.
		room = max(r.Context-r.Context/20-r.used(), 0) * bytesPerToken
	}
	for i := range results {
		res := &results[i]
		most := min(mostResult, max(room, leastShown))
		if whole := len(res.text); int64(whole) > most {
			why := "ask for less at once: a range of lines, a narrower path or pattern"
			if most < mostResult {
				why = "the conversation is nearly full"
			}
			res.text = fmt.Sprintf("%s\n[cut: the first %d of %d bytes; %s]", head(res.text, int(most)), most, whole, why)
		}
		room -= int64(len(res.text))
	}
}

// say is what the model is told beside results, or "".
func (r *run) say(u *userTurn, silent bool) string {
	if u.Ends || r.closing {
		return "" // nobody will read it
	}
	var parts []string
	if silent {
		parts = append(parts, r.nudge())
		r.note("%s called no tool and is asked to", r.Model)
	}
	left := r.allowance() - r.taken
	switch {
	case left == 1:
		parts = append(parts, r.lastTurn())
	case left > 1 && r.isNearlyFull(u):
		u.Closing = true
		parts = append(parts, r.nearlyFull())
		r.note("the conversation is nearly full: %s is asked to write down what it knows", r.Model)
	}
	return strings.Join(parts, "\n\n")
}

// isNearlyFull reports whether the conversation should be handed over after the next turn.
func (r *run) isNearlyFull(u *userTurn) bool {
	if r.Context <= 0 || r.Handover == nil || r.handovers >= mostHandovers {
		return false
	}
	return r.used()+weigh(u.Blocks)/bytesPerToken >= r.Context*nearlyFull/100
}

func (r *run) submit() string {
	if r.Submit == "" {
		return "the tool that ends this conversation"
	}
	return r.Submit
}

func (r *run) nudge() string {
	return fmt.Sprintf("You called no tool, so nothing happened. Go on with the tools that you have, or call %s with what you know to finish.", r.submit())
}

func (r *run) lastTurn() string {
	text := fmt.Sprintf("This is your last turn: call %s now with what you know. Nothing that other tools return will reach you", r.submit())
	if r.Borrowed != nil {
		text += ", unless more turns are granted"
	}
	return text + "."
}

func (r *run) nearlyFull() string {
	how := ""
	if len(r.Savers) > 0 {
		how = " (" + strings.Join(r.Savers, ", ") + ")"
	}
	return fmt.Sprintf("This conversation is nearly full. With this turn write down what you know and what is left to do%s, or call %s if you are done. "+
		"After it a fresh conversation goes on from what was written down; nothing else of this one is kept.", how, r.submit())
}
