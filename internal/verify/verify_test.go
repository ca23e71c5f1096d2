package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/verify"
)

// write makes a directory of files by name and opens it.
func write(t testing.TB, files map[string]string) (*localdir.Dir, string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src, dir
}

// project is a small target with one thing for each rule.
var project = map[string]string{
	"go.mod":               "module example.com/tool\n\ngo 1.24\n",
	"Makefile":             ".PHONY: build\nbuild: tool\n\tgo build\nBIN = tool\n$(BIN):\n\ttrue\nlint-%:\n\ttrue\nTOOLS = tool-a tool-b\n$(TOOLS): x\n-include own.mk $(DEPS)\n",
	"justfile":             "alias t := test\ntest arg='x':\n  go test\n",
	"package.json":         `{"name": "web", "engines": {"node": ">=20"}, "scripts": {"dev": "x", "build:all": "y"}}`,
	"pyproject.toml":       "[project]\nname = 'p'\nrequires-python = '>=3.10'\n[project.scripts]\ntool-py = 'p:main'\n",
	"crate/Cargo.toml":     "[package]\nname = \"gem\"\nversion = \"2.1.0\"\nrust-version = \"1.75\"\n",
	"crate/src/bin/cut.rs": "fn main() {}\n",
	"cmd/tool/main.go":     "package main\n\nvar all_files, no_colour bool\n\nvar flags = []string{\"all-files\", \"depth\", \"json\", \"dry-run\", \"no-colour\"}\n",
	"internal/store/db.go": "package store\n\nfunc OpenReader() {}\n\nfunc openWriter() {}\n",
	"pack/__init__.py":     "class Loader:\n    def load_file(self):\n        pass\n\nclass Derived(Loader):\n    def read_all_rows(self):\n        pass\n",
	"pack/run.py":          "from .local import *\n",
	"scripts/check.sh":     "true\n",
	"docs/guide.md":        "# The guide\n\n## Set up\n\n## Set up\n\n<a name=Own></a>\n",
	"docs/img/a b.png":     "png",
	"docs/14-faq.md":       "# Questions\n",
	".gitignore":           "made/\n*.log\n",
	"docs/Makefile":        "%: Makefile\n\ttrue\n",
	".github/a.yml":        "",
	".env.example":         "A=1\n",
}

func TestDocuments(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"an address without quotes", "<a href=https://x.y/z>x</a> <a href=mailto:a@b.c>x</a> <a href=no.md>x</a>", "1 doc.path no.md"},
		{"links that lead somewhere", "[a](docs/guide.md) [b](docs/) ![c](docs/img/a%20b.png) [d](/docs/guide.md) [e](docs/guide.md?raw=1)", ""},
		{"a link to nothing", "[a](docs/guid.md)", "1 doc.path docs/guid.md docs/guide.md"},
		{"links of one absent directory", "[a](gifs/1.gif) ![b](gifs/2.gif) [c](docs/no.md)\n\n[d](gifs/deep/3.gif)",
			"1 doc.path docs/no.md|1 doc.path gifs/1.gif"},
		{"placeholders of templates", "![a](image-link) <img href=\"none\"> `docs/guide[_x].md`", ""},
		{"a link of HTML", "text\n\n<img src=\"docs/no.png\">", "3 doc.path docs/no.png"},
		{"links elsewhere", "[a](https://x.y/z) [b](../other/x.md) [c](mailto:a@b.c) [d]({{ site }}/x) [e](<% x %>)", ""},
		{"an unused bracket", "a [b] and `[c](nothing.md)`\n\n```\n[d](nothing.md)\n```", ""},
		{"a link by reference", "see [a][r]\n\n[r]: docs/nothing.md", "1 doc.path docs/nothing.md"},
		{"a file of a build", "[a](made/report.html) and `made/x.go`", ""},
		{"anchors", "# A *b* `c`! :rocket:\n[a](#a-b-c-rocket) [b](#a-b-c) [c](docs/guide.md#set-up-1) [d](docs/guide.md#own) [e](#top) [f](docs/guide.md#readme)", ""},
		{"an escaped anchor", "<a name=\"in_a_b\"></a>\n[a](#in\\_a\\_b) [b](docs/a&amp;b.md)", "2 doc.path docs/a&b.md"},
		{"pages of a forge", "[a](../pulls) [b](../../issues/new) [c](../security/policy)", ""},
		{"a page of parts", "{!docs/part.md!}\n\n[a](#part)", ""},
		{"placeholders in links", "[a](versions/X.Y.Z.md) [b](@ref) [c](made.html)", ""},
		{"anchors of other forms", "# A [b-c]\n\n# D {: d}\n\n[a](#b-c) [b](#d)", ""},
		{"directives", "@github[#7](#7) @scaladoc:[x](a.B) @ref[y](no.md)", "1 doc.path no.md"},
		{"an anchor that is not there", "# One thing\n\n[a](#one-thin)", "3 doc.anchor #one-thin #one-thing"},
		{"an anchor of another document", "[a](docs/guide.md#sett-up)", "1 doc.anchor docs/guide.md#sett-up docs/guide.md#set-up"},
		{"lines", "`internal/store/db.go:3-5` [a](internal/store/db.go#L1-L5) `db.go:2`", ""},
		{"lines beyond the end", "`internal/store/db.go:3-50` is it\n[a](internal/store/db.go#L77)", "1 doc.line internal/store/db.go:3-50|2 doc.line internal/store/db.go#L77"},
		{"lines backwards", "`internal/store/db.go:5-3`", "1 doc.line internal/store/db.go:5-3"},
		{"an absurd line", "`internal/store/db.go:999999999`", "1 doc.line internal/store/db.go:999999999"},
		{"a path in code", "The store is `internal/store/dbs.go`, see `internal/store` and `store/db.go`.", "1 doc.path internal/store/dbs.go internal/store/db.go"},
		{"a path that the reader makes", "Create `internal/store/new.go` first. For example `docs/x.md`.", ""},
		{"paths that are placeholders", "Run `scripts/<name>.sh`, `scripts/foo.sh`, `path/to/file.go`, `docs/*.md`, `text/html`, `and/or`.", ""},
		{"a catch-all elsewhere", "```sh\nmake nothing\n```", "2 doc.command make nothing"},
		{"makefile targets", "```sh\nmake build\nmake tool\nmake -C docs html\nmake x.o\nmake VAR=1 build\nmake lint-go tool-a\n```", ""},
		{"a target that is not there", "```sh\n# first\n$ make biuld # now\n```", "3 doc.command make biuld make build"},
		{"a target in a sentence", "Run `make test-all` often.", "1 doc.command make test-all"},
		{"English", "```\nmake sure that it works\n```\nIt is `make` and `make it`.", "4 doc.command make it"},
		{"scripts of npm", "```console\n$ npm run dev\n$ pnpm -r run build:all -- --x\n$ npm run biuld:all\n```", "4 doc.command npm run biuld:all npm run build:all"},
		{"recipes of just", "```sh\njust test a\njust t\njust tset\n```", "4 doc.command just tset just test"},
		{"a package that cargo makes", "```sh\ncargo new --bin kite\ncargo init --bin kite\ncargo run --bin kite\n```",
			"4 doc.command cargo run --bin kite"},
		{"a page with a number", "[a](docs/faq/) [b](docs/faq) [c](docs/fax/)",
			"1 doc.path docs/fax/"},
		{"cargo", "```sh\ncargo run --bin cut\ncargo run --bin gem -- --bin x\ncargo run --bin cute\ncargo test -p gem\n```", "4 doc.command cargo run --bin cute --bin cut"},
		{"go", "```sh\ngo run ./cmd/tool\ngo test ./...\ngo test ./internal/...\ngo install example.com/tool/cmd/tol@latest\ngo install example.com/other/x@latest\n```", "5 doc.command go install example.com/tool/cmd/tol@latest cmd/tool"},
		{"python", "```sh\npython -m pack.run\npython -m pytest\npython -m pack.runs\n```", "4 doc.command python -m pack.runs python -m pack.run"},
		{"scripts", "```sh\n./scripts/check.sh\nbash scripts/chek.sh\ncp .env.example .env\n```", "3 doc.path bash scripts/chek.sh scripts/check.sh"},
		{"a directory that a comment names", "```sh\n# in the sub folder\nmake nothing\n```\nRun `make nothing` in the `docs` submodule.", ""},
		{"another directory", "```sh\ncd other\nmake nothing\n```\n\n```sh\ngit clone https://x.y/tool.git\ncd tool\nmake nothing\n```", "9 doc.command make nothing"},
		{"items of code", "See [a](gem::x), [`b`](crate#x) and [`Gem`].\n\n[`Gem`]: `gem::Gem`\n\n<script src=\"/web/a.js\"></script>\n", ""},
		{"a mark for programs", "[](#preventEval) [](none.md)", ""},
		{"files of an example", "E.g. `docs/shop.md` or `docs/till.md`.\n\n`scripts/shops.sh`:\n\n```\ntrue\n```\n", ""},
		{"a package in quotes", "```sh\nsh -c \"go test ./internal/stores\"\n```", ""},
		{"a value of several words", "```sh\nmake VAR=\"a b\" build\n```", ""},
		{"a version as an example", "- Use a Go with modules (e.g. Go 1.11+)", ""},
		{"a version at the start", "To start using it, install Go 1.22 or above.", "1 doc.version Go 1.22 or above Go 1.24"},
		{"a version in passing", "It makes a module in Node 13+ possible.", ""},
		{"versions", "Requires Go 1.24+, Python >= 3.10, Node.js 22 or later. Since Go 1.2+ it is fast.", ""},
		{"versions of other things", "- Tool 2.x works with PHP 7.2 or above, since it requires Python 3.1+ for x.\n- ¹ Requires Go 1.20 or above.\n- Generics (Go 1.18+).", ""},
		{"versions that are too old", "- Go 1.22 or later\n- Python 3.9+\n- Node >= 18", "1 doc.version Go 1.22 or later Go 1.24|2 doc.version Python 3.9+ Python 3.10|3 doc.version Node >= 18 Node 20"},
		{"pins", "```toml\n[dependencies]\ngem = \"2\"\nother = \"1\"\n```", ""},
		{"a pin of another version", "```toml\n[dependencies]\ngem = { version = \"1.4\", x = 1 }\n```", "3 doc.version gem = { version = \"1.4\", x = 1 } gem = { version = \"2.1.0\", x = 1 }"},
		{"a version that is needed", "It requires Go 1.22. It requires **Python 3.12+**. \n\nIt has Python 3.13+.\n\n## Development\n\nIt needs Python 3.12+.", "1 doc.version Go 1.22 Go 1.24|1 doc.version Python 3.12+ Python 3.10"},
		{"anchors of contributors", "<a href=\"#maintenance-me\">x</a> [a](/img/no.png)", ""},
		{"placeholders of code", "```sh\ngo build ./cmd/foo\n```\n\n`docs/YourGuide.md` [a](~/x.png)", ""},
		{"names below a heading about new things", "## New stores\n\n### Tests\n\nWrite `internal/store/my_db.go` and `internal/store/dba_test.go`.", ""},
		{"a list of files", "- `db.go` a\n- `run.py` b\n- `check.sh` c\n- `dbx.go` d\n", "4 doc.path dbx.go db.go"},
		{"a file that each user has", "- `db.go` a\n- `run.py` b\n- `check.sh` c\n- `local.py` d\n", ""},
		{"a pattern beside a path", "- `internal/store/dbs.go`\n- `internal/store/**/*.go`\n", ""},
		{"an anchor in other letters", "# Äb c\n\n[a](#%C3%A4b-d)", "3 doc.anchor #%C3%A4b-d #äb-c"},
		{"a path in other letters", "[a](docs/Makefile/) [b](DOCS/Makefile)", "1 doc.path DOCS/Makefile docs/Makefile"},
		{"a catch-all in the directory of a sentence", "Go to `docs` and run `make nothing`.", ""},
		{"ignored", "<!-- luminos-verify-ignore -->\n[a](no.md)\n\n<!-- luminos-verify-ignore doc.anchor -->\n[b](no.md)\n\n[c](no.md) <!-- luminos-verify-ignore doc.path -->", "5 doc.path no.md"},
		{"ignored lines", "<!-- luminos-verify-ignore-start -->\n\n[a](no.md)\n\n<!-- luminos-verify-ignore-end -->\n\n[b](no.md)", "7 doc.path no.md"},
		{"a page about a repository of others", "\n+++\n[extra]\nrepository = \"https://github.com/u/kite.git\"\n+++  \n[a](no.md)", ""},
		{"a page about the target", "---\nrepo: https://github.com/u/tool\n---\n[a](no.md)", "4 doc.path no.md"},
		{"front matter and comments", "---\nimage: '[x](no.md)'\n---\n<!-- [a](no.md) <a href=\"no.md\"> -->\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"README.md": test.text}
			for name, text := range project {
				files[name] = text
			}
			src, _ := write(t, files)
			r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(r); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
			if r.Checked == 0 && test.want != "" {
				t.Error("findings without statements that were checked")
			}
		})
	}
}

// summary returns the findings as text: line, rule, statement and nearest answer of each.
func summary(r *verify.Result) string {
	var list []string
	for _, f := range r.Findings {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%d %s %s %s", f.Line, f.Rule, f.Says, f.Nearest)))
	}
	return strings.Join(list, "|")
}

// Pages of a generator of sites have other addresses than their files, and its anchors other letters.
func TestSitesHaveAddressesOfTheirOwn(t *testing.T) {
	src, _ := write(t, map[string]string{
		"mkdocs.yml":    "site_name: x\n",
		"docs/a.md":     "# Über a.b\n\n[a](b/) [b](../c) [c](/api/) [d](b.html) [e](#uber-ab) [f](b.md) [g](no.md) [i](pkg.Name) [j](@ref)\n\n[h](b.md#nothing-else)\n",
		"docs/b.md":     "# B\n",
		"docs/c.md":     "{% include 'x' %}\n",
		"docs/d.md":     "[a](c.md#x)\n\n```sh\nnode docs/hook-of-users.js\n```\n",
		"docs/1.x/e.md": "`scripts/old.sh` and `docs/old.md`\n", "docs/2.x/e.md": "`docs/gone.md` is it\n",
		"docs/TODO.md": "The file `docs/never.md` is planned.\n",
	})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"docs/a.md", "docs/d.md", "docs/1.x/e.md", "docs/2.x/e.md", "docs/TODO.md", "docs/gone.md"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := summary(r), "3 doc.path no.md|5 doc.anchor b.md#nothing-else"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(r.Notes) != 1 || r.Notes[0].Path != "docs/gone.md" || len(r.Documents) != 5 {
		t.Errorf("got the notes %v of the documents %v", r.Notes, r.Documents)
	}
}

// Pages of the site of another project lead to pages of that site.
func TestPagesOfTheSiteOfAnother(t *testing.T) {
	for name, want := range map[string]string{"kit-settings": "", "kit": "1 doc.path fields.md"} {
		src, _ := write(t, map[string]string{
			"mkdocs.yml": "site_name: kit\nrepo_url: https://x.org/y/kit\n", "docs/a.md": "[a](fields.md) [b](b.md)\n",
			"docs/b.md":      "",
			"pyproject.toml": "[project]\nname = \"" + name + "\"\n",
		})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"docs/a.md"}, nil)
		if err != nil || summary(r) != want {
			t.Errorf("%s: got %q, %v, want %q", name, summary(r), err, want)
		}
	}
}

// Findings hold foreign text: it is one line without control characters, and secrets are masked.
func TestForeignTextIsHarmless(t *testing.T) {
	token := "ghp_" + strings.Repeat("aB3dE6gH9j", 4)[:36]
	src, _ := write(t, map[string]string{"README.md": "[a](no\x1b[31m.md) [b](no-" + token + ".md) [c](no%0A%1b[2J.md)\n"})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) == 0 {
		t.Fatal("no findings")
	}
	for _, f := range r.Findings {
		if text := f.Says + f.Truth + f.Nearest; strings.ContainsAny(text, "\x1b\n") || strings.Contains(text, token) {
			t.Errorf("the finding has the text %q", text)
		}
	}
	for i, flag := range r.Flags() {
		if f := r.Findings[i]; flag.Rule != f.Rule || flag.Lines.First != f.Line || flag.Finding == "" {
			t.Errorf("got the flag %+v", flag)
		}
	}
}

// Generators of sites have other rules than GitHub for the addresses of pages and headings.
func TestPagesOfSites(t *testing.T) {
	header := "---\ntitle: A\nfurther_reading:\n- x\n---\n"
	src, _ := write(t, map[string]string{
		"docs/a.md":             header + "# A\n\n## @ sign, and more\n\n[a](../b/#b) [b](#sign,-and-more) [c](#further-reading) [d](#no) ![e](img/e.png) [f](b.md#pkg.Class) [g](/b) [h](../c)\n",
		"docs/b.md":             "# B\n\n[a](a.md#sign-and-mores)\n",
		"docs/assets/img/e.png": "png",
		"docs/c.md":             "# C\n",
		"docs/tutorial.md":      "# T\n\n```\n./run.sh\nbash docs/run.sh\n```\n",
		"docs/snippets/x.md":    "[a](c.md)\n",
		"docs/made.md":          "# Made\n\n{{ options }}\n\n[a](#option-a)\n",
	})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"docs/a.md", "docs/b.md", "docs/made.md", "docs/snippets/x.md", "docs/tutorial.md"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Findings {
		got = append(got, string(f.Path)+" "+f.Says)
	}
	if diff := cmp.Diff([]string{"docs/a.md #no", "docs/b.md a.md#sign-and-mores"}, got); diff != "" {
		t.Error(diff)
	}
}

// A page that is not translated is the page in the first language. Other directories have short names, too.
func TestLanguagesOfPages(t *testing.T) {
	const found = "1 doc.path b.md"
	for dir, want := range map[string]string{"fr": "", "pt-BR": "", "cn": "", "js": found, "ui": found} {
		doc := luminos.Path("docs/" + dir + "/a.md")
		src, _ := write(t, map[string]string{"mkdocs.yml": "", "docs/b.md": "", string(doc): "[a](a.md) [b](b.md)\n"})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{doc}, nil)
		if err != nil || withoutNearest(r) != want {
			t.Errorf("%s: got %q, %v", dir, withoutNearest(r), err)
		}
	}
}

// TestPartsOfPages has a page that another includes by its name: its anchors can be in the other parts.
func TestPartsOfPages(t *testing.T) {
	for index, want := range map[string]string{
		"{!docs/a.md!}\n{!docs/b.md!}\n": "", "[a](a.md)\n": "3 doc.anchor #b-c",
	} {
		src, _ := write(t, map[string]string{"docs/index.md": index, "docs/a.md": "# A\n\n[b](#b-c)\n", "docs/b.md": "# B c\n"})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"docs/a.md"}, nil)
		if err != nil || summary(r) != want {
			t.Errorf("%q: got %q, %v", index, summary(r), err)
		}
	}
}

// Some generators find pages by their names, keep earlier versions, and join parts of text.
func TestPartsOfSites(t *testing.T) {
	src, _ := write(t, map[string]string{
		"mix.exs": "", "guides/deep/a.md": "# A.b\n\n| `x` {: #x-y? } |\n", "versioned_docs/version-1/a.md": "`src/gone.go`\n",
		"guides/b.md":  "[a](a.md) [b](guides/deep/a.md#a-b) [c](deep/a.md#x-y?) [d](deep/gone.md) [e](elsewhere.md)\n",
		"src/usage.md": "[a](#elsewhere)\n", "src/usage.go": "//go:embed usage.md\n", "docs/deprecations.md": "`src/gone.go`\n",
		".github/CONTRIBUTING.md": "[a](src/usage.go)\n",
	})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"guides/b.md", "versioned_docs/version-1/a.md", "src/usage.md",
		"docs/deprecations.md", ".github/CONTRIBUTING.md"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := summary(r), "1 doc.path src/usage.go ../src/usage.go|1 doc.path deep/gone.md"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Generators of sites can leave groups in brackets out of an anchor. GitHub does not.
func TestBracketsOfHeadings(t *testing.T) {
	const text = "# A [-MY] [~SQ]\n\n## Row [~SQ]\n\n## Row [-RS]\n\n## Row\n\n" +
		"[a](#a) [b](#row) [c](#row-1) [d](#row-2) [e](#row-3) [f](#row-sq) [g](#a--my-sq)\n"
	src, _ := write(t, map[string]string{"mkdocs.yml": "", "docs/a.md": text, "README.md": text})
	for doc, want := range map[luminos.Path]string{
		"docs/a.md": "9 doc.anchor #row-3 #row",
		"README.md": "9 doc.anchor #a|9 doc.anchor #row-1 #row|9 doc.anchor #row-2 #row|9 doc.anchor #row-3 #row",
	} {
		r, err := verify.Documents(t.Context(), src, []luminos.Path{doc}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := summary(r); got != want {
			t.Errorf("%s: got %q, want %q", doc, got, want)
		}
	}
}

// Manifests without a parser state programs and versions on their lines.
func TestManifestsByLines(t *testing.T) {
	for name, text := range map[string]string{
		"a.gemspec":      "s.required_ruby_version = '>= 3.2'\ns.executables = [\"tool\"]\n",
		"composer.json":  `{"require": {"php": "^8.2"}, "bin": ["bin/tool"]}`,
		"mix.exs":        "elixir: \"~> 1.15\",\nescript: [main_module: X, name: \"tool\"]\n",
		"CMakeLists.txt": "add_executable(tool main.c)\n",
		"Package.swift":  ".executable(name: \"tool\", targets: [])\n",
		"tool.cabal":     "executable tool\n",
	} {
		t.Run(name, func(t *testing.T) {
			src, _ := write(t, map[string]string{
				name: text, "package.json": `{"scripts": {"tools": "x"}}`,
				"README.md": "It requires Ruby 2.7. It requires PHP 7.4. It requires Elixir 1.9.\n\n```sh\nnpm run tool\nnpm run tolls\n```\n",
			})
			r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := "5 doc.command npm run tolls npm run tools"
			for file, version := range map[string]string{"a.gemspec": "Ruby 2.7 Ruby 3.2", "composer.json": "PHP 7.4 PHP 8.2", "mix.exs": "Elixir 1.9 Elixir 1.15"} {
				if file == name {
					want = "1 doc.version " + version + "|" + want
				}
			}
			if got := summary(r); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// The nearest command differs from the one of the document in the target only.
func TestNearestCommand(t *testing.T) {
	src, _ := write(t, map[string]string{"Makefile": "makes:\n", "README.md": "Run `make make`.\n"})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, nil)
	if got := summary(r); err != nil || got != "1 doc.command make make make makes" {
		t.Errorf("got %q, %v", got, err)
	}
}

// A makefile that cannot be read can have any target.
func TestUnreadableMakefile(t *testing.T) {
	src, _ := write(t, map[string]string{"Makefile": "lint:\n\x00", "sub/Makefile": "x:\n", "README.md": "Run `make lint`.\n"})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, nil)
	if got := summary(r); err != nil || got != "" {
		t.Errorf("got %q, %v", got, err)
	}
}

// Long lines and long documents are noted, and cost no more than their size.
func TestLargeDocumentsAreBounded(t *testing.T) {
	src, _ := write(t, map[string]string{
		"README.md": strings.Repeat("[", 3000) + "\n\n[a](no.md)\n" + strings.Repeat(strings.Repeat(">", 1000)+"\n", 50) + strings.Repeat("[a](b ", 800),
		"long.md":   strings.Repeat("a line of text\n", 80_000) + "\n[a](no.md)\n",
	})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md", "long.md"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := summary(r), "3 doc.path no.md"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var notes []string
	for _, n := range r.Notes {
		notes = append(notes, n.Text)
	}
	if !slices.ContainsFunc(notes, func(s string) bool { return strings.Contains(s, "is longer than 2048 bytes") }) ||
		!slices.ContainsFunc(notes, func(s string) bool { return strings.Contains(s, "only the first 1 MiB") }) {
		t.Errorf("got the notes %q", notes)
	}
}

// Of a document with very many findings the first ones are kept, and the others are counted.
func TestFindingsAreBounded(t *testing.T) {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "[a](no%d.md)\n\n", i)
	}
	src, _ := write(t, map[string]string{"README.md": text.String()})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, nil)
	if err != nil || len(r.Findings) != 1000 || r.LeftOut != 2000 || r.Checked != 3000 {
		t.Errorf("got %d findings and %d left out of %d, %v", len(r.Findings), r.LeftOut, r.Checked, err)
	}
}

func TestSelect(t *testing.T) {
	src, _ := write(t, map[string]string{
		"README.md": "", "README.de.md": "", "AGENTS.md": "", "CHANGELOG.md": "", "CONTRIBUTING.md": "", "docs/a.md": "", "docs/b/c.md": "",
		"sub/README.md": "", "sub/x.md": "", "other/x.md": "",
		"other/node_modules/y/README.md": "", ".git/HEAD": "x", ".gitignore": "docs/b\n",
	})
	for dir, want := range map[luminos.Path]string{
		".":     "AGENTS.md README.de.md README.md docs/a.md",
		"docs":  "docs/a.md",
		"sub":   "sub/README.md",
		"other": "other/x.md",
	} {
		got, err := verify.Select(t.Context(), src, dir)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if s := strings.Trim(fmt.Sprint(got), "[]"); s != want {
			t.Errorf("%s: got %s, want %s", dir, s, want)
		}
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add("# a\n[b](c.md#d) `e/f.go:1-2` <!-- luminos-verify-ignore -->\n\n```sh\nmake x\n```\n| `a` |\n|---|\n| `b.c()` |\n")
	f.Add("- `a`\n> [x]: y\n<a href='z'>\n---\nx\n---\n")
	src, dir := write(f, project)
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(filepath.Join(dir, "F.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"F.md"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(text, "\n") + 1
		for _, found := range r.Findings {
			if found.Line < 1 || found.Line > lines {
				t.Errorf("line %d of %d: %+v", found.Line, lines, found)
			}
		}
	})
}
