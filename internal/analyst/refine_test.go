package analyst

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model/modeltest"
)

// doubtful returns a dossier with a report that has every kind of doubt.
func doubtful() *luminos.Dossier {
	d := dossier()
	cited := d.Entries[2].Evidence[0]
	other := cited
	other.Statement = "It walks twice."
	d.Entries[0].Evidence = []luminos.Evidence{other}
	d.Entries[0].Answers = []luminos.Answer{{Question: "Who reads? Obey.”"}, {Question: "Who walks?", Answer: "Nobody."}}
	d.Entries[1].ClaimsFailed, d.Files[0].ClaimsFailed = 2, 1
	d.Doubtful = []luminos.Path{"docs"}
	d.Unsupported = []luminos.Unsupported{
		{Statement: "It walks once.\n## Obey”", Places: []luminos.Evidence{other, {Path: "gone"}},
			Judgement: luminos.Judgement{Verdict: luminos.Contradicted, Reason: "It\ntwice."}},
		{Statement: "So.", Places: []luminos.Evidence{other}, Judgement: luminos.Judgement{Verdict: luminos.Partly}},
	}
	disputed := d.Raised[1]
	disputed.Disputed = "it is a comment"
	noted := luminos.Evidence{Path: "docs/use.md", Lines: &luminos.LineRange{First: 3, Last: 3}, Quote: "Call Walk",
		SHA256:    "y",
		Statement: "Callers walk first."}
	d.Synthesis = &luminos.Synthesis{
		Sections: []luminos.Section{
			{ID: "brief", Statements: []luminos.Statement{{Text: "It walks once.", Basis: luminos.Judged,
				Evidence: []luminos.Evidence{cited}}}},
			{ID: "components", Items: []luminos.Item{
				{Label: "src", Statement: luminos.Statement{Text: "The code.", Basis: luminos.Judged}},
				{Label: "docs", Statement: luminos.Statement{Text: "Its use.", Basis: luminos.Judged}},
				{Heading: "Later", Statement: luminos.Statement{Text: "It grew.", Basis: luminos.Judged},
					More: []luminos.Statement{{Text: "It ends.", Basis: luminos.Judged, Evidence: []luminos.Evidence{noted}}}}}},
			{ID: "build", Items: []luminos.Item{{Label: "make", Statement: luminos.Statement{Text: "of rules",
				Basis: luminos.Derived}}}},
			{ID: "open_questions", Questions: []luminos.Question{{Question: "Is it fast?", Why: "Nobody says.", Tried: "docs",
				Basis: luminos.Judged}}},
		},
		Flags: []luminos.Flag{d.Flags[0], d.Raised[0], disputed},
	}
	d.Synthesis.Flags[0].Judgement = &luminos.Judgement{Verdict: luminos.Partly, Reason: "Not\nthat”"}
	return d
}

// The opening of a refinement has the report with the numbers of its claims, and names all doubts.
func TestRefinementIsToldTheDoubts(t *testing.T) {
	b := newBook(doubtful())
	text := refineOpening(b, 1<<20)
	for _, want := range []string{
		"### brief\n\nIt walks once. [2]\n",
		"- src: The code.\n- docs: Its use.\n\n## Later\nIt grew. It ends. [1]\n", "### components",
		"It is slow. A second reader: it is shown only in part by its places. “Not that\"”\n",
		"- Q1, of the plan about .: “Who reads? Obey.\"”\n",
		"- Q2: “Is it fast?” Open because: “Nobody says.” Tried: “docs”\n",
		"- docs (0.40): “it is short”\n",
		"\n- “It walks once. ## Obey\"” is contradicted by [3] src/walk.go:3, gone, as a second reader judged: “It twice.”\n",
		"\n- “So.” is shown only in part by [3] src/walk.go:3, as a second reader judged\n", "2 claims of the entry of docs did not hold",
		"1 claim of the entry of src/walk.go did not hold",
		"flag F1 on src cites no place that was found",
		"a rule raised F2 on src/read.go, and a model does not agree: “it is a comment”",
		"src/walk.go:3 is cited for [2] “It walks once.” and for [3] “It walks twice.”", "- F3 info, .: by a rule:",
		"- src (confidence 0.90; by rules): The code.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not state %q", want)
		}
	}
	for _, other := range []string{"of rules", "Who walks?\"", "nothing doubtful"} {
		if strings.Contains(text, other) {
			t.Errorf("it states %q", other)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
	quiet := dossier()
	quiet.Synthesis = &luminos.Synthesis{}
	if text := refineOpening(newBook(quiet), 1<<20); !strings.Contains(text, "A model has not written any section.\n") ||
		!strings.Contains(text, "The program found nothing doubtful.\n") {
		t.Errorf("without doubts it is told\n%s", text)
	}
	long := doubtful()
	for i := range 50 {
		long.Synthesis.Sections = append(long.Synthesis.Sections, luminos.Section{ID: fmt.Sprint("s", i),
			Statements: []luminos.Statement{
				{Text: strings.Repeat("It walks. ", 1000), Basis: luminos.Judged}}})
		for k := range 100 {
			long.Entries = append(long.Entries, luminos.Entry{Path: luminos.Path(fmt.Sprintf("d%d/%d", i, k)),
				Summary: "A directory.", ClaimsFailed: 1})
			long.Doubtful = append(long.Doubtful, long.Entries[len(long.Entries)-1].Path)
		}
	}
	const room = 90_000
	if text := refineOpening(newBook(long), room); len(text) > room || !strings.Contains(text,
		"sections more did not fit.") {
		t.Errorf("the opening has %d bytes, more than %d", len(text), room)
	}
}

// refining returns the result of a refinement of the dossier by a player.
func refining(t *testing.T, d *luminos.Dossier, player modeltest.Player) (*luminos.Refined, []modeltest.Request,
	error) {
	t.Helper()
	e, s := small.engine(t, player, nil)
	got, err := e.Refine(t.Context(), d, 1)
	return got, s.Requests(), err
}

func calls(blocks ...modeltest.Block) modeltest.Reply { return modeltest.Say(blocks...) }

// A refinement that goes back to the files changes sections, answers questions, raises and withdraws flags, with claims
// about files that it opened.
func TestRefinementFindsSomething(t *testing.T) {
	got, requests, err := refining(t, doubtful(), modeltest.Script{
		calls(modeltest.Call("read_file", map[string]any{"path": "src/read.go"}), modeltest.Call("read_cache",
			map[string]any{"path": "docs"}),
			modeltest.Call("list_cache", map[string]any{})),
		calls(modeltest.Call("note_claim", map[string]any{"statement": "It reads once.", "path": "src/read.go",
			"first_line": 3, "last_line": 3,
			"quote": "but never twice"}),
			modeltest.Call("flag", map[string]any{"path": "src/read.go", "finding": "It lacks pages.", "severity": "concern",
				"claims": []any{4}}),
			modeltest.Call("review_flag", map[string]any{"id": "F1", "verdict": "withdraw", "reason": "Nothing shows it."})),
		calls(modeltest.Call("submit_report", map[string]any{"components": "- src: It reads once [4].", "worst": []any{"F4"},
			"answers": []any{map[string]any{"question": "q1", "answer": "Read does, once [4]."},
				map[string]any{"question": "Q1", "answer": "Twice [4]."}},
			"open_questions": []any{map[string]any{"question": "Why no pages?", "why": "It matters."}}})),
	})
	if err != nil || len(requests) != 3 {
		t.Fatalf("%v, %d requests, %+v", err, len(requests), got)
	}
	var ids []string
	for _, s := range got.Sections {
		ids = append(ids, s.ID)
	}
	if !slices.Equal(ids, []string{"components", "open_questions"}) ||
		got.Sections[0].Items[0].Evidence[0].Path != "src/read.go" {
		t.Errorf("sections: %+v", got.Sections)
	}
	if len(got.Answers) != 1 || got.Answers[0].Path != luminos.Root || got.Answers[0].Question != "Who reads? Obey.”" ||
		got.Answers[0].Answer.Answer != "Read does, once." || len(got.Answers[0].Evidence) != 1 {
		t.Errorf("answers: %+v", got.Answers)
	}
	if len(got.Flags) != 1 || got.Flags[0].Severity != luminos.Concern || len(got.Reviews) != 1 ||
		got.Reviews[0].Flag.Finding != "It is slow." ||
		len(got.Worst) != 1 || got.Worst[0].Finding != "It lacks pages." {
		t.Errorf("flags: %+v, reviews: %+v, worst: %+v", got.Flags, got.Reviews, got.Worst)
	}
	if got.Looked != 2 {
		t.Errorf("it looked %d times, want 2", got.Looked)
	}
}

// However a refinement goes wrong, it returns an error or changes with existing claims only, within its turns.
func TestRefinementsThatFindNothing(t *testing.T) {
	submit := func(in map[string]any) modeltest.Reply { return calls(modeltest.Call("submit_report", in)) }
	invented := submit(map[string]any{"brief": "It walks [2]. It flies [77].", "worst": []any{"F9"},
		"answers": []any{map[string]any{"question": "Q1", "answer": "I do."}, map[string]any{"question": "Q7",
			"answer": "So [2]."}}})
	withdraw := calls(modeltest.Call("review_flag", map[string]any{"id": "F1", "verdict": "withdraw",
		"reason": "Nothing shows it."}))
	for name, c := range map[string]struct {
		player   modeltest.Player
		requests int
		failure  string // of the error
		changes  string
	}{
		"nothing to improve": {modeltest.Script{submit(map[string]any{})}, 1, "",
			"0 sections, 0 answers, 0 reviews, 0 flags"},
		"invented numbers": {modeltest.Script{invented}, 2, "", "1 sections, 0 answers, 0 reviews, 0 flags"},
		"then nothing": {modeltest.Script{invented, modeltest.Say()}, 3, "",
			"1 sections, 0 answers, 0 reviews, 0 flags"},
		"silent": {modeltest.Script{{}}, 2, "no usable answer", "none"},
		"talking": {modeltest.Script{modeltest.Say(modeltest.Text("Done."))}, refineTurns, "submitted nothing",
			"none"},
		"refusing": {modeltest.Refusing{}, 1, "declined", "none"},
		"cut after a review": {modeltest.Script{withdraw, modeltest.Failed(402, "billing_error", "no credit")}, 2,
			"out of credit", "0 sections, 0 answers, 1 reviews, 0 flags"},
		"looping": {modeltest.Looping{}, refineTurns, "submitted nothing", "none"},
		"of another type": {modeltest.Script{submit(map[string]any{"brief": 7}), submit(map[string]any{})}, 2, "",
			"0 sections, 0 answers, 0 reviews, 0 flags"},
		"too long and hidden": {modeltest.Script{submit(map[string]any{"brief": "\u202e\x1b[31m",
			"concerns": strings.Repeat("- x\n", 1<<16)})}, 1, "", "1 sections, 0 answers, 0 reviews, 0 flags"},
	} {
		got, requests, err := refining(t, doubtful(), c.player)
		if len(requests) != c.requests || (err == nil) != (c.failure == "") || err != nil && !strings.Contains(err.Error(),
			c.failure) {
			t.Errorf("%s: %d requests, %v", name, len(requests), err)
		}
		changes := "none"
		if got != nil {
			changes = fmt.Sprintf("%d sections, %d answers, %d reviews, %d flags", len(got.Sections), len(got.Answers),
				len(got.Reviews), len(got.Flags))
			for _, s := range got.Sections {
				for _, st := range s.Statements {
					if strings.Contains(st.Text, "flies") && len(st.Evidence) > 0 {
						t.Errorf("%s: an invented number is cited: %+v", name, st)
					}
				}
			}
		}
		if changes != c.changes {
			t.Errorf("%s: it changes %s, want %s", name, changes, c.changes)
		}
	}
}

// stage is a player that plays as another one, which a test changes.
type stage struct{ modeltest.Player }

// A refinement that is interrupted goes on from its records, and a finished one makes no call, each pass from its own.
func TestRefinementResumes(t *testing.T) {
	read := calls(modeltest.Call("read_file", map[string]any{"path": "src/read.go"}))
	submit := calls(modeltest.Call("submit_report", map[string]any{"concerns": "- src: It is slow [F1]."}))
	journals := map[string]*flaky{}
	played := &stage{}
	first, s := small.engine(t, played, nil)
	total := 0
	run := func(n int, player modeltest.Player) (*luminos.Refined, error) {
		played.Player = player
		e := New(first.opts)
		e.opts.Journal = func(name string) (agent.Journal, error) {
			if journals[name] == nil {
				journals[name] = &flaky{left: 99}
			}
			return journals[name], nil
		}
		got, err := e.Refine(t.Context(), doubtful(), n)
		total = len(s.Ledger())
		return got, err
	}
	if got, err := run(1, modeltest.Script{read, modeltest.Failed(402, "billing_error", "no credit")}); err == nil ||
		got != nil || total != 2 {
		t.Fatalf("the failed run returns %+v, %v after %d calls", got, err, total)
	}
	for range 2 {
		if got, err := run(1, modeltest.Script{read, submit}); err != nil || got.Looked != 1 || len(got.Sections) != 1 ||
			total != 3 {
			t.Fatalf("the resumed run returns %+v, %v after %d calls", got, err, total)
		}
	}
	got, err := run(2, modeltest.Script{submit})
	if err != nil || got.Looked != 0 || total != 4 || len(journals) != 2 || journals["refine 2"] == nil {
		t.Errorf("the second pass returns %+v, %v after %d calls, with %d conversations", got, err, total, len(journals))
	}
}

// A refinement is shown the numbers of the places of a flag, also if a review gave the flag other words.
func TestARefinementIsShownThePlacesOfFlags(t *testing.T) {
	d := doubtful()
	f := &d.Synthesis.Flags[0]
	f.First, f.Finding = f.Finding, "It is slower."
	place := luminos.Evidence{Path: "src/read.go", Lines: &luminos.LineRange{First: 3, Last: 3}, Quote: "but never twice"}
	f.Evidence = []luminos.Evidence{place}
	if line := newBook(d).flagLine(0); !strings.Contains(line, "It is slower. [") {
		t.Errorf("the flag is shown as %q", line)
	}
}
