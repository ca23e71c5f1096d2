package search

import (
	"context"
	"errors"
	"strings"
	"testing"

	"luminos/internal/content"
)

// expiring is a context whose deadline passes after some calls of Err.
type expiring struct {
	context.Context
	left int
}

func (e *expiring) Err() error {
	if e.left--; e.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// A search with an expression that is slow by design ends in time, because it checks the time before each line of more
// than 1 KiB, and before at most 2 KiB of shorter lines.
func TestSearchChecksTheTimeWithinAFile(t *testing.T) {
	m, err := NewMatcher("x+", true)
	if err != nil {
		t.Fatal(err)
	}
	for length, want := range map[int]int{2000: 3, 1025: 3, 1000: 7, 100: 43} {
		found := 0
		s := searcher{matcher: m, found: func(Match) error { found++; return nil }}
		text := []byte(strings.Repeat(strings.Repeat("x", length-1)+"\n", 80))
		err := s.lines(&expiring{t.Context(), 3}, "f", text, content.EncodingOf(text))
		if !errors.Is(err, context.DeadlineExceeded) || found != want {
			t.Errorf("with lines of %d bytes: %v after %d lines, want an end of the time after %d", length, err, found, want)
		}
	}
}
