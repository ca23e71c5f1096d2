package imports

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// supportNames are endings of the names of packages of Go that other packages import for their tests only. Since a name
// such as latest ends so, too, it does not suffice.
var supportNames = []string{"test", "testing", "testutil", "testutils"}

// forTests matches package comments that offer a package to tests.
var forTests = lazyregexp.Lazy(`(?i)\b(?:unit )?tests?[- ](?:only|helpers?|utilities|support|doubles?|fixtures?)\b|` +
	`\b(?:for|in|to help|helps?|only for) (?:use in )?(?:unit |integration )?test(?:s|ing)?\b`)

// support returns the directories of Go that hold no program and no part of one, but support of tests. Of three
// witnesses two are needed: a name with one of supportNames, files that import the package testing, a package comment.
// An import beside the comment alone has to be in half of the files: programs import testing for a single helper, too.
func support(files []*source) map[luminos.Path]bool {
	type tally struct {
		files, tests int
		said, main   bool
	}
	all := map[luminos.Path]*tally{}
	for _, f := range files {
		if f.path.Ext() != ".go" {
			continue
		}
		t := all[f.path.Dir()]
		if t == nil {
			t = &tally{}
			all[f.path.Dir()] = t
		}
		t.files++
		t.main = t.main || f.head.Package == "main"
		t.said = t.said || f.head.Comment != nil && forTests().MatchString(f.head.Comment.Text)
		for i := range f.head.Imports {
			if f.head.Imports[i].Spec == "testing" {
				t.tests++
			}
		}
	}
	dirs, sources := map[luminos.Path]bool{}, 0
	for dir, t := range all {
		named := false
		for _, end := range supportNames {
			named = named || strings.HasSuffix(dir.Base(), end)
		}
		shown := t.tests > 0 && named || t.said && (named || t.tests > 0 && t.tests*2 >= t.files)
		if shown && !t.main && dir != luminos.Root {
			dirs[dir] = true
			sources += t.files
		}
	}
	if sources*2 > len(files) {
		return nil // the target is a library for tests
	}
	return dirs
}

// within reports whether a directory or one above it is in the set.
func within(dir luminos.Path, set map[luminos.Path]bool) bool {
	for ; dir != luminos.Root; dir = dir.Dir() {
		if set[dir] {
			return true
		}
	}
	return false
}
