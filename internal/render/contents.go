package render

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

const (
	// contentsLines is the most lines of directories and files in the listing of the contents.
	contentsLines = 18
	// quotedLines is the most lines of the listing beyond contentsLines, for descriptions of several lines.
	quotedLines = 7
	// topsShown is the most lines for the top level if the level below needs lines too.
	topsShown = 12
)

// node is a directory, or a file at the top, with the measures of its subtree.
type node struct {
	*luminos.DirFacts // of a file only Path, TotalFiles and Bytes are known
	file              bool
	up                luminos.Path // the directory above which the listing has, too, or ""
	children          []*node
	// aside reports that the listing does not look into the directory.
	aside bool
	// own and tests are lines of code of the subtree, as in [luminos.CodeSize]. They decide on the order only.
	own, tests int
}

// contentOf returns the contents of the target as a tree, or nil if no directories are known.
func contentOf(f *luminos.Facts) *node {
	all := make(map[luminos.Path]*node, len(f.Directories))
	roles := luminos.CodeRoles(f.Directories)
	for i := range f.Directories { // parents come first
		dir := &f.Directories[i]
		var size luminos.CodeSize
		size.Add(roles[dir.Path], dir.Code, dir.TestCode)
		c := &node{DirFacts: dir, own: size.Own, tests: size.Tests}
		parent := all[dir.Path.Dir()]
		if parent != nil && dir.Path != luminos.Root {
			parent.children = append(parent.children, c)
			c.aside = parent.aside
		}
		all[dir.Path] = c
		c.aside = c.aside || dir.Path != luminos.Root && (dir.Vendored || setAside[dir.Role])
	}
	root := all[luminos.Root]
	if root != nil {
		root.sum(0)
	}
	return root
}

// setAside are the roles of directories that the listing does not look into.
var setAside = map[luminos.DirRole]bool{
	luminos.DirTests: true, luminos.DirFixtures: true, luminos.DirDocumentation: true, luminos.DirExamples: true,
	luminos.DirBenchmarks: true, luminos.DirVendored: true, luminos.DirGenerated: true, luminos.DirOutput: true,
	luminos.DirAssets: true,
}

// deepestPath is the depth below which no directory is added up: paths are not that deep.
const deepestPath = 1000

// sum adds up the lines of the subtree, as far as paths can be deep.
func (c *node) sum(depth int) {
	for _, k := range c.children {
		if depth < deepestPath {
			k.sum(depth + 1)
		}
		c.own, c.tests = c.own+k.own, c.tests+k.tests
	}
}

// deepest returns the directory below c, or c itself, that holds all of c: the end of a chain of single directories.
func (c *node) deepest() *node {
	for c.Files == 0 && len(c.children) == 1 {
		c = c.children[0]
	}
	return c
}

// compareContents orders contents by weight: own code, then tests, then bytes.
func compareContents(a, b *node) int {
	return cmp.Or(cmp.Compare(b.own, a.own), cmp.Compare(b.tests, a.tests),
		cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Path, b.Path))
}

// composeContents returns the listing of the two upper levels, in the order of [compareContents], with the number and
// the size of the files in each. Hidden directories and the entries for which there is no room are counted.
func composeContents(d *dossier) []block {
	root := contentOf(d.facts)
	if root == nil {
		return nil
	}
	var tops, hidden []*node
	for _, c := range root.children {
		if strings.HasPrefix(c.Path.Base(), ".") {
			hidden = append(hidden, c)
		} else {
			tops = append(tops, c.deepest())
		}
	}
	code := root.own > 0 && d.facts.MainLanguage != ""
	if !code || len(tops) == 0 {
		tops = append(tops, filesAtTop(d.scan)...)
	}
	shown := choose(tops)
	l := listing{titles: [2]string{"files", "size"}}
	files := root.Files
	for _, c := range shown {
		l.rows = append(l.rows, listingRowOf(d, c))
		if c.file {
			files--
		}
	}
	if len(l.rows) == 0 {
		return nil
	}
	l.rest = restOfContents(unlisted(root, shown), files, hidden)
	return []block{l}
}

// unlisted returns the number of directories that a listing names neither themselves nor as a part of a path. Hidden
// directories at the top are counted apart.
func unlisted(root *node, shown []*node) (n int) {
	for _, c := range root.children {
		if !strings.HasPrefix(c.Path.Base(), ".") {
			n += sumOf(c, 0, func(*luminos.DirFacts) int { return 1 })
		}
	}
	listed := map[luminos.Path]bool{}
	for _, c := range shown {
		for p := c.Path; p != luminos.Root && !c.file; p = p.Dir() {
			listed[p] = true
		}
	}
	return n - len(listed)
}

// choose returns the contents to list, at most contentsLines. The top level comes first, then both levels by weight.
// Each directory is before its own ones.
func choose(tops []*node) (shown []*node) {
	slices.SortFunc(tops, compareContents)
	var others []*node
	for i, c := range tops {
		if i >= topsShown {
			others = append(others, c)
		}
		if !c.aside {
			for _, k := range c.children {
				others = append(others, k.deepest())
			}
		}
	}
	slices.SortStableFunc(others, compareContents)
	chosen := map[*node]bool{}
	for _, c := range tops[:min(topsShown, len(tops))] {
		chosen[c] = true
	}
	for _, c := range others[:min(contentsLines-len(chosen), len(others))] {
		chosen[c] = true
	}
	for _, c := range tops {
		if chosen[c] {
			shown = append(shown, c)
		}
		var below []*node
		for _, k := range c.children {
			if k = k.deepest(); chosen[k] {
				k.up = c.Path
				below = append(below, k)
			}
		}
		slices.SortFunc(below, compareContents)
		shown = append(shown, below...)
	}
	return shown
}

// filesAtTop returns the files directly in the target, as far as the tree of the scan has them.
func filesAtTop(scan *luminos.Scan) []*node {
	if scan.Tree == nil {
		return nil
	}
	var out []*node
	for _, n := range scan.Tree.Children {
		if n.Kind == luminos.KindFile || n.Kind == "" {
			file := &luminos.DirFacts{Path: luminos.Path(n.Name), TotalFiles: 1, Bytes: n.Size}
			out = append(out, &node{DirFacts: file, file: true})
		}
	}
	return out
}

// restOfContents returns the remark that counts the entries which a listing leaves out: directories, files at the top
// and hidden directories.
func restOfContents(left, files int, hidden []*node) string {
	var rest []string
	if left > 0 {
		rest = append(rest, words.Plural(left, "more directory", "more directories"))
	}
	if files > 0 {
		rest = append(rest, words.Plural(files, "file")+" at the top")
	}
	if len(hidden) > 0 {
		n := 0
		for _, c := range hidden {
			n += c.TotalFiles
		}
		rest = append(rest, words.HiddenEntries(len(hidden), n, 0))
	}
	if len(rest) == 0 {
		return ""
	}
	return "… " + words.List(rest)
}
