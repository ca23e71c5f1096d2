package verify_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/verify"
)

// Some statements are of other repositories, programs or renderers. Beside each one is a statement of the target.
func TestStatementsOfOthers(t *testing.T) {
	for _, test := range []struct {
		name  string
		doc   luminos.Path
		text  string
		files map[string]string
		want  string
	}{
		{"a submodule", "README.md", "[a](kit/a.md) [b](kits/a.md)",
			map[string]string{".gitmodules": "[submodule \"kit\"]\n\tpath = kit\n"}, "1 doc.path kits/a.md"},
		{"a submodule at the root", "README.md", "[b](kits/a.md)",
			map[string]string{".gitmodules": "[submodule \"kit\"]\n\tpath = ./\n"}, "1 doc.path kits/a.md"},
		{"a makefile that a program makes", "README.md", "Run `make install`.",
			map[string]string{"CMakeLists.txt": "", "old/Makefile": "all:\n"}, ""},
		{"a makefile", "README.md", "Run `make install`.",
			map[string]string{"Makefile": "all:\n", "CMakeLists.txt": ""}, "1 doc.command make install"},
		{"a clone of another repository", "README.md", "# Kit rows\n\n```sh\ngit clone https://x.y/more.git\ncd more\nmake rows\n```\n\n" +
			"```sh\ngit clone https://x.y/kit-rows.git\ncd kit-rows\nmake rows\n```", map[string]string{"Makefile": "all:\n"},
			"12 doc.command make rows"},
		{"a component with headings", "docs/a.mdx", "# A\n\n[a](#rows)\n\n<Rows kind=\"x\" />\n", map[string]string{}, ""},
		{"a file that a comment includes", "docs/a.md", "# A\n\n[a](#rows)\n\n<!-- include: rows.md -->\n",
			map[string]string{}, ""},
		{"a template", "docs/a.m4.md", "# A\n\n[a](#rows)\n", map[string]string{}, ""},
		{"a placeholder in a heading", "docs/a.md", "# `kit.<name>.rows`\n\n[a](#kitrows) [b](#kitcols)\n",
			map[string]string{}, "3 doc.anchor #kitcols"},
		{"no component", "docs/a.mdx", "# A\n\n[a](#rows)\n\n<b>Rows</b>\n", map[string]string{}, "3 doc.anchor #rows"},
		{"a title of a page", "docs/a.md", "[`docs/kit.rs`](b.md) [c](c.md)",
			map[string]string{"docs/b.md": "", "docs/kits.rs": ""}, "1 doc.path c.md"},
		{"an address of git", "docs/a.md", "[a](git@x.y:kit/rows.git) [b](kit/rows.git)",
			map[string]string{}, "1 doc.path kit/rows.git"},
		{"an item on a page of JSDoc", "docs/a.md", "[a](rows#.b) [c](cols)",
			map[string]string{"docs/row.md": ""}, "1 doc.path cols"},
		{"a terse document", "docs/a.md",
			strings.Repeat("Load rows quickly, keep columns sorted, write output files.\n\n", 3) +
				"See the rows that you keep with `lib/row.go`.\n", map[string]string{"lib/rows.go": ""}, "7 doc.path lib/row.go"},
		{"a document in another language", "docs/a.md",
			strings.Repeat("Lade Zeilen schnell, halte Spalten geordnet, schreibe neue Dateien.\n\n", 4) +
				"See the rows that you keep with `lib/row.go`.\n", map[string]string{"lib/rows.go": ""}, ""},
		{"a script of users", "docs/a.md", "```sh\nnode rows.js\n```", map[string]string{"x.js": ""}, ""},
		{"a script", "README.md", "```sh\nnode rows.js\n```", map[string]string{"x.js": ""}, "2 doc.path node rows.js"},
		{"projects of others", "README.md", "# Related projects\n\n- Kit uses `docs/row.md`.\n\n# Use\n\n- It uses `docs/row.md`.",
			map[string]string{"docs/rows.md": ""}, "7 doc.path docs/row.md"},
		{"two versions", "README.md", "It requires Go 1.20. Parts run on Go 1.18 and later.\n\nIt requires Go 1.20.",
			map[string]string{"go.mod": "module x\ngo 1.22\n"}, "3 doc.version Go 1.20"},
		{"a condition", "README.md", "It warns when a module has Go 1.20 or later. It requires Rust 1.2.",
			map[string]string{"go.mod": "module x\ngo 1.22\n",
				"Cargo.toml": "[package]\nname = \"x\"\nrust-version = \"1.80\"\n"},
			"1 doc.version Rust 1.2"},
		{"a file of the same name elsewhere", "README.md",
			"See `kit/rows.yml`, `kit/a/cols.yml` and" +
				" `kit/more/keys.yml`, `kit/keys.yml` and `other/rows.yml`, `other/rows.yml`.",
			map[string]string{"other/rows.yml": "", "kit/keys.yml": "", "kit/b/cols.yml": ""}, "1 doc.path kit/more/keys.yml"},
		{"anchors of another renderer", "docs/a.md",
			"# KIT_HOME\n\n## show / info\n\n[a](#kit-home) [b](#show) [c](#shows) [d](../README.md#b-c)",
			map[string]string{"README.md": "# b.c\n"}, "5 doc.anchor #shows|5 doc.anchor ../README.md#b-c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.files[string(test.doc)] = test.text + "\n"
			src, _ := write(t, test.files)
			r, err := verify.Documents(t.Context(), src, []luminos.Path{test.doc}, nil)
			if err != nil || withoutNearest(r) != test.want {
				t.Errorf("got %q, %v\nwant %q", withoutNearest(r), err, test.want)
			}
		})
	}
}

// Parts of one page link to anchors of each other. A document that has most of its own anchors is a page.
func TestPartsOfAPage(t *testing.T) {
	src, _ := write(t, map[string]string{
		"README.md":    "# Rows\n\n[a](#cols)\n",
		"docs/cols.md": "# Cols\n\n[a](#rows) [b](#cells)\n",
		"docs/rows.md": "# Rows\n\n[a](#cols)\n",
		"docs/page.md": "# Page\n\n[a](#page) [b](#rows)\n",
	})
	docs := []luminos.Path{"README.md", "docs/cols.md", "docs/page.md", "docs/rows.md"}
	r, err := verify.Documents(t.Context(), src, docs, nil)
	const want = "3 doc.anchor #cols|3 doc.anchor #cells|3 doc.anchor #rows"
	if err != nil || withoutNearest(r) != want {
		t.Errorf("got %q, %v\nwant %q", withoutNearest(r), err, want)
	}
}

// A README at the top can be a link to the document of a package: its links hold from either place.
func TestLinkedReadme(t *testing.T) {
	src, dir := write(t, map[string]string{
		"kit/README.md": "[a](rows) [b](cols) [c](keys) [d](x.md#a)\n", "rows/x": "", "kit/cols/x": "",
		"x.md": "# B\n", "kit/x.md": "# A\n",
	})
	if err := os.Symlink("kit/README.md", filepath.Join(dir, "README.md")); err != nil {
		t.Fatal(err)
	}
	docs, err := verify.Select(t.Context(), src, luminos.Root)
	if err != nil || len(docs) != 1 {
		t.Fatal(docs, err)
	}
	r, err := verify.Documents(t.Context(), src, docs, nil)
	if err != nil || withoutNearest(r) != "1 doc.path keys" {
		t.Errorf("got %q, %v", withoutNearest(r), err)
	}
}
