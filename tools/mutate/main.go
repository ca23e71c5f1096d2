// Command mutate measures whether the tests find faults. It draws mutations of
// the program from a seed, applies each one through an overlay (no file is
// changed), and runs the tests of its package.
//
//	go -C tools run ./mutate -seed 1 -n 40
//
// It prints each mutation with its result, and exits with 1 if one survived. A
// survivor is either equivalent to the original or lacks a test; a person
// decides which. The tests have to pass without a mutation: a package that fails
// by itself would seem to catch everything.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// areas are the packages that are mutated, each with its share of the draw: the
// proportions of an audit of 146 mutations.
var areas = []struct {
	share    int
	packages []string
}{
	{11, []string{"internal/model"}},
	{6, []string{"internal/model/anthropic"}},
	{14, []string{"internal/agent"}},
	{17, []string{"internal/analyst"}},
	{23, []string{"internal/investigate"}},
	{12, []string{"internal/store"}},
	{8, []string{"internal/evidence"}},
	{7, []string{"internal/scan", "internal/ignore"}},
	{8, []string{"internal/facts/license", "internal/facts/manifest"}},
	{8, []string{"internal/rules"}},
	{7, []string{"internal/render"}},
	{5, []string{"internal/mcpclient"}},
	{6, []string{"internal/fsserver"}},
	{7, []string{"internal/coreutils"}},
	{7, []string{"internal/redact"}},
}

// mutation replaces the bytes [from, to) of a file.
type mutation struct {
	pkg, file string
	line      int
	from, to  int
	old, new  string
}

func main() {
	log.SetFlags(0)
	root := flag.String("root", "..", "root `directory` of the module")
	seed := flag.Uint64("seed", 1, "seed of the draw")
	n := flag.Int("n", 40, "number of mutations")
	only := flag.String("only", "", "draw from this `package` only")
	flag.Parse()
	draws, err := draw(*root, *only, *n, rand.New(rand.NewPCG(*seed, 0)))
	if err != nil {
		log.Fatal(err)
	}
	if err := testUnmutated(*root, draws); err != nil {
		log.Fatal(err)
	}
	tested, survived := 0, 0
	for _, d := range draws {
		for valid := 0; valid < d.count && len(d.sites) > 0; d.sites = d.sites[1:] {
			m := d.sites[0]
			result, err := run(*root, m)
			switch {
			case err != nil:
				log.Fatalf("testing a mutation of %s: %v", m.file, err)
			case result == "invalid":
				continue
			case result == "SURVIVED":
				survived++
			}
			valid++
			tested++
			fmt.Printf("%2d %-8s %s:%d: %q -> %q\n", tested, result, m.file, m.line, m.old, m.new)
		}
	}
	fmt.Printf("%d of %d survived\n", survived, tested)
	if survived > 0 {
		os.Exit(1)
	}
}

// areaDraw is the mutations of an area in the order of the draw; the first count
// that compile are tested.
type areaDraw struct {
	count int
	sites []mutation
}

// draw returns the mutations of each area in random order, with the number to test: n times the share of the area in
// the whole. If only is not "", it returns the mutations of this package, with the number n.
func draw(root, only string, n int, rnd *rand.Rand) ([]areaDraw, error) {
	if only != "" {
		sites, err := findSites(root, only)
		rnd.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
		return []areaDraw{{n, sites}}, err
	}
	total := 0
	for _, a := range areas {
		total += a.share
	}
	var draws []areaDraw
	passed := 0
	for _, a := range areas {
		d := areaDraw{count: (passed+a.share)*n/total - passed*n/total}
		passed += a.share
		for _, pkg := range a.packages {
			sites, err := findSites(root, pkg)
			if err != nil {
				return nil, err
			}
			d.sites = append(d.sites, sites...)
		}
		rnd.Shuffle(len(d.sites), func(i, j int) { d.sites[i], d.sites[j] = d.sites[j], d.sites[i] })
		draws = append(draws, d)
	}
	return draws, nil
}

// findSites returns the mutations of all nodes in the files of a package. It leaves out test files
// and files with build constraints.
func findSites(root, pkg string) ([]mutation, error) {
	names, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
	if err != nil {
		return nil, err
	}
	var sites []mutation
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(src, []byte("//go:build")) {
			continue // it may not be compiled here
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		rel, _ := filepath.Rel(root, name)
		ast.Inspect(f, func(node ast.Node) bool {
			from, to, repl := mutate(fset, node)
			repl = strings.ReplaceAll(repl, "%s", string(src[from:to]))
			if repl != "" {
				sites = append(sites, mutation{pkg, filepath.ToSlash(rel), fset.Position(node.Pos()).Line, from, to, string(src[from:to]), repl})
			}
			return true
		})
	}
	return sites, nil
}

// swapped maps operators to their mutations: boundaries, negations, and the
// other of two.
var swapped = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.EQL: "!=", token.NEQ: "==", token.LAND: "||", token.LOR: "&&",
	token.ADD: "-", token.SUB: "+",
}

// mutate returns the mutation of a node as a range of bytes and its replacement, in which %s means the old bytes. The
// replacement is "" if there is no mutation.
func mutate(fset *token.FileSet, node ast.Node) (from, to int, replacement string) {
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	switch node := node.(type) {
	case *ast.BinaryExpr:
		if lit, ok := node.Y.(*ast.BasicLit); ok && lit.Kind == token.STRING && node.Op == token.ADD {
			return 0, 0, ""
		}
		return offset(node.OpPos), offset(node.OpPos) + len(node.Op.String()), swapped[node.Op]
	case *ast.IfStmt:
		return offset(node.Cond.End()), offset(node.Cond.End()), " && false"
	case *ast.ExprStmt: // a call for its effect; a condition keeps its variables used
		return offset(node.Pos()), offset(node.End()), "if false { %s }"
	case *ast.BranchStmt:
		if node.Label == nil && node.Tok == token.CONTINUE {
			return offset(node.Pos()), offset(node.End()), "break"
		}
	case *ast.BasicLit:
		if node.Kind == token.INT {
			return offset(node.End()), offset(node.End()), "+1"
		}
	case *ast.UnaryExpr:
		if node.Op == token.NOT {
			return offset(node.Pos()), offset(node.Pos()) + 1, " "
		}
	}
	return 0, 0, ""
}

// testUnmutated returns an error if the tests of the packages in draws fail without a mutation.
func testUnmutated(root string, draws []areaDraw) error {
	args := []string{"test"}
	for _, d := range draws {
		for _, m := range d.sites {
			if pkg := "./" + m.pkg; !slices.Contains(args, pkg) {
				args = append(args, pkg)
			}
		}
	}
	c := exec.Command("go", args...)
	c.Dir = root
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("testing without mutations: %w\n%s", err, out)
	}
	return nil
}

// run tests the package of the mutation m with m in its code. It returns "caught" if the tests fail, "invalid" if the
// mutation does not compile, or else "SURVIVED".
func run(root string, m mutation) (string, error) {
	name, err := filepath.Abs(filepath.Join(root, m.file))
	if err != nil {
		return "", err
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	mutant, overlay := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	text := string(src[:m.from]) + m.new + string(src[m.to:])
	if err := os.WriteFile(mutant, []byte(text), 0o666); err != nil {
		return "", err
	}
	files, err := json.Marshal(map[string]map[string]string{"Replace": {name: mutant}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, files, 0o666); err != nil {
		return "", err
	}
	command := func(args ...string) error {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		c := exec.CommandContext(ctx, "go", args...)
		c.Dir = root
		return c.Run()
	}
	pkg := "./" + m.pkg
	if command("build", "-overlay", overlay, pkg) != nil {
		return "invalid", nil
	}
	if command("test", "-count=1", "-failfast", "-timeout", "4m", "-overlay", overlay, pkg) != nil {
		return "caught", nil
	}
	return "SURVIVED", nil
}
