package store

import (
	"bytes"
	"encoding/json"
	"os"
	"sync"
	"time"

	"luminos"
)

const (
	logFile = "investigation.log"
	logMax  = 16 << 20 // bytes; a longer log is renamed and a new one begun
)

// logWriter appends lines to investigation.log. It is safe for concurrent use.
type logWriter struct {
	vault *vault
	mu    sync.Mutex // guards file and size
	file  *os.File
	size  int64
}

// Line is one line of investigation.log.
type Line struct {
	Time time.Time `json:"time"`
	Pass string    `json:"pass"`
	Kind string    `json:"kind,omitempty"` // "call", "tool", "sent", "flag", "unit", "note", "degraded"; "" for the passes themselves
	Unit string    `json:"unit,omitempty"` // a directory
	Path string    `json:"path,omitempty"` // the subject
	Turn int       `json:"turn,omitempty"`
	// Turns is the allowance.
	Turns int    `json:"turns,omitempty"`
	Text  string `json:"text"`
	// Tool or Model is the callee; Failed reports that the call failed.
	Tool  string `json:"tool,omitempty"`
	Model string `json:"model,omitempty"`
	// Provider is the receiver of the texts of a conversation.
	Provider string `json:"provider,omitempty"`
	// Answered is the model that answered, if another than Model.
	Answered string `json:"answered_by,omitempty"`
	Failed   bool   `json:"failed,omitempty"`
	// Cut states that a run ended while calls were under way: in the line of such a call, or of the next run.
	Cut   bool           `json:"cut,omitempty"`
	Usage *luminos.Usage `json:"usage,omitempty"`
	// Bytes is the size of the result of the tool as the model got it; SHA256 is its digest.
	Bytes  int    `json:"bytes,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	// Cost is in US dollars; nil if the price is unknown.
	Cost     *luminos.Money `json:"cost_usd,omitempty"`
	Severity string         `json:"severity,omitempty"`
	// Degradation is set in lines of the kind "degraded".
	Degradation *luminos.Degradation `json:"degradation,omitempty"`
	// Seconds is the duration; 0 if it was not measured.
	Seconds float64 `json:"seconds,omitempty"`
}

// Event appends an event to the log unless it is progress only. It is a
// [luminos.Sink]; on a nil investigation it does nothing.
func (inv *Investigation) Event(e luminos.Event) {
	if inv == nil || e.Kind == luminos.EventProgress {
		return
	}
	l := Line{
		Pass: string(e.Pass), Kind: string(e.Kind), Unit: string(e.Unit), Path: string(e.Path), Turn: e.Turn, Turns: e.Turns,
		Text: e.Text, Tool: e.Tool, Model: e.Model, Answered: e.Answered, Provider: e.Provider, Failed: e.Failed, Severity: string(e.Severity), Seconds: e.Seconds,
		Cut: e.Cut, Bytes: e.Bytes, SHA256: e.SHA256, Degradation: e.Degradation,
	}
	if e.Kind == luminos.EventCall {
		l.Usage = &e.Usage
		if e.Priced {
			l.Cost = &e.Cost
		}
	}
	inv.Log(l)
}

// open opens the log for appending. If that fails, the run continues without a log, which only people read.
func (w *logWriter) open() {
	w.size = 0
	root := w.vault.root
	if info, err := root.Lstat(logFile); err == nil {
		w.size = info.Size()
		if info.Size() > logMax || !info.Mode().IsRegular() {
			root.Rename(logFile, logFile+".1")
			w.size = 0
		}
	}
	f, err := root.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY|noFollow, 0o600)
	if err != nil {
		w.vault.problem(logFile, err)
		return
	}
	w.file = f
}

// Log appends a line to investigation.log in one write, so that lines of concurrent workers are not mixed. Errors are
// ignored.
func (w *logWriter) Log(l Line) {
	l.Time = w.vault.now()
	b, err := json.Marshal(l)
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.size > logMax {
		w.file.Close()
		w.file = nil
		w.open()
	}
	n, _ := w.file.Write(append(b, '\n')) // fails without a file; a full disk also fails writes that matter
	w.size += int64(n)
}

// spent returns the cost and the number of the calls of models that the log has after the time since, as far as
// the log can be read. atLeast reports that a run ended while calls were under way.
func (w *logWriter) spent(since time.Time) (cost luminos.Money, calls int, atLeast bool) {
	for _, name := range []string{logFile + ".1", logFile} {
		b, err := w.vault.read(name, 2*logMax)
		if err != nil {
			continue
		}
		for line := range bytes.Lines(b) {
			var l Line
			if !paidLine(line) || json.Unmarshal(line, &l) != nil || !l.Time.After(since) {
				continue
			}
			atLeast = atLeast || l.Cut
			if l.Kind != "call" {
				continue
			}
			if calls++; l.Cost != nil {
				cost = cost.Plus(*l.Cost)
			}
		}
	}
	return cost, calls, atLeast
}

// paidLine reports whether a line of the log may be about a call of a model or the end of a run.
func paidLine(line []byte) bool {
	return bytes.Contains(line, []byte(`"kind":"call"`)) || bytes.Contains(line, []byte(`"cut":true`))
}

// Spent returns the cost of the calls of models in the logs of investigations, as far as prices are known and the logs
// can be read.
func Spent(c *Cache, ids []string) (sum luminos.Money) {
	for _, id := range ids {
		root, err := c.root.OpenRoot(id)
		if err != nil {
			continue
		}
		w := &logWriter{vault: &vault{folder: folder{root: root, disk: c.disk}, clock: c.opts.Clock}}
		cost, _, _ := w.spent(time.Time{})
		sum = sum.Plus(cost)
		root.Close()
	}
	return sum
}

func (w *logWriter) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return nil
	}
	err := w.file.Close()
	w.file = nil
	return err
}
