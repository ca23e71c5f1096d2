package store

import (
	"encoding/json"
	"os"
	"time"
)

const (
	logFile = "investigation.log"
	logMax  = 16 << 20 // then a new one is begun, and the one before kept
)

// Line is one line of investigation.log.
type Line struct {
	Time time.Time `json:"time"`
	Pass string    `json:"pass"`
	Unit string    `json:"unit,omitempty"` // a directory
	Turn int       `json:"turn,omitempty"`
	Text string    `json:"text"`
	// Seconds is how long it took, where that was measured.
	Seconds float64 `json:"seconds,omitempty"`
}

// openLog opens the log for appending. Without one the run goes on: the log is
// for people, nothing reads it.
func (inv *Investigation) openLog() {
	if info, err := inv.root.Lstat(logFile); err == nil && (info.Size() > logMax || !info.Mode().IsRegular()) {
		inv.root.Rename(logFile, logFile+".1")
	}
	f, err := inv.root.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY|noFollow, 0o600)
	if err != nil {
		inv.problem(logFile, err)
		return
	}
	inv.log = f
}

// Log appends a line, in one write, so that lines of many workers stay whole.
func (inv *Investigation) Log(l Line) {
	if inv.log == nil {
		return
	}
	l.Time = inv.cache.opts.Clock().UTC()
	if b, err := json.Marshal(l); err == nil {
		inv.log.Write(append(b, '\n')) // a full disk shows where it matters
	}
}
