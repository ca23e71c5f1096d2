package file

import (
	"context"
	"time"
)

// ErrBusy is the error of a context that ended because the machine was too busy: the reader has not had the processor
// for its time. It is a [context.DeadlineExceeded].
var ErrBusy error = busy{}

type busy struct{}

func (busy) Error() string { return "the machine was too busy to read it" }
func (busy) Unwrap() error { return context.DeadlineExceeded }

// lookAfter is the time between two looks at the clocks of a reader.
const lookAfter = 100 * time.Millisecond

// Patience returns a context that ends after the time work, with [context.DeadlineExceeded], or after the time most,
// with [ErrBusy]. Time in which the process got less than one processor counts for work only as far as the process used
// it. So a file that is fine is read beside other programs as well as alone. The caller calls the returned function at
// the end.
//
// The time of the thread of the reader would be exact. But the reader of PDF files starts a goroutine for each call of
// PDFium, and took 1.5 times as long on a thread of its own.
func Patience(ctx context.Context, work, most time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	wall, used := wallTime(), processorTime()
	go func() {
		tick := time.NewTicker(min(lookAfter, work, most))
		defer tick.Stop()
		for left := most; ; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			passed, did := wallTime()-wall, processorTime()-used
			wall, used = wall+passed, used+did
			work, left = work-min(passed, did), left-passed
			switch {
			case work <= 0:
				cancel(context.DeadlineExceeded)
			case left <= 0:
				cancel(ErrBusy)
			}
		}
	}()
	return impatient{ctx}, func() { cancel(context.Canceled) }
}

// began is a time on the clock of the wall.
var began = time.Now()

// wallTime returns the time on the clock of the wall since some time in the past.
func wallTime() time.Duration { return time.Since(began) }

// impatient is a context whose error is its cause, which a request that was cancelled does not have.
type impatient struct{ context.Context }

func (i impatient) Err() error {
	if i.Context.Err() == nil {
		return nil
	}
	return context.Cause(i.Context)
}
