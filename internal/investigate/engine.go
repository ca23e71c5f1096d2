package investigate

import (
	"context"
	"errors"

	"luminos"
	"luminos/internal/rules"
)

// Engine does some passes of an investigation: it implements the interface of each of them, such as [Surveyor]. The
// rules of internal/rules do the other passes. Its methods may be called concurrently; an error fails only one pass or
// one unit.
type Engine interface {
	// Name returns the name that the report gives, such as "model".
	Name() string
	// Version returns a text that changes whenever the engine could answer
	// differently in a pass: its prompt, its tools, its model, its bounds.
	Version(luminos.Pass) string
}

// Surveyor writes the survey: a description of the target as a whole.
type Surveyor interface {
	Survey(context.Context, *luminos.Dossier) (*luminos.Survey, error)
}

// Planner makes the plan: how deeply each directory is investigated.
type Planner interface {
	Plan(context.Context, *luminos.Dossier) (*luminos.Plan, error)
}

// Investigator describes the directories of a unit. An Investigator that is not
// rules works in turns: its units can hold several directories, and each unit is
// allotted turns.
type Investigator interface {
	// Investigate returns one entry for each directory of the unit, in its order.
	// With an error, the other findings are still used.
	Investigate(context.Context, luminos.Unit) (luminos.Findings, error)
}

// Synthesizer writes the sections of the report. The sections and flags of rules
// are merged with its own.
type Synthesizer interface {
	Synthesize(context.Context, *luminos.Dossier) (*luminos.Synthesis, error)
}

// standIn is an engine that does all passes. The run uses it for the passes that the chosen engine lacks, or in which
// it fails.
type standIn interface {
	Engine
	Surveyor
	Planner
	Investigator
	Synthesizer
}

var _ standIn = rules.Engine{}

// errNoResult is returned if an engine returned neither a result nor an error.
var errNoResult = errors.New("the engine gave none")

// result returns v and err, or errNoResult if both are nil.
func result[T any](v *T, err error) (*T, error) {
	if err == nil && v == nil {
		err = errNoResult
	}
	return v, err
}
