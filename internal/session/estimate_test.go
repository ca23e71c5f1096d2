package session_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/budget"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
	"luminos/internal/session"
	"luminos/internal/store"
)

var (
	estimateTargets = flag.String("estimate.targets", "", "estimate and run these directories, separated by commas")
	estimateRefine  = flag.Int("estimate.refine", 0, "with at most this number of refinements")
)

// appetites are two players with the habits of a frugal model and of one that uses up its turns.
var appetites = map[string]modeltest.Player{
	"frugal": modeltest.Eager{Player: modeltest.Diligent{Files: 4, AtOnce: 6, Detail: 2500}, Thought: 800},
	"hungry": modeltest.Eager{Player: modeltest.Diligent{Files: 25, AtOnce: 5, Detail: 9000}, Thought: 1000, Looks: true},
}

// generatedTree writes a tree with directories of source files and documents, whose sizes differ, and returns its path.
func generatedTree(t *testing.T, seed uint64, dirs, files, lines int) string {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 1))
	root := t.TempDir()
	for d := range dirs {
		dir := filepath.Join(root, fmt.Sprintf("part%d", d%4), fmt.Sprintf("unit%d", d))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for f := range 1 + rnd.IntN(files) {
			var b strings.Builder
			fmt.Fprintf(&b, "package unit%d\n\n// Part%d is the part %d of the unit %d.\n", d, f, f, d)
			for i := range 1 + rnd.IntN(lines) {
				fmt.Fprintf(&b, "func part%dStep%d(n int) int { return n*%d + %d }\n", f, i, rnd.IntN(1000), i)
			}
			name, text := fmt.Sprintf("file%d.go", f), b.String()
			if rnd.IntN(4) == 0 {
				name, text = fmt.Sprintf("notes%d.md", f), "# Notes\n\n"+strings.ReplaceAll(text, "func", "The step")
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

// estimated returns the request of a run on the directory with the models that the server plays.
func estimated(dir, cache string, s *modeltest.Server) session.Request {
	m := playedModels(s)
	if m.Refine = *estimateRefine; m.Refine > 0 {
		m.Names.Refine = model.DefaultStrong
	}
	return session.Request{
		Target: session.Target{Dir: dir}, Models: m, Child: child, Version: "v1",
		Cache: session.Cache{Dir: cache, Fresh: true},
	}
}

// TestEstimateHolds makes runs of two players of different appetite. The cost of each run lies in the range that was
// estimated before it, whose upper end is at most four times the lower. After one run, the likely cost is within 30 %
// of the actual one, also if the run was on another target of some size.
func TestEstimateHolds(t *testing.T) {
	t.Parallel()
	var dirs []string
	if *estimateTargets != "" {
		dirs = strings.Split(*estimateTargets, ",")
	} else {
		dirs = []string{generatedTree(t, 1, 11, 6, 150), generatedTree(t, 2, 14, 4, 300)}
	}
	for name, player := range appetites {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			actual, units, caches := make([]luminos.Money, len(dirs)), make([]int, len(dirs)), make([]string, len(dirs))
			for i, dir := range dirs {
				caches[i] = filepath.Join(t.TempDir(), "cache")
				actual[i], units[i] = ranged(t, dir, caches[i], player)
			}
			for i, dir := range dirs {
				for k := range dirs {
					e := estimateOf(t, dir, caches[k])
					likely := e.Likely.Cost
					off := float64(likely)/float64(actual[i]) - 1
					t.Logf("%s learned from %s: likely %v, actual %v: %+.0f %%",
						filepath.Base(dir), filepath.Base(dirs[k]), likely, actual[i], 100*off)
					const some = 10 // conversations from which something can be learned
					if (off < -0.3 || off > 0.3) && (i == k || min(e.Units, units[k]) >= some) {
						t.Errorf("the likely cost of %s, after a run on %s, is %v, and it was %v", dir, dirs[k], likely, actual[i])
					}
				}
			}
		})
	}
}

// ranged makes an estimate, and then the run. It returns the actual cost, which has to lie in the estimated range, and
// the number of units.
func ranged(t *testing.T, dir, cache string, player modeltest.Player) (luminos.Money, int) {
	t.Helper()
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: player})
	req := estimated(dir, cache, s)
	e := estimateOf(t, dir, cache)
	if calls := len(s.Ledger()); calls > 0 {
		t.Errorf("the estimate made %d calls", calls)
	}
	var n notices
	req.Sink = n.sink
	report, err := session.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	spent := report.Run.Spending
	t.Logf("%s: %v-%v, likely %v, actual %v; turns %d-%d, likely %d, actual %d", filepath.Base(dir),
		e.Low.Cost, e.High.Cost, e.Likely.Cost, spent.Cost, e.Low.Turns, e.High.Turns, e.Likely.Turns, spent.Calls)
	for _, p := range spent.ByPass {
		i := slices.IndexFunc(e.ByPass, func(row luminos.PassEstimate) bool { return row.Pass == p.Pass })
		for _, w := range []luminos.Work{e.ByPass[i].Low, e.ByPass[i].Likely, e.ByPass[i].High} {
			t.Logf("  %s: calls %d of %d, fresh %d of %d, cached %d of %d, output %d of %d", p.Pass, p.Calls, w.Turns,
				p.Usage.Fresh(), w.Usage.Fresh(), p.Usage.CacheRead, w.Usage.CacheRead, p.Usage.Output, w.Usage.Output)
		}
	}
	if spent.Cost < e.Low.Cost || spent.Cost > e.High.Cost {
		t.Errorf("%s cost %v, and %v-%v was estimated", dir, spent.Cost, e.Low.Cost, e.High.Cost)
	}
	if e.High.Cost > 4*e.Low.Cost+luminos.Dollar/10_000 {
		t.Errorf("the range %v-%v is too wide", e.Low.Cost, e.High.Cost)
	}
	if spent.Expected == nil || spent.Expected.Likely != e.Likely {
		t.Errorf("the record of the run expects %+v, the estimate was %+v", spent.Expected, e.Range)
	}
	frugality(t, filepath.Base(dir), s.Ledger(), spent)
	said := fmt.Sprintf("%s-%s", e.Low.Cost.Cents(), e.High.Cost.Cents())
	if !slices.ContainsFunc(n.text, func(text string) bool { return strings.Contains(text, said) }) {
		t.Errorf("no notice before the first call says %s: %q", said, n.text)
	}
	return spent.Cost, e.Units
}

// frugality checks that a run takes at most a fifth of resending everything in long conversations, and at most 15 % of
// its cost for the second reader.
func frugality(t *testing.T, name string, ledger modeltest.Ledger, spent *luminos.Spending) {
	t.Helper()
	long, loops := ledger.Ratio(8)
	all, _ := ledger.Ratio(1)
	judge := 0.0
	for _, p := range spent.ByPass {
		if p.Pass == luminos.PassJudge {
			judge = float64(p.Cost) / float64(spent.Cost)
		}
	}
	t.Logf("%s: fresh input and writes are %.3f of resending everything in %d conversations of at least 8 turns, %.3f "+
		"in all; the second reader takes %.3f of the cost", name, long, loops, all, judge)
	if long > 0.2 || judge == 0 || judge > 0.15 {
		t.Errorf("%s: the second reader takes %.3f of the cost, long conversations %.3f of resending everything",
			name, judge, long)
	}
}

// estimateOf returns the estimate of a new investigation of the directory, without a key.
func estimateOf(t *testing.T, dir, cache string) *luminos.Estimate {
	t.Helper()
	req := estimated(dir, cache, &modeltest.Server{URL: "http://luminos.invalid"})
	req.Models.Account.Key = ""
	e, err := session.Estimate(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEstimateUsesStoredResults makes a run, and checks the estimates after it: of the unchanged target, of a changed one
// and of a new investigation. An estimate changes nothing: the next run finds the stored report.
func TestEstimateUsesStoredResults(t *testing.T) {
	t.Parallel()
	dir, cache := generatedTree(t, 3, 8, 5, 50), filepath.Join(t.TempDir(), "cache")
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test"})
	req := estimated(dir, cache, s)
	req.Cache.Fresh = false
	estimate := func() *luminos.Estimate {
		t.Helper()
		e, err := session.Estimate(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	first := estimate()
	if _, err := os.Lstat(cache); err == nil {
		t.Error("an estimate made a cache")
	}
	if first.Reused != 0 || first.Asked != first.Directories || first.Runs != 0 || len(first.Costliest) == 0 {
		t.Errorf("the first estimate: %+v", first)
	}
	if _, err := session.Run(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	paid := len(s.Ledger())
	if e := estimate(); e.Likely.Turns != 0 || e.Reused != e.Directories {
		t.Errorf("nothing has changed, and the estimate is %+v", e)
	}
	r, err := session.Run(t.Context(), req)
	if err != nil || !r.Run.Memory.Unchanged || len(s.Ledger()) != paid {
		t.Errorf("the run after an estimate makes %d calls, %v", len(s.Ledger())-paid, err)
	}
	added := filepath.Join(dir, "part1", "unit1", "added.go")
	if err := os.WriteFile(added, []byte("package unit1\n\n// Added is new.\nfunc Added() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	e := estimate()
	if e.Reused == 0 || e.Asked == 0 || e.Asked+e.Reused != e.Directories || e.Runs != 1 || e.Likely.Cost >= first.Likely.Cost/2 {
		t.Errorf("one directory has changed, and the estimate is %+v", e)
	}
	c, err := store.OpenExisting(cache, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.List()
	c.Close()
	if err != nil || len(list) != 1 || list[0].State != store.Complete {
		t.Errorf("after an estimate the cache lists %+v, %v", list, err)
	}
	for _, d := range e.Costliest {
		if d.Path != "part1" && !strings.HasPrefix(string(d.Path), "part1/unit1") {
			t.Errorf("%s has not changed, and is expected to cost %v", d.Path, d.Likely.Cost)
		}
	}
	if _, err = session.Run(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	conversations := map[string]bool{}
	for _, c := range s.Ledger()[paid:] {
		if c.Pass == modeltest.PassDirectory {
			conversations[c.Conversation] = true
		}
	}
	if len(conversations) != e.Units {
		t.Errorf("the run has %d conversations about directories, %d were expected", len(conversations), e.Units)
	}
	req.Cache.Fresh = true
	if e := estimate(); e.Reused != 0 || e.Asked != first.Asked {
		t.Errorf("the estimate of a new investigation is %+v", e)
	}
}

// TestGuardEndsARun makes a run of a model that reads without end, whose user gave no ceiling. It ends at the least
// guard, with a report.
func TestGuardEndsARun(t *testing.T) {
	t.Parallel()
	const prompt = 700_000
	var calls atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			http.NotFound(w, r)
			return
		}
		calls.Add(1)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"So much to read."}}],`+
			`"usage":{"prompt_tokens":%d,"completion_tokens":10,"total_tokens":%d}}`, prompt, prompt+10)
	}))
	t.Cleanup(s.Close)
	dir, _ := secretProject(t)
	report, err := session.Run(t.Context(), session.Request{
		Target: session.Target{Dir: dir}, Child: child, Parallel: 1,
		Models: &session.Models{
			Account: session.Account{Provider: session.OpenAI, Base: s.URL}, Prices: model.ListPrices(),
			Names: analyst.Models{Survey: "m", Plan: "m", Directories: "m", Synthesis: "m"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := calls.Load(); n*prompt > budget.GuardLeast+prompt || n == 0 {
		t.Errorf("%d calls of %d tokens are made", n, prompt)
	}
	ceiling := func(d luminos.Degradation) bool {
		return d.Class == luminos.ClassCeiling && strings.Contains(d.Reason, "far more than expected")
	}
	if !slices.ContainsFunc(report.Quality.Degraded, ceiling) || report.Section("brief") == nil {
		t.Errorf("degraded are %v", report.Quality.Degraded)
	}
}

// TestConfirm checks that a run ends before its first call if the confirmation is refused.
func TestConfirm(t *testing.T) {
	t.Parallel()
	dir := project(t, "wordy")
	key := "AKIA" + "Q3EGRNFHW2JTZKLM"
	if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte("# Wordy\n\nIts key is "+key+".\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test"})
	req := estimated(dir, filepath.Join(t.TempDir(), "cache"), s)
	refused := errors.New("not today")
	var shown *luminos.Estimate
	var n notices
	req.Sink = n.sink
	req.Confirm = func(_ context.Context, e *luminos.Estimate) error {
		shown = e
		return refused
	}
	if _, err := session.Run(t.Context(), req); !errors.Is(err, refused) || len(s.Ledger()) != 0 {
		t.Errorf("%d calls, %v", len(s.Ledger()), err)
	}
	if shown == nil || shown.High.Cost == 0 || shown.Masked == 0 {
		t.Errorf("the user is shown %+v", shown)
	}
	said := strings.Join(n.text, "\n")
	for _, part := range []string{"asking claude-haiku-5-5 and claude-opus-5-5 at 127.0.0.1:", " calls, $", " masked", "; Ctrl-C keeps the finished part"} {
		if !strings.Contains(said, part) {
			t.Errorf("the notice lacks %q: %s", part, said)
		}
	}
}
