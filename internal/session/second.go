package session

import (
	"context"
	"errors"
	"slices"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/words"
)

const (
	// sentencesUsual is the number of sentences of an answer for an estimate; the most are 12.
	sentencesUsual = 5
	noVerdict      = "the second reader gave no clear verdict"
)

// judgeAnswer asks the second reader of the engine whether the places of each sentence show it, and stores its
// judgements in the sentences and its verdicts in the answer. If it fails, the sentences are not judged. The only
// error is the cause of the end of ctx.
func judgeAnswer(
	ctx context.Context, r *run, engine *analyst.Engine, said *ModelAnswer, list []luminos.Statement,
) error {
	judge := analyst.NewJudge(engine)
	var claims []luminos.Claim
	for i := range list {
		for _, e := range list[i].Evidence {
			e.Statement = list[i].Text
			claims = append(claims, luminos.NewClaim(e.Statement, e))
		}
	}
	if judge == nil || len(claims) == 0 {
		return nil
	}
	places, err := checkerOf(r).Excerpts(ctx, claims, 1)
	if err != nil {
		return err
	}
	var cases []luminos.Case
	var of []*luminos.Statement
	for i := range list {
		n := len(list[i].Evidence)
		if n > 0 {
			cases = append(cases, luminos.Case{Key: list[i].Text, Statement: list[i].Text, Places: places[:n:n]})
			of = append(of, &list[i])
		}
		places = places[n:]
	}
	got, err := judge.Judge(ctx, "the answer", cases)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	said.Judge = judge.Model()
	for i, st := range of {
		j := luminos.Judgement{Verdict: luminos.NotJudged, Reason: noVerdict}
		if f, ok := errors.AsType[*luminos.Failure](err); ok {
			j.Reason = words.Line("the second reader was not reached: "+f.Error(), 300)
		}
		if i < len(got) && got[i].Verdict != "" {
			j = got[i]
		}
		st.Judgement = &j
		said.Judged.Add(&j)
	}
	return nil
}

// foreseeJudge adds the expected work of the second reader of an answer to an estimate.
func foreseeJudge(engine *analyst.Engine, e *luminos.Estimate) {
	judge := analyst.NewJudge(engine)
	if judge == nil {
		return
	}
	model, priced := engine.ModelOf(luminos.PassJudge)
	work := judge.Forecast(sentencesUsual)
	e.Range = e.Plus(work.Range)
	if !slices.Contains(e.Models, model) {
		e.Models = slices.Sorted(slices.Values([]string{e.Models[0], model}))
		if !priced {
			e.Unpriced = slices.Sorted(slices.Values(append([]string{model}, e.Unpriced...)))
		}
	}
	e.ByPass = append(e.ByPass, luminos.PassEstimate{
		Pass: luminos.PassJudge, Model: model, Priced: priced, Conversations: 1, Forecast: work,
	})
}
