package manifest

import (
	"cmp"
	"errors"
	"fmt"
	"go/build/constraint"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

func loadGoMod(r *reader, p *pkg) bool {
	return r.decode(p, func(s string) error {
		f, err := modfile.ParseLax("go.mod", []byte(s), nil)
		if err != nil {
			return fmt.Errorf("not a valid go.mod: %w", err)
		}
		if f.Module == nil {
			return errors.New("a go.mod without the path of a module")
		}
		p.describe(f.Module.Mod.Path, "", "", "")
		p.Evidence = citeLine(p.text, f.Module.Syntax.Start.Line)
		for _, q := range f.Require {
			if !q.Indirect {
				p.depend(q.Mod.Path, q.Mod.Version, "")
			}
		}
		return nil
	})
}

func loadGoWork(r *reader, p *pkg) bool {
	return r.decode(p, func(s string) error {
		f, err := modfile.ParseWork("go.work", []byte(s), nil)
		if err != nil {
			return fmt.Errorf("not a valid go.work: %w", err)
		}
		for _, u := range f.Use {
			p.globs = append(p.globs, u.Path)
		}
		return nil
	})
}

func enterGo(r *reader, p *pkg) {
	ev := p.Evidence
	if hasGoTests(r, p.dir) && !hasBuildProgram(r, p.dir) {
		r.convention(p, "test", "go test ./...", ev)
	}
	if lint := r.tree.first(p.dir, ".golangci.yml", ".golangci.yaml", ".golangci.toml"); lint != "" {
		r.convention(p, "lint", "golangci-lint run", r.citeStart(lint))
	}
	goLibrary(r, p)
}

// goBuilds adds the customary command that builds each module with a program: its foremost one, which leaves a binary,
// or all programs below the directory cmd if it has several, of which only an output leaves binaries.
// entries are the ranked entry points.
func goBuilds(r *reader, entries []entry) {
	for _, p := range r.pkgs {
		if !p.isOwn() || p.enter == nil || p.Path.Base() != "go.mod" || builds(r, p.Path) {
			continue
		}
		line, cmd := "", p.dir.Join("cmd")
		var ev []luminos.Evidence
		for _, e := range entries {
			program := e.Kind == kindBinary && e.Path.Ext() == ".go" && e.place != placeTool
			if !program || !plainName().MatchString(string(e.Path)) || r.owner(e.Path, "go") != p {
				continue
			}
			if line != "" {
				if e.Path.Within(cmd) && strings.HasPrefix(line, "go build ./cmd/") {
					line = "go build -o " + outputOf(r, p, cmd) + " ./cmd/..."
				}
				break
			}
			rel := path.Dir(relative(p.dir, e.Path))
			line, ev = "go build ./"+rel, e.Evidence
			if rel == "." {
				line, rel = "go build .", bareName(p.Name)
			}
			if r.tree.dirs[p.dir.Join(path.Base(rel))] { // where the program would be written
				line = strings.Replace(line, "build", "build -o bin/", 1)
			}
		}
		if line != "" {
			r.convention(p, "build", line, ev)
		}
	}
}

// noteModules adds a note to each command that tests all packages of a module of Go if directories below hold modules
// of their own, which the command does not test.
func (r *reader) noteModules() {
	for i := range r.res.Commands {
		c := &r.res.Commands[i]
		if c.Purpose != "test" || !strings.HasPrefix(c.Line, "go test") || !slices.Contains(strings.Fields(c.Line), "./...") {
			continue
		}
		dir, n := cmp.Or(c.Dir, luminos.Root), 0
		for _, p := range r.pkgs {
			if p.isOwn() && p.Path.Base() == "go.mod" && p.dir != dir && p.dir.Within(dir) {
				n++
			}
		}
		if n > 0 {
			c.Note = fmt.Sprintf("leaves out %d modules below", n)
			if n == 1 {
				c.Note = "leaves out 1 module below"
			}
		}
	}
}

// hasTests reports whether a source in a directory or below is a test by its path.
func hasTests(r *reader, dir luminos.Path) bool {
	return slices.ContainsFunc(r.tree.scan.Files, func(f luminos.File) bool {
		return f.Language != "" && f.Path.Within(dir) && f.Regular() && pathrole.Test(f.Path)
	})
}

// hasGoTests reports whether a file in a directory or below has a name that ends in _test.go.
func hasGoTests(r *reader, dir luminos.Path) bool {
	return slices.ContainsFunc(r.tree.scan.Files, func(f luminos.File) bool {
		return strings.HasSuffix(string(f.Path), "_test.go") && f.Path.Within(dir) && f.Regular()
	})
}

// goLibrary adds an entry point for the Go package in the root directory of a module: the file that is named doc.go or
// has the name of the module, or the largest file of the package. The package must have exported names and a module path
// that begins with a host, without which no other module can import it, and must not be a program.
func goLibrary(r *reader, p *pkg) {
	name := bareName(p.Name)
	if host, _, _ := strings.Cut(p.Name, "/"); !strings.Contains(host, ".") || !goExports(r, p.dir) {
		return
	}
	joined := strings.ReplaceAll(name, "-", "")
	best := r.tree.first(p.dir, joined+".go", strings.ReplaceAll(name, "-", "_")+".go", name+".go", "doc.go")
	if best == "" {
		best = cmp.Or(goFileOf(r, p.dir, joined), goFileOf(r, p.dir, ""))
	}
	t, ok := r.source(best, 64<<10)
	if !ok {
		return
	}
	if m := packageClause().FindStringSubmatchIndex(t.Content); m != nil {
		if pkgName := t.Content[m[2]:m[3]]; pkgName != "main" {
			root := "the root of the module"
			if p.dir != luminos.Root {
				root = clip(string(p.dir), 60) + ", the root of a module"
			}
			r.addEntry(p, entry{
				Path: best, Kind: kindLibrary, Name: pkgName, Reason: "package " + pkgName + " in " + root,
				Evidence:  citeLine(t, lineOf(t.Content, m[0])),
				certainty: conventional,
			})
		}
	}
}

// goExports reports whether a Go file in a directory declares an exported name. Tests and files that need a build tag
// do not count.
func goExports(r *reader, dir luminos.Path) bool {
	for _, f := range r.tree.inDir[dir] {
		base := f.Path.Base()
		if f.Path.Ext() != ".go" || strings.HasSuffix(base, "_test.go") {
			continue
		}
		if t, ok := r.source(f.Path, 64<<10); ok && goExported().MatchString(t.Content) {
			if m := packageClause().FindStringIndex(t.Content); m != nil && !tagged(t.Content[:m[0]]) {
				return true
			}
		}
	}
	return false
}

// goFileOf returns a file in a directory whose package has the name, or any if it is "": the file with the name of its
// package or with its documentation, or else the largest. It returns "" without such a file.
func goFileOf(r *reader, dir luminos.Path, name string) (best luminos.Path) {
	size := int64(-1)
	for _, f := range r.tree.inDir[dir] {
		if f.Path.Ext() != ".go" || strings.HasSuffix(f.Path.Base(), "_test.go") {
			continue
		}
		t, ok := r.source(f.Path, 64<<10)
		if !ok {
			continue
		}
		m := packageClause().FindStringSubmatchIndex(t.Content)
		if m == nil || tagged(t.Content[:m[0]]) {
			continue
		}
		switch own := t.Content[m[2]:m[3]]; {
		case name != "" && own != name:
		case f.Path.Base() == own+".go", strings.Contains(t.Content[:m[0]], "// Package "):
			return f.Path
		case f.Size > size:
			best, size = f.Path, f.Size
		}
	}
	return best
}

const maxGoDirs = 4000 // searched for main packages

var (
	packageClause = lazyregexp.Lazy(`(?m)^package[ \t]+([\pL_][\pL\pN_]*)`)
	goExported    = lazyregexp.Lazy(`(?m)^(?:func|type|var|const)[ \t]+(?:\([^)\n]*\)[ \t]*)?\p{Lu}|` +
		`^(?:var|const|type)[ \t]+\((?:\n[^)]*?)?\n[ \t]+\p{Lu}`)
	goFuncMain = lazyregexp.Lazy(`(?m)^func main\(\)`)
)

// discoverGo adds an entry point for each directory with a main package of Go. One file shows the
// package of its directory, so that most directories cost one short read.
func discoverGo(r *reader) {
	byDir := map[luminos.Path][]luminos.Path{}
	var dirs []luminos.Path
	for _, fs := range r.tree.byLanguage("Go") {
		if strings.HasSuffix(string(fs.Path), "_test.go") || !r.tree.counts(fs) || hiddenGo(fs.Path.Dir()) {
			continue
		}
		dir := fs.Path.Dir()
		if byDir[dir] == nil {
			dirs = append(dirs, dir)
		}
		byDir[dir] = append(byDir[dir], fs.Path)
	}
	slices.SortFunc(dirs, func(a, b luminos.Path) int {
		return cmp.Or(cmp.Compare(goDirOrder(a), goDirOrder(b)), cmp.Compare(a, b))
	})
	if len(dirs) > maxGoDirs {
		dirs, r.cut = dirs[:maxGoDirs], true
	}
	for _, dir := range dirs {
		goMain(r, dir, byDir[dir])
	}
}

// hiddenGo reports whether the go command ignores a directory: it, or one above it, is "testdata" or begins
// with "_" or ".".
func hiddenGo(dir luminos.Path) bool {
	for ; dir != luminos.Root; dir = dir.Dir() {
		if b := dir.Base(); b == "testdata" || b[0] == '_' || b[0] == '.' {
			return true
		}
	}
	return false
}

// goDirOrder returns the rank of a directory, 0 for the root, cmd and the directories below cmd,
// else the depth: likely places of main packages are read first, in case the budget is used up.
func goDirOrder(dir luminos.Path) int {
	if dir == luminos.Root || dir == "cmd" || strings.HasPrefix(string(dir), "cmd/") {
		return 0
	}
	return dir.Depth()
}

// goMain adds an entry point for the main function in a directory with the given Go files, if it has one.
func goMain(r *reader, dir luminos.Path, files []luminos.Path) {
	owner := r.owner(dir, "go")
	name := dir.Base()
	if dir == luminos.Root || owner != nil && dir == owner.dir {
		if owner == nil {
			name = "main"
		} else {
			name = lastElement(owner.Name)
		}
	}
	if owner != nil && !owner.isOwn() {
		return
	}
	order := func(p luminos.Path) int {
		return slices.Index([]string{"main.go", dir.Base() + ".go"}, p.Base()) & 3 // -1 becomes 3
	}
	slices.SortStableFunc(files, func(a, b luminos.Path) int { return cmp.Compare(order(a), order(b)) })
	isMain := false
	for i, p := range files {
		if i >= 16 {
			return
		}
		limit := 16 << 10
		if isMain {
			limit = maxText
		}
		t, ok := r.source(p, limit)
		if !ok {
			continue
		}
		m := packageClause().FindStringSubmatchIndex(t.Content)
		if m == nil || tagged(t.Content[:m[0]]) {
			continue
		}
		if t.Content[m[2]:m[3]] != "main" {
			return
		}
		isMain = true
		at := goFuncMain().FindStringIndex(t.Content)
		if at == nil && t.Cut {
			if t, ok = r.source(p, maxText); ok {
				at = goFuncMain().FindStringIndex(t.Content)
			}
		}
		if at != nil {
			e := entry{
				Path: p, Kind: kindBinary, Name: name, Reason: "func main in package main",
				Evidence: citeLine(t, lineOf(t.Content, at[0])),
				place:    goPlace(dir, owner), certainty: conventional,
			}
			if owner != nil {
				e.role = owner.Role
			}
			r.addEntry(nil, e)
			return
		}
	}
}

// tagged reports whether a file with the given text above its package clause needs a build tag that the go command
// does not set by itself. Tags for systems, processors, cgo and versions of Go count as set.
func tagged(header string) bool {
	for line := range strings.Lines(header) {
		if !constraint.IsGoBuild(line) && !constraint.IsPlusBuild(line) {
			continue
		}
		if expr, err := constraint.Parse(strings.TrimSpace(line)); err == nil && !satisfiable(expr) {
			return true
		}
	}
	return false
}

// satisfiable reports whether a build constraint is true for some set of ordinary tags. A constraint with more than 10
// ordinary tags counts as satisfiable.
func satisfiable(expr constraint.Expr) bool {
	var tags []string
	expr.Eval(func(tag string) bool {
		if ordinaryTag().MatchString(tag) && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
		return false
	})
	for set := range 1 << min(len(tags), 10) {
		if expr.Eval(func(tag string) bool { i := slices.Index(tags, tag); return i >= 0 && set>>i&1 == 1 }) {
			return true
		}
	}
	return len(tags) > 10
}

// ordinaryTag matches the tags that the go command sets by itself on some system.
var ordinaryTag = lazyregexp.Lazy(`^(aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|` +
	`wasip1|windows|zos|unix|386|amd64|arm|arm64|loong64|mips|mipsle|mips64|mips64le|ppc64|ppc64le|riscv64|s390x|wasm|cgo|gc|go1(\.\d+)?)$`)

// goPlace returns the place of the main package in dir: placeTool in or below a directory of tools, placeProduct in the
// root of the target or of the module owner, in cmd or directly below, else placeOther.
func goPlace(dir luminos.Path, owner *pkg) place {
	switch {
	case inTools(dir.Join("x")):
		return placeTool
	case dir == luminos.Root || owner != nil && dir == owner.dir || dir.Dir().Base() == "cmd" || dir.Base() == "cmd":
		return placeProduct
	}
	return placeOther
}

// lastElement returns the name of a Go program by the path of its module: "tool" for "example.com/tool/v2".
func lastElement(module string) string {
	base := path.Base(module)
	if majorVersion().MatchString(base) {
		base = path.Base(path.Dir(module))
	}
	if base == "." || base == "/" {
		return "main"
	}
	return base
}

// runGo returns the command that runs a program of Go, with its directory. A program that embeds pages runs only if
// they are built. A program with commands mostly prints its usage if none is given.
func runGo(r *reader, e luminos.EntryPoint) (luminos.Path, string) {
	p := r.owner(e.Path, "go")
	if p == nil || builds(r, p.Path) || slices.ContainsFunc(p.deps, hasCommands) {
		return "", ""
	}
	if rel := path.Dir(relative(p.dir, e.Path)); rel != "." {
		return p.dir, "go run ./" + rel
	}
	return p.dir, "go run ."
}
