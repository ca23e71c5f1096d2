package main

import (
	"luminos"
	"luminos/internal/render"
)

// sofar is what a run that did not come to its end has spent, as the end of a
// hint; "" for nothing.
func (a *app) sofar() string {
	if a.spent == nil {
		return ""
	}
	s := a.spent()
	if s == nil || s.Cost == 0 && !render.Answered(s.Usage) {
		return ""
	}
	return "; so far " + render.SpentInAll(s)
}

// tellSpending says on standard error what models took, and where.
func (a *app) tellSpending(s *luminos.Spending) {
	if s == nil {
		return
	}
	if s.Cost == 0 && !render.Answered(s.Usage) {
		a.tell("spent", "nothing in this run; no call was answered")
		return
	}
	a.tell("spent", render.SpentInAll(s))
	t := a.terminal(a.stderr)
	// It is an account of what was done; that it cannot be shown changes nothing of that.
	_ = render.Spending(a.stderr, s, t.width)
}
