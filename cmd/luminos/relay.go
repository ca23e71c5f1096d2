package main

import (
	"strings"
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
	// hints are what a user can do about the calls that were given up, by what
	// kind of failure ended them.
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

// advice says what a user can do about a cause that names a failure; "" when
// there was none such.
func (r *relay) advice(cause string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, hint := len(cause), ""
	for class, h := range r.hints {
		if i := strings.Index(cause, string(class)); i >= 0 && i < first {
			first, hint = i, h
		}
	}
	return hint
}
