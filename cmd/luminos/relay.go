package main

import (
	"sync"
	"time"

	"luminos"
	"luminos/internal/model"
)

// relay is where attempts that failed are told: clients are made before there
// is a progress to show them in. It is safe for concurrent use.
type relay struct {
	mu sync.Mutex
	to luminos.Sink
	// hints hold what a user can do about calls that were given up.
	hints map[model.Class]string
}

func (r *relay) failed(e *model.Error, wait time.Duration, last bool) {
	text := e.Error()
	if last {
		text += "; given up"
	} else {
		text += "; asking again in " + wait.Round(100*time.Millisecond).String()
	}
	r.mu.Lock()
	if last {
		if r.hints == nil {
			r.hints = map[model.Class]string{}
		}
		r.hints[e.Class] = e.Hint()
	}
	to := r.to
	r.mu.Unlock()
	to.Emit(luminos.Event{Kind: luminos.EventNote, Text: text, Failed: true})
}

// advice returns what a user can do about failures of a class, or "" if no call
// was given up for one.
func (r *relay) advice(class string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.hints[model.Class(class)]
}
