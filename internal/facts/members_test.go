package facts

import (
	"cmp"
	"maps"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
	"luminos/internal/scan"
)

// TestMembers checks the facts of a folder of projects: the whole has no name, command or licence of a member, and the
// facts of a member equal the facts of its directory alone.
func TestMembers(t *testing.T) {
	files := map[string]string{
		"kite/README.md": "# Kite\n\nKite is a command-line program that flies kites in any wind.\n",
		"kite/LICENSE":   "MIT License\n\nCopyright (c) 2020 The authors\n\nPermission is hereby granted, free of charge",
		"kite/go.mod":    "module example.org/kite\n\ngo 1.22\n",
		"kite/main.go":   "// Command kite flies kites.\npackage main\n\nimport \"example.org/kite/fly\"\n\nfunc main() { fly.Up() }\n",
		"kite/fly/up.go": "// Package fly goes up.\npackage fly\n\n// Up goes up.\nfunc Up() {}\n",
		"kite/serve.go": "package main\n\nimport \"net/http\"\n\nfunc serve() {\n" +
			strings.Repeat("\thttp.HandleFunc(\"/fly\", fly)\n", manyRoutes) +
			"\thttp.ListenAndServe(\":8080\", nil)\n}\n",
		"kite/Dockerfile":  "FROM scratch\nCOPY kite /\n",
		"kite/data/w.csv":  "day,wind\n2024-01-01,3\n2024-01-02,4\n",
		"notes/README.rst": "Notes\n=====\n\nLetters and notes on the weather of the coast.\n",
		"notes/LICENSE":    "All rights reserved.\n",
		"notes/a.md":       "# A letter\n\nThe wind was strong, and the kites flew well for hours.\n",
	}
	src, measured := factstest.Tree(t, files)
	whole, err := Of(t.Context(), src, measured, Options{Part: scan.Part})
	if err != nil {
		t.Fatal(err)
	}
	if whole.Sort != luminos.SortProjects || whole.Kind != "folder of 2 separate projects" || len(whole.Members) != 2 {
		t.Fatalf("got %q, %q, %d members", whole.Sort, whole.Kind, len(whole.Members))
	}
	if whole.Name+whole.Description+whole.License+whole.MainLanguage+whole.Audience != "" || len(whole.Commands)+len(whole.EntryPoints) > 0 {
		t.Errorf("a member speaks for the whole: %q, %q, %v", whole.Name, whole.Description, whole.Commands)
	}
	for i := range whole.Members {
		m := &whole.Members[i]
		factstest.Holds(t, src, m.Evidence...)
		own := map[string]string{}
		for name, text := range files {
			if rest, ok := strings.CutPrefix(name, string(m.Path)+"/"); ok {
				own[rest] = text
			}
		}
		alone, measured := factstest.Tree(t, own)
		want, err := Of(t.Context(), alone, measured, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := m.Facts
		if m.Name != cmp.Or(want.Name, string(m.Path)) || m.Kind != want.Kind || m.Language != want.MainLanguage || m.Sort != want.Sort || m.Files != len(own) {
			t.Errorf("%s: got %q, %q, %q, want %q, %q, %q", m.Path, m.Name, m.Kind, m.Language, want.Name, want.Kind, want.MainLanguage)
		}
		if diff := gocmp.Diff(want.Interfaces, got.Interfaces); diff != "" {
			t.Errorf("%s: interfaces (-alone +member):\n%s", m.Path, diff)
		}
		if got.Description != want.Description || len(got.Commands) != len(want.Commands) || len(got.Imports.Edges) != len(want.Imports.Edges) ||
			len(got.Datasets) != len(want.Datasets) || len(got.Directories) != len(want.Directories) {
			t.Errorf("%s: the facts differ from the facts of its directory alone: %q, %d commands, %d edges, %d datasets, %d directories", m.Path,
				got.Description, len(got.Commands), len(got.Imports.Edges), len(got.Datasets), len(got.Directories))
		}
		for j := range got.Directories {
			if got.Directories[j].Path != want.Directories[j].Path || got.Directories[j].About != want.Directories[j].About {
				t.Errorf("%s: got the directory %s: %q", m.Path, got.Directories[j].Path, got.Directories[j].About)
			}
		}
	}
}

// TestOnlyMember checks that the whole has the head of its only member, if no file lies beside the member.
func TestOnlyMember(t *testing.T) {
	files := map[string]string{
		"package/package.json": `{"name":"kite","version":"1.2.3","description":"Flies kites","main":"a.js"}`,
		"package/README.md":    "# Kite\n\nFlies kites.\n",
		"package/a.js":         "module.exports = 1\n",
	}
	for beside, want := range map[string]string{
		"":      "kite, 1.2.3, Flies kites, library",
		"a.txt": ", , , ",
	} {
		files := maps.Clone(files)
		if beside != "" {
			files[beside] = "Notes\n"
		}
		src, measured := factstest.Tree(t, files)
		f, err := Of(t.Context(), src, measured, Options{Part: scan.Part})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join([]string{f.Name, f.Version, f.Description, f.Kind}, ", ")
		if got != want {
			t.Errorf("beside %q: got %q, want %q", beside, got, want)
		}
		for _, field := range []string{"name", "version", "description"} {
			factstest.Holds(t, src, f.Evidence[field]...)
		}
	}
}
