package analyst

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// The second reader is a conversation that sees statements and the lines that they cite, and nothing else. Each message
// to it has one batch of statements. Their ids are digests of the whole batch, so that no text in it can name one.

type verdictsInput struct {
	Verdicts []verdictInput `json:"verdicts" jsonschema:"one for each statement"`
}

type verdictInput struct {
	ID      string `json:"id" jsonschema:"of the statement"`
	Verdict string `json:"verdict" jsonschema:"supported, partly, not_shown or contradicted"`
	Reason  string `json:"reason,omitempty" jsonschema:"at most 20 words; not for supported"`
}

const (
	judgeTurns      = 2
	judgeReasonMost = 200 // characters
)

// Judge is the second reader of an engine. It is safe for concurrent use.
type Judge struct{ engine *Engine }

// NewJudge returns the second reader of an engine, or nil without a model for it.
func NewJudge(e *Engine) *Judge {
	if e.opts.Models.Judge == "" {
		return nil
	}
	return &Judge{e}
}

// Model returns the name of the model that is asked.
func (j *Judge) Model() string { return j.engine.opts.Models.Judge }

// Version returns a text that differs between second readers that may answer differently.
func (j *Judge) Version() string { return j.engine.Version(luminos.PassJudge) }

// Judge asks the second reader about the cases of one batch with the given name. It returns a judgement for each case,
// in their order; the ones without an answer have no verdict. With an error, the other judgements still count.
func (j *Judge) Judge(ctx context.Context, batch luminos.Path, cases []luminos.Case) ([]luminos.Judgement, error) {
	b := newBench(cases)
	out, err := j.engine.ask(ctx, luminos.Event{Pass: luminos.PassJudge, Unit: batch}, b.loop())
	if err == nil && b.answered == 0 {
		err = unfinished(out)
	}
	return b.verdicts, err
}

// bench holds the data that the tool of a conversation with the second reader changes.
type bench struct {
	cases    []luminos.Case
	ids      map[string]int // index of the case
	names    []string       // ids by case
	verdicts []luminos.Judgement
	answered int // cases with a verdict
	sent     int // calls of submit_verdicts
}

func newBench(cases []luminos.Case) *bench {
	b := &bench{cases: cases, ids: map[string]int{}}
	h := sha256.New()
	for i := range cases {
		fmt.Fprintf(h, "%q\n", cases[i].Key)
		writeCase(h, &cases[i])
	}
	whole := h.Sum(nil)
	for i := range cases {
		// Two cases with one id would be answered as one.
		id, salt := "", 0
		for id == "" || b.known(id) {
			sum := sha256.Sum256(fmt.Appendf(nil, "%x %d %d", whole, i, salt))
			id = hex.EncodeToString(sum[:4])
			salt++
		}
		b.ids[id] = i
		b.names = append(b.names, id)
	}
	b.Forget()
	return b
}

func (b *bench) known(id string) bool { _, ok := b.ids[id]; return ok }

// Forget deletes all verdicts.
func (b *bench) Forget() {
	b.verdicts, b.answered, b.sent = make([]luminos.Judgement, len(b.cases)), 0, 0
}

// loop returns the conversation about the batch.
func (b *bench) loop() agent.Loop {
	submit := b.tool()
	return agent.Loop{
		Terms: agent.Terms{System: prompt("judge.md", nil), Opening: b.opening()}, Limits: agent.Limits{Turns: judgeTurns},
		Tools: []tool.Tool{submit}, Submit: submit.Name, Work: b,
	}
}

// opening returns the first message: the cases of the batch.
func (b *bench) opening() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s to judge.\n", words.Plural(len(b.cases), "statement"))
	for i := range b.cases {
		fmt.Fprintf(&s, "\n== %s\n", b.names[i])
		writeCase(&s, &b.cases[i])
	}
	return s.String()
}

// measured returns a measure with its value in words.
func measured(p *luminos.Excerpt) string {
	pattern, regex, ok := p.Measure.Pattern()
	if !ok {
		return fmt.Sprintf("%s of %s is %s", oneLine(string(p.Measure)), named(p.Path), oneLine(p.Value))
	}
	what := "the text"
	if regex {
		what = "a match of the regular expression"
	}
	pattern = withoutOrders(strings.ReplaceAll(visible(pattern), "\n", " ")) // each blank counts
	text := fmt.Sprintf("lines of %s that have %s %s: %s", wholly(p.Path), what,
		words.Quote(words.Shorten(pattern, patternMost)), oneLine(p.Value))
	if p.Scope != "" {
		text += " (" + oneLine(p.Scope) + ")"
	}
	return text
}

// wholly returns a path for a reader; the target itself is "the whole target".
func wholly(p luminos.Path) string {
	if p == luminos.Root {
		return "the whole target"
	}
	return named(p)
}

// writeCase writes a case for the second reader. The statement is on one line, and each line of the target has a mark
// before it, so that neither can look like the beginning of another case.
func writeCase(w interface{ Write([]byte) (int, error) }, c *luminos.Case) {
	fmt.Fprintf(w, "statement: %s\n", oneLine(c.Statement))
	for _, p := range c.Places {
		if p.Measure != "" {
			fmt.Fprintf(w, "measure: %s\n", measured(&p))
			continue
		}
		fmt.Fprintf(w, "%s, from line %d:\n", named(p.Path), max(p.First-len(p.Before), 1))
		if len(p.Inside) > 0 {
			p.Inside = append(slices.Clone(p.Inside), "…")
		}
		for _, part := range []struct {
			mark  string
			lines []string
		}{{". ", p.Inside}, {". ", p.Before}, {"> ", p.Cited}, {". ", p.After}} {
			for _, l := range part.lines {
				fmt.Fprintf(w, "%s%s\n", part.mark, strings.ReplaceAll(visible(l), "\n", " "))
			}
		}
	}
}

// oneLine returns s as one line without control and invisible characters.
func oneLine(s string) string { return strings.Join(strings.Fields(visible(s)), " ") }

// tool returns the tool submit_verdicts. A first call without a verdict for each case is rejected, a second one is
// accepted.
func (b *bench) tool() tool.Tool {
	const about = "Hands in the verdicts and ends this task."
	submit := tool.New[verdictsInput, none]("submit_verdicts", "Submit the verdicts", about,
		func(_ context.Context, in verdictsInput) (tool.Result, error) {
			b.sent++
			b.take(in.Verdicts)
			if open := b.open(); len(open) > 0 && b.sent < judgeTurns {
				return tool.Failure("submit_verdicts: there is no clear verdict about %s; a verdict is supported, partly, "+
					"not_shown or contradicted, and all but the first need a reason. Call it once more, for these only",
					strings.Join(open, ", ")), nil
			}
			return tool.Result{Text: "accepted", Ends: true}, nil
		})
	submit.Local = true
	return submit
}

// open returns the ids of the cases without a verdict.
func (b *bench) open() (ids []string) {
	for i, v := range b.verdicts {
		if v.Verdict == "" {
			ids = append(ids, b.names[i])
		}
	}
	return ids
}

// take stores the verdicts of one call. It ignores unknown ids, unknown verdicts, and verdicts about cases that have
// one. Two different verdicts about one case in one call, and a verdict without the reason that it needs, do not count.
func (b *bench) take(list []verdictInput) {
	given := map[int]luminos.Judgement{}
	unclear := map[int]bool{}
	for _, in := range list {
		i, ok := b.ids[strings.ToLower(strings.Trim(strings.TrimSpace(in.ID), `"'[]=# `))]
		v := verdictOf(in.Verdict)
		if !ok || v == "" || b.verdicts[i].Verdict != "" {
			continue
		}
		j := luminos.Judgement{Verdict: v, Reason: paragraph(in.Reason, judgeReasonMost)}
		if v == luminos.Supported {
			j.Reason = ""
		}
		before, twice := given[i]
		unclear[i] = unclear[i] || twice && before.Verdict != v || v != luminos.Supported && j.Reason == ""
		given[i] = cmp.Or(before, j)
	}
	for i, j := range given {
		if !unclear[i] {
			b.verdicts[i] = j
			b.answered++
		}
	}
}

// verdictOf returns the verdict in the words of a model, or "".
func verdictOf(s string) luminos.JudgeVerdict {
	s = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(s)))
	switch v := luminos.JudgeVerdict(s); v {
	case luminos.Supported, luminos.Partly, luminos.NotShown, luminos.Contradicted:
		return v
	}
	return ""
}

// Expected numbers of tokens of a case: of its statement with its places, and of its verdict by a frugal, a usual and a
// hungry model.
const caseTokens = 130

var verdictTokens = map[appetite]float64{frugal: 22, usual: 28, hungry: 45}

// Forecast returns the expected work of a batch of n cases.
func (j *Judge) Forecast(n int) luminos.Forecast {
	opening := tokensOf(newBench(nil).loop()) + float64(n)*caseTokens
	return j.engine.forecast(luminos.PassJudge, func(a appetite) course {
		return course{opening: opening, turns: 1, output: 20 + float64(n)*verdictTokens[a]}
	})
}
