package verify

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
	"luminos/internal/search"
)

// Select returns the documents of a directory that people read first: README, AGENTS.md and CLAUDE.md in it, and all
// Markdown files in its directories docs and doc. Of a directory that is called docs or doc, or that lacks all of
// these, it returns all Markdown files except vendored ones and data of tests. Change logs, which describe the past,
// are left out.
// A link to a document of the source counts as this document.
func Select(ctx context.Context, src luminos.Source, dir luminos.Path) ([]luminos.Path, error) {
	var first, all []luminos.Path
	_, err := search.Files(ctx, src, func(n luminos.Node) error {
		if !n.Path.Within(dir) || !IsDocument(n.Path) || changeLogs[stem(n.Path)] {
			return nil
		}
		below := n.Path.Below(dir)
		if !pathrole.Under(below, luminos.DirVendored, luminos.DirFixtures) {
			all = append(all, n.Path)
		}
		top, _, deep := strings.Cut(string(below), "/")
		if !deep && isFirst(below) || deep && (top == "docs" || top == "doc") {
			first = append(first, n.Path)
		}
		return nil
	})
	listErr := eachLink(ctx, src, dir, func(p, to luminos.Path) { // of a README that is a link, the document is checked
		if isFirst(p) && slices.Contains(all, to) && !slices.Contains(first, to) {
			first = append(first, to)
		}
	})
	if err = cmp.Or(err, listErr); err != nil {
		return nil, err
	}
	if base := dir.Base(); len(first) == 0 || base == "docs" || base == "doc" {
		return all, nil
	}
	return first, nil
}

// eachLink calls see with the symbolic links in a directory and their targets. An error is of the listing.
func eachLink(ctx context.Context, src luminos.Source, dir luminos.Path, see func(p, to luminos.Path)) error {
	nodes, err := src.List(ctx, dir)
	for _, n := range nodes {
		if n.Kind != luminos.KindSymlink {
			continue
		}
		if n, err := src.Stat(ctx, n.Path); err == nil && n.Target != "" {
			see(n.Path, luminos.Path(path.Join(string(dir), n.Target)))
		}
	}
	return err
}

// isFirst reports whether people read the document p before others, by its name.
func isFirst(p luminos.Path) bool {
	return slices.Contains([]string{"readme", "agents", "claude"}, stem(p))
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
