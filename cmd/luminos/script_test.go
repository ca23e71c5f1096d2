package main

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/rogpeppe/go-internal/testscript"

	"luminos/internal/history/historytest"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	if n := os.Getenv(dieAfter); n != "" {
		runMortal(n)
	}
	own := []string{replaceCommand, pagerCommand, exportCommand, commitCommand}
	if len(os.Args) > 1 && slices.Contains(append(own, "mcp", "ask", "scan", "show", "--offline", "--json"), os.Args[1]) {
		main() // a process that a test has started by way of the program
		return
	}
	// The race detector has every process sleep for a second at its end.
	os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=10")
	testscript.Main(m, map[string]func(){"luminos": main})
}

// TestScripts runs the scripts of testdata: one for each feature, with a header that
// describes it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// The result must not depend on the machine that runs the tests.
			for _, name := range []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "LUMINOS_STALL_TIMEOUT", "NO_COLOR", "COLUMNS"} {
				e.Setenv(name, "")
			}
			e.Setenv("LUMINOS_CACHE_DIR", filepath.Join(e.WorkDir, ".cache"))
			e.Setenv("TERM", "xterm")
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, ".config"))
			e.Setenv("GORACE", os.Getenv("GORACE"))
			e.Setenv("ESC", "\x1b")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": cmdStatus, "json": cmdJSON, "same": cmdSame, "noraw": cmdNoRaw, "hostile": cmdHostile, "wide": cmdWide, "digest": cmdDigest,
			"touch": cmdTouch, "repository": cmdRepository,
		},
	})
}

// cmdTouch gives files another modification time: touch FILE...
func cmdTouch(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: touch FILE...")
	}
	for _, name := range args {
		when := time.Unix(1_600_000_000, 0)
		ts.Check(os.Chtimes(ts.MkAbs(name), when, when))
	}
}

// cmdRepository writes the repository of a team to a new directory, without the objects of the commits whose numbers are
// given, and with a last commit of the files that are named: repository DIR [N|FILE...]
func cmdRepository(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: repository DIR [N|FILE...]")
	}
	commits, lost, added := historytest.Team(), []int{}, map[string]string{}
	for _, arg := range args[1:] {
		if n, err := strconv.Atoi(arg); err == nil {
			lost = append(lost, n)
		} else {
			added[arg] = "text\n"
		}
	}
	if len(added) > 0 {
		last := historytest.Commit{Name: "A", When: commits[len(commits)-1].When.Add(time.Hour), Changes: added}
		commits = append(commits, last)
	}
	r, err := historytest.New(commits...)
	ts.Check(err)
	files, err := r.Files(false)
	ts.Check(err)
	for _, n := range lost {
		hash := r.Hashes[n].String()
		delete(files, ".git/objects/"+hash[:2]+"/"+hash[2:])
	}
	for name, text := range files {
		name = filepath.Join(ts.MkAbs(args[0]), filepath.FromSlash(name))
		ts.Check(os.MkdirAll(filepath.Dir(name), 0o755))
		ts.Check(os.WriteFile(name, []byte(text), 0o644))
	}
}

// cmdStatus runs luminos and wants exactly that exit status:
// status 2 --bogus .
func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: status N [ARGS...]")
	}
	err := ts.Exec("luminos", args[1:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("got exit status %s, want %s", got, args[0])
	}
}

// cmdJSON looks into a JSON file, "stdout" included: json FILE PATH... wants
// every path (a.b.0.c) to be there, json FILE PATH=VALUE that it prints so.
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 1 {
		ts.Fatalf("usage: [!] json FILE [PATH[=VALUE]...]")
	}
	var doc any
	text := ts.ReadFile(args[0])
	ts.Check(json.Unmarshal([]byte(text), &doc))
	ts.Check(checkSchema(text))
	for _, a := range args[1:] {
		path, want, compare := strings.Cut(a, "=")
		got, ok := find(doc, strings.Split(path, "."))
		if compare {
			ok = ok && fmt.Sprint(got) == want
		}
		if ok == neg {
			ts.Fatalf("%s: %s is %v (found: %v)", args[0], a, got, ok)
		}
	}
}

// cmdSame wants two JSON reports to be equal byte for byte apart from run.
func cmdSame(ts *testscript.TestScript, neg bool, args []string) {
	var texts []string
	for _, name := range args {
		var doc map[string]json.RawMessage
		text := ts.ReadFile(name)
		ts.Check(json.Unmarshal([]byte(text), &doc))
		ts.Check(checkSchema(text))
		delete(doc, "run")
		b, err := json.Marshal(doc)
		ts.Check(err)
		texts = append(texts, string(b))
	}
	if len(texts) != 2 || (texts[0] == texts[1]) == neg {
		ts.Fatalf("%v: the same apart from run: %v", args, !neg)
	}
}

func find(doc any, path []string) (any, bool) {
	for _, p := range path {
		switch d := doc.(type) {
		case map[string]any:
			v, ok := d[p]
			if !ok {
				return nil, false
			}
			doc = v
		case []any:
			var i int
			if _, err := fmt.Sscan(p, &i); err != nil || i >= len(d) {
				return nil, false
			}
			doc = d[i]
		default:
			return nil, false
		}
	}
	return doc, true
}

// cmdNoRaw wants no character in a file that a terminal could act on.
func cmdNoRaw(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := ts.ReadFile(name)
		i := strings.IndexFunc(text, func(r rune) bool {
			return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
		})
		if (i < 0) == neg {
			ts.Fatalf("%s: %q", name, text[max(0, i-40):min(len(text), max(i, 0)+20)])
		}
	}
}

// cmdHostile makes a directory of files that no text archive can name.
func cmdHostile(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	for _, name := range []string{
		"esc\x1b]0;owned\x07.txt", "line\nend.py", "bidi\u202ecod.exe", "zero\u200bwidth.md", "tag\U000e0041.json", "c1\u009b2J.c",
		"bad\xff.txt", "bad\xfe.txt", "sep\u2028.go", strings.Repeat("long", 60) + ".txt",
	} {
		// A file system that refuses a name has one kind of trouble less.
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text "+name+"\n"), 0o666); err != nil {
			ts.Logf("not made: %v", err)
		}
	}
}

// cmdWide makes a directory of N small files: wide DIR N.
func cmdWide(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.MkdirAll(ts.MkAbs(args[0]), 0o777))
	for i := range n {
		ts.Check(os.WriteFile(ts.MkAbs(filepath.Join(args[0], fmt.Sprintf("file%d.txt", i))), []byte("x\n"), 0o666))
	}
}

// cmdDigest writes a digest of a tree: names, kinds, modes, times, contents.
func cmdDigest(ts *testscript.TestScript, _ bool, args []string) {
	h := sha256.New()
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(h, p, info.Mode(), info.ModTime().UnixNano(), info.Size())
		if info.Mode().IsRegular() {
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			h.Write(b)
		}
		return nil
	}))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), fmt.Appendf(nil, "%x\n", h.Sum(nil)), 0o666))
}
