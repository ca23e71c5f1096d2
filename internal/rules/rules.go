// Package rules is the offline engine: it makes survey, plan, entries and
// synthesis by rules from values that were measured before. Its functions are
// pure. They read neither the target nor the clock, so the same facts give the
// same report.
//
// The rules see names, counts and references, and no meaning: every sentence is
// either measured, or derived and marked so.
package rules

import (
	"context"
	"strconv"

	"luminos"
)

// versions holds the version of the rules for each pass. It is part of every key under which a result of the pass is
// stored. Raise it if the same facts give another result; TestVersionsFollowTheResults fails then.
var versions = map[luminos.Pass]int{
	luminos.PassSurvey:      2,
	luminos.PassPlan:        2,
	luminos.PassDirectories: 5,
	luminos.PassGrouping:    1,
	luminos.PassSynthesis:   43,
}

// Engine is the offline engine, which does all passes by rules. Its zero value is ready to use and safe for concurrent
// use.
type Engine struct{}

// Name returns "offline", the name of this engine in the report.
func (Engine) Name() string { return "offline" }

// Version returns the version number of the rules of a pass. It is raised if the same facts give another result.
func (Engine) Version(p luminos.Pass) string { return strconv.Itoa(versions[p]) }

// Survey returns a description of the target and advice on its investigation, from measurements and facts.
func (Engine) Survey(_ context.Context, d *luminos.Dossier) (*luminos.Survey, error) {
	return survey(d.Scan, d.Facts), nil
}

// Plan returns a plan: the directories whose investigation gets more turns, fewer turns or none.
func (Engine) Plan(_ context.Context, d *luminos.Dossier) (*luminos.Plan, error) {
	return plan(d.Facts), nil
}

// Investigate returns one entry, made by rules, for each directory of the unit.
func (Engine) Investigate(_ context.Context, u luminos.Unit) (luminos.Findings, error) {
	entries := make([]luminos.Entry, 0, len(u.Dirs))
	for _, dir := range u.Dirs {
		entries = append(entries, entry(dir, u))
	}
	return luminos.Findings{Entries: entries}, nil
}

// Flags returns the flags that rules raise from measurements and facts.
func (Engine) Flags(d *luminos.Dossier) []luminos.Flag { return flagRules{newWriter(d)}.flags() }

// Synthesize returns the sections and the flags of the report, made by rules.
func (Engine) Synthesize(_ context.Context, d *luminos.Dossier) (*luminos.Synthesis, error) {
	w := newWriter(d)
	s := &luminos.Synthesis{Flags: flagRules{w}.flags()}
	s.Sections = sections(w, s.Flags)
	return s, nil
}

// sections returns the sections of a report with these flags, in their order.
func sections(w *writer, raised []luminos.Flag) []luminos.Section {
	flags, code, material := flagRules{w}, codeSections{w}, materialSections{w}
	var list []luminos.Section
	for _, section := range []*luminos.Section{
		w.brief(), w.members(), w.purpose(),
		code.architecture(), code.components(), subsystems(w), code.stack(), code.interfaces(),
		code.entryPoints(), code.build(),
		w.agents(), code.upkeep(),
		material.datasets(), material.schemas(), material.period(), material.themes(), material.media(),
		material.formats(), material.inside(), material.dataQuality(), material.copies(), flags.concerns(raised), w.answers(),
		material.detailed(), w.history(), w.openQuestions(),
	} {
		if section != nil {
			list = append(list, *section)
		}
	}
	return list
}
