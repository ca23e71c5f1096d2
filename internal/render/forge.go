package render

import (
	"fmt"
	"net/url"
	"strings"

	"luminos"
)

// forge makes addresses of files of the target at the website of its repository. The zero value makes none.
type forge struct {
	page   string // of the repository, as [luminos.History] has it
	commit string
}

// forgeOf returns the forge of a report. Links need a remote at a known forge and a commit.
func forgeOf(f *luminos.Facts) forge {
	if f.History == nil || f.History.Remote == "" || !isCommit(f.History.Commit) {
		return forge{}
	}
	return forge{f.History.Remote, f.History.Commit}
}

// isCommit reports whether s is the hash of a commit. Reports can be edited by hand.
func isCommit(s string) bool { return len(s) == 40 && strings.Trim(s, "0123456789abcdef") == "" }

// address returns the address of a spot, or "" without a forge. Each character that could end an address in HTML or
// Markdown is encoded.
func (f forge) address(s *spot) string {
	host, _, _ := strings.Cut(strings.TrimPrefix(f.page, "https://"), "/")
	form, ok := forgeForms[host]
	if s == nil || !ok || f.page != "https://"+encodePath(strings.TrimPrefix(f.page, "https://")) {
		return ""
	}
	kind := form.file
	if s.dir {
		kind = form.dir
	}
	at := f.page + kind + f.commit
	if s.path != luminos.Root {
		at += "/" + encodePath(s.path.OS())
	}
	if s.first <= 0 || s.dir {
		return at
	}
	if form.plain && strings.HasSuffix(strings.ToLower(string(s.path)), ".md") {
		at += "?plain=1" // lines of a rendered document have no addresses
	}
	at += fmt.Sprintf(form.line, s.first)
	if s.last > s.first {
		at += fmt.Sprintf(form.last, s.last)
	}
	return at
}

// forgeForms are the parts of addresses, by host.
var forgeForms = map[string]struct {
	file, dir, line, last string
	plain                 bool
}{
	"github.com":    {"/blob/", "/tree/", "#L%d", "-L%d", true},
	"gitlab.com":    {"/-/blob/", "/-/tree/", "#L%d", "-%d", true},
	"codeberg.org":  {"/src/commit/", "/src/commit/", "#L%d", "-L%d", true},
	"bitbucket.org": {"/src/", "/src/", "#lines-%d", ":%d", false},
}

// encodePath returns the path as part of an address.
func encodePath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = strings.NewReplacer("(", "%28", ")", "%29", "'", "%27", "*", "%2A", "&", "%26").Replace(url.PathEscape(p))
	}
	return strings.Join(parts, "/")
}
