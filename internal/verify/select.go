package verify

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/search"
)

// Select returns the documents of a directory that people read first: README, AGENTS.md and CLAUDE.md in it, and all
// Markdown files in its directories docs and doc. Of a directory that is called docs or doc, or that lacks all of
// these, it returns all Markdown files. Change logs, which describe the past, are left out.
func Select(ctx context.Context, src luminos.Source, dir luminos.Path) ([]luminos.Path, error) {
	var first, all []luminos.Path
	_, err := search.Files(ctx, src, func(n luminos.Node) error {
		if !n.Path.Within(dir) || !IsDocument(n.Path) || changeLogs[stem(n.Path)] {
			return nil
		}
		all = append(all, n.Path)
		below := n.Path.Below(dir)
		top, _, deep := strings.Cut(string(below), "/")
		if !deep && slices.Contains([]string{"readme", "agents", "claude"}, stem(below)) || deep && (top == "docs" ||
			top == "doc") {
			first = append(first, n.Path)
		}
		return nil
	})
	if base := dir.Base(); len(first) == 0 || base == "docs" || base == "doc" {
		return all, err
	}
	return first, err
}

// changeLogs are the names of change logs.
var changeLogs = map[string]bool{"changelog": true, "changes": true, "history": true, "news": true, "releases": true}

// stem returns the last element of a path in lower case, up to its first dot.
func stem(p luminos.Path) string { return strings.ToLower(bareName(p)) }

// bareName returns the last element of a path, up to its first dot.
func bareName(p luminos.Path) string {
	s, _, _ := strings.Cut(p.Base(), ".")
	return s
}

// IsDocument reports whether a path is of a document that is checked: a Markdown file.
func IsDocument(p luminos.Path) bool { return isMarkdown(p) || p.Ext() == ".mdx" }
