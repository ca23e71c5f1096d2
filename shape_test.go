package luminos_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Ratchets of the shape of the code. A limit that is in the way says that
// something wants to be its own thing; an exception needs its reason here.

const (
	mostFunctionLines = 60
	mostFileLines     = 400
	mostFields        = 12 // of a struct with methods; records of the report are exempt
	mostMethods       = 25
	mostCallbacks     = 2 // of an options struct
	mostDepth         = 6 // packages on the longest chain of imports from cmd/luminos
	mostLongLines     = 1265
	longLine          = 120
)

var shapeUnder = flag.String("shape.under", "", "check only packages below this `directory`")

// shapeExceptions maps a finding, without its number, to the reason why the
// limit does not fit.
var shapeExceptions = map[string]string{
	"fields of internal/model.Error":        "a failure with the account of its attempts; readers name the fields",
	"methods of internal/hostiletest.maker": "each method makes one kind of trick in the same tree",
}

func TestShape(t *testing.T) {
	s, err := readShape(os.DirFS("."), path.Clean(*shapeUnder))
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, f := range s.findings() {
		if _, ok := shapeExceptions[f.what]; ok {
			used[f.what] = true
			continue
		}
		t.Errorf("%s: %d, want at most %d", f.what, f.n, f.most)
	}
	for what := range shapeExceptions {
		if path.Clean(*shapeUnder) == "." && !used[what] {
			t.Errorf("the exception %q is not needed any more", what)
		}
	}
	if s.longLines > mostLongLines {
		t.Errorf("%d lines over %d characters, want at most %d", s.longLines, longLine, mostLongLines)
	}
}

func TestImportDepth(t *testing.T) {
	files, err := readFiles(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string][]string{}
	for _, f := range files {
		for _, i := range f.imports {
			if to := packageOf(i); to != "" && !f.test {
				imports[f.pkg] = append(imports[f.pkg], to)
			}
		}
	}
	longest := longestPath("cmd/luminos", imports, map[string][]string{})
	if len(longest) > mostDepth {
		t.Errorf("%d packages deep, want at most %d: %s\n(a lower package can hand its result over as a value: internal/session can compute the facts that investigate takes)",
			len(longest), mostDepth, strings.Join(longest, " → "))
	}
}

// longestPath returns the longest chain of imports that begins at a package.
// Go refuses circles, so it ends.
func longestPath(from string, imports, known map[string][]string) []string {
	if p, ok := known[from]; ok {
		return p
	}
	var longest []string
	for _, to := range imports[from] {
		if p := longestPath(to, imports, known); len(p) > len(longest) {
			longest = p
		}
	}
	known[from] = append([]string{from}, longest...)
	return known[from]
}

// shape holds the sizes of the things that the ratchets bound.
type shape struct {
	functions map[string]int // lines
	files     map[string]int // lines
	fields    map[string]int // of structs that are not records
	callbacks map[string]int // of options structs
	methods   map[string]int // of receivers
	longLines int
}

type finding struct {
	what    string
	n, most int
}

// findings returns the sizes over their limits, sorted by name.
func (s *shape) findings() []finding {
	var found []finding
	add := func(kind string, sizes map[string]int, most int) {
		for name, n := range sizes {
			if n > most {
				found = append(found, finding{kind + " " + name, n, most})
			}
		}
	}
	add("lines of the function", s.functions, mostFunctionLines)
	add("lines of the file", s.files, mostFileLines)
	add("methods of", s.methods, mostMethods)
	add("callbacks of", s.callbacks, mostCallbacks)
	for name, n := range s.fields {
		if s.methods[name] > 0 && n > mostFields {
			found = append(found, finding{"fields of " + name, n, mostFields})
		}
	}
	slices.SortFunc(found, func(a, b finding) int { return strings.Compare(a.what, b.what) })
	return found
}

// readShape measures the Go files below a directory, tests aside.
func readShape(tree fs.FS, under string) (*shape, error) {
	s := &shape{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, 0}
	fset := token.NewFileSet()
	err := fs.WalkDir(tree, under, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && name != "." && (e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".")):
			return fs.SkipDir
		case e.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s.files[name] = strings.Count(string(text), "\n")
		for line := range strings.Lines(string(text)) {
			if len([]rune(strings.TrimRight(line, "\n"))) > longLine {
				s.longLines++
			}
		}
		for _, d := range f.Decls {
			s.measure(fset, path.Dir(name), d)
		}
		return nil
	})
	return s, err
}

// measure adds one declaration of a package.
func (s *shape) measure(fset *token.FileSet, pkg string, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := pkg + "." + d.Name.Name
		if d.Recv != nil {
			receiver := pkg + "." + typeName(d.Recv.List[0].Type)
			s.methods[receiver]++
			name = receiver + "." + d.Name.Name
		}
		s.functions[name] = fset.Position(d.End()).Line - fset.Position(d.Pos()).Line + 1
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			ts, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			if st, ok := ts.Type.(*ast.StructType); ok {
				s.measureStruct(pkg+"."+ts.Name.Name, st)
			}
		}
	}
}

var optionsName = regexp.MustCompile(`(?i)(options|config|request|params)$`)

func (s *shape) measureStruct(name string, st *ast.StructType) {
	fields, record := 0, false
	for _, f := range st.Fields.List {
		n := max(len(f.Names), 1)
		fields += n
		record = record || f.Tag != nil && strings.Contains(f.Tag.Value, "json:")
		if _, ok := f.Type.(*ast.FuncType); ok && optionsName.MatchString(name) {
			s.callbacks[name] += n
		}
	}
	if !record {
		s.fields[name] = fields
	}
}

// typeName returns the name of a receiver's type, without pointer and type
// parameters.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return fmt.Sprintf("%T", e)
}
