package pipeline

import (
	"slices"
	"strings"

	"luminos"
)

// Answer states whether a condition holds.
type Answer uint8

// The answers, from the weakest restriction to the strongest.
const (
	Yes Answer = iota
	Maybe
	No
)

// Triggers are the triggers of [When], in its order.
var Triggers = [...]string{
	luminos.TriggerPush, luminos.TriggerPullRequest, luminos.TriggerTag, luminos.TriggerRelease,
	luminos.TriggerSchedule, luminos.TriggerManual, luminos.TriggerOther,
}

// When states for each of Triggers whether a step runs. The zero When is a step without conditions.
type When [len(Triggers)]Answer

// unclear is the When of a condition that is not understood.
var unclear = When{Maybe, Maybe, Maybe, Maybe, Maybe, Maybe, Maybe}

// On returns the answer for a trigger.
func (w When) On(trigger string) Answer {
	if i := slices.Index(Triggers[:], trigger); i >= 0 {
		return w[i]
	}
	return Maybe
}

// And returns the When of a step with both conditions.
func (w When) And(other When) When {
	for i := range w {
		w[i] = max(w[i], other[i])
	}
	return w
}

// Unsure returns the When of a step to which conditions apply that were not read.
func (w When) Unsure() When {
	if slices.Max(w[:]) == Yes {
		return unclear
	}
	return w
}

// Never reports whether no trigger starts the step.
func (w When) Never() bool { return slices.Min(w[:]) == No }

// onlyOn returns the When of a step that one trigger starts.
func onlyOn(trigger string) When {
	w := When{No, No, No, No, No, No, No}
	if i := slices.Index(Triggers[:], trigger); i >= 0 {
		w[i] = Yes
	}
	return w
}

// expression returns the When of a condition in the language of GitHub, in a configuration that r has read.
func expression(text string, r *reader) When {
	text = strings.NewReplacer("${{", " ", "}}", " ").Replace(text)
	tokens := expressionToken().FindAllString(text, maxTokens+1)
	var w When
	for i := range w {
		e := evaluation{tokens: tokens, trigger: i, of: r}
		a := e.or(0).answer()
		if len(e.tokens) > 0 || len(tokens) > maxTokens || len(tokens) == 0 {
			return unclear
		}
		w[i] = a
	}
	return w
}
