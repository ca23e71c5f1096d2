package render

import (
	"io"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// scanTreeLines is the most lines of the tree in the text of a scan, of which the tree is half.
const scanTreeLines = 80

// composeTree returns the tree of the target, in at most scanTreeLines lines unless the
// reader wants it whole.
func composeTree(d *dossier) []block {
	if d.scan.Tree == nil {
		return nil
	}
	return []block{prune(d.scan.Tree, scanTreeLines, d.whole || d.wholeTree)}
}

// cut is a way to shorten a tree. Files are shown only at the top, since the right-hand column counts the others; a
// smaller cut has fewer levels, fewer directories in each directory, or fewer files.
type cut struct {
	depth int // levels shown
	dirs  int // directories in each below the top
	files int // files at the top
}

var cuts = []cut{{9, 99, 99}, {9, 99, 12}, {3, 12, 12}, {3, 8, 12}, {2, 12, 12}, {2, 8, 12}, {2, 5, 12}, {2, 3, 8}, {1, 0, 12}, {1, 0, 8}}

// prune returns the lines of a tree: all if whole, else at most limit, with deep or long parts
// left out.
func prune(t *luminos.TreeNode, limit int, whole bool) drawing {
	lines := grow(t, nil)
	for i := 0; i < len(cuts) && len(lines) > limit && !whole; i++ {
		lines = grow(t, &cuts[i])
	}
	if len(lines) <= limit || whole {
		return lines
	}
	// The top alone is too long: show its first entries and a count.
	rest := 0
	for _, b := range lines[limit-1:] {
		rest += max(b.rest, 1)
	}
	return append(lines[:limit-1:limit-1], branch{stem: "└── ", rest: rest})
}

// grow returns the lines of the tree t. The cut c bounds the levels and the entries that are shown; nil shows all.
func grow(t *luminos.TreeNode, c *cut) drawing {
	lines := drawing{{node: t}}
	var down func(n *luminos.TreeNode, stem string, depth int)
	down = func(n *luminos.TreeNode, stem string, depth int) {
		kids, rest, hidden := n.Children, n.Omitted, hiddenIn(n.Hidden)
		switch {
		case c == nil:
		case depth == 0:
			kids, rest = c.top(n)
		default:
			kids, rest = c.below(n, depth)
			hidden = c.hidden(n, depth)
		}
		for i, k := range kids {
			elbow, pipe := "├── ", "│   "
			if i == len(kids)-1 && rest == 0 && hidden == "" {
				elbow, pipe = "└── ", "    "
			}
			lines = append(lines, branch{stem: stem + elbow, node: k})
			down(k, stem+pipe, depth+1)
		}
		if rest > 0 || hidden != "" {
			lines = append(lines, branch{stem: stem + "└── ", rest: rest, hidden: hidden})
		}
	}
	down(t, "", 0)
	return lines
}

// lines returns the lines of a tree as plain text, with their numbers in columns. A name of more than namesMost
// characters moves its numbers to the right.
func (b drawing) lines() []string {
	const namesMost = 60
	t := terminal{newPage(io.Discard, Style{})} // without colours
	lines, wide := make([]string, len(b)), 0
	for i := range b {
		lines[i] = t.branchName(b[i])
		if b[i].node != nil {
			wide = max(wide, min(cells(lines[i]), namesMost))
		}
	}
	for i := range b {
		if numbers := t.branchNumbers(b[i].node); numbers != "" {
			lines[i] += strings.Repeat(" ", max(wide-cells(lines[i]), 0)) + numbers
		}
	}
	return lines
}

// top returns the children of the root that a shortened tree shows, every directory and the first
// files, and the number of hidden ones.
func (c *cut) top(n *luminos.TreeNode) (kids []*luminos.TreeNode, hidden int) {
	files := 0
	for _, k := range n.Children {
		if k.Kind != luminos.KindDir {
			files++
		}
	}
	shown := files
	if files > c.files+1 { // a line "1 more" takes the room of the entry
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

// below returns the subdirectories of n, a directory depth levels below the root, that a shortened tree shows, and
// the number of hidden subdirectories. At the lowest level that is shown it returns none and 0.
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

// hidden returns the number of hidden subdirectories of n, or "" at the lowest level.
func (c *cut) hidden(n *luminos.TreeNode, depth int) string {
	if n.Hidden == nil || depth >= c.depth {
		return ""
	}
	return words.HiddenEntries(n.Hidden.Dirs, n.Hidden.Within, 0)
}

// hiddenIn returns the numbers of hidden entries in words, or "".
func hiddenIn(h *luminos.HiddenEntries) string {
	if h == nil {
		return ""
	}
	return words.HiddenEntries(h.Dirs, h.Within, h.Files)
}
