package analyst

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// work holds the data that the tools of a unit's conversation change. All these tools are local, so the same calls in
// the same order restore the same data.
type work struct {
	engine  *Engine
	unit    *luminos.Unit
	files   map[luminos.Path]*luminos.File // directly inside
	written map[luminos.Path]luminos.FileEntry
	looked
	flags    []luminos.Flag
	notes    string // the last checkpoint
	borrowed int    // turns
	pace
	handedIn
	refused map[luminos.Path]refused // by the path of an entry of a file, and for reports by the path of the unit
}

// looked lists the parts of the target that the model has looked at.
type looked struct {
	read      map[luminos.Path]bool // files of the unit, from beginning to end
	opened    *fileSet              // files of the target of which the model may have read a part
	glimpsed  *fileSet              // files of the target of which it saw single lines or an outline
	inquiries []luminos.Inquiry     // calls of tools that looked outside of the unit, or all in a synthesis
}

func newWork(e *Engine, u *luminos.Unit) *work {
	w := &work{engine: e, unit: u, files: make(map[luminos.Path]*luminos.File, len(u.Files))}
	w.opened, w.glimpsed = new(fileSet), new(fileSet)
	w.Forget()
	for i := range u.Files {
		w.files[u.Files[i].Path] = &u.Files[i]
	}
	return w
}

// Forget deletes all entries, flags and reports that tool calls of the model have stored.
func (w *work) Forget() {
	w.opened.clear()
	w.glimpsed.clear()
	*w = work{
		engine: w.engine, unit: w.unit, files: w.files,
		written: map[luminos.Path]luminos.FileEntry{}, refused: map[luminos.Path]refused{},
		looked: looked{read: map[luminos.Path]bool{}, opened: w.opened, glimpsed: w.glimpsed},
	}
	w.shown()
}

// tools returns the tools that the engine offers for the investigation of a unit beside the tools of the target.
func (w *work) tools() []tool.Tool {
	return local(
		tool.New[entriesInput, none]("write_cache", "Write entries",
			"Writes down what files of this unit are: a summary in your own words, never their contents. "+
				"Claims are checked at once; the result says which do not hold. Writing again for the same file replaces its entry.",
			func(ctx context.Context, in entriesInput) (tool.Result, error) {
				return each(ctx, in.list(), untold(&w.pace, w.writeEntry))
			}),
		tool.New[flagsInput, none]("flag", "Raise flags",
			"Raises findings that the reader should know of: a defect, a risk, something suspicious or surprising.",
			func(ctx context.Context, in flagsInput) (tool.Result, error) {
				return each(ctx, in.list(), untold(&w.pace, w.raise))
			}),
		thinkTool(),
		tool.New[checkpointInput, none]("checkpoint", "Save what you know",
			"Saves in a few sentences what you know so far and what is left to do. Should this conversation become too long, a fresh one goes on from there.", w.checkpoint),
		tool.New[turnsInput, none]("request_turns", "Ask for more turns", "Asks for turns beyond the allowance, from those that other directories did not need.", w.borrow),
		tool.New[reportInput, none]("submit_report", "Submit the report",
			"Hands in the report on this unit and ends the task. Claims are checked; if some do not hold you are told once and can put them right.", w.submit),
	)
}

// local sets the field Local of tools, which change nothing but the work of the conversation, and returns them.
func local(tools ...tool.Tool) []tool.Tool {
	for i := range tools {
		tools[i].Local = true
	}
	return tools
}

// Borrowed returns the number of turns that request_turns has granted.
func (w *work) Borrowed() int { return w.borrowed }

// Seen records the questions about the target outside of the unit, and the files of which the model has seen a part. A
// file of the unit counts as read to its end if the call begins at the first line and the last line of the result does
// not begin with a bracket.
func (w *work) Seen(use, result model.Block) {
	if q, ok := inquiry(w.unit.Path(), use, result); ok && !q.Path.Within(w.unit.Path()) {
		w.ask(q)
	}
	if result.Failed {
		return
	}
	w.note(use.Name, json.RawMessage(use.Input), result.Text)
	if use.Name != "read_file" {
		return
	}
	var in struct {
		Path   string
		Offset int
	}
	_ = json.Unmarshal([]byte(use.Input), &in)
	f := w.files[pathOf(in.Path)]
	if f == nil || !f.Text {
		return
	}
	text := strings.TrimRight(result.Text, "\n")
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if in.Offset <= 1 && !strings.HasPrefix(last, "[") && !strings.HasPrefix(last, "(") {
		w.read[f.Path] = true
	}
}

type entryInput struct {
	Path             string       `json:"path" jsonschema:"a file of this unit"`
	Summary          string       `json:"summary" jsonschema:"what it is and does, in your own words, one to four sentences"`
	Confidence       float64      `json:"confidence,omitempty" jsonschema:"0 to 1"`
	ConfidenceReason string       `json:"confidence_reason,omitempty"`
	Notable          bool         `json:"notable,omitempty" jsonschema:"whether a reader should open it first"`
	NotableReason    string       `json:"notable_reason,omitempty"`
	Claims           []claimInput `json:"claims,omitempty"`
}

const (
	entryMost  = 1500 // characters of the summary of a file
	reportMost = 4000 // and of a directory
)

// writeEntry handles a call of the tool write_cache: it stores the entry of a file with the claims that hold.
func (w *work) writeEntry(ctx context.Context, in entryInput) (tool.Result, error) {
	p := pathOf(in.Path)
	f := w.files[p]
	if f == nil {
		return tool.Failure("write_cache: %s is no file directly in this unit; entries are for the files that its listing shows", named(p)), nil
	}
	summary := paragraph(in.Summary, entryMost)
	switch {
	case summary == "":
		return tool.Failure("write_cache: the summary of %s is empty", named(p)), nil
	case utf8.RuneCountInString(in.Summary) > entryMost:
		return tool.Failure("write_cache: the summary of %s is longer than %d characters", named(p), entryMost), nil
	}
	w.opened.add(p) // the author of an entry may have seen the file
	if problem := w.copied(ctx, []string{in.Summary, in.ConfidenceReason, in.NotableReason, statements(in.Claims)}); problem != "" {
		return tool.Failure("write_cache: %s", problem), nil
	}
	held, failed, all, err := w.judged(ctx, p, in.Claims)
	if err != nil {
		return tool.Result{}, err
	}
	w.written[p] = luminos.FileEntry{
		Path: p, Size: f.Size, Category: f.Category, Summary: words.Stop(summary), Confidence: doubted(in.Confidence, solid(held), all, f.Text),
		ConfidenceReason: paragraph(in.ConfidenceReason, 300), Notable: in.Notable, NotableReason: notableReason(in), Evidence: held, ClaimsFailed: all,
	}
	text := fmt.Sprintf("stored, with %s", words.Plural(len(held), "claim"))
	if len(failed) > 0 {
		w.partly = true
		text += fmt.Sprintf("; %s left out: %s. Write the entry again if you can put them right.", words.Plural(len(failed), "claim"), problems(failed))
	}
	if long(in.Claims) {
		text = words.Stop(text) + " " + words.Sentence(shortened)
	}
	return tool.Result{Text: text}, nil
}

// judged checks the claims of a call about the path p. It returns the claims that hold, the claims that do not, and the
// number of claims about p that did not hold in this call or an earlier one, except claims that were put right.
func (w *work) judged(ctx context.Context, p luminos.Path, claims []claimInput) (held []luminos.Evidence, failed []failedClaim, all int, err error) {
	held, failed, err = w.engine.cited(ctx, "claim", claims, w.holds)
	if err != nil {
		return nil, nil, 0, err
	}
	if w.refused[p] == nil {
		w.refused[p] = refused{}
	}
	w.refused[p].judge(held, failed)
	return held, failed, len(w.refused[p]), nil
}

// notableReason returns the reason in the input for which a file is notable, or the summary if it is missing. For
// other files it returns "".
func notableReason(in entryInput) string {
	if !in.Notable {
		return ""
	}
	return cmp.Or(paragraph(in.NotableReason, 300), words.FirstSentence(paragraph(in.Summary, 300), 300))
}

// holds reports whether claims may cite p: a file directly in one of the directories of the unit, or one of which the
// model has seen a part.
func (w *work) holds(p luminos.Path) bool { return w.files[p] != nil || w.saw(p) }

type thinkInput struct {
	Thought string `json:"thought"`
}

// thinkTool returns the tool think, which does nothing.
func thinkTool() tool.Tool {
	return tool.New[thinkInput, none]("think", "Think", "Notes a thought for yourself. Nothing is looked up.",
		func(context.Context, thinkInput) (tool.Result, error) { return tool.Result{Text: "noted"}, nil })
}

type checkpointInput struct {
	Notes string `json:"notes" jsonschema:"what you know so far, and what is left to do"`
}

func (w *work) checkpoint(_ context.Context, in checkpointInput) (tool.Result, error) {
	w.notes = passage(in.Notes, 8000)
	return tool.Result{Text: "saved"}, nil
}

type turnsInput struct {
	Turns  int    `json:"turns" jsonschema:"how many more"`
	Reason string `json:"reason" jsonschema:"what they are for"`
}

// borrow handles a call of the tool request_turns: it grants turns from the pool of the unit.
func (w *work) borrow(_ context.Context, in turnsInput) (tool.Result, error) {
	room := w.unit.Pool - w.borrowed
	if in.Turns < 1 || room < 1 {
		return tool.Failure("request_turns: %s can be lent; finish with what there is", words.Plural(max(room, 0), "turn")), nil
	}
	n := min(in.Turns, room)
	w.borrowed += n
	return tool.Result{Text: fmt.Sprintf("%d granted; %d in all now", n, w.unit.Turns+w.borrowed)}, nil
}

// copied returns a message to the model if a text repeats a long part of a file that the model has opened, or "". Other
// files are not compared, since comparing all files would take too long.
func (w *work) copied(ctx context.Context, texts []string) string {
	for _, p := range w.opened.sorted() {
		for _, s := range texts {
			if ctx.Err() == nil && w.engine.opts.Checker.Copies(ctx, p, s) {
				return "it repeats " + named(p) + " at length; say in your own words what is there"
			}
		}
	}
	if ctx.Err() != nil {
		return "checking it took too long; say it shorter"
	}
	return ""
}

// statements returns the statements of claims as one text, so that a copy of a file in pieces is noticed.
func statements(claims []claimInput) string {
	var b strings.Builder
	for _, c := range claims[:min(len(claims), claimsMost)] {
		b.WriteString(c.Statement + " ")
	}
	return b.String()
}
