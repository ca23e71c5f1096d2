package investigate

import (
	"slices"

	"luminos"
	"luminos/internal/rules"
)

// reportMembers makes the report about each member of the target with facts of its own. Places that look like secrets
// are found for the whole target, so each member gets its own first.
func reportMembers(facts *luminos.Facts) {
	for i := range facts.Members {
		m := &facts.Members[i]
		if m.Facts == nil {
			continue
		}
		for _, s := range facts.Secrets {
			if !s.Path.Within(m.Path) {
				continue
			}
			s.Path = s.Path.Below(m.Path)
			s.Evidence = slices.Clone(s.Evidence)
			for j := range s.Evidence {
				s.Evidence[j].Path = s.Evidence[j].Path.Below(m.Path)
			}
			m.Facts.Secrets = append(m.Facts.Secrets, s)
		}
		rules.ReportMember(m)
	}
}
