package facts

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/batch"
)

// Bounds on the search for text that instructs agents.
const (
	injectionFiles   = 20_000   // text files looked at
	injectionBytes   = 64 << 10 // of each
	injectionTotal   = 1 << 28  // bytes over all files
	injectionWindows = 64       // places of one file at which one rule is tried
	injectionsInFile = 3        // hits of one pattern in one file
	injectionsInDir  = 5        // files of one directory with hits of one pattern
	injectionsOfKind = 50       // hits of one pattern
)

// findInjections searches text files, and the names of all files, for text that instructs an agent. It matches phrases,
// so it also finds research on the subject and tests; therefore the number of hits is bounded.
func findInjections(ctx context.Context, src luminos.Source, files []luminos.File) ([]luminos.Injection, yield, error) {
	todo, left := searchable(files)
	hits := make([][]luminos.Injection, len(todo))
	errs, err := batch.Each(ctx, len(todo), func(ctx context.Context, i int) error {
		if text, err := src.Text(ctx, todo[i].Path, injectionBytes); err == nil { // an unreadable file is reported by the scan
			hits[i] = searchText(text)
		}
		return nil
	})
	if err != nil {
		return nil, yield{}, err
	}
	var y yield
	for i, err := range errs {
		if err != nil {
			y.problems = append(y.problems, batch.Problem(todo[i].Path, err))
		}
	}
	if left > 0 {
		y.notRead = append(y.notRead, luminos.NotRead{
			What: "text files", Files: left, Reason: "not searched for text that instructs agents: over the budget",
		})
	}
	kept, over := capInjections(append(hits, searchNames(files)))
	if over > 0 {
		y.notRead = append(y.notRead, luminos.NotRead{
			What: "places that read like orders to an agent", Files: over, Reason: "left out of the list: many of one pattern",
		})
	}
	return kept, y, nil
}

// searchable returns the text files to search, the nearest to the root if there
// are too many, and the number of files that are left out.
func searchable(files []luminos.File) (todo []*luminos.File, left int) {
	for i := range files {
		if f := &files[i]; f.Text && f.Size > 0 && f.Regular() {
			todo = append(todo, f)
		}
	}
	slices.SortStableFunc(todo, func(a, b *luminos.File) int { return cmp.Compare(a.Path.Depth(), b.Path.Depth()) })
	total := int64(0)
	for i, f := range todo {
		total += min(f.Size, injectionBytes)
		if i == injectionFiles || total > injectionTotal {
			return todo[:i], len(todo) - i
		}
	}
	return todo, 0
}

// searchText returns the places in one text that read like instructions for an agent, sorted by line.
func searchText(text luminos.Text) []luminos.Injection {
	var hits []luminos.Injection
	add := func(pattern string, line int) {
		same := 0
		for _, h := range hits {
			if h.Pattern == pattern {
				same++
			}
			if h.Pattern == pattern && h.Line == line {
				return
			}
		}
		if same < injectionsInFile {
			hits = append(hits, luminos.Injection{Path: text.Path, Line: line, Pattern: pattern, Evidence: text.Cite(line, line)})
		}
	}
	instructions := isInstructionFile(text.Path)
	if instructions {
		add(patternInstructions, firstWords(text))
	}
	for _, at := range hiddenRuns(text.Content) {
		add(patternHidden, lineOf(text.Content, at))
	}
	visible := withoutInvisible(text.Content)
	for _, m := range matches(visible, instructions) {
		add(m.rule.pattern, lineOf(visible, m.at))
	}
	slices.SortStableFunc(hits, func(a, b luminos.Injection) int { return cmp.Compare(a.Line, b.Line) })
	return hits
}

// firstWords returns the number of the first line of a text that has a letter, or 1.
func firstWords(text luminos.Text) int {
	for i, line := range text.Lines() {
		if strings.ContainsFunc(line, unicode.IsLetter) {
			return i + 1
		}
	}
	return 1
}

// searchNames returns a hit for each file whose name reads like an instruction for an agent, at most injectionsOfKind
// hits, because agents read listings of names too.
func searchNames(files []luminos.File) []luminos.Injection {
	var hits []luminos.Injection
	for i := range files {
		p := files[i].Path
		base := p.Base()
		if len(base) < 24 || !containsAny(asciiLower(base), []string{"instruction", "prompt"}) {
			continue
		}
		name := strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(base)
		if m := matches(name, true); len(m) > 0 && len(hits) < injectionsOfKind {
			hits = append(hits, luminos.Injection{
				Path: p, Pattern: m[0].rule.pattern + ", in the file's name",
				Evidence: luminos.Evidence{Path: p, Measure: luminos.MeasureKind, Value: string(cmp.Or(files[i].Kind, luminos.KindFile))},
			})
		}
	}
	return hits
}

// capInjections joins the groups of hits and sorts them by path. It keeps at most injectionsOfKind hits of one
// pattern, in at most injectionsInDir files of a directory, and also returns how many it dropped.
func capInjections(groups [][]luminos.Injection) (kept []luminos.Injection, left int) {
	all := slices.Concat(groups...)
	slices.SortStableFunc(all, func(a, b luminos.Injection) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Pattern, b.Pattern))
	})
	seen := map[string]int{}
	files := map[[2]string]map[luminos.Path]bool{}
	kept = slices.DeleteFunc(slices.Clone(all), func(h luminos.Injection) bool {
		in := [2]string{h.Pattern, string(h.Path.Dir())}
		if files[in] == nil {
			files[in] = map[luminos.Path]bool{}
		}
		if files[in][h.Path] = true; len(files[in]) > injectionsInDir {
			return true
		}
		seen[h.Pattern]++
		return seen[h.Pattern] > injectionsOfKind
	})
	return kept, len(all) - len(kept)
}

func containsAny(s string, words []string) bool {
	return len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// lineOf returns the number of the line at a byte offset.
func lineOf(s string, at int) int { return 1 + strings.Count(s[:at], "\n") }

// asciiLower converts A–Z to lower case, so that offsets do not change.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
