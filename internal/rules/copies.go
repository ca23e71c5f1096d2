package rules

import (
	"luminos"
	"luminos/internal/words"
)

// Bounds of the section about copies.
const (
	copiedShown = 5 // directories that are copies
	groupsShown = 3 // groups of equal files
)

// copies returns the section about files with equal content, or nil without such files. Beside a program they have
// to waste more than 1 MiB.
func (w materialSections) copies() *luminos.Section {
	dup := w.Scan.Duplicates
	if dup.Total == 0 || w.isCode() && dup.Wasted <= 1<<20 {
		return nil
	}
	total := words.Plural(dup.Total, "group") + " of files with equal content " + verb(dup.Total, "holds ", "hold ") +
		words.Bytes(dup.Wasted) + " more than once."
	statements := []luminos.Statement{measured(total, from("scan/duplicates"))}
	var items []luminos.Item
	add := func(label, text string) {
		s := measured(words.Sentence(text), from("scan/duplicates"))
		items = append(items, luminos.Item{Label: label, Statement: s})
	}
	for _, d := range dup.Directories[:min(len(dup.Directories), copiedShown)] {
		text := words.All(d.Files, "file") + " (" + words.Bytes(d.Bytes) + ") are also in " + places(d)
		add(string(d.Path)+"/", text)
	}
	shown := 0
	for _, g := range dup.Groups {
		if shown == groupsShown || w.isCode() {
			break
		}
		if len(g.Paths) < 2 || inCopied(dup.Directories, g.Paths) {
			continue
		}
		shown++
		names := make([]string, 0, len(g.Paths)-1)
		for _, p := range g.Paths[1:] {
			names = append(names, string(p))
		}
		text := "also as " + words.Some(names, 2)
		if g.Count > 3 {
			text = "stands here " + words.Count(g.Count) + " times, also as " + names[0]
		}
		add(string(g.Paths[0]), text)
	}
	return section("copies", "Copies", statements, items...)
}

// places returns the directories that hold the copies of a directory as a list.
func places(d luminos.CopiedDir) string {
	names := make([]string, len(d.In))
	for i, p := range d.In {
		if names[i] = string(p) + "/"; p == luminos.Root {
			names[i] = "the top directory"
		}
	}
	if more := d.Dirs - len(names); more > 0 {
		return words.List(append(names, words.Count(more)+" more"))
	}
	return words.List(names)
}

// inCopied reports whether one of the paths lies in one of the directories.
func inCopied(dirs []luminos.CopiedDir, paths []luminos.Path) bool {
	for _, d := range dirs {
		for _, p := range paths {
			if p.Within(d.Path) {
				return true
			}
		}
	}
	return false
}
