package outline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/content"
)

var (
	evalSources = flag.String("eval.sources", os.Getenv("LUMINOS_EVAL_SOURCES"), "`directories` of source code to compare with ctags on, separated as in PATH")
	evalFiles   = flag.Int("eval.files", 600, "at most this `number` of files of each language")
	evalMisses  = flag.Int("eval.misses", 20, "log this `number` of definitions that were missed, of each language")
)

// oracle defines the comparison with ctags in one language. Fields, enumerators,
// parameters, labels and variables are not part of an outline. Prototypes of C++
// are left out, because ctags takes declarations and calls in functions for
// prototypes.
type oracle struct {
	language string
	ctags    string            // its name there
	kinds    map[string]string // of ctags, to "func", "type", "const" or ""
}

var oracles = []oracle{
	{"Python", "Python", map[string]string{"class": "type", "function": "func", "member": "func", "variable": "const"}},
	{"JavaScript", "JavaScript", map[string]string{"class": "type", "function": "func", "method": "func", "generator": "func", "getter": "func", "setter": "func", "constant": "const"}},
	{"TypeScript", "TypeScript", map[string]string{"class": "type", "interface": "type", "enum": "type", "alias": "type", "namespace": "type", "function": "func", "method": "func", "generator": "func", "constant": "const"}},
	{"Go", "Go", map[string]string{"type": "type", "struct": "type", "interface": "type", "talias": "type", "func": "func", "methodSpec": "func", "const": "const", "var": "const"}},
	{"Rust", "Rust", map[string]string{"struct": "type", "enum": "type", "interface": "type", "typedef": "type", "module": "type", "implementation": "type", "function": "func", "method": "func", "macro": "const"}},
	{"Java", "Java", map[string]string{"class": "type", "interface": "type", "enum": "type", "annotation": "type", "method": "func"}},
	{"C", "C", map[string]string{"struct": "type", "union": "type", "enum": "type", "typedef": "type", "function": "func", "prototype": "func", "macro": "const"}},
	{"C++", "C++", map[string]string{"class": "type", "struct": "type", "union": "type", "enum": "type", "typedef": "type", "alias": "type", "namespace": "type", "function": "func", "macro": "const"}},
}

// TestEval compares outlines of real files with the tags of universal-ctags.
//
//	go test ./internal/outline -run TestEval -v -eval.sources DIR:DIR
func TestEval(t *testing.T) {
	if *evalSources == "" {
		t.Skip("no sources to compare on: give -eval.sources DIR or LUMINOS_EVAL_SOURCES")
	}
	version, err := exec.Command("ctags", "--version").Output()
	if err != nil || !bytes.Contains(version, []byte("Universal Ctags")) {
		t.Skip("universal-ctags is not installed")
	}
	files := sources(t, filepath.SplitList(*evalSources))
	for _, o := range oracles {
		t.Run(o.language, func(t *testing.T) {
			list := sample(files[o.language], *evalFiles)
			tags := o.tags(t, list)
			for _, by := range []luminos.OutlineBy{luminos.ByTreeSitter, luminos.ByPatterns} {
				if by == luminos.ByTreeSitter && len(Grammars()) == 0 {
					continue
				}
				s := newScore(by)
				for _, file := range list {
					s.judge(o, file, tags[file])
				}
				t.Logf("%s, %s: %s", o.language, by, s)
				for _, m := range s.misses[:min(len(s.misses), *evalMisses)] {
					t.Logf("missed: %s", m)
				}
				if len(list) < 500 {
					t.Logf("only %d files: too few to judge", len(list))
					continue
				}
				switch {
				case by == luminos.ByTreeSitter && s.recall("func", "type", "const") < 95:
					t.Errorf("got %.1f %% of the definitions by tree-sitter, want 95 %%", s.recall("func", "type", "const"))
				case by == luminos.ByPatterns && s.recall("func", "type") < 85:
					t.Errorf("got %.1f %% of functions and types by patterns, want 85 %%", s.recall("func", "type"))
				}
			}
		})
	}
}

// sources returns the files below directories by language, sorted.
func sources(t *testing.T, dirs []string) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return nil // skip unreadable files
			}
			info, err := e.Info()
			if err != nil || info.Size() == 0 || info.Size() > maxParsed || !isSource(name) {
				return nil
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return nil
			}
			id := content.Identify(luminos.Path(filepath.Base(name)), false, text[:min(len(text), 16<<10)])
			files[id.Language] = append(files[id.Language], name)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, list := range files {
		slices.Sort(list)
	}
	return files
}

// isSource reports whether a file can be in the language of an oracle, by its
// extension.
func isSource(name string) bool {
	switch filepath.Ext(name) {
	case ".py", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".go", ".rs", ".java", ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx":
		return !strings.Contains(name, ".min.")
	}
	return false
}

// sample returns n evenly spaced elements of a list.
func sample(list []string, n int) []string {
	if len(list) <= n {
		return list
	}
	out := make([]string, n)
	for i := range out {
		out[i] = list[i*len(list)/n]
	}
	return out
}

// tag is a definition found by ctags.
type tag struct {
	Name, Path, Kind, ScopeKind, Pattern string
	Line                                 int
}

// tags runs ctags over files.
func (o oracle) tags(t *testing.T, files []string) map[string][]tag {
	t.Helper()
	cmd := exec.Command("ctags", "--options=NONE", "--language-force="+o.ctags, "--output-format=json", "--fields=+nKsP", "-o", "-", "-L", "-")
	for _, lang := range []string{"C", "C++"} {
		cmd.Args = append(cmd.Args, "--kinds-"+lang+"=+p")
	}
	cmd.Args = append(cmd.Args, "--kinds-C++=+A")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ctags: %v", err)
	}
	tags := map[string][]tag{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var g tag
		if json.Unmarshal(lines.Bytes(), &g) == nil && o.counts(g) {
			tags[g.Path] = append(tags[g.Path], g)
		}
	}
	return tags
}

// counts reports whether an outline should contain a tag.
func (o oracle) counts(g tag) bool {
	switch what := o.kinds[g.Kind]; {
	case what == "", g.Name == "_", strings.HasPrefix(g.Name, "__anon"), strings.HasPrefix(g.Name, "anonymous"), strings.HasPrefix(g.Name, "AnonymousFunction"):
		return false
	case o.language == "Python" && what == "const":
		return isConstant(g.Name) && (g.ScopeKind == "" || g.ScopeKind == "class")
	case o.ctags == "JavaScript" && g.Kind == "class": // ctags takes object literals for classes
		return strings.Contains(g.Pattern, "class") || strings.Contains(g.Pattern, "function")
	case what == "const" && strings.HasSuffix(o.ctags, "Script"): // ctags includes locals and modules
		return topConst.MatchString(g.Pattern) && strings.Contains(g.Pattern, "const "+g.Name) && !strings.Contains(g.Pattern, "require(")
	case o.ctags == "TypeScript" && g.Kind == "alias": // ctags includes type imports
		return strings.Contains(g.Pattern, "type "+g.Name) && !strings.Contains(g.Pattern, ",$") && !strings.Contains(g.Pattern, "import")
	case g.Kind == "macro" && strings.HasPrefix(o.ctags, "C"): // no include guards
		return !guard.MatchString(g.Pattern)
	}
	return true
}

var (
	topConst = regexp.MustCompile(`^/\^(export )?const `)
	guard    = regexp.MustCompile(`(?i)define\s+\w+_(h|hpp|h__|h_|included|hh)\s*(\$/|/\*|//)`)
)

// score counts the tags that an outline contains.
type score struct {
	by           luminos.OutlineBy
	found, known map[string]int
	symbols      int // in the outlines
	misses       []string
}

func newScore(by luminos.OutlineBy) *score {
	return &score{by: by, found: map[string]int{}, known: map[string]int{}}
}

func (s *score) judge(o oracle, file string, tags []tag) {
	text, err := os.ReadFile(file)
	if err != nil {
		return
	}
	var found findings
	if s.by == luminos.ByTreeSitter {
		if found, err = parse(o.language, text, maxParse); err != nil {
			s.misses = append(s.misses, fmt.Sprintf("%s: %v", file, err))
		}
	} else {
		found, _ = match(o.language, text)
	}
	var out luminos.Outline
	fill(&out, text, o.language, found)
	byName := map[string][][2]int{}
	s.symbols += index(byName, out.Symbols)
	for _, g := range tags {
		what := o.kinds[g.Kind]
		s.known[what]++
		spans := byName[plainName(g.Name)]
		if slices.ContainsFunc(spans, func(span [2]int) bool { return span[0] <= g.Line && g.Line <= span[1] }) {
			s.found[what]++
			continue
		}
		s.misses = append(s.misses, fmt.Sprintf("%s:%d: %s %s", file, g.Line, g.Kind, g.Name))
	}
}

// index adds the lines of symbols and their children, keyed by name.
func index(byName map[string][][2]int, symbols []luminos.Definition) int {
	n := len(symbols)
	for _, s := range symbols {
		name := plainName(s.Name)
		byName[name] = append(byName[name], [2]int{s.First, s.Last})
		n += index(byName, s.Children)
	}
	return n
}

// plainName returns a name without parts that readers write differently: white
// space of operators, scopes.
func plainName(s string) string {
	s = strings.Join(strings.Fields(s), "")
	if i := strings.LastIndex(s, "::"); i >= 0 && i+2 < len(s) {
		s = s[i+2:]
	}
	return unquoted(strings.TrimPrefix(s, "#"))
}

func (s *score) recall(what ...string) float64 {
	found, known := 0, 0
	for _, w := range what {
		found, known = found+s.found[w], known+s.known[w]
	}
	return 100 * float64(found) / float64(max(known, 1))
}

func (s *score) String() string {
	var b strings.Builder
	for _, w := range []string{"func", "type", "const"} {
		fmt.Fprintf(&b, "%s %d of %d (%.1f %%), ", w, s.found[w], s.known[w], s.recall(w))
	}
	fmt.Fprintf(&b, "all %.1f %%; %d symbols", s.recall("func", "type", "const"), s.symbols)
	return b.String()
}
