package analyst

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

const (
	flagsMost    = 25 // flags that the model may raise in one conversation
	criticalMost = 3  // of them critical
)

var tooManyCritical = fmt.Sprintf("a model may call %d flags of a unit critical", criticalMost)

// newFlag returns the flag that a model raises, or the reason why it is refused. raised is the number of flags that the
// conversation has raised already. The caller checks the path.
func newFlag(path, finding, severity string, raised int) (f luminos.Flag, problem string) {
	f = luminos.Flag{
		Rule: luminos.RuleAgent, Path: pathOf(path), Finding: words.Stop(paragraph(finding, 600)),
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
// reason uncited, and to a concern if the conversation has criticalMost other critical flags. If a flag with the same path and finding was raised
// before, the graver of both is kept; added reports whether f is kept.
func addFlag(flags []luminos.Flag, f *luminos.Flag, uncited string) (list []luminos.Flag, added bool) {
	same := func(g luminos.Flag) bool { return g.Path == f.Path && g.Finding == f.Finding }
	critical := 0
	for _, g := range flags {
		if g.Severity == luminos.Critical && !same(g) {
			critical++
		}
	}
	switch {
	case len(f.Evidence) == 0:
		f.Lower(luminos.Info, uncited)
	case critical >= criticalMost:
		f.Lower(luminos.Concern, tooManyCritical)
	}
	if i := slices.IndexFunc(flags, same); i >= 0 {
		if added = f.Severity.Rank() > flags[i].Severity.Rank(); added {
			flags[i] = *f
		}
		return flags, added
	}
	return append(flags, *f), true
}

// raised returns the answer to a model that raised the flag f. problem is the reason why its citation failed, or "".
func raised(f *luminos.Flag, problem string) string {
	switch {
	case f.Lowered == nil && problem != "":
		return "raised, without its place: " + problem
	case f.Lowered == nil:
		return "raised"
	case len(f.Evidence) == 0:
		return fmt.Sprintf("raised as %s, not as %s: %s. Raise it again with a place that shows it.",
			f.Severity, f.Lowered.From, cmp.Or(problem, f.Lowered.Reason))
	}
	return fmt.Sprintf("raised as a %s, not as %s: %s", f.Severity, f.Lowered.From, f.Lowered.Reason)
}
