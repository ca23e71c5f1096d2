package luminos_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The house English: standard technical terms, one meaning a word, the comment
// of a function begins with its name and a verb. docs/ARCHITECTURE.md states
// the rule; this test finds the forms that broke it most.

var proseUnder = flag.String("prose.under", "", "check only files below these `directories` (comma-separated)")

var proseSeed = flag.Uint64("prose.seed", 1, "seed of the sample of comments and messages")

// bannedForms maps a pattern to the advice that a failure prints.
var bannedForms = []struct {
	form   *regexp.Regexp
	advice string
}{
	{regexp.MustCompile(`(?i)\b(what|whatever)\b`), "name the thing"},
	{regexp.MustCompile(`(?i)\bthose\b`), "name the things"},
	{regexp.MustCompile(`(?i)\b(whoever|nobody|somebody|anybody|everybody)\b`), "name the caller, the user, the package"},
	{regexp.MustCompile(`(?i)\b(tells?|told|telling)\b`), "returns, reports whether, states"},
	{regexp.MustCompile(`(?i)\b(stands|forgiv\w+|beholds?)\b`), "no personified programs"},
	{regexp.MustCompile(`(?i)\bbut for\b`), "except"},
	{regexp.MustCompile(`(?i)\b(so|as) many\b`), "state the number"},
	{regexp.MustCompile(`(?i)\b(is|are) how (many|much|long)\b`), "the number of, the maximum of"},
	{regexp.MustCompile(`(?i)\b(is|are|has|have|be) none\b`), "no X, or an if"},
	{regexp.MustCompile(`(?i)\bof it\b`), "name the thing"},
	{regexp.MustCompile(`(?i)\b(that|these) of\b`), "name the thing"},
	{regexp.MustCompile(`(?i)\b(hardly|lest|for want of|be it)\b`), "use a plainer word"},
}

// proseExceptions are product sentences in which a banned form is right.
var proseExceptions = map[string]bool{
	"~ concluded by a rule, which can be wrong; what has no mark was measured": true,
	"no model wrote any of it":      true,
	"licences for parts of it":      true,
	"What was looked at":            true,
	"What cannot be known this way": true,
}

// comment is one comment group, or one string literal, with its place.
type comment struct {
	at       string // file:line
	text     string
	function string // the function that it documents, or ""
	literal  bool   // it is a string literal
	message  bool   // it is an error message
}

func TestProse(t *testing.T) {
	comments, err := readProse(os.DirFS("."), proseDirs())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range comments {
		for _, problem := range checkProse(c) {
			t.Errorf("%s: %s", c.at, problem)
		}
	}
}

func TestProseRules(t *testing.T) {
	for _, test := range []struct {
		function, text string
		problems       int
	}{
		{"", "The limit is one megabyte.", 0},
		{"", "What is read is kept.", 1},
		{"", `The header "what" is quoted.`, 0},
		{"size", "size returns the number of bytes.", 0},
		{"size", "size is the number of bytes.", 1},
		{"size", "The number of bytes.", 1},
		{"size", "size tells how many bytes there are, but for links.", 2},
	} {
		got := checkProse(comment{text: test.text, function: test.function})
		if len(got) != test.problems {
			t.Errorf("%q has %d problems, want %d: %v", test.text, len(got), test.problems, got)
		}
	}
}

// TestProseFigures prints how often the words that separate plain English from a
// private language occur in 1,000 words of comments: go test . -run ProseFigures -v
func TestProseFigures(t *testing.T) {
	comments, err := readProse(os.DirFS("."), proseDirs())
	if err != nil {
		t.Fatal(err)
	}
	type figures struct{ words, what, conditions, returns int }
	by := map[string]*figures{}
	all := &figures{}
	for _, c := range comments {
		if c.literal {
			continue
		}
		dir := path.Dir(c.at)
		if by[dir] == nil {
			by[dir] = &figures{}
		}
		for _, f := range []*figures{all, by[dir]} {
			for word := range strings.FieldsSeq(strings.ToLower(c.text)) {
				f.words++
				switch strings.Trim(word, `.,:;()"'`) {
				case "what":
					f.what++
				case "if":
					f.conditions++
				case "returns":
					f.returns++
				}
			}
		}
	}
	show := func(name string, f *figures) {
		per := func(n int) float64 { return 1000 * float64(n) / float64(max(f.words, 1)) }
		t.Logf("%-32s %7d words; per 1,000: what %4.1f, if %4.1f, returns %4.1f", name, f.words, per(f.what), per(f.conditions), per(f.returns))
	}
	dirs := make([]string, 0, len(by))
	for dir := range by {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		show(dir, by[dir])
	}
	show("all", all)
}

// TestProseSample prints comments and error messages drawn from a seed, for a
// reader who explains them without the code: go test . -run ProseSample -v
// -prose.seed 7. A place is printed behind each for the person who checks.
func TestProseSample(t *testing.T) {
	comments, err := readProse(os.DirFS("."), proseDirs())
	if err != nil {
		t.Fatal(err)
	}
	var documented, messages []comment
	for _, c := range comments {
		switch isTest := strings.Contains(c.at, "_test.go:"); {
		case !isTest && c.function != "":
			documented = append(documented, c)
		case !isTest && c.message && strings.Trim(c.text, "%w: ") != "": // a text of verbs has no words to understand
			messages = append(messages, c)
		}
	}
	rnd := rand.New(rand.NewPCG(*proseSeed, 0))
	for _, draw := range []struct {
		name string
		from []comment
		n    int
	}{{"comment", documented, 40}, {"message", messages, 20}} {
		for i, at := range rnd.Perm(len(draw.from))[:min(draw.n, len(draw.from))] {
			c := draw.from[at]
			t.Logf("%s %d: %s\n(%s)", draw.name, i+1, strings.TrimSpace(c.text), c.at)
		}
	}
}

func proseDirs() []string {
	if *proseUnder == "" {
		return []string{"."}
	}
	return strings.Split(*proseUnder, ",")
}

var quotedProse = regexp.MustCompile("\"[^\"\n]*\"|`[^`\n]*`|“[^”]*”")

// checkProse returns the problems of one comment. Text in quotes is exempt: it
// is data.
func checkProse(c comment) []string {
	var problems []string
	text := quotedProse.ReplaceAllString(c.text, " ")
	for _, b := range bannedForms {
		if found := b.form.FindString(text); found != "" {
			problems = append(problems, fmt.Sprintf("%q: %s", found, b.advice))
		}
	}
	if c.function == "" {
		return problems
	}
	words := strings.Fields(text)
	switch {
	case len(words) < 2 || words[0] != c.function:
		problems = append(problems, fmt.Sprintf("the comment of %s begins with another word", c.function))
	case !isVerb(strings.TrimRight(words[1], ",;")):
		problems = append(problems, fmt.Sprintf("%s %s: want a verb after the name", words[0], words[1]))
	}
	return problems
}

// isVerb reports whether a word has the form of a verb in the third person.
func isVerb(word string) bool {
	return strings.HasSuffix(word, "s") && !slices.Contains([]string{"is", "was", "as", "its", "this", "always"}, word)
}

// readProse returns the comments of the Go files below dirs, and the string
// literals of the packages that talk to users.
func readProse(tree fs.FS, dirs []string) ([]comment, error) {
	var comments []comment
	fset := token.NewFileSet()
	visit := func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && name != "." && (e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".")):
			return fs.SkipDir
		case e.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		comments = append(comments, commentsOf(fset, f)...)
		comments = append(comments, messagesOf(fset, f)...)
		if talks := strings.HasPrefix(name, "cmd/") || strings.HasPrefix(name, "internal/render/"); talks && !strings.HasSuffix(name, "_test.go") {
			comments = append(comments, literalsOf(fset, f)...)
		}
		return nil
	}
	for _, dir := range dirs {
		if err := fs.WalkDir(tree, path.Clean(dir), visit); err != nil {
			return nil, err
		}
	}
	return comments, nil
}

// commentsOf returns the comment groups of a file, without build constraints
// and other directives.
func commentsOf(fset *token.FileSet, f *ast.File) []comment {
	documented := map[*ast.CommentGroup]string{}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc != nil && !strings.HasPrefix(fn.Name.Name, "Test") {
			documented[fn.Doc] = fn.Name.Name
		}
	}
	var comments []comment
	for _, group := range f.Comments {
		if text := group.Text(); strings.TrimSpace(text) != "" {
			comments = append(comments, comment{at: place(fset, group.Pos()), text: text, function: documented[group]})
		}
	}
	return comments
}

// literalsOf returns the string literals of a file that hold a space: words
// for people.
func literalsOf(fset *token.FileSet, f *ast.File) []comment {
	var literals []comment
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if err == nil && !proseExceptions[text] && strings.Contains(text, " ") {
			literals = append(literals, comment{at: place(fset, lit.Pos()), text: text, literal: true})
		}
		return true
	})
	return literals
}

// messagesOf returns the texts of the errors that a file makes.
func messagesOf(fset *token.FileSet, f *ast.File) []comment {
	var messages []comment
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		fun, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || fun.Sel.Name != "Errorf" && fun.Sel.Name != "New" {
			return true
		}
		pkg, ok := fun.X.(*ast.Ident)
		lit, isLit := call.Args[0].(*ast.BasicLit)
		if !ok || !isLit || lit.Kind != token.STRING || pkg.Name != "fmt" && pkg.Name != "errors" {
			return true
		}
		if text, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(text, " ") {
			messages = append(messages, comment{at: place(fset, lit.Pos()), text: text, literal: true, message: true})
		}
		return true
	})
	return messages
}

func place(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}
