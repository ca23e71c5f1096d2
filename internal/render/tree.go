package render

import (
	"strings"

	"luminos"
	"luminos/internal/words"
)

// treeLines is how many lines of tree a report shows when it may cut.
const treeLines = 40

// scanTreeLines is the same where the tree is half of what there is to show.
const scanTreeLines = 80

// branch is one finished line of the tree.
type branch struct {
	stem string // box drawing
	node *luminos.TreeNode
	rest int // stands for so many entries that were left out
}

// tree draws the target, with files and sizes aligned at the right.
func (v *view) tree(limit int) {
	t := v.scan.Tree
	if t == nil {
		return
	}
	v.head("Tree")
	v.drawTree(v.prune(t, limit))
}

// cut is how a tree that is too long is made shorter: files stand only at the
// top, below it their numbers in the right-hand column do; and then fewer
// levels and fewer directories in each.
type cut struct {
	depth int // levels shown
	dirs  int // directories in each below the top
	files int // files at the top
}

var cuts = []cut{{9, 99, 99}, {9, 99, 12}, {3, 12, 12}, {3, 8, 12}, {2, 12, 12}, {2, 8, 12}, {2, 5, 12}, {2, 3, 8}, {1, 0, 12}, {1, 0, 8}}

// prune gives the lines of a tree, at most limit of them unless all are wanted.
func (v *view) prune(t *luminos.TreeNode, limit int) []branch {
	lines := grow(t, nil)
	whole := v.all || v.wholeTree
	for i := 0; i < len(cuts) && len(lines) > limit && !whole; i++ {
		lines = grow(t, &cuts[i])
	}
	if len(lines) <= limit || whole {
		return lines
	}
	// The top alone is too long: its first entries and a count stand for it.
	rest := 0
	for _, b := range lines[limit-1:] {
		rest += max(b.rest, 1)
	}
	return append(lines[:limit-1:limit-1], branch{stem: "└── ", rest: rest})
}

// grow lists the lines of a tree, cut or whole.
func grow(t *luminos.TreeNode, c *cut) []branch {
	lines := []branch{{node: t}}
	var down func(n *luminos.TreeNode, stem string, depth int)
	down = func(n *luminos.TreeNode, stem string, depth int) {
		kids, rest := n.Children, n.Omitted
		switch {
		case c == nil:
		case depth == 0:
			kids, rest = c.top(n)
		default:
			kids, rest = c.below(n, depth)
		}
		for i, k := range kids {
			elbow, pipe := "├── ", "│   "
			if i == len(kids)-1 && rest == 0 {
				elbow, pipe = "└── ", "    "
			}
			lines = append(lines, branch{stem: stem + elbow, node: k})
			down(k, stem+pipe, depth+1)
		}
		if rest > 0 {
			lines = append(lines, branch{stem: stem + "└── ", rest: rest})
		}
	}
	down(t, "", 0)
	return lines
}

// top is what a cut leaves of the top: every directory, and the first files.
func (c *cut) top(n *luminos.TreeNode) (kids []*luminos.TreeNode, hidden int) {
	files := 0
	for _, k := range n.Children {
		if k.Kind != luminos.KindDir {
			files++
		}
	}
	shown := files
	if files > c.files+1 { // a line that says "1 more" could as well be that one
		shown = c.files
	}
	hidden = n.Omitted + files - shown
	for _, k := range n.Children {
		if k.Kind == luminos.KindDir {
			kids = append(kids, k)
		} else if shown > 0 {
			kids = append(kids, k)
			shown--
		}
	}
	return kids, hidden
}

// below is what a cut leaves of a directory below the top, and how many of its
// subdirectories it hides.
func (c *cut) below(n *luminos.TreeNode, depth int) (kids []*luminos.TreeNode, hidden int) {
	if depth >= c.depth {
		return nil, 0
	}
	for _, k := range n.Children {
		if k.Kind == luminos.KindDir {
			kids = append(kids, k)
		}
	}
	if len(kids) > c.dirs+1 {
		return kids[:c.dirs], len(kids) - c.dirs
	}
	return kids, 0
}

func (v *view) drawTree(lines []branch) {
	names := make([]string, len(lines))
	wide := 0
	for i, b := range lines {
		names[i] = v.branchName(b)
		wide = max(wide, cells(names[i]))
	}
	const numbers = 26 // "12,345 files  1023 MiB" and two spaces
	wide = min(wide, v.width-numbers)
	for i, b := range lines {
		name := truncate(names[i], wide, "…")
		pad := strings.Repeat(" ", max(wide-cells(name), 0))
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
	return strings.Repeat(" ", max(n-cells(s), 0)) + s
}
