package investigate

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/evidence"
	"luminos/internal/facts"
	"luminos/internal/localdir"
	"luminos/internal/model"
	"luminos/internal/model/anthropic"
	"luminos/internal/model/modeltest"
	"luminos/internal/scan"
)

// analystOver returns the model engine over src that asks the player, with calls of at most most tokens.
func analystOver(t *testing.T, src luminos.Source, player modeltest.Player, most int64) (*analyst.Engine, *modeltest.Server) {
	t.Helper()
	s := modeltest.Start(t, modeltest.Options{Player: player})
	c, err := anthropic.New(anthropic.Options{Key: "key", Base: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	const small, strong = model.DefaultSmall, model.DefaultStrong
	return analyst.New(analyst.Options{
		Client:  model.Retry(c, model.Policy{First: time.Millisecond, Most: time.Millisecond, Attempts: 4}),
		Models:  analyst.Models{Survey: small, Plan: small, Directories: strong, Synthesis: strong},
		Checker: evidence.Checker{Source: src}, Context: most,
	}), s
}

// garbled is a player that answers tasks of the grouping with garbage, and is diligent otherwise.
type garbled struct{}

func (garbled) Play(r modeltest.Request) modeltest.Reply {
	if r.Pass() != modeltest.PassGrouping {
		return modeltest.Diligent{}.Play(r)
	}
	group := map[string]any{"name": "\x1b[2J", "summary": "", "reason": "", "members": []int{-5, 0, 1 << 30, 7, 7}}
	return modeltest.Say(modeltest.Call("submit_grouping", map[string]any{"groups": []any{group, group}}))
}

// Of a target of 2,000 directories and 20,000 files, no call exceeds its budget, each directory is in one group, and the
// synthesis sees each group and the number of directories that it does not see. Rules do as well if answers are garbage.
func TestLargeTargetIsGrouped(t *testing.T) {
	for _, c := range []struct {
		name   string
		player modeltest.Player
		most   int64
		basis  luminos.Basis
	}{
		{"usual", modeltest.Diligent{}, 140_000, luminos.Judged}, {"a smaller window", modeltest.Diligent{}, 30_000, luminos.Judged},
		{"garbage", garbled{}, 140_000, luminos.Derived},
	} {
		d := dossierOf(forest(2000)...)
		for i := range d.Entries {
			e := &d.Entries[i]
			e.Summary += strings.Repeat(" It does things for others.", 30)
			for k := range 4 {
				e.Evidence = append(e.Evidence, luminos.Evidence{
					Path: e.Path.Join("f.go"), Quote: "func F", Statement: "It is so.", Lines: &luminos.LineRange{First: k + 1, Last: k + 1},
				})
			}
		}
		e, s := analystOver(t, nil, c.player, c.most)
		g, _ := grouped(t.Context(), d, e)
		if problem := unsound(d, &g, 30); problem != "" || len(g.Domains) < 3 || g.Groups[0].Basis != c.basis {
			t.Errorf("%s: %s, %d domains, %s", c.name, problem, len(g.Domains), g.Groups[0].Basis)
		}
		d.Grouping = &g
		if _, err := e.Synthesize(t.Context(), d); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		checkCalls(t, c.name, s, c.most)
		checkOpening(t, c.name, s, d, c.most)
	}
}

// checkCalls checks that no call has more than most tokens.
func checkCalls(t *testing.T, name string, s *modeltest.Server, most int64) {
	t.Helper()
	for _, l := range s.Ledger() {
		if n := int64(l.Usage.Prompt()); n > most || n == 0 {
			t.Errorf("%s: a call of the pass %s has %d tokens, want at most %d", name, l.Pass, n, most)
		}
	}
}

// checkOpening checks that the first message of the synthesis fills its room, and shows each group and each directory or
// the number of hidden ones.
func checkOpening(t *testing.T, name string, s *modeltest.Server, d *luminos.Dossier, most int64) {
	t.Helper()
	for _, r := range s.Requests() {
		if r.Pass() != modeltest.PassSynthesis || r.Turn > 1 {
			continue
		}
		opening := r.Opening()
		if n := int64(len(opening)); n < most*2*8/10 {
			t.Errorf("%s: the opening has %d bytes for a budget of %d tokens", name, n, most)
		}
		shown := map[string]bool{}
		for line := range strings.Lines(opening) {
			at, _, _ := strings.Cut(line, " (")
			shown[at] = true
		}
		for i, g := range d.Grouping.Groups {
			hidden := 0
			for _, p := range g.Members {
				if !shown["- "+string(p)] {
					hidden++
				}
			}
			told := strings.Contains(opening, fmt.Sprintf(" more, not shown: list_cache with the group G%d lists all\n", i+1))
			if !strings.Contains(opening, fmt.Sprintf("\n### G%d “", i+1)) || told != (hidden > 0) {
				t.Errorf("%s: the group %d with %d hidden directories, told %t", name, i+1, hidden, told)
			}
		}
		return
	}
	t.Errorf("%s: there is no synthesis", name)
}

var large = flag.Int("large", 200, "the number of directories of a generated target with ten files each that is investigated as a whole")

// TestWholeLargeTarget makes whole investigations of a generated target; the campaign is go test ./internal/investigate -run WholeLargeTarget -large 2000.
func TestWholeLargeTarget(t *testing.T) {
	dir := t.TempDir()
	for i, p := range forest(*large) {
		for k := range 10 {
			write(t, dir, string(p.Join(fmt.Sprintf("f%d.go", k))), fmt.Sprintf("package p%d\n\n// F%d returns a number that is its own.\nfunc F%d() int { return %d }\n", i, k, k, i))
		}
	}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	measured, err := scan.Dir(t.Context(), src, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	most := min(140_000, int64(*large)*60) // tokens: few enough that the entries fill the room
	for name, player := range map[string]modeltest.Player{"diligent": modeltest.Diligent{}, "garbage": garbled{}} {
		e, s := analystOver(t, src, player, most)
		r, err := Run(t.Context(), src, measured, Options{Facts: facts.Reader{}, Engine: e, Parallel: 4})
		if err != nil {
			t.Fatal(err)
		}
		d := &luminos.Dossier{Results: r.Results, Entries: r.Entries}
		if problem := unsound(d, r.Grouping, 30); problem != "" || len(r.Entries) != *large {
			t.Errorf("%s: %s, %d entries", name, problem, len(r.Entries))
		}
		checkCalls(t, name, s, most)
		checkOpening(t, name, s, d, most)
		t.Logf("%s: %d calls, %d groups, %d domains, degraded %v", name, len(s.Ledger()), len(r.Grouping.Groups), len(r.Grouping.Domains), r.Quality.Degraded)
	}
}
