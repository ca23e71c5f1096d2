package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/hostiletest"
	"luminos/internal/render"
	"luminos/internal/sandbox"
	"luminos/internal/session"
)

// run runs the whole offline pipeline over a directory, in this process and the
// confined child, and returns the report and the progress.
func run(t *testing.T, dir string, parallel int) (report *luminos.Report, progress string) {
	t.Helper()
	// Not a measure of speed: a run that hangs must end with its name.
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	var b bytes.Buffer
	sink, stop := render.Progress(&b, render.ProgressOptions{})
	report, err := session.Run(ctx, session.Request{Target: session.Target{Dir: dir}, Parallel: parallel, Sink: sink, Child: sandbox.Command})
	if err != nil {
		t.Fatal(err)
	}
	stop()
	return report, b.String()
}

// written returns the output of a renderer.
func written(t *testing.T, render func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	if err := render(&b); err != nil {
		t.Fatalf("rendering: %v", err)
	}
	return b.String()
}

func asJSON(t *testing.T, r *luminos.Report) string {
	t.Helper()
	return written(t, func(w io.Writer) error { return render.JSON(w, r) })
}

func asTerminal(t *testing.T, r *luminos.Report, st render.Style) string {
	t.Helper()
	return written(t, func(w io.Writer) error { return render.Terminal(w, r, st) })
}

// TestHostileTree runs over everything that the generator can think of, wants
// to find it in the report, and wants the same report of an equal tree. That
// the trees stay as they were is watched by hostile.Tree.
func TestHostileTree(t *testing.T) {
	t.Parallel()
	for seed := uint64(1); seed <= 2; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			hostileTree(t, seed)
		})
	}
}

// deepSeed is the seed of the one tree with 500 levels. Each run over it takes as
// long as ten over the others, so it is investigated once.
const deepSeed = 2

func hostileTree(t *testing.T, seed uint64) {
	opts := hostiletest.Options{Outside: filepath.Join(t.TempDir(), "outside")}
	if seed == deepSeed {
		opts.Levels = 500
	}
	m := hostiletest.Tree(t, seed, opts)
	report, progress := run(t, m.Dir, 1)
	document := asJSON(t, report)
	if err := checkSchema(document); err != nil {
		t.Error(err)
	}
	t.Run("entries", func(t *testing.T) { wantEntries(t, &m, report) })
	t.Run("links", func(t *testing.T) { wantLinks(t, &m, report) })
	t.Run("problems", func(t *testing.T) { wantProblems(t, &m, report) })
	t.Run("claims", func(t *testing.T) { wantClaims(t, report, document) })
	t.Run("output", func(t *testing.T) {
		wantCleanOutput(t, &m, map[string]string{
			"progress":        progress,
			"JSON":            document,
			"terminal report": asTerminal(t, report, render.Style{Color: true, Verbose: true}),
			"scan":            written(t, func(w io.Writer) error { return render.Scan(w, report.Scan, m.Dir, render.Style{}) }),
		})
	})
	if seed == deepSeed {
		return
	}
	t.Run("the same elsewhere, by eight workers", func(t *testing.T) {
		elsewhere := hostiletest.Tree(t, seed, opts)
		again, _ := run(t, elsewhere.Dir, 8)
		want, got := apartFromRun(t, document), strings.Split(apartFromRun(t, asJSON(t, again)), "\n")
		for i, line := range strings.Split(want, "\n") {
			// Where the disk is scattered, the file system takes a block more for one of the copies.
			if strings.Contains(line, `"allocated_bytes":`) && i < len(got) && strings.Contains(got[i], `"allocated_bytes":`) {
				continue
			}
			if i >= len(got) || got[i] != line {
				t.Fatalf("line %d of the report is %q, want %q", i+1, append(got, "")[min(i, len(got))], line)
			}
		}
	})
}

// wantEntries wants each entry where the scan lists its kind.
func wantEntries(t *testing.T, m *hostiletest.Manifest, r *luminos.Report) {
	special := map[luminos.Path]luminos.EntryKind{}
	for _, s := range r.Scan.Special {
		special[s.Path] = s.Kind
	}
	files, dirs := map[luminos.Path]bool{}, map[luminos.Path]int{}
	for _, f := range r.Scan.Files {
		files[f.Path] = true
	}
	for _, d := range r.Scan.Dirs {
		dirs[d.Path] = d.Files
	}
	for _, e := range m.Made {
		switch {
		case e.Trick == hostiletest.Unreadable:
			if !slices.ContainsFunc(r.Scan.Unreadable, func(p luminos.Problem) bool { return e.Path.Within(p.Path) }) {
				t.Errorf("%q cannot be read, and the report does not say so", e.Path)
			}
		case slices.Contains(strings.Split(string(e.Path), "/"), ".git"), ignored(r, e.Path):
		case e.Kind == luminos.KindDir:
			if n, ok := dirs[e.Path]; !ok || e.Trick == hostiletest.Crowd && n != m.Crowd {
				t.Errorf("%s: the directory %q is in the report: %t, with %d files", e.Trick, e.Path, ok, n)
			}
		case e.Kind == luminos.KindFile || e.Kind == luminos.KindSymlink:
			if !files[e.Path] {
				t.Errorf("%s: the %s %q is not in the report", e.Trick, e.Kind, e.Path)
			}
		case special[e.Path] != e.Kind:
			t.Errorf("%s: %q is a %s, in the report %q", e.Trick, e.Path, e.Kind, special[e.Path])
		}
	}
	for _, e := range m.By(hostiletest.Sparse) {
		if !slices.ContainsFunc(r.Scan.LargeFiles, func(f luminos.SizedPath) bool {
			return f.Path == e.Path && f.Size == 1<<40 && f.Allocated < 1<<20
		}) {
			t.Errorf("%q is not among the large files with a terabyte that weighs nothing", e.Path)
		}
	}
}

func ignored(r *luminos.Report, p luminos.Path) bool {
	return slices.ContainsFunc(r.Scan.Ignored.Roots, func(i luminos.IgnoredRoot) bool { return p.Within(i.Path) })
}

// wantLinks wants each link with where it leads.
func wantLinks(t *testing.T, m *hostiletest.Manifest, r *luminos.Report) {
	status := map[luminos.Path]string{}
	for _, l := range r.Scan.Links {
		status[l.Path] = string(l.Status)
	}
	for trick, want := range map[hostiletest.Trick]string{
		hostiletest.LinkOut: "outside", hostiletest.LinkBroken: "broken", hostiletest.LinkLoop: "loop", hostiletest.LinkInside: "inside",
	} {
		for _, e := range m.By(trick) {
			// The longest chains may be called loops: the system itself gives up on them.
			long := strings.Contains(string(e.Path), "/chain") && status[e.Path] == "loop"
			if e.Kind == luminos.KindSymlink && status[e.Path] != want && !long {
				t.Errorf("the link %q is called %q, want %q", e.Path, status[e.Path], want)
			}
		}
	}
}

// hopeless are manifests that no reader can make sense of.
var hopeless = []string{
	"arrays/package.json", "unclosed/package.json", "half/package.json", "invalid/package.json", "enormous/package.json",
	"broken/composer.json", "deep/composer.json", "tables/Cargo.toml", "dotted/Cargo.toml", "broken/Cargo.toml",
	"arrays/pyproject.toml", "inline/pyproject.toml", "twice/pyproject.toml", "nested/pom.xml", "unclosed/pom.xml", "entities/pom.xml",
	"nested/compose.yaml", "broken/go.mod",
}

// wantProblems checks that unreadable manifests are listed as problems, and that texts
// that instruct agents are flagged.
func wantProblems(t *testing.T, m *hostiletest.Manifest, r *luminos.Report) {
	problem := func(p luminos.Path) bool {
		return slices.ContainsFunc(r.Facts.Problems, func(f luminos.Problem) bool { return f.Path == p && f.Reason != "" })
	}
	for _, e := range m.By(hostiletest.BadFile) {
		if slices.ContainsFunc(hopeless, func(name string) bool { return strings.HasSuffix(string(e.Path), "/"+name) }) && !problem(e.Path) {
			t.Errorf("%q cannot be understood, and the report does not say so", e.Path)
		}
	}
	for _, e := range m.By(hostiletest.Injection) {
		found := slices.ContainsFunc(r.Facts.Injections, func(i luminos.Injection) bool { return i.Path == e.Path })
		flagged := slices.ContainsFunc(r.Flags, func(f luminos.Flag) bool {
			summed := f.Rule == luminos.RuleInjectionText && f.Path == e.Path.Dir() // many files of one directory
			return (f.Path == e.Path || summed) && f.Severity != luminos.Info
		})
		if !found || !flagged {
			t.Errorf("%q instructs agents: found %t, flagged %t", e.Path, found, flagged)
		}
	}
}

// styling matches the escape sequences of the terminal report itself.
var styling = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// wantCleanOutput wants nothing that a terminal acts on, nothing that cannot be
// seen, and nothing from outside the target in any output.
func wantCleanOutput(t *testing.T, m *hostiletest.Manifest, outputs map[string]string) {
	for name, text := range outputs {
		text = styling.ReplaceAllString(text, "")
		if text == "" || !utf8.ValidString(text) {
			t.Errorf("the %s is empty or not UTF-8", name)
		}
		if strings.Contains(text, m.Secret) {
			t.Errorf("the %s holds what stands outside the target", name)
		}
		for line := range strings.Lines(text) {
			if i := strings.IndexFunc(strings.TrimSuffix(line, "\n"), hidden); i >= 0 {
				t.Errorf("the %s holds %+q", name, line[max(i-20, 0):min(i+20, len(line))])
				break
			}
		}
	}
}

// hidden reports whether a terminal would act on a character or not show it.
func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs)
}

// wantClaims wants claims that all hold, in the JSON too.
func wantClaims(t *testing.T, r *luminos.Report, document string) {
	for _, c := range r.Claims {
		if c.Verdict != luminos.Found {
			t.Errorf("claim %s on %q is %s: %s", c.ID, c.Path, c.Verdict, c.Reason)
		}
	}
	if q := r.Quality; q.Citations < 20 || q.CitationsFound != q.Citations || len(q.Degraded) > 0 {
		t.Errorf("quality is %+v, want every claim verified and nothing degraded", q)
	}
	var back luminos.Report
	if err := json.Unmarshal([]byte(document), &back); err != nil || len(back.Claims) != len(r.Claims) {
		t.Errorf("%d claims came back, want %d; %v", len(back.Claims), len(r.Claims), err)
	}
}

// apartFromRun returns a JSON report without the fields that may differ between two
// runs.
func apartFromRun(t *testing.T, document string) string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(document), &fields); err != nil {
		t.Fatal(err)
	}
	if len(fields["run"]) == 0 {
		t.Fatal("the report has no run")
	}
	delete(fields, "run")
	b, err := json.MarshalIndent(fields, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestTreeThatChangesMeanwhile runs over a directory that is changed without
// pause. The report need not be right about it: there has to be one, and
// nothing in it may come from outside.
func TestTreeThatChangesMeanwhile(t *testing.T) {
	t.Parallel()
	dir, outside := filepath.Join(t.TempDir(), "target"), t.TempDir()
	const secret = "canary-from-outside"
	for name, text := range map[string]string{filepath.Join(outside, "inside.txt"): secret, filepath.Join(outside, "README.md"): secret} {
		if err := os.WriteFile(name, []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stop, err := hostiletest.Churn(dir, outside, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for range 10 * *campaign {
		report, _ := run(t, dir, 2)
		document := asJSON(t, report)
		if strings.Contains(document+asTerminal(t, report, render.Style{}), secret) {
			t.Fatal("the report holds what stands outside the target")
		}
		if !json.Valid([]byte(document)) {
			t.Fatal("the JSON does not parse")
		}
	}
}
