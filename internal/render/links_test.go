package render

import (
	"testing"

	"luminos"
)

// TestLinksAtTopAreNoFiles checks that all links at the top are left out of the number of files there, also the ones
// that the tree of the scan omits.
func TestLinksAtTopAreNoFiles(t *testing.T) {
	scan := &luminos.Scan{
		Tree:    &luminos.TreeNode{Kind: luminos.KindDir, Children: []*luminos.TreeNode{{Name: "a", Kind: luminos.KindSymlink}}},
		Links:   []luminos.Link{{Path: "a"}, {Path: "b"}, {Path: "c/d"}},
		Special: []luminos.Special{{Path: "pipe"}},
	}
	if got := linksAtTop(scan); got != 3 {
		t.Errorf("%d entries, want 3", got)
	}
}
