package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// architecture returns the section about the parts of the code and the imports between directories, or nil for a target
// without code.
func (w codeSections) architecture() *luminos.Section {
	if !w.isCode() || w.root.code == 0 {
		return nil
	}
	return section("architecture", "How it is put together",
		slices.Concat(w.whereCodeLies(), w.workspaces(), w.foundations(), w.tops(), w.cycles()))
}

// whereCodeLies returns a statement of the parts that hold most lines of own code. It states no number of lines: whose
// code it is, a rule decides.
func (w codeSections) whereCodeLies() []luminos.Statement {
	parts := w.parts()
	text := "Without tests, examples and what is set aside, "
	if len(parts) <= 1 {
		place := "the top directory"
		if len(parts) == 1 && parts[0].Path != luminos.Root {
			place = string(parts[0].Path)
		}
		return []luminos.Statement{measured(text+"all code is in "+place+".", from("facts/directories"))}
	}
	var shares []string
	sum := 0
	for _, p := range parts[:min(3, len(parts))] {
		shares = append(shares, fmt.Sprintf("%s (%s)", p.name(), words.Percent(int64(p.code), int64(w.root.code))))
		sum += p.code
	}
	lies := "the largest parts of the code are "
	switch {
	case sum == w.root.code:
		lies = "all code is in "
	case sum*2 > w.root.code:
		lies = "most code is in "
	}
	return []luminos.Statement{measured(text+lies+words.List(shares)+".", from("facts/directories"))}
}

// workspaces returns a statement for each of the first three manifests that join packages into a workspace, with the
// packages.
func (w codeSections) workspaces() []luminos.Statement {
	var out []luminos.Statement
	for _, m := range w.Facts.Manifests {
		if !m.Workspace || len(m.Members) < 2 || len(out) == 3 || m.Ecosystem == "cmake" { // whose members are directories
			continue
		}
		var names []string
		aside := 0
		for _, p := range m.Members {
			names = append(names, string(p))
			if w.inTests(p.Join("x")) {
				aside++
			}
		}
		count := words.Plural(len(m.Members), "package")
		if aside > 0 {
			count += fmt.Sprintf(" (%s for tests or examples)", words.Count(aside))
		}
		out = append(out, measured(fmt.Sprintf("%s binds %s into %s workspace: %s.", m.Path,
			count, words.Article(m.Ecosystem), words.Some(names, 5)),
			from("facts/manifests"), m.Evidence...))
	}
	return out
}

// foundations returns a statement of at most three of the most central directories, the most imported ones first.
func (w codeSections) foundations() []luminos.Statement {
	var names []string
	var evidence []luminos.Evidence
	// The most central ones decide, the number a reader can check orders them.
	central := slices.Clone(w.Facts.Imports.Centrality)
	central = central[:min(6, len(central))]
	slices.SortStableFunc(central, func(a, b luminos.DirRank) int { return cmp.Compare(b.ImportedBy, a.ImportedBy) })
	for _, r := range central {
		if r.ImportedBy < 2 || len(names) == 3 {
			break
		}
		if n := w.dirs[r.Path]; n != nil && (n.set || n.own()*2 > w.root.code) {
			continue // nearly all code is in it
		}
		names = append(names, fmt.Sprintf("%s (imported by %s)", dirName(r.Path), words.Plural(r.ImportedBy, "directory")))
		evidence = append(evidence, w.edgeTo(r.Path)...)
	}
	if len(names) == 0 {
		return nil
	}
	return []luminos.Statement{derived("The rest is built on "+words.List(names)+".", from("facts/imports"), evidence...)}
}

// edgeTo returns the evidence of one import of the directory dir by another directory, or nil.
func (w codeSections) edgeTo(dir luminos.Path) []luminos.Evidence {
	for _, e := range w.Facts.Imports.Edges {
		if e.To == dir && e.Evidence != nil {
			return first(e.Evidence)
		}
	}
	return nil
}

// tops returns a statement of the directories, except tests and the like, that import others and are imported by none.
// If entry points are known, only their directories count: often only tests import the others.
func (w codeSections) tops() []luminos.Statement {
	out, in := map[luminos.Path]int{}, map[luminos.Path]int{}
	for _, e := range w.Facts.Imports.Edges {
		out[e.From]++
		in[e.To]++
	}
	var tops []luminos.Path
	entered := func(dir luminos.Path) bool {
		return slices.ContainsFunc(w.Facts.EntryPoints, func(e luminos.EntryPoint) bool {
			return e.Path.Dir() == dir || e.Path == dir
		})
	}
	for dir := range out {
		if len(w.Facts.EntryPoints) > 0 && !entered(dir) {
			continue
		}
		if node := w.dirs[dir]; in[dir] == 0 && node != nil && !node.set && pathrole.Of(dir.Join("x")) == "" {
			tops = append(tops, dir)
		}
	}
	if len(tops) == 0 || len(in) < 3 || len(tops) == 1 && tops[0] == luminos.Root {
		return nil
	}
	slices.SortFunc(tops, func(a, b luminos.Path) int { return cmp.Or(cmp.Compare(out[b], out[a]), cmp.Compare(a, b)) })
	var names []string
	for _, t := range tops {
		names = append(names, fmt.Sprintf("%s (uses %d)", dirName(t), out[t]))
	}
	return []luminos.Statement{derived("At the top, imported by no other directory, tests aside, as far as could be seen, "+
		verb(len(names), "stands ", "stand ")+words.Some(names, 4)+".", from("facts/imports"))}
}

// cycles returns a statement of the pairs of directories, neither inside the other, that import each other.
func (w codeSections) cycles() []luminos.Statement {
	edge := map[[2]luminos.Path]luminos.ImportEdge{}
	for _, e := range w.Facts.Imports.Edges {
		edge[[2]luminos.Path{e.From, e.To}] = e
	}
	var pairs []string
	var evidence []luminos.Evidence
	for _, e := range w.Facts.Imports.Edges {
		back, ok := edge[[2]luminos.Path{e.To, e.From}]
		if !ok || e.From >= e.To || e.From.Within(e.To) || e.To.Within(e.From) {
			continue
		}
		pairs = append(pairs, dirName(e.From)+" and "+dirName(e.To))
		if len(pairs) <= 3 {
			evidence = append(evidence, first(e.Evidence)...)
			evidence = append(evidence, first(back.Evidence)...)
		}
	}
	if len(pairs) == 0 {
		return nil
	}
	shown := strings.Join(pairs[:min(3, len(pairs))], "; ")
	if len(pairs) > 3 {
		shown += "; and " + words.Plural(len(pairs)-3, "pair") + " more"
	}
	return []luminos.Statement{derived("Some directories import each other: "+shown+".", from("facts/imports"), evidence...)}
}

// componentsShown is the maximal number of parts that the section "Parts" lists.
const componentsShown = 12

// components returns the section that lists the main parts of the code, with their sizes and descriptions or symbols.
func (w codeSections) components() *luminos.Section {
	parts := w.parts()
	if !w.isCode() || len(parts) < 2 {
		return nil
	}
	var items []luminos.Item
	for _, p := range parts[:min(componentsShown, len(parts))] {
		items = append(items, luminos.Item{Label: p.name(), Statement: p.describe()})
	}
	n := len(parts) - componentsShown
	statements := ifCut(len(parts), componentsShown,
		"The largest parts; "+words.Plural(n, "smaller one")+" "+verb(n, "is", "are")+" left out here.", "facts/directories")
	return section("components", "Parts", statements, items...)
}

// parts divides the tree of code into its main parts. It starts with the top
// directories. As long as a part holds more than a third of the code and has
// code below it, the part is replaced by its directories; the code directly in
// it stays a part. It stops at 4*componentsShown parts.
func (w codeSections) parts() []*part {
	var parts []*part
	add := func(n *dirNode, whole bool) {
		p := &part{dirNode: n, code: n.code, whole: whole}
		if !whole {
			p.code = n.own()
			if n.set {
				p.code = 0
			}
		}
		if p.code > 0 {
			parts = append(parts, p)
		}
	}
	open := func(n *dirNode) {
		add(n, false)
		for _, c := range n.children {
			add(c, true)
		}
	}
	open(w.root)
	for len(parts) < 4*componentsShown {
		i := slices.IndexFunc(parts, func(p *part) bool { return p.whole && p.code*3 > w.root.code })
		if i < 0 {
			break
		}
		n := parts[i].dirNode
		parts = slices.Delete(parts, i, i+1)
		open(n)
	}
	slices.SortFunc(parts, func(a, b *part) int { return cmp.Or(cmp.Compare(b.code, a.code), cmp.Compare(a.Path, b.Path)) })
	return parts
}

// part is a part of the code: a directory with its subtree or, if whole is false, only the files directly in the
// directory.
type part struct {
	*dirNode
	code  int
	whole bool
}

func (p *part) name() string { return dirName(p.Path) }

func (p *part) describe() luminos.Statement {
	size := words.Plural(p.code, "line") + " of code."
	if n := len(p.Languages); (n == 1 || n == 2) && p.own() == p.code {
		size = words.Plural(p.code, "line") + " of " + words.List(p.Languages) + "."
	}
	if p.About != "" && p.Path != luminos.Root { // the brief quotes the description of the top
		return measured(quoted(words.Stop(words.FirstSentence(p.About, 300)))+" "+size, from("facts/directories"), p.AboutEvidence...)
	}
	text, evidence := defines(p.DirFacts)
	if text == "" && p.whole {
		text = p.holds()
	}
	return measured(strings.TrimSpace(size+" "+text), from("facts/directories"), evidence...)
}

// holds returns a sentence with the names of the directories directly in the part that hold code, most code first. It
// returns "" without such directories.
func (p *part) holds() string {
	children := slices.DeleteFunc(slices.Clone(p.children), func(c *dirNode) bool { return c.code == 0 })
	slices.SortStableFunc(children, func(a, b *dirNode) int { return cmp.Compare(b.code, a.code) })
	var names []string
	for _, c := range children {
		names = append(names, c.Path.Base())
	}
	if len(names) == 0 {
		return ""
	}
	return "Holds " + words.Some(names, 6) + "."
}

func dirName(p luminos.Path) string {
	if p == luminos.Root {
		return "the top directory"
	}
	return string(p)
}
