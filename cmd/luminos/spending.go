package main

import (
	"luminos"
	"luminos/internal/render"
)

// showSpending prints the cost of the model calls to standard error: the total, then a table with a row for each pass.
// If no call was answered, it prints only that; for nil it prints nothing.
func (a *app) showSpending(s *luminos.Spending) {
	if s == nil {
		return
	}
	if s.Cost == 0 && !render.Answered(s.Usage) {
		text := "nothing in this run; no call was answered"
		if s.EarlierCalls > 0 {
			text = "nothing in this run, and " + render.SpentBefore(s)
		}
		a.say("spent", text)
		return
	}
	a.say("spent", render.SpentInAll(s))
	if text := render.Expected(s); text != "" {
		a.say("expected", text)
	}
	t := a.terminal(a.stderr)
	// The run is done: an error of standard error changes nothing.
	_ = render.Spending(a.stderr, s, t.width)
}
