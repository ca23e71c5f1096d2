package investigate

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/rules"
)

// sectionOrder lists the ids of the sections in the order of the report. Sections with other ids come directly before
// "detailed".
var sectionOrder = []string{
	"brief", "overall_purpose", "architecture", "flows", "components", "subsystems", "tech_stack", "interfaces",
	"entry_points", "build", "datasets",
	"schema_summary", "period_covered", "themes", "media", "data_quality", "concerns", "answers", "hypothesis",
	"alternatives", "detailed", "open_questions",
}

// beneath lists the ids of the sections of the engine below whose text the statements of the rules stay.
var beneath = []string{
	"architecture", "components", "tech_stack", "interfaces", "entry_points", "build", "datasets", "schema_summary",
	"period_covered", "media", "data_quality",
}

// merge returns one synthesis with the sections and flags of the rules (byRules) and of the engine (byEngine). A
// section of the engine that is not empty replaces the section of the rules with the same id; if its id is in
// beneath, the statements and items of the rules follow its own. Flags of the rules stay unchanged; valid flags of
// the engine and in raised, the flags of earlier passes, are added as in [mergeFlags], and reviewed as in
// [reviewed].
func merge(byRules, byEngine *luminos.Synthesis, raised []luminos.Flag) *luminos.Synthesis {
	measured, written := map[string]luminos.Section{}, map[string]bool{}
	for _, s := range byRules.Sections {
		measured[s.ID] = s
	}
	out := &luminos.Synthesis{}
	for _, s := range byEngine.Sections {
		s.ID = strings.TrimSpace(s.ID)
		if s.ID == "" || written[s.ID] || len(s.Statements)+len(s.Items)+len(s.Questions) == 0 {
			continue
		}
		facts := measured[s.ID]
		if slices.Contains(beneath, s.ID) {
			s.Statements, s.Items = slices.Concat(s.Statements, facts.Statements), slices.Concat(s.Items, facts.Items)
		}
		s.Title = cmp.Or(strings.TrimSpace(s.Title), facts.Title, strings.ReplaceAll(s.ID, "_", " "))
		written[s.ID] = true
		out.Sections = append(out.Sections, s)
	}
	for _, s := range byRules.Sections {
		if s.ID == openQuestions && written["brief"] {
			s.Questions = slices.DeleteFunc(slices.Clone(s.Questions), func(q luminos.Question) bool {
				return q.Question == rules.QuestionOfPurpose
			})
			written[s.ID] = written[s.ID] || len(s.Questions) == 0
		}
		if !written[s.ID] {
			out.Sections = append(out.Sections, s)
		}
	}
	for i := range out.Sections {
		if s := &out.Sections[i]; s.Statements == nil {
			s.Statements = []luminos.Statement{} // not null in JSON
		}
	}
	slices.SortStableFunc(out.Sections, func(a, b luminos.Section) int { return cmp.Compare(rankOf(a.ID), rankOf(b.ID)) })
	out.Flags = mergeFlags(byRules.Flags, tidyFlags(slices.Concat(raised, byEngine.Flags)))
	before := slices.Clone(out.Flags)
	out.Flags, out.Withdrawn = reviewed(out.Flags, byEngine.Reviews)
	out.Sections = restated(out.Sections, before, out.Flags)
	order(out.Flags, byEngine.Worst)
	return out
}

// rankOf returns a number for the position of the section id in the report. Unknown sections get the number directly
// before "detailed".
func rankOf(id string) int {
	detailed := slices.Index(sectionOrder, "detailed")
	switch at := slices.Index(sectionOrder, id); {
	case at < 0:
		return 2*detailed - 1
	default:
		return 2 * at
	}
}

// mergeFlags returns all flags of byRules and, of the sorted list others, each flag that differs from every earlier one
// in path or finding. The result is sorted. Letter case and final punctuation of findings are ignored.
func mergeFlags(byRules, others []luminos.Flag) []luminos.Flag {
	seen := map[flagIdentity]bool{}
	out := append([]luminos.Flag{}, byRules...) // not null in JSON
	for _, f := range byRules {
		seen[identify(&f)] = true
	}
	for _, f := range others { // the graver ones come first
		if id := identify(&f); !seen[id] {
			seen[id] = true
			out = append(out, f)
		}
	}
	sortFlags(out)
	return out
}
