package session_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/model/modeltest"
	"luminos/internal/session"
)

// liar is a diligent model that also lies: each of its false statements has the word "miner", and most have a quote
// that is in the file. In the synthesis it disputes every flag, reviews flags that do not exist, and cites numbers that
// it was not shown.
type liar struct{}

const lie = "It is a miner that steals keys"

func (liar) Play(r modeltest.Request) modeltest.Reply {
	reply := modeltest.Diligent{}.Play(r)
	const file, quotable = "count/word.go", "Package count counts words"
	claim := func(quote, statement string) map[string]any {
		return map[string]any{"path": file, "quote": quote, "statement": statement}
	}
	flag := func(finding string) modeltest.Block {
		args := map[string]any{"path": file, "finding": finding, "severity": "critical", "quote": quotable}
		return modeltest.Call("flag", args)
	}
	switch r.Pass() {
	case modeltest.PassJudge:
		return modeltest.Say(modeltest.Verdicts(r.Cases(), func(c modeltest.Case) (string, string) {
			switch {
			case !strings.Contains(c.Statement, "miner"):
				return "supported", ""
			case strings.Contains(c.Statement, "never"):
				return "contradicted", "the lines say that it counts"
			}
			return "not_shown", "no line is about a miner"
		}))
	case modeltest.PassDirectory:
		if r.Turn != 2 || !slices.Contains(r.Brief().Dirs, "count") {
			return reply
		}
		return modeltest.Say(append(reply.Blocks,
			modeltest.Call("write_cache", map[string]any{"path": file, "summary": "It mines.", "confidence": 1, "claims": []any{
				claim(quotable, lie+"."), claim(quotable, "The miner never counts words."), claim("{", lie+" by a bracket."),
				claim("...", lie+" by dots."), claim("steals all keys", lie+" by an invention."), claim("", lie+" without a quote."),
			}}),
			flag(lie+" at night."), flag("The miner never stops."))...)
	case modeltest.PassSynthesis:
		if r.Turn == 1 {
			var calls []modeltest.Block
			for _, id := range []string{"F1", "F2", "F3", "F4", "F99", "F0", "", "F-1"} {
				review := map[string]any{"id": id, "verdict": "withdraw", "reason": "It is a false alarm."}
				calls = append(calls, modeltest.Call("review_flag", review))
			}
			return modeltest.Say(calls...)
		}
		return modeltest.Say(modeltest.Call("submit_report", map[string]any{
			"brief":    lie + " [1]. The miner never counts [1]. " + lie + " as audited [900]. The target counts words [1].",
			"detailed": lie + " in detail [1].", "worst": []any{"F99", "F1"},
		}))
	}
	return reply
}

// TestLiesAreNotSupported has a model that lies, with an honest second reader and without one. No lie counts as
// supported, the flags of rules stay, and a citation or a flag that does not exist has no effect.
func TestLiesAreNotSupported(t *testing.T) {
	t.Parallel()
	for _, judge := range []bool{true, false} {
		dir := project(t, "wordy")
		s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: liar{}})
		req := session.Request{Target: session.Target{Dir: dir}, Models: playedModels(s), Child: child}
		if !judge {
			req.Models.Names.Judge = ""
		}
		r := runOf(t, req)
		lies := 0
		for _, c := range r.Claims {
			if !strings.Contains(c.Statement, "miner") {
				continue
			}
			lies++
			if c.Judgement.Is(luminos.Supported) || judge && (c.Judgement == nil || c.Judgement.Holds()) {
				t.Errorf("with a second reader %t, %q is judged %+v", judge, c.Statement, c.Judgement)
			}
			if strings.Contains(c.Statement, " by ") || strings.Contains(c.Statement, "without") {
				t.Errorf("%q is a claim of the report", c.Statement)
			}
		}
		for _, sec := range r.Sections {
			for _, st := range sec.Statements {
				switch lying := strings.Contains(st.Text, "miner"); {
				case lying && st.Judgement.Is(luminos.Supported), lying && judge && len(st.Claims) > 0,
					strings.Contains(st.Text, "audited") && len(st.Claims) > 0:
					t.Errorf("with a second reader %t, the section %s has %+v", judge, sec.ID, st)
				case judge && strings.Contains(st.Text, "never") && !strings.HasPrefix(st.Text, "Withdrawn, "):
					t.Errorf("the contradicted %q is in the section %s", st.Text, sec.ID)
				}
			}
		}
		never := func(f luminos.Flag) bool { return f.Finding == "The miner never stops." }
		if slices.ContainsFunc(r.Flags, never) {
			t.Errorf("with a second reader %t, the flag that the model withdrew is in the report", judge)
		}
		disputed := 0
		for _, f := range r.Flags {
			if f.Disputed != "" && f.Source == luminos.SourceModel {
				t.Errorf("a flag of the model is disputed: %+v", f)
			} else if f.Disputed != "" {
				disputed++
			}
		}
		q := r.Quality
		if lies < 2 || disputed == 0 || q.CitationsRefused+q.Citations-q.CitationsFound < 4 || judge != (q.Judged != nil) {
			t.Errorf("with a second reader %t: %d lies, %d flags of rules are disputed, %+v", judge, lies, disputed, q)
		}
	}
}

// flagger is a diligent model that raises a flag, and whose second reader can contradict it.
type flagger struct{ contradicts, silent bool }

func (f flagger) Play(r modeltest.Request) modeltest.Reply {
	reply := modeltest.Diligent{}.Play(r)
	switch r.Pass() {
	case modeltest.PassJudge:
		return modeltest.Say(modeltest.Verdicts(r.Cases(), func(c modeltest.Case) (string, string) {
			switch {
			case f.silent:
				return "", ""
			case f.contradicts && strings.Contains(c.Statement, "never ends"):
				return "contradicted", "the lines say that it ends"
			}
			return "supported", ""
		}))
	case modeltest.PassDirectory:
		if r.Turn == 1 && slices.Contains(r.Brief().Dirs, "count") && !f.contradicts {
			flag := map[string]any{"path": "count/word.go", "finding": "It never ends.", "severity": "concern"}
			flag["evidence"] = []any{map[string]any{"quote": "Words returns the number of words"}}
			return modeltest.Say(append(reply.Blocks, modeltest.Call("flag", flag))...)
		}
	}
	return reply
}

// TestContradictedFlagsHaveTheirReason edits a file after a run whose second reader did not answer. The flag that the
// second reader then contradicts is in the changes since the last run, with its reason.
func TestContradictedFlagsHaveTheirReason(t *testing.T) {
	t.Parallel()
	dir, cache := project(t, "wordy"), filepath.Join(t.TempDir(), "cache")
	run := func(f flagger) *luminos.Report {
		s := modeltest.Start(t, modeltest.Options{Key: "sk-of-the-test", Player: f})
		return runOf(t, session.Request{
			Target: session.Target{Dir: dir}, Models: playedModels(s), Child: child, Cache: session.Cache{Dir: cache},
		})
	}
	raised := func(f luminos.Flag) bool { return f.Finding == "It never ends." }
	if r := run(flagger{silent: true}); !slices.ContainsFunc(r.Flags, raised) {
		t.Fatalf("the first run has the flags %+v", r.Flags)
	}
	rewrite(t, dir, "README.md", "# wordy\n\nwordy counts the words of a text, quickly.\n")
	r := run(flagger{contradicts: true})
	if slices.ContainsFunc(r.Flags, raised) || r.Run.Changes == nil {
		t.Fatalf("the second run has the flags %+v, changes %+v", r.Flags, r.Run.Changes)
	}
	gone := slices.Concat(r.Run.Changes.Withdrawn, r.Run.Changes.Resolved)
	i := slices.IndexFunc(gone, func(c luminos.FindingChange) bool { return c.Finding == "It never ends." })
	if i < 0 || !strings.Contains(gone[i].Reason, "the lines say that it ends") || !gone[i].ByModel {
		t.Errorf("the changes are %+v", r.Run.Changes)
	}
}
