package rules

import (
	"cmp"

	"luminos"
)

// writer holds the values from which the sections and flags of a report are made.
type writer struct {
	*luminos.Dossier
	dirs map[luminos.Path]*dirNode
	root *dirNode
}

// The rules are grouped by the values that they read. flagRules raise flags,
// codeSections write about programs, materialSections about data, documents and
// media. The sections about the whole are written by writer itself.
type (
	flagRules        struct{ *writer }
	codeSections     struct{ *writer }
	materialSections struct{ *writer }
)

// dirNode is a directory in a tree, with the lines of code in its subtree.
type dirNode struct {
	luminos.DirFacts
	children []*dirNode // by path
	code     int        // lines in the subtree, without tests, examples and directories set aside
	set      bool       // the directory is tests, examples, documentation or set aside
}

func newWriter(d *luminos.Dossier) *writer {
	w := &writer{Dossier: d, dirs: make(map[luminos.Path]*dirNode, len(d.Facts.Directories))}
	for _, dir := range d.Facts.Directories { // sorted: parents come first
		n := &dirNode{DirFacts: dir}
		if parent := w.dirs[dir.Path.Dir()]; parent != nil {
			parent.children = append(parent.children, n)
			n.set = parent.set
		}
		n.set = n.set || aside(dir)
		w.dirs[dir.Path] = n
	}
	w.root = w.dirs[luminos.Root]
	if w.root == nil { // a target of which nothing could be read
		w.root = &dirNode{DirFacts: luminos.DirFacts{Path: luminos.Root}}
	}
	w.root.sum()
	return w
}

// aside reports whether the directory does not count as the target's own code: tests, documentation, examples, vendored
// or generated files.
func aside(d luminos.DirFacts) bool {
	switch d.Role {
	case luminos.DirTests, luminos.DirFixtures, luminos.DirDocumentation, luminos.DirExamples, luminos.DirBenchmarks,
		luminos.DirVendored, luminos.DirGenerated, luminos.DirOutput:
		return d.Path != luminos.Root
	}
	return d.Vendored
}

func (n *dirNode) sum() {
	if !n.set {
		n.code = n.own()
	}
	for _, c := range n.children {
		c.sum()
		n.code += c.code
	}
}

// own returns [ownCode] of the directory.
func (n *dirNode) own() int { return ownCode(n.DirFacts) }

// ownCode returns the number of lines of code in the files directly in the directory, without the lines of tests.
func ownCode(d luminos.DirFacts) int { return d.Code - d.TestCode }

// isCode reports whether the target is a program, in contrast to documents or data.
func (w *writer) isCode() bool { return w.Facts.MainLanguage != "" }

// subject returns the name of the target, or "This directory", for the beginning of a sentence.
func (w *writer) subject() string { return cmp.Or(w.Facts.Name, "This directory") }

// section returns a section with these statements and items, or nil if both lists are empty.
func section(id, title string, statements []luminos.Statement, items ...luminos.Item) *luminos.Section {
	if len(statements) == 0 && len(items) == 0 {
		return nil
	}
	return &luminos.Section{ID: id, Title: title, Statements: statements, Items: items}
}

// ifCut returns the text as a statement with the basis measured if a section lists fewer entries
// (shown) than there are (all), else nil.
func ifCut(all, shown int, text, field string) []luminos.Statement {
	if all <= shown {
		return nil
	}
	return []luminos.Statement{measured(text, from(field))}
}

func measured(text string, from []string, evidence ...luminos.Evidence) luminos.Statement {
	return luminos.Statement{Text: text, Basis: luminos.Measured, From: from, Evidence: evidence}
}

func derived(text string, from []string, evidence ...luminos.Evidence) luminos.Statement {
	return luminos.Statement{Text: text, Basis: luminos.Derived, From: from, Evidence: evidence}
}

func from(fields ...string) []string { return fields }
