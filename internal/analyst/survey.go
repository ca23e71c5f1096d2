package analyst

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/tool"
)

// surveyInput holds the arguments of the tool submit_survey.
type surveyInput struct {
	Description   string   `json:"description" jsonschema:"what this is, in plain language, two to five sentences"`
	Approach      string   `json:"approach" jsonschema:"how an investigator should go about it"`
	RelevantTools []string `json:"relevant_tools,omitempty" jsonschema:"names of the tools that will help most"`
	SkipTools     []string `json:"skip_tools,omitempty" jsonschema:"names of tools that no directory needs: later conversations do not have them"`
	DomainNotes   string   `json:"domain_notes,omitempty" jsonschema:"what an investigator should know of this field before; empty if nothing"`
	Confidence    float64  `json:"confidence" jsonschema:"0 to 1: how sure you are of the description"`
}

// Survey asks the model for a description of the target and for advice on its investigation.
func (e *Engine) Survey(ctx context.Context, d *luminos.Dossier) (*luminos.Survey, error) {
	var got *luminos.Survey
	out, err := e.ask(ctx, luminos.Event{Pass: luminos.PassSurvey}, surveyLoop(e, d, &got))
	return submitted(got, out, err)
}

// surveyLoop returns the conversation of the survey, which stores an accepted survey in got.
func surveyLoop(e *Engine, d *luminos.Dossier, got **luminos.Survey) agent.Loop {
	submit := e.submitSurvey(got)
	return agent.Loop{
		Terms: agent.Terms{System: prompt("survey.md", nil), Opening: surveyOpening(d, e.opts.Tools)}, Limits: agent.Limits{Turns: passTurns},
		Tools: []tool.Tool{submit}, Submit: submit.Name,
	}
}

// submitted returns the result of a conversation that ended with the outcome and the error. If got is nil, nothing was
// submitted, and the error states why. A result that was refused is used if the conversation fails afterwards, such as at
// a ceiling.
func submitted[T any](got *T, out agent.Outcome, err error) (*T, error) {
	switch {
	case got != nil:
		return got, nil
	case err != nil:
		return nil, err
	}
	return nil, unfinished(out)
}

// submitSurvey returns the tool submit_survey, which ends the conversation. It stores the last survey in got. A
// survey below the confidence unsureSurvey is rejected at the first call and accepted at the second.
func (e *Engine) submitSurvey(got **luminos.Survey) tool.Tool {
	submit := tool.New[surveyInput, none]("submit_survey", "Submit the survey", "Hands in the survey and ends this task.",
		func(_ context.Context, in surveyInput) (tool.Result, error) {
			description := paragraph(in.Description, 2000)
			if description == "" || description == leftOut || strings.TrimSpace(in.Approach) == "" {
				return tool.Failure("submit_survey: description and approach must say something; call it again"), nil
			}
			unsure := *got == nil && in.Confidence < unsureSurvey
			*got = &luminos.Survey{
				Description: description, Approach: paragraph(in.Approach, 2000), DomainNotes: paragraph(in.DomainNotes, 2000),
				RelevantTools: known(e.opts.Tools, in.RelevantTools), SkipTools: known(e.opts.Tools, in.SkipTools), Confidence: fraction(in.Confidence),
			}
			if unsure {
				return tool.Failure(unsureText), nil
			}
			return tool.Result{Text: "accepted", Ends: true}, nil
		})
	submit.Local = true
	return submit
}

// unsureSurvey is the confidence below which a survey is asked for once more.
const unsureSurvey = 0.3

const unsureText = "submit_survey: with so low a confidence it guides nobody. Look at the names and numbers once more: " +
	"give the two likeliest readings, and the files that would decide between them. Then submit again"

// none is the result type of tools that return only text.
type none struct{}

// unfinished returns an error that states why a conversation ended without a submission.
func unfinished(out agent.Outcome) error {
	switch out.End {
	case agent.EndRefused:
		return fmt.Errorf("the model declined (%s)", out.Detail)
	case agent.EndTurns:
		return fmt.Errorf("the model submitted nothing in %d turns", out.Turns)
	case agent.EndBudget:
		return errors.New("the conversation exceeded the context budget before the model submitted anything")
	}
	return fmt.Errorf("the model gave no usable answer in %d turns", out.Turns)
}

// known returns the names of the tools that are in names, in the order of the tools.
func known(tools []tool.Tool, names []string) []string {
	out := []string{}
	for _, t := range tools {
		if slices.Contains(names, t.Name) {
			out = append(out, t.Name)
		}
	}
	return out
}

// skipSure is the least confidence of a survey at which the tools that it advises to skip are not offered.
const skipSure = 0.5

// offered returns the tools of the target for the investigation of a unit, without the tools that a survey with at
// least the confidence skipSure advises to skip. read_file is always offered.
func (e *Engine) offered(s *luminos.Survey) []tool.Tool {
	if s == nil || s.Confidence < skipSure {
		return e.opts.Tools
	}
	return slices.DeleteFunc(slices.Clone(e.opts.Tools), func(t tool.Tool) bool {
		return slices.Contains(s.SkipTools, t.Name) && t.Name != "read_file"
	})
}
