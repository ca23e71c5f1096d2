package render

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"luminos"
	"luminos/internal/words"
)

// treeLines is how many lines of tree a report shows when it may cut.
const treeLines = 40

// branch is one finished line of the tree.
type branch struct {
	stem string // box drawing
	node *luminos.TreeNode
	rest int // stands for so many entries that were left out
}

// tree draws the target, with files and sizes aligned at the right. When it is
// longer than limit, the directories below the top show fewer entries each.
func (v *view) tree(limit int) {
	t := v.scan.Tree
	if t == nil {
		return
	}
	v.head("Tree")
	lines := grow(t, -1)
	if !v.all && len(lines) > limit {
		keep := 0
		for k := 1; k <= limit && len(grow(t, k)) <= limit; k++ {
			keep = k
		}
		lines = grow(t, keep)
		if len(lines) > limit {
			// The top alone is too long: its first entries and a count stand for it.
			rest := 0
			for _, b := range lines[limit-1:] {
				rest += max(b.rest, 1)
			}
			lines = append(lines[:limit-1:limit-1], branch{stem: "└── ", rest: rest})
		}
	}
	v.drawTree(lines)
}

// grow lists the lines of a tree with at most keep entries (-1: all) in each
// directory below the top. A directory whose entries would all be cut shows
// only itself: its line says how many files it has.
func grow(t *luminos.TreeNode, keep int) []branch {
	lines := []branch{{node: t}}
	var down func(n *luminos.TreeNode, stem string, most int)
	down = func(n *luminos.TreeNode, stem string, most int) {
		if most == 0 {
			return
		}
		kids, rest := n.Children, n.Omitted
		if most > 0 && len(kids) > most {
			rest += len(kids) - most
			kids = kids[:most]
		}
		for i, k := range kids {
			elbow, pipe := "├── ", "│   "
			if i == len(kids)-1 && rest == 0 {
				elbow, pipe = "└── ", "    "
			}
			lines = append(lines, branch{stem: stem + elbow, node: k})
			down(k, stem+pipe, keep)
		}
		if rest > 0 {
			lines = append(lines, branch{stem: stem + "└── ", rest: rest})
		}
	}
	down(t, "", -1)
	return lines
}

func (v *view) drawTree(lines []branch) {
	names := make([]string, len(lines))
	wide := 0
	for i, b := range lines {
		names[i] = v.branchName(b)
		wide = max(wide, ansi.StringWidth(names[i]))
	}
	const numbers = 26 // "12,345 files  1023 MiB" and two spaces
	wide = min(wide, v.width-numbers)
	for i, b := range lines {
		name := ansi.Truncate(names[i], wide, "…")
		pad := strings.Repeat(" ", max(wide-ansi.StringWidth(name), 0))
		v.put(name, pad, v.weight(b.node))
	}
}

func (v *view) branchName(b branch) string {
	stem := v.paint(quiet, b.stem)
	if b.node == nil {
		return stem + v.paint(quiet, "… "+words.Count(b.rest)+" more")
	}
	name := Clean(b.node.Name)
	if b.node.Kind == luminos.KindDir {
		name = v.paint(strong, strings.TrimSuffix(name, "/")+"/")
	}
	if b.node.Note != "" {
		note := Clean(b.node.Note)
		if !strings.HasPrefix(note, "→") {
			note = "(" + note + ")"
		}
		name += " " + v.paint(quiet, note)
	}
	return stem + name
}

// weight is the right-hand column: files of a directory, and size.
func (v *view) weight(n *luminos.TreeNode) string {
	if n == nil || n.Kind != luminos.KindDir && n.Kind != luminos.KindFile && n.Kind != "" {
		return ""
	}
	files := ""
	if n.Kind == luminos.KindDir {
		files = words.Plural(n.Files, "file")
	}
	return v.paint(quiet, "  "+padLeft(files, 13)+"  "+padLeft(words.Bytes(n.Size), 8))
}

func padLeft(s string, n int) string {
	return strings.Repeat(" ", max(n-ansi.StringWidth(s), 0)) + s
}
