//go:build !linux

package file

import "time"

// processorTime returns the time on the clock of the wall: it is not known how long the process has used processors.
func processorTime() time.Duration { return wallTime() }
