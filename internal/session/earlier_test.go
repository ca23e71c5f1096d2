package session_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/model/modeltest"
	"luminos/internal/session"
)

// forgetful plays as a diligent model that reads and flags nothing in directories. If obeys is true it withdraws every
// earlier finding that it is shown.
type forgetful struct{ obeys bool }

var (
	earlierFinding = regexp.MustCompile(`(?m)^- (E\d+) (?:found|moved|missing), `)
	turnsGiven     = regexp.MustCompile(`You have (\d+) turns?\.`)
)

func (f forgetful) Play(r modeltest.Request) modeltest.Reply {
	if r.Pass() != modeltest.PassDirectory {
		return modeltest.Diligent{}.Play(r)
	}
	in := map[string]any{"summary": "It is a part.", "confidence": 0.5, "completeness": 0.5}
	var withdraw []any
	for _, m := range earlierFinding.FindAllStringSubmatch(r.Opening(), -1) {
		withdraw = append(withdraw, map[string]any{"id": m[1], "reason": "A file says so."})
	}
	if f.obeys && withdraw != nil {
		in["withdraw"] = withdraw
	}
	b, _ := json.Marshal(in)
	return modeltest.Say(modeltest.Block{Type: "tool_use", Name: "submit_report", Input: b})
}

// TestFindingsOutliveAForgetfulModel edits one file after a run. A model that repeats none of its findings loses none;
// one that withdraws them all has each in the changes, with the reason. A directory of which no file has changed gets
// few turns. Going back to the first state makes no call.
func TestFindingsOutliveAForgetfulModel(t *testing.T) {
	t.Parallel()
	files := map[string]string{"README.md": "# Small\n\nIt counts.\n", "go.mod": "module example.com/small\n\ngo 1.26\n"}
	for _, dir := range []string{"count", "store", "serve"} {
		for _, name := range []string{"a.go", "b.go", "c.go", "d.go"} {
			files[dir+"/"+name] = "package " + dir + "\n\n// TODO: handle the errors of " + dir + " in " + name + "\nvar Limit" + dir + " = 3\n"
		}
	}
	dir := tree(t, files)
	cache := filepath.Join(t.TempDir(), "cache")
	var s *modeltest.Server
	run := func(p modeltest.Player) *luminos.Report {
		s = modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: p})
		r, err := session.Run(t.Context(), session.Request{
			Target: session.Target{Dir: dir}, Models: playedModels(s), Child: child, Cache: session.Cache{Dir: cache},
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	change := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "count", "a.go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ofModel := func(r *luminos.Report) (list []string) {
		for _, f := range r.Flags {
			if f.Source == luminos.SourceModel {
				list = append(list, string(f.Path)+": "+f.Finding)
			}
		}
		return list
	}
	first := run(modeltest.Diligent{})
	if first.Run.Changes != nil || len(ofModel(first)) < 3 {
		t.Fatalf("the first run has the changes %+v and the flags %q", first.Run.Changes, ofModel(first))
	}
	change("// A new line.\n" + files["count/a.go"])
	second := run(forgetful{})
	if got := ofModel(second); !slices.Equal(got, ofModel(first)) {
		t.Errorf("the flags are %q, want %q", got, ofModel(first))
	}
	c := second.Run.Changes
	if c == nil || len(c.Files) != 1 || c.Files[0].Path != "count/a.go" || len(c.New)+len(c.Withdrawn) > 0 {
		t.Errorf("the changes are %+v", c)
	}
	turns := map[bool]string{}
	for _, q := range s.Requests() {
		if q.Pass() == modeltest.PassDirectory && q.Turn == 1 {
			own := strings.Contains(q.Opening(), "count/a.go: changed, lines 1")
			turns[own] = turnsGiven.FindStringSubmatch(q.Opening())[1]
			if !strings.Contains(q.Opening(), "An earlier run") || strings.Contains(q.System[0].Text, "TODO") {
				t.Errorf("an opening lacks the earlier run:\n%s", q.Opening())
			}
		}
	}
	if turns[false] != "4" || len(turns[true]) < 1 || turns[true] == "4" {
		t.Errorf("the turns are %v", turns)
	}
	change("// Another line.\n" + files["count/a.go"])
	third := run(forgetful{obeys: true})
	if third.Run.Changes == nil {
		t.Fatal("the withdrawals are not in the changes")
	}
	for _, f := range ofModel(first) {
		gone := slices.ContainsFunc(third.Run.Changes.Withdrawn, func(w luminos.FindingChange) bool {
			return string(w.Path)+": "+w.Finding == f && w.Reason == "A file says so." && w.ByModel
		})
		if gone == slices.Contains(ofModel(third), f) || strings.HasPrefix(f, "count/") != gone {
			t.Errorf("%s: withdrawn is %t", f, gone)
		}
	}
	change(files["count/a.go"])
	back := run(forgetful{})
	if n := len(s.Ledger()); n > 0 {
		t.Errorf("going back to the first state made %d calls", n)
	}
	if !slices.Equal(ofModel(back), ofModel(first)) {
		t.Errorf("back in the first state the flags are %q, want %q", ofModel(back), ofModel(first))
	}
}
