package scan

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"luminos"
	"luminos/internal/hostiletest"
)

// A hostile tree is scanned whole: everything in it is in the result, nothing
// outside it is, and the tree stays as it was.
func TestHostileTree(t *testing.T) {
	for seed := range uint64(2) {
		m := hostiletest.Tree(t, seed, hostiletest.Options{Crowd: 300})
		s := scanned(t, m.Dir, Options{NoIgnore: true, All: true, Depth: 6})
		out := asJSON(t, s)
		if bytes.Contains(out, []byte(m.Secret)) {
			t.Errorf("seed %d: the scan has been outside", seed)
		}
		for _, r := range s.TreeRendered {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("seed %d: the rendered tree has a raw %q", seed, r)
				break
			}
		}
		known := map[luminos.Path]luminos.EntryKind{}
		for _, f := range s.Files {
			known[f.Path] = f.Kind
			if f.Kind == "" {
				known[f.Path] = luminos.KindFile
			}
		}
		for _, d := range s.Dirs {
			known[d.Path] = luminos.KindDir
		}
		for _, sp := range s.Special {
			known[sp.Path] = sp.Kind
		}
		listedUnreadable := func(p luminos.Path) bool { // itself or a directory that holds it
			return slices.ContainsFunc(s.Unreadable, func(q luminos.Problem) bool { return p.Within(q.Path) })
		}
		for _, e := range m.Made {
			switch {
			case e.Trick == hostiletest.GitTrap: // version control internals are set aside
			case known[e.Path] == e.Kind:
			case e.Trick == hostiletest.Unreadable && listedUnreadable(e.Path):
			default:
				t.Errorf("seed %d: %s %q (%s) is known as %q", seed, e.Trick, e.Path, e.Kind, known[e.Path])
			}
		}
		for _, e := range m.By(hostiletest.Unreadable) {
			if e.Kind != luminos.KindDir && !listedUnreadable(e.Path) {
				t.Errorf("seed %d: %q is unreadable and not listed as that", seed, e.Path)
			}
		}
		status := map[luminos.Path]string{}
		for _, l := range s.Links {
			status[l.Path] = string(l.Status)
		}
		for trick, want := range map[hostiletest.Trick]string{hostiletest.LinkOut: string(luminos.LinkOutside), hostiletest.LinkBroken: string(luminos.LinkBroken),
			hostiletest.LinkInside: string(luminos.LinkInside), hostiletest.LinkLoop: string(luminos.LinkLoop)} {
			for _, e := range m.By(trick) {
				if e.Kind == luminos.KindSymlink && status[e.Path] != want {
					t.Errorf("seed %d: link %q is %q, want %q", seed, e.Path, status[e.Path], want)
				}
			}
		}
	}
}

// With its own ignore files honoured, a hostile tree is scanned just as well
// and in bounded time.
func TestHostileIgnoreFiles(t *testing.T) {
	m := hostiletest.Tree(t, 7, hostiletest.Options{Crowd: 300})
	s := scanned(t, m.Dir, Options{})
	if len(s.Files) < 300 {
		t.Errorf("%d files are investigated", len(s.Files))
	}
}

// Two copies of a tree, at any parallelism, give the same bytes.
func TestSameBytes(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	var first []byte
	for range 2 {
		m := hostiletest.Tree(t, 5, hostiletest.Options{Crowd: 300, Outside: outside})
		for _, parallel := range []int{1, 2, 8} {
			got := asJSON(t, scanned(t, m.Dir, Options{Parallel: parallel, Depth: 4}))
			if first == nil {
				first = got
			}
			if !bytes.Equal(first, got) {
				t.Fatalf("parallel %d: the bytes differ:\n%s", parallel, firstDifference(first, got))
			}
		}
	}
}

// TestChurn checks that a scan of a tree that changes ends, stays inside and
// reports the entries that it missed.
func TestChurn(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	write(t, outside, map[string]string{"inside.txt": "canary\n", "more/x.go": "package canary\n"})
	write(t, dir, map[string]string{"calm/a.go": "package a\n"})
	stop, err := hostiletest.Churn(dir, outside, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for range 200 {
		s := scanned(t, dir, Options{Parallel: 4})
		for _, f := range s.Files {
			if strings.Contains(string(f.Path), "more") || f.Language == "Go" && f.Path != "calm/a.go" {
				t.Fatalf("the scan has been outside: %q", f.Path)
			}
		}
		for _, p := range s.Unreadable {
			if p.Reason != "vanished during the scan" && p.Reason != "replaced during the scan" {
				t.Errorf("%q: %s", p.Path, p.Reason)
			}
		}
	}
}

// Ten thousand directories side by side, each with a sibling, do not exhaust
// file descriptors, and neither does depth.
func TestDeepAndBroad(t *testing.T) {
	dir := t.TempDir()
	name := dir
	for range 250 {
		name = filepath.Join(name, "d")
		for _, sub := range []string{"d", "e", "f"} {
			if err := os.MkdirAll(filepath.Join(name, sub), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(t, name, map[string]string{"bottom.go": "package bottom\n"})
	s := scanned(t, dir, Options{Parallel: 4})
	if len(s.Files) != 1 || len(s.Unreadable) != 0 || s.SurveySignals.MaxDepth != 251 {
		t.Errorf("files %v, problems %v, depth %d", paths(s), s.Unreadable, s.SurveySignals.MaxDepth)
	}
}
