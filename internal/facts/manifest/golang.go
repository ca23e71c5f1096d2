package manifest

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"luminos"
	"luminos/internal/lazyregexp"
)

func readGoMod(r *reader, p *pkg) {
	if !r.whole(p) {
		return
	}
	f, err := modfile.ParseLax("go.mod", []byte(p.text.Content), nil)
	if err != nil {
		p.broken = true
		r.problem(p.Path, "not a valid go.mod: %s", clip(luminos.Fold(err.Error()), 200))
		return
	}
	if f.Module == nil {
		p.broken = true
		r.problem(p.Path, "it names no module")
		return
	}
	p.describe(f.Module.Mod.Path, "", "", "")
	p.Evidence = citeLine(p.text, f.Module.Syntax.Start.Line)
	for _, q := range f.Require {
		if !q.Indirect {
			p.depend(q.Mod.Path, q.Mod.Version, "")
		}
	}
}

func readGoWork(r *reader, p *pkg) {
	if !r.whole(p) {
		return
	}
	f, err := modfile.ParseWork("go.work", []byte(p.text.Content), nil)
	if err != nil {
		r.problem(p.Path, "not a valid go.work: %s", clip(luminos.Fold(err.Error()), 200))
		return
	}
	for _, u := range f.Use {
		p.globs = append(p.globs, u.Path)
	}
}

func enterGo(r *reader, p *pkg) {
	ev := p.Evidence
	r.commandBasis(p, "build", "go build ./...", luminos.Derived, ev)
	if r.hasGoTests(p.dir) {
		r.commandBasis(p, "test", "go test ./...", luminos.Derived, ev)
	}
	if lint := r.tree.first(p.dir, ".golangci.yml", ".golangci.yaml", ".golangci.toml"); lint != "" {
		r.commandBasis(p, "lint", "golangci-lint run", luminos.Derived, r.citeStart(lint))
	}
	r.goLibrary(p)
}

func (r *reader) hasGoTests(dir luminos.Path) bool {
	if r.goTestDirs == nil {
		r.goTestDirs = map[luminos.Path]bool{}
		for _, f := range r.tree.byLanguage("Go") {
			if !strings.HasSuffix(string(f.Path), "_test.go") {
				continue
			}
			for d := f.Path.Dir(); !r.goTestDirs[d]; d = d.Dir() {
				r.goTestDirs[d] = true
			}
		}
	}
	return r.goTestDirs[dir]
}

// citeStart cites the first line of a file that is read for nothing else.
func (r *reader) citeStart(p luminos.Path) []luminos.Evidence {
	t, ok := r.source(p, 4<<10)
	if !ok {
		return nil
	}
	for i, l := range t.Lines() {
		if strings.TrimSpace(l) != "" {
			return citeLine(t, i+1)
		}
	}
	return nil
}

// goLibrary adds the package in the root of a module, when it is one.
func (r *reader) goLibrary(p *pkg) {
	name := bareName(p.Name)
	best := r.tree.first(p.dir, strings.ReplaceAll(name, "-", "")+".go", strings.ReplaceAll(name, "-", "_")+".go", name+".go", "doc.go")
	if best == "" {
		return
	}
	t, ok := r.source(best, 64<<10)
	if !ok {
		return
	}
	if m := packageClause().FindStringSubmatchIndex(t.Content); m != nil {
		if pkgName := t.Content[m[2]:m[3]]; pkgName != "main" {
			r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
				Path: best, Kind: "library", Name: pkgName, Reason: "package " + pkgName + " in the root of the module",
				Evidence: citeLine(t, lineOf(t.Content, m[0])),
			}, certainty: conventional})
		}
	}
}

const maxGoDirs = 4000 // looked into for main packages

var (
	packageClause = lazyregexp.Lazy(`(?m)^package[ \t]+([\pL_][\pL\pN_]*)`)
	goFuncMain    = lazyregexp.Lazy(`(?m)^func main\(\)`)
	goBuildTag    = lazyregexp.Lazy(`(?m)^//go:build\s+.*\bignore\b|^// \+build\s+ignore\b`)
)

// discoverGo finds the main packages: one file of a directory says which
// package it is, so that most directories cost one short read.
func (r *reader) discoverGo() {
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
		r.goMain(dir, byDir[dir])
	}
}

// hiddenGo reports a directory that the go command leaves out.
func hiddenGo(dir luminos.Path) bool {
	for ; dir != luminos.Root; dir = dir.Dir() {
		if b := dir.Base(); b == "testdata" || b[0] == '_' || b[0] == '.' {
			return true
		}
	}
	return false
}

// goDirOrder looks first where mains usually are, should the budget run out.
func goDirOrder(dir luminos.Path) int {
	if dir == luminos.Root || dir == "cmd" || strings.HasPrefix(string(dir), "cmd/") {
		return 0
	}
	return dir.Depth()
}

// goMain adds the program in a directory, if there is one.
func (r *reader) goMain(dir luminos.Path, files []luminos.Path) {
	owner := r.owner(dir, "go")
	name := dir.Base()
	if dir == luminos.Root || owner != nil && dir == owner.dir {
		if owner == nil {
			name = "main"
		} else {
			name = lastElement(owner.Name)
		}
	}
	if owner != nil && !owner.tells() {
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
		if m == nil || goBuildTag().MatchString(t.Content[:m[0]]) {
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
			e := entry{EntryPoint: luminos.EntryPoint{
				Path: p, Kind: "binary", Name: name, Reason: "func main in package main",
				Evidence: citeLine(t, lineOf(t.Content, at[0])),
			}, where: r.goWhere(dir, owner), certainty: conventional}
			if owner != nil {
				e.role = owner.Role
			}
			r.enterAt(nil, e)
			return
		}
	}
}

// goWhere ranks the place of a main package: the root of a module and below
// cmd/ are for products, the rest is beside them.
func (r *reader) goWhere(dir luminos.Path, owner *pkg) int {
	switch {
	case inTools(dir.Join("x")):
		return 2
	case dir == luminos.Root || owner != nil && dir == owner.dir || dir.Dir().Base() == "cmd" || dir.Base() == "cmd":
		return 0
	}
	return 1
}

// lastElement is the name of a program built from a module path.
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
