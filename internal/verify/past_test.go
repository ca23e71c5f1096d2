package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/history/historytest"
	"luminos/internal/localdir"
	"luminos/internal/verify"
)

// A document names things that the target lacks. They count if it had them while the document named them.
func TestThingsThatWereThere(t *testing.T) {
	const code = "package tool\n\nfunc OpenReader() {}\n\ntype Options struct {\n\tMaxDepth int\n}\n\n" +
		"// func commentedOut() {}\n\nfunc run(list []string) {\n\tother.CallElsewhere(list)\n}\n\n" +
		"func set(x string) {\n\tswitch x {\n\tcase \"--all-files\", \"--depth\", \"--drop-old\":\n\t}\n}\n\nfunc readRows() {}\n\nfunc scan() {}\n\n" +
		"func closeAllRows() {}\n\ntype FileWalker struct{}\n\nvar names = \"named-x\"\n\nassignedRow = function(x) {}\n\nvar MAX_ROWS = 1\n\n" +
		"func use() {\n\tvar keptRow = 1\n\tfirst, listedRow, last\n}\n"
	before := map[string]string{
		"tool.go": code, "Makefile": "build:\n\ttrue\nlint:\n\ttrue\n", "scripts/check.sh": "true\n", "walker.go": "package tool\n",
		"scripts/run": "x", "flags.js": "  'fail-zero': {\n", "flags.go": "pflag.IntVar(&x, \"keep-rows\", 1, \"\")\nflag.Bool(\"no-all-rows\")\n",
		"more.go": "flag.Int(\"row-files\")\n", "opts.js": "'--row-depth'", "opts.rb": "option :deep_rows\n",
		"package.json": `{"scripts": {"dev": "x", "install": "x"}}`, "rows.go": "package tool\n", "test/setup.js": "x\n",
		"keeper.go": "x", "docs/old/gone.md": "x", ".git/config": "[remote \"origin\"]\n\turl = git@x.y:Z/tool.git\n",
		"tool_test.go": "func helpTest() {}\n", "bin/tool": "x", "CHANGES": "OpenReader is new.\n",
		"kit-templates/till.go": "x", "sub/gen.go": "x", "tool.py": "x",
	}
	after := map[string]string{
		"tool.go": strings.NewReplacer("OpenReader", "NewReader", "MaxDepth", "Limit", "--all-files", "--everything",
			"--drop-old", "",
			"readRows", "read_rows", "other.CallElsewhere(list)", "", "func scan() {}\n", "", "commentedOut", "",
			"closeAllRows", "tryCloseallrows", "type FileWalker", "var fileWalker", "named-x", "", "assignedRow", "", "MAX_ROWS", "", "keptRow", "", "listedRow", "").Replace(code),
		"Makefile": "build:\n\ttrue\n", "scripts/run": "", "flags.js": "", "flags.go": "flag.Bool(\"all-rows\")\n",
		"more.go": "Name: \"row_files\",\n", "opts.js": "'row-depth': {", "opts.rb": "class A\n  option :deep_rows, x\n",
		"scripts/check.sh": "", "walker.go": "", "package.json": `{"scripts": {"start": "x"}}`,
		"rows.go": "", "test/setup.js": "", "rows.c": "\n", "Walker.c": "\n", "tool_test.go": "",
		"kit-templates/till.go": "", "sub/gen.go": "", ".gitignore": "sub/gen.go\n",
		"keeper.go": "", "test/keeper.py": "x", "docs/old/gone.md": "",
	}
	tests := []struct{ name, text, want string }{
		{"a section that is gone", "# A\n\n## Old way\n\nThis is deprecated.\n\nCall `OpenReader` of `scripts/check.sh`.",
			""},
		{"a section of the present", "# A\n\n## Way\n\nThis is usual.\n\nCall `OpenReader`.", "7 doc.symbol OpenReader"},
		{"a name linked elsewhere", "Call [OpenReader](https://x.y/z).\n\nSo `OpenReader` it is.", ""},
		{"a call of several words", "Call `OpenReader: x`.", "1 doc.symbol OpenReader"},
		{"a file of an archive", "```\ntar xf a.tgz\nx scripts/check.sh\n```", "3 doc.path scripts/check.sh"},
		{"a section of the past", "# A\n\n## Deprecated\n\n### B\n\n`OpenReader`\n\n## C\n\n`OpenReader`",
			"11 doc.symbol OpenReader"},
		{"a section of a removal", "# A\n\n## B\n\nThis option was removed.\n\n`OpenReader`\n\n## C\n\n`OpenReader`",
			"11 doc.symbol OpenReader"},
		{"an empty section above one of the past", "# A\n\n## API\n\n### Deprecated\n\nx\n\n### B\n\n`OpenReader`",
			"11 doc.symbol OpenReader"},
		{"instructions to upgrade", "# A\n\n## Upgrading\n\n`OpenReader`\n\n## Upgrading from v1\n\n`FileWalker`",
			"5 doc.symbol OpenReader"},
		{"a migration to a tool", "# A\n\n## Migration to tool\n\n`OpenReader`\n\n" +
			"## Migrating to tool 2.x\n\n`FileWalker`",
			"5 doc.symbol OpenReader"},
		{"a title", "# Deprecated\n\n`OpenReader`", ""},
		{"a title and a section", "# Removed rows\n\n## B\n\n`OpenReader`", "5 doc.symbol OpenReader"},
		{"a page about something that is gone", "# A\n\nA fork of B, which is superseded.\n\n## C\n\n`OpenReader`",
			"7 doc.symbol OpenReader"},
		{"a first paragraph", "# A\n\nThis option was removed.\n\n## C\n\n`OpenReader`", "7 doc.symbol OpenReader"},
		{"a page of the past", "# A\n\nThis page is superseded by [b](use.md).\n\n## C\n\n`OpenReader`", ""},
		{"a section with a word", "# A\n\n## B\n\nRows that are archived stay. It reads planned updates.\n\n`OpenReader`",
			"7 doc.symbol OpenReader"},
		{"a name among others that is linked elsewhere", "See [OpenReader and x](https://x.y/z).\n\nSo `OpenReader` it is.",
			"3 doc.symbol OpenReader"},
		{"a name linked to pages of the target", "Call [OpenReader](https://x.y/tool).\n\nSo `OpenReader` it is.",
			"3 doc.symbol OpenReader"},
		{"a name linked to its place on a page of the target",
			"Call [OpenReader](https://x.y/a.org/tool#OpenReader) or [FileWalker](https://x.y/tool?a=b).\n\n" +
				"So `OpenReader` it is, not `FileWalker`.", "3 doc.symbol FileWalker|3 doc.symbol OpenReader"},
		{"a path linked to another place", "# Checks\n\nSee [`scripts/check.sh`](#checks).",
			"3 doc.path scripts/check.sh"},
		{"a path linked to its place", "See [`old/gone.md`](./old/gone.md#x).", "1 doc.path ./old/gone.md#x"},
		{"a file whose stem only a test has", "See `keeper.go`.", "1 doc.path keeper.go"},
		{"a file on a page of the target", "[a](https://x.y/z/tool/blob/main/scripts/check.sh)" +
			" [b](https://x.y/fork/tool/blob/main/scripts/check.sh)" +
			" [c](https://x.y/z/tool/blob/v1/scripts/check.sh)", "1 doc.path https://x.y/z/tool/blob/main/scripts/check.sh"},
		{"an indented tree", "```\nkit\n    walker.go  walks\n    walker.go()\n```", "3 doc.path walker.go"},
		{"a program with a path", "```sh\nscripts/run now\n```", "2 doc.path scripts/run"},
		{"a table of flags", "Pass `--fail-zero`.", "1 doc.flag --fail-zero"},
		{"a flag of pflag", "Pass `--keep-rows`.", "1 doc.flag --keep-rows"},
		{"a flag that is turned off", "Pass `--no-all-rows`.", ""},
		{"an option of a command", "Pass `--row-depth`.", ""},
		{"a flag with the name of a setting", "Pass `--row-files`.", ""},
		{"a heading of something that was removed", "# `OpenReader`\n\nIt has been removed in favour of `keeper.go`.", ""},
		{"a list of flags", "```\n    --keep-rows int   rows that were removed\n--keep-rows was removed\n```",
			"2 doc.flag --keep-rows"},
		{"a thing that was not there", "The `OpenReader` gives the rows if it was not empty.", "1 doc.symbol OpenReader"},
		{"a thing that was there", "`OpenReader` was the reader.", ""},
		{"a link in code", "Call `[OpenReader](https://x.y/z)`.", "1 doc.symbol OpenReader"},
		{"a path beside a link elsewhere", "See `scripts/check.sh` of [x](https://x.y/z) and [`walker.go`](https://x.y/z).",
			"1 doc.path scripts/check.sh|1 doc.path walker.go"},
		{"a flag of a command", "Call `tool --named-x`.", "1 doc.flag --named-x"},
		{"a flag that a command passes on", "Call `tool run --named-x`.", ""},
		{"a function that a name is assigned", "Call `assignedRow`.", "1 doc.symbol assignedRow"},
		{"a variable of the name of a type", "Call `FileWalker`.", "1 doc.symbol FileWalker"},
		{"a command with a comment", "```\nmake lint # x\n```", "2 doc.command make lint"},
		{"a new file that was there", "This tool has the new file `scripts/check.sh`.", "1 doc.path scripts/check.sh"},
		{"a function", "Call `OpenReader` or\n`tool.OpenReader(x)`.", "1 doc.symbol OpenReader"},
		{"a field", "Set `MaxDepth`.", ""},
		{"a name in a block of code", "```go\nr := tool.OpenReader()\n```", ""},
		{"others",
			"```sh\nother \\\n  --all-files\n```\n\n```js\nx('--all-files')\n```", ""},
		{"a name of one word", "```go\ntool.scan()\nx.scan()\n```\n`scan()` and `scan`", ""},
		{"a right of a service", "It needs `tag:OpenReader`.", ""},
		{"a planned page", "# A\n\n**Status:** Design (proposed)\n\n`OpenReader`", ""},
		{"commands of another repository", "```\ngit clone https://x.y/z/other\n```\n\n```\nmake lint\n```", ""},
		{"commands of the repository", "```\ngit clone https://x.y/z/tool\n```\n\n```\nmake lint\n```",
			"6 doc.command make lint"},
		{"a method of one word", "Call `Rows.scan()`.", "1 doc.symbol scan()"},
		{"a name that the code only called", "Call `CallElsewhere`.", ""},
		{"a name in a comment", "Call `commentedOut`.", ""},
		{"a name of a test", "Call `helpTest`.", ""},
		{"a name of others", "Call `OpenWriter`.", ""},
		{"another spelling", "Call `readRows`.", ""},
		{"the past", "`OpenReader` was removed.", ""},
		{"a placeholder", "Call `x<OpenReader>` and `{OpenReader}`.", "1 doc.symbol OpenReader"},
		{"flags", "Pass `--all-files`, or `--depth`, or --all-files, or `git --all-files`.", ""},
		{"a flag", "Pass `--all-files x`.", "1 doc.flag --all-files"},
		{"a flag of a command of others", "```\nother x \\\n  --all-files\n```\n\n```\n--all-files\n```",
			"7 doc.flag --all-files"},
		{"a flag of a script", "```\npython tool.py --all-files old\npython other.py --all-files\n```",
			"2 doc.flag --all-files"},
		{"a drawing in code", "```js\n// ├── walker.go\n```\n\n```\n├── walker.go\n```", "6 doc.path walker.go"},
		{"a drawing in a text", "```txt\n├── walker.go\n```", "2 doc.path walker.go"},
		{"Portuguese", "O arquivo `walker.go` com a lista é o primeiro, e a pasta do projeto é o segundo.", ""},
		{"Dutch", "Het bestand `walker.go` is in de map, en in de map is ook de lijst.", ""},
		{"another language", "Die Datei `walker.go` legt man selbst an, und dort steht dann auch `OpenReader` darin.", ""},
		{"an English sentence", "The file `walker.go` is the one that has the words of the `OpenReader` in it.",
			"1 doc.path walker.go|1 doc.symbol OpenReader"},
		{"another script", "在您的测试项目中的文件里 `walker.go`", ""},
		{"a module that the example defines", "```elixir\ndefmodule My.OpenReader do\n```\nUse `OpenReader`.", ""},
		{"a flag with words of the past", "Pass `--drop-old`, or drop `--drop-old`.\nOr `--drop-old`.",
			"2 doc.flag --drop-old"},
		{"a flag with an underscore", "Pass `--all-files-x_y z`.", ""},
		{"a flag of help", "```\n  -a, --all-files   all\n```", "2 doc.flag --all-files"},
		{"output", "```\n$ x\nscripts/check.sh --all-files OpenReader\n```\n[`OpenReader`](https://x.y/z)", ""},
		{"a file of users", "```\nA=1 tool scripts/check.sh\nuse scripts/check.sh\n```", "3 doc.path scripts/check.sh"},
		{"a file as an example", "A file like `walker.go`, `x` or `scripts/check.sh`.\n\nFiles such as `walker.go`.", ""},
		{"likeness", "What people like is in `walker.go`.", "1 doc.path walker.go"},
		{"a test of users", "```\nx scripts/check.sh test/setup.js\n```\n`setup.js`", "2 doc.path scripts/check.sh"},
		{"a key", "```yaml\nMaxDepth: 1\n```\n\n```go\nx.MaxDepth\n```", ""},
		{"a profile", "```sh\n  1.5MB 39.07% 39.07%  2MB 41%  scripts/check.sh\n```\n\n" +
			"```\nBench-8  9 ns/op scripts/check.sh\n```", ""},
		{"a report", "```\nStarting at line 9 of /home/x/a.java\nscripts/check.sh\n```", ""},
		{"rows of versions", "| a | b |\n|---|---|\n| 1.0 | `OpenReader` |\n| x 1.0 | `FileWalker` |",
			"4 doc.symbol FileWalker"},
		{"keys of a file", "There are properties in `kit.properties`:\n\n* `OpenReader`: x", ""},
		{"a symbol of Ruby", "Pass `--deep-rows`.", ""},
		{"a change of code", "The `OpenReader` function changed from this:", ""},
		{"commands of a tool", "Run `pnpm install` and `pnpm run install`.", "1 doc.command pnpm run install"},
		{"a variable of the environment", "Set `MAX_ROWS`.", ""},
		{"a local variable", "Set `keptRow`.", ""},
		{"a name in a list", "Set `listedRow`.", ""},
		{"the end of a word", "Call `closeAllRows`.", ""},
		{"a package of others", "Call `other.deep.OpenReader`.", ""},
		{"a package", "Call `tool.deep.OpenReader`.", "1 doc.symbol OpenReader"},
		{"a later sentence", "`OpenReader` is it. It no longer exists.", ""},
		{"a later paragraph", "`OpenReader` is it.\n\nIt no longer exists.\n\n# B\n\n`OpenReader`",
			"7 doc.symbol OpenReader"},
		{"thanks", "# Thanks\n\n- [a](https://x.y) mended `OpenReader`.", ""},
		{"a state of the past", "This is the tool as of the\ntag v1.\n\n`OpenReader` is it.", ""},
		{"a heading of a flag", "### --all-files _Deprecated_\n", ""},
		{"a sample", "A sample configuration:\n\n```hcl\nx = \"scripts/check.sh\"\n```", ""},
		{"a part of a sample", "# Sample\n\n## A\n\n```hcl\nx = \"scripts/check.sh\"\n```", ""},
		{"a file of a template", "See `till.go`.", ""},
		{"a file that a build makes", "See `gen.go`.", ""},
		{"flags of others", "Pass `git x --all-files`.", ""},
		{"a target", "It runs `make lint`, `make check` and `npm run dev`.",
			"1 doc.command make lint|1 doc.command npm run dev"},
		{"files that users add", "See `scripts/check.sh` and add `walker.go`.", ""},
		{"a file that can be absent", "If `scripts/check.sh` does not exist, make it.", ""},
		{"a file that is said to be absent", "`scripts/check.sh` is missing.\n\nIt doesn't need `scripts/check.sh`.", ""},
		{"a file of an example", "Take a file, e.g. `scripts/check.sh`.\n\n" +
			"For instance, `scripts/check.sh`.", ""},
		{"a path", "See `scripts/check.sh` and `walker.go`, but `rows.go`.",
			"1 doc.path scripts/check.sh|1 doc.path walker.go"},
		{"paths in blocks", "```\nsee scripts/check.sh x\n├── walker.go\nhttps://x.y/scripts/check.sh\n```",
			"2 doc.path scripts/check.sh|3 doc.path walker.go"},
	}
	older := joined(before, map[string]string{"docs/use.md": "x"})
	page := func(i int) luminos.Path { return luminos.Path(fmt.Sprintf("docs/use%d.md", i)) }
	for i, test := range tests {
		older[string(page(i))] = test.text
	}
	for _, packed := range []bool{false, true} {
		src := changed(t, packed, older, after)
		for i, test := range tests {
			result, err := verify.Documents(t.Context(), src, []luminos.Path{page(i)}, src)
			if err != nil {
				t.Fatal(err)
			}
			if got := withoutNearest(result); got != test.want {
				t.Errorf("%s, packed %t:\ngot  %q\nwant %q", test.name, packed, got, test.want)
			}
		}
	}
}

// changed returns a repository of two commits, the changes of which are before and after, and of later ones, which make
// them older than the newest that are compared with the target.
func changed(t *testing.T, packed bool, before, after map[string]string) *localdir.Dir {
	t.Helper()
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	const newest = 32
	commits := make([]historytest.Commit, 2+newest)
	for i := range commits {
		commits[i] = historytest.Commit{Name: "a", Address: "a@b.c", When: now.Add(time.Duration(i) * time.Hour)}
	}
	commits[0].Changes, commits[1].Changes = before, after
	r, err := historytest.New(commits...)
	if err != nil {
		t.Fatal(err)
	}
	files, err := r.Files(packed)
	if err != nil {
		t.Fatal(err)
	}
	src, _ := write(t, files)
	return src
}

// withoutNearest returns a summary without the nearest answers.
func withoutNearest(r *verify.Result) string {
	for i := range r.Findings {
		r.Findings[i].Nearest = ""
	}
	return summary(r)
}

// A link to the repository that a manifest at the root names is one to a file of the target.
func TestAddressesOfTheRepository(t *testing.T) {
	const found = "1 doc.path https://x.y/up/kit/blob/main/rows.go"
	for _, test := range []struct{ file, text, want string }{
		{"go.mod", "module x.y/up/kit/v2\n", found},
		{"package.json", `{"repository": {"type": "git", "url": "git+https://x.y/up/Kit.git"}}`, found},
		{"Cargo.toml", "[package]\nname = 'kit'\nrepository = 'https://x.y/up/kit'\n", found},
		{"pyproject.toml", "[project.urls]\n\"Source Code\" = \"https://x.y/up/kit/\"\n", found},
		{"mkdocs.yml", "repo_url: https://x.y/up/kit\n", found},
		{".git/config", "[core]\n\ta = b\n[remote \"origin\"]\n\tx = y\n\turl = https://me:p@x.y:8/up/kit.git\n", found},
		{".git/config", "[remote \"origin\"]\n[remote \"other\"]\n\turl = https://x.y/up/kit.git\n", ""},
		{"go.mod", "module x.y/mine/kit\n", ""},
		{"lib/go.mod", "module x.y/up/kit\n", ""},
		{"bin/kit", "", ""},
	} {
		src := changed(t, true, map[string]string{
			"README.md": "[a](https://x.y/up/kit/blob/main/rows.go) [b](https://x.y/fork/kit/blob/main/rows.go)\n",
			"rows.go":   "x", test.file: test.text,
		}, map[string]string{"rows.go": ""})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		if err != nil || withoutNearest(r) != test.want || (r.Checked == 1) != (test.want != "") {
			t.Errorf("%s %q: got %q, %d checked, %v", test.file, test.text, withoutNearest(r), r.Checked, err)
		}
	}
}

// A name that left with a library, which the target uses from elsewhere now, is still true.
func TestNamesOfALibraryThatLeft(t *testing.T) {
	const found = "1 doc.symbol is_not_nil()"
	for _, test := range []struct{ file, text, want string }{
		{"lib/asserts/init.lua", "require 'asserts'\n", ""},
		{"lib/asserts/init.lua", "\n", found},
		{"lib/kit/asserts.lua", "require 'kit-asserts'\n", ""},
		{"lib/kit/asserts.lua", "asserts, kit = 1\n", found},
	} {
		src := changed(t, true, map[string]string{
			"README.md": "Call `is_not_nil()`.\n", "lib/kit/init.lua": "x", test.file: "function is_not_nil()\nend\n",
		}, map[string]string{test.file: "", "main.lua": test.text})
		result, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		if err != nil || withoutNearest(result) != test.want {
			t.Errorf("with %q: got %q, %v", test.text, withoutNearest(result), err)
		}
	}
}

// A module that passes the names of a dependency on has any name.
func TestModulesThatPassNamesOn(t *testing.T) {
	const found = "1 doc.flag --every-row|1 doc.symbol load_rows()"
	for text, want := range map[string]string{
		"from other.rows import *\n": "", "pub use other::rows::*;\n": "", "export * from 'other'\n": "",
		"from .rest import *\n": found, "pub use crate::rows::*;\n": found,
		"export * from './rest'\n": found, "from lib.rest import *\n": found,
	} {
		src := changed(t, true, map[string]string{
			"README.md":        "Call `load_rows()` or pass --every-row.\n",
			"lib/deep/rows.py": "def load_rows():\n    p.add_argument('--every-row')\n",
		}, map[string]string{"lib/deep/rows.py": text})
		result, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		if err != nil || withoutNearest(result) != want {
			t.Errorf("with %q: got %q, %v", text, withoutNearest(result), err)
		}
	}
}

// A package that is gone as a whole lives on elsewhere. A directory of a package that is gone leaves its names.
func TestPackagesThatLeft(t *testing.T) {
	for p, want := range map[string]string{"kits/rows/src/a.py": "", "kits/main/rows/a.py": "1 doc.symbol load_rows()"} {
		src := changed(t, true, map[string]string{
			"README.md": "Call `load_rows()`.\n", "kits/main/setup.py": "x", "kits/main/b.py": "x", p: "def load_rows():\n",
		}, map[string]string{p: ""})
		result, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		if err != nil || withoutNearest(result) != want {
			t.Errorf("%s: got %q, %v", p, withoutNearest(result), err)
		}
	}
}

// A script that a command runs is one statement, not also a path.
func TestScriptsOfCommands(t *testing.T) {
	src := changed(t, true, map[string]string{"README.md": "```sh\n./scripts/check.sh\n```\n", "scripts/x": "x",
		"scripts/check.sh": "true\n"}, map[string]string{"scripts/check.sh": ""})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
	if err != nil || withoutNearest(r) != "2 doc.path ./scripts/check.sh" || len(r.Findings[0].Also) > 0 {
		t.Errorf("got %q, %v", withoutNearest(r), err)
	}
}

// A call whose last argument is a function defines nothing.
func TestCallsWithFunctions(t *testing.T) {
	for text, want := range map[string]string{
		"  loadRows('x').then(function (x) {\n": "", "  loadRows('x', () => {\n": "",
		"  loadRows(x, y = 1) {\n": "1 doc.symbol loadRows", "  int loadRows(int x,\n": "1 doc.symbol loadRows",
	} {
		src := changed(t, true, map[string]string{"README.md": "Call `loadRows`.\n", "a.js": text},
			map[string]string{"a.js": "\n"})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		if err != nil || withoutNearest(r) != want {
			t.Errorf("%q: got %q, %v", text, withoutNearest(r), err)
		}
	}
}

// Pages that lead to others that were never there are of a site elsewhere.
func TestPagesOfASiteElsewhere(t *testing.T) {
	for text, want := range map[string]string{
		"[a](a.md) [b](b.md) [c](c.md) [d](gone.md) [e](../f.md)": "1 doc.path gone.md",
		"[a](a.md) [b](b.md) [d](gone.md) [e](../f.md)":           "1 doc.path ../f.md|1 doc.path a.md|1 doc.path b.md|1 doc.path gone.md",
	} {
		src := changed(t, true, map[string]string{"docs/use.md": text + " [x](use.md) [x](use.md) [x](use.md) [x](use.md)\n",
			"docs/gone.md": "x", "kit/f.md": "x"}, map[string]string{"docs/gone.md": ""})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"docs/use.md"}, src)
		if err != nil || withoutNearest(r) != want {
			t.Errorf("%q: got %q, %v", text, withoutNearest(r), err)
		}
	}
}

// Documents whose names state a version or an event are about another time.
func TestDocumentsOfAnotherTime(t *testing.T) {
	for doc, want := range map[luminos.Path]string{
		"docs/use.md": "1 doc.symbol load_rows()", "docs/kit-announcement.md": "", "docs/a_b_difference.md": "",
		"docs/v1.13-to-v1.14.md": "", "docs/rows-inventory.md": "", "docs/relnotes.md": "",
	} {
		src := changed(t, true, map[string]string{string(doc): "Call `load_rows()`.\n", "rows.py": "def load_rows():\n"},
			map[string]string{"rows.py": "\n"})
		result, err := verify.Documents(t.Context(), src, []luminos.Path{doc}, src)
		if err != nil || withoutNearest(result) != want {
			t.Errorf("%s: got %q, %v", doc, withoutNearest(result), err)
		}
	}
}

// A name that a document took up after it was gone was never stated for the target.
func TestNamesThatWereNeverStated(t *testing.T) {
	src := changed(t, true, map[string]string{"a.py": "def load_rows():\n    pass\n", "README.md": "x\n"},
		map[string]string{"a.py": "\n", "README.md": "Call `load_rows()` of others.\n"})
	result, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
	if err != nil || summary(result) != "" {
		t.Errorf("got %q, %v", summary(result), err)
	}
	src, _ = write(t, map[string]string{"README.md": "Call `load_rows()`.\n"})
	result, err = verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
	if err != nil || len(result.Notes) != 1 || !strings.Contains(result.Notes[0].Text, "no repository") {
		t.Errorf("got the notes %v, %v", result.Notes, err)
	}
}

// A source over the limit can have any name, but neither the paths nor the commands that documents state.
func TestLargeSourcesLeaveOutNamesOnly(t *testing.T) {
	src := changed(t, true, map[string]string{
		"README.md": "Call `load_rows()` of `lib/load.py` as `make lint` and `lib/no.py` do.\n", "Makefile": "lint:\n",
		"lib/load.py": "def load_rows():\n    pass\n", "lib/note.py": "",
	}, map[string]string{"Makefile": "lints:\n", "lib/load.py": "", "large.py": strings.Repeat("# x\n", 2<<20)})
	r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
	if err != nil {
		t.Fatal(err)
	}
	const want = "1 doc.command make lint make lints|1 doc.path lib/load.py"
	if got := summary(r); got != want || len(r.Notes) != 1 {
		t.Errorf("got %q, want %q; notes %v", got, want, r.Notes)
	}
}

// countdown is a context that ends when it was asked some times.
type countdown struct {
	context.Context
	left *int
}

func (c countdown) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A check that is interrupted is an error; findings never vanish without one.
func TestInterruptedChecksAreErrors(t *testing.T) {
	const want = "1 doc.symbol load_rows()"
	src := changed(t, false, map[string]string{
		"README.md": "Call `load_rows()`.\n", "a.py": "def load_rows():\n    pass\n",
	}, map[string]string{"a.py": "\n"})
	for n := 0; ; n++ {
		left := n
		r, err := verify.Documents(countdown{t.Context(), &left}, src, []luminos.Path{"README.md"}, src)
		if err == nil && summary(r) != want {
			t.Errorf("interrupted after %d questions: got %q", n, summary(r))
		}
		if left >= 0 {
			if err != nil {
				t.Error(err)
			}
			return
		}
	}
}
