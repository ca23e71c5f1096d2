package render

import (
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// diagramNodes is the most directories in a diagram of imports: with more, the arrows cannot be followed.
const diagramNodes = 12

// diagram is a part of the measured graph of imports: the most central directories and the imports between them.
type diagram struct {
	nodes []luminos.Path
	edges []diagramEdge
	all   int // directories of the graph
}

// diagramEdge is an import of the node to by files of the node from.
type diagramEdge struct{ from, to, files int }

// diagramOf returns the imports between the most central directories of the target, without tests, examples and the
// like. It returns an empty diagram if there are no imports between them.
func diagramOf(d *dossier) diagram {
	g := &d.facts.Imports
	aside := map[luminos.Path]bool{}
	for _, dir := range d.facts.Directories {
		aside[dir.Path] = setAside[dir.Role] || dir.Vendored
	}
	out := diagram{all: len(g.Centrality)}
	index := map[luminos.Path]int{}
	for _, r := range g.Centrality {
		if len(out.nodes) < diagramNodes && !aside[r.Path] {
			index[r.Path] = len(out.nodes)
			out.nodes = append(out.nodes, r.Path)
		}
	}
	linked := map[int]bool{}
	for _, e := range g.Edges {
		from, ok := index[e.From]
		to, known := index[e.To]
		if ok && known && from != to {
			out.edges = append(out.edges, diagramEdge{from, to, e.Files})
			linked[from], linked[to] = true, true
		}
	}
	if len(out.edges) == 0 {
		return diagram{}
	}
	slices.SortFunc(out.edges, func(a, b diagramEdge) int {
		return slices.Compare([]int{a.from, a.to}, []int{b.from, b.to})
	})
	out.all = max(out.all, len(out.nodes))
	out.nodes = slices.Clone(out.nodes)
	for i := range out.nodes {
		if !linked[i] {
			out.nodes[i] = "" // it stays in the list, so that the numbers of the edges are right
		}
	}
	return out
}

// diagram writes a diagram of imports in the language of Mermaid. Each arrow is a measured import, with the number of
// files that have it.
func (m *markdown) diagram(g diagram) {
	if len(g.edges) == 0 {
		return
	}
	m.block(heading("Imports between central directories"))
	shown := len(slices.DeleteFunc(slices.Clone(g.nodes), func(p luminos.Path) bool { return p == "" }))
	m.paragraph(fmt.Sprintf("%s of %s with imports, the most central; an arrow has the number of importing files.",
		words.Count(shown), words.Plural(g.all, "directory")))
	m.paragraph("```mermaid")
	m.put("graph LR")
	for i, p := range g.nodes {
		if p != "" {
			m.put(fmt.Sprintf("  n%d[%q]", i, mermaidText(string(p))))
		}
	}
	for _, e := range g.edges {
		m.put(fmt.Sprintf("  n%d -->|%d| n%d", e.from, e.files, e.to))
	}
	m.put("```")
}

// mermaidText returns foreign text for a label between double quotes. Each character that is not a letter, a digit or
// usual in paths becomes a code of Mermaid.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range Clean(s) {
		if strings.ContainsRune("/._- ", r) || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}
