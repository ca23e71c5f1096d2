package facts_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"luminos"
	"luminos/internal/facts/factstest"
	"luminos/internal/hostiletest"
)

var update = flag.Bool("update", false, "rewrite the wanted facts in testdata")

// TestTrees compares the facts of the trees in testdata with the file WANT of each
// archive, formatted by [summary].
func TestTrees(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "WANT" })
			if want < 0 {
				t.Fatal("the archive has no WANT")
			}
			got := summary(factsOf(t, unpack(t, a)))
			if *update {
				a.Files[want].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(a.Files[want].Data), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// unpack writes the tree of an archive and returns its directory.
func unpack(t *testing.T, a *txtar.Archive) string {
	t.Helper()
	files := map[string]string{}
	for _, f := range a.Files {
		if f.Name != "WANT" {
			files[f.Name] = string(f.Data)
		}
	}
	return factstest.Write(t, files)
}

// summary formats the conclusions of this package, and the facts that they are
// drawn from. The readers test the details of their facts.
func summary(f *luminos.Facts) string {
	var b strings.Builder
	for _, l := range [][2]string{
		{"name", f.Name}, {"description", f.Description}, {"kind", f.Kind}, {"audience", f.Audience},
		{"main language", f.MainLanguage}, {"licence", f.License},
	} {
		if l[1] != "" {
			fmt.Fprintf(&b, "%s: %s\n", l[0], l[1])
		}
	}
	for _, m := range f.Manifests {
		fmt.Fprintf(&b, "manifest %s: %s, %s\n", m.Path, m.Ecosystem, m.Role)
	}
	for _, e := range f.EntryPoints {
		fmt.Fprintf(&b, "entry %s: %s %s\n", e.Path, e.Kind, e.Name)
	}
	for _, l := range [][]string{append([]string{"ci"}, f.CI...), append([]string{"tests"}, f.TestFrameworks...)} {
		if len(l) > 1 {
			fmt.Fprintf(&b, "%s: %s\n", l[0], strings.Join(l[1:], ", "))
		}
	}
	for _, d := range f.Directories {
		fmt.Fprintf(&b, "dir %s: %s", d.Path, d.Role)
		if d.Vendored {
			b.WriteString(", vendored")
		}
		if d.About != "" {
			fmt.Fprintf(&b, " | %s", d.About)
		}
		if len(d.Notable) > 0 {
			fmt.Fprintf(&b, " | %s", d.Notable[0].Base())
		}
		b.WriteString("\n")
	}
	for _, h := range f.Injections {
		fmt.Fprintf(&b, "injection %s:%d %s\n", h.Path, h.Line, h.Pattern)
	}
	for _, p := range f.Problems {
		fmt.Fprintf(&b, "problem %s: %s\n", p.Path, p.Reason)
	}
	for _, key := range slices.Sorted(maps.Keys(f.Evidence)) {
		for _, e := range f.Evidence[key] {
			fmt.Fprintf(&b, "evidence %s: %s", key, e.Path)
			if e.Lines != nil {
				fmt.Fprintf(&b, ":%d %s", e.Lines.First, e.Quote)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// TestKindsOfMaterial checks the kinds of targets that are not code.
func TestKindsOfMaterial(t *testing.T) {
	jpeg := "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xd9"
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00"
	ogg := "OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00"
	csv := "day,count\n2024-01-01,3\n2024-01-02,4\n"
	many := func(pattern string, n int, data string) map[string]string {
		m := map[string]string{}
		for i := range n {
			m[fmt.Sprintf(pattern, i)] = data
		}
		return m
	}
	with := func(ms ...map[string]string) map[string]string {
		all := map[string]string{}
		for _, m := range ms {
			maps.Copy(all, m)
		}
		return all
	}
	const demo = "\\documentclass{beamer}\n\\title{Rome}\n\\begin{document}\nIt has text.\n\\end{document}\n"
	const page = "<html><body>Hi</body></html>\n"
	about := map[string]string{"README.md": "# Hosts\n", "LICENSE": "MIT License\n"}
	for _, c := range []struct {
		kind  string
		files map[string]string
	}{
		{"empty directory", nil},
		{"", map[string]string{"db/": ""}},
		{"folder of JPEG images", many("2024/IMG_%d.jpg", 6, jpeg)}, // no data of a camera
		{"Ansible configuration", with(about, many("roles/r%d/tasks/main.yml", 6, "- name: x\n"),
			many("files/%d.sh", 2, "echo a\necho b\n"))},
		{"folder, mostly YAML files", with(many("roles/r%d/tasks/main.yml", 6, "- name: x\n"),
			many("files/%d.sh", 2, "echo a\necho b\n"))},
		{"folder of PNG images", many("icons/%d.png", 6, png)},
		{"", with(many("images/%d.png", 12, png), many("book/%d.md", 6, "# A chapter\n\nIt has text.\n"))},
		{"folder of Ogg files", many("songs/%d.ogg", 6, ogg)},
		{"", with(many("%d.ogg", 4, ogg), many("%d.jpg", 4, jpeg))},
		{"folder, mostly images", with(many("%d.gif", 4, "GIF89a"), many("%d.jpg", 4, jpeg),
			many("%d.txt", 1, "Hi\n"))},
		{"", many("%d.pdf", 2, "%PDF-1.4\n")}, // too few
		{"folder, mostly CSV files", with(many("%d.csv", 3, csv), many("clean%d.py", 1, "import csv\nprint(1)\n"),
			map[string]string{"README.md": "# Counts\n"})},
		{"", map[string]string{"levels.csv": strings.Repeat(csv, 2000),
			"scripts/get.py": "print(1)\n", "scripts/clean.py": "print(2)\n"}},
		{"folder of Markdown files", many("note%d.md", 5, "# A note\n\nSome words about a thing.\n")},
		{"folder of INI files", many("hosts/%d.ini", 5, "[a]\nb=c\n")},
		{"", with(many("%d.ini", 3, "[a]\nb=c\n"), many("%d.toml", 3, "[a]\nb=1\n"))},
		{"folder, mostly INI files", with(many("%d.ini", 5, "[a]\nb=c\n"),
			map[string]string{"README.md": "# Settings of hosts\n"})},
		{"", with(many("k%d/.gitignore", 5, "*.o\n"),
			map[string]string{"README.md": "# Ignored\n\nFiles to begin with.\n"})},
		{"folder, mostly office documents", with(many("%d.docx", 4, "PK\x03\x04"), many("%d.xlsx", 3, "PK\x03\x04"),
			many("%d.pdf", 2, "%PDF-1.4\n"))},
		{"folder, mostly documents", with(many("%d.tex", 4, "\\section{A}\n"), many("%d.png", 3, png),
			map[string]string{"README.md": "# Vita\n\nVita is a template for a resume in XeTeX.\n"})},
		{"folder, mostly PNG images", with(many("%d.png", 12, png), many("%d.md", 2, "# A\n"))},
		{"", many("symbols/s%d", 8, "partial xkb_symbols { include latin }\n")}, // texts of any sort
		{"", with(many("rt/syntax/s%d.vim", 4, "syn match a\n"),
			map[string]string{"rt/macros/maze/maze.c": "int main() {}\n"})},
		{"standard library of Python", with(many("encodings/e%d.py", 2, "x = 1\n"), many("email/e%d.py", 2, "x = 1\n"),
			map[string]string{"os.py": "x = 1\n", "abc.py": "x = 1\n", "ast.py": "x = 1\n", "lib-dynload/a.so": "x",
				"json/tool.py": "x = 1\n"})},
		{"data package", with(many("data/%d.csv", 2, csv), many("d%d.md", 3, "# Check\n\nIt has text.\n"),
			map[string]string{"datapackage.json": `{"name": "x"}`, "get.py": strings.Repeat("print(1)\n", 30)})},
		{"data package", with(with(many("%d.json", 9, `{"a": "`+strings.Repeat("x", 4000)+`"}`),
			many("%d.json.d.ts", 9, "declare const a: string[];\n")), map[string]string{"package.json": `{"name": "x"}`})},
		{"command-line program", with(many("%d.d.ts.map", 60, `{"a": "`+strings.Repeat("x", 4000)+`"}`),
			map[string]string{"package.json": `{"name": "x", "bin": "x"}`, "x": "#!/usr/bin/env node\nimport \"./y\"\n"})},
		{"", map[string]string{"package.json": `{"name": "x"}`, "x.css": "a{color:red}\n", "README.md": "# X\n", "CHANGELOG.md": "# 1\n"}},
		{"", with(many("%d.txt.gz", 9, "\x1f\x8b\x08"), many("%d.png", 2, png))}, // compressed texts
		{"folder, mostly Info manuals", with(many("%d.info.gz", 9, "\x1f\x8b\x08"), many("%d.png", 2, png))},
		{"folder, mostly style sheets", with(many("scss/%d.scss", 9, strings.Repeat("a { color: red }\n", 20)),
			many("scripts/%d.js", 2, "run()\n"),
			map[string]string{"package.json": `{"name": "x"}`, "README.md": "# X\n"})},
		{"folder of compiled translations", many("uk/LC_MESSAGES/%d.mo", 6, "\xde\x12\x04\x95")},
		{"", map[string]string{"README.md": "# Rome\n\nRome is a Beamer theme.\n",
			"demo/demo.tex": demo}},
		{"LaTeX theme", map[string]string{"LICENSE": "MIT", "README.md": "# Rome\n\nRome is a Beamer theme.\n",
			"demo/demo.tex": demo}},
		{"folder of certificate files", many("certs/c%d.pem", 4, "-----BEGIN CERTIFICATE-----\n")},
		{"manifest of a package without code", map[string]string{"package.json": `{"name": "x"}`, "package-lock.json": "{}"}},
		{"folder, mostly CSV files", with(many("%d.csv", 3, csv), many("%d.ipynb", 2, `{"cells": [], "nbformat": 4}`))},
		{"folder, mostly trained models and notebooks", with(many("m/%d.onnx", 4, "\x08\x07"),
			with(many("%d.ipynb", 4, `{"cells": [], "nbformat": 4}`), many("%d.csv", 2, csv)))},
		{"", map[string]string{"Dockerfile": "FROM debian\nCOPY run.conf /\n", "run.conf": "a=b\n"}},
		{"", map[string]string{"index.html": page, "style.css": "a{color:red}\n"}},
		{"static website", with(about, map[string]string{"index.html": page, "style.css": "a{color:red}\n"})},
		{"static website", with(about, map[string]string{"index.html": page,
			"menu.js": "document.title = 1\n", "a.png": png})},
		{"", with(many("p/%d.jpg", 4, jpeg), many("d/%d.csv", 3, csv),
			many("l/%d.txt", 5, "Dear Ann, how are you?\n"))},
	} {
		if got := factsOf(t, factstest.Write(t, c.files)).Kind; got != c.kind {
			t.Errorf("got %q, want %q", got, c.kind)
		}
	}
}

// TestFormatsAsHeld checks that a format that only the names of files show has the name of the holdings.
func TestFormatsAsHeld(t *testing.T) {
	f := factsOf(t, factstest.Write(t, map[string]string{"a.gpg": "\x99\x01\x02\x00\x01", "b.gpg": "\x99\x01\x03\x00\x01"}))
	if len(f.Formats) != 1 || f.Formats[0].Name != "OpenPGP file" || f.Formats[0].Files != 2 {
		t.Errorf("%+v", f.Formats)
	}
}

// TestPartsOfAMixedDirectory checks that the licence and the packages of a part are not the ones of the whole.
func TestPartsOfAMixedDirectory(t *testing.T) {
	files := map[string]string{"old/LICENSE": "MIT License\n", "old/package.json": `{"license": "MIT", "dependencies": {"express": "^5"}, "devDependencies": {"mocha": "^9"}}`}
	for i := range 4 {
		files[fmt.Sprintf("p/%d.svg", i)] = "<svg/>"
		files[fmt.Sprintf("d/%d.csv", i)] = "a,b\n1,2\n"
		files[fmt.Sprintf("l/%d.txt", i)] = "Dear Ann, how are you?\n"
	}
	f := factsOf(t, factstest.Write(t, files))
	if f.License != "" || f.Stack != "" || len(f.TestFrameworks) > 0 || len(f.Commands) > 0 {
		t.Errorf("licence %q, stack %q, commands %v", f.License, f.Stack, f.Commands)
	}
}

// TestPlaceDoesNotMatter checks that two copies of one tree have the same facts,
// to the byte.
func TestPlaceDoesNotMatter(t *testing.T) {
	a, err := txtar.ParseFile("testdata/python.txtar")
	if err != nil {
		t.Fatal(err)
	}
	one, two := encode(t, factsOf(t, unpack(t, a))), encode(t, factsOf(t, unpack(t, a)))
	if d := cmp.Diff(one, two); d != "" {
		t.Error(d)
	}
}

func encode(t *testing.T, f *luminos.Facts) string {
	t.Helper()
	b, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestHostileTree checks that a hostile tree has facts.
func TestHostileTree(t *testing.T) {
	root := factstest.Write(t, map[string]string{
		"package.json":   `{"name": ` + strings.Repeat("[", 100_000/hostiletest.Shrink),
		"Cargo.toml":     "[package\nname = \x00",
		"pyproject.toml": strings.Repeat("[a.", 50_000/hostiletest.Shrink),
		"go.mod":         "module \"\n",
		"pom.xml":        strings.Repeat("<a>", 100_000/hostiletest.Shrink),
		"README.md":      strings.Repeat("> ", 200_000/hostiletest.Shrink) + "[](" + strings.Repeat("![", 50_000/hostiletest.Shrink),
		"LICENSE":        strings.Repeat("MIT OR ", 50_000/hostiletest.Shrink),
		"data.csv":       strings.Repeat(`"`, 99_999/hostiletest.Shrink),
		"data.json":      strings.Repeat("{\"a\":", 100_000/hostiletest.Shrink),
		"a\x1b[31m\n.py": "import a\n",
		"bad\xff.txt":    "text",
		"Dockerfile":     strings.Repeat("FROM ${", 50_000/hostiletest.Shrink),
	})
	f := factsOf(t, root)
	if len(f.Directories) != 1 {
		t.Errorf("kind %q, %d directories", f.Kind, len(f.Directories))
	}
	encode(t, f)
}
