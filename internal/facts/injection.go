package facts

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/injection"
	"luminos/internal/facts/inside"
	"luminos/internal/facts/interfaces"
	"luminos/internal/pathrole"
)

// Bounds on the search for text that instructs agents.
const (
	searchedFile  = 16 << 20 // bytes of one file
	searchedTotal = 1 << 29  // bytes over all files
	searchedLeast = 4 << 10  // counted for a small file
	placesQuoted  = 10       // places of one pattern in one file that are quoted; of more only the lines are kept
)

// textFinds holds the results of the search through all texts.
type textFinds struct {
	injections []luminos.Injection
	exposures  []luminos.Exposure
	interfaces *luminos.Interfaces
	upkeep     *luminos.Upkeep
}

// findInjections searches text files whole, and the names of all files, directories and targets of links, for text that
// instructs an agent. It returns all matches, since a bound on them would hide an order behind decoys. It also returns
// exposed settings, interfaces and signs of upkeep, so that each text is read and masked once.
func findInjections(ctx context.Context, src luminos.Source, scan *luminos.Scan) (textFinds, yield, error) {
	todo, left := searchable(scan.Files)
	ignored, ignoredLeft := ignoredTexts(ctx, src, scan)
	todo = append(todo, ignored...)
	hits := make([][]luminos.Injection, len(todo))
	exposed := make([][]luminos.Exposure, len(todo))
	found := make([]*interfaces.Found, len(todo))
	todos, owners := make([]*luminos.TodoFile, len(todo)), make([][]luminos.OwnerRule, len(todo))
	errs, err := batch.Each(ctx, len(todo), func(ctx context.Context, i int) error {
		if text, err := src.Text(ctx, todo[i].Path, searchedFile); err == nil { // an unreadable file is reported by the scan
			hits[i] = searchText(text)
			exposed[i] = exposuresIn(text, todo[i])
			found[i] = interfaces.Find(text, todo[i])
			todos[i], owners[i] = todosOf(text, todo[i]), ownersOf(text)
		}
		return nil
	})
	if err != nil {
		return textFinds{}, yield{}, err
	}
	var y yield
	for i, err := range errs {
		if err != nil {
			y.problems = append(y.problems, batch.Problem(todo[i].Path, err))
		}
	}
	unsearched := func(what string, files int, reason string) {
		if files > 0 {
			y.notRead = append(y.notRead, luminos.NotRead{What: what, Files: files, Reason: reason})
		}
	}
	long := 0
	for _, f := range todo {
		if f.Size > searchedFile {
			long++
		}
	}
	unsearched("text files", left, "not searched for text that instructs agents: over the budget")
	unsearched("text files", long, "searched for text that instructs agents at the beginning only: too long")
	unsearched("ignored files", ignoredLeft, "not searched for text that instructs agents: over the budget")
	all := slices.Concat(append(hits, searchNames(scan))...)
	sortInjections(all)
	settings, err := usedExposures(ctx, src, scan, todo, slices.Concat(exposed...))
	if err != nil {
		return textFinds{}, yield{}, err
	}
	sortExposures(settings)
	return textFinds{all, settings, interfaces.Join(found, scan), joinUpkeep(todos, owners)}, y, nil
}

// sortInjections sorts places by path, line and pattern.
func sortInjections(all []luminos.Injection) {
	slices.SortStableFunc(all, func(a, b luminos.Injection) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Pattern, b.Pattern))
	})
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
		if total += min(max(f.Size, searchedLeast), searchedFile); total > searchedTotal {
			return todo[:i], len(todo) - i
		}
	}
	return todo, 0
}

// searchText returns the lines of a text that read like instructions for an agent, in order, and the first line with
// words of a file that agents read as instructions.
func searchText(text luminos.Text) []luminos.Injection {
	var hits []luminos.Injection
	last := map[string]int{} // index of the last hit of a pattern
	count := map[string]int{}
	var lines []string
	add := func(pattern string, line int, quoted bool) {
		if lines == nil {
			lines = text.Lines()
		}
		if count[pattern]++; count[pattern] > placesQuoted {
			h := &hits[last[pattern]]
			h.MoreLines = append(h.MoreLines, line)
			return
		}
		last[pattern] = len(hits)
		hits = append(hits, luminos.Injection{Path: text.Path, Line: line, Pattern: pattern, Quoted: quoted,
			Evidence: citeLine(text, lines, line)})
	}
	instructions := isInstructionFile(text.Path)
	if instructions {
		add(luminos.AgentInstructions, firstWords(text), false)
	}
	test := pathrole.TestFile(text.Path)
	for _, p := range injection.Search(text.Content, instructions) {
		if !p.Quoted || !test { // a literal of a test is its data
			add(p.Pattern, p.Line, p.Quoted)
		}
	}
	slices.SortStableFunc(hits, func(a, b luminos.Injection) int { return cmp.Compare(a.Line, b.Line) })
	return hits
}

// searchInside returns the places of a text of a file that is not plain text. A place that no line can be cited for
// names the part of the file, unless the text before it has the same order. A file in an archive instructs no agent by
// its name.
func searchInside(text inside.Found, before []luminos.Injection) (hits []luminos.Injection) {
	if text.Place == "" {
		return slices.DeleteFunc(searchText(text.Text), func(i luminos.Injection) bool {
			return i.Pattern == luminos.AgentInstructions
		})
	}
	for _, p := range injection.Search(text.Content, false) {
		known := func(i luminos.Injection) bool {
			return i.Path == text.Path && strings.HasPrefix(i.Pattern, p.Pattern)
		}
		if slices.ContainsFunc(before, known) || slices.ContainsFunc(hits, known) {
			continue
		}
		hits = append(hits, luminos.Injection{
			Path: text.Path, Pattern: p.Pattern + ", in " + text.Place, Quoted: p.Quoted,
			Evidence: luminos.Evidence{Path: text.Path, Measure: luminos.MeasureKind, Value: string(luminos.KindFile)},
		})
	}
	return hits
}

// citeLine returns the result of text.Cite(n, n) without splitting the text again: lines holds its lines.
func citeLine(text luminos.Text, lines []string, n int) luminos.Evidence {
	if n > len(lines) || text.Cut && n == len(lines) {
		return text.Cite(n, n)
	}
	e := luminos.Text{Path: text.Path, Content: lines[n-1] + "\n"}.Cite(1, 1)
	if text.From != nil {
		e.Reader, e.Part = text.From.Reader, text.From.PartAt(n)
	}
	e.Lines = &luminos.LineRange{First: n, Last: n}
	return e
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

// searchNames returns a hit for each file and directory with a name, and each link with a target, that reads like an
// instruction for an agent, because agents read listings too. A name is searched alone and after the directory's name.
func searchNames(scan *luminos.Scan) []luminos.Injection {
	var hits []luminos.Injection
	add := func(p luminos.Path, where, text string, kind luminos.EntryKind) {
		if pattern := injection.InName(text); pattern != "" {
			hits = append(hits, luminos.Injection{
				Path: p, Pattern: pattern + where, Evidence: luminos.Evidence{Path: p, Measure: luminos.MeasureKind, Value: string(kind)},
			})
		}
	}
	named := func(p luminos.Path, where string, kind luminos.EntryKind) {
		name, parent := p.Base(), p.Dir().Base()
		joint := path.Join(parent, name)
		if injection.InName(joint) == "" {
			return
		}
		if injection.InName(parent) == "" {
			name = joint
		}
		add(p, where, name, kind)
	}
	for i := range scan.Files {
		kind := cmp.Or(scan.Files[i].Kind, luminos.KindFile)
		named(scan.Files[i].Path, ", in the file's name", kind)
		add(scan.Files[i].Path, ", in its metadata", scan.Files[i].Description, kind)
	}
	for i := range scan.Dirs {
		named(scan.Dirs[i].Path, ", in the directory's name", luminos.KindDir)
	}
	for _, l := range scan.Links {
		add(l.Path, ", in the target of the link", l.Target, luminos.KindSymlink)
	}
	return hits
}

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
