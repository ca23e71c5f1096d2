package verify_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"luminos"
	"luminos/internal/history/historytest"
	"luminos/internal/localdir"
	"luminos/internal/verify"
)

// uncommitted returns a repository with the given files in its one commit, and in its work tree the changes after; an
// empty text removes a file.
func uncommitted(t *testing.T, before, after map[string]string) *localdir.Dir {
	t.Helper()
	files := committed(t, before)
	maps.Copy(files, after)
	maps.DeleteFunc(files, func(_, text string) bool { return text == "" })
	src, _ := write(t, files)
	return src
}

// committed returns the files of a repository with a commit for each of the given changes, and of its work tree.
func committed(t *testing.T, changes ...map[string]string) map[string]string {
	t.Helper()
	commits := make([]historytest.Commit, len(changes))
	for i := range commits {
		commits[i] = historytest.Commit{Name: "a", Address: "a@b.c",
			When: time.Date(2024, 1, 1+i, 0, 0, 0, 0, time.UTC), Changes: changes[i]}
	}
	r, err := historytest.New(commits...)
	if err != nil {
		t.Fatal(err)
	}
	files, err := r.Files(true)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A line that names a thing of head, or of a commit before it, counts if the work tree has the line still, and the thing
// no more. Words of doubt do not matter, and forms that are only probably names do not count.
func TestThingsThatAChangeTakes(t *testing.T) {
	before := map[string]string{
		"rows.py": "def load_rows():\n    pass\n\ndef scan(x):\n    p.add_argument('--every-row')\n" +
			"    p.add_argument('--fast')\n    p.add_argument('--keep-all', keep_all)\n" +
			"    p.add_argument('--passed')\n    p.add_argument('--made-now')\n    p.add_argument('--long')\n" +
			"    help('Skip sync() calls (fast)')\n    other.call_others()\n    named('row_kind')\n" +
			"class Grid:\n    0123ABC_d: int\n    all_rows: bool\n",
		"args.rs": "    #[arg(long)]\n    only_new: bool,\n    say(\"try --only-new\");\n",
		"cli.py":  "def clean(max_age: int = 30):\n    if max_age > 9:\n        print('use --max-age')\n",
		"kit.clj": "(defn read-rows [x]\n  (keep x))\n; about old-rows\n",
		"rows.R":  "drop_rows <- function(x) {\n",
		"A.java":  "  public static Row makeRow(String x) {\n",
		"go.mod":  "module x.y/kit\n\ngo 1.22\n",
		"Cargo.toml": "[package]\nname = \"kit\"\nversion = \"3.1.0\"\n[dependencies]\ncut = { version = \"3.2.0\" }\n" +
			"[dependencies.log]\nversion = \"3.3.0\"\n",
		"pom.xml":  "<project>\n<artifactId>kit</artifactId>\n<version>1.4.2</version>\n<release>11</release>\n</project>\n",
		"lib/a.py": "x\n", ".changes/new-rows.md": "x\n", "lib/deep/b.py": "x\n", "tests/data.py": "def only_tested():\n", "gen/made.py": "x\n",
		"flip.ts": "export function isWide() {\n}\n",
		"main.py": "x\n", "kept/b.js": "function keptRow() {\n}\n", "x/kept.js": "keptRow()\n",
	}
	after := map[string]string{
		"rows.py": "def other():\n    '--other'\n    fast = 'fast'\n    keep_all = 1\n" +
			"    passed = 1\n    p.add_argument('--long-rows')\n",
		"args.rs":         "    #[arg(long)]\n    only_new: bool,\n",
		"cli.py":          "def clean(max_age: int = 30):\n    if max_age > 9:\n        pass\n",
		"completions/kit": "--long",

		".github/x.yml": "run: kit --passed\n", "made.py": "made_now: bool\n", "kit.clj": "; read-rows\n",
		"rows.R": "x\n", "A.java": "x\n",
		"go.mod": "module x.y/kit\n\ngo 1.24\n",
		"Cargo.toml": "[package]\nname = \"kit\"\nversion = \"4.1.0\"\n[dependencies]\ncut = { version = \"4.2.0\" }\n" +
			"[dependencies.log]\nversion = \"4.3.0\"\n",
		"pom.xml":  "<project>\n<artifactId>kit</artifactId>\n<version>2.0.0</version>\n<release>17</release>\n</project>\n",
		"lib/a.py": "", ".changes/new-rows.md": "", "lib/deep/b.py": "", "tests/data.py": "", "gen/made.py": "", ".gitignore": "gen/\n", "main.py": "",
		"flip.ts":   "x = {\n  isWide: computed()\n}\n",
		"kept/b.js": "x\n", "tests/old.py": "load_rows()\n",
	}
	for _, test := range []struct{ name, text, want string }{
		{"a name that only a test has", "`load_rows` was the old way, for example.", "1 doc.symbol load_rows"},
		{"a name in a text", "Then load_rows gives all.", "1 doc.symbol load_rows"},
		{"a call of one word", "Use `scan(x)`, or scan it.", "1 doc.symbol scan()"},
		{"a member of others", "```python\nx.scan()\n```", ""},
		{"a word of a help", "Then `sync()` occurs.", ""},
		{"a name that is only called", "See `call_others`.", ""},
		{"a string", "The kind is `row_kind`.", "1 doc.symbol row_kind"},
		{"a string in a text", "The kind is row_kind.", ""},
		{"a name that the example imports", "```python\nfrom other import load_rows\nload_rows()\n```", ""},
		{"a name that the example defines", "```python\ndef load_rows():\n```", ""},
		{"a value of HTML", "<img\nalt=x style='load_rows: 1'> and `load_rows`", "2 doc.symbol load_rows"},
		{"a note on changes", "See `lib/a.py` and `.changes/new-rows.md`.", "1 doc.path lib/a.py"},
		{"a row of versions", "| tool | Go 1.22 |\n|---|---|\n| tool | Go 1.22 |\n\nIt needs Go 1.22.", "5 doc.version 1.22"},
		{"a block that leaves lines out", "```python\nload_rows(1)\n# ...\n```", ""},
		{"a call in a block", "```python\nload_rows(1)\n```", "2 doc.symbol load_rows()"},
		{"a variable of a block", "```python\ncopy(x, load_rows)\n```", ""},
		{"a member of a thing of the example", "```js\nconst Rows = make()\nRows.makeRow(x)\n```", ""},
		{"a name with hyphens", "```clojure\n(read-rows 1)\n```\n\nold-rows", "2 doc.symbol read-rows"},
		{"a function of R", "`drop_rows()`", "1 doc.symbol drop_rows()"},
		{"a method of Java", "`Row.makeRow(x)`", "1 doc.symbol makeRow()"},
		{"a name that is left", "`keptRow`", ""},
		{"a name that is a key now", "`isWide`", ""},
		{"a name of a test", "`only_tested`", ""},
		{"a flag", "For instance, your `--every-row`.", "1 doc.flag --every-row"},
		{"a flag whose word is left", "Pass --fast.", "1 doc.flag --fast"},
		{"a flag of a field", "Pass --all-rows.", "1 doc.flag --all-rows"},
		{"a flag whose variable is left", "Pass --keep-all.", "1 doc.flag --keep-all"},
		{"a flag that a library makes now", "Pass --made-now.", ""},
		{"a flag of a field that a message named", "Pass --only-new.", ""},
		{"a flag of a parameter that a message named", "Pass --max-age.", ""},
		{"a flag that a workflow passes", "Pass --passed.", "1 doc.flag --passed"},
		{"a flag that begins another", "Pass --long, **\\--long**.", "1 doc.flag --long"},
		{"a flag in HTML", "<pre>\n<b>--every-row</b>\n<!-- --fast -->\n</pre>", "2 doc.flag --every-row"},
		{"a flag below a tag of several lines", "<p>\n<img\n alt='x'\n width='9'>\n--every-row\n</p>",
			"5 doc.flag --every-row"},
		{"credits", "# Thanks\n\nx for `load_rows`.", ""},
		{"a flag of others", "Pass --other.", ""},
		{"a flag of another program", "Run `git x --every-row`, or git x --every-row.", ""},
		{"a flag behind another program", "Run `npx kit --every-row`.", "1 doc.flag --every-row"},
		{"a name in a call", "```js\nconsole.log(scan)\n```", ""},
		{"a word of a comment", "```yaml\nx: y # Grid rows\n```", ""},
		{"tasks", "- [x] `Grid.rows` is there\n- [ ] `Grid.rows` is fast", "2 doc.symbol Grid"},
		{"a type in a block", "```python\nx: Grid = y # rows\n```", "2 doc.symbol Grid"},
		{"a number", "`0123ABC_d`", ""},
		{"a path", "It needs lib/a.py, e.g. for `deep/b.py`.", "1 doc.path deep/b.py|1 doc.path lib/a.py"},
		{"a path that the reader makes", "Create lib/a.py.\n\nRows can be stored at `lib/a.py`.\n\nRun lib/a.py.",
			"5 doc.path lib/a.py"},
		{"a path in another language", "Die Zeilen liegen in `lib/a.py` und werden von dort aus gelesen.", ""},
		{"a directory", "All of `lib/` is ours.", "1 doc.path lib"},
		{"a usual file", "Write `main.py`.", ""},
		{"a path that is made", "See `gen/made.py`.", ""},
		{"a path elsewhere", "See https://x.y/lib/a.py and ~/lib/a.py.", ""},
		{"a file of a test", "See `data.py`.", ""},
		{"a section of the past", "# A\n\n## Deprecated\n\n`load_rows`", ""},
		{"a version", "Go 1.22 is enough.\n\nIt came with Go 1.2, since Go 1.22.\n\nWith Go < 1.22, build it.",
			"1 doc.version 1.22"},
		{"a version of a package", "```xml\n<artifactId>kit</artifactId> 1.4.2\n```\n\nOther 1.4.2.", "2 doc.version 1.4.2"},
		{"a version of a crate", "kit 3.1.0, or kit 3.2.0, or kit 3.3.0", "1 doc.version 3.1.0"},
		{"a series of versions", "The days of kit 3.1 were fast: see kit/3.1.0/a.", ""},
		{"a version of a language", "Java 11 or Rows 11.", "1 doc.version 11"},
	} {
		t.Run(test.name, func(t *testing.T) {
			older := maps.Clone(before)
			older["docs/use.md"] = test.text + "\n"
			later, _ := write(t, committed(t, older, after, map[string]string{"later.py": "x"}))
			for by, src := range map[string]*localdir.Dir{"commit": later, "work tree": uncommitted(t, older, after)} {
				r, err := verify.Documents(t.Context(), src, []luminos.Path{"docs/use.md"}, src)
				if err != nil {
					t.Fatal(err)
				}
				if got := withoutNearest(r); got != test.want {
					t.Errorf("by a %s:\ngot  %q\nwant %q", by, got, test.want)
				}
			}
		})
	}
}

// A requirement of the former version that permits the new one is true. A script of a fixture was none of the target.
func TestRequirementsAndFixtures(t *testing.T) {
	for text, want := range map[string]string{
		"```toml\nkit = \"3.1.0\"\n```\n": "", "The kit is at 3.1.0.\n": "1 doc.version 3.1.0",
		"```toml\nkit = \"2.1.0\"\n```\n": "", "Call `pnpm rows`.\n": "",
		"Call `pnpm lines`.\n": "1 doc.command pnpm lines",
	} {
		before := map[string]string{"README.md": text, "Cargo.toml": "[package]\nname = \"kit\"\nversion = \"3.1.0\"\n",
			"package.json": `{"scripts": {"lines": "x"}}`, "__fixtures__/package.json": `{"scripts": {"rows": "x"}}`}
		src := uncommitted(t, before, map[string]string{"Cargo.toml": "[package]\nname = \"kit\"\nversion = \"3.1.1\"\n",
			"package.json": `{"scripts": {"x": "x"}}`, "__fixtures__/package.json": ""})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		if err != nil || withoutNearest(r) != want {
			t.Errorf("%q: got %q, %v", text, withoutNearest(r), err)
		}
	}
}

// Of a line that the change of the work tree made, the words count.
func TestLinesThatTheWorkTreeMakes(t *testing.T) {
	for text, want := range map[string]string{
		"Call `load_rows`, please.\n": "1 doc.symbol load_rows",
		"`load_rows` was removed.\n":  "",
		"New.\n\nCall `load_rows`.\n": "3 doc.symbol load_rows",
	} {
		src := uncommitted(t, map[string]string{"rows.py": "def load_rows():\n", "README.md": "Call `load_rows`.\n"},
			map[string]string{"rows.py": "x\n", "README.md": text})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		if err != nil || withoutNearest(r) != want {
			t.Errorf("%q: got %q, %v", text, withoutNearest(r), err)
		}
	}
}

// A work tree that is a part of head takes nothing: by the settings of the repository, or if it lacks too much. Files
// that .gitignore excludes, and links, are there.
func TestWorkTreesThatLackFiles(t *testing.T) {
	const text = "Call `load_rows` of `lib/rows.py`.\n"
	const found = "1 doc.path lib/rows.py|1 doc.symbol load_rows"
	many := func(dir, text string) map[string]string {
		files := map[string]string{}
		for i := range 30 {
			files[fmt.Sprintf("%s/f%d.py", dir, i)] = text
		}
		return files
	}
	for _, test := range []struct {
		name         string
		more, change map[string]string
		want         string
	}{
		{"whole", nil, nil, found},
		{"sparse", nil, map[string]string{".git/config": "[core]\n\tsparseCheckout = true\n"}, ""},
		{"a part", many("kit", "x"), many("kit", ""), ""},
		{"without tests", joined(many("tests", "x"), many("kit", "x")), many("tests", ""), found},
		{"moved", many("kit", "x"), joined(many("kit", ""), many("own", "x")), found},
		{"tracked and excluded", nil,
			map[string]string{"lib/rows.py": "def load_rows():\n", ".gitignore": "lib/\n"}, ""},
		{"much that is excluded", joined(many("kit", "x"), map[string]string{".ignore": "kit/\n"}), nil, found},
		{"of a submodule", nil, map[string]string{".gitmodules": "[submodule \"lib\"]\n\tpath = lib\n"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := joined(map[string]string{"README.md": text, "lib/rows.py": "def load_rows():\n", "a.py": "x"},
				test.more)
			src := uncommitted(t, before, joined(map[string]string{"lib/rows.py": ""}, test.change))
			r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
			if err != nil || withoutNearest(r) != test.want {
				t.Errorf("got %q, %v", withoutNearest(r), err)
			}
		})
	}
}

// joined returns the entries of two maps, of the second first.
func joined(a, b map[string]string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, a)
	maps.Copy(all, b)
	return all
}
