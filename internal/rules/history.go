package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"luminos"
	"luminos/internal/words"
)

// Minimums of the section History: below them, numbers say nothing. The reader of the history has further ones for
// pairs and parts.
const (
	quartersFrom = 20 // commits in the year, for its quarters
	changesFrom  = 50 // commits that were compared, for files
	fileFrom     = 5  // commits that changed a file
	shareOf      = 5  // an author of a part needs one commit of this many
	shown        = 3  // files and parts
	pairsShown   = 2
)

// history returns the section about the releases and the commits of the target, or nil if nothing is known.
func (w *writer) history() *luminos.Section {
	var statements []luminos.Statement
	if r := w.Facts.Releases; r != nil {
		statements = append(statements, measured(releasesText(r), from("facts/releases"), r.Evidence...))
	}
	h := w.Facts.History
	if h == nil {
		return section("history", "History", statements)
	}
	if h.NotRead != "" {
		statements = append(statements, measured(words.Stop("The commits were not read: "+h.NotRead), from("facts/history")))
		return section("history", "History", statements)
	}
	for _, text := range []string{commitsText(h), yearText(h)} {
		if text != "" {
			statements = append(statements, measured(text, from("facts/history")))
		}
	}
	return section("history", "History", statements, w.changeItems(h.Changes)...)
}

// commitsText returns a sentence about the branch and the commits: "Branch main, the newest of 120 commits of
// 2024-05-06, the oldest of 2020-01-02."
func commitsText(h *luminos.History) string {
	text := "Branch " + h.Branch
	if h.Branch == "" {
		text = "No branch is checked out"
	}
	text += ", the newest commit of " + h.Last
	switch count := words.Plural(h.Commits, "commit"); {
	case h.Shallow:
		text += "; shallow: only " + count + " of the history " + isAre(h.Commits) + " here"
	case h.More:
		text += "; the newest " + count + " were read, back to " + h.First
	case h.Commits > 1:
		text += ", the first of " + h.First + ", " + count + " in all"
	default:
		text += ", the only one"
	}
	return words.Stop(text)
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// yearText returns a sentence about the commits in the year before the newest commit, or "" if the copy lacks older
// commits. If not all commits of that year were read, the numbers are lower bounds.
func yearText(h *luminos.History) string {
	if h.Shallow || h.Commits < 2 {
		return ""
	}
	least := ""
	last, err := time.Parse(time.DateOnly, h.Last)
	if h.More && (err != nil || h.First > last.AddDate(-1, 0, 0).Format(time.DateOnly)) {
		least = "at least "
	}
	var by []string
	if h.Year.People > 0 || h.Year.Bots == 0 {
		by = append(by, words.Plural(h.Year.People, "author"))
	}
	if h.Year.Bots > 0 {
		by = append(by, words.Plural(h.Year.Bots, "bot"))
	}
	text := "In the year before that commit " + least + words.Plural(h.Year.Commits, "commit") + " by " + words.List(by)
	if h.Year.Commits < quartersFrom || least != "" || len(h.Periods) == 0 {
		return words.Stop(text)
	}
	var quarters []string
	before := h.Year.Commits
	for i, q := range h.Periods {
		quarter := q.Period + ": " + words.Count(q.Commits)
		if i == 0 {
			quarter += " until then"
		}
		quarters = append(quarters, quarter)
		before -= q.Commits
	}
	if before > 0 { // of the quarter in which the year begins
		quarters = append(quarters, "before: "+words.Count(before))
	}
	return words.Stop(text + "; " + strings.Join(quarters, ", "))
}

// changeItems returns the items about the files that change most or together, and about the people who know the parts.
func (w *writer) changeItems(c *luminos.FileChanges) []luminos.Item {
	if c == nil || c.NotRead == "" && c.Commits < changesFrom {
		return nil
	}
	item := func(label, text string) luminos.Item {
		return luminos.Item{Label: label, Statement: measured(words.Stop(text), from("facts/history"))}
	}
	if c.NotRead != "" {
		return []luminos.Item{item("files", "not read: "+c.NotRead)}
	}
	var items []luminos.Item
	add := func(label string, texts []string) {
		if len(texts) > 0 {
			items = append(items, item(label, strings.Join(texts, "; ")))
		}
	}
	files := w.changedFiles(c)
	if len(files) > 0 {
		files[0] += fmt.Sprintf(" of %s commits since %s", words.Count(c.Commits), c.Since)
	}
	add("changed most", files)
	add("changed together", w.changedPairs(c))
	add("most commits by", knownParts(c))
	return items
}

// changedFiles returns the files that changed in most commits, each with the number of commits.
func (w *writer) changedFiles(c *luminos.FileChanges) []string {
	var texts []string
	for _, f := range c.Files {
		if f.Commits >= fileFrom && len(texts) < shown && w.written(f.Path) {
			texts = append(texts, fmt.Sprintf("%s %s", f.Path, words.Count(f.Commits)))
		}
	}
	return texts
}

// changedPairs returns the pairs of files that changed in the same commits, except paired files, and at most one
// pair with each file.
func (w *writer) changedPairs(c *luminos.FileChanges) []string {
	var texts []string
	used := map[luminos.Path]bool{}
	for _, p := range c.Pairs {
		if len(texts) == pairsShown || used[p.A] || used[p.B] || paired(p.A, p.B) {
			continue
		}
		if !w.written(p.A) || !w.written(p.B) {
			continue
		}
		used[p.A], used[p.B] = true, true
		texts = append(texts, fmt.Sprintf("%s and %s in %d commits, of %d and %d", p.A, p.B, p.Commits, p.OfA, p.OfB))
	}
	return texts
}

// knownParts returns directories with the authors of most commits to them.
func knownParts(c *luminos.FileChanges) []string {
	var texts []string
	for _, p := range c.Parts {
		var authors []string
		for _, a := range p.Most[:min(len(p.Most), 2)] {
			if a.Commits*shareOf >= p.Commits {
				authors = append(authors, fmt.Sprintf("%s %d", a.Name, a.Commits))
			}
		}
		if len(authors) > 0 && len(texts) < shown && p.Path[0] != '.' {
			texts = append(texts, fmt.Sprintf("%s/ %s of %d", p.Path, strings.Join(authors, ", "), p.Commits))
		}
	}
	return texts
}

// written reports whether a file is in the target and was written by hand: of a program, whether it is source.
func (w *writer) written(p luminos.Path) bool {
	i, ok := slices.BinarySearchFunc(w.Scan.Files, p, func(f luminos.File, p luminos.Path) int {
		return cmp.Compare(f.Path, p)
	})
	if !ok {
		return false
	}
	f := &w.Scan.Files[i]
	return f.Counted() && f.Category == luminos.CategorySource || !w.isCode() && !f.Generated && !f.Vendored
}

// paired reports whether two files belong together by their names, as a file and its test or its header.
func paired(a, b luminos.Path) bool {
	return stem(a) == stem(b) && (a.Dir() == b.Dir() || a.Base() != b.Base())
}

// stem returns the base name of a path up to its first dot, without the mark of a test.
func stem(p luminos.Path) string {
	s, _, _ := strings.Cut(strings.ToLower(p.Base()), ".")
	for _, mark := range []string{"_test", "-test", "test"} {
		s = strings.TrimSuffix(s, mark)
	}
	return strings.TrimPrefix(s, "test_")
}

// releasesText returns a sentence about the releases that a change log lists: "CHANGELOG.md lists 3 releases, the
// newest 1.2.0 of 2024-05-06, the oldest of 2020-01-02."
func releasesText(r *luminos.Releases) string {
	last := r.Last
	if r.LastDate != "" {
		last += " of " + r.LastDate
	}
	if r.Count == 1 && !r.Partial {
		return words.Stop(string(r.Source) + " lists the release " + last)
	}
	count := words.Plural(r.Count, "release")
	if r.Partial {
		count = "at least " + count
	}
	text := string(r.Source) + " lists " + count + ", the newest " + last
	if r.FirstDate != "" {
		text += ", the oldest of " + r.FirstDate
	}
	return words.Stop(text)
}
