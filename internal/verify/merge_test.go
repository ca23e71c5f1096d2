package verify_test

import (
	"strings"
	"testing"

	"luminos"
	"luminos/internal/verify"
)

// One missing thing is one finding with all its places.
func TestPlacesOfOneCause(t *testing.T) {
	src, _ := write(t, map[string]string{
		"README.md": "[a](no.md)\n\n[b](no.md#x)\n\n[c](gone.md)\n", "AGENTS.md": "[a](no.md)\n",
	})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md", "AGENTS.md"}, nil)
	if err != nil || summary(r) != "1 doc.path no.md|5 doc.path gone.md" || len(r.Findings[0].Also) != 2 {
		t.Fatalf("got %q, %v", summary(r), err)
	}
	if got := r.Findings[0].Text(); !strings.HasSuffix(got, "; also at README.md:1, README.md:3") {
		t.Errorf("got %q", got)
	}
}

// A page of a site most of whose links fail is a copy from elsewhere, or the site has other addresses. A script can
// make a file of a link.
func TestPagesWithOtherAddresses(t *testing.T) {
	src, _ := write(t, map[string]string{
		"mkdocs.yml": "", "docs/copy.md": "[a](LICENSE.md) [b](no.md) [c](a.md)\n", "docs/a.md": "[b](no.md) [c](b.md)\n",
		"docs/b.md": "[a](a.md) [m](made.md)\n", "deploy.sh": "cp README.md docs/made.md\n",
	})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"docs/copy.md", "docs/a.md", "docs/b.md"}, nil)
	if err != nil || summary(r) != "1 doc.path no.md" || r.Findings[0].Path != "docs/a.md" {
		t.Errorf("got %q, %v", summary(r), err)
	}
}
