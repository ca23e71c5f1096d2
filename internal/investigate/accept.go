package investigate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/store"
)

// tidy removes invalid file entries, and entries, flags and read files outside of the unit, from the findings of an
// engine. It emits a note for each of these entries and flags, and sets computed fields, such as the size of a file.
func (w *dirPass) tidy(u *luminos.Unit, f *luminos.Findings) {
	f.Turns, f.Borrowed = max(f.Turns, 0), max(f.Borrowed, 0)
	f.ToolCalls = max(f.ToolCalls, 0)
	f.ToolErrors = min(max(f.ToolErrors, 0), f.ToolCalls)
	for i := range f.Entries {
		tidyEntry(&f.Entries[i])
		if i > 0 {
			f.Entries[i].Answers = nil
		}
	}
	if len(f.Entries) > 0 {
		f.Entries[0].Answers = answered(u.Questions, f.Entries[0].Answers)
	}
	files := make(map[luminos.Path]luminos.FileEntry, len(f.Files))
	for _, e := range f.Files {
		at, ok := slices.BinarySearchFunc(u.Files, e.Path, byPath)
		if !ok {
			w.note(luminos.PassDirectories, u.Path(), fmt.Sprintf("the entry of the file %.200q was dropped: the file is not directly in a directory of the unit", string(e.Path)))
			continue
		}
		e.Size, e.Category = u.Files[at].Size, u.Files[at].Category
		e.Summary, e.ConfidenceReason, e.NotableReason = valid(e.Summary), valid(e.ConfidenceReason), valid(e.NotableReason)
		if err := store.CheckFile(&e); err != nil {
			w.note(luminos.PassDirectories, u.Path(), fmt.Sprintf("the entry of the file %.200q was dropped: %v", string(e.Path), err))
			continue
		}
		files[e.Path] = e // the last entry of a file counts
	}
	f.Files = make([]luminos.FileEntry, 0, len(files))
	for _, e := range files {
		f.Files = append(f.Files, e)
	}
	slices.SortFunc(f.Files, compareFiles)
	f.Flags = tidyFlags(slices.DeleteFunc(f.Flags, func(flag luminos.Flag) bool {
		asked := slices.ContainsFunc(f.Inquiries, func(q luminos.Inquiry) bool { return q.Path == flag.Path })
		foreign := !w.exists(flag.Path) || !asked && !flag.Path.Within(u.Path())
		if foreign {
			w.note(luminos.PassDirectories, u.Path(), fmt.Sprintf("a flag on %.200q was dropped: "+
				"the path is neither in the unit nor one that it looked at", string(flag.Path)))
		}
		return foreign
	}))
	slices.Sort(f.Read)
	f.Read = slices.DeleteFunc(slices.Compact(f.Read), func(p luminos.Path) bool {
		_, ok := slices.BinarySearchFunc(u.Files, p, byPath)
		return !ok
	})
}

// answered returns one answer for each question, in their order. It takes them from the given answers of an engine, and
// leaves questions without one open.
func answered(questions []string, given []luminos.Answer) []luminos.Answer {
	var all []luminos.Answer
	for _, q := range questions {
		a := luminos.Answer{Question: q}
		if i := slices.IndexFunc(given, func(g luminos.Answer) bool { return g.Question == q }); i >= 0 {
			a.Answer, a.Evidence = valid(given[i].Answer), given[i].Evidence
		}
		all = append(all, a)
	}
	return all
}

// exists reports whether p is a file or directory of the target.
func (w *dirPass) exists(p luminos.Path) bool {
	s := w.dossier.Scan
	_, file := slices.BinarySearchFunc(s.Files, p, byPath)
	return file || slices.ContainsFunc(s.Dirs, func(d luminos.Dir) bool { return d.Path == p })
}

func tidyEntry(e *luminos.Entry) {
	e.Summary, e.ConfidenceReason, e.PartialReason = valid(e.Summary), oneLine(e.ConfidenceReason), oneLine(e.PartialReason)
	e.Basis = cmp.Or(e.Basis, luminos.Judged)
	e.Claims = nil
}

// tidyFlags returns the flags of an engine that have a finding and a path, sorted. It marks them as flags of an agent,
// since an engine cannot raise flags of rules, and gives a flag of unknown severity the severity info.
func tidyFlags(flags []luminos.Flag) []luminos.Flag {
	kept := make([]luminos.Flag, 0, len(flags))
	for _, f := range flags {
		f.Finding, f.Remedy = valid(f.Finding), valid(f.Remedy)
		if strings.TrimSpace(f.Finding) == "" || f.Path == "" {
			continue
		}
		f.Rule, f.Source, f.Rest, f.Claims, f.Judgement = luminos.RuleAgent, luminos.SourceModel, false, nil, nil
		if f.Severity.Rank() == 0 {
			f.Severity = luminos.Info
		}
		kept = append(kept, f)
	}
	sortFlags(kept)
	return kept
}

// valid replaces bytes of s that are not UTF-8, so that the text equals the text that is read back from stored JSON.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// checkFindings returns an error if the findings do not have one valid entry for each directory of the unit, in the
// order of the directories.
func checkFindings(u *luminos.Unit, f *luminos.Findings) error {
	if len(f.Entries) != len(u.Dirs) {
		return errEntryCount
	}
	for i := range f.Entries {
		if f.Entries[i].Path != u.Dirs[i].Path {
			return errEntryCount
		}
		if err := store.CheckEntry(&f.Entries[i]); err != nil {
			return fmt.Errorf("checking the entry of the directory %q: %w", f.Entries[i].Path, err)
		}
	}
	return nil
}

func compareFiles(a, b luminos.FileEntry) int { return cmp.Compare(a.Path, b.Path) }

// sortFlags sorts flags by path, then by severity with the gravest first, then by the text of the finding.
func sortFlags(flags []luminos.Flag) {
	slices.SortStableFunc(flags, func(a, b luminos.Flag) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(b.Severity.Rank(), a.Severity.Rank()), cmp.Compare(a.Finding, b.Finding))
	})
}
