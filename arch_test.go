package luminos_test

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// The two tables of docs/ARCHITECTURE.md permit imports: which package may import
// which, and which package owns which module. To add an import, change the page
// first. The test reads the sources under all build tags; `go list` would answer
// from a cache, and for one system.

func TestImportsFollowTheDiagram(t *testing.T) {
	page, err := os.ReadFile("docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	problems, err := check(os.DirFS("."), string(page))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range problems {
		t.Error(c)
	}
}

// confined maps a package of the standard library to the packages that may import
// it outside of their tests, with the reason.
var confined = map[string]struct {
	packages []string
	why      string
}{
	"C":                        {[]string{"internal/outline"}, "the program builds without a C compiler"},
	"os/exec":                  {[]string{"internal/sandbox", "internal/mcpclient"}, "nothing is executed but the program itself, confined, and servers and a pager that the user names"},
	"plugin":                   {nil, "nothing is loaded"},
	"net/http":                 {[]string{"internal/mcpclient", "internal/model/transport", "internal/model/anthropic", "internal/model/openai", "internal/model/modeltest"}, "an offline run has no network but to a server that the user names"},
	"net":                      {[]string{"internal/hostiletest", "internal/model/transport", "internal/model/modeltest"}, "an offline run has no network"},
	"os":                       {[]string{"cmd/luminos", "internal/interop", "internal/extract/run", "internal/scan", "internal/localdir", "internal/store", "internal/sandbox", "internal/hostiletest", "internal/model/modeltest"}, "the target is seen through a Source"},
	"io/ioutil":                {nil, "the target is seen through a Source"},
	"syscall":                  {[]string{"cmd/luminos", "internal/scan", "internal/localdir", "internal/store", "internal/sandbox", "internal/hostiletest"}, "the target is seen through a Source"},
	"golang.org/x/sys/unix":    {[]string{"internal/scan", "internal/localdir", "internal/sandbox", "internal/hostiletest", "internal/extract/file"}, "the target is seen through a Source"},
	"golang.org/x/sys/windows": {[]string{"internal/scan", "internal/localdir"}, "the target is seen through a Source"},
	"unsafe":                   {[]string{"internal/sandbox", "internal/outline"}, "what strangers wrote is parsed with bounds"},
}

// file is the part of a Go file that the tables are about.
type file struct {
	pkg        string // directory of its package; "." is the root
	name       string
	test       bool
	imports    []string
	documented bool // it has the package comment
}

// diagram is the content of the two tables.
type diagram struct {
	packages map[string]permit
	modules  map[string][]string // owners by import path; "several" and "tests" are two more
}

// permit is the row of one package.
type permit struct {
	imports   []string
	testsOnly bool
}

// check returns the problems of a source tree with the tables of a page.
func check(tree fs.FS, page string) ([]string, error) {
	files, err := readFiles(tree)
	if err != nil {
		return nil, err
	}
	d := readDiagram(page)
	if len(d.packages) == 0 || len(d.modules) == 0 {
		return nil, fmt.Errorf("the page lacks the table of packages or the table of modules")
	}
	var problems []string
	add := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	comments := map[string]int{}
	for _, f := range files {
		if _, ok := d.packages[f.pkg]; !ok {
			add("%s: the page has no package %s", f.name, f.pkg)
			continue
		}
		if !f.test {
			n := 0
			if f.documented {
				n = 1
			}
			comments[f.pkg] += n
		}
		for _, i := range f.imports {
			if problem := d.judge(f, i); problem != "" {
				add("%s: imports %s: %s", f.name, i, problem)
			}
		}
	}
	for r, n := range comments {
		if n != 1 {
			add("%s: %d files have a package comment, want one", r, n)
		}
	}
	for r, row := range d.packages {
		if !slices.ContainsFunc(files, func(f file) bool { return f.pkg == r }) {
			add("%s: is on the page and not in the module", r)
			continue
		}
		for _, pattern := range row.imports {
			used := slices.ContainsFunc(files, func(f file) bool {
				return f.pkg == r && !f.test && slices.ContainsFunc(f.imports, func(i string) bool { return covers(pattern, packageOf(i)) })
			})
			if !used && pattern != "all" {
				add("%s: the page lets it import %s, which it does not", r, pattern)
			}
		}
	}
	slices.Sort(problems)
	return problems, nil
}

// judge returns the problem with one import, or "".
func (d diagram) judge(f file, imported string) string {
	if c, ok := confined[imported]; ok && !f.test && !slices.Contains(c.packages, f.pkg) {
		return c.why
	}
	switch {
	case packageOf(imported) != "":
		to := packageOf(imported)
		switch {
		case f.test:
			return ""
		case d.packages[to].testsOnly:
			return "it is for tests only"
		case !slices.ContainsFunc(d.packages[f.pkg].imports, func(pattern string) bool { return covers(pattern, to) }):
			return "the page does not permit it"
		}
	case strings.Contains(strings.Split(imported, "/")[0], "."):
		owners := d.owners(imported)
		switch {
		case owners == nil:
			return "the page has no such module"
		case f.test || slices.Contains(owners, "several"):
			return ""
		case d.packages[f.pkg].testsOnly && slices.Contains(owners, "tests"):
			return ""
		case !slices.ContainsFunc(owners, func(pattern string) bool { return covers(pattern, f.pkg) }):
			return "it belongs to " + strings.Join(owners, ", ")
		}
	}
	return ""
}

// packageOf returns the directory of an imported package of this module, or "".
func packageOf(imported string) string {
	if imported != "luminos" && !strings.HasPrefix(imported, "luminos/") {
		return ""
	}
	return cmp.Or(strings.TrimPrefix(strings.TrimPrefix(imported, "luminos"), "/"), ".")
}

// covers reports whether a cell of a table names a package: by its name, by "all",
// or by a name that ends in "/*".
func covers(pattern, pkg string) bool {
	if pattern == "all" || pattern == pkg {
		return true
	}
	above, ok := strings.CutSuffix(pattern, "/*")
	return ok && strings.HasPrefix(pkg, above+"/")
}

// owners returns the packages that may import a package of a module, by the
// longest name on the page that contains it.
func (d diagram) owners(imported string) []string {
	for p := imported; p != "."; p = path.Dir(p) {
		if owners, ok := d.modules[p]; ok {
			return owners
		}
	}
	return nil
}

// readFiles reads the imports of every Go file of a module.
func readFiles(tree fs.FS) ([]file, error) {
	var files []file
	err := fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if base := e.Name(); name != "." && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return fs.SkipDir
			}
			// A directory with a go.mod of its own is another module.
			if _, err := fs.Stat(tree, path.Join(name, "go.mod")); err == nil && name != "." {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		f := file{pkg: path.Dir(name), name: name, test: strings.HasSuffix(name, "_test.go"), documented: parsed.Doc.Text() != ""}
		for _, i := range parsed.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			f.imports = append(f.imports, p)
		}
		files = append(files, f)
		return nil
	})
	return files, err
}

var quoted = regexp.MustCompile("`([^`]+)`")

// readDiagram reads the two tables: rows of three cells under a head that
// begins with "package" or "module".
func readDiagram(page string) diagram {
	d := diagram{packages: map[string]permit{}, modules: map[string][]string{}}
	table := ""
	for line := range strings.Lines(page) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 {
			table = ""
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		names := quoted.FindAllStringSubmatch(cells[0], -1)
		switch {
		case cells[0] == "package" || cells[0] == "module":
			table = cells[0]
		case table == "package" && len(names) == 1:
			d.packages[packageName(names[0][1])] = permit{imports: packageNames(cells[2]), testsOnly: strings.Contains(cells[1], "for tests only")}
		case table == "module":
			for _, n := range names {
				d.modules[moduleName(n[1])] = packageNames(cells[1])
			}
		}
	}
	return d
}

// packageName returns the directory of a package by its name on the page.
func packageName(s string) string {
	switch {
	case s == "luminos":
		return "."
	case s == "cmd":
		return "cmd/luminos"
	case s == "all" || s == "several" || s == "tests" || strings.HasPrefix(s, "internal/") || strings.HasPrefix(s, "cmd/"):
		return s
	}
	return "internal/" + s
}

func packageNames(cell string) []string {
	var names []string
	for s := range strings.SplitSeq(cell, ",") {
		if s = strings.Trim(strings.TrimSpace(s), "`"); s != "–" && s != "" {
			names = append(names, packageName(s))
		}
	}
	return names
}

// moduleName returns the import path of a module by its name on the page.
func moduleName(s string) string {
	if strings.Contains(strings.Split(s, "/")[0], ".") {
		return s
	}
	return "github.com/" + s
}

// TestDiagramCatchesCrossings shows that the test above can fail.
func TestDiagramCatchesCrossings(t *testing.T) {
	const page = "| package | one sentence | own imports |\n|---|---|---|\n" +
		"| `luminos` (root) | nouns | – |\n| `internal/scan` | walks | luminos |\n| `internal/facts` | knows | luminos, facts/* |\n" +
		"| `internal/facts/license` | reads | luminos |\n| `internal/hostiletest` | harms; for tests only | – |\n| `cmd/luminos` | wires | all |\n\n" +
		"| module | package | why |\n|---|---|---|\n| `spf13/cobra` | cmd | commands |\n| `google/go-cmp` | tests | differences |\n| `golang.org/x/sync` | several | groups |\n"
	module := map[string]string{
		"nouns.go":                    "// Package luminos is nouns.\npackage luminos\n",
		"internal/scan/scan.go":       "// Package scan walks.\npackage scan\nimport (\n\"os\"\n\"luminos\"\n\"golang.org/x/sync/errgroup\"\n)\n",
		"internal/facts/f.go":         "// Package facts knows.\npackage facts\nimport (\n\"luminos\"\n\"luminos/internal/facts/license\"\n)\n",
		"internal/facts/license/l.go": "// Package license reads.\npackage license\nimport \"luminos\"\n",
		"internal/hostiletest/h.go":   "// Package hostiletest harms.\npackage hostiletest\nimport (\n\"net\"\n\"os\"\n)\n",
		"cmd/luminos/main.go":         "// Command luminos wires.\npackage main\nimport (\n\"os\"\n\"luminos/internal/facts\"\n\"github.com/spf13/cobra\"\n)\n",
		"nouns_test.go":               "package luminos\nimport (\n\"os/exec\"\n\"luminos/internal/hostiletest\"\n\"github.com/google/go-cmp/cmp\"\n)\n",
		"tools/go.mod":                "module tools\n",
		"tools/tools.go":              "package tools\nimport \"os/exec\"\n",
		"internal/scan/testdata/x.go": "this is not Go",
	}
	crossing := map[string]struct{ name, text, want string }{
		"nothing":                         {"a.go", "package luminos\n", ""},
		"an import that is not permitted": {"internal/facts/license/b.go", "package license\nimport _ \"luminos/internal/scan\"\n", "does not permit"},
		"an import upwards":               {"internal/facts/license/b.go", "package license\nimport _ \"luminos/internal/facts\"\n", "does not permit"},
		"an import behind a build tag":    {"b_windows.go", "//go:build ignore\n\npackage luminos\nimport _ \"luminos/internal/scan\"\n", "does not permit"},
		"hostile in the program":          {"cmd/luminos/b.go", "package main\nimport _ \"luminos/internal/hostiletest\"\n", "tests only"},
		"a module of another package":     {"internal/scan/b.go", "package scan\nimport _ \"github.com/spf13/cobra/doc\"\n", "belongs to cmd/luminos"},
		"a module for tests":              {"internal/scan/b.go", "package scan\nimport _ \"github.com/google/go-cmp/cmp\"\n", "belongs to tests"},
		"an unknown module":               {"internal/scan/b_test.go", "package scan\nimport _ \"example.com/x\"\n", "no such module"},
		"the file system":                 {"internal/facts/b.go", "package facts\nimport _ \"os\"\n", "through a Source"},
		"programs":                        {"cmd/luminos/b.go", "package main\nimport _ \"os/exec\"\n", "nothing is executed"},
		"cgo":                             {"internal/scan/b.go", "package scan\nimport \"C\"\n", "C compiler"},
		"the network":                     {"cmd/luminos/b.go", "package main\nimport _ \"net/http\"\n", "no network"},
		"two package comments":            {"internal/scan/b.go", "// Package scan walks, too.\npackage scan\n", "2 files have a package comment"},
		"a permit that is not used":       {"internal/facts/license/l.go", "// Package license reads.\npackage license\n", "which it does not"},
		"a package without a comment":     {"internal/facts/license/l.go", "package license\nimport \"luminos\"\n", "0 files have a package comment"},
		"a package not on the page":       {"internal/util/b.go", "// Package util is a mess.\npackage util\n", "no package internal/util"},
	}
	for name, c := range crossing {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{}
			for n, text := range module {
				tree[n] = &fstest.MapFile{Data: []byte(text)}
			}
			tree[c.name] = &fstest.MapFile{Data: []byte(c.text)}
			got, err := check(tree, page)
			if err != nil {
				t.Fatal(err)
			}
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
				t.Errorf("got %q, want one crossing with %q", got, c.want)
			}
		})
	}
	t.Run("a package that is gone", func(t *testing.T) {
		tree := fstest.MapFS{"nouns.go": {Data: []byte(module["nouns.go"])}}
		got, err := check(tree, page)
		if err != nil || len(got) != 5 {
			t.Errorf("got %q and %v, want five missing packages", got, err)
		}
	})
}
