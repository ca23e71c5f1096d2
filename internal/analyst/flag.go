package analyst

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/tool"
	"luminos/internal/words"
)

const (
	flagsMost    = 25  // flags that the model may raise in one conversation
	criticalMost = 3   // of them critical
	findingMost  = 600 // characters of a finding
)

var tooManyCritical = fmt.Sprintf("a model may call %d flags of a unit critical", criticalMost)

// newFlag returns the flag that a model raises, or the reason why it is refused. raised is the number of flags that the
// conversation has raised already. The caller checks the path.
func newFlag(path, finding, severity string, raised int) (f luminos.Flag, problem string) {
	f = luminos.Flag{
		Rule: luminos.RuleAgent, Path: pathOf(path), Finding: words.Stop(paragraph(finding, findingMost)),
		Severity: luminos.Severity(strings.ToLower(strings.TrimSpace(severity))), Source: luminos.SourceModel,
	}
	switch {
	case f.Severity.Rank() == 0:
		return f, fmt.Sprintf("the severity is info, concern or critical, not %.40q", severity)
	case strings.TrimSpace(visible(finding)) == "":
		return f, "the finding is empty"
	case raised >= flagsMost:
		return f, fmt.Sprintf("%d flags are the most; the gravest are enough", flagsMost)
	}
	return f, ""
}

// addFlag adds f to the flags of a conversation, and returns them. It lowers f to info if f has no evidence, for the
// reason uncited, and to a concern if it has only places that are easily had, or the conversation has criticalMost other critical flags. A flag with the same path
// and finding that was raised before gets the further evidence and the graver severity of f; f becomes that flag. added
// reports whether f is new or graver.
func addFlag(flags []luminos.Flag, f *luminos.Flag, uncited string) (list []luminos.Flag, added bool) {
	same := func(g luminos.Flag) bool { return g.Path == f.Path && g.Finding == f.Finding }
	shows := func(e luminos.Evidence) bool { return !e.Absent() && e.Measure != luminos.MeasureSize }
	critical := 0
	for _, g := range flags {
		if g.Severity == luminos.Critical && !same(g) {
			critical++
		}
	}
	switch {
	case len(f.Evidence) == 0:
		f.Lower(luminos.Info, uncited)
	case !slices.ContainsFunc(f.Evidence, shows):
		f.Lower(luminos.Concern, "its places are counts of 0 lines or sizes")
	case critical >= criticalMost:
		f.Lower(luminos.Concern, tooManyCritical)
	}
	i := slices.IndexFunc(flags, same)
	if i < 0 {
		f.Lines = f.OwnLines()
		return append(flags, *f), true
	}
	before := flags[i]
	for _, e := range before.Evidence {
		if !slices.ContainsFunc(f.Evidence, func(g luminos.Evidence) bool { return keyOf(g) == keyOf(e) }) {
			f.Evidence = append(f.Evidence, e)
		}
	}
	if added = f.Severity.Rank() > before.Severity.Rank(); !added {
		f.Severity = before.Severity
		if b := before.Lowered; b == nil || f.Lowered == nil || f.Lowered.From.Rank() < b.From.Rank() {
			f.Lowered = b
		}
	}
	f.Remedy, f.Lines = cmp.Or(f.Remedy, before.Remedy), f.OwnLines()
	flags[i] = *f
	return flags, added
}

// raised returns the answer to a model that raised the flag f. failed lists the places that do not hold.
func raised(f *luminos.Flag, failed []failedClaim) string {
	problem := problems(failed)
	switch {
	case f.Lowered == nil && problem != "":
		return fmt.Sprintf("raised, with %s; left out: %s", words.Plural(len(f.Evidence), "place"), problem)
	case f.Lowered == nil:
		return "raised"
	case len(f.Evidence) == 0:
		return fmt.Sprintf("raised as %s, not as %s: %s. Raise it again with places that show it.",
			f.Severity, f.Lowered.From, cmp.Or(problem, f.Lowered.Reason))
	}
	text := fmt.Sprintf("raised as a %s, not as %s: %s", f.Severity, f.Lowered.From, f.Lowered.Reason)
	if problem != "" {
		text += "; left out: " + problem
	}
	return text
}

type flagInput struct {
	Path     string       `json:"path" jsonschema:"the file or directory that it is about"`
	Finding  string       `json:"finding" jsonschema:"what is wrong or surprising, in one or two sentences"`
	Severity string       `json:"severity" jsonschema:"info, concern or critical; without a place that holds it is info"`
	Evidence []placeInput `json:"evidence,omitempty" jsonschema:"the places that show it together, in one or more files"`
	Remedy   string       `json:"remedy,omitempty" jsonschema:"what to do about it"`
}

// placeInput is a place that shows a finding, as a model wrote it.
type placeInput struct {
	Path  string `json:"path,omitempty" jsonschema:"the file, if it is another one than the flag is about"`
	First int    `json:"first_line,omitempty"`
	Last  int    `json:"last_line,omitempty" jsonschema:"of over 30 lines only the quote's count"`
	Quote string `json:"quote,omitempty" jsonschema:"a piece of those lines, copied exactly: several words"`
	measureInput
}

// claims returns the places of a flag as claims.
func (in *flagInput) claims() []claimInput {
	list := make([]claimInput, len(in.Evidence))
	for i, p := range in.Evidence {
		list[i] = claimInput{
			Statement: in.Finding, Path: cmp.Or(p.Path, in.Path), First: p.First, Last: p.Last, Quote: p.Quote,
			measureInput: p.measureInput,
		}
	}
	return list
}

// raise handles a call of the tool flag: it stores a flag with the places that hold.
func (w *work) raise(ctx context.Context, in flagInput) (tool.Result, error) {
	f, problem := newFlag(in.Path, in.Finding, in.Severity, len(w.flags))
	switch {
	case problem != "":
		return tool.Failure("flag: %s", problem), nil
	case !f.Path.Within(w.unit.Path()) && !w.saw(f.Path):
		return tool.Failure("flag: %s is not in this unit, and you have not seen it: read it first", named(f.Path)), nil
	}
	if problem := w.copied(ctx, []string{in.Finding, in.Remedy}); problem != "" {
		return tool.Failure("flag: %s", problem), nil
	}
	f.Remedy = paragraph(in.Remedy, 400)
	places := in.claims()
	held, failed, err := w.engine.cited(ctx, "place", places, w.holds)
	if err != nil {
		return tool.Result{}, err
	}
	uncited := luminos.CitesNothing
	if len(failed) > 0 {
		uncited = luminos.CitationNotFound
	}
	for _, e := range held {
		e.Statement = "" // the finding itself
		f.Evidence = append(f.Evidence, e)
	}
	var added bool
	w.flags, added = addFlag(w.flags, &f, uncited)
	w.partly = len(failed) > 0 || f.Lowered != nil
	if added {
		w.engine.opts.Sink.Emit(luminos.Event{
			Kind: luminos.EventFlag, Pass: luminos.PassDirectories, Unit: w.unit.Path(), Path: f.Path, Text: f.Finding,
			Severity: f.Severity,
		})
	}
	text := raised(&f, failed)
	if long(places) {
		text = words.Stop(text) + " " + words.Sentence(shortened)
	}
	return tool.Result{Text: text}, nil
}
