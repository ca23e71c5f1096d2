package investigate

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/facts"
	"luminos/internal/localdir"
)

var memories = flag.Int("memories", 3, "how many sequences of edits the tests of the memory between runs make")

// diary is a small target of texts, and the edits of a sequence of them.
type diary struct {
	testTarget
	rand *rand.Rand
	line int
}

func newDiary(t *testing.T, seed uint64) *diary {
	d := &diary{rand: rand.New(rand.NewPCG(seed, 1))}
	d.dir, d.cache = filepath.Join(t.TempDir(), "target"), filepath.Join(t.TempDir(), "cache")
	if err := os.Mkdir(d.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		d.edit(t)
	}
	return d
}

// diaryFiles are the files of a diary.
var diaryFiles = []string{"a.txt", "one/a.txt", "one/b.txt", "one/deep/a.txt", "one/deep/b.txt", "two/a.txt", "two/b.txt", "two/c.txt",
	"two/d.txt", "three/x/y/a.txt"}

// edit adds a line to a file, changes or removes one, or removes a file or a directory.
func (d *diary) edit(t *testing.T) {
	t.Helper()
	name := filepath.Join(d.dir, diaryFiles[d.rand.IntN(len(diaryFiles))])
	b, _ := os.ReadFile(name)
	lines := strings.SplitAfter(string(b), "\n")
	d.line++
	fresh := fmt.Sprintf("remark number%d concerns matter%d\n", d.line, d.line%4)
	at := d.rand.IntN(len(lines))
	switch d.rand.IntN(8) {
	case 0:
		_ = os.Remove(name)
		return
	case 1:
		if d.rand.IntN(3) == 0 {
			_ = os.RemoveAll(filepath.Dir(name))
			_ = os.MkdirAll(d.dir, 0o755)
			return
		}
		lines[at] = fresh
	case 2, 3:
		lines[at] = ""
	default:
		lines = slices.Insert(lines, at, fresh)
	}
	err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(strings.Join(lines, "")), 0o644))
	if err != nil {
		t.Fatal(err)
	}
}

// keeping is an engine that flags a part of the lines of each file of a unit, and of a file elsewhere, and makes claims
// about others. The lines that it notices depend on the whole text, so that it forgets some after an edit. It withdraws
// some findings of earlier runs. It does not repeat the others.
type keeping struct {
	*fakeEngine
	t   *testing.T
	dir string
	// gave are the findings that units were given, and withdrew the ones that it withdrew, by text.
	gave, withdrew map[string]bool
	forgetful      bool
	incurious      bool // it reads nothing outside of its units
}

func (e *keeping) Ask(_ context.Context, q luminos.Inquiry) string {
	b, err := os.ReadFile(filepath.Join(e.dir, string(q.Path)))
	if err != nil {
		return "missing"
	}
	return string(b)
}

func (e *keeping) Investigate(ctx context.Context, u luminos.Unit) (luminos.Findings, error) {
	f, err := e.fakeEngine.Investigate(ctx, u)
	if err != nil {
		return f, err
	}
	src, err := localdir.Open(e.dir)
	if err != nil {
		return f, err
	}
	defer src.Close()
	f.Flags, f.Files = nil, nil
	other := luminos.Path(diaryFiles[hash(u.Path())%len(diaryFiles)])
	if !other.Within(u.Path()) && !e.incurious {
		q := luminos.Inquiry{Tool: "read", Args: string(other), Path: other}
		q.Answer = e.Ask(ctx, q)
		f.Inquiries = []luminos.Inquiry{q}
		e.notice(ctx, src, other, &f)
	}
	for i := range u.Files {
		e.notice(ctx, src, u.Files[i].Path, &f)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if u.Earlier == nil || e.forgetful {
		return f, nil
	}
	for _, old := range u.Earlier.Findings {
		e.gave[old.Text()] = true
		if sha256.Sum256([]byte(old.Text()))[0]%6 == 0 && old.Standing != luminos.Gone {
			f.Withdrawals = append(f.Withdrawals, luminos.Withdrawal{ID: old.ID, Reason: "It is a mistake."})
			e.withdrew[old.Text()] = true
		}
	}
	return f, nil
}

func (e *keeping) notice(ctx context.Context, src luminos.Source, p luminos.Path, f *luminos.Findings) {
	text, err := src.Text(ctx, p, 1<<20)
	if err != nil {
		return
	}
	e.mu.Lock() // units in parallel withdraw findings
	defer e.mu.Unlock()
	for i, line := range text.Lines() {
		c := text.Cite(i+1, i+1)
		switch seen := sha256.Sum256([]byte(text.Content + line))[0]; {
		case len(strings.Fields(line)) < 3 || e.withdrew["Flagged: "+line] || e.withdrew["Claimed: "+line]:
		case seen%3 == 0:
			f.Flags = append(f.Flags, luminos.Flag{
				Path: p, Lines: c.Lines, Finding: "Flagged: " + line, Severity: luminos.Concern, Evidence: []luminos.Evidence{c},
			})
		case seen%3 == 1:
			c.Statement = "Claimed: " + line
			f.Entries[0].Evidence = append(f.Entries[0].Evidence, c)
		}
	}
}

// investigate runs the engine on the diary.
func (d *diary) investigate(t *testing.T, e *keeping, remember bool) *luminos.Report {
	t.Helper()
	run := d.run
	if remember {
		run = d.remembered
	}
	r, err := run(t.Context(), Options{Facts: facts.Reader{}, Engine: e, Remember: !e.forgetful})
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Run.Memory; m != nil && (m.Failed != "" || len(m.Problems)+len(m.Volatile) > 0) {
		t.Fatalf("memory: %+v", m)
	}
	return r
}

func (d *diary) engine(t *testing.T) *keeping {
	return &keeping{fakeEngine: &fakeEngine{}, t: t, dir: d.dir, gave: map[string]bool{}, withdrew: map[string]bool{}}
}

// TestIncrementalEqualsCleanWithoutCarryOver edits a target with an engine that reads outside of its units and is
// shown no earlier results: each report is the one of a clean run. An edit and its undoing make no call.
func TestIncrementalEqualsCleanWithoutCarryOver(t *testing.T) {
	for seed := range *memories {
		d := newDiary(t, uint64(seed))
		for step := range 5 {
			e := d.engine(t)
			e.forgetful = true
			got := withoutRun(d.investigate(t, e, true))
			clean := d.engine(t)
			clean.forgetful = true
			if want := withoutRun(d.investigate(t, clean, false)); got != want {
				t.Fatalf("seed %d, step %d (-clean +incremental):\n%s", seed, step, cmp.Diff(want, got))
			}
			d.edit(t)
		}
	}
}

// TestFindingsDisappearWithAReason edits a target with an engine that remembers. Each finding of a report whose quote
// is still in its file is in the next report, or was withdrawn with a reason, and each flag that is gone has one. The
// undoing of an edit makes no call.
func TestFindingsDisappearWithAReason(t *testing.T) {
	kept, withdrawn, resolved := 0, 0, 0
	for seed := range *memories {
		d := newDiary(t, uint64(seed))
		e := d.engine(t)
		last := d.investigate(t, e, true)
		for step := range 5 {
			where := fmt.Sprintf("seed %d, step %d", seed, step)
			before := d.dir + " before"
			if err := errors.Join(os.RemoveAll(before), os.CopyFS(before, os.DirFS(d.dir))); err != nil {
				t.Fatal(err)
			}
			for range 1 + d.rand.IntN(3) {
				d.edit(t)
			}
			now := d.investigate(t, e, true)
			k, w, r := d.compare(t, where, last, now)
			kept, withdrawn, resolved = kept+k, withdrawn+w, resolved+r
			if d.rand.IntN(2) == 0 { // back, and on from there
				if err := errors.Join(os.RemoveAll(d.dir), os.Rename(before, d.dir)); err != nil {
					t.Fatal(err)
				}
				asked, written := len(e.units), e.syntheses
				back := d.investigate(t, e, true)
				if len(e.units) > asked || e.syntheses > written {
					t.Fatalf("%s: the undoing of the edit asked for %q and %d syntheses", where,
						e.answered()[asked:], e.syntheses-written)
				}
				d.compare(t, where+", undone", &luminos.Report{Flags: now.Flags, Claims: now.Claims}, back)
				now = back
			}
			last = now
		}
	}
	if kept == 0 || withdrawn == 0 || resolved == 0 {
		t.Errorf("%d findings were kept that the engine did not repeat, %d withdrawn, %d resolved", kept, withdrawn, resolved)
	}
}

// compare checks that the findings of the report last are in the report now, or in its changes.
func (d *diary) compare(t *testing.T, where string, last, now *luminos.Report) (kept, withdrawn, resolved int) {
	t.Helper()
	c := now.Run.Changes
	if c == nil {
		c = &luminos.Changes{}
	}
	has := func(list []luminos.FindingChange, finding string) bool {
		return slices.ContainsFunc(list, func(f luminos.FindingChange) bool { return f.Finding == finding && f.Reason != "" })
	}
	src, err := localdir.Open(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	evidenceOf := map[string]luminos.Evidence{}
	for _, claim := range last.Claims {
		evidenceOf[claim.ID] = claim.Evidence
	}
	for _, f := range last.Flags {
		if f.Source != luminos.SourceModel {
			continue
		}
		same := func(o luminos.Flag) bool { return o.Path == f.Path && o.Finding == f.Finding }
		_, standings, err := evidence.Checker{Source: src}.Locate(t.Context(), []luminos.Evidence{evidenceOf[f.Claims[0]]})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case slices.ContainsFunc(now.Flags, same):
			kept++
			if standings[0] == luminos.Gone {
				t.Errorf("%s: %q is in the report, and its quote is gone", where, f.Finding)
			}
		case has(c.Withdrawn, f.Finding):
			withdrawn++
		case has(c.Resolved, f.Finding) && standings[0] == luminos.Gone:
			resolved++
		default:
			t.Fatalf("%s: the flag %q (%s) disappeared without a reason: %+v", where, f.Finding, standings[0], c)
		}
	}
	for _, claim := range last.Claims {
		if !strings.HasPrefix(claim.Statement, "Claimed:") || strings.HasSuffix(where, "undone") {
			continue
		}
		_, standings, _ := evidence.Checker{Source: src}.Locate(t.Context(), []luminos.Evidence{claim.Evidence})
		same := func(o luminos.Claim) bool { return o.Statement == claim.Statement && o.Path == claim.Path }
		if standings[0] != luminos.Gone && !slices.ContainsFunc(now.Claims, same) && !has(c.Withdrawn, claim.Statement) {
			t.Fatalf("%s: the claim %q of %s disappeared without a reason: %+v", where, claim.Statement, claim.Path, c)
		}
	}
	return kept, withdrawn, resolved
}

// TestKeptFlagDependsOnItsFile keeps a flag on a file outside of the unit, which the engine does not look at again.
// When the file changes, the unit is investigated once more, and the flag is gone with its quote.
func TestKeptFlagDependsOnItsFile(t *testing.T) {
	d := &diary{}
	d.dir, d.cache = filepath.Join(t.TempDir(), "target"), filepath.Join(t.TempDir(), "cache")
	var from luminos.Path
	for i := range 50 { // a directory that looks at a file elsewhere
		from = luminos.Path(fmt.Sprint("from", i))
		if diaryFiles[hash(from)%len(diaryFiles)] == "two/a.txt" {
			break
		}
	}
	for i := range 6 {
		write(t, d.dir, fmt.Sprintf("%s/%d.txt", from, i), "It is short.\n")
	}
	finding := func(r *luminos.Report) bool {
		return slices.ContainsFunc(r.Flags, func(f luminos.Flag) bool { return strings.HasPrefix(f.Finding, "Flagged: line 0") })
	}
	e := d.engine(t)
	var first *luminos.Report
	for i := 0; first == nil || !finding(first); i++ { // until the engine flags the line
		write(t, d.dir, "two/a.txt", fmt.Sprintf("line 0 of the text number%d\n", i))
		d.cache = t.TempDir()
		first = d.investigate(t, e, true)
	}
	e.incurious = true
	write(t, d.dir, string(from)+"/0.txt", "It is longer than before.\n")
	if !finding(d.investigate(t, e, true)) {
		t.Fatal("the flag is not kept")
	}
	e.units = nil
	write(t, d.dir, "two/a.txt", "something else entirely\n")
	r := d.investigate(t, e, true)
	if !slices.Contains(e.answered(), from) || finding(r) {
		t.Errorf("the file of a kept flag changed: %q were asked, the report has the flag: %t", e.answered(), finding(r))
	}
}

// TestResultsOfAnotherVersionAreData runs another version of the engine on an unchanged target. Its units are asked
// again, are given the findings of the first version, can withdraw them, and keep the others.
func TestResultsOfAnotherVersionAreData(t *testing.T) {
	asked, given, withdrew, kept := 0, 0, 0, 0
	for seed := range uint64(4) {
		d := newDiary(t, seed)
		first := d.investigate(t, d.engine(t), true)
		other := d.engine(t)
		other.version, other.incurious = "2", true
		second := d.investigate(t, other, true)
		k, _, _ := d.compare(t, fmt.Sprint("seed ", seed), first, second)
		asked, given, withdrew = asked+len(other.units), given+len(other.gave), withdrew+len(other.withdrew)
		kept += k
	}
	if asked == 0 || given == 0 || withdrew == 0 || kept == 0 {
		t.Errorf("%d units were asked, given %d findings and withdrew %d; %d flags were kept",
			asked, given, withdrew, kept)
	}
}
