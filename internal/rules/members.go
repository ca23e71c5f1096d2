package rules

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// membersShown is the number of members that the section lists.
const membersShown = 100

// members returns the section that lists the projects of a target that is several projects, the largest first, or nil.
func (w *writer) members() *luminos.Section {
	all := slices.SortedStableFunc(slices.Values(w.Facts.Members), func(a, b luminos.Member) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Path, b.Path))
	})
	var items []luminos.Item
	files := 0
	for i := range all {
		files += all[i].Files
		if i < membersShown {
			items = append(items, luminos.Item{Label: string(all[i].Path) + "/", Statement: memberLine(&all[i])})
		}
	}
	if len(items) == 0 {
		return nil
	}
	text := words.Plural(len(all), "project") + " lie side by side"
	if n := len(all) - len(items); n > 0 {
		text += "; the " + words.Count(len(items)) + " largest are listed"
	}
	if rest := w.Scan.SurveySignals.Files - files; rest > 0 {
		text += "; " + words.Plural(rest, "file") + " " + verb(rest, "belongs", "belong") + " to none of them"
	}
	return section("members", "Projects", []luminos.Statement{derived(words.Stop(text), from("facts/members"))}, items...)
}

// several reports whether the target is no single thing: projects side by side, a home folder or a part of the file
// system. The libraries of a part say nothing about the whole.
func (w *writer) several() bool {
	switch w.Facts.Sort {
	case luminos.SortProjects, luminos.SortHome, luminos.SortSystem:
		return true
	}
	return false
}

// memberLine returns the kind, the language, the licence, the size and the gravest flags of a member in one line.
func memberLine(m *luminos.Member) luminos.Statement {
	text := m.Kind
	add := func(s string) {
		if s != "" && text != "" {
			text += " · "
		}
		text += s
	}
	add(m.Language)
	add(m.License)
	add(words.Plural(m.Files, "file"))
	if n := m.Flags[luminos.Critical]; n > 0 {
		add(words.Count(n) + " critical")
	}
	if n := m.Flags[luminos.Concern]; n > 0 {
		add(words.Plural(n, "concern"))
	}
	return derived(text, from("facts/members"), m.Evidence...)
}

// Bounds on the report about one member.
const (
	memberEntries = 10
	memberFlags   = 50
	memberItems   = 20 // of one section
)

// ReportMember sets the report about a member and the numbers of its flags. Its facts must be known.
func ReportMember(m *luminos.Member) {
	w := newWriter(&luminos.Dossier{Results: luminos.Results{Scan: m.Scan, Facts: m.Facts}})
	flags := flagRules{w}.flags()
	m.Flags = map[luminos.Severity]int{}
	for _, f := range flags {
		m.Flags[f.Severity]++
	}
	r := &luminos.MemberReport{EntryPoints: m.Facts.EntryPoints, Commands: m.Facts.Commands, Sections: sections(w, flags)}
	slices.SortStableFunc(flags, func(a, b luminos.Flag) int {
		return cmp.Compare(b.Severity.Rank(), a.Severity.Rank())
	})
	r.Flags = append([]luminos.Flag{}, flags[:min(memberFlags, len(flags))]...)
	r.EntryPoints = r.EntryPoints[:min(memberEntries, len(r.EntryPoints))]
	r.Commands = r.Commands[:min(memberEntries, len(r.Commands))]
	for i := range r.Sections {
		s := &r.Sections[i]
		s.Items = s.Items[:min(memberItems, len(s.Items))]
		if s.Statements == nil {
			s.Statements = []luminos.Statement{}
		}
	}
	m.Report = r
}
