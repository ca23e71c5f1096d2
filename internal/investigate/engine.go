package investigate

import (
	"context"
	"errors"

	"luminos"
	"luminos/internal/rules"
)

// Engine does some of the passes: each pass whose interface, such as [Surveyor],
// it implements. Rules do the others. An engine gets values and never reads the
// target itself. Its methods may be called concurrently. An error fails only
// that pass or that unit: the pass says how the run goes on.
type Engine interface {
	// Name returns the name that the report gives, such as "model".
	Name() string
	// Version returns a text that changes whenever the engine could answer
	// differently in a pass: its prompt, its tools, its model, its bounds.
	Version(luminos.Pass) string
}

// Surveyor describes the target as a whole.
type Surveyor interface {
	Survey(context.Context, *luminos.Dossier) (*luminos.Survey, error)
}

// Planner decides how deeply each directory is investigated.
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

// standIn does every pass that the engine does not do, or in which it fails.
type standIn interface {
	Engine
	Surveyor
	Planner
	Investigator
	Synthesizer
}

var _ standIn = rules.Engine{}

// errNoResult is the error of an engine that returned neither a result nor an error.
var errNoResult = errors.New("the engine gave none")

// result returns an error if an engine returned neither a value nor an error.
func result[T any](v *T, err error) (*T, error) {
	if err == nil && v == nil {
		err = errNoResult
	}
	return v, err
}
