package main

import (
	"sync"

	"luminos"
	"luminos/internal/render"
	"luminos/internal/words"
)

// meter counts what models take while a run goes on, for one that does not come
// to its end. It is safe for concurrent use, and nil counts nothing.
type meter struct {
	mu     sync.Mutex
	calls  int
	amount render.Amount
}

// count is a sink.
func (m *meter) count(e luminos.Event) {
	if e.Kind != luminos.EventCall || !render.Answered(e.Usage) && e.Cost == 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	m.amount.Add(e)
}

// sofar is what was spent, as the end of a hint; "" for nothing.
func (m *meter) sofar() string {
	if m == nil {
		return ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.calls == 0 {
		return ""
	}
	return "; so far " + m.amount.String() + " went into " + words.Plural(m.calls, "call")
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
