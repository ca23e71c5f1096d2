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

// The import diagram is the two tables of docs/ARCHITECTURE.md: which room may
// import which, and which room owns which module. Whoever wants to cross it
// changes the page first. Sources are read as they are, whatever their build
// tags; `go list` would answer from a cache, and for one system.

func TestImportsFollowTheDiagram(t *testing.T) {
	page, err := os.ReadFile("docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	crossings, err := check(os.DirFS("."), string(page))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range crossings {
		t.Error(c)
	}
}

// confined are parts of the standard library that only some rooms may import
// outside of their tests, and why.
var confined = map[string]struct {
	rooms []string
	why   string
}{
	"C":                        {nil, "the program builds without a C compiler"},
	"os/exec":                  {[]string{"internal/sandbox", "internal/mcpclient"}, "nothing is executed but the program itself, confined, and servers that the user names"},
	"plugin":                   {nil, "nothing is loaded"},
	"net/http":                 {[]string{"internal/mcpclient", "internal/model/transport", "internal/model/anthropic", "internal/model/openai", "internal/model/modeltest"}, "an offline run has no network but to a server that the user names"},
	"net":                      {[]string{"internal/hostiletest", "internal/model/transport", "internal/model/modeltest"}, "an offline run has no network"},
	"os":                       {[]string{"cmd/luminos", "internal/interop", "internal/scan", "internal/localdir", "internal/store", "internal/sandbox", "internal/hostiletest", "internal/model/modeltest"}, "the target is seen through a Source"},
	"io/ioutil":                {nil, "the target is seen through a Source"},
	"syscall":                  {[]string{"cmd/luminos", "internal/scan", "internal/localdir", "internal/store", "internal/sandbox", "internal/hostiletest"}, "the target is seen through a Source"},
	"golang.org/x/sys/unix":    {[]string{"internal/scan", "internal/localdir", "internal/sandbox", "internal/hostiletest"}, "the target is seen through a Source"},
	"golang.org/x/sys/windows": {[]string{"internal/scan", "internal/localdir"}, "the target is seen through a Source"},
	"unsafe":                   {[]string{"internal/sandbox"}, "what strangers wrote is parsed with bounds"},
}

// file is one Go file with what matters here.
type file struct {
	room       string // directory of its package; "." is the root
	name       string
	test       bool
	imports    []string
	documented bool // it has the package comment
}

// diagram is what ARCHITECTURE.md permits.
type diagram struct {
	rooms   map[string]room
	modules map[string][]string // owners by import path; "several" and "tests" are two more
}

type room struct {
	imports   []string
	testsOnly bool
}

// check says in words what in a source tree crosses the diagram.
func check(tree fs.FS, page string) ([]string, error) {
	files, err := readFiles(tree)
	if err != nil {
		return nil, err
	}
	d := readDiagram(page)
	if len(d.rooms) == 0 || len(d.modules) == 0 {
		return nil, fmt.Errorf("the page has no table of rooms, or none of modules")
	}
	var crossings []string
	say := func(format string, args ...any) { crossings = append(crossings, fmt.Sprintf(format, args...)) }
	comments := map[string]int{}
	for _, f := range files {
		if _, ok := d.rooms[f.room]; !ok {
			say("%s: the page has no room %s", f.name, f.room)
			continue
		}
		if !f.test {
			n := 0
			if f.documented {
				n = 1
			}
			comments[f.room] += n
		}
		for _, i := range f.imports {
			if problem := d.judge(f, i); problem != "" {
				say("%s: imports %s: %s", f.name, i, problem)
			}
		}
	}
	for r, n := range comments {
		if n != 1 {
			say("%s: %d files have a package comment, want one", r, n)
		}
	}
	for r, room := range d.rooms {
		if !slices.ContainsFunc(files, func(f file) bool { return f.room == r }) {
			say("%s: is on the page and not in the house", r)
			continue
		}
		for _, pattern := range room.imports {
			used := slices.ContainsFunc(files, func(f file) bool {
				return f.room == r && !f.test && slices.ContainsFunc(f.imports, func(i string) bool { return covers(pattern, roomOf(i)) })
			})
			if !used && pattern != "all" {
				say("%s: the page lets it import %s, which it does not", r, pattern)
			}
		}
	}
	slices.Sort(crossings)
	return crossings, nil
}

// judge says what is wrong with one import, or "".
func (d diagram) judge(f file, imported string) string {
	if c, ok := confined[imported]; ok && !f.test && !slices.Contains(c.rooms, f.room) {
		return c.why
	}
	switch {
	case roomOf(imported) != "":
		to := roomOf(imported)
		switch {
		case f.test:
			return ""
		case d.rooms[to].testsOnly:
			return "it is for tests only"
		case !slices.ContainsFunc(d.rooms[f.room].imports, func(pattern string) bool { return covers(pattern, to) }):
			return "no such arrow on the page"
		}
	case strings.Contains(strings.Split(imported, "/")[0], "."):
		owners := d.owners(imported)
		switch {
		case owners == nil:
			return "no such module on the page"
		case f.test || slices.Contains(owners, "several"):
			return ""
		case d.rooms[f.room].testsOnly && slices.Contains(owners, "tests"):
			return ""
		case !slices.ContainsFunc(owners, func(pattern string) bool { return covers(pattern, f.room) }):
			return "it belongs to " + strings.Join(owners, ", ")
		}
	}
	return ""
}

// roomOf is the room that an import leads to, or "" when it leads out of the house.
func roomOf(imported string) string {
	if imported != "luminos" && !strings.HasPrefix(imported, "luminos/") {
		return ""
	}
	return cmp.Or(strings.TrimPrefix(strings.TrimPrefix(imported, "luminos"), "/"), ".")
}

// covers reports whether a room is meant by a cell of a table: its name, "all",
// or a name that ends in "/*".
func covers(pattern, room string) bool {
	if pattern == "all" || pattern == room {
		return true
	}
	above, ok := strings.CutSuffix(pattern, "/*")
	return ok && strings.HasPrefix(room, above+"/")
}

// owners are the rooms that may import a package of a module, by the longest
// name on the page that holds it.
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
		f := file{room: path.Dir(name), name: name, test: strings.HasSuffix(name, "_test.go"), documented: parsed.Doc.Text() != ""}
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
	d := diagram{rooms: map[string]room{}, modules: map[string][]string{}}
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
			d.rooms[roomName(names[0][1])] = room{imports: roomNames(cells[2]), testsOnly: strings.Contains(cells[1], "for tests only")}
		case table == "module":
			for _, n := range names {
				d.modules[moduleName(n[1])] = roomNames(cells[1])
			}
		}
	}
	return d
}

// roomName is the directory of what the page calls a room.
func roomName(s string) string {
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

func roomNames(cell string) []string {
	var names []string
	for s := range strings.SplitSeq(cell, ",") {
		if s = strings.Trim(strings.TrimSpace(s), "`"); s != "–" && s != "" {
			names = append(names, roomName(s))
		}
	}
	return names
}

// moduleName is the import path of what the page calls a module.
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
	house := map[string]string{
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
		"nothing":                        {"a.go", "package luminos\n", ""},
		"an arrow that is not there":     {"internal/facts/license/b.go", "package license\nimport _ \"luminos/internal/scan\"\n", "no such arrow"},
		"an arrow upwards":               {"internal/facts/license/b.go", "package license\nimport _ \"luminos/internal/facts\"\n", "no such arrow"},
		"an arrow behind a build tag":    {"b_windows.go", "//go:build ignore\n\npackage luminos\nimport _ \"luminos/internal/scan\"\n", "no such arrow"},
		"hostile in the program":         {"cmd/luminos/b.go", "package main\nimport _ \"luminos/internal/hostiletest\"\n", "tests only"},
		"a module of another room":       {"internal/scan/b.go", "package scan\nimport _ \"github.com/spf13/cobra/doc\"\n", "belongs to cmd/luminos"},
		"a module for tests":             {"internal/scan/b.go", "package scan\nimport _ \"github.com/google/go-cmp/cmp\"\n", "belongs to tests"},
		"a module nobody knows":          {"internal/scan/b_test.go", "package scan\nimport _ \"example.com/x\"\n", "no such module"},
		"the file system":                {"internal/facts/b.go", "package facts\nimport _ \"os\"\n", "through a Source"},
		"programs":                       {"cmd/luminos/b.go", "package main\nimport _ \"os/exec\"\n", "nothing is executed"},
		"cgo":                            {"internal/scan/b.go", "package scan\nimport \"C\"\n", "C compiler"},
		"the network":                    {"cmd/luminos/b.go", "package main\nimport _ \"net/http\"\n", "no network"},
		"two package comments":           {"internal/scan/b.go", "// Package scan walks, too.\npackage scan\n", "2 files have a package comment"},
		"an arrow that nobody takes":     {"internal/facts/license/l.go", "// Package license reads.\npackage license\n", "which it does not"},
		"a room without a comment":       {"internal/facts/license/l.go", "package license\nimport \"luminos\"\n", "0 files have a package comment"},
		"a room that is not on the page": {"internal/util/b.go", "// Package util is a mess.\npackage util\n", "no room internal/util"},
	}
	for name, c := range crossing {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{}
			for n, text := range house {
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
	t.Run("a room that is gone", func(t *testing.T) {
		tree := fstest.MapFS{"nouns.go": {Data: []byte(house["nouns.go"])}}
		got, err := check(tree, page)
		if err != nil || len(got) != 5 {
			t.Errorf("got %q and %v, want five rooms to be missed", got, err)
		}
	})
}
