package render

import (
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// ofModel reports whether an event counts as work of a model: it is not mere progress, or it has a unit or a turn.
// Progress of a scan or a rule has neither.
func ofModel(e luminos.Event) bool {
	return e.Kind != luminos.EventProgress || e.Unit != "" || e.Turn > 0
}

// maxKept is the most findings, and the most notes, that are shown for one unit,
// and for all events without a unit. So a model cannot flood the terminal.
const maxKept = 10

// work is the state of the conversations with models, as far as one line can show it.
type work struct {
	pass        luminos.Pass
	done, total int
	at          step // the latest
	units       map[luminos.Path]*step
	spent       Amount
	answered    bool // a call of a model was
	kept        map[keptKey]int
	repeat      repeat
	pace        pace
}

type keptKey struct {
	unit luminos.Path
	kind luminos.EventKind
}

// step is the latest state of the conversation with a model about one unit.
type step struct {
	unit        luminos.Path
	turn, turns int
	doing       string // the latest tool with its subject, or the latest words
	says        bool   // doing has words, which are of more use than the number of the turn
	spent       Amount
}

// under reports whether the line shows the work of a model for an event: a model has begun work in the current
// pass, and the event belongs to this pass or is a note.
func (w *work) under(e luminos.Event) bool {
	return len(w.units) > 0 && (e.Pass == w.pass || e.Kind == luminos.EventNote)
}

// begins reports whether an event is the first event of its unit in this pass. Notes and the end of a unit do not
// count.
func (w *work) begins(e luminos.Event) bool {
	return e.Unit != "" && e.Kind != luminos.EventUnit && e.Kind != luminos.EventNote && (w.pass != e.Pass || w.units[e.Unit] == nil)
}

// take updates the state of the display by an event and returns the lines to write
// permanently.
func (w *work) take(e luminos.Event) [][]span {
	// A note can be about anything and come late: it changes no state.
	if e.Kind == luminos.EventNote {
		if e.Failed && !w.repeat.shows(&e) {
			return nil
		}
		return w.bounded(e, []span{as(quiet, "· "), text(noteText(e))})
	}
	if e.Pass != w.pass {
		w.pass, w.done, w.total, w.at, w.units = e.Pass, 0, 0, step{}, map[luminos.Path]*step{}
		w.pace = pace{now: w.pace.now}
	}
	if e.Total > 0 {
		w.done, w.total = max(w.done, e.Done), e.Total
	}
	if !ofModel(e) {
		return nil
	}
	w.pace.begin(w.done)
	if e.Kind == luminos.EventUnit {
		w.pace.units++
		return [][]span{w.finished(e)}
	}
	w.follow(e)
	switch e.Kind {
	case luminos.EventFlag:
		line := []span{as(plain, "! "), severity(e.Severity), text(" ")}
		if e.Path != "" && e.Path != luminos.Root {
			line = append(line, as(strong, subject(string(e.Path))), text(": "))
		}
		return w.bounded(e, append(line, text(words.Quote(e.Text))))
	case luminos.EventCall:
		w.spent.Add(e)
		w.units[e.Unit].spent.Add(e)
		w.answered = w.answered || Answered(e.Usage) || e.Cost > 0
	}
	return nil
}

// follow updates the step of the conversation to which an event belongs: its turn and its
// latest tool.
func (w *work) follow(e luminos.Event) {
	s := w.units[e.Unit]
	if s == nil {
		s = &step{unit: e.Unit}
		w.units[e.Unit] = s
	}
	if e.Turn > s.turn {
		s.doing, s.says = "", false
	}
	s.turn, s.turns = max(s.turn, e.Turn), max(s.turns, e.Turns)
	if e.Kind == luminos.EventProgress && (e.Turn > 0 || e.Failed) { // an answer arrives, or is waited for
		s.doing, s.says = subject(e.Tool), e.Tool == ""
		if s.says {
			s.doing = e.Text
		}
	}
	if e.Kind == luminos.EventTool {
		s.doing, s.says = subject(e.Tool), false
		if e.Failed {
			s.doing += " failed" // before the part that may be cut
		}
		if p := inside(e.Path, e.Unit); p != "" {
			if e.Failed {
				s.doing += ":"
			}
			s.doing += " " + subject(p)
		}
	}
	w.at = *s
}

// subject returns a name of the target or of a model, such as a path, for a row of the display. It quotes a name that
// could imitate the rest of the row, such as a name with a blank.
func subject(s string) string {
	if s == "" {
		return ""
	}
	name := words.Name(s)
	if name == s && strings.Contains(s, " ") {
		return `"` + s + `"`
	}
	return name
}

// inside returns the path p relative to the directory unit, "" for this directory itself, and any path outside
// unchanged.
func inside(p, unit luminos.Path) string {
	if p == unit {
		return ""
	}
	if unit != luminos.Root {
		if rest, ok := strings.CutPrefix(string(p), string(unit)+"/"); ok {
			return rest
		}
	}
	return string(p)
}

// noteText returns the text of a note, with its unit if the text does not name it.
func noteText(e luminos.Event) string {
	if e.Unit != "" && !strings.Contains(e.Text, string(e.Unit)) {
		return subject(string(e.Unit)) + ": " + e.Text
	}
	return e.Text
}

// bounded returns a list of line, the line of an event, for the first maxKept events of this kind and unit. For the
// next one it returns a remark that no more are shown, for later ones nil.
func (w *work) bounded(e luminos.Event, line []span) [][]span {
	if w.kept == nil {
		w.kept = map[keptKey]int{}
	}
	k := keptKey{e.Unit, e.Kind}
	w.kept[k]++
	switch n := w.kept[k]; {
	case n <= maxKept:
		return [][]span{line}
	case n == maxKept+1:
		what := map[luminos.EventKind]string{luminos.EventFlag: "further findings", luminos.EventNote: "further notes"}[e.Kind]
		if e.Unit != "" {
			what += " in " + subject(string(e.Unit))
		}
		return [][]span{{as(quiet, "· "), text(what + " are not shown here")}}
	}
	return nil
}

// finished returns the line for the end of a unit, with its purpose:
// ✓ internal/scan (6 turns, $0.05 of $0.12 so far): “Package scan walks a directory once.”
func (w *work) finished(e luminos.Event) []span {
	turns, own := e.Turn, Amount{}
	if s := w.units[e.Unit]; s != nil {
		turns, own = max(turns, s.turn), s.spent
	}
	w.units[e.Unit] = &step{unit: e.Unit} // kept, so that a late event does not begin it again
	if w.at.unit == e.Unit {
		w.at = step{}
	}
	var facts []string
	if turns > 0 {
		facts = append(facts, words.Plural(turns, "turn"))
	}
	if w.answered {
		facts = append(facts, own.String()+" of "+w.spent.String()+" so far")
	}
	mark := as(strong, "✓ ")
	if e.Failed {
		mark = as(warn, "✗ ")
	}
	spans := []span{mark, as(strong, named(e.Unit, e.Path))}
	if len(facts) > 0 {
		spans = append(spans, as(quiet, " ("+strings.Join(facts, ", ")+")"))
	}
	if e.Text != "" {
		spans = append(spans, text(": "+words.Quote(words.FirstSentence(e.Text, longLine))))
	}
	return spans
}

// named returns the name of an event in the display: its unit, else its path, else "done".
func named(unit, path luminos.Path) string {
	switch {
	case unit != "":
		return subject(string(unit))
	case path != "":
		return subject(string(path))
	}
	return "done"
}

// heading returns the line for the beginning of a unit: "[directories] 3/41 internal/scan…".
func (w *work) heading() string {
	return "[" + string(w.pass) + "] " + w.counted() + subject(string(w.at.unit)) + "…"
}

// leastName is the number of columns that the name of a unit keeps if the line has room for them.
const leastName = 12

func (w *work) counted() string {
	if w.total > 0 {
		return words.Count(w.done) + "/" + words.Count(w.total) + " "
	}
	return ""
}

// describe returns the state of the work, such as "[directories] 3/41 internal/scan · turn 2/10 · read_file walk.go
// · $0.12". If there is no room for it in width columns, it shortens the name of the unit and the action, and
// leaves out the turn, then the time. The other parts are never cut.
func (w *work) describe(width int) string {
	var turn, cost string
	if w.at.turn > 0 {
		turn = fmt.Sprintf(" · turn %d", w.at.turn)
		if w.at.turns > 0 {
			turn += fmt.Sprintf("/%d", w.at.turns)
		}
	}
	if w.answered {
		cost = " · " + w.spent.String()
	}
	head := "[" + string(w.pass) + "] " + w.counted()
	time := w.pace.describe(w.done, w.total)
	doing := Clean(w.at.doing)
	if doing == "" {
		doing = "thinking"
		if w.at == (step{}) {
			doing = "at work"
		}
	}
	room := width - cells(head+turn+cost+time)
	unit := Clean(subject(string(w.at.unit)))
	short := room < leastName || time != "" && room < 2*leastName || w.at.says && room < cells(unit+" · "+doing)
	if short && unit != "" {
		room, turn = room+cells(turn), ""
	}
	if room < leastName {
		room, time = room+cells(time), ""
	}
	room = max(room, 0)
	if unit != "" {
		unit = elide(unit, max(room-min(cells(doing)+3, room/2), min(leastName, room)))
		doing = " · " + doing
	}
	if turn != "" && unit == "" {
		turn = strings.TrimPrefix(turn, " · ")
		doing = " · " + doing
	}
	doing = truncate(doing, max(room-cells(unit), 0), "…")
	if strings.TrimRight(doing, " ·…") == "" {
		doing = ""
	}
	return head + unit + turn + doing + cost + time
}
