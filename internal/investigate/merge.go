package investigate

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
)

// sectionOrder is that of the report. Sections of other names stand before "detailed".
var sectionOrder = []string{
	"brief", "overall_purpose", "architecture", "components", "tech_stack", "entry_points", "build", "datasets",
	"schema_summary", "period_covered", "themes", "media", "data_quality", "concerns", "hypothesis", "alternatives", "detailed", "open_questions",
}

// merge joins what an engine wrote with what rules measured: its sections take
// the place of theirs, and the others of theirs stay; their flags stay as they
// are, and its flags are added, unless a rule says the same.
func merge(byRules, byEngine *luminos.Synthesis, raised []luminos.Flag) *luminos.Synthesis {
	titles, written := map[string]string{}, map[string]bool{}
	for _, s := range byRules.Sections {
		titles[s.ID] = s.Title
	}
	out := &luminos.Synthesis{}
	for _, s := range byEngine.Sections {
		s.ID = strings.TrimSpace(s.ID)
		if s.ID == "" || written[s.ID] || len(s.Statements)+len(s.Items)+len(s.Questions) == 0 {
			continue
		}
		s.Title = cmp.Or(strings.TrimSpace(s.Title), titles[s.ID], strings.ReplaceAll(s.ID, "_", " "))
		if s.Statements == nil {
			s.Statements = []luminos.Statement{}
		}
		written[s.ID] = true
		out.Sections = append(out.Sections, s)
	}
	for _, s := range byRules.Sections {
		if !written[s.ID] {
			out.Sections = append(out.Sections, s)
		}
	}
	slices.SortStableFunc(out.Sections, func(a, b luminos.Section) int { return cmp.Compare(placeOf(a.ID), placeOf(b.ID)) })
	out.Flags = mergeFlags(byRules.Flags, tidyFlags(slices.Concat(raised, byEngine.Flags)))
	return out
}

// placeOf is where a section stands: known ones with a gap before "detailed".
func placeOf(id string) int {
	detailed := slices.Index(sectionOrder, "detailed")
	switch at := slices.Index(sectionOrder, id); {
	case at < 0:
		return 2*detailed - 1
	default:
		return 2 * at
	}
}

// mergeFlags adds flags to those of rules. Of two that say the same of a path
// the rule's stays, or the graver.
func mergeFlags(byRules, others []luminos.Flag) []luminos.Flag {
	type said struct {
		path luminos.Path
		text string
	}
	met := map[said]bool{}
	sayOf := func(f luminos.Flag) said {
		text := strings.ToLower(strings.Join(strings.Fields(f.Finding), " "))
		return said{f.Path, strings.TrimRight(text, ".!")}
	}
	out := slices.Clone(byRules)
	for _, f := range byRules {
		met[sayOf(f)] = true
	}
	for _, f := range others { // sorted, the graver first
		if s := sayOf(f); !met[s] {
			met[s] = true
			out = append(out, f)
		}
	}
	sortFlags(out)
	return out
}
