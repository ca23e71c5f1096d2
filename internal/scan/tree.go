package scan

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/ignore"
	"luminos/internal/words"
)

const (
	// childrenMax is the maximum number of entries of a directory that the tree shows.
	childrenMax = 40
	// treeMax is the maximum number of its lines. If there are more, directories below the root show fewer entries.
	treeMax = 1000
)

// arrow begins the note of a link.
const arrow = "→ "

// drawing builds the tree of names and sizes that a scan shows.
type drawing struct {
	depth   int                     // levels below the root
	all     bool                    // shows hidden entries
	targets map[luminos.Path]string // of the links
}

// draw returns the directory tree of the report, with at most treeMax nodes if possible. It halves
// the number of children shown per directory below the root until the tree is small enough.
func (d *drawing) draw(root *node) *luminos.TreeNode {
	for children := childrenMax; ; children /= 2 {
		t := d.tree(root, d.depth, max(children, 1))
		if children <= 1 || count(t) <= treeMax {
			return t
		}
	}
}

func count(t *luminos.TreeNode) int {
	n := 1
	for _, c := range t.Children {
		n += count(c)
	}
	return n
}

// tree returns the tree node of n with the levels below it, at most depth. Each directory shows at
// most the number most of its children; the root shows at most childrenMax.
func (d *drawing) tree(n *node, depth, most int) *luminos.TreeNode {
	// The sizes are of investigated files, as in the report. A directory that is ruled
	// out is shown with its whole size.
	t := &luminos.TreeNode{Name: ".", Kind: luminos.KindDir, Size: n.bytes, Files: n.files}
	if n.ruledOut {
		t.Size, t.Files = n.usage.apparent, n.usage.files
	}
	if n.parent != nil {
		t.Name = n.path.Base()
	}
	switch {
	case n.vcs:
		t.Note = ignore.VersionControlRule
	case n.ruledOut:
		t.Note = "ignored"
	case n.problem:
		t.Note = "unreadable"
	}
	if depth == 0 || n.ruledOut {
		return t
	}
	t.Children = d.children(n)
	if !d.all {
		t.Hidden = hiddenIn(n)
	}
	limit := most
	if n.parent == nil {
		limit = childrenMax // the first level is the one that users read
	}
	if len(t.Children) > limit {
		t.Omitted = len(t.Children) - limit
		t.Children = t.Children[:limit]
	}
	shown := map[string]*node{}
	for _, below := range n.dirs {
		shown[below.path.Base()] = below
	}
	for i, c := range t.Children {
		if c.Kind == luminos.KindDir {
			t.Children[i] = d.tree(shown[c.Name], depth-1, most)
		}
	}
	return t
}

// hiddenIn counts the hidden entries directly in the directory n that hold or are investigated files. It returns nil
// without any.
func hiddenIn(n *node) *luminos.HiddenEntries {
	var h luminos.HiddenEntries
	for _, below := range n.dirs {
		if hidden(below.path.Base()) && !below.ruledOut && below.files > 0 {
			h.Dirs++
			h.Within += below.files
		}
	}
	for i := range n.entries {
		if e := &n.entries[i]; hidden(string(e.path[baseAt(e.path):])) && !e.flags.has(flagLink) {
			h.Files++
		}
	}
	if h == (luminos.HiddenEntries{}) {
		return nil
	}
	return &h
}

// children returns the tree nodes of the entries in the directory n, hidden entries only if d.all
// is set: directories first, then by name.
func (d *drawing) children(n *node) []*luminos.TreeNode {
	var list []*luminos.TreeNode
	add := func(name string, kind luminos.EntryKind, size int64, note string) {
		if d.all || !hidden(name) {
			list = append(list, &luminos.TreeNode{Name: name, Kind: kind, Size: size, Note: note})
		}
	}
	for _, below := range n.dirs {
		add(below.path.Base(), luminos.KindDir, 0, "")
	}
	for i := range n.entries {
		e := &n.entries[i]
		name := string(e.path[baseAt(e.path):])
		if e.flags.has(flagLink) {
			add(name, luminos.KindSymlink, e.size, arrow+d.targets[e.path])
		} else {
			add(name, luminos.KindFile, e.size, "")
		}
	}
	for _, l := range n.leaves {
		add(l.name, l.kind, l.size, l.note)
	}
	slices.SortFunc(list, func(a, b *luminos.TreeNode) int {
		return cmp.Or(cmp.Compare(rank(a.Kind), rank(b.Kind)), cmp.Compare(a.Name, b.Name))
	})
	return list
}

func rank(k luminos.EntryKind) int {
	if k == luminos.KindDir {
		return 0
	}
	return 1
}

// render returns a tree as text with one line for each entry, indented by lines such as "├── ".
func render(t *luminos.TreeNode) string {
	var b strings.Builder
	b.WriteString(t.Name + "\n")
	renderBelow(&b, t, "")
	return b.String()
}

func renderBelow(b *strings.Builder, t *luminos.TreeNode, indent string) {
	for i, c := range t.Children {
		last := i == len(t.Children)-1 && t.Omitted == 0 && t.Hidden == nil
		branch, below := "├── ", "│   "
		if last {
			branch, below = "└── ", "    "
		}
		b.WriteString(indent + branch + printable(c.Name))
		if c.Kind == luminos.KindDir {
			b.WriteByte('/')
		}
		switch {
		case strings.HasPrefix(c.Note, arrow):
			b.WriteString(" " + arrow + printable(strings.TrimPrefix(c.Note, arrow)))
		case c.Note != "":
			b.WriteString(" [" + c.Note + "]")
		}
		b.WriteByte('\n')
		renderBelow(b, c, indent+below)
	}
	var rest []string
	if t.Omitted > 0 {
		rest = append(rest, strconv.Itoa(t.Omitted)+" more")
	}
	if h := t.Hidden; h != nil {
		rest = append(rest, words.HiddenEntries(h.Dirs, h.Within, h.Files))
	}
	if len(rest) > 0 {
		b.WriteString(indent + "└── … " + strings.Join(rest, ", ") + "\n")
	}
}

// printable quotes a name that a terminal would not show as it is: control
// characters, direction marks, and characters without a shape.
func printable(name string) string {
	for _, r := range name {
		if !unicode.IsPrint(r) {
			return strconv.Quote(name)
		}
	}
	return name
}
