package rules

import (
	"testing"

	"luminos"
)

// TestInstructionsForAgentsAreOneLine checks the section on instructions for agents, and that flags on tests are marked.
func TestInstructionsForAgentsAreOneLine(t *testing.T) {
	scan, facts := program()
	for _, p := range []luminos.Path{"AGENTS.md", "CLAUDE.md", "a/AGENTS.md", "b/AGENTS.md", "s/SKILL.md", "r/SKILL.md", "tests/AGENTS.md"} {
		facts.Injections = append(facts.Injections, luminos.Injection{Path: p, Pattern: luminos.AgentInstructions})
	}
	facts.Problems = []luminos.Problem{{Path: "tests/a.json", Reason: "r"}, {Path: "b.json", Reason: "r"}}
	w := newWriter(&luminos.Dossier{Results: luminos.Results{Scan: scan, Facts: facts}})
	const want = "AGENTS.md, CLAUDE.md, a/AGENTS.md, 1 more file and 2 skills."
	if s := w.agents(); s == nil || s.Statements[0].Text != want || len(s.Statements[0].Evidence) != 3 {
		t.Errorf("section %+v, want %q", s, want)
	}
	aside := map[luminos.Path]bool{}
	for _, f := range (flagRules{w}).flags() {
		aside[f.Path] = f.Aside
	}
	if !aside["tests/a.json"] || aside["b.json"] {
		t.Errorf("flags of tests: %v", aside)
	}
	facts.Injections = nil
	if s := w.agents(); s != nil {
		t.Errorf("without instructions: %+v", s)
	}
}
