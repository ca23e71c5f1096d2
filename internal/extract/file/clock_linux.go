package file

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the time for which all threads of the process have used processors.
func processorTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
		return wallTime()
	}
	return time.Duration(t.Nano())
}
