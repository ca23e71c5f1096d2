package pipeline

import (
	"cmp"
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

// resolve returns the steps that were read, with the name and the directory of their mapping, the conditions around it,
// and the default directory of the nearest mapping that has one.
func (r *reader) resolve() []Step {
	all := make([]Step, 0, len(r.found))
	for _, p := range r.found[:min(len(r.found), maxSteps)] {
		s := p.Step
		s.Dir, s.Target = p.at.dir, p.at.target
		s.Names = append(s.Names, p.at.name, p.at.key)
		for m, depth := p.at, 0; m != nil && depth < maxEnclosing; m, depth = m.parent, depth+1 {
			s.When, s.Dir = s.When.And(r.when(m)), cmp.Or(s.Dir, m.base)
		}
		push := p.at.push
		if s.Choice = push != "" && s.Uses != ""; push != "" && push != "false" {
			s.Pushed = s.When
			if push != "true" {
				s.Pushed = s.When.And(expression(push, r))
			}
			s.Push = !s.Pushed.Never()
		}
		all = append(all, s)
	}
	r.guarded(all)
	return all
}

// maxEnclosing is the maximum number of mappings around a step whose conditions and defaults count.
const maxEnclosing = 6

// when returns the conditions of a mapping and, if it is a job, of the jobs that it needs. Jobs that need each other
// have the conditions that are known so far.
func (r *reader) when(m *mapping) When {
	if m.resolved {
		return m.when
	}
	m.resolved = true
	w := m.when
	if m.condition != "" {
		w = w.And(expression(m.condition, r))
	}
	if !m.always {
		for _, name := range m.needs[:min(len(m.needs), maxNeeds)] {
			w = w.And(r.job(name))
		}
	}
	m.when = w
	return w
}

// job returns the conditions of a job and of the jobs that it needs.
func (r *reader) job(name string) When {
	if m := r.jobs[strings.ToLower(name)]; m != nil {
		return r.when(m)
	}
	return When{}
}
