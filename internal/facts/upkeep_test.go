package facts

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"luminos"
)

func TestTodos(t *testing.T) {
	source := func(p luminos.Path) *luminos.File { return &luminos.File{Path: p, Category: luminos.CategorySource} }
	vendored := source("a.js")
	vendored.Vendored = true
	for _, tt := range []struct {
		name  string
		file  *luminos.File
		text  string
		count int
		first int
	}{
		{"comments of several languages", source("a.go"), "x := 1\n// TODO: more\ny() // see FIXME\n/* XXX */\n", 3, 2},
		{"a comment of more than one line", source("a.c"), "/*\n * TODO\n */\n", 1, 2},
		{"a name is no comment", source("a.go"), "ctx := context.TODO()\nconst XXX = 1\n", 0, 0},
		{"a part of a word", source("a.go"), "// TODOS and XXXL\n", 0, 0},
		{"a test", source("a_test.go"), "// TODO\n", 0, 0},
		{"an example", source("examples/a.go"), "// TODO\n", 0, 0},
		{"third-party code", vendored, "// TODO\n", 0, 0},
		{"a document", &luminos.File{Path: "a.md", Category: luminos.CategoryDocument}, "# TODO\n", 0, 0},
	} {
		got := todosOf(luminos.Text{Path: tt.file.Path, Content: tt.text}, tt.file)
		if got == nil {
			got = &luminos.TodoFile{}
		}
		if got.Count != tt.count || got.First.Line != tt.first {
			t.Errorf("%s: %d lines, first %d; want %d, %d", tt.name, got.Count, got.First.Line, tt.count, tt.first)
		}
	}
}

func TestOwners(t *testing.T) {
	const text = `# the default
*  @kite/core

[Documentation] @kite/docs
/docs/ @kite/docs ann@example.org # and Ann
/docs/old/
#/backend/oss   @bob
#/backend/consul           Unmaintained
`
	want := []luminos.OwnerRule{
		{Pattern: "*", Owners: []string{"@kite/core"}},
		{Pattern: "/docs/", Owners: []string{"@kite/docs", "ann@example.org"}},
		{Pattern: "/docs/old/", Owners: []string{}},
		{Pattern: "/backend/consul", Owners: []string{}, Unmaintained: true},
	}
	got := ownersOf(luminos.Text{Path: ".github/CODEOWNERS", Content: text})
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(luminos.OwnerRule{}, "Evidence")); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if got := ownersOf(luminos.Text{Path: "a/b/CODEOWNERS", Content: text}); got != nil {
		t.Errorf("rules of a file that no host reads: %v", got)
	}
}

func FuzzOwners(f *testing.F) {
	f.Add("* @a\n#/x Unmaintained\n")
	f.Add("[A][2] @b\n\\#x @c\n")
	f.Fuzz(func(t *testing.T, s string) {
		rules := ownersOf(luminos.Text{Path: "CODEOWNERS", Content: s})
		if len(rules) > ownerRulesMost {
			t.Errorf("%d rules", len(rules))
		}
		for _, r := range rules {
			if r.Pattern == "" || r.Owners == nil {
				t.Errorf("rule without a pattern or a list of owners: %+v", r)
			}
		}
	})
}
