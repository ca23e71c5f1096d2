package store

import (
	"encoding/json"
	"os"
	"time"

	"luminos"
)

const (
	logFile = "investigation.log"
	logMax  = 16 << 20 // then a new one is begun, and the one before kept
)

// Line is one line of investigation.log.
type Line struct {
	Time time.Time `json:"time"`
	Pass string    `json:"pass"`
	Kind string    `json:"kind,omitempty"` // "call", "tool", "flag", "unit", "note", "degraded"; "" for the passes themselves
	Unit string    `json:"unit,omitempty"` // a directory
	Path string    `json:"path,omitempty"` // what it is about
	Turn int       `json:"turn,omitempty"`
	// Turns is the allowance.
	Turns int    `json:"turns,omitempty"`
	Text  string `json:"text"`
	// Tool was called, or Model was, and failed to answer or not.
	Tool   string         `json:"tool,omitempty"`
	Model  string         `json:"model,omitempty"`
	Failed bool           `json:"failed,omitempty"`
	Usage  *luminos.Usage `json:"usage,omitempty"`
	// Bytes of the tool's result went to the model; SHA256 is their digest.
	Bytes  int    `json:"bytes,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	// Cost is in US dollars; nil where no price is known.
	Cost     *luminos.Money `json:"cost_usd,omitempty"`
	Severity string         `json:"severity,omitempty"`
	// Degradation is set in lines of the kind "degraded".
	Degradation *luminos.Degradation `json:"degradation,omitempty"`
	// Seconds is how long it took, where that was measured.
	Seconds float64 `json:"seconds,omitempty"`
}

// Event appends what happened to the log, unless it is mere progress. It is a
// [luminos.Sink], on a nil investigation too.
func (inv *Investigation) Event(e luminos.Event) {
	if inv == nil || e.Kind == luminos.EventProgress {
		return
	}
	l := Line{
		Pass: string(e.Pass), Kind: string(e.Kind), Unit: string(e.Unit), Path: string(e.Path), Turn: e.Turn, Turns: e.Turns,
		Text: e.Text, Tool: e.Tool, Model: e.Model, Failed: e.Failed, Severity: string(e.Severity), Seconds: e.Seconds,
		Bytes: e.Bytes, SHA256: e.SHA256, Degradation: e.Degradation,
	}
	if e.Kind == luminos.EventCall {
		l.Usage = &e.Usage
		if e.Priced {
			l.Cost = &e.Cost
		}
	}
	inv.Log(l)
}

// openLog opens the log for appending. Without one the run goes on: the log is
// for people, nothing reads it.
func (inv *Investigation) openLog() {
	inv.logged = 0
	if info, err := inv.root.Lstat(logFile); err == nil {
		inv.logged = info.Size()
		if info.Size() > logMax || !info.Mode().IsRegular() {
			inv.root.Rename(logFile, logFile+".1")
			inv.logged = 0
		}
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
	l.Time = inv.cache.opts.Clock().UTC()
	b, err := json.Marshal(l)
	if err != nil {
		return
	}
	inv.logMu.Lock()
	defer inv.logMu.Unlock()
	if inv.log != nil && inv.logged > logMax {
		inv.log.Close()
		inv.log = nil
		inv.openLog()
	}
	if inv.log == nil {
		return
	}
	n, _ := inv.log.Write(append(b, '\n')) // a full disk shows where it matters
	inv.logged += int64(n)
}
