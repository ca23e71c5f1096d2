package file

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
)

// TestPatience ends after work, after waiting and after the end of the request, each with another error.
func TestPatience(t *testing.T) {
	ctx, end := Patience(t.Context(), time.Hour, time.Millisecond)
	<-ctx.Done()
	if err := ctx.Err(); !errors.Is(err, ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after waiting: %v", err)
	}
	end()

	ctx, end = Patience(t.Context(), time.Hour, time.Hour)
	if err := ctx.Err(); err != nil {
		t.Errorf("at the beginning: %v", err)
	}
	end()
	if err := ctx.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}

	ctx, end = Patience(t.Context(), 20*time.Millisecond, time.Hour)
	for ctx.Err() == nil { // works
	}
	if err := ctx.Err(); errors.Is(err, ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after work: %v", err)
	}
	end()

	if runtime.GOOS != "linux" {
		return // the time of the process is not known
	}
	ctx, end = Patience(t.Context(), 200*time.Millisecond, 400*time.Millisecond)
	defer end()
	<-ctx.Done()
	if err := ctx.Err(); !errors.Is(err, ErrBusy) {
		t.Errorf("after a wait that is longer than the time for work: %v", err)
	}
}
